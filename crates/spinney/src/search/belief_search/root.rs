//! The root moves, searched by iterative deepening.

use super::config::MAX_DEPTH;
use super::descend::Window;
use super::pool::Group;
use super::worker::Worker;
use crate::budget::Limit;
use crate::game::Game;
use crate::search::sorting::sort_descending;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<M> {
    pub mv: M,
    /// Its result; `None` before it was searched.
    pub value: Option<f64>,
    /// It is the value; otherwise it is no more than that.
    pub exact: bool,
    pub nodes: u64,
}

/// The root and its results.
pub(super) struct Root<M> {
    /// The best first.
    pub moves: Vec<RootMove<M>>,
    /// The depth that was searched to its end.
    pub depth: u32,
    pub ended_by: Limit,
    /// No horizon was reached: deeper searches would return the same.
    pub complete: bool,
}

impl<M: Copy> Root<M> {
    pub(super) fn new(moves: &[M]) -> Self {
        let entry = |&mv: &M| RootMove { mv, value: None, exact: false, nodes: 0 };
        Root { moves: moves.iter().map(entry).collect(), depth: 0, ended_by: Limit::Finished, complete: false }
    }
}

impl<G: Game> Worker<'_, G> {
    /// Searches to depth 1, then 2, then 3, … until the budget ends or nothing is left to be found. An iteration that has
    /// to end early counts as far as it came: its first move is the best of the one before.
    pub(super) fn deepen(&mut self, root: &mut Root<G::Move>, group: &Group) {
        for depth in 1..=self.setting.config.depth.unwrap_or(MAX_DEPTH) {
            let done = self.look_at(root, group, depth);
            let value = root.moves[0].value;
            if let Some(limit) = self.stopped {
                root.ended_by = limit;
                return;
            }
            root.depth = depth;
            if done || value.is_some_and(|value| value >= self.setting.high) {
                root.complete = done;
                root.ended_by = Limit::Finished;
                return;
            }
            root.ended_by = Limit::Depth;
            self.history.fade();
        }
    }

    /// One iteration; returns whether no horizon was met.
    fn look_at(&mut self, root: &mut Root<G::Move>, group: &Group, depth: u32) -> bool {
        let mut complete = true;
        let mut best = f64::NEG_INFINITY;
        let mut seen = 0;
        self.standing = Some(super::standing(root));
        for entry in &mut root.moves {
            if !self.count(0) {
                break;
            }
            let before = self.nodes - 1;
            let window = Window { alpha: best, beta: f64::INFINITY };
            let found = self.value_of(0, group, depth, entry.mv, window);
            entry.nodes += self.nodes - before;
            if self.stopped.is_some() {
                break;
            }
            complete &= found.complete;
            entry.value = Some(found.value);
            entry.exact = found.value > best;
            best = best.max(found.value);
            seen += 1;
            if best >= self.setting.high {
                complete = found.complete;
                break;
            }
        }
        // Equal moves keep their order: of a move that is no better than the best so far only a bound is known.
        sort_descending(&mut root.moves[..seen], |entry| f64::from(u8::from(entry.exact)));
        sort_descending(&mut root.moves[..seen], |entry| entry.value.unwrap_or(f64::NEG_INFINITY));
        complete
    }
}
