//! Chance turns: expectiminimax, and its pruning by Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004).
//!
//! With probabilities pᵢ, values vᵢ of the outcomes seen and bounds Lᵢ ≤ vᵢ ≤ Uᵢ of the others, the value of a chance
//! turn lies in the interval
//!
//! ```text
//! [ Σ seen pᵢ·vᵢ + Σ unseen pᵢ·Lᵢ ,  Σ seen pᵢ·vᵢ + Σ unseen pᵢ·Uᵢ ]
//! ```
//!
//! As soon as that interval lies outside of the window (α, β), the other outcomes are pruned. Solved for the next
//! outcome, it gives the window in which its value matters. Star2 first probes one move of every outcome: its value is
//! a lower bound where the hero moves, an upper bound where another player does.

use super::config::Chance;
use super::descend::{Task, VOID};
use super::table::Bound;
use super::trace::{CutReason, Event, NodeKind, Tracer, Via};
use super::worker::{Found, Window, Worker};
use crate::game::{Game, Turn};

/// An outcome of a chance turn: its probability and what is known of its value.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    probability: f64,
    low: f64,
    high: f64,
}

impl Outcome {
    /// The window clipped to the known bounds of the outcome; values at the bounds are still inside.
    fn clip(self, window: Window) -> Window {
        Window::open(window.alpha.max(self.low.next_down()), window.beta.min(self.high.next_up()))
    }
}

/// All outcomes of a chance turn. Those before `seen` have their value added to `sum`.
struct Interval {
    outcomes: Vec<Outcome>,
    seen: usize,
    sum: f64,
    complete: bool,
}

impl Interval {
    /// The bounds of the whole if outcome `left_out` counts nothing and those before it are as in `sum` or their
    /// bounds.
    fn without(&self, left_out: usize) -> (f64, f64) {
        self.add_unseen((self.sum, self.sum), left_out)
    }

    /// Bounds of the part seen, and those of the outcomes not yet seen but for `left_out`.
    fn add_unseen(&self, seen: (f64, f64), left_out: usize) -> (f64, f64) {
        let unseen = (self.seen..self.outcomes.len()).filter(|&index| index != left_out);
        unseen.fold(seen, |(low, high), index| {
            let outcome = self.outcomes[index];
            match outcome.probability > 0.0 {
                true => (low + outcome.probability * outcome.low, high + outcome.probability * outcome.high),
                false => (low, high),
            }
        })
    }

    fn bounds(&self) -> (f64, f64) {
        self.without(usize::MAX)
    }

    /// The values of one outcome at which the mean leaves the window.
    fn window(&self, index: usize, window: Window) -> Window {
        let (low, high) = self.without(index);
        let probability = self.outcomes[index].probability;
        Window::open((window.alpha - high) / probability, (window.beta - low) / probability)
    }
}

impl<G: Game, T: Tracer<Event<G::Move>>> Worker<'_, G, T> {
    /// A chance turn: the mean of its outcomes, or a bound of it outside of the window.
    pub(super) fn average(&mut self, task: Task, window: Window) -> (Found, Bound) {
        let [low, high] = self.setting.star;
        let moves = &self.levels[task.ply].moves;
        let outcome = |index| Outcome { probability: moves.weight(index), low, high };
        let outcomes = (0..moves.len()).map(outcome).collect();
        let mut interval = Interval { outcomes, seen: 0, sum: 0.0, complete: true };
        let rule = self.setting.config.chance;
        if rule == Chance::Star2
            && (window.alpha > f64::NEG_INFINITY || window.beta < f64::INFINITY)
            && let Some(cut) = self.probe_outcomes(task, window, &mut interval)
        {
            return cut;
        }
        for index in 0..interval.outcomes.len() {
            let probability = interval.outcomes[index].probability;
            if probability <= 0.0 {
                interval.seen += 1;
                continue;
            }
            let mv = self.levels[task.ply].moves[index];
            self.play(task.ply, mv);
            self.reach_by(|| Via { probability: Some(probability), ..Via::player(mv) });
            let below = Task { ply: task.ply + 1, ..task };
            let part = if rule == Chance::Full { Window::OPEN } else { interval.window(index, window) };
            let outcome = interval.outcomes[index];
            let found = self.descend(below, if rule == Chance::Full { part } else { outcome.clip(part) });
            if self.stopped.is_some() {
                return (VOID, Bound::Exact);
            }
            interval.complete &= found.complete;
            interval.seen = index + 1;
            let before = interval.sum;
            interval.sum += probability * found.value;
            // A value outside of the window is only a bound: on the other side the outcome is where it was before.
            let low = if part.bound(found.value) == Bound::Upper { outcome.low } else { found.value };
            let high = if part.bound(found.value) == Bound::Lower { outcome.high } else { found.value };
            self.trace_interval(task.ply, &interval, (before + probability * low, before + probability * high));
            match part.bound(found.value) {
                _ if rule == Chance::Full => {}
                Bound::Lower => return self.leave_above(task.ply, window, &interval),
                Bound::Upper => return self.leave_below(task.ply, window, &interval),
                Bound::Exact => {}
            }
        }
        let value = interval.sum;
        (Found { value, complete: interval.complete }, window.bound(value))
    }

    /// Star2's first round: one move of every outcome.
    fn probe_outcomes(&mut self, task: Task, window: Window, interval: &mut Interval) -> Option<(Found, Bound)> {
        for index in 0..interval.outcomes.len() {
            let mv = self.levels[task.ply].moves[index];
            if interval.outcomes[index].probability <= 0.0 {
                continue;
            }
            self.play(task.ply, mv);
            let part = interval.outcomes[index].clip(interval.window(index, window));
            let found = self.probe(task, mv, interval.outcomes[index], part, window);
            if self.stopped.is_some() {
                return Some((VOID, Bound::Exact));
            }
            let Some((found, is_hero)) = found else { continue };
            // The result of a probe narrows the windows from here on, so it counts.
            interval.complete &= found.complete;
            let outcome = &mut interval.outcomes[index];
            if is_hero {
                outcome.low = outcome.low.max(found.value);
            } else {
                outcome.high = outcome.high.min(found.value);
            }
            let (low, high) = interval.bounds();
            self.trace_interval(task.ply, interval, (interval.sum, interval.sum));
            if low >= window.beta {
                return Some(self.leave_above(task.ply, window, interval));
            }
            if high <= window.alpha {
                return Some(self.leave_below(task.ply, window, interval));
            }
        }
        None
    }

    /// Probes one move of the position below `task.ply`: its value, and whether it is the hero's. `None` if no useful
    /// bound would result.
    fn probe(
        &mut self,
        task: Task,
        mv: G::Move,
        outcome: Outcome,
        mut part: Window,
        window: Window,
    ) -> Option<(Found, bool)> {
        let ply = task.ply + 1;
        if !self.count(ply) {
            return None;
        }
        let level = &mut self.levels[ply];
        level.moves.clear();
        let Turn::Player(player) = self.setting.game.turn(&level.state, &mut level.moves) else { return None };
        let is_hero = player == self.setting.hero;
        let helps = if is_hero { window.beta < f64::INFINITY } else { window.alpha > f64::NEG_INFINITY };
        // A position that is cut off has no moves to probe.
        if !helps || (self.setting.cutoff.is_some() && self.value_beyond_cutoff(ply).is_some()) {
            return None;
        }
        // The result must be a bound on the right side, so the window is open on the other.
        if is_hero {
            part.alpha = outcome.low.next_down();
        } else {
            part.beta = outcome.high.next_up();
        }
        let key = self.setting.table_key(&self.levels[ply].state, task.spent);
        let known = self.setting.table.and_then(|table| table.probe(key)).and_then(|entry| entry.best);
        self.prune_dominated(ply);
        self.order(ply, usize::from(!is_hero));
        if self.setting.config.order.hash {
            self.levels[ply].picker.promote(known.map(usize::from));
        }
        self.reach_by(|| Via { probability: Some(outcome.probability), probe: true, ..Via::player(mv) });
        self.trace_enter(ply, if is_hero { NodeKind::Max } else { NodeKind::Min }, part);
        let first = self.levels[ply].picker.pick(0);
        let reply = self.levels[ply].moves[first];
        self.play(ply, reply);
        let below = self.task_below(Task { ply, ..task }, reply, self.levels[ply].moves.len(), task.spent);
        self.reach_by(|| Via { extended: below.depth == task.depth, ..Via::player(reply) });
        let found = self.descend(below, part);
        self.trace_leave(ply, found.value, if is_hero { Bound::Lower } else { Bound::Upper });
        Some((found, is_hero))
    }

    /// Above the window: at least its lower bound, and at least β, despite rounding.
    fn leave_above(&mut self, ply: usize, window: Window, interval: &Interval) -> (Found, Bound) {
        let value = interval.bounds().0.max(window.beta);
        self.trace_chance_cut(ply, CutReason::ChanceAbove, value, window.beta, interval.seen);
        (Found { value, complete: interval.complete }, Bound::Lower)
    }

    /// Below the window: at most its upper bound, and at most α, despite rounding.
    fn leave_below(&mut self, ply: usize, window: Window, interval: &Interval) -> (Found, Bound) {
        let value = interval.bounds().1.min(window.alpha);
        self.trace_chance_cut(ply, CutReason::ChanceBelow, value, window.alpha, interval.seen);
        (Found { value, complete: interval.complete }, Bound::Upper)
    }

    /// Traces the interval of a chance turn; `seen` are the bounds of the outcomes seen.
    #[inline(always)]
    fn trace_interval(&mut self, ply: usize, interval: &Interval, seen: (f64, f64)) {
        if T::ENABLED {
            let (low, high) = interval.add_unseen(seen, usize::MAX);
            self.tracer.record(Event::Interval { ply, low, high });
        }
    }

    fn trace_chance_cut(&mut self, ply: usize, reason: CutReason, value: f64, against: f64, seen: usize) {
        if T::ENABLED && seen < self.levels[ply].moves.len() {
            let skipped = self.levels[ply].moves[seen..].to_vec();
            self.tracer.record(Event::Cut { ply, reason, value, against, skipped });
        }
    }
}
