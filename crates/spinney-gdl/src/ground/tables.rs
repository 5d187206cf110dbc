//! The atoms of a relation: rows of ground terms, with indices on places inside of the terms.

use rustc_hash::FxHashMap;

use crate::program::Symbol;
use crate::terms::{TermId, Terms};

const END: u32 = u32::MAX;

/// A place in an atom: the number of the argument, then of the argument of that function, and so on.
pub(super) type Path = Vec<u32>;

/// The key of an index: rows with these functions in these places are found by the terms in the key places.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct Shape {
    /// Functions by place, with their numbers of arguments; outer ones come first.
    pub functions: Vec<(Path, Symbol, usize)>,
    /// The places that make the key.
    pub keys: Vec<Path>,
}

/// One index. Rows with equal hashes of their keys are chained, the latest first.
#[derive(Clone, Debug)]
struct Index {
    shape: Shape,
    heads: FxHashMap<u64, u32>,
    /// By row.
    next: Vec<u32>,
}

/// The atoms of one relation. Rows are only added, so that a range of row numbers is a range of rounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    arity: usize,
    cells: Vec<TermId>,
    rows: u32,
    /// Numbers of the rows by hash, with the hash: an open table of a power of two slots.
    slots: Vec<(u32, u32)>,
    indices: Vec<Index>,
}

#[inline]
fn mix(hash: u64, term: TermId) -> u64 {
    (hash.rotate_left(5) ^ u64::from(term.0)).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// The hash of a key: the argument of [`Table::chain`].
#[inline]
pub(super) fn key_hash(terms: impl IntoIterator<Item = TermId>) -> u64 {
    terms.into_iter().fold(0x9e37_79b9, mix)
}

fn row_hash(arguments: &[TermId]) -> u32 {
    let hash = key_hash(arguments.iter().copied());
    (hash ^ (hash >> 32)) as u32
}

/// The memory of an open table, including the one of twice the size that it will soon be copied to.
pub(super) fn slots_bytes(slots: usize, used: usize) -> usize {
    /// The maximum number of additions before the memory is counted again.
    const SOON: usize = 10_000;
    slots * 8 + if used + SOON > slots / 2 { slots * 16 } else { 0 }
}

/// Doubles an open table of numbers with their hashes.
pub(super) fn grow(slots: &mut Vec<(u32, u32)>) {
    let mask = slots.len() * 2 - 1;
    let old = std::mem::replace(slots, vec![(END, 0); mask + 1]);
    for (number, hash) in old.into_iter().filter(|slot| slot.0 != END) {
        let mut slot = hash as usize & mask;
        while slots[slot].0 != END {
            slot = (slot + 1) & mask;
        }
        slots[slot] = (number, hash);
    }
}

impl Table {
    /// An empty table.
    pub(super) fn new(arity: usize) -> Self {
        Table { arity, slots: vec![(END, 0); 8], ..Table::default() }
    }

    /// The number of atoms.
    #[inline]
    pub(super) fn rows(&self) -> u32 {
        self.rows
    }

    /// The arguments of an atom.
    #[inline]
    pub(super) fn row(&self, row: u32) -> &[TermId] {
        let at = row as usize * self.arity;
        &self.cells[at..at + self.arity]
    }

    /// The memory used, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len() * 4
            + slots_bytes(self.slots.len(), self.rows as usize)
            + self.indices.iter().map(|index| self.rows as usize * 4 + index.heads.len() * 40).sum::<usize>()
    }

    /// The slot of an atom with this hash, or a free slot for it.
    fn slot(&self, hash: u32, arguments: &[TermId]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let (row, other) = self.slots[slot];
            if row == END || other == hash && self.row(row) == arguments {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The row of an atom, if it is present.
    pub(super) fn find(&self, arguments: &[TermId]) -> Option<u32> {
        let (row, _) = self.slots[self.slot(row_hash(arguments), arguments)];
        (row != END).then_some(row)
    }

    /// The row of an atom, and whether it is new.
    pub(super) fn insert(&mut self, arguments: &[TermId]) -> (u32, bool) {
        let hash = row_hash(arguments);
        let slot = self.slot(hash, arguments);
        if self.slots[slot].0 != END {
            return (self.slots[slot].0, false);
        }
        let row = self.rows;
        self.slots[slot] = (row, hash);
        self.rows += 1;
        self.cells.extend_from_slice(arguments);
        if self.rows as usize * 2 > self.slots.len() {
            grow(&mut self.slots);
        }
        (row, true)
    }

    /// The number of the index of this shape, created if necessary.
    pub(super) fn index(&mut self, shape: &Shape) -> usize {
        if let Some(known) = self.indices.iter().position(|index| &index.shape == shape) {
            return known;
        }
        self.indices.push(Index { shape: shape.clone(), heads: FxHashMap::default(), next: Vec::new() });
        self.indices.len() - 1
    }

    /// Updates all indices.
    pub(super) fn refresh(&mut self, terms: &Terms) {
        for index in &mut self.indices {
            for row in index.next.len() as u32..self.rows {
                let at = row as usize * self.arity;
                let hash = hash_of(&index.shape, terms, &self.cells[at..at + self.arity]);
                let next = hash.and_then(|hash| index.heads.insert(hash, row)).unwrap_or(END);
                index.next.push(next);
            }
        }
    }

    /// The latest row below `before` whose key has this hash.
    #[inline]
    pub(super) fn chain(&self, index: usize, hash: u64, before: u32) -> Option<u32> {
        let index = &self.indices[index];
        let mut row = *index.heads.get(&hash)?;
        while row >= before {
            row = index.next[row as usize];
            if row == END {
                return None;
            }
        }
        Some(row)
    }

    /// The row before this one with the same hash.
    #[inline]
    pub(super) fn chained(&self, index: usize, row: u32) -> Option<u32> {
        let next = self.indices[index].next[row as usize];
        (next != END).then_some(next)
    }

    /// The mean number of rows per key.
    pub(super) fn rows_per_key(&self, index: usize) -> f64 {
        f64::from(self.rows) / self.indices[index].heads.len().max(1) as f64
    }
}

fn hash_of(shape: &Shape, terms: &Terms, row: &[TermId]) -> Option<u64> {
    for (path, symbol, arity) in &shape.functions {
        let term = at(terms, row, path);
        if terms.symbol(term) != *symbol || terms.arguments(term).len() != *arity {
            return None;
        }
    }
    Some(key_hash(shape.keys.iter().map(|path| at(terms, row, path))))
}

fn at(terms: &Terms, row: &[TermId], path: &[u32]) -> TermId {
    path[1..].iter().fold(row[path[0] as usize], |term, &step| terms.arguments(term)[step as usize])
}
