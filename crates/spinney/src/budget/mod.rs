//! The limits of a search: simulations, time, memory and a stop flag, whichever is reached first; and the means to watch
//! it while it runs.

mod clock;
mod meter;
mod pace;
mod steps;
mod watch;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use clock::SystemClock;
pub use clock::{Clock, NoClock};
pub use meter::Meter;
pub use pace::{Grace, Pace, Signal};
pub(crate) use steps::StepLimit;
pub use steps::{StepScope, step_is_overdue};
pub use watch::Watch;

/// A flag that ends searches from outside; clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    /// Raising this one raises the flag as well.
    outer: Option<StopFlag>,
}

impl StopFlag {
    /// Ends every search that holds this flag.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Whether [`raise`](Self::raise) was called.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed) || self.0.outer.as_ref().is_some_and(StopFlag::is_raised)
    }

    /// A flag of its own that is raised with this one.
    fn inner(&self) -> StopFlag {
        StopFlag(Arc::new(Flag { raised: AtomicBool::new(false), outer: Some(self.clone()) }))
    }
}

/// Progress counters of a search, to be read from another thread; clones share them.
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
    /// Counts finished simulations.
    pub fn count(&self, simulations: u64) {
        self.0.simulations.fetch_add(simulations, Ordering::Relaxed);
    }

    /// Records the value of a line that was found.
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
    /// The clock that measures the time: the system's where there is one, otherwise [`NoClock`].
    pub clock: Arc<dyn Clock>,
    /// Progress counters, updated by long searches.
    pub progress: Progress,
    /// Asks for reports while the search runs.
    pub watch: Watch,
}

impl Default for Budget {
    /// No limit at all.
    fn default() -> Self {
        Budget {
            simulations: None,
            time: None,
            memory: None,
            stop: StopFlag::default(),
            clock: clock::default_clock(),
            progress: Progress::default(),
            watch: Watch::default(),
        }
    }
}

impl Budget {
    /// A limit of simulations.
    pub fn simulations(simulations: u64) -> Self {
        Budget { simulations: Some(simulations), ..Budget::default() }
    }

    /// A limit of time, by the system's clock.
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

    /// The same budget less the time that has passed since the start of the meter, and less `done` simulations: for another
    /// search within it.
    pub fn left(&self, meter: &Meter, done: u64) -> Budget {
        Budget {
            simulations: self.simulations.map(|most| most.saturating_sub(done)),
            time: self.time.map(|time| time.saturating_sub(meter.elapsed())),
            ..self.clone()
        }
    }

    /// Starts the clock.
    pub fn start(&self) -> Meter {
        let started = self.clock.now();
        // Without a running clock the deadline would never be reached: it is now.
        let time = if self.clock.is_running() { self.time } else { self.time.map(|_| Duration::ZERO) };
        // The threads of a search stop each other without stopping what else holds the caller's flag.
        let budget = Budget { stop: self.stop.inner(), ..self.clone() };
        Meter {
            deadline: time.map(|time| started.saturating_add(time)),
            started,
            budget,
            steps: StepLimit::of_thread(),
        }
    }
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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
    /// The search is complete: the result is proven, or there is only one move.
    Finished,
    /// Nothing yet: the report is of a search that is still running.
    Running,
}
