//! Steps of the rules that a search need not wait for.
//!
//! A search looks at its budget between two steps of the rules. Where a single step may take long, the rules have to look
//! themselves, and they know no budget. So the caller of a search puts the limit on the thread, by
//! [`Budget::limit_steps`]; the threads of the search inherit it. Rules that take long call [`step_is_overdue`] now and
//! then, and give up on a step once it returns true: whatever they do then, the search throws it away.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::{Budget, Clock, StopFlag};

/// The time after the deadline in which a step may still end by itself.
const GRACE: Duration = Duration::from_millis(5);

thread_local! {
    static LIMIT: RefCell<StepLimit> = const { RefCell::new(StepLimit(None)) };
}

/// When steps of the rules are overdue on some threads, and whether one was cut; clones share it.
#[derive(Clone, Default)]
pub(crate) struct StepLimit(Option<Arc<Limit>>);

struct Limit {
    clock: Arc<dyn Clock>,
    deadline: Option<Duration>,
    stop: StopFlag,
    was_cut: AtomicBool,
}

impl StepLimit {
    /// The limit of this thread.
    pub(crate) fn of_thread() -> Self {
        LIMIT.with_borrow(Clone::clone)
    }

    /// Puts this limit on the calling thread.
    pub(crate) fn enter(&self) -> StepScope {
        let before = LIMIT.replace(self.clone());
        StepScope { limit: self.clone(), before, here: PhantomData }
    }

    /// Whether some step was cut.
    #[inline]
    pub(crate) fn was_cut(&self) -> bool {
        // The thread that cut a step reads its own write; others read a result of it only after they synchronise.
        self.0.as_ref().is_some_and(|limit| limit.was_cut.load(Ordering::Relaxed))
    }

    fn is_overdue(&self) -> bool {
        let Some(limit) = &self.0 else { return false };
        let overdue = limit.was_cut.load(Ordering::Relaxed)
            || limit.stop.is_raised()
            || limit.deadline.is_some_and(|deadline| limit.clock.now() >= deadline);
        if overdue {
            limit.was_cut.store(true, Ordering::Relaxed);
        }
        overdue
    }
}

/// The limit on the steps of this thread, until it is dropped.
pub struct StepScope {
    limit: StepLimit,
    before: StepLimit,
    /// It belongs to its thread.
    here: PhantomData<*const ()>,
}

impl StepScope {
    /// Whether some step was cut, on any thread of the search. Then the search may have taken what it got for the end of
    /// the game, unless [it says otherwise](crate::search::Search::survives_cut_steps).
    pub fn was_cut(&self) -> bool {
        self.limit.was_cut()
    }
}

impl Drop for StepScope {
    fn drop(&mut self) {
        LIMIT.set(std::mem::take(&mut self.before));
    }
}

impl Budget {
    /// Limits the steps of the rules on this thread to the time of this budget, from now on, and to its stop flag: for a
    /// search that begins now. See [`step_is_overdue`].
    pub fn limit_steps(&self) -> StepScope {
        let running = self.time.filter(|_| self.clock.is_running());
        let deadline = running.map(|time| self.clock.now().saturating_add(time).saturating_add(GRACE));
        let (clock, stop, was_cut) = (Arc::clone(&self.clock), self.stop.clone(), AtomicBool::new(false));
        StepLimit(Some(Arc::new(Limit { clock, deadline, stop, was_cut }))).enter()
    }
}

/// For rules whose steps may take long: whether the search that asked for this step has no use for it any more. Rules
/// that got true have to end the step soon, in any state of which the game is over.
///
/// It takes some tens of nanoseconds. Outside of a search, or where the caller of the search set no
/// [limit](Budget::limit_steps), it is always false.
pub fn step_is_overdue() -> bool {
    LIMIT.with_borrow(StepLimit::is_overdue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_ends_with_its_scope_and_is_inherited_by_threads() {
        assert!(!step_is_overdue());
        let budget = Budget { stop: StopFlag::default(), ..Budget::default() };
        let outer = budget.limit_steps();
        assert!(!step_is_overdue());
        {
            let inner = Budget::time(Duration::ZERO).limit_steps();
            std::thread::sleep(2 * GRACE);
            let meter = Budget::default().start();
            assert!(!inner.was_cut() && !meter.was_cut(), "no step has asked yet");
            let mut overdue = [false; 3];
            crate::search::threads::on_each(&meter, &mut overdue, |_, overdue| *overdue = step_is_overdue());
            assert_eq!(overdue, [true; 3]);
            assert!(inner.was_cut() && meter.was_cut() && meter.share(1, 2).was_cut());
        }
        assert!(!step_is_overdue() && !outer.was_cut());
        budget.stop.raise();
        assert!(step_is_overdue() && outer.was_cut());
        drop(outer);
        assert!(!step_is_overdue());
    }
}
