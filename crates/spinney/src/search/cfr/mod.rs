//! Counterfactual regret minimisation: equilibria of two-player games with a constant sum, hidden information and
//! simultaneous moves included.
//!
//! At every information set the current strategy matches regrets, and what converges to an equilibrium is the *average*
//! strategy over all iterations:
//!
//! ```text
//! σ(I, a) ∝ max(R(I, a), 0)
//! R(I, a) += π₋ᵢ(I) · (value of a − value of σ)        π₋ᵢ: the reach of chance and the other player
//! S(I, a) += w · πᵢ(I) · σ(I, a)                       πᵢ: the player's own reach
//! ```
//!
//! [`Cfr`] iterates over the whole [`GameTree`], in the first published form (Zinkevich et al. 2007) or as CFR+ (Tammelin
//! 2014). [`Mccfr`] samples the tree (Lanctot et al. 2009) where it does not fit. [`best_response`] and
//! [`Exploitability`] say how far a strategy is from an equilibrium.
//!
//! # Which tree is solved
//!
//! *Hidden information*: always the whole game from its start, and the player then looks up its information set. The
//! probability of the positions that a player cannot distinguish depends on how the others play before, so a position in
//! the middle of such a game is not a game of its own. *Perfect information*: the game from the position at hand, which is
//! a game of its own; simultaneous moves are information sets of each player before the turn.
//!
//! # Perfect recall
//!
//! Information sets are those of [`information_key`](crate::game::capabilities::Hidden::information_key), which is equal
//! for *positions* that a player cannot distinguish. The guarantees need keys that also never forget what the player knew
//! or did before. That holds if positions contain the history, as in poker. [`GameTree::build`] checks that every set has
//! one sequence of the player's own sets and moves before it, and rejects other games; the sampled search cannot check
//! it.

mod best_response;
mod config;
mod iterations;
mod keys;
mod mccfr;
mod profile;
mod sampler;
mod table;
mod tree;
mod walk;

pub use best_response::{Exploitability, best_response};
pub use config::{Averaging, CfrConfig, MccfrConfig, Sampling, Variant};
pub use iterations::{Goal, Iterations};
pub use mccfr::Mccfr;
pub use profile::Profile;
pub use sampler::Sampler;
pub use tree::{GameTree, NoTree, TreeOptions};

use self::keys::Keys;
use self::tree::NODE_BYTES;
use super::random::own_moves;
use super::{Refusal, RefusalKind, Search, Step};
use crate::budget::{Budget, Limit, Meter, Pace, Signal};
use crate::game::{Game, GameInfo, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};

/// Counterfactual regret minimisation on the whole game tree. It plays the average strategy: its move is drawn by the
/// probabilities of the report.
pub struct Cfr<G: Game> {
    game: G,
    info: GameInfo,
    config: CfrConfig,
    /// The tree and what is known of it; with hidden information it serves every decision of a game.
    solved: Option<(GameTree<G>, Iterations)>,
}

impl<G: Game> Cfr<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: CfrConfig) -> Result<Self, Refusal> {
        keys::check(&game, "cfr")?;
        let info = game.info();
        if info.hidden && info.random_start {
            let text =
                format!("cfr needs one start; `{}` has a random one and hidden information (try mccfr)", info.name);
            return Err(Refusal::new(RefusalKind::Other, text));
        }
        Ok(Cfr { game, info, config, solved: None })
    }

    /// Makes the tree, if there is none.
    fn build(&mut self, position: &View<G::State>, budget: &Budget, meter: &Meter) -> Result<(), NoTree> {
        if self.solved.is_some() {
            return Ok(());
        }
        let moves = own_moves(&self.game, position);
        let mut pace = Pace::new(meter);
        let memory = budget.memory.map_or(usize::MAX, |bytes| bytes / NODE_BYTES);
        let options = TreeOptions { nodes: self.config.nodes.min(memory), views: false };
        // Without hidden information the position at hand is a game of its own.
        let start = if self.info.hidden { &self.game.start(&mut Random::new(0)) } else { position.state() };
        let game = &self.game;
        let tree = GameTree::build(game, start, options, &mut || match pace.step(meter) {
            Signal::GoOn => None,
            Signal::Report => {
                meter.publish(uniform(&moves, Unit::Iterations).with_end(Limit::Running, 0.0).checked_by(game));
                None
            }
            Signal::End(limit) => Some(limit),
        })?;
        let iterations = Iterations::new(&tree, self.config.variant);
        self.solved = Some((tree, iterations));
        Ok(())
    }
}

impl<G: Game> Search<G> for Cfr<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let moves = own_moves(&self.game, position);
        if !self.info.hidden {
            self.solved = None;
        }
        let built = match meter.exceeded(0) {
            Some(limit) => Err(NoTree::Ended(limit)),
            None if moves.is_empty() => Err(NoTree::Ended(Limit::Finished)),
            None => self.build(position, budget, &meter),
        };
        let mut report = match (built, &mut self.solved) {
            (Ok(()), Some((tree, iterations))) => {
                let key = Keys::of(&self.game).key_of(position);
                let before = iterations.done();
                let goal = Goal::share(self.config.accuracy, self.info.range);
                let ended = iterations.run(tree, &meter, goal, &mut |so_far, done| {
                    let report = report_of(tree, so_far, key, &moves).with_work(done, Unit::Iterations);
                    meter.publish(report.with_end(Limit::Running, 0.0).checked_by(&self.game));
                });
                let done = iterations.done() - before;
                let mut report = report_of(tree, iterations, key, &moves).with_work(done, Unit::Iterations);
                if let Some((iterations, exploitability)) = iterations.checked() {
                    report.notes.push(format!("exploitability {exploitability:.6} after {iterations} iterations"));
                }
                report.with_end(ended, 0.0)
            }
            (Err(NoTree::Refused(refusal)), _) => {
                let mut report = uniform(&moves, Unit::Iterations);
                report.notes.push(format!("{refusal}: the move is random"));
                report
            }
            (Err(NoTree::Ended(limit)), _) => {
                let mut report = uniform(&moves, Unit::Iterations).with_end(limit, 0.0);
                if !moves.is_empty() {
                    report.notes.push("the tree did not fit into the budget: the move is random".to_owned());
                }
                report
            }
            (Ok(()), None) => uniform(&moves, Unit::Iterations),
        };
        draw(&mut report, rng);
        report.seconds = meter.elapsed().as_secs_f64();
        report.checked_by(&self.game)
    }

    fn advance(&mut self, _: &Step<G::Move>) {
        self.solved = None;
    }

    fn observe(&mut self, _: &View<G::State>) {
        // The whole game was solved, whatever the position.
    }

    fn reset(&mut self) {
        self.solved = None;
    }
}

/// Every move with the same probability.
fn uniform<M: Copy>(moves: &[M], unit: Unit) -> Report<M> {
    let probability = 1.0 / moves.len() as f64;
    let candidate = |&mv: &M| Candidate { probability: Some(probability), ..Candidate::new(mv) };
    Report::of_candidates(moves.iter().map(candidate).collect()).with_work(0, unit)
}

/// The average strategy at the information set with this key.
fn report_of<G: Game>(tree: &GameTree<G>, known: &Iterations, key: u64, moves: &[G::Move]) -> Report<G::Move> {
    let Some(set) = tree.find(key).filter(|&set| tree.moves(set) == moves) else {
        let mut report = uniform(moves, Unit::Iterations);
        report.notes.push("the position cannot be reached from the start of the game: the move is random".to_owned());
        return report;
    };
    let (strategy, values) = known.at(tree, set);
    let nodes = tree.nodes() as u64;
    mixed(moves, &strategy, values.as_deref()).with_size(nodes, nodes * NODE_BYTES as u64, tree.depth())
}

/// A report of a mixed strategy, the likeliest move first.
fn mixed<M: Copy>(moves: &[M], strategy: &[f64], values: Option<&[f64]>) -> Report<M> {
    let candidate = |(place, &mv): (usize, &M)| Candidate {
        mean: values.map(|values| values[place]),
        probability: Some(strategy[place]),
        ..Candidate::new(mv)
    };
    let mut candidates: Vec<_> = moves.iter().enumerate().map(candidate).collect();
    candidates.sort_by(|a, b| b.probability.unwrap_or(0.0).total_cmp(&a.probability.unwrap_or(0.0)));
    let value = values.map(|values| values.iter().zip(strategy).map(|(value, p)| value * p).sum());
    let best = candidates.first().map(|candidate| candidate.mv);
    Report::of_candidates(candidates).with_best(best, value)
}

/// Draws the move by the probabilities of the candidates.
fn draw<M: Copy>(report: &mut Report<M>, rng: &mut Random) {
    let mut left = rng.unit();
    let drawn = report.candidates.iter().find(|candidate| {
        left -= candidate.probability.unwrap_or(0.0);
        left < 0.0
    });
    if let Some(drawn) = drawn {
        report.best = Some(drawn.mv);
        report.pv = vec![drawn.mv];
    }
}
