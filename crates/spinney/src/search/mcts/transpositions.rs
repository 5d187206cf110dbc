//! Equal positions share their children: the tree becomes a directed acyclic graph (Childs, Brodeur & Kocsis 2008,
//! variant UCT1: visits are kept per edge, statistics below are shared).

use super::sharded::Sharded;
use super::tree::{Children, Kind};

/// The children of a position.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) children: Children,
    pub(crate) kind: Kind,
}

/// Expanded positions by hash key.
#[derive(Default)]
pub(crate) struct Transpositions(pub(crate) Sharded<u64, Known>);

impl Transpositions {
    /// The children of the position with this key, if it was expanded before.
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        self.0.piece(key >> 60).get(&key).copied()
    }

    /// Remembers the children of a position.
    pub(crate) fn insert(&self, key: u64, known: Known) {
        self.0.piece(key >> 60).insert(key, known);
    }
}
