//! The threads of a search.
//!
//! Jobs are passed behind a pointer, so that starting and joining threads is compiled once, and not for every search of
//! every game.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;

use crate::budget::{Meter, StepLimit};

/// What one thread does.
pub(crate) type Job<'j> = Box<dyn FnOnce() + Send + 'j>;

/// Runs the jobs, the first on the calling thread and each of the others on a thread of its own. Returns when all have
/// ended.
///
/// A panic in one of them, such as one in the rules of a game, stops the search of the meter, so that the others end as
/// well; then it is resumed here. What it leaves half done is the search's own trees and workers, which are dropped.
pub(crate) fn run(meter: &Meter, jobs: Vec<Job<'_>>) {
    let mut jobs = jobs.into_iter();
    let Some(first) = jobs.next() else { return };
    if jobs.len() == 0 {
        return first();
    }
    let panicked: Mutex<Option<Box<dyn Any + Send>>> = Mutex::new(None);
    let guard = |job: Job<'_>| {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(job)) {
            panicked.lock().expect("no panic while holding the lock").get_or_insert(panic);
            meter.stop();
        }
    };
    let steps = StepLimit::of_thread();
    std::thread::scope(|scope| {
        for job in jobs {
            let steps = &steps;
            let guard = &guard;
            scope.spawn(move || {
                let _limited = steps.enter();
                guard(job);
            });
        }
        guard(first);
    });
    if let Some(panic) = panicked.into_inner().expect("no panic while holding the lock") {
        resume_unwind(panic);
    }
}

/// Runs `work` on each item, with its number, as [`run`] does.
pub(crate) fn on_each<T: Send>(meter: &Meter, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    let work = &work;
    let mut jobs: Vec<Job<'_>> = Vec::with_capacity(items.len());
    for (number, item) in items.iter_mut().enumerate() {
        jobs.push(Box::new(move || work(number, item)));
    }
    run(meter, jobs);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Limit};

    #[test]
    fn every_item_is_worked_on_once() {
        let mut items = vec![0; 5];
        let meter = Budget::default().start();
        on_each(&meter, &mut items, |number, item| *item += 10 + number);
        assert_eq!(items, [10, 11, 12, 13, 14]);
        run(&meter, Vec::new());
    }

    #[test]
    fn a_panic_of_any_thread_ends_the_others_and_comes_back() {
        for bad in 0..3 {
            let budget = Budget::default();
            let meter = budget.start();
            // The others end only because they are stopped.
            let work = |number: usize, _: &mut i32| {
                assert!(number != bad, "job {number}");
                while meter.interrupted() != Some(Limit::Stopped) {
                    std::thread::yield_now();
                }
            };
            let panic = catch_unwind(AssertUnwindSafe(|| on_each(&meter, &mut [0; 3], work))).unwrap_err();
            assert_eq!(*panic.downcast::<String>().unwrap(), format!("job {bad}"));
            assert!(!budget.stop.is_raised(), "the caller's flag is the caller's");
        }
    }
}
