//! The times of an answer: when it is sent at the latest, and until when a search may think.

use std::time::{Duration, Instant};

/// The part of a clock that is kept back, if that is less than [`MOST`].
const SHARE: f64 = 0.1;
/// The most that is kept back of a long clock.
const MOST: Duration = Duration::from_secs(1);
/// The part of a clock that a search may overrun before the answer is due, and the most of it.
const GUARD_SHARE: f64 = 0.05;
const GUARD: Duration = Duration::from_millis(100);

/// How long before the end of a clock the answer is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margin(Option<Duration>);

impl Margin {
    /// A margin of the user's.
    pub fn of(time: Duration) -> Self {
        Margin(Some(time))
    }

    /// The margin of a clock: what the user has set, at most nine tenths of the clock; or a second, at most a tenth of it.
    pub fn time(self, clock: Duration) -> Duration {
        match self.0 {
            Some(time) => time.min(clock.mul_f64(0.9)),
            None => MOST.min(clock.mul_f64(SHARE)),
        }
    }

    /// The times of an answer to a message that arrived then.
    pub fn answer(self, arrived: Instant, clock: Duration) -> Due {
        let by = arrived + clock.saturating_sub(self.time(clock));
        Due { think: by - GUARD.min(clock.mul_f64(GUARD_SHARE)), by }
    }
}

/// When an answer is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Until when a search may think.
    pub think: Instant,
    /// When the answer is sent, whatever has been found.
    pub by: Instant,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_a_second_or_a_tenth() {
        let margin = |seconds: f64| Margin::default().time(Duration::from_secs_f64(seconds)).as_secs_f64();
        assert_eq!((margin(1.0), margin(10.0), margin(30.0), margin(0.02)), (0.1, 1.0, 1.0, 0.002));
        let own = Margin::of(Duration::from_millis(2500));
        assert_eq!(own.time(Duration::from_secs(10)), Duration::from_millis(2500));
        assert_eq!(own.time(Duration::from_secs(1)), Duration::from_millis(900), "some time is always left");
    }

    #[test]
    fn a_search_ends_before_the_answer_is_due() {
        let now = Instant::now();
        for seconds in [0.01, 1.0, 5.0, 60.0] {
            let clock = Duration::from_secs_f64(seconds);
            let due = Margin::default().answer(now, clock);
            assert!(now < due.think && due.think < due.by && due.by < now + clock, "{seconds}");
        }
        let none = Margin::default().answer(now, Duration::ZERO);
        assert_eq!((none.think, none.by), (now, now));
    }
}
