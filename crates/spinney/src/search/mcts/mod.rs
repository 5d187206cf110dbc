//! Monte-Carlo tree search: one loop with replaceable steps.
//!
//! Each simulation *selects* a path from the root to a leaf ([`Selection`], [`Amaf`]), *expands* the leaf if it is
//! due, *simulates* the rest of the game ([`Playout`]) and *backs up* the result ([`Backup`]) along the path; at the
//! end one root move is the *answer* ([`Answer`]). Every phase is a file of this folder, and every choice is one field
//! of [`Config`].
//!
//! It plays games of one, two and many players: a node keeps the payoff of the player that moved there (max^n), so no
//! player's reward is counted for another. Chance turns are sampled by their exact weights, simultaneous moves are
//! searched by decoupled UCT or regret matching. Payoffs stay in the game's unit; exploration constants apply to
//! payoffs normalised to 0…1 by the declared range, or by the range seen so far.
//!
//! Sources: Kocsis & Szepesvári 2006 (UCT); Coulom 2006; Browne et al. 2012 (survey); the phases name theirs.

mod amaf;
mod answer;
mod backup;
mod burst;
mod check;
mod config;
mod context;
mod draws;
mod drive;
mod expand;
pub mod explain;
mod inspect;
mod joint;
mod leaf;
mod live;
mod lookahead;
mod parameters;
mod playout_stats;
mod recycle;
mod search_tree;
mod select;
mod sharded;
mod simulate;
mod solver;
mod sqrt_table;
mod transpositions;
mod tree;
mod worker;

pub use config::{
    Amaf, Answer, Backup, Config, JointRule, LEAST_MEMORY, Parallel, Playout, Prior, Prune, RaveSchedule, Selection,
    Unvisited, WhenFull,
};
pub use inspect::{Stats, Viewpoint};

use rustc_hash::FxHashSet;

use self::answer::RootTable;
use self::context::{Plan, Shared};
use self::playout_stats::PlayoutStats;
use self::search_tree::{Log, Run, SearchTree};
use self::tree::{Node, ROOT, Tree};
use self::worker::Worker;
use super::random::own_moves;
use super::{Refusal, Search, Step, TreeLimits, TreeView};
use crate::budget::{Budget, Limit, Meter};
use crate::game::{Game, GameInfo, Moves, Turn, View};
use crate::random::Random;
use crate::report::{Report, Unit};
use crate::search::facts::Facts;
use crate::search::threads;

/// Monte-Carlo tree search for games of type `G`.
pub struct Mcts<G: Game> {
    game: G,
    config: Config,
    info: GameInfo,
    plan: Plan,
    /// One tree; one per thread under root parallelism.
    trees: Vec<SearchTree<G>>,
    /// The trees belong to the position that the game is in now.
    current: bool,
    /// What the playouts of each thread have learnt.
    learnt: Vec<PlayoutStats>,
}

impl<G: Game> Mcts<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let facts = Facts::of(&game);
        config.check_for(&facts)?;
        let plan = Plan::new(&facts, &config);
        let info = facts.info;
        Ok(Mcts { game, config, info, plan, trees: Vec::new(), current: false, learnt: Vec::new() })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Bytes per tree node with this configuration.
    pub fn node_bytes(&self) -> usize {
        Tree::<G::Move>::bytes_per_node(&self.plan.fields(&self.info, &self.config))
    }

    /// The tree of the last search (the first one, where there are several); `None` before any search.
    pub fn tree_view(&self, limits: &TreeLimits) -> Option<TreeView<G::Move>> {
        let view = |tree: &SearchTree<G>| inspect::view(&tree.nodes, &self.plan, &self.config, limits);
        self.trees.first().map(|tree| view(tree).checked_by(&self.game))
    }

    fn tree_count(&self) -> usize {
        if self.config.threads > 1 && self.config.parallel == Parallel::Root { self.config.threads } else { 1 }
    }

    /// The kept trees if they fit the position, or fresh ones; none if there is nothing to decide.
    fn plant(&mut self, position: &View<G::State>, budget: &Budget) -> Vec<SearchTree<G>> {
        let count = self.tree_count();
        let kept = std::mem::take(&mut self.trees);
        let current = std::mem::take(&mut self.current) && kept.len() == count;
        if current && kept.iter().all(|tree| self.fits(tree, position)) {
            return kept;
        }
        drop(kept);
        let memory = budget.memory.unwrap_or(self.config.memory).max(LEAST_MEMORY) / count;
        let player = position.observer().0;
        let Some(mv) = own_moves(&self.game, position).first().copied() else { return Vec::new() };
        let fresh = |_| {
            let mut nodes = Tree::new(self.plan.fields(&self.info, &self.config), memory, Node::new(mv, player));
            nodes.expect(budget.simulations.map_or(0, |most| 3 * most.min(1 << 30) as usize));
            SearchTree { nodes, past: RootTable::default(), shared: Shared::default(), best: None }
        };
        (0..count).map(fresh).collect()
    }

    /// Whether the root of a kept tree has exactly the moves of the position, or those that pruning and
    /// merging leave of them.
    fn fits(&self, tree: &SearchTree<G>, position: &View<G::State>) -> bool {
        let Some(block) = tree.nodes.children(tree.nodes.node(ROOT)) else { return true };
        let mut moves = Moves::new();
        let turn = self.game.turn(position.state(), &mut moves);
        // Roots are pruned in single-player games only, but any root may have been a node below another one before.
        for prune in [false, self.plan.prune] {
            if matches!(turn, Turn::Player(_)) && block.nodes.len() < moves.len() {
                expand::prune_moves(&self.game, position.state(), &mut moves, prune, self.config.merge, || false);
            }
        }
        let listed: FxHashSet<G::Move> = moves.iter().copied().collect();
        block.nodes.len() == moves.len() && block.nodes.iter().all(|child| listed.contains(&child.mv()))
    }

    /// Runs simulations until the budget ends; returns how many, and why they ended.
    fn run(
        &self,
        trees: &mut [SearchTree<G>],
        position: &View<G::State>,
        meter: &Meter,
        rng: &mut Random,
        log: &mut Log,
        learnt: &mut Vec<PlayoutStats>,
    ) -> (u64, Limit) {
        learnt.resize_with(self.config.threads, PlayoutStats::default);
        learnt.iter_mut().for_each(|stats| stats.fade(self.config.playout_keep));
        let run = Run { game: &self.game, config: &self.config, plan: &self.plan, info: &self.info, position };
        match trees {
            [tree] => self.run_on_one(&run, tree, meter, rng, log, learnt),
            trees => run_on_each(&run, trees, meter, rng, log, learnt),
        }
    }

    fn run_on_one(
        &self,
        run: &Run<'_, G>,
        tree: &mut SearchTree<G>,
        meter: &Meter,
        rng: &mut Random,
        log: &mut Log,
        learnt: &mut [PlayoutStats],
    ) -> (u64, Limit) {
        let mut workers: Vec<Worker<G>> = (0..self.config.threads).map(|_| Worker::new(rng.split(), meter)).collect();
        for (worker, stats) in workers.iter_mut().zip(&mut *learnt) {
            worker.stats = std::mem::take(stats);
        }
        let mut done = 0;
        workers[0].best = tree.best.take();
        let limit = run.drive(tree, &mut workers, meter, &mut done, log);
        for (worker, stats) in workers.iter_mut().zip(learnt) {
            *stats = std::mem::take(&mut worker.stats);
            log.add(worker);
            let line = worker.best.take();
            if line.as_ref().map(|line| line.value) > tree.best.as_ref().map(|best| best.value) {
                tree.best = line;
            }
        }
        (done, limit)
    }

    fn report(
        &self,
        position: &View<G::State>,
        done: u64,
        limit: Limit,
        log: &Log,
        meter: &Meter,
        rng: &mut Random,
    ) -> Report<G::Move> {
        let player = position.observer().index();
        let mut table = RootTable::default();
        for tree in &self.trees {
            table.add_table(&tree.past);
            table.add(&tree.nodes, &self.plan, &self.config, player);
        }
        let mut report = fallback(&self.game, position, rng, done, limit);
        report.notes = log.notes(&self.config);
        report.depth = log.depth;
        report.restarts = log.restarts;
        if table.is_empty() {
            return report;
        }
        report.nodes = self.trees.iter().map(|tree| tree.nodes.len() as u64).sum();
        report.bytes = self.trees.iter().map(SearchTree::bytes).sum();
        let context = self.trees[0].context(&self.game, &self.config, &self.plan, position, meter);
        let proven = self.trees.iter().any(|tree| tree.nodes.node(ROOT).is_proven());
        let lines = self.trees.iter().filter_map(|tree| tree.best.as_ref());
        let line = lines.reduce(|a, b| if b.value > a.value { b } else { a });
        live::fill(&mut report, &context, &table, proven, line, rng);
        report
    }
}

/// Root parallelism: a thread for every tree. The first proof ends all of them.
fn run_on_each<G: Game>(
    run: &Run<'_, G>,
    trees: &mut [SearchTree<G>],
    meter: &Meter,
    rng: &mut Random,
    log: &mut Log,
    learnt: &mut [PlayoutStats],
) -> (u64, Limit) {
    let threads = trees.len() as u64;
    let mut parts = Vec::with_capacity(trees.len());
    for (thread, tree) in trees.iter_mut().enumerate() {
        let mut worker = Worker::new(rng.split(), &meter.share(thread as u64, threads));
        worker.stats = std::mem::take(&mut learnt[thread]);
        parts.push((tree, [worker], 0, Limit::Finished, Log::default()));
    }
    threads::on_each(meter, &mut parts, |thread, (tree, worker, done, limit, log)| {
        worker[0].best = tree.best.take();
        *limit = run.drive(tree, worker, &meter.share(thread as u64, threads), done, log);
        if *limit == Limit::Finished {
            meter.stop();
        }
        log.add(&worker[0]);
        tree.best = worker[0].best.take();
    });
    for ((_, worker, ..), stats) in parts.iter_mut().zip(learnt) {
        *stats = std::mem::take(&mut worker[0].stats);
    }
    let limits: Vec<Limit> = parts.iter().map(|&(_, _, _, limit, _)| limit).collect();
    let limit = if limits.contains(&Limit::Finished) { Limit::Finished } else { limits[0] };
    let done = parts.iter().map(|&(_, _, simulations, ..)| simulations).sum();
    parts.iter().for_each(|(.., part)| log.merge(part));
    (done, limit)
}

/// The report of a search that could do nothing: any legal move.
fn fallback<G: Game>(
    game: &G,
    position: &View<G::State>,
    rng: &mut Random,
    done: u64,
    limit: Limit,
) -> Report<G::Move> {
    let moves = own_moves(game, position);
    let best = (!moves.is_empty()).then(|| moves[rng.below(moves.len())]);
    Report::of_moves(moves).with_best(best, None).with_work(done, Unit::Simulations).with_end(limit, 0.0)
}

impl<G: Game> Search<G> for Mcts<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        // The trees are put back after the search: a panic in the rules leaves none behind that is half done.
        let mut trees = self.plant(position, budget);
        if trees.is_empty() {
            return fallback(&self.game, position, rng, 0, Limit::Finished);
        }
        let mut log = Log::default();
        for tree in &mut trees {
            tree.past = RootTable::default();
        }
        let mut learnt = std::mem::take(&mut self.learnt);
        let (done, limit) = self.run(&mut trees, position, &meter, rng, &mut log, &mut learnt);
        self.learnt = learnt;
        self.trees = trees;
        let mut report = self.report(position, done, limit, &log, &meter, rng);
        report.seconds = meter.elapsed().as_secs_f64();
        report.checked_by(&self.game)
    }

    fn advance(&mut self, step: &Step<G::Move>) {
        let moves = match step {
            Step::Move(_, mv) | Step::Chance(mv) => std::slice::from_ref(mv),
            Step::Joint(moves) => moves.as_slice(),
        };
        // Shared nodes and GRAVE tables are keyed by what a move to a new root changes.
        let movable = self.config.reuse && !self.config.transpositions;
        self.current =
            movable && !self.trees.is_empty() && self.trees.iter_mut().all(|tree| tree.advance(moves, &self.plan));
        if !self.current {
            self.trees.clear();
        }
    }

    /// A simulation with such a step is abandoned before it changes the tree.
    fn survives_cut_steps(&self) -> bool {
        true
    }

    fn reset(&mut self) {
        self.trees.clear();
        self.learnt.clear();
        self.current = false;
    }

    /// Grows the tree for whoever is to move.
    fn prepare(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) {
        let mut moves = Moves::new();
        let mover = match self.game.turn(position.state(), &mut moves) {
            Turn::Player(player) => player,
            Turn::Joint => position.observer(),
            Turn::Over | Turn::Chance => return,
        };
        self.search(&View::of(&self.game, position.state(), mover), budget, rng);
        self.current = self.config.reuse && !self.trees.is_empty();
    }

    fn tree(&self, limits: &TreeLimits) -> Option<TreeView<G::Move>> {
        self.tree_view(limits)
    }
}
