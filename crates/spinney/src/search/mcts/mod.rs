//! Monte-Carlo tree search: one loop with replaceable steps.
//!
//! Each simulation *selects* a path from the root to a leaf ([`Selection`], [`Amaf`]), *expands* the leaf if it is
//! due, *simulates* the rest of the game ([`Playout`]) and *backs up* the result ([`Backup`]) along the path; at the
//! end one root move is the *answer* ([`Answer`]). Every phase is a file of this folder, and every choice is one field
//! of [`Config`].
//!
//! It plays games of one, two and many players: a node keeps the payoff of the player who moved there (max^n), so
//! nobody's reward is counted for somebody else. Chance turns are sampled by their exact weights, joint turns are
//! searched by decoupled UCT or regret matching. Payoffs stay in the game's unit; exploration constants apply to
//! payoffs normalised to 0…1 by the declared range, or by the range seen so far.
//!
//! Sources: Kocsis & Szepesvári 2006 (UCT); Coulom 2006; Browne et al. 2012 (survey); the phases name theirs.

mod amaf;
mod answer;
mod backup;
mod config;
mod core;
mod drive;
mod expand;
pub mod explain;
mod grove;
mod inspect;
mod joint;
mod node;
mod parameters;
mod recycle;
mod roots;
mod select;
mod sharded;
mod simulate;
mod solver;
mod tables;
mod transpositions;
mod tree;
mod worker;

pub use config::{
    Amaf, Answer, Backup, Config, JointRule, LEAST_MEMORY, Parallel, Playout, Prior, RaveSchedule, Selection, Sift,
    Unvisited, WhenFull,
};
pub use inspect::{Stats, TreeLimits, TreeView, Viewpoint};

use self::answer::{RootTable, principal_variation};
use self::core::{Plan, Shared};
use self::grove::{Context, Grove, Log};
use self::node::{BUSY, LEAF, Node};
use self::tree::{ROOT, Tree};
use self::worker::Worker;
use super::random::own_moves;
use super::{Refusal, Search, Step};
use crate::budget::{Budget, Limit, Meter};
use crate::game::{Game, GameInfo, Moves, Turn, View};
use crate::random::Random;
use crate::report::{Candidate, Report};

/// Monte-Carlo tree search for games of type `G`.
pub struct Mcts<G: Game> {
    game: G,
    config: Config,
    info: GameInfo,
    plan: Plan,
    /// One tree; one per thread under root parallelism.
    groves: Vec<Grove<G>>,
    /// The trees belong to the position that the game is in now.
    current: bool,
}

impl<G: Game> Mcts<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        config.check(&game)?;
        let plan = Plan::new(&game, &info, &config);
        Ok(Mcts { game, config, info, plan, groves: Vec::new(), current: false })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Bytes per tree node with this configuration.
    pub fn node_bytes(&self) -> usize {
        Tree::<G::Move>::new(self.plan.fields(&self.info, &self.config), 0).node_bytes()
    }

    /// The tree of the last search (the first one, where there are several); `None` before any search.
    pub fn tree_view(&self, limits: &TreeLimits) -> Option<TreeView<G::Move>> {
        self.groves.first().map(|grove| inspect::view(&grove.tree, &self.plan, &self.config, limits))
    }

    fn trees(&self) -> usize {
        if self.config.threads > 1 && self.config.parallel == Parallel::Root { self.config.threads } else { 1 }
    }

    /// Fresh trees, or the kept ones if they fit the position.
    fn prepare(&mut self, position: &View<G::State>, budget: &Budget) {
        let keep = std::mem::take(&mut self.current) && self.groves.len() == self.trees();
        if keep && self.groves.iter().all(|grove| self.fits(grove, position)) {
            return;
        }
        let memory = budget.memory.unwrap_or(self.config.memory).max(LEAST_MEMORY) / self.trees();
        let player = position.observer().0;
        let any_move = own_moves(&self.game, position).first().copied();
        self.groves.clear();
        let Some(mv) = any_move else { return };
        for _ in 0..self.trees() {
            let mut tree = Tree::new(self.plan.fields(&self.info, &self.config), memory);
            tree.expect(budget.simulations.map_or(0, |most| 3 * most.min(1 << 30) as usize));
            tree.add(1, |_| Node::new(mv, player));
            self.groves.push(Grove { tree, past: RootTable::default(), shared: Shared::default(), best: None });
        }
    }

    /// Whether the root of a kept tree has exactly the moves of the position, or those that sifting and
    /// merging leave of them.
    fn fits(&self, grove: &Grove<G>, position: &View<G::State>) -> bool {
        let root = grove.tree.node(ROOT);
        let first = root.first();
        if first == LEAF || first == BUSY {
            return true;
        }
        let mut moves = Moves::new();
        let turn = self.game.turn(position.state(), &mut moves);
        let block = grove.tree.children(root, first);
        // A root is not sifted, but it may have been a node below another root before.
        for sift in [false, self.plan.sift] {
            if matches!(turn, Turn::Player(_)) && block.nodes.len() < moves.len() {
                expand::narrow(&self.game, position.state(), &mut moves, sift, self.config.merge);
            }
        }
        block.nodes.len() == moves.len() && block.nodes.iter().all(|child| moves.contains(&child.mv()))
    }

    /// Runs simulations until the budget ends; answers how many, and why they ended.
    fn run(&mut self, position: &View<G::State>, meter: &Meter, rng: &mut Random, log: &mut Log) -> (u64, Limit) {
        if self.trees() > 1 {
            return self.run_root_parallel(position, meter, rng, log);
        }
        let threads = self.config.threads;
        let mut workers: Vec<Worker<G>> = (0..threads).map(|_| Worker::new(rng.split())).collect();
        let mut done = 0;
        let grove = &mut self.groves[0];
        workers[0].best = grove.best.take();
        let context = Context { game: &self.game, config: &self.config, plan: &self.plan, info: &self.info, position };
        let limit = context.drive(grove, &mut workers, meter, &mut done, log);
        for worker in &mut workers {
            log.add(worker);
            let line = worker.best.take();
            if line.as_ref().map(|line| line.value) > grove.best.as_ref().map(|best| best.value) {
                grove.best = line;
            }
        }
        (done, limit)
    }

    fn run_root_parallel(
        &mut self,
        position: &View<G::State>,
        meter: &Meter,
        rng: &mut Random,
        log: &mut Log,
    ) -> (u64, Limit) {
        let context = Context { game: &self.game, config: &self.config, plan: &self.plan, info: &self.info, position };
        let threads = self.groves.len() as u64;
        let mut seeds: Vec<Random> = self.groves.iter().map(|_| rng.split()).collect();
        let results: Vec<(u64, Limit, Log)> = std::thread::scope(|scope| {
            let context = &context;
            let jobs: Vec<_> = (self.groves.iter_mut().zip(seeds.drain(..)).enumerate())
                .map(|(thread, (grove, rng))| {
                    scope.spawn(move || {
                        let mut workers = [Worker::new(rng)];
                        workers[0].best = grove.best.take();
                        let (mut done, mut log) = (0, Log::default());
                        let meter = meter.share(thread as u64, threads);
                        let limit = context.drive(grove, &mut workers, &meter, &mut done, &mut log);
                        log.add(&workers[0]);
                        grove.best = workers[0].best.take();
                        (done, limit, log)
                    })
                })
                .collect();
            jobs.into_iter().map(|job| job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        let mut limit = Limit::Finished;
        let mut done = 0;
        for (simulations, why, part) in results {
            done += simulations;
            log.merge(&part);
            if why != Limit::Finished {
                limit = why;
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
        rng: &mut Random,
    ) -> Report<G::Move> {
        let player = position.observer().index();
        let mut table = RootTable::default();
        for grove in &self.groves {
            table.add_table(&grove.past);
            table.add(&grove.tree, &self.plan, &self.config, player);
        }
        let mut report = fallback(&self.game, position, rng, done, limit);
        report.notes = log.notes(&self.config);
        report.depth = log.depth;
        if table.is_empty() {
            return report;
        }
        let core = self.groves[0].core(&self.game, &self.config, &self.plan, position);
        let row = table.choose(self.plan.answer, core.width(), rng);
        report.candidates = table.candidates(&self.plan);
        report.nodes = self.groves.iter().map(|grove| grove.tree.len() as u64).sum();
        report.bytes = self.groves.iter().map(Grove::bytes).sum();
        let Some(best) = row.map(|row| table.mv(row)).filter(|_| done > 0 || table_is_warm(&report)) else {
            return report;
        };
        let chosen = report.candidates.iter().find(|candidate| candidate.mv == best);
        report.best = Some(best);
        report.value = chosen.and_then(|candidate| candidate.proven.or(candidate.mean));
        report.proven = self.groves.iter().any(|grove| grove.tree.node(ROOT).is_proven())
            || chosen.is_some_and(|candidate| self.is_best_possible(candidate));
        report.line = principal_variation(&self.groves[0].tree, &self.plan, best);
        self.prefer_best_line(&mut report);
        report
    }

    fn is_best_possible(&self, candidate: &Candidate<G::Move>) -> bool {
        let top = self.plan.top;
        candidate.proven.is_some_and(|value| top.is_some_and(|top| value - self.plan.low >= top))
    }

    /// One-player searches answer with the best line ever seen.
    fn prefer_best_line(&self, report: &mut Report<G::Move>) {
        let lines = self.groves.iter().filter_map(|grove| grove.best.as_ref());
        let Some(best) = lines.reduce(|a, b| if b.value > a.value { b } else { a }) else { return };
        if self.plan.answer == Answer::BestLine {
            report.best = best.moves.first().copied().or(report.best);
            report.value = Some(best.value + self.plan.low);
        }
        if report.best == best.moves.first().copied() {
            report.line = best.moves.clone();
        }
    }
}

/// Whether a kept tree already knows something about the root moves.
fn table_is_warm<M>(report: &Report<M>) -> bool {
    report.candidates.iter().any(|candidate| candidate.visits > 0)
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
    Report {
        best,
        value: None,
        proven: false,
        candidates: moves.into_iter().map(Candidate::new).collect(),
        line: best.into_iter().collect(),
        simulations: done,
        nodes: 0,
        bytes: 0,
        depth: 0,
        seconds: 0.0,
        ended_by: limit,
        notes: Vec::new(),
    }
}

impl<G: Game> Search<G> for Mcts<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        self.prepare(position, budget);
        if self.groves.is_empty() {
            return fallback(&self.game, position, rng, 0, Limit::Finished);
        }
        let mut log = Log::default();
        for grove in &mut self.groves {
            grove.past = RootTable::default();
        }
        let (done, limit) = self.run(position, &meter, rng, &mut log);
        let mut report = self.report(position, done, limit, &log, rng);
        report.seconds = meter.elapsed().as_secs_f64();
        report
    }

    fn advance(&mut self, step: &Step<G::Move>) {
        let moves = match step {
            Step::Move(_, mv) | Step::Chance(mv) => std::slice::from_ref(mv),
            Step::Joint(moves) => moves.as_slice(),
        };
        // Shared nodes and GRAVE tables are keyed by what a move to a new root changes.
        let movable = self.config.reuse && !self.config.transpositions;
        self.current =
            movable && !self.groves.is_empty() && self.groves.iter_mut().all(|grove| grove.advance(moves, &self.plan));
        if !self.current {
            self.groves.clear();
        }
    }

    fn reset(&mut self) {
        self.groves.clear();
        self.current = false;
    }

    fn tree(&self, limits: &TreeLimits) -> Option<TreeView<G::Move>> {
        self.tree_view(limits)
    }
}
