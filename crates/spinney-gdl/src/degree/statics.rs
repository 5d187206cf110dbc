//! The atoms of relations that do not depend on the state, found by those of their arguments that are given.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::pattern::{Pattern, Query, Row};
use crate::program::RelationId;
use crate::terms::{TermId, Terms};

/// Rows by the values of some arguments.
type Index = FxHashMap<Row, Rc<[u32]>>;

/// The atoms of all static relations.
pub(super) struct Statics {
    /// Rows of arguments without gaps, by relation.
    cells: Vec<Vec<TermId>>,
    counts: Vec<u32>,
    /// By relation and the set of arguments that are the key.
    indices: FxHashMap<(RelationId, u64), Index>,
    none: Rc<[u32]>,
}

impl Statics {
    pub(super) fn new(cells: Vec<Vec<TermId>>, counts: Vec<u32>) -> Self {
        Statics { cells, counts, indices: FxHashMap::default(), none: Rc::new([]) }
    }

    /// An atom by its row.
    pub(super) fn row(&self, relation: RelationId, row: u32) -> &[TermId] {
        let cells = &self.cells[relation.index()];
        let arity = cells.len().checked_div(self.counts[relation.index()] as usize).unwrap_or(0);
        &cells[row as usize * arity..(row as usize + 1) * arity]
    }

    /// All atoms of a relation.
    pub(super) fn rows(&self, relation: RelationId) -> impl Iterator<Item = &[TermId]> {
        (0..self.counts[relation.index()]).map(move |row| self.row(relation, row))
    }

    /// The rows that have the arguments that a query gives; those with partly given arguments need not match.
    pub(super) fn candidates(&mut self, query: &Query) -> Rc<[u32]> {
        let mut places = 0;
        let mut key = Vec::with_capacity(query.arguments.len());
        for (place, pattern) in query.arguments.iter().enumerate().take(64) {
            if let Pattern::Is(term) = pattern {
                places |= 1 << place;
                key.push(*term);
            }
        }
        if !self.indices.contains_key(&(query.relation, places)) {
            self.add_index(query.relation, places);
        }
        let index = &self.indices[&(query.relation, places)];
        index.get(&key[..]).unwrap_or(&self.none).clone()
    }

    fn add_index(&mut self, relation: RelationId, places: u64) {
        let mut lists: FxHashMap<Row, Vec<u32>> = FxHashMap::default();
        for (number, row) in self.rows(relation).enumerate() {
            let in_key = |&(place, _): &(usize, &TermId)| place < 64 && places >> place & 1 == 1;
            let key = row.iter().enumerate().filter(in_key).map(|(_, &term)| term).collect();
            lists.entry(key).or_default().push(number as u32);
        }
        let index = lists.into_iter().map(|(key, rows)| (key, rows.into())).collect();
        self.indices.insert((relation, places), index);
    }

    /// Whether an atom of a query holds.
    pub(super) fn holds(&mut self, query: &Query, terms: &Terms) -> bool {
        let rows = self.candidates(query);
        let mut free = Vec::new();
        rows.iter().any(|&row| query.matches(self.row(query.relation, row), terms, &mut free))
    }
}
