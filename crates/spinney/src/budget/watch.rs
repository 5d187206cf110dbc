//! Reports of a search that is still running.

use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::report::Report;

/// Asks a running search for reports; clones share it.
///
/// A search looks at its watch where it looks at its deadline. If a report is wanted, it fills one from what it knows so
/// far, publishes it here and goes on. While no report is wanted this costs one relaxed load per look. No thread is
/// needed: a clock, or the rules of the game, can [ask](Self::ask) as well.
#[derive(Clone, Default)]
pub struct Watch(Arc<Slot>);

#[derive(Default)]
struct Slot {
    wanted: AtomicBool,
    published: AtomicU64,
    /// A `Report` of the game's moves.
    latest: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Watch {
    /// Asks for a report. The search publishes it when it next looks at its budget.
    pub fn ask(&self) {
        self.0.wanted.store(true, Ordering::Relaxed);
    }

    /// Whether a report was asked for and not yet published.
    #[inline(always)]
    pub fn is_asked(&self) -> bool {
        self.0.wanted.load(Ordering::Relaxed)
    }

    /// The number of reports that were published so far.
    pub fn published(&self) -> u64 {
        self.0.published.load(Ordering::Acquire)
    }

    /// Puts a report into the slot, and marks the request as served. Called by searches.
    pub fn publish<M: Send + 'static>(&self, report: Report<M>) {
        self.0.wanted.store(false, Ordering::Relaxed);
        *self.0.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(report));
        self.0.published.fetch_add(1, Ordering::Release);
    }

    /// The newest report; `None` before the first, or if it is about moves of another type.
    pub fn latest<M: Clone + Send + 'static>(&self) -> Option<Report<M>> {
        let latest = self.0.latest.lock().unwrap_or_else(PoisonError::into_inner);
        latest.as_ref()?.downcast_ref::<Report<M>>().cloned()
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("asked", &self.is_asked()).field("published", &self.published()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_report_is_kept_and_typed() {
        let watch = Watch::default();
        assert!(!watch.is_asked() && watch.latest::<u8>().is_none());
        watch.ask();
        assert!(watch.clone().is_asked());
        watch.publish(Report::<u8> { simulations: 1, ..Report::new(Some(3)) });
        watch.publish(Report::<u8> { simulations: 2, ..Report::new(Some(4)) });
        assert!(!watch.is_asked());
        assert_eq!(watch.published(), 2);
        assert_eq!(watch.latest::<u8>().map(|report| (report.best, report.simulations)), Some((Some(4), 2)));
        assert!(watch.latest::<u16>().is_none(), "a report about other moves");
    }
}
