//! How long a search may go on: simulations, time, memory and a stop flag, whichever is reached first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A clock. Passed in, so that searches run under test and where there is no system clock.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The system's monotonic clock.
pub struct SystemClock(Instant);

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A flag that ends searches from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Ends every search that holds this flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`raise`](Self::raise) was called.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How a search gets on, for whoever looks on from another thread; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<ProgressCell>);

#[derive(Debug)]
struct ProgressCell {
    simulations: AtomicU64,
    best: AtomicU64,
}

impl Default for ProgressCell {
    fn default() -> Self {
        ProgressCell { simulations: AtomicU64::new(0), best: AtomicU64::new(f64::NEG_INFINITY.to_bits()) }
    }
}

impl Progress {
    /// Counts simulations that were done.
    pub fn count(&self, simulations: u64) {
        self.0.simulations.fetch_add(simulations, Ordering::Relaxed);
    }

    /// A line of this value was found.
    pub fn found(&self, value: f64) {
        let better = |best: u64| (value > f64::from_bits(best)).then_some(value.to_bits());
        // Failing means that a better one was found already.
        let _ = self.0.best.fetch_update(Ordering::Relaxed, Ordering::Relaxed, better);
    }

    /// Simulations so far.
    pub fn simulations(&self) -> u64 {
        self.0.simulations.load(Ordering::Relaxed)
    }

    /// The best value found so far, if any.
    pub fn best(&self) -> Option<f64> {
        Some(f64::from_bits(self.0.best.load(Ordering::Relaxed))).filter(|best| best.is_finite())
    }
}

/// The limits of one search. The first that is reached ends it.
#[derive(Clone)]
pub struct Budget {
    /// Simulations (or nodes, for searches that do not simulate).
    pub simulations: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes for the search's own tables and tree.
    pub memory: Option<usize>,
    /// Ends the search from outside.
    pub stop: StopFlag,
    /// What time is measured by.
    pub clock: Arc<dyn Clock>,
    /// Is told how the search gets on, by searches that take long.
    pub progress: Progress,
}

impl Default for Budget {
    /// No limit at all.
    fn default() -> Self {
        Budget {
            simulations: None,
            time: None,
            memory: None,
            stop: StopFlag::default(),
            clock: Arc::new(SystemClock::default()),
            progress: Progress::default(),
        }
    }
}

impl Budget {
    /// So many simulations.
    pub fn simulations(simulations: u64) -> Self {
        Budget { simulations: Some(simulations), ..Budget::default() }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// The same budget with a memory limit.
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Whether nothing but the stop flag would end the search.
    pub fn is_endless(&self) -> bool {
        self.simulations.is_none() && self.time.is_none()
    }

    /// Starts the clock.
    pub fn start(&self) -> Meter {
        let started = self.clock.now();
        Meter { deadline: self.time.map(|time| started + time), started, budget: self.clone() }
    }
}

/// A running [`Budget`].
pub struct Meter {
    budget: Budget,
    started: Duration,
    deadline: Option<Duration>,
}

impl Meter {
    /// Why the search has to end now, if it has to.
    #[inline]
    pub fn exceeded(&self, simulations: u64) -> Option<Limit> {
        if self.budget.simulations.is_some_and(|most| simulations >= most) {
            Some(Limit::Simulations)
        } else if self.budget.stop.is_raised() {
            Some(Limit::Stopped)
        } else if self.deadline.is_some_and(|deadline| self.budget.clock.now() >= deadline) {
            Some(Limit::Time)
        } else {
            None
        }
    }

    /// This budget's simulations divided among `parts`, with the same deadline; the first parts get the remainder.
    pub fn share(&self, part: u64, parts: u64) -> Meter {
        let mut budget = self.budget.clone();
        budget.simulations = budget.simulations.map(|most| most / parts + u64::from(part < most % parts));
        Meter { budget, ..*self }
    }

    /// The meter of run `run` of `runs` that follow each other, of which `done` simulations are already spent: the
    /// run ends when its share of simulations and of time is up.
    pub fn share_rest(&self, done: u64, run: u32, runs: u32) -> Meter {
        let mut budget = self.budget.clone();
        let (run, runs) = (u64::from(run), u64::from(runs));
        budget.simulations = budget.simulations.map(|most| done + most.saturating_sub(done) / (runs - run));
        let deadline = self.deadline.map(|deadline| {
            let now = self.budget.clock.now();
            now + deadline.saturating_sub(now) / (runs - run) as u32
        });
        Meter { budget, started: self.started, deadline }
    }

    /// The meter of round `round` of `rounds` that follow each other, of which `done` simulations are already spent: its
    /// share of what is left, counted from now on.
    pub fn round(&self, done: u64, round: u32, rounds: u32) -> Meter {
        let Meter { mut budget, deadline, .. } = self.share_rest(done, round, rounds);
        budget.simulations = budget.simulations.map(|most| most - done);
        Meter { started: budget.clock.now(), budget, deadline }
    }

    /// The meter of a round of so many simulations, of which `done` are already spent, counted from now on; no more than
    /// what is left.
    pub fn round_of(&self, done: u64, simulations: u64) -> Meter {
        let mut budget = self.budget.clone();
        budget.simulations = Some(simulations.min(self.simulations_left(done)));
        Meter { started: budget.clock.now(), budget, deadline: self.deadline }
    }

    /// The meter of so many simulations, however long they take, by the same clock.
    pub fn only(&self, simulations: u64) -> Meter {
        let mut budget = self.budget.clone();
        budget.simulations = Some(simulations);
        Meter { budget, started: self.started, deadline: None }
    }

    /// The meter of a part that may spend this share of all simulations, and ends when time is used up to `end` (0 to
    /// 1).
    pub fn part(&self, share: f64, end: f64) -> Meter {
        let mut budget = self.budget.clone();
        budget.simulations = budget.simulations.map(|most| (most as f64 * share) as u64);
        let deadline = self.deadline.map(|deadline| self.started + (deadline - self.started).mul_f64(end));
        Meter { budget, started: self.started, deadline }
    }

    /// How many simulations there will be in all on so many threads if they go on as the first `done` did on one; `None`
    /// if only a stop flag ends them.
    pub fn foreseen(&self, done: u64, threads: u64) -> Option<u64> {
        let timed = self.deadline.map(|deadline| {
            let (gone, left) = (self.elapsed(), deadline.saturating_sub(self.budget.clock.now()));
            let rate = threads as f64 * done as f64 / gone.as_secs_f64().max(1e-9);
            done + (rate * left.as_secs_f64()) as u64
        });
        self.budget.simulations.into_iter().chain(timed).min()
    }

    /// The share of the budget that is used up, 0 to 1: of its simulations or its time, whichever is more. A budget that
    /// only a stop flag ends is never used up.
    pub fn used(&self, simulations: u64) -> f64 {
        let of = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 1.0 };
        let counted = self.budget.simulations.map_or(0.0, |most| of(simulations as f64, most as f64));
        let timed = self.deadline.map_or(0.0, |deadline| {
            let whole = deadline.saturating_sub(self.started).as_secs_f64();
            of(self.elapsed().as_secs_f64(), whole)
        });
        counted.max(timed).min(1.0)
    }

    /// How many simulations are left, or `u64::MAX` without such a limit.
    pub fn simulations_left(&self, done: u64) -> u64 {
        self.budget.simulations.map_or(u64::MAX, |most| most.saturating_sub(done))
    }

    /// Where to tell how the search gets on.
    pub fn progress(&self) -> &Progress {
        &self.budget.progress
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.budget.clock.now().saturating_sub(self.started)
    }
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The number of simulations.
    Simulations,
    /// The time.
    Time,
    /// The stop flag.
    Stopped,
    /// The tree cannot count any more visits.
    Visits,
    /// The depth that was asked for.
    Depth,
    /// Nothing was left to search: the result is proven, or there is only one answer.
    Finished,
}
