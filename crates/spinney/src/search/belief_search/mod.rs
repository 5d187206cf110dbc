//! Alpha-beta over beliefs, for imperfect information.
//!
//! A node is a set of states with weights: the belief of the deciding player, the *hero*, after all that it has observed. Its
//! own moves are made in all states alike, so it cannot choose by what it does not know; it maximises
//!
//! ```text
//! Σ weight · payoff
//! ```
//!
//! Moves of others and chance outcomes multiply the states, each with its probability; states are grouped by the hero's
//! observation ([`observation_key`](crate::game::capabilities::Hidden::observation_key)), and equal ones are merged.
//! Others follow a simple model ([`Opponent`]), not *their* beliefs. At the horizon the game's evaluation is averaged
//! over the states.
//!
//! The search uses iterative deepening, the usual move ordering, a transposition table on beliefs, and bounds from the
//! payoff range (Star1 over observations). For a player from whom nothing is hidden, now and later, it delegates to
//! [alpha-beta](crate::search::minimax) with perfect information, where all others play against the hero and share its
//! information.
//!
//! It is assumed that the hero knows whose turn it is and, at its own turns, its legal moves.

mod config;
mod descend;
mod expand;
mod pool;
mod root;
mod worker;

pub use config::{Config, Opponent};

use self::pool::{Group, Level, Outcome, code_of};
use self::root::Root;
use self::worker::{Setting, Worker};
use super::minimax::table::{Room, Table};
use super::minimax::{self, AlphaBeta};
use super::random::own_moves_once;
use super::{Refusal, Search};
use crate::belief::{Belief, Tallies, Weighing};
use crate::budget::{Budget, Limit, Meter};
use crate::evaluation::Evaluator;
use crate::game::{Game, Moves, PerfectInformation, Player, Turn, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};
use crate::search::sorting::sort_descending;

/// States that are sampled where they cannot be listed.
const DRAWN: usize = 64;
const ROOM: Room = Room { nodes_per_second: 2e6, bytes_per_node: 24 };
/// Games that are played at random to see whether something will be hidden, and their length.
const TRIALS: u64 = 3;
const TRIAL_TURNS: usize = 200;

/// Alpha-beta over beliefs for games of type `G`.
pub struct BeliefSearch<G: Game> {
    game: G,
    config: Config,
    /// For players from whom nothing is hidden.
    open: AlphaBeta<PerfectInformation<G>>,
    /// Kept between the moves of a game.
    table: Option<Table>,
    tallies: Option<Tallies>,
}

impl<G: Game + Clone> BeliefSearch<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        config.check(&game)?;
        let open = minimax::Config {
            depth: config.depth,
            table: config.table,
            memory: config.memory,
            weights: config.weights.clone(),
            threads: config.threads,
            ..minimax::Config::default()
        };
        let mut open = AlphaBeta::new(PerfectInformation(game.clone()), open)?;
        // Others may know less than the deciding player, so the result is a bound and not the value of the game.
        if game.info().hidden {
            open = open.without_proofs();
        }
        Ok(BeliefSearch { game, config, open, table: None, tallies: None })
    }
}

impl<G: Game> BeliefSearch<G> {
    /// The belief of the observer.
    fn belief(&mut self, position: &View<G::State>, rng: &mut Random) -> Belief<G::State> {
        Tallies::keep(&mut self.tallies, &self.game, position, self.config.belief);
        let listed = Belief::of(&self.game, position, self.config.belief, self.tallies.as_ref());
        // A position that is known need not be drawn.
        let listed = listed.filter(|belief| self.config.belief != Weighing::Sample || belief.states().len() == 1);
        listed.unwrap_or_else(|| Belief::sampled(&self.game, position, self.config.states.min(DRAWN), rng))
    }

    /// Makes a table for a search, or keeps the one there is.
    fn prepare_table(&mut self, budget: &Budget) {
        if !self.config.table || self.game.capabilities().key.is_none() {
            return;
        }
        ROOM.prepare(&mut self.table, self.config.memory, budget);
    }

    fn run(
        &self,
        belief: &Belief<G::State>,
        position: &View<G::State>,
        meter: &Meter,
        rng: &mut Random,
    ) -> Report<G::Move> {
        let capabilities = self.game.capabilities();
        let evaluator = match Evaluator::new(&self.game, self.config.weights.as_ref()) {
            Ok(evaluator) => evaluator,
            Err(refusal) => unreachable!("rejected when the search was made: {refusal}"),
        };
        let flat = evaluator.is_flat();
        let range = self.game.info().range;
        let setting = Setting {
            game: &self.game,
            config: &self.config,
            hero: position.observer(),
            low: range.map_or(f64::NEG_INFINITY, |range| range.low),
            high: range.map_or(f64::INFINITY, |range| range.high),
            evaluator,
            hidden: capabilities.hidden,
            key: capabilities.key,
            tactics: capabilities.tactics,
            table: self.table.as_ref(),
        };
        let mut moves = own_moves_once(&self.game, position);
        let legal = moves.len();
        rng.shuffle(&mut moves);
        if let Some(tactics) = capabilities.tactics {
            sort_descending(&mut moves, |&mv| tactics.rank(position.state(), mv).into());
        }
        let mut root = Root::new(&moves);
        let mut worker = Worker::new(&setting, meter);
        if legal > 1 {
            let group = fill(&setting, &mut worker.levels[0], belief);
            worker.deepen(&mut root, &group);
        }
        let mut notes = vec![format!("{} states, {} leaves", belief.states().len(), worker.leaves)];
        if flat && legal > 1 && !root.complete {
            notes.push("the game has no evaluation: positions at the horizon all count alike".to_owned());
        }
        let bytes = (worker.bytes() + self.table.as_ref().map_or(0, Table::bytes)) as u64;
        let ended_by = if legal > 1 { root.ended_by } else { Limit::Finished };
        let mut report = standing(&root)
            .with_work(worker.nodes, Unit::Nodes)
            .with_size(worker.nodes, bytes, root.depth.max(worker.deepest as u32))
            .with_end(ended_by, meter.elapsed().as_secs_f64());
        report.notes = notes;
        report
    }
}

/// The results of the root moves.
fn standing<M: Copy>(root: &Root<M>) -> Report<M> {
    let best = root.moves.first();
    let mut report = Report::new(best.map(|best| best.mv));
    report.value = best.and_then(|best| best.value);
    report.with_candidates(root.moves.iter().map(candidate).collect()).with_size(0, 0, root.depth)
}

fn candidate<M: Copy>(entry: &root::RootMove<M>) -> Candidate<M> {
    Candidate {
        visits: entry.nodes,
        mean: entry.value.filter(|_| entry.exact),
        mean_at_most: entry.value.filter(|_| !entry.exact),
        ..Candidate::new(entry.mv)
    }
}

/// Puts a belief into the first pool.
fn fill<G: Game>(setting: &Setting<'_, G>, level: &mut Level<G::State, G::Move>, belief: &Belief<G::State>) -> Group {
    level.clear();
    let code = code_of(0, Turn::Player(setting.hero));
    for candidate in belief.states() {
        let state = level.copy(&candidate.state);
        let key = setting.key.map_or(u64::from(state), |key| key.key(&candidate.state));
        level.outcomes.push(Outcome { code, key, weight: candidate.weight, state });
    }
    level.gather(setting.config.states);
    level.groups[0]
}

/// Whether, judging by random games, `player` can observe everything that happens after `state`.
fn sees_all<G: Game>(game: &G, state: &G::State, player: Player, meter: &Meter) -> bool {
    let Some(hidden) = game.capabilities().hidden else { return true };
    let mut moves = Moves::new();
    let mut seen = Vec::new();
    for trial in 0..TRIALS {
        let mut rng = Random::new(trial);
        let mut state = state.clone();
        for _ in 0..TRIAL_TURNS {
            if meter.interrupted().is_some() {
                return false;
            }
            moves.clear();
            let mv = match game.turn(&state, &mut moves) {
                Turn::Over | Turn::Joint => break,
                Turn::Chance => moves[moves.draw_weighted(&mut rng)],
                Turn::Player(_) => moves[rng.below(moves.len())],
            };
            seen.clear();
            seen.extend(moves.iter().map(|&mv| hidden.observation_key(&state, mv, player)));
            seen.sort_unstable();
            if seen.windows(2).any(|pair| pair[0] == pair[1]) {
                return false;
            }
            game.play(&mut state, mv);
        }
    }
    true
}

impl<G: Game> Search<G> for BeliefSearch<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let belief = self.belief(position, rng);
        if let [candidate] = belief.states()
            && sees_all(&self.game, &candidate.state, position.observer(), &meter)
        {
            let view = View::of(&PerfectInformation(&self.game), &candidate.state, position.observer());
            let left = budget.time.map(|time| time.saturating_sub(meter.elapsed()));
            let mut report = self.open.search(&view, &Budget { time: left, ..budget.clone() }, rng);
            // Others may know less than this player, so the result is a bound and not the value of the game.
            if self.game.info().hidden {
                report.notes.push("nothing is hidden from this player: searched with perfect information".to_owned());
            }
            return report;
        }
        self.prepare_table(budget);
        self.run(&belief, position, &meter, rng)
    }

    /// Keeps what was learnt about the opponent, and the tables: their entries are keyed by the positions and their
    /// weights.
    fn observe(&mut self, view: &View<G::State>) {
        Tallies::keep(&mut self.tallies, &self.game, view, self.config.belief);
    }

    fn reset(&mut self) {
        self.open.reset();
        self.tallies = None;
        Table::reset(&mut self.table);
    }
}
