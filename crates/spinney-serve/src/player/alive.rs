//! Counts the threads of matches: one that does not end must not be followed by any number of others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A counter of threads that are alive; clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Alive(Arc<AtomicUsize>);

/// Held by a thread as long as it is alive.
#[derive(Debug)]
pub(super) struct Held(Alive);

impl Alive {
    /// Counts one more thread.
    pub(super) fn hold(&self) -> Held {
        self.0.fetch_add(1, Ordering::SeqCst);
        Held(self.clone())
    }

    /// Threads that are alive.
    pub(super) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}
