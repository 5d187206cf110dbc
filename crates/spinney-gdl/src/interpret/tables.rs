//! Relations as sets of rows of terms.
//!
//! A table is cleared by incrementing a generation, not by touching its memory.

use crate::terms::TermId;

/// A hash of a row or of some of its columns.
#[inline]
pub(super) fn hash(values: impl Iterator<Item = TermId>) -> usize {
    let hash =
        values.fold(0u64, |hash, value| (hash.rotate_left(5) ^ u64::from(value.0)).wrapping_mul(0x517c_c1b7_2722_0a95));
    (hash ^ (hash >> 32)) as usize
}

/// Hash slots, each with a row number and the generation in which it is valid.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    slots: Vec<u64>,
    /// Not 0, which is in slots never used.
    generation: u32,
    /// The number of valid slots.
    pub(super) used: usize,
}

impl Default for Slots {
    fn default() -> Self {
        Slots { slots: Vec::new(), generation: 1, used: 0 }
    }
}

impl Slots {
    /// Frees all slots.
    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(0);
            self.generation = 1;
        }
    }

    /// The slot for a hash: the one whose row is `same`, or a free one.
    #[inline]
    pub(super) fn find(&self, hash: usize, same: impl Fn(u32) -> bool) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash & mask;
        loop {
            let slot = self.slots[at];
            if (slot >> 32) as u32 != self.generation {
                return Err(at);
            }
            if same(slot as u32) {
                return Ok(at);
            }
            at = (at + 1) & mask;
        }
    }

    /// The row in a slot.
    #[inline]
    pub(super) fn row(&self, slot: usize) -> u32 {
        self.slots[slot] as u32
    }

    /// Puts a row into a slot.
    #[inline]
    pub(super) fn set(&mut self, slot: usize, row: u32) {
        self.slots[slot] = u64::from(self.generation) << 32 | u64::from(row);
    }

    /// Makes room for one more row, rehashing if necessary.
    #[inline]
    pub(super) fn reserve(&mut self, hash_of: impl Fn(u32) -> usize) {
        if self.slots.len() <= self.used * 2 + 1 {
            self.grow(hash_of);
        }
    }

    /// The memory used, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * 8
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(u32) -> usize) {
        let larger = (self.slots.len() * 2).max(8);
        let old = std::mem::replace(&mut self.slots, vec![0; larger]);
        for slot in old.into_iter().filter(|slot| (slot >> 32) as u32 == self.generation) {
            if let Err(at) = self.find(hash_of(slot as u32), |_| false) {
                self.slots[at] = slot;
            }
        }
    }
}

/// The atoms of a relation, in the order in which they were derived.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) arity: usize,
    rows: usize,
    values: Vec<TermId>,
    slots: Slots,
}

impl Table {
    /// An empty relation.
    pub(super) fn new(arity: usize) -> Self {
        Table { arity, ..Table::default() }
    }

    /// The number of atoms.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// The arguments of one atom.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[TermId] {
        &self.values[row * self.arity..(row + 1) * self.arity]
    }

    /// Removes all atoms.
    pub(super) fn clear(&mut self) {
        if self.rows != 0 {
            self.rows = 0;
            self.values.clear();
            self.slots.clear();
        }
    }

    /// Whether there is an atom with these arguments.
    #[inline]
    pub(super) fn contains(&self, arguments: &[TermId]) -> bool {
        self.rows != 0
            && self.slots.find(hash(arguments.iter().copied()), |row| self.row(row as usize) == arguments).is_ok()
    }

    /// Adds an atom unless it is present.
    #[inline]
    pub(super) fn insert(&mut self, arguments: &[TermId]) -> bool {
        let Table { arity, values, slots, .. } = self;
        let row_at = |row: u32| &values[row as usize * *arity..(row as usize + 1) * *arity];
        slots.reserve(|row| hash(row_at(row).iter().copied()));
        let Err(slot) = slots.find(hash(arguments.iter().copied()), |row| row_at(row) == arguments) else {
            return false;
        };
        slots.set(slot, self.rows as u32);
        slots.used += 1;
        values.extend_from_slice(arguments);
        self.rows += 1;
        true
    }

    /// The arguments of all atoms, one after the other.
    #[inline]
    pub(super) fn values(&self) -> &[TermId] {
        &self.values
    }

    /// The memory used, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.values.capacity() * 4 + self.slots.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_a_set_of_rows_and_can_be_emptied() {
        let mut table = Table::new(2);
        for round in 0..3 {
            for n in 0..1000 {
                assert!(table.insert(&[TermId(n), TermId(n * round)]));
                assert!(!table.insert(&[TermId(n), TermId(n * round)]));
            }
            assert_eq!(table.len(), 1000);
            assert!(table.contains(&[TermId(7), TermId(7 * round)]));
            assert!(!table.contains(&[TermId(7), TermId(7 * round + 1)]));
            table.clear();
            assert!(!table.contains(&[TermId(7), TermId(7 * round)]));
        }
        let mut flag = Table::new(0);
        assert!(!flag.contains(&[]));
        assert!(flag.insert(&[]));
        assert!(!flag.insert(&[]));
        assert!(flag.contains(&[]));
    }
}
