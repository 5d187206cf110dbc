//! Reports of a search that is still running.

use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::report::Report;

/// Asks a running search for reports; clones share it.
///
/// A search reads its watch where it checks its deadline. If a report is requested, it fills one from its results so
/// far, publishes it here and continues. While no report is requested this costs one relaxed load per check. No thread
/// is needed: a clock, or the rules of the game, can [ask](Self::ask) as well.
#[derive(Clone, Default)]
pub struct Watch(Arc<Slot>);

#[derive(Default)]
struct Slot {
    wanted: AtomicBool,
    published: AtomicU64,
    /// A `Report` of the game's moves.
    latest: Mutex<Option<Erased>>,
    /// Where reports go instead, translated, and where they are asked for.
    onward: Option<Onward>,
}

/// A report about moves of some type.
type Erased = Box<dyn Any + Send>;

/// Translates a report for another watch and publishes it there.
type Translate = dyn Fn(Erased, &Watch) + Send + Sync;

/// A watch behind another one that speaks of other moves.
struct Onward {
    watch: Watch,
    publish: Box<Translate>,
}

impl Watch {
    /// Asks for a report. The search publishes it at its next check of the budget.
    pub fn ask(&self) {
        self.0.wanted.store(true, Ordering::Relaxed);
    }

    /// A watch for a search on the same game with other moves, such as the game behind an erased one: requests are
    /// passed on from this one, and its reports are translated to this one.
    pub fn through<M: Send + 'static, T: Send + 'static>(
        &self,
        translate: impl Fn(Report<M>) -> Report<T> + Send + Sync + 'static,
    ) -> Watch {
        let publish = move |report: Erased, watch: &Watch| {
            if let Ok(report) = report.downcast::<Report<M>>() {
                watch.publish(translate(*report));
            }
        };
        let onward = Onward { watch: self.clone(), publish: Box::new(publish) };
        Watch(Arc::new(Slot { onward: Some(onward), ..Slot::default() }))
    }

    /// Whether a report was requested and not yet published.
    #[inline(always)]
    pub fn is_asked(&self) -> bool {
        match &self.0.onward {
            None => self.0.wanted.load(Ordering::Relaxed),
            Some(onward) => onward.watch.is_asked(),
        }
    }

    /// The number of reports that were published so far.
    pub fn published(&self) -> u64 {
        self.0.published.load(Ordering::Acquire)
    }

    /// Puts a report into the slot, and marks the request as served. Called by searches.
    pub fn publish<M: Send + 'static>(&self, report: Report<M>) {
        if let Some(onward) = &self.0.onward {
            return (onward.publish)(Box::new(report), &onward.watch);
        }
        self.0.wanted.store(false, Ordering::Relaxed);
        *self.0.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(report));
        self.0.published.fetch_add(1, Ordering::Release);
    }

    /// Discards the newest report, and the request for another one.
    pub fn clear(&self) {
        self.0.wanted.store(false, Ordering::Relaxed);
        *self.0.latest.lock().unwrap_or_else(PoisonError::into_inner) = None;
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
        watch.clear();
        assert!(watch.latest::<u8>().is_none() && watch.published() == 2);
    }

    #[test]
    fn a_report_is_translated_on_its_way() {
        let outer = Watch::default();
        let inner = outer.through(|report: Report<u8>| report.map(|mv| format!("move {mv}")));
        assert!(!inner.is_asked());
        outer.ask();
        assert!(inner.is_asked());
        inner.publish(Report::new(Some(3u8)));
        assert!(!outer.is_asked() && !inner.is_asked());
        assert_eq!(outer.latest::<String>().and_then(|report| report.best), Some("move 3".to_owned()));
    }
}
