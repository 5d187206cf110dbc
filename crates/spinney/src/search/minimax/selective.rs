//! Selective search: where a branch ends early, which moves are left out, and which cost no depth. All of it is off by
//! default and heuristic: a value that a cut-off or a pruned move had a part in is never proven.

use super::config::Extend;
use super::descend::Task;
use super::table::Bound;
use super::trace::{Event, NodeKind, Tracer};
use super::worker::{Found, Window, Worker};
use crate::game::{Game, GameInfo};
use crate::search::Refusal;
use crate::search::facts::Facts;

/// The evaluations at which a branch is cut off: up to the first and from the second on. `share` is a share of the
/// payoff range.
pub(super) fn cutoff_bounds(info: &GameInfo, share: Option<f64>) -> Option<[f64; 2]> {
    let (share, range) = (share?, info.range?);
    Some([range.high - share * range.width(), range.low + share * range.width()])
}

/// Rejects a cut-off that no evaluation could reach, or that every one does.
pub(super) fn check_cutoff(share: Option<f64>, weights: bool, game: &Facts<'_>) -> Result<(), Refusal> {
    let Some(share) = share else { return Ok(()) };
    if !(share > 0.5 && share <= 1.0) {
        return Err(Refusal::out_of_range("cutoff: none, or a number above 0.5 and up to 1"));
    }
    let name = &game.info.name;
    if game.info.range.is_none() {
        return Err(Refusal::missing_capability(format!(
            "cutoff is a share of the payoff range, and `{name}` declares none"
        )));
    }
    if !game.evaluate && !weights {
        return Err(Refusal::missing_capability(format!("cutoff needs an evaluation, and `{name}` has none")));
    }
    Ok(())
}

impl<G: Game, T: Tracer<Event<G::Move>>> Worker<'_, G, T> {
    /// Ends the branch at the position in level `ply`, whose moves are listed, if its evaluation is beyond the cut-off.
    #[cold]
    pub(super) fn cut_off(&mut self, ply: usize, window: Window) -> Option<Found> {
        let value = self.value_beyond_cutoff(ply)?;
        self.leaves += 1;
        self.trace_enter(ply, NodeKind::CutOff, window);
        self.trace_leave(ply, value, Bound::Exact);
        Some(Found { value, complete: false })
    }

    /// The evaluation of the position in level `ply`, whose moves are listed, if it is beyond the cut-off. Where noisy
    /// moves are followed beyond the horizon, a position that has some is not cut off.
    #[cold]
    pub(super) fn value_beyond_cutoff(&self, ply: usize) -> Option<f64> {
        let [low, high] = self.setting.cutoff?;
        let level = &self.levels[ply];
        let is_quiet = || self.setting.tactics().is_none_or(|tactics| tactics.is_quiet(&level.state, &level.moves));
        let value = self.value_by_evaluation(ply);
        let beyond = value <= low || value >= high;
        (beyond && (self.setting.config.quiescence == 0 || is_quiet())).then_some(value)
    }

    /// Whether a move that comes late in the order may be left out: noisy ones stay.
    #[cold]
    pub(super) fn is_late(&self, ply: usize, mv: G::Move) -> bool {
        self.setting.tactics().is_none_or(|tactics| !tactics.is_noisy(&self.levels[ply].state, mv))
    }

    /// The node after a move that is one of `moves`, with the depth that is left there.
    #[inline(always)]
    pub(super) fn task_below(&self, task: Task, mv: G::Move, moves: usize, spent: bool) -> Task {
        let extend = self.setting.config.extend;
        let extends = extend != Extend::NONE && self.extends(extend, task, mv, moves);
        Task {
            ply: task.ply + 1,
            depth: task.depth - u32::from(!extends),
            spent,
            extended: task.extended + u16::from(extends),
        }
    }

    /// Whether a move costs no depth. A path is extended to twice the depth of the search at most.
    #[cold]
    fn extends(&self, extend: Extend, task: Task, mv: G::Move, moves: usize) -> bool {
        let is_noisy = || {
            let state = &self.levels[task.ply].state;
            self.setting.tactics().is_some_and(|tactics| tactics.is_noisy(state, mv))
        };
        u32::from(task.extended) < self.iteration && ((extend.forced && moves == 1) || (extend.noisy && is_noisy()))
    }
}
