//! The groups of a position, updated incrementally: only the columns that a removal touches change.

use super::State;
use super::cells::Cells;
use super::stones::Links;

/// The most groups of two or more stones on a board.
const MOST_GROUPS: usize = 120;

/// The groups of a position, each with a note `N` that is computed when it appears. Groups of the colours that are
/// *kept back* are listed separately.
pub(super) struct Groups<N> {
    links: Links,
    /// The colours that are kept back, a bit each.
    kept_back: u8,
    /// The free groups are at the front, those kept back at the end in reverse order.
    groups: [Cells; MOST_GROUPS],
    sizes: [u8; MOST_GROUPS],
    notes: [N; MOST_GROUPS],
    free: usize,
    back: usize,
}

impl<N: Copy + Default> Groups<N> {
    /// The groups of a position.
    #[inline(always)]
    pub(super) fn new(state: &State, kept_back: u8, note: impl FnMut(&State, Cells, u8) -> N) -> Self {
        let mut groups = Groups {
            links: state.stones.links(),
            kept_back,
            groups: [Cells::EMPTY; MOST_GROUPS],
            sizes: [0; MOST_GROUPS],
            notes: [N::default(); MOST_GROUPS],
            free: 0,
            back: 0,
        };
        groups.find(state, Cells::ALL, note);
        groups
    }

    /// The number of free groups.
    #[inline(always)]
    pub(super) fn free(&self) -> usize {
        self.free
    }

    /// The number of groups kept back.
    #[inline(always)]
    pub(super) fn back(&self) -> usize {
        self.back
    }

    /// The notes on the free groups.
    #[inline(always)]
    pub(super) fn free_notes(&self) -> &[N] {
        &self.notes[..self.free]
    }

    /// The size of a group and its note: first the free ones, then those kept back.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> (u32, &N) {
        let place = self.place(index);
        (self.sizes[place].into(), &self.notes[place])
    }

    #[inline(always)]
    fn place(&self, index: usize) -> usize {
        if index < self.free { index } else { MOST_GROUPS - 1 - (index - self.free) }
    }

    /// Adds the groups that contain one of these cells.
    #[inline(always)]
    fn find(&mut self, state: &State, among: Cells, mut note: impl FnMut(&State, Cells, u8) -> N) {
        let mut rest = self.links.cells().and(among);
        while !rest.is_empty() {
            let first = rest.first();
            let group = self.links.group(first);
            rest = rest.without(group);
            let colour = state.stones.colour(first);
            let place = if self.kept_back >> colour & 1 == 0 {
                self.free += 1;
                self.free - 1
            } else {
                self.back += 1;
                MOST_GROUPS - self.back
            };
            let size = group.len();
            self.notes[place] = note(state, group, colour);
            self.groups[place] = group;
            self.sizes[place] = size as u8;
        }
    }

    /// Removes the group at `index` from the position and updates the list.
    #[inline(always)]
    pub(super) fn remove(&mut self, index: usize, state: &mut State, note: impl FnMut(&State, Cells, u8) -> N) {
        let (before, links) = (state.stones, self.links);
        let around = state.remove(self.groups[self.place(index)]);
        state.stones.update_links(&mut self.links, around);
        // A group is unchanged unless one of its cells has another stone or other links.
        let changed = state.stones.differs(&before).or(self.links.differs(&links));
        // The remainder of a changed group is searched for at its old cells, too.
        let mut among = changed;
        let mut at = 0;
        while at < self.free {
            let group = self.groups[at];
            if group.and(changed).is_empty() {
                at += 1;
            } else {
                among = among.or(group);
                self.free -= 1;
                self.groups[at] = self.groups[self.free];
                self.sizes[at] = self.sizes[self.free];
                self.notes[at] = self.notes[self.free];
            }
        }
        let mut at = MOST_GROUPS;
        while at > MOST_GROUPS - self.back {
            let group = self.groups[at - 1];
            if group.and(changed).is_empty() {
                at -= 1;
            } else {
                among = among.or(group);
                let last = MOST_GROUPS - self.back;
                self.back -= 1;
                self.groups[at - 1] = self.groups[last];
                self.sizes[at - 1] = self.sizes[last];
                self.notes[at - 1] = self.notes[last];
            }
        }
        self.find(state, among, note);
    }
}
