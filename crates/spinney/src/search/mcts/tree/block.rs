//! Where nodes are: indices and blocks of children, which only the tree makes.

use std::sync::atomic::AtomicU64;

use super::fields::Field;
use super::node::{Node, WIDE};

/// The place of a node in its tree. Only a tree makes them, and only of nodes that it has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Index(pub(super) u32);

/// The root, which every tree has.
pub(crate) const ROOT: Index = Index(0);

impl Index {
    /// The index as a number, for hashing.
    #[inline]
    pub(crate) fn number(self) -> u64 {
        u64::from(self.0)
    }
}

/// Where the children of a node are: a block that a tree has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Children {
    pub(super) first: u32,
    pub(super) total: u32,
}

impl Children {
    /// The first of them.
    #[inline]
    pub(crate) fn first(self) -> Index {
        Index(self.first)
    }

    /// Whether they are counted in a header.
    #[inline(always)]
    pub(super) fn is_wide(self) -> bool {
        self.total >= u32::from(WIDE)
    }

    /// The block in memory, header included: its first cell and its size.
    pub(super) fn cells(self) -> (u32, u32) {
        if self.is_wide() { (self.first - 1, self.total + 1) } else { (self.first, self.total) }
    }
}

/// The children of a node with their side tables.
pub(crate) struct Block<'t, M> {
    /// The children.
    pub(crate) nodes: &'t [Node<M>],
    pub(super) first: u32,
    pub(super) tables: &'t [Option<Vec<AtomicU64>>],
}

impl<'t, M> Block<'t, M> {
    /// The index of a child.
    #[inline(always)]
    pub(crate) fn index(&self, position: usize) -> Index {
        assert!(position < self.nodes.len(), "a child's position is below their number");
        Index(self.first + position as u32)
    }

    /// The indices of all children.
    pub(crate) fn indices(&self) -> impl Iterator<Item = Index> + use<M> {
        (self.first..self.first + self.nodes.len() as u32).map(Index)
    }

    /// Some of the children.
    pub(crate) fn part(&self, from: usize, to: usize) -> Block<'t, M> {
        Block { nodes: &self.nodes[from..to], first: self.first + from as u32, tables: self.tables }
    }

    /// A side table, parallel to `nodes`; empty if the tree was made without it.
    #[inline]
    pub(crate) fn table(&self, field: Field) -> &'t [AtomicU64] {
        let from = self.first as usize;
        match &self.tables[field as usize] {
            Some(table) => &table[from..from + self.nodes.len()],
            None => &[],
        }
    }
}
