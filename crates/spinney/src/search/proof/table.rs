//! The bounded table of proof and disproof numbers.
//!
//! It grows until it reaches its limit. From then on a new position takes the place of the one in its bucket of four that
//! cost the least work, those of earlier searches first: small subtrees are the cheapest to search again (the idea of
//! Nagai's garbage collection by the size of the subtree, done where it is needed).

use super::numbers::Numbers;

/// Places among which a key can stand.
const BUCKET: usize = 4;

/// The result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub numbers: Numbers,
    /// Positions visited below it; 0 if the slot is free.
    pub effort: u32,
    /// The search that wrote it.
    age: u32,
}

const FREE: Entry = Entry { key: 0, numbers: Numbers::PROVEN, effort: 0, age: 0 };

#[derive(Debug, Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    /// The most entries.
    most: usize,
    age: u32,
    /// Entries that had to go.
    pub dropped: u64,
}

impl Table {
    /// A new search begins, with this many bytes.
    pub(super) fn begin(&mut self, bytes: usize) {
        self.age += 1;
        self.dropped = 0;
        let places = (bytes / size_of::<Entry>()).max(64);
        // The largest power of two that fits.
        self.most = 1 << places.ilog2();
        if self.entries.is_empty() || self.entries.len() > self.most {
            self.entries = vec![FREE; self.most.min(1 << 10)];
            self.used = 0;
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Table::default();
    }

    pub(super) fn len(&self) -> usize {
        self.used
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1) & !(BUCKET - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let at = self.bucket(key);
        self.entries[at..at + BUCKET].iter().find(|entry| entry.effort > 0 && entry.key == key).copied()
    }

    /// Stores the result of a position after `effort` more positions below it.
    pub(super) fn put(&mut self, key: u64, numbers: Numbers, effort: u64) {
        if self.entries.len() < self.most {
            // A full bucket is a reason too, unless it is an accident of a nearly empty table.
            let at = self.bucket(key);
            let full = || self.entries[at..at + BUCKET].iter().all(|entry| entry.effort > 0 && entry.key != key);
            if self.used * 2 > self.entries.len() || (self.used * 4 > self.entries.len() && full()) {
                self.grow();
            }
        }
        let effort = effort.clamp(1, u64::from(u32::MAX)) as u32;
        self.write(Entry { key, numbers, effort, age: self.age });
    }

    fn write(&mut self, new: Entry) {
        let at = self.bucket(new.key);
        let age = self.age;
        let bucket = &mut self.entries[at..at + BUCKET];
        if let Some(same) = bucket.iter_mut().find(|entry| entry.effort > 0 && entry.key == new.key) {
            let effort = same.effort.saturating_add(new.effort);
            *same = Entry { effort, ..new };
            return;
        }
        let worth = |entry: &Entry| (entry.effort > 0, entry.age == age, entry.effort);
        let place = bucket.iter_mut().min_by_key(|entry| worth(entry)).expect("a bucket has places");
        if place.effort == 0 {
            self.used += 1;
        } else {
            self.dropped += 1;
        }
        *place = new;
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.entries);
        self.entries = vec![FREE; old.len() * 2];
        self.used = 0;
        old.into_iter().filter(|entry| entry.effort > 0).for_each(|entry| self.write(entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;
    use crate::search::proof::question::Kind;

    #[test]
    fn a_small_table_forgets_what_cost_least() {
        let mut table = Table::default();
        table.begin(64 * size_of::<Entry>());
        table.put(mix(0), Numbers::PROVEN, 1_000_000);
        for key in 1..10_000 {
            table.put(mix(key), Numbers::fresh(Kind::Or, 3), 1);
        }
        assert_eq!(table.get(mix(0)).map(|entry| entry.numbers), Some(Numbers::PROVEN));
        assert!(table.bytes() <= 64 * size_of::<Entry>() && table.dropped > 9_000);
        assert!(table.get(mix(9_999)).is_some(), "the newest is always there");
    }

    #[test]
    fn a_table_that_grows_keeps_everything() {
        let mut table = Table::default();
        table.begin(1 << 24);
        for key in 0..20_000 {
            table.put(mix(key), Numbers::fresh(Kind::And, key as usize % 7 + 1), key + 1);
        }
        let found = (0..20_000).filter(|&key| table.get(mix(key)).is_some()).count();
        // Buckets may overflow before the table does, but that is rare.
        assert!(found > 19_000 && found as u64 + table.dropped >= 20_000, "{found}");
    }
}
