//! How much time and memory may be spent on a rule sheet before it is played.

use std::time::{Duration, Instant};

use serde::Serialize;

/// What may be spent.
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
pub enum Refusal {
    /// The time is over.
    #[error("{stage} takes longer than {seconds} s")]
    Time {
        /// The stage that was under way.
        stage: &'static str,
        /// The limit.
        seconds: f64,
    },
    /// The memory is used up.
    #[error("{stage} needs more than {megabytes} MB")]
    Memory {
        /// The stage that was under way.
        stage: &'static str,
        /// The limit.
        megabytes: usize,
    },
    /// Something that the stage cannot represent.
    #[error("{stage}: {reason}")]
    Unfit {
        /// The stage that was under way.
        stage: &'static str,
        /// What does not fit.
        reason: String,
    },
}

/// Watches over the limits of one run.
#[derive(Clone, Debug)]
pub struct Watch {
    limits: Limits,
    until: Instant,
}

impl Watch {
    /// Starts the clock.
    pub fn start(limits: Limits) -> Self {
        let now = Instant::now();
        // A limit beyond the clock's range is no limit.
        let until = now.checked_add(limits.time).unwrap_or(now + Duration::from_secs(86_400 * 365));
        Watch { limits, until }
    }

    /// Refuses if the time is over or `bytes` are too many. Reads the clock: call it once in a thousand steps or so.
    pub fn check(&self, stage: &'static str, bytes: usize) -> Result<(), Refusal> {
        if bytes > self.limits.memory {
            return Err(Refusal::Memory { stage, megabytes: self.limits.memory >> 20 });
        }
        if Instant::now() > self.until {
            return Err(Refusal::Time { stage, seconds: self.limits.time.as_secs_f64() });
        }
        Ok(())
    }
}
