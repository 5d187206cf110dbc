//! The groups of a position, kept up to date while a game goes on: what lies outside of the columns that a removal
//! touches stays as it was.

use super::State;
use super::cells::{Cells, LANE};

/// The most groups of two or more stones on a board.
pub(super) const MOST_GROUPS: usize = 120;

/// A group of two or more stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) cells: Cells,
    pub(super) colour: u8,
    pub(super) size: u8,
    /// The columns that it reaches from and to.
    from: u8,
    to: u8,
}

const NO_GROUP: Group = Group { cells: Cells::EMPTY, colour: 0, size: 0, from: 0, to: 0 };

/// The groups of a position, each with a note `N` that is made when it appears.
pub(super) struct Groups<N> {
    list: [(Group, N); MOST_GROUPS],
    len: usize,
}

impl<N: Copy + Default> Groups<N> {
    /// The groups of a position.
    pub(super) fn new(state: &State, note: impl FnMut(&Group) -> N) -> Self {
        let mut groups = Groups { list: [(NO_GROUP, N::default()); MOST_GROUPS], len: 0 };
        groups.find(state, 0, 15, note);
        groups
    }

    /// The groups and their notes.
    #[inline(always)]
    pub(super) fn list(&self) -> &[(Group, N)] {
        &self.list[..self.len]
    }

    /// Adds the groups that reach into the columns `from` to `to`.
    #[inline(always)]
    fn find(&mut self, state: &State, from: u32, to: u32, mut note: impl FnMut(&Group) -> N) {
        let links = state.stones.links();
        let mut rest = links.cells().and(Cells::columns(from, to));
        while !rest.is_empty() {
            let first = rest.first();
            let cells = links.group(first);
            rest = rest.without(cells);
            let group = Group {
                cells,
                colour: state.stones.colour(first),
                size: cells.len() as u8,
                from: (u32::from(cells.first()) / LANE) as u8,
                to: (u32::from(cells.last()) / LANE) as u8,
            };
            self.list[self.len] = (group, note(&group));
            self.len += 1;
        }
    }

    /// Removes the group at `index` from the position and brings the list up to date.
    #[inline(always)]
    pub(super) fn remove(&mut self, index: usize, state: &mut State, note: impl FnMut(&Group) -> N) {
        let gone = self.list[index].0;
        let closed = state.remove(gone.cells);
        let from = u32::from(gone.from).saturating_sub(1);
        // Where columns have closed, everything on the right has moved.
        let to = if closed { 15 } else { (u32::from(gone.to) + 1).min(15) };
        let mut kept = 0;
        for at in 0..self.len {
            let entry = self.list[at];
            if u32::from(entry.0.to) < from || u32::from(entry.0.from) > to {
                self.list[kept] = entry;
                kept += 1;
            }
        }
        self.len = kept;
        self.find(state, from, to, note);
    }
}
