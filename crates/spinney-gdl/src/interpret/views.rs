//! Ways to find rows: flattened views of relations, and hash indices on views.
//!
//! A [`View`] holds the atoms of a relation that have a certain [`Shape`], with one column for each place in the shape,
//! at any depth within function terms: `(true (cell ?x 2 ?z))` reads the three columns of the view `(true (cell _ _
//! _))`. An [`Index`] finds the rows of a view by the values of some columns. Views and indices are updated lazily.

use rustc_hash::{FxHashMap, FxHashSet};

use super::tables::{Slots, Table, hash};
use crate::program::Symbol;
use crate::terms::{TermId, Terms};

/// Marks the end of a chain of rows.
pub(super) const NONE: u32 = u32::MAX;

/// The form of a literal: which of its places are function terms, and of which functions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    /// Places that hold functions, with name and number of arguments. Places are numbered: first the arguments of the
    /// atom, then those of each function in this list.
    pub(super) functions: Vec<(u32, Symbol, u32)>,
    /// The places that become columns.
    pub(super) columns: Vec<u32>,
}

/// The atoms of a relation that have a shape.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) relation: usize,
    shape: Shape,
    width: usize,
    /// The number of rows of the relation that have been processed.
    seen: usize,
    rows: usize,
    values: Vec<TermId>,
    places: Vec<TermId>,
}

impl View {
    fn new(relation: usize, shape: Shape) -> Self {
        let width = shape.columns.len();
        View { relation, shape, width, seen: 0, rows: 0, values: Vec::new(), places: Vec::new() }
    }

    /// Without functions, a view is the relation itself.
    #[inline]
    fn is_plain(&self) -> bool {
        self.shape.functions.is_empty()
    }

    fn clear(&mut self) {
        self.seen = 0;
        self.rows = 0;
        self.values.clear();
    }

    #[cold]
    fn follow(&mut self, table: &Table, terms: &Terms) {
        let View { shape, places, values, .. } = self;
        'rows: for row in self.seen..table.len() {
            places.clear();
            places.extend_from_slice(table.row(row));
            for &(place, symbol, arity) in &shape.functions {
                let term = places[place as usize];
                if terms.symbol(term) != symbol {
                    continue 'rows;
                }
                let arguments = terms.arguments(term);
                if arguments.len() != arity as usize {
                    continue 'rows;
                }
                places.extend_from_slice(arguments);
            }
            values.extend(shape.columns.iter().map(|&place| places[place as usize]));
            self.rows += 1;
        }
        self.seen = table.len();
    }
}

/// The rows of a view by the values of some of its columns.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) view: usize,
    columns: Vec<u32>,
    /// The last row of each chain of rows with equal values.
    slots: Slots,
    /// For each row the one before it in its chain.
    before: Vec<u32>,
}

impl Index {
    fn clear(&mut self) {
        if !self.before.is_empty() {
            self.before.clear();
            self.slots.clear();
        }
    }

    /// The row before this one in its chain, or [`NONE`].
    #[inline]
    pub(super) fn before(&self, row: u32) -> u32 {
        self.before[row as usize]
    }
}

/// Relations with their views and indices.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    pub(super) tables: Vec<Table>,
    pub(super) views: Vec<View>,
    pub(super) indices: Vec<Index>,
    names: Names,
}

/// What a compiler has asked for: the same view or index is made once.
#[derive(Clone, Debug, Default)]
struct Names {
    views: FxHashMap<(usize, Shape), usize>,
    indices: FxHashMap<(usize, Vec<u32>), usize>,
    /// Numbers of rows, and of different keys among them, by view and columns.
    keys: FxHashMap<(usize, Vec<u32>), (usize, usize)>,
}

/// The values of a view, row after row.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    width: usize,
    pub(super) len: usize,
    values: &'a [TermId],
}

impl<'a> Rows<'a> {
    /// The values of one row.
    #[inline]
    pub(super) fn row(self, row: u32) -> &'a [TermId] {
        let from = row as usize * self.width;
        &self.values[from..from + self.width]
    }
}

impl Store {
    /// Empty relations without views.
    pub(super) fn new(arities: impl Iterator<Item = usize>) -> Self {
        Store { tables: arities.map(Table::new).collect(), ..Store::default() }
    }

    /// The same relations, views and indices without any row.
    pub(super) fn empty_copy(&self) -> Self {
        Store {
            tables: self.tables.iter().map(|table| Table::new(table.arity)).collect(),
            views: self.views.iter().map(|view| View::new(view.relation, view.shape.clone())).collect(),
            indices: self.indices.iter().map(|index| new_index(index.view, index.columns.clone())).collect(),
            names: Names::default(),
        }
    }

    /// Removes all views and indices.
    pub(super) fn forget_views(&mut self) {
        self.views.clear();
        self.indices.clear();
        self.names = Names::default();
    }

    /// The view of a relation by a shape, new or existing.
    pub(super) fn view(&mut self, relation: usize, shape: Shape) -> usize {
        let Store { views, names, .. } = self;
        *names.views.entry((relation, shape)).or_insert_with_key(|(_, shape)| {
            views.push(View::new(relation, shape.clone()));
            views.len() - 1
        })
    }

    /// The index of a view by some columns, new or existing.
    pub(super) fn index(&mut self, view: usize, columns: Vec<u32>) -> usize {
        let Store { indices, names, .. } = self;
        *names.indices.entry((view, columns)).or_insert_with_key(|(_, columns)| {
            indices.push(new_index(view, columns.clone()));
            indices.len() - 1
        })
    }

    /// The number of different keys in some columns of a view that is up to date.
    pub(super) fn keys(&mut self, view: usize, columns: Vec<u32>) -> usize {
        let rows = rows_of(&self.tables, &self.views[view]);
        let key = |row| columns.iter().map(|&column| rows.row(row)[column as usize]).collect::<Vec<_>>();
        match self.names.keys.get(&(view, columns.clone())) {
            Some(&(of, keys)) if of == rows.len => keys,
            _ => {
                let keys = (0..rows.len as u32).map(key).collect::<FxHashSet<_>>().len();
                self.names.keys.insert((view, columns), (rows.len, keys));
                keys
            }
        }
    }

    /// Clears the given relations, with their views and indices.
    pub(super) fn clear(&mut self, chosen: impl Fn(usize) -> bool) {
        let tables = self.tables.iter_mut().enumerate();
        tables.filter(|(relation, _)| chosen(*relation)).for_each(|(_, table)| table.clear());
        for index in &mut self.indices {
            if chosen(self.views[index.view].relation) {
                index.clear();
            }
        }
        self.views.iter_mut().filter(|view| chosen(view.relation)).for_each(View::clear);
    }

    /// Updates a view.
    #[inline]
    pub(super) fn follow_view(&mut self, view: usize, terms: &Terms) {
        let view = &mut self.views[view];
        let table = &self.tables[view.relation];
        if !view.is_plain() && view.seen != table.len() {
            view.follow(table, terms);
        }
    }

    /// Updates an index, and its view.
    #[inline]
    pub(super) fn follow_index(&mut self, index: usize, terms: &Terms) {
        let view = self.indices[index].view;
        self.follow_view(view, terms);
        let rows = rows_of(&self.tables, &self.views[view]);
        let index = &mut self.indices[index];
        if index.before.len() == rows.len {
            return;
        }
        let Index { columns, slots, before, .. } = index;
        let key_hash = |row: u32| hash(columns.iter().map(|&column| rows.row(row)[column as usize]));
        for row in before.len() as u32..rows.len as u32 {
            slots.reserve(key_hash);
            let values = rows.row(row);
            let same =
                |other: u32| columns.iter().all(|&column| rows.row(other)[column as usize] == values[column as usize]);
            match slots.find(key_hash(row), same) {
                Ok(slot) => {
                    before.push(slots.row(slot));
                    slots.set(slot, row);
                }
                Err(slot) => {
                    before.push(NONE);
                    slots.set(slot, row);
                    slots.used += 1;
                }
            }
        }
    }

    /// The rows of a view that is up to date.
    #[inline]
    pub(super) fn rows(&self, view: usize) -> Rows<'_> {
        rows_of(&self.tables, &self.views[view])
    }

    /// The last row with these values in the columns of an index that is up to date, or [`NONE`].
    #[inline]
    pub(super) fn last(&self, index: usize, key: &[TermId]) -> u32 {
        let index = &self.indices[index];
        if index.before.is_empty() {
            return NONE;
        }
        let rows = self.rows(index.view);
        let same =
            |row: u32| index.columns.iter().zip(key).all(|(&column, value)| rows.row(row)[column as usize] == *value);
        index.slots.find(hash(key.iter().copied()), same).map_or(NONE, |slot| index.slots.row(slot))
    }

    /// The memory used, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let tables: usize = self.tables.iter().map(Table::bytes).sum();
        let views: usize = self.views.iter().map(|view| view.values.capacity() * 4).sum();
        let indices = self.indices.iter().map(|index| index.before.capacity() * 4 + index.slots.bytes());
        tables + views + indices.sum::<usize>()
    }
}

fn new_index(view: usize, columns: Vec<u32>) -> Index {
    Index { view, columns, slots: Slots::default(), before: Vec::new() }
}

#[inline]
fn rows_of<'a>(tables: &'a [Table], view: &'a View) -> Rows<'a> {
    if view.is_plain() {
        let table = &tables[view.relation];
        Rows { width: table.arity, len: table.len(), values: table.values() }
    } else {
        Rows { width: view.width, len: view.rows, values: &view.values }
    }
}
