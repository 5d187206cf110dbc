//! Hash keys: the stones, updated incrementally, and everything else that affects the future: ko, side to move, passes,
//! the number of the move (games end at a certain length) and, with superko, the earlier boards.

use spinney::game::capabilities::Key;
use spinney::random::mix;

use super::board::{ZOBRIST, at, point_at, stone};
use super::{Go, Point, State, Superko};

/// A key of everything but stones, ko and history.
#[inline]
fn rest(state: &State) -> u64 {
    mix(u64::from(state.player) | u64::from(state.passes) << 1 | u64::from(state.number) << 8)
}

#[inline]
fn ko_key(point: Point) -> u64 {
    if point == 0 { 0 } else { mix(u64::from(point) | 1 << 40) }
}

impl Key for Go {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        // Earlier boards count regardless of order; the present one is covered by its stones.
        let history = state.history.iter().fold(0u64, |sum, &board| sum.wrapping_add(mix(board)));
        state.board.hash ^ ko_key(state.ko) ^ rest(state) ^ history
    }

    fn symmetric_key(&self, state: &State) -> Option<u64> {
        if self.options.superko == Superko::Positional {
            return None;
        }
        let images = (0..8).map(|symmetry| {
            let stones = self.points.iter().map(|&point| {
                let contents = state.board.contents(point);
                match (0..2).find(|&player| contents == stone(player)) {
                    Some(player) => ZOBRIST[at(self.image(point, symmetry))][usize::from(player)],
                    None => 0,
                }
            });
            let ko = if state.ko == 0 { 0 } else { ko_key(self.image(state.ko, symmetry)) };
            stones.fold(ko, |key, stone| key ^ stone)
        });
        Some(images.min().expect("there are eight") ^ rest(state))
    }
}

impl Go {
    /// The image of a point under one of the eight symmetries of the board.
    fn image(&self, point: Point, symmetry: u8) -> Point {
        let size = self.options.size;
        let (mut column, mut row) = self.place_of(point);
        if symmetry & 1 != 0 {
            column = size - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = size - 1 - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        point_at(size, column, row)
    }

    /// The column from the left and the row from the top, both from 0.
    pub(super) fn place_of(&self, point: Point) -> (usize, usize) {
        let stride = self.options.size + 1;
        (usize::from(point) % stride - 1, usize::from(point) / stride - 1)
    }
}
