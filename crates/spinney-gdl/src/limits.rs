//! Limits on time and memory for processing a rule sheet before it is played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

/// The limits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time for all stages together.
    pub time: Duration,
    /// Memory in bytes, counted by the stages themselves.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(30), memory: 4 << 30 }
    }
}

/// Why a stage gave up.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize)]
#[non_exhaustive]
pub enum Refusal {
    /// Out of time.
    #[error("{stage} takes longer than {seconds} s")]
    Time {
        /// The stage in progress.
        stage: &'static str,
        /// The limit.
        seconds: f64,
    },
    /// Out of memory.
    #[error("{stage} needs more than {megabytes} MB")]
    Memory {
        /// The stage in progress.
        stage: &'static str,
        /// The limit.
        megabytes: usize,
    },
    /// Nobody waits for the result any more: a search that asked for a state has ended, or a game was dropped.
    #[error("{stage} was cut, as its result is not needed any more")]
    Cut {
        /// The stage in progress.
        stage: &'static str,
    },
    /// The thread of the stage came to nothing.
    #[error("{stage} came to nothing: its thread panicked")]
    Lost {
        /// The stage in progress.
        stage: &'static str,
    },
    /// Something that the stage cannot represent.
    #[error("{stage}: {reason}")]
    Unfit {
        /// The stage in progress.
        stage: &'static str,
        /// What is not representable.
        reason: String,
    },
}

/// Enforces the limits of one run.
#[derive(Clone, Debug)]
pub struct Watch {
    limits: Limits,
    until: Instant,
    cancelled: Option<Arc<AtomicBool>>,
}

impl Watch {
    /// Starts the clock.
    pub fn start(limits: Limits) -> Self {
        let now = Instant::now();
        // A limit beyond the clock's range is no limit.
        let until = now.checked_add(limits.time).unwrap_or(now + Duration::from_secs(86_400 * 365));
        Watch { limits, until, cancelled: None }
    }

    /// A watch without any limit.
    pub fn endless() -> Self {
        Watch::start(Limits { time: Duration::MAX, memory: usize::MAX })
    }

    /// The same watch, which also ends when the flag is set.
    pub fn with_flag(&self, cancelled: Arc<AtomicBool>) -> Watch {
        Watch { cancelled: Some(cancelled), ..self.clone() }
    }

    /// A watch that ends when this share (0 to 1) of the time that is left has passed.
    pub fn part(&self, share: f64) -> Watch {
        Watch { until: Instant::now() + self.left().mul_f64(share), ..self.clone() }
    }

    /// A watch that ends after this time, but not later than this one.
    pub fn at_most(&self, time: Duration) -> Watch {
        Watch { until: self.until.min(Instant::now() + time), ..self.clone() }
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Returns an error if the time is up or `bytes` exceed the limit. Reads the clock: call it about once in a
    /// thousand steps.
    pub fn check(&self, stage: &'static str, bytes: usize) -> Result<(), Refusal> {
        if bytes > self.limits.memory {
            return Err(Refusal::Memory { stage, megabytes: self.limits.memory >> 20 });
        }
        if Instant::now() > self.until {
            return Err(Refusal::Time { stage, seconds: self.limits.time.as_secs_f64() });
        }
        if self.cancelled.as_ref().is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) {
            return Err(Refusal::Cut { stage });
        }
        Ok(())
    }
}
