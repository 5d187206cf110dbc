//! Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012).
//!
//! The player who decides does not know the position, only a set of positions that look the same (an information set). Every
//! simulation draws one of them ([`Hidden::sample`](crate::game::skills::Hidden::sample)) and is played in it, but all
//! simulations share one tree, whose edges are what can be noticed. A move that is legal only in some positions is
//! chosen by UCB1 with the number of times that it could have been chosen:
//!
//! ```text
//! mean + c · width · √(ln available / visits)
//! ```
//!
//! *Single observer*: one tree with an edge for every move. *Multiple observers*: a tree for every player, with an edge
//! for everything that the player can tell apart ([`observation_key`](crate::game::skills::Hidden::observation_key)); all trees are descended
//! together, and each player chooses in its own. Chance outcomes are those of the sampled state. Every player
//! maximises its own payoff.
//!
//! Which positions are likelier is the game's affair (`sample`), or that of a [belief](crate::belief). *Public states*: a
//! player who knows more than the others lets simulations begin in all positions that those take for possible, and every
//! tree at the node of what its owner knows of it; so simulations show what the others do by what *they* know.
//!
//! Perfect-information games are played as well; then this is plain UCT.

mod config;
mod history;
mod parameters;
mod root;
mod select;
mod solver;
mod tree;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};

pub use config::{Config, Observers, Playout, Worlds};

use self::root::Root;
use self::solver::{Knowing, LOST, Results, WON};
use self::tree::{Edge, NOWHERE, Tree};
use self::worker::{Core, Worker};
use super::random::own_moves;
use super::{Refusal, Search};
use crate::belief::Tallies;
use crate::budget::{Budget, Limit, Meter};
use crate::game::{Game, GameInfo, MAX_PLAYERS, View};
use crate::random::Random;
use crate::report::{Candidate, Report};

/// The smallest memory that trees can work in.
const LEAST_MEMORY: usize = 1 << 14;

/// Information-set Monte-Carlo tree search.
pub struct Ismcts<G> {
    game: G,
    info: GameInfo,
    config: Config,
    policy: Option<usize>,
    /// What sightings of this game have shown, where beliefs are learnt.
    tallies: Option<Tallies>,
}

impl<G: Game> Ismcts<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        config.check()?;
        if info.joint {
            return Err(Refusal::new(format!("ismcts cannot play joint turns, which `{}` has", info.name)));
        }
        if info.hidden && game.skills().hidden.is_none() {
            let name = &info.name;
            return Err(Refusal::new(format!("`{name}` hides information and has no skill to sample positions")));
        }
        if info.players() > MAX_PLAYERS {
            return Err(Refusal::new(format!("{} players, at most {MAX_PLAYERS} are possible", info.players())));
        }
        let policy = config.policy(&game)?;
        Ok(Ismcts { game, info, config, policy, tallies: None })
    }

    /// Runs one worker per thread until the budget ends; returns the simulations and what ended them.
    fn run(&self, core: &Core<'_, G>, workers: &mut [Worker<G>], meter: &Meter) -> (u64, Limit) {
        let parts = workers.len() as u64;
        let run = |worker: &mut Worker<G>, meter: Meter| {
            let mut done = 0;
            loop {
                if let Some(limit) = meter.exceeded(done) {
                    return (done, limit);
                }
                if core.solved.load(Ordering::Relaxed) {
                    return (done, Limit::Finished);
                }
                if done >= u64::from(u32::MAX - 1) {
                    return (done, Limit::Visits);
                }
                worker.simulate(core);
                done += 1;
            }
        };
        let (first, others) = workers.split_first_mut().expect("there is at least one worker");
        std::thread::scope(|scope| {
            let threads: Vec<_> = (1..)
                .zip(others)
                .map(|(part, worker)| {
                    let meter = meter.share(part, parts);
                    scope.spawn(move || run(worker, meter))
                })
                .collect();
            let (mut done, limit) = run(first, meter.share(0, parts));
            for thread in threads {
                done += thread.join().expect("a thread of the search panicked").0;
            }
            (done, limit)
        })
    }
}

impl<G: Game> Search<G> for Ismcts<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let moves = own_moves(&self.game, position);
        Tallies::keep(&mut self.tallies, &self.game, position, self.config.belief);
        let root = Root::new(&self.game, &self.info, &self.config, position, self.tallies.as_ref());
        let provable = self.config.solver && solver::results(&self.info).is_some();
        let known = root.known.as_ref().filter(|_| provable);
        let core = Core {
            game: &self.game,
            info: &self.info,
            config: &self.config,
            policy: self.policy,
            view: position,
            skills: self.game.skills(),
            root: &root,
            solving: known.map(|state| Knowing::of(&self.game, &self.info, state)),
            solved: &AtomicBool::new(false),
        };
        let threads = self.config.threads;
        let memory = budget.memory.unwrap_or(self.config.memory).max(LEAST_MEMORY) / threads;
        let mut workers: Vec<Worker<G>> = (0..threads).map(|_| Worker::new(&core, memory, rng.split())).collect();
        // A single move of a game that hides something needs no thought, and its value would prove nothing.
        let forced = moves.is_empty() || moves.len() == 1 && self.info.hidden;
        let (simulations, ended_by) = if forced { (0, Limit::Finished) } else { self.run(&core, &mut workers, &meter) };
        let owner = if self.config.observers == Observers::Single { 0 } else { position.observer().index() };
        let mut candidates =
            add_up(&moves, solver::results(&self.info), workers.iter().map(|worker| worker.trees[owner].edges(0)));
        if core.solving.is_some() {
            self.order_by_proof(&mut candidates);
        }
        let best = candidates.first();
        let mut report = Report {
            best: best.map(|best| best.mv),
            value: best.and_then(|best| best.proven.or(best.mean)),
            proven: best.is_some_and(|best| best.proven.is_some()),
            line: best.map_or(Vec::new(), |best| line(&workers[0].trees[owner], best.mv)),
            candidates,
            simulations,
            nodes: workers.iter().flat_map(|worker| &worker.trees).map(|tree| tree.len() as u64).sum(),
            bytes: workers.iter().flat_map(|worker| &worker.trees).map(|tree| tree.bytes() as u64).sum(),
            depth: workers.iter().map(|worker| worker.depth).max().unwrap_or(0),
            seconds: 0.0,
            ended_by,
            notes: Vec::new(),
        };
        report.notes.extend(root.note.map(str::to_owned));
        if workers.iter().flat_map(|worker| &worker.trees).any(|tree| tree.full) {
            report.notes.push("memory was used up: the tree stopped growing, simulations went on".to_owned());
        }
        let cut: u64 = workers.iter().map(|worker| worker.cut).sum();
        if cut > 0 {
            report.notes.push(format!("{cut} playouts were cut after {} turns", self.config.playout_cap));
        }
        report.seconds = meter.elapsed().as_secs_f64();
        report
    }

    fn observe(&mut self, view: &View<G::State>) {
        Tallies::keep(&mut self.tallies, &self.game, view, self.config.belief);
    }

    fn reset(&mut self) {
        self.tallies = None;
    }
}

impl<G: Game> Ismcts<G> {
    /// What the sightings of this game have shown so far, where [`Weighing::Learnt`](crate::belief::Weighing) asks for it.
    pub fn tallies(&self) -> Option<&Tallies> {
        self.tallies.as_ref()
    }

    /// Brings proven wins to the front and proven losses to the end.
    fn order_by_proof(&self, candidates: &mut [Candidate<G::Move>]) {
        let Some(results) = solver::results(&self.info) else { return };
        candidates.sort_by_key(|candidate| match candidate.proven {
            Some(value) if value >= results.won => 0,
            None => 1,
            Some(_) => 2,
        });
    }
}

/// The root moves with what all threads know of them, most visited first.
fn add_up<'t, M: Copy + PartialEq + 't>(
    moves: &[M],
    results: Option<Results>,
    roots: impl Iterator<Item = &'t [Edge<M>]> + Clone,
) -> Vec<Candidate<M>> {
    let candidate = |&mv: &M| {
        let edges = roots.clone().flatten().filter(|edge| edge.mv == mv);
        let (visits, sum) =
            edges.fold((0, 0.0), |(visits, sum), edge| (visits + u64::from(edge.visits), sum + edge.sum));
        let proof = |proof: u8| roots.clone().flatten().any(|edge| edge.mv == mv && edge.proof == proof);
        let proven = results.and_then(|results| match () {
            () if proof(WON) => Some(results.won),
            () if proof(LOST) => Some(results.lost),
            () => None,
        });
        Candidate { visits, mean: (visits > 0).then(|| sum / visits as f64), proven, ..Candidate::new(mv) }
    };
    let mut candidates: Vec<_> = moves.iter().map(candidate).collect();
    let mean = |candidate: &Candidate<M>| candidate.mean.unwrap_or(f64::NEG_INFINITY);
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(mean(b).total_cmp(&mean(a))));
    candidates
}

/// The most visited way through a tree that begins with `first`. Where the tree is its owner's, moves that the owner
/// cannot tell apart are shown by one of them.
fn line<M: Copy + PartialEq>(tree: &Tree<M>, first: M) -> Vec<M> {
    let mut line = vec![first];
    let mut node = tree.edges(0).iter().find(|edge| edge.mv == first).map_or(NOWHERE, |edge| edge.child);
    while node != NOWHERE {
        let Some(next) = tree.edges(node).iter().rev().max_by_key(|edge| edge.visits) else { break };
        line.push(next.mv);
        node = next.child;
    }
    line
}
