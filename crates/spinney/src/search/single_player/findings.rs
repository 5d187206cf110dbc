//! What all threads of a search have found.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::budget::{Limit, Meter, Pace, Signal};
use crate::game::Game;
use crate::report::{Report, Unit};

/// The best line that any thread has found.
pub(crate) struct Findings<'m, M> {
    meter: &'m Meter,
    /// The legal moves at the root.
    moves: &'m [M],
    /// The payoff that no line exceeds, if the game declares one.
    top: f64,
    /// The findings before this part of the search.
    outer: Option<&'m Findings<'m, M>>,
    simulations: AtomicU64,
    /// The bits of the best value.
    known: AtomicU64,
    best: Mutex<(f64, Vec<M>)>,
    /// Whether nothing better is possible.
    proven: AtomicBool,
}

impl<'m, M: Copy + Send + 'static> Findings<'m, M> {
    /// Nothing yet, for a search with these root moves; a line with the payoff `top` ends it.
    pub(crate) fn new(meter: &'m Meter, moves: &'m [M], top: f64) -> Self {
        Findings {
            meter,
            moves,
            top,
            outer: None,
            simulations: AtomicU64::new(0),
            known: AtomicU64::new(f64::NEG_INFINITY.to_bits()),
            best: Mutex::new((f64::NEG_INFINITY, Vec::new())),
            proven: AtomicBool::new(false),
        }
    }

    /// Nothing yet, for a part of a search that starts afresh under a budget of its own.
    pub(crate) fn part(&'m self, meter: &'m Meter) -> Self {
        Findings { outer: Some(self), ..Findings::new(meter, self.moves, self.top) }
    }

    /// Claims simulations that are about to be done. Returns why there may be none, if so.
    #[inline]
    pub(crate) fn claim(&self, simulations: u64) -> Option<Limit> {
        if self.has_top() {
            return Some(Limit::Finished);
        }
        let most = self.meter.simulations_left(0);
        let claim = |done: u64| (done < most).then_some(done + simulations);
        if self.simulations.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).is_err() {
            return Some(Limit::Simulations);
        }
        self.meter.progress().count(simulations);
        if self.meter.report_wanted() {
            self.publish();
        }
        self.meter.interrupted()
    }

    /// Reverts a claimed simulation that was interrupted by the end of the budget.
    pub(crate) fn take_back(&self) {
        self.simulations.fetch_sub(1, Ordering::Relaxed);
    }

    /// A pace by this budget.
    pub(crate) fn pace(&self) -> Pace {
        Pace::new(self.meter)
    }

    /// The budget.
    pub(crate) fn meter(&self) -> &'m Meter {
        self.meter
    }

    /// Counts a step of the rules: publishes a report if one is requested, and returns why the search has to end, if
    /// so.
    #[inline]
    pub(crate) fn step(&self, pace: &mut Pace) -> Option<Limit> {
        match pace.step(self.meter) {
            Signal::GoOn => None,
            Signal::Report => {
                self.publish();
                None
            }
            Signal::End(limit) => Some(limit),
        }
    }

    /// Whether a line with the top payoff is known, by this part of the search or before it.
    #[inline]
    fn has_top(&self) -> bool {
        self.best() >= self.top || self.outer.is_some_and(|outer| outer.best() >= self.top)
    }

    /// The best value so far.
    pub(crate) fn best(&self) -> f64 {
        f64::from_bits(self.known.load(Ordering::Relaxed))
    }

    /// The best line so far.
    pub(crate) fn line(&self) -> Vec<M> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    /// Nothing better is possible, unless play has departed from the declared rules.
    pub(crate) fn prove<G: Game>(&self, game: &G) {
        self.proven.store(!game.is_flawed(), Ordering::Relaxed);
    }

    /// Why the search has to end now, if it has to.
    pub(crate) fn over(&self) -> Option<Limit> {
        if self.has_top() {
            return Some(Limit::Finished);
        }
        self.meter.exceeded(self.simulations())
    }

    /// Simulations so far.
    pub(crate) fn simulations(&self) -> u64 {
        self.simulations.load(Ordering::Relaxed)
    }

    /// Offers a line.
    pub(crate) fn found(&self, value: f64, line: impl IntoIterator<Item = M>) {
        self.offer(value, || line);
    }

    /// Offers a line that is constructed only if it is better than the best known one.
    pub(crate) fn offer<L: IntoIterator<Item = M>>(&self, value: f64, line: impl FnOnce() -> L) {
        // Bits of the best known value; checked without a lock, since most lines are no better.
        if value <= self.best() || self.meter.was_cut() {
            return;
        }
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if value > best.0 {
            best.0 = value;
            best.1.clear();
            best.1.extend(line());
            self.known.store(value.to_bits(), Ordering::Relaxed);
            self.meter.progress().found(value);
        }
    }

    /// Takes over the best line and the work of a part of the search.
    pub(crate) fn absorb(&self, simulations: u64, value: f64, line: Vec<M>) {
        self.simulations.fetch_add(simulations, Ordering::Relaxed);
        self.found(value, line);
    }

    /// The best line and its value, and the simulations that it took.
    pub(crate) fn into_best(self) -> (u64, f64, Vec<M>) {
        let (value, line) = self.best.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.simulations.into_inner(), value, line)
    }

    /// Publishes the best line so far.
    #[cold]
    pub(crate) fn publish(&self) {
        self.meter.publish(self.report(Limit::Running));
    }

    /// A report of the best line so far.
    pub(crate) fn report(&self, ended_by: Limit) -> Report<M> {
        let (mut value, mut line) = (self.best(), self.line());
        let mut simulations = self.simulations();
        if let Some(outer) = self.outer {
            simulations += outer.simulations();
            if outer.best() >= value {
                (value, line) = (outer.best(), outer.line());
            }
        }
        let mut report = Report::of_moves(self.moves.iter().copied())
            .with_work(simulations, Unit::Simulations)
            .with_end(ended_by, self.meter.elapsed().as_secs_f64());
        if let Some(&best) = line.first() {
            report = report.with_best(Some(best), None);
            report.pv = line;
        }
        report.value = value.is_finite().then_some(value);
        // While it runs, a top payoff is no claim yet: whether play was flawed is checked with the last report.
        let top = value >= self.top && ended_by != Limit::Running;
        report.proven = top || self.proven.load(Ordering::Relaxed);
        report
    }
}
