//! Selective search: where a branch ends early, which moves are left out, and which cost no depth. All of it is off by
//! default and heuristic: a value that a cut-off or a pruned move had a part in is never proven.

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

    /// Whether the `nth` move of the position in level `ply` is searched, and if so, how much depth it is given back: 1 if
    /// it is extended.
    #[cold]
    pub(super) fn select(&mut self, ply: usize, depth: u32, mv: G::Move, nth: usize) -> Option<u32> {
        let config = self.setting.config;
        let level = &self.levels[ply];
        let is_noisy = || self.setting.tactics().is_some_and(|tactics| tactics.is_noisy(&level.state, mv));
        if nth > config.late_moves.limit(depth) && !is_noisy() {
            return None;
        }
        // A path is extended to twice the depth of the search at most.
        let extends = self.extensions(ply) < self.iteration
            && ((config.extend.forced && level.moves.len() == 1) || (config.extend.noisy && is_noisy()));
        let extension = u32::from(extends);
        self.extend_path(ply, extension);
        Some(extension)
    }

    /// The moves on the path to the position in level `ply` that cost no depth.
    fn extensions(&self, ply: usize) -> u32 {
        self.extensions.get(ply).copied().unwrap_or(0)
    }

    /// Counts an extension, or none, on the way from level `ply` to the next.
    #[cold]
    pub(super) fn extend_path(&mut self, ply: usize, extension: u32) {
        let count = self.extensions(ply) + extension;
        self.extensions.resize(ply + 1, 0);
        self.extensions.push(count);
    }

    /// Whether the move to the position in level `ply` cost no depth.
    pub(super) fn is_extended(&self, ply: usize) -> bool {
        self.setting.selective && ply > 0 && self.extensions(ply) > self.extensions(ply - 1)
    }
}
