//! The number of stones that a player still needs to connect its sides if the opponent passes: the shortest path over
//! empty cells, by breadth-first search on whole rows of bits.
//!
//! With bridges, two cells that have two empty cells in common count as neighbours: if the opponent takes one of them,
//! the player takes the other.

use super::{Hex, MAX_SIZE, RED, State};

/// Rows of bits, two more on every side than the largest board has.
type Rows = [u32; MAX_SIZE + 5];

/// The index of the first row and of the first column.
const MARGIN: usize = 2;

/// A board from one player's point of view, oriented so that it connects the top with the bottom. Its sides are rows of
/// its stones.
pub(super) struct Field {
    own: Rows,
    empty: Rows,
    size: usize,
}

impl Field {
    pub(super) fn of(game: &Hex, state: &State, player: u8) -> Self {
        let size = game.options.size;
        let mut field = Field { own: [0; MAX_SIZE + 5], empty: [0; MAX_SIZE + 5], size };
        for cell in 0..size * size {
            let (row, column) = if player == 0 { (cell / size, cell % size) } else { (cell % size, cell / size) };
            let known = state.at(game.place(cell));
            let bit = 1 << (column + MARGIN);
            if known == 0 {
                field.empty[row + MARGIN] |= bit;
            } else if known & (RED << player) != 0 {
                field.own[row + MARGIN] |= bit;
            }
        }
        let side = ((1u32 << (size + 1)) - 1) << MARGIN;
        field.own[MARGIN - 1] = side;
        field.own[size + MARGIN] = side;
        field
    }

    /// The number of stones still needed; `None` if the opponent has cut off the sides for good.
    pub(super) fn distance(&self, bridges: bool) -> Option<u32> {
        let mut reached: Rows = [0; MAX_SIZE + 5];
        reached[MARGIN - 1] = self.own[MARGIN - 1];
        let mut distance = 0;
        loop {
            let near = if bridges { self.bridged(&reached) } else { beside(&reached) };
            let (mut stones, mut cells) = (0, 0);
            let mut next = reached;
            for row in 0..near.len() {
                let found = near[row] & self.own[row] & !reached[row];
                stones |= found;
                next[row] |= found;
            }
            if stones == 0 {
                // No cell of cost zero is left.
                distance += 1;
                for row in 0..near.len() {
                    let found = near[row] & self.empty[row] & !reached[row];
                    cells |= found;
                    next[row] |= found;
                }
                if cells == 0 {
                    return None;
                }
            }
            reached = next;
            if reached[self.size + MARGIN] != 0 {
                return Some(distance);
            }
        }
    }

    /// Cells beside those of `rows`, or a bridge away.
    #[inline]
    fn bridged(&self, rows: &Rows) -> Rows {
        let empty = &self.empty;
        let mut near = beside(rows);
        for r in MARGIN..near.len() - MARGIN {
            let (up, here, down) = (empty[r - 1], empty[r], empty[r + 1]);
            // Each term: a cell, and the two empty cells that it has in common with the target.
            near[r] |= rows[r + 2] << 1 & down & (down << 1)
                | rows[r + 1] << 2 & (down << 1) & (here << 1)
                | rows[r - 1] << 1 & up & (here << 1)
                | rows[r - 2] >> 1 & up & (up >> 1)
                | rows[r - 1] >> 2 & (up >> 1) & (here >> 1)
                | rows[r + 1] >> 1 & down & (here >> 1);
        }
        near
    }
}

/// Cells beside those of `rows`.
#[inline]
fn beside(rows: &Rows) -> Rows {
    let mut near = [0; MAX_SIZE + 5];
    for r in 1..near.len() - 1 {
        let here = rows[r];
        near[r] = here << 1 | here >> 1 | rows[r - 1] | rows[r - 1] >> 1 | rows[r + 1] | rows[r + 1] << 1;
    }
    near
}
