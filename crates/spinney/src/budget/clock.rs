//! Clocks: the system's, one that stands still, or the caller's own.

use std::sync::Arc;
use std::time::Duration;

/// A source of time. It is passed in, so that searches run under test and on platforms without a system clock.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;

    /// Whether the time advances at all. Without a running clock a time limit ends a search immediately.
    fn is_running(&self) -> bool {
        true
    }
}

/// The system's monotonic clock.
///
/// Not available on `wasm32-unknown-unknown`, where the standard library has no clock: pass in one of the host's, such
/// as `performance.now()`.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub struct SystemClock(std::time::Instant);

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Default for SystemClock {
    fn default() -> Self {
        SystemClock(std::time::Instant::now())
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// No clock: searches are limited by simulations or the stop flag, and report that they took no time. A time limit ends
/// them immediately, rather than never.
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn is_running(&self) -> bool {
        false
    }
}

/// The system's clock where there is one, otherwise [`NoClock`].
pub(super) fn default_clock() -> Arc<dyn Clock> {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    return Arc::new(SystemClock::default());
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return Arc::new(NoClock);
}
