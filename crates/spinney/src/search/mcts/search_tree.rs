//! A tree with the tables beside it, and the loop that runs simulations on it: growing, recycling, restarting, moving
//! to a new root.

use super::answer::RootTable;
use super::config::{Config, Parallel, WhenFull};
use super::context::{Context, Plan, Shared};
use super::drive::{self, Bounds, Pause};
use super::leaf::leaf;
use super::recycle;
use super::tree::{Node, ROOT, Tree};
use super::worker::{BestLine, Worker};
use crate::budget::{Limit, Meter};
use crate::game::{Game, GameInfo, View};

/// A tree with the tables beside it, and what its worker learnt.
pub(super) struct SearchTree<G: Game> {
    pub(super) nodes: Tree<G::Move>,
    /// Root statistics of earlier runs of this search.
    pub(super) past: RootTable<G::Move>,
    pub(super) shared: Shared,
    pub(super) best: Option<BestLine<G::Move>>,
}

/// What one search reads, whichever tree it works on.
pub(super) struct Run<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) config: &'a Config,
    pub(super) plan: &'a Plan,
    pub(super) info: &'a GameInfo,
    pub(super) position: &'a View<G::State>,
}

impl<G: Game> Run<'_, G> {
    /// Simulates on one tree until the end, recycling or restarting in between.
    pub(super) fn drive(
        &self,
        tree: &mut SearchTree<G>,
        workers: &mut [Worker<G>],
        meter: &Meter,
        done: &mut u64,
        log: &mut Log,
    ) -> Limit {
        let mut run = 0u32;
        loop {
            let part = match self.config.restart_after {
                0 => meter.share_rest(*done, run, self.config.restarts),
                after => meter.only(after.min(meter.simulations_left(*done)).saturating_add(*done)),
            };
            let limit = self.drive_run(tree, workers, &part, done, log);
            let again = match self.config.restart_after {
                0 => run.saturating_add(1) < self.config.restarts && !matches!(limit, Limit::Stopped | Limit::Finished),
                _ => limit == Limit::Simulations && meter.simulations_left(*done) > 0,
            };
            if !again {
                return limit;
            }
            run = run.saturating_add(1);
            log.restarts += 1;
            tree.past.add(&tree.nodes, self.plan, self.config, self.position.observer().index());
            tree.restart();
        }
    }

    fn drive_run(
        &self,
        tree: &mut SearchTree<G>,
        workers: &mut [Worker<G>],
        meter: &Meter,
        done: &mut u64,
        log: &mut Log,
    ) -> Limit {
        let mut recycles =
            self.config.when_full == WhenFull::Recycle && !self.info.joint && !self.config.transpositions;
        loop {
            let context = tree.context(self.game, self.config, self.plan, self.position, meter);
            let bounds = Bounds { meter, recycles };
            let pause = match (workers.len(), self.config.parallel) {
                (1, _) => drive::serial(&context, &mut workers[0], bounds, done),
                (_, Parallel::Leaf) => leaf(&context, workers, bounds, done),
                _ => drive::shared(&context, workers, bounds, done),
            };
            log.frozen |= tree.nodes.is_full() && !tree.nodes.can_grow() && !recycles;
            match pause {
                Pause::End(limit) => return limit,
                Pause::Full if tree.nodes.grow() => {}
                Pause::Full => {
                    tree.shared.grave.0.clear();
                    let freed = recycle::recycle(&mut tree.nodes);
                    log.recycled += freed as u64;
                    // A tree in which hardly anything can be dropped continues as it is.
                    recycles = freed * 16 > tree.nodes.len();
                }
            }
        }
    }
}

impl<G: Game> SearchTree<G> {
    pub(super) fn context<'a>(
        &'a self,
        game: &'a G,
        config: &'a Config,
        plan: &'a Plan,
        position: &'a View<G::State>,
        meter: &'a Meter,
    ) -> Context<'a, G> {
        Context {
            game,
            config,
            plan,
            tree: &self.nodes,
            shared: &self.shared,
            root: position.state(),
            root_player: position.observer().index(),
            meter,
            past: Some(&self.past),
        }
    }

    /// Bytes of the tree and of the tables beside it.
    pub(super) fn bytes(&self) -> u64 {
        let entries =
            self.shared.grave.0.len() * 40 + self.shared.transpositions.0.len() * 24 + self.shared.joint.0.len() * 40;
        (self.nodes.bytes() + entries) as u64
    }

    /// Forgets the tree and keeps its memory and the best line.
    fn restart(&mut self) {
        let root = self.nodes.node(ROOT);
        let root = Node::new(root.mv(), root.mover() as u8);
        self.nodes.restart(root);
        self.shared.joint.0.clear();
        self.shared.transpositions.0.clear();
        self.shared.grave.0.clear();
        *self.shared.cutoff.get_mut() = 0;
    }

    /// Moves to the root that a step leads to, if the tree has it.
    pub(super) fn advance(&mut self, moves: &[G::Move], plan: &Plan) -> bool {
        let Some(root) = recycle::find_child(&self.nodes, &self.shared, moves, plan.players) else { return false };
        let old = &mut self.shared;
        let (seen, cutoff) = (std::mem::take(&mut old.seen), std::mem::take(&mut old.cutoff));
        let shared = Shared { seen, cutoff, ..Shared::default() };
        self.nodes = recycle::compact(&self.nodes, &self.shared, root, &shared);
        self.shared = shared;
        self.best = self.best.take().filter(|best| best.moves.first() == moves.first()).map(|mut best| {
            best.moves.remove(0);
            best
        });
        true
    }
}

/// What happened during a search, for the report's notes.
#[derive(Default)]
pub(super) struct Log {
    pub(super) recycled: u64,
    /// How often the search started anew.
    pub(super) restarts: u64,
    /// The tree stopped growing.
    pub(super) frozen: bool,
    pub(super) cut_playouts: u64,
    /// Moves of the widest turn whose children do not fit into the memory limit.
    pub(super) too_wide: usize,
    pub(super) depth: u32,
}

impl Log {
    pub(super) fn add<G: Game>(&mut self, worker: &Worker<G>) {
        self.cut_playouts += worker.cut_playouts;
        self.too_wide = self.too_wide.max(worker.too_wide);
        self.depth = self.depth.max(worker.depth);
    }

    pub(super) fn merge(&mut self, other: &Log) {
        self.recycled += other.recycled;
        self.restarts += other.restarts;
        self.frozen |= other.frozen;
        self.cut_playouts += other.cut_playouts;
        self.too_wide = self.too_wide.max(other.too_wide);
        self.depth = self.depth.max(other.depth);
    }

    pub(super) fn notes(&self, config: &Config) -> Vec<String> {
        let mut notes = Vec::new();
        if self.recycled > 0 {
            notes.push(format!("memory was used up: {} nodes were dropped and their memory used again", self.recycled));
        }
        if self.frozen {
            notes.push("memory was used up: the tree stopped growing, simulations continued".to_owned());
        }
        if self.too_wide > 0 {
            notes.push(format!(
                "a turn with {} moves does not fit into the memory limit: it was played out and not searched",
                self.too_wide
            ));
        }
        if self.cut_playouts > 0 {
            let scored = if config.evaluate { "by evaluation" } else { "as the middle of the payoff range" };
            notes.push(format!("{} playouts were cut before the end and scored {scored}", self.cut_playouts));
        }
        notes
    }
}
