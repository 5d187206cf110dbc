//! A panic in the rules of a game, on its way from the thread where it happened to the caller of the search.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The panics of the threads of one search.
#[derive(Default)]
pub(crate) struct Panics {
    raised: AtomicBool,
    first: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Panics {
    /// Runs a thread's work. A panic in it is kept, and all other threads of the search are to end.
    ///
    /// What the panic leaves half done is the search's own trees and workers, which are dropped then.
    pub(crate) fn catch(&self, work: &mut dyn FnMut()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            self.first.lock().expect("no panic while holding the lock").get_or_insert(panic);
            self.raised.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a thread has panicked.
    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// Resumes the first panic, if there was one. Called when all threads have ended.
    pub(crate) fn resume(self) {
        if let Some(panic) = self.first.into_inner().expect("no panic while holding the lock") {
            resume_unwind(panic);
        }
    }
}
