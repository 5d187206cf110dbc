//! A hash table that several threads share, off the hot path: locked piecewise.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard};

use rustc_hash::FxHashMap;

const SHARDS: usize = 16;

/// A hash table in pieces, each behind its own lock. The caller selects the piece by a number.
pub(crate) struct Sharded<K, V>([Mutex<FxHashMap<K, V>>; SHARDS]);

impl<K, V> Default for Sharded<K, V> {
    fn default() -> Self {
        Sharded(std::array::from_fn(|_| Mutex::default()))
    }
}

impl<K: Eq + Hash, V> Sharded<K, V> {
    /// The piece for a number.
    pub(crate) fn piece(&self, number: u64) -> MutexGuard<'_, FxHashMap<K, V>> {
        self.0[(number % SHARDS as u64) as usize].lock().expect("no panic while holding the lock")
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for number in 0..SHARDS as u64 {
            self.piece(number).clear();
        }
    }

    /// Entries in all pieces.
    pub(crate) fn len(&self) -> usize {
        (0..SHARDS as u64).map(|number| self.piece(number).len()).sum()
    }
}
