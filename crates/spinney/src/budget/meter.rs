//! The limits of a running [`Budget`].

use std::time::Duration;

use super::{Budget, Limit, Progress, StepLimit, StopFlag, Watch};
use crate::report::Report;

/// A running [`Budget`].
pub struct Meter {
    pub(super) budget: Budget,
    pub(super) started: Duration,
    pub(super) deadline: Option<Duration>,
    /// The limit on steps of the rules, if the caller of the search set one.
    pub(super) steps: StepLimit,
}

impl Meter {
    /// Why the search has to end now, if it has to.
    #[inline]
    pub fn exceeded(&self, simulations: u64) -> Option<Limit> {
        if self.budget.simulations.is_some_and(|most| simulations >= most) {
            return Some(Limit::Simulations);
        }
        self.interrupted()
    }

    /// Why the search has to end now in the middle of a simulation: the stop flag or the deadline.
    #[inline]
    pub fn interrupted(&self) -> Option<Limit> {
        if self.budget.stop.is_raised() {
            Some(Limit::Stopped)
        } else if self.deadline.is_some_and(|deadline| self.now() >= deadline) {
            Some(Limit::Time)
        } else {
            None
        }
    }

    /// The same, where the time has just been read.
    pub(super) fn interrupted_at(&self, now: Duration) -> Option<Limit> {
        if self.budget.stop.is_raised() {
            Some(Limit::Stopped)
        } else {
            self.deadline.filter(|&deadline| now >= deadline).map(|_| Limit::Time)
        }
    }

    /// Whether the rules gave up on a [step](super::step_is_overdue): then the simulation that it belongs to counts for
    /// nothing, and the search is about to end.
    #[inline]
    pub(crate) fn was_cut(&self) -> bool {
        self.steps.was_cut()
    }

    /// Ends all threads of this search, and nothing else.
    pub(crate) fn stop(&self) {
        self.budget.stop.raise();
    }

    /// The flag that ends this search.
    pub(crate) fn stop_flag(&self) -> &StopFlag {
        &self.budget.stop
    }

    /// The time by the budget's clock.
    pub(super) fn now(&self) -> Duration {
        self.budget.clock.now()
    }

    /// Whether time can be measured.
    pub(super) fn has_clock(&self) -> bool {
        self.budget.clock.is_running()
    }

    /// Whether the caller wants a report of what is known so far: one relaxed load.
    #[inline(always)]
    pub fn report_wanted(&self) -> bool {
        self.budget.watch.is_asked()
    }

    /// Publishes a report of what is known so far. The time is filled in here.
    pub fn publish<M: Send + 'static>(&self, mut report: Report<M>) {
        report.seconds = self.elapsed().as_secs_f64();
        self.budget.watch.publish(report);
    }

    /// This budget's simulations divided among `parts`, with the same deadline; the first parts get the remainder. Only
    /// part 0 sees that a report is wanted.
    pub fn share(&self, part: u64, parts: u64) -> Meter {
        let mut budget = self.budget.clone();
        budget.simulations = budget.simulations.map(|most| most / parts + u64::from(part < most % parts));
        if part > 0 {
            budget.watch = Watch::default();
        }
        self.with(budget, self.started, self.deadline)
    }

    /// The meter of run `run` of `runs` in sequence, with `done` simulations already spent: the run ends when its share
    /// of simulations and of time is up.
    pub fn share_rest(&self, done: u64, run: u32, runs: u32) -> Meter {
        let mut budget = self.budget.clone();
        let (run, runs) = (u64::from(run), u64::from(runs));
        budget.simulations = budget.simulations.map(|most| done + most.saturating_sub(done) / (runs - run));
        let deadline = self.deadline.map(|deadline| {
            let now = self.budget.clock.now();
            now + deadline.saturating_sub(now) / (runs - run) as u32
        });
        self.with(budget, self.started, deadline)
    }

    /// The meter of round `round` of `rounds` in sequence, with `done` simulations already spent: its share of what is
    /// left, counted from now on.
    pub fn round(&self, done: u64, round: u32, rounds: u32) -> Meter {
        let Meter { mut budget, deadline, .. } = self.share_rest(done, round, rounds);
        budget.simulations = budget.simulations.map(|most| most - done);
        let now = budget.clock.now();
        self.with(budget, now, deadline)
    }

    /// The meter of a round of up to `simulations`, counted from now on; no more than what is left after `done`.
    pub fn round_of(&self, done: u64, simulations: u64) -> Meter {
        let mut budget = self.budget.clone();
        budget.simulations = Some(simulations.min(self.simulations_left(done)));
        let now = budget.clock.now();
        self.with(budget, now, self.deadline)
    }

    /// The meter of up to `simulations`, with the same deadline.
    pub fn only(&self, simulations: u64) -> Meter {
        let mut budget = self.budget.clone();
        budget.simulations = Some(simulations);
        self.with(budget, self.started, self.deadline)
    }

    /// The meter of a part that may spend this share of all simulations, and ends when the share `end` of the time is used
    /// up (both 0 to 1).
    pub fn part(&self, share: f64, end: f64) -> Meter {
        let mut budget = self.budget.clone();
        budget.simulations = budget.simulations.map(|most| (most as f64 * share) as u64);
        let deadline = self.deadline.map(|deadline| self.started + deadline.saturating_sub(self.started).mul_f64(end));
        self.with(budget, self.started, deadline)
    }

    /// A meter of the same search.
    fn with(&self, budget: Budget, started: Duration, deadline: Option<Duration>) -> Meter {
        Meter { budget, started, deadline, steps: self.steps.clone() }
    }

    /// The expected number of simulations in all on `threads` threads, at the rate of the first `done` on one thread;
    /// `None` if only a stop flag ends them.
    pub fn foreseen(&self, done: u64, threads: u64) -> Option<u64> {
        let timed = self.deadline.map(|deadline| {
            let (gone, left) = (self.elapsed(), deadline.saturating_sub(self.budget.clock.now()));
            let rate = threads as f64 * done as f64 / gone.as_secs_f64().max(1e-9);
            done + (rate * left.as_secs_f64()) as u64
        });
        self.budget.simulations.into_iter().chain(timed).min()
    }

    /// The share of the budget that is used up, 0 to 1: of its simulations or its time, whichever is more; 0 if only a
    /// stop flag ends it.
    pub fn used(&self, simulations: u64) -> f64 {
        let of = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 1.0 };
        let counted = self.budget.simulations.map_or(0.0, |most| of(simulations as f64, most as f64));
        let timed = self.deadline.map_or(0.0, |deadline| {
            let whole = deadline.saturating_sub(self.started).as_secs_f64();
            of(self.elapsed().as_secs_f64(), whole)
        });
        counted.max(timed).min(1.0)
    }

    /// The simulations that are left, or `u64::MAX` without such a limit.
    pub fn simulations_left(&self, done: u64) -> u64 {
        self.budget.simulations.map_or(u64::MAX, |most| most.saturating_sub(done))
    }

    /// The progress counters.
    pub fn progress(&self) -> &Progress {
        &self.budget.progress
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.budget.clock.now().saturating_sub(self.started)
    }
}
