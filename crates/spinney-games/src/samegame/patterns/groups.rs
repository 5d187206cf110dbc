//! Sums over the groups of a board.

use crate::samegame::cells::{Cells, LANE};
use crate::samegame::stones::{Links, Stones};
use crate::samegame::worth;

/// Sums over groups: of the other colours, and of the goal.
#[derive(Clone, Copy, Default)]
pub(super) struct GroupSums {
    pub(super) points: [i32; 2],
    pub(super) groups: [i32; 2],
    pub(super) stones: [i32; 2],
}

impl GroupSums {
    /// Adds a group, or takes it away with a `sign` of −1.
    #[inline(always)]
    pub(super) fn add(&mut self, group: &Group, sign: i32) {
        let of = usize::from(group.is_goal);
        self.points[of] += sign * worth(group.size);
        self.groups[of] += sign;
        self.stones[of] += sign * group.size as i32;
    }
}

/// A group with the columns it lies in.
pub(super) struct Group {
    pub(super) cells: Cells,
    pub(super) first: u8,
    pub(super) size: u32,
    is_goal: bool,
    pub(super) columns: (i32, i32),
}

/// Visits the groups that have one of these cells.
#[inline(always)]
pub(super) fn groups_among(stones: &Stones, links: &Links, goal: u8, among: Cells, mut visit: impl FnMut(Group)) {
    let mut rest = links.cells().and(among);
    while !rest.is_empty() {
        let cells = links.group(rest.first());
        rest = rest.without(cells);
        let (first, last) = (cells.first(), cells.last());
        let columns = (i32::from(first) / LANE as i32, i32::from(last) / LANE as i32);
        visit(Group { cells, first, size: cells.len(), is_goal: stones.colour(first) == goal, columns });
    }
}
