//! How often a search checks its budget.

use std::time::Duration;

use super::{Limit, Meter};

/// The time between two checks of the budget, where steps take less than that.
const TICK: Duration = Duration::from_micros(500);
/// The maximum number of steps between two checks.
const MOST: u32 = 1 << 13;
/// Steps between two checks without a clock, when the time per step is unknown.
const BLIND: u32 = 64;
/// Up to this many steps between two checks, steps count as slow: each takes 30 µs or more.
const SLOW: u32 = 16;

/// The result of a check of the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The search may continue.
    GoOn,
    /// A report is requested ([`Meter::publish`]); then the search may continue.
    Report,
    /// The search has to end now. Every later step returns this again.
    End(Limit),
}

/// Spaces out checks of the budget by the measured time per step: one about every half millisecond, and one after every
/// step where steps take longer than that.
///
/// A *step* is one call of the rules that changes a state, or anything that takes about as long. A search that calls
/// [`step`](Self::step) after every step ends by its deadline, or one step later if steps are slow. If steps suddenly
/// become slower, it may take as many of them as took half a millisecond before.
///
/// The first checks come after 1, 1, 2, 4, … steps, so that slow steps are noticed immediately. For fast steps the cost
/// is a decrement and a branch.
#[derive(Clone, Debug)]
pub struct Pace {
    /// Steps until the next check.
    left: u32,
    /// Steps between checks; 0 before the first.
    every: u32,
    last: Duration,
}

impl Pace {
    /// A pace that checks after the first step.
    pub fn new(meter: &Meter) -> Self {
        Pace { left: 1, every: 0, last: meter.now() }
    }

    /// Counts one step, and checks the budget if it is due.
    #[inline(always)]
    pub fn step(&mut self, meter: &Meter) -> Signal {
        self.steps(1, meter)
    }

    /// Counts several steps that were taken together.
    #[inline(always)]
    pub fn steps(&mut self, steps: u32, meter: &Meter) -> Signal {
        if steps < self.left {
            self.left -= steps;
            return Signal::GoOn;
        }
        self.look(meter)
    }

    /// Steps that may be taken before the next check: to be counted together by [`steps`](Self::steps).
    #[inline(always)]
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Whether steps are so slow that each should be counted, also where that costs something.
    #[inline(always)]
    pub fn is_slow(&self) -> bool {
        self.every <= SLOW
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, meter: &Meter) -> Signal {
        let now = meter.now();
        let took = now.saturating_sub(self.last);
        self.last = now;
        self.every = match took {
            _ if !meter.has_clock() => BLIND,
            // The first check may come before the first step.
            _ if self.every == 0 => 1,
            took if took < TICK / 2 => (self.every * 2).min(MOST),
            took if took > TICK => {
                let share = TICK.as_secs_f64() / took.as_secs_f64();
                ((f64::from(self.every) * share) as u32).max(1)
            }
            _ => self.every,
        };
        self.left = self.every;
        if let Some(limit) = meter.interrupted_at(now) {
            // A caller that continues nevertheless gets the same result after the next step.
            self.left = 1;
            return Signal::End(limit);
        }
        if meter.report_wanted() { Signal::Report } else { Signal::GoOn }
    }
}

/// A moment for the report after a search has ended: its principal variation may still be followed through the rules.
/// Within the budget it lasts as long as it takes; after the deadline, half a millisecond, and where steps take longer
/// than that, not at all.
pub struct Grace<'m> {
    meter: &'m Meter,
    since: Duration,
    slow: bool,
}

impl<'m> Grace<'m> {
    /// A grace that begins now, after a search of this many steps or positions.
    pub fn new(meter: &'m Meter, steps: u64) -> Self {
        let per_step = meter.elapsed().as_secs_f64() / steps.max(1) as f64;
        Grace { meter, since: meter.now(), slow: per_step > TICK.as_secs_f64() }
    }

    /// Whether it is over: to be called before every step.
    pub fn is_over(&self) -> bool {
        self.meter.interrupted().is_some() && (self.slow || self.meter.now().saturating_sub(self.since) > TICK)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::{Budget, Clock, NoClock};
    use super::*;

    /// A clock that is set by hand.
    #[derive(Default)]
    struct Hand(AtomicU64);

    impl Clock for Hand {
        fn now(&self) -> Duration {
            Duration::from_nanos(self.0.load(Ordering::Relaxed))
        }
    }

    /// Steps of this many nanoseconds until the deadline of a second is noticed: the delay, and the number of checks.
    fn run(nanos: impl Fn(u64) -> u64) -> Duration {
        let clock = Arc::new(Hand::default());
        let budget = Budget { clock: clock.clone(), ..Budget::time(Duration::from_secs(1)) };
        let meter = budget.start();
        let mut pace = Pace::new(&meter);
        for step in 0.. {
            clock.0.fetch_add(nanos(step), Ordering::Relaxed);
            if let Signal::End(limit) = pace.step(&meter) {
                assert_eq!(limit, Limit::Time);
                assert_eq!(pace.step(&meter), Signal::End(limit), "it stays at its end");
                break;
            }
        }
        clock.now().saturating_sub(Duration::from_secs(1))
    }

    #[test]
    fn slow_steps_are_late_by_no_more_than_one() {
        for millis in [1, 3, 70, 400, 5_000] {
            let late = run(|_| millis * 1_000_000);
            assert!(late < Duration::from_millis(millis), "steps of {millis} ms: {late:?} late");
        }
    }

    #[test]
    fn fast_steps_are_late_by_no_more_than_the_tick() {
        for nanos in [50, 100, 1_000, 30_000, 499_000] {
            let late = run(|_| nanos);
            assert!(late <= TICK + Duration::from_nanos(nanos), "steps of {nanos} ns: {late:?} late");
        }
    }

    #[test]
    fn steps_that_become_slower_are_noticed() {
        let late = run(|step| if step < 100_000 { 1_000 } else { 10_000_000 });
        assert!(late < Duration::from_millis(5 * 1_000), "{late:?}");
        // After one check the pace fits.
        let late = run(|step| if step < 100_000 { 1_000 } else { 1_000_000 });
        assert!(late <= Duration::from_millis(1), "{late:?}");
    }

    #[test]
    fn without_a_clock_the_flags_are_looked_at() {
        let budget = Budget { clock: Arc::new(NoClock), ..Budget::default() };
        let meter = budget.start();
        let mut pace = Pace::new(&meter);
        budget.watch.ask();
        assert!((0..BLIND).any(|_| pace.step(&meter) == Signal::Report));
        budget.stop.raise();
        assert!((0..BLIND).any(|_| pace.step(&meter) == Signal::End(Limit::Stopped)));
    }

    #[test]
    fn a_time_limit_without_a_clock_ends_at_once() {
        let budget = Budget { clock: Arc::new(NoClock), ..Budget::time(Duration::from_secs(100)) };
        assert_eq!(budget.start().exceeded(0), Some(Limit::Time));
    }
}
