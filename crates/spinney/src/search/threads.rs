//! The threads of a search.
//!
//! Jobs are passed behind a pointer, so that starting and joining threads is compiled once, and not for every search of
//! every game.

use std::panic::resume_unwind;

/// What one thread does.
pub(crate) type Job<'j> = Box<dyn FnOnce() + Send + 'j>;

/// Runs the jobs, the first on the calling thread and each of the others on a thread of its own. Returns when all have
/// ended; then a panic in one of them is resumed here.
pub(crate) fn run(jobs: Vec<Job<'_>>) {
    let mut jobs = jobs.into_iter();
    let Some(first) = jobs.next() else { return };
    if jobs.len() == 0 {
        return first();
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = jobs.map(|job| scope.spawn(job)).collect();
        first();
        for thread in others {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    });
}

/// Runs `work` on each item, with its number, as [`run`] does.
pub(crate) fn on_each<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    let work = &work;
    let mut jobs: Vec<Job<'_>> = Vec::with_capacity(items.len());
    for (number, item) in items.iter_mut().enumerate() {
        jobs.push(Box::new(move || work(number, item)));
    }
    run(jobs);
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        let mut items = vec![0; 5];
        on_each(&mut items, |number, item| *item += 10 + number);
        assert_eq!(items, [10, 11, 12, 13, 14]);
        run(Vec::new());
    }

    #[test]
    fn a_panic_of_any_thread_comes_back() {
        for bad in 0..3 {
            let work = || on_each(&mut [0; 3], |number, _| assert!(number != bad, "job {number}"));
            let panic = catch_unwind(AssertUnwindSafe(work)).unwrap_err();
            assert_eq!(*panic.downcast::<String>().unwrap(), format!("job {bad}"));
        }
    }
}
