//! Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012).
//!
//! The deciding player does not know the position, only a set of positions that look the same (an information set).
//! Every simulation samples one of them ([`Hidden::sample`](crate::game::capabilities::Hidden::sample)) and is played
//! in it, but all simulations share one tree, whose edges are observations. A move that is legal only in some positions
//! is chosen by UCB1 with the number of times that it was available:
//!
//! ```text
//! mean + c · width · √(ln available / visits)
//! ```
//!
//! *Single observer*: one tree with an edge for every move. *Multiple observers*: a tree for every player, with an edge
//! for everything that the player can distinguish
//! ([`observation_key`](crate::game::capabilities::Hidden::observation_key)); all trees are descended together, and
//! each player chooses in its own. Chance outcomes are those of the sampled state. Every player maximises its own
//! payoff.
//!
//! The likelihood of positions is defined by the game (`sample`), or by a [belief](crate::belief). *Public states*: for
//! a player with more information than the others, simulations begin in all positions that the others consider
//! possible, and every tree at the node of its owner's information state; so simulations model the others by *their*
//! information.
//!
//! Perfect-information games are played as well; then this is plain UCT.

mod config;
mod history;
mod parameters;
mod root;
mod select;
mod solver;
mod tree;
mod view;
mod worker;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

pub use config::{Config, Observers, Playout, SampleFrom};

use self::root::Root;
use self::solver::{Knowing, LOST, Results, WON};
use self::tree::{Edge, NOWHERE, Tree};
use self::worker::{Core, Worker};
use super::random::own_moves_once;
use super::{Refusal, RefusalKind, Search, TreeLimits, TreeView};
use crate::belief::Tallies;
use crate::budget::{Budget, Limit, Meter};
use crate::game::{Game, GameInfo, MAX_PLAYERS, Player, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};
use crate::search::sorting::sort_descending;
use crate::search::threads;

/// The smallest memory that trees can work in.
const LEAST_MEMORY: usize = 1 << 14;

/// Information-set Monte-Carlo tree search.
pub struct Ismcts<G: Game> {
    game: G,
    info: GameInfo,
    config: Config,
    /// The playout policy when each of the players decides.
    policies: Vec<Option<usize>>,
    /// After how many turns playouts are cut when each of the players decides.
    playout_caps: Vec<u32>,
    /// What sightings of this game have shown, where beliefs are learnt.
    tallies: Option<Tallies>,
    /// The tree of the last search in which the player at the root chose, that of the first thread; and the player.
    last: Option<(Tree<G::Move>, Player)>,
}

impl<G: Game> Ismcts<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        config.check()?;
        if info.joint {
            return Err(Refusal::new(
                RefusalKind::SimultaneousMoves,
                format!("ismcts cannot play simultaneous moves, which `{}` has", info.name),
            ));
        }
        if info.hidden && game.capabilities().hidden.is_none() {
            let name = &info.name;
            return Err(Refusal::missing_capability(format!(
                "`{name}` has hidden information and no capability to sample positions"
            )));
        }
        if info.players() > MAX_PLAYERS {
            return Err(Refusal::new(
                RefusalKind::Players,
                format!("{} players, at most {MAX_PLAYERS} are possible", info.players()),
            ));
        }
        let policies = config.policies(&game, &info)?;
        let playout_caps = config.playout_caps(&game, &info);
        Ok(Ismcts { game, info, config, policies, playout_caps, tallies: None, last: None })
    }

    /// Runs one worker per thread until the budget ends; returns what ended them.
    fn run(&self, core: &Core<'_, G>, workers: &mut [Worker<G>], meter: &Meter) -> Limit {
        let run = |worker: &mut Worker<G>| {
            loop {
                if let Some(limit) = worker.meter.exceeded(worker.done) {
                    return limit;
                }
                if core.solved.load(Ordering::Relaxed) {
                    return Limit::Finished;
                }
                if worker.done >= u64::from(u32::MAX - 1) {
                    return Limit::Visits;
                }
                if worker.meter.report_wanted() {
                    worker.publish(core);
                }
                if let Err(limit) = worker.simulate(core) {
                    return limit;
                }
            }
        };
        let ended_by = OnceLock::new();
        threads::on_each(meter, workers, |number, worker| {
            let limit = run(worker);
            if number == 0 {
                ended_by.get_or_init(|| limit);
            }
        });
        ended_by.into_inner().expect("the first worker has ended")
    }
}

impl<G: Game> Search<G> for Ismcts<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let moves = own_moves_once(&self.game, position);
        Tallies::keep(&mut self.tallies, &self.game, position, self.config.belief);
        let root = Root::new(&self.game, &self.info, &self.config, position, self.tallies.as_ref());
        let provable = self.config.solver && solver::results(&self.info).is_some();
        let known = root.known.as_ref().filter(|_| provable);
        let core = Core {
            game: &self.game,
            info: &self.info,
            config: &self.config,
            policy: self.policies[position.observer().index()],
            playout_cap: self.playout_caps[position.observer().index()],
            view: position,
            moves: &moves,
            capabilities: self.game.capabilities(),
            root: &root,
            solving: known.map(|state| Knowing::of(&self.game, &self.info, state)),
            solved: &AtomicBool::new(false),
        };
        let threads = self.config.threads;
        let memory = budget.memory.unwrap_or(self.config.memory).max(LEAST_MEMORY) / threads;
        let mut workers: Vec<Worker<G>> = (0..threads)
            .map(|part| Worker::new(&core, memory, meter.share(part as u64, threads as u64), rng.split()))
            .collect();
        // A forced move in a game with hidden information needs no search, and its value would prove nothing.
        let forced = moves.is_empty() || moves.len() == 1 && self.info.hidden;
        let ended_by = if forced { Limit::Finished } else { self.run(&core, &mut workers, &meter) };
        let all = || workers.iter().flat_map(|worker| &worker.trees);
        let mut report = core
            .report(workers.iter().map(|worker| &worker.trees[core.owner()]))
            .with_work(workers.iter().map(|worker| worker.done).sum(), Unit::Simulations)
            .with_size(
                all().map(|tree| tree.len() as u64).sum(),
                all().map(|tree| tree.bytes() as u64).sum(),
                workers.iter().map(|worker| worker.depth).max().unwrap_or(0),
            )
            .with_end(ended_by, 0.0);
        report.notes.extend(root.note.map(str::to_owned));
        let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        if self.config.sample_from == SampleFrom::Public && visits > 0 && visits < report.simulations {
            let others = report.simulations - visits;
            report.notes.push(format!(
                "visits are of simulations that began in the player's own information; {others} began elsewhere in what is \
                 public (sample-from=public)"
            ));
        }
        if workers.iter().flat_map(|worker| &worker.trees).any(|tree| tree.full) {
            report.notes.push("memory was used up: the tree stopped growing, simulations continued".to_owned());
        }
        let cut: u64 = workers.iter().map(|worker| worker.cut).sum();
        if cut > 0 {
            report.notes.push(format!("{cut} playouts were cut after {} turns", core.playout_cap));
        }
        report.seconds = meter.elapsed().as_secs_f64();
        let owner = core.owner();
        let first = workers.swap_remove(0);
        self.last = first.trees.into_iter().nth(owner).map(|tree| (tree, position.observer()));
        report.checked_by(&self.game)
    }

    fn observe(&mut self, view: &View<G::State>) {
        Tallies::keep(&mut self.tallies, &self.game, view, self.config.belief);
    }

    fn reset(&mut self) {
        self.tallies = None;
        self.last = None;
    }

    fn tree(&self, limits: &TreeLimits) -> Option<TreeView<G::Move>> {
        let (tree, player) = self.last.as_ref()?;
        let shared = self.config.observers == Observers::Single;
        Some(tree.view(*player, shared, self.info.range, limits).checked_by(&self.game))
    }
}

impl<G: Game> Ismcts<G> {
    /// The evidence of the sightings of this game, for [`Weighing::Learnt`](crate::belief::Weighing).
    pub fn tallies(&self) -> Option<&Tallies> {
        self.tallies.as_ref()
    }
}

impl<G: Game> Core<'_, G> {
    /// The tree in which the player at the root chooses.
    fn owner(&self) -> usize {
        if self.config.observers == Observers::Single { 0 } else { self.view.observer().index() }
    }

    /// The decision by these trees of the player at the root.
    fn report<'t>(&self, trees: impl Iterator<Item = &'t Tree<G::Move>> + Clone) -> Report<G::Move> {
        let mut candidates = add_up(self.moves, solver::results(self.info), trees.clone().map(|tree| tree.edges(0)));
        if self.solving.is_some() {
            self.order_by_proof(&mut candidates);
        }
        let mut report = Report::of_candidates(candidates);
        report.proven = report.candidates.first().is_some_and(|best| best.proven.is_some());
        if let (Some(best), Some(tree)) = (report.best, trees.clone().next()) {
            report.pv = line(tree, best);
        }
        report
    }

    /// A report of a search that is still running, by the trees of one thread.
    fn standing(&self, trees: &[Tree<G::Move>], done: u64, depth: u32) -> Report<G::Move> {
        let (nodes, bytes) = (trees.iter().map(Tree::len).sum::<usize>(), trees.iter().map(Tree::bytes).sum::<usize>());
        self.report(std::iter::once(&trees[self.owner()]))
            .with_work(done, Unit::Simulations)
            .with_size(nodes as u64, bytes as u64, depth)
            .with_end(Limit::Running, 0.0)
            .checked_by(self.game)
    }

    /// Brings proven wins to the front and proven losses to the end.
    fn order_by_proof(&self, candidates: &mut [Candidate<G::Move>]) {
        let Some(results) = solver::results(self.info) else { return };
        sort_descending(candidates, |candidate| match candidate.proven {
            Some(value) if value >= results.won => 2.0,
            None => 1.0,
            Some(_) => 0.0,
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
        let proof = |proof: u8| roots.clone().flatten().any(|edge| edge.mv == mv && edge.proof() == proof);
        let proven = results.and_then(|results| match () {
            () if proof(WON) => Some(results.won),
            () if proof(LOST) => Some(results.lost),
            () => None,
        });
        Candidate { proven, ..Candidate::new(mv).with_mean(visits, sum / visits as f64) }
    };
    let mut candidates: Vec<_> = moves.iter().map(candidate).collect();
    let mean = |candidate: &Candidate<M>| candidate.mean.unwrap_or(f64::NEG_INFINITY);
    sort_descending(&mut candidates, mean);
    sort_descending(&mut candidates, |candidate| candidate.visits as f64);
    candidates
}

/// The most visited path through a tree that begins with `first`. If the tree has a single owner, moves that the owner
/// cannot distinguish are shown by one of them.
fn line<M: Copy + PartialEq>(tree: &Tree<M>, first: M) -> Vec<M> {
    let mut line = vec![first];
    let mut node = tree.edges(0).iter().find(|edge| edge.mv == first).map_or(NOWHERE, |edge| edge.child);
    while node != NOWHERE {
        let visited = tree.edges(node).iter().rev().filter(|edge| edge.visits > 0);
        let Some(next) = visited.max_by_key(|edge| edge.visits) else { break };
        line.push(next.mv);
        node = next.child;
    }
    line
}
