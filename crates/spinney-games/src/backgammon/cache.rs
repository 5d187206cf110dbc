//! Values of positions that were evaluated lately. Searches meet the same positions again and again: after other rolls,
//! in other orders of moves, and once more at a leaf after they were compared to order the moves.
//!
//! One word holds a value and half of the position's key, so that all threads share the table without locks. A value
//! depends on its position only, so that a search does not depend on what the table holds.

use std::sync::atomic::{AtomicU64, Ordering};

const ENTRIES: usize = 1 << 18;

pub(super) struct Cache(Box<[AtomicU64]>);

impl Cache {
    pub(super) fn new() -> Self {
        Cache((0..ENTRIES).map(|_| AtomicU64::new(0)).collect())
    }

    /// The value of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64, evaluate: impl FnOnce() -> f32) -> f32 {
        let entry = &self.0[key as usize % ENTRIES];
        // Never zero, as empty entries are.
        let check = key >> 32 | 1;
        let known = entry.load(Ordering::Relaxed);
        if known >> 32 == check {
            return f32::from_bits(known as u32);
        }
        let value = evaluate();
        entry.store(check << 32 | u64::from(value.to_bits()), Ordering::Relaxed);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_kept_until_another_takes_its_place() {
        let cache = Cache::new();
        let (one, other) = (0x1234_5678_0000_0001, 0x8765_4321_0000_0001);
        assert_eq!(cache.get(one, || -0.25), -0.25);
        assert_eq!(cache.get(one, || unreachable!()), -0.25);
        assert_eq!(cache.get(other, || 0.5), 0.5);
        assert_eq!(cache.get(one, || -0.25), -0.25);
        // A key with an empty upper half is not found in an empty entry.
        assert_eq!(cache.get(7, || 1.0), 1.0);
    }
}
