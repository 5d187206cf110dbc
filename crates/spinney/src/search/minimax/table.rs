//! The transposition table: results of positions that were searched before.
//!
//! Bounded, shared by all threads without locks. A bucket is one cache line of four entries; an entry is two words, the
//! value and everything else, and the second is stored mixed with the first, so that an entry torn by two threads fails
//! its check (Hyatt and Mann 2002). Of a full bucket the entry of an older search goes first, then the shallowest.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::budget::Budget;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::search) struct Entry {
    pub value: f64,
    pub bound: Bound,
    /// Searched to this depth; [`TO_THE_END`] if no horizon was met.
    pub depth: u8,
    /// The best move, by its place in the list of the rules.
    pub best: Option<u16>,
}

/// The depth of values that no deeper search can change.
pub(in crate::search) const TO_THE_END: u8 = u8::MAX;

const ENTRIES: usize = 4;
/// Bytes of a bucket.
const BUCKET: usize = ENTRIES * 16;

// Layout of the second word: 40 bits of the key, 10 of the move, 8 of the depth, 2 of the bound, 4 of the generation.
const NO_MOVE: u64 = (1 << 10) - 1;
const GENERATIONS: u8 = 16;

/// The two words of an entry.
type Slot = [AtomicU64; 2];

pub(in crate::search) struct Table {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    buckets: usize,
    generation: u8,
}

/// How large a table a search fills.
pub(in crate::search) struct Room {
    /// The nodes a second that a table has room for.
    pub nodes_per_second: f64,
    /// The bytes for each of them.
    pub bytes_per_node: u64,
}

/// However short a search is, its table has this many bytes, unless less is allowed.
const LEAST_TABLE: usize = 1 << 18;

/// Tables up to this size are cleared in place when a new game begins.
const CLEARED: usize = 4 << 20;

impl Room {
    /// Makes a table for a search of this budget, or keeps the one there is, if it is large enough: what it knows is worth
    /// more than its size. The table has at most `memory` bytes, unless the budget gives a limit.
    pub(in crate::search) fn prepare(&self, table: &mut Option<Table>, memory: usize, budget: &Budget) {
        let most = budget.memory.unwrap_or(memory);
        // A table that fits the search is faster than a larger one: it stays nearer to the processor.
        let by_time = budget.time.map_or(u64::MAX, |time| (time.as_secs_f64() * self.nodes_per_second) as u64);
        let nodes = budget.simulations.unwrap_or(u64::MAX).min(by_time);
        let wanted = usize::try_from(nodes.saturating_mul(self.bytes_per_node)).unwrap_or(usize::MAX).max(LEAST_TABLE);
        let bytes = most.min(wanted).max(BUCKET) / BUCKET * BUCKET;
        match table {
            Some(table) if (bytes..=most.max(bytes)).contains(&table.bytes()) => table.next_search(),
            table => *table = Some(Table::new(bytes)),
        }
    }
}

impl Table {
    /// Forgets everything, for a new game.
    pub(in crate::search) fn reset(table: &mut Option<Table>) {
        match table {
            // Larger ones are freed: fresh memory is zeroed as it is touched.
            Some(table) if table.bytes() <= CLEARED => table.clear(),
            table => *table = None,
        }
    }

    /// An empty table of at most `bytes` bytes, and of one bucket at least.
    pub(in crate::search) fn new(bytes: usize) -> Self {
        let buckets = (bytes / BUCKET).max(1);
        let slots = empty(buckets * ENTRIES + ENTRIES - 1);
        let first = slots.as_ptr().align_offset(BUCKET);
        // An allocator may give addresses that are no multiple of a slot; then lines are straddled.
        let first = if first < ENTRIES { first } else { 0 };
        Table { slots, first, buckets, generation: 1 }
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.buckets * BUCKET
    }

    /// Forgets everything.
    pub(in crate::search) fn clear(&mut self) {
        self.slots.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
        self.generation = 1;
    }

    /// Begins a new search: old entries may be used, and are replaced first.
    pub(in crate::search) fn next_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.slots[self.first + bucket * ENTRIES..][..ENTRIES]
    }

    /// Prefetches the bucket of this key.
    #[inline]
    pub(in crate::search) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self.bucket(key).as_ptr().cast::<i8>();
            // SAFETY: SSE is part of every x86-64 processor, and a prefetch only hints at an address.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of the position with this key.
    #[inline]
    pub(in crate::search) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[first, second]| {
            let value = first.load(Ordering::Relaxed);
            let word = second.load(Ordering::Relaxed) ^ value;
            (word != 0 && tag(word) == tag_of(key)).then(|| Entry {
                value: f64::from_bits(value),
                bound: bound(word),
                depth: depth(word),
                best: Some((word >> 14) & NO_MOVE).filter(|&best| best != NO_MOVE).map(|best| best as u16),
            })
        })
    }

    /// Stores an entry. A deeper one of the same search on the same position stays, unless the new one is exact.
    #[inline]
    pub(in crate::search) fn store(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let mut slot = &bucket[0];
        let mut least = u32::MAX;
        let mut best = entry.best.map_or(NO_MOVE, |best| u64::from(best).min(NO_MOVE));
        for candidate in bucket {
            let [first, second] = candidate;
            let word = second.load(Ordering::Relaxed) ^ first.load(Ordering::Relaxed);
            if word != 0 && tag(word) == tag_of(key) {
                let deeper = depth(word) > entry.depth && entry.bound != Bound::Exact;
                if (deeper && generation(word) == self.generation) || is_final(word) && entry.depth != TO_THE_END {
                    return;
                }
                if best == NO_MOVE {
                    best = (word >> 14) & NO_MOVE;
                }
                slot = candidate;
                break;
            }
            let worth = match word {
                0 => 0,
                _ => 1 + u32::from(depth(word)) + if generation(word) == self.generation { 1024 } else { 0 },
            };
            if worth < least {
                (slot, least) = (candidate, worth);
            }
        }
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let meta = best << 14 | u64::from(entry.depth) << 6 | bound << 4 | u64::from(self.generation);
        let value = entry.value.to_bits();
        slot[0].store(value, Ordering::Relaxed);
        slot[1].store((tag_of(key) << 24 | meta) ^ value, Ordering::Relaxed);
    }
}

/// Zeroed memory, which the system provides page by page as it is touched.
fn empty(slots: usize) -> Box<[Slot]> {
    let zeroed = Box::<[Slot]>::new_zeroed_slice(slots);
    // SAFETY: a slot is an array of `AtomicU64`, for which all bits zero is a valid value.
    #[allow(unsafe_code)]
    unsafe {
        zeroed.assume_init()
    }
}

/// The bits of a key that are kept; the others choose the bucket.
fn tag_of(key: u64) -> u64 {
    key & ((1 << 40) - 1)
}

fn tag(word: u64) -> u64 {
    word >> 24
}

fn depth(word: u64) -> u8 {
    (word >> 6) as u8
}

fn generation(word: u64) -> u8 {
    word as u8 % GENERATIONS
}

fn bound(word: u64) -> Bound {
    match (word >> 4) & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    }
}

/// Exact to the end of the game: cannot be improved.
fn is_final(word: u64) -> bool {
    depth(word) == TO_THE_END && bound(word) == Bound::Exact
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::mix;

    fn entry(value: f64, depth: u8) -> Entry {
        Entry { value, bound: Bound::Lower, depth, best: Some(7) }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16);
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for (depth, best) in [None, Some(0), Some(1022)].into_iter().enumerate() {
                let key = mix(100 * bound as u64 + depth as u64);
                let stored = Entry { value: -0.1, bound, depth: depth as u8, best };
                assert_eq!(table.probe(key), None);
                table.store(key, stored);
                assert_eq!(table.probe(key), Some(stored));
            }
        }
        let far = Entry { best: Some(4000), ..entry(1.0, 1) };
        table.store(1, far);
        assert_eq!(table.probe(1).unwrap().best, None, "a move too far down the list is not kept");
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let mut table = Table::new(BUCKET);
        for key in 0..4 {
            table.store(key, entry(key as f64, 10 + key as u8));
        }
        table.store(4, entry(4.0, 1));
        assert_eq!(table.probe(0), None, "the shallowest was replaced");
        assert!((1..5).all(|key| table.probe(key).is_some()));
        table.next_search();
        table.store(5, entry(5.0, 1));
        table.store(6, entry(6.0, 1));
        assert!(table.probe(5).is_some() && table.probe(6).is_some(), "the new search has room");
        assert_eq!(table.probe(4), None);
    }

    #[test]
    fn deeper_results_stay() {
        let table = Table::new(BUCKET);
        table.store(1, entry(0.5, 9));
        table.store(1, entry(0.7, 3));
        assert_eq!(table.probe(1).unwrap().value, 0.5);
        let exact = Entry { bound: Bound::Exact, ..entry(0.6, TO_THE_END) };
        table.store(1, exact);
        table.store(1, Entry { bound: Bound::Exact, ..entry(0.9, 3) });
        assert_eq!(table.probe(1), Some(exact));
    }
}
