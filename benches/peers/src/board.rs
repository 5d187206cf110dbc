//! Connect four as every peer gets it: two bitboards of seven bits per column, and a fast random playout.

use std::fmt;

use spinney::bits::{Bits, nth_bit};

/// The lowest square of every column.
const BOTTOM: u64 = 0x0408_1020_4081;
/// All 42 squares.
const ALL: u64 = BOTTOM * 0x3f;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Stones of the player to move.
    own: u64,
    /// Stones of the player who has just moved.
    other: u64,
    /// Where a stone would land, one bit per open column.
    open: u64,
    /// Whether the player with the first move is to move.
    pub(crate) first_to_move: bool,
}

impl Board {
    /// The empty board.
    pub(crate) const START: Self = Board { own: 0, other: 0, open: BOTTOM, first_to_move: true };

    /// Drops a stone into a column that is not full.
    #[inline(always)]
    pub(crate) fn play(&mut self, column: u8) {
        self.drop_on(self.open & (0x3f << (7 * column)));
    }

    #[inline(always)]
    fn drop_on(&mut self, square: u64) {
        *self = Board {
            own: self.other,
            other: self.own | square,
            open: (self.open + square) & ALL,
            first_to_move: !self.first_to_move,
        };
    }

    /// Whether the player who has just moved has four in a row.
    #[inline(always)]
    pub(crate) fn won(&self) -> bool {
        let stones = self.other;
        let column = stones & (stones >> 1);
        let row = stones & (stones >> 7);
        let falling = stones & (stones >> 6);
        let rising = stones & (stones >> 8);
        (column & (column >> 2)) | (row & (row >> 14)) | (falling & (falling >> 12)) | (rising & (rising >> 16)) != 0
    }

    /// Whether no column is open.
    #[inline(always)]
    pub(crate) fn full(&self) -> bool {
        self.open == 0
    }

    /// The open columns, left to right.
    #[inline(always)]
    pub(crate) fn columns(&self) -> impl Iterator<Item = u8> + use<> {
        Bits(self.open).map(|square| square as u8 / 7)
    }

    /// An open column for 32 random bits.
    #[inline(always)]
    pub(crate) fn random_column(&self, bits: u32) -> u8 {
        nth_bit(self.open, draw(self.open, bits)) as u8 / 7
    }

    /// Plays on at random. Answers the result for the player with the first move: 1, 0 or -1.
    #[inline(always)]
    pub(crate) fn playout(mut self, rng: &mut Rng) -> i64 {
        loop {
            let mut bits = rng.next();
            for _ in 0..2 {
                if self.won() {
                    return if self.first_to_move { -1 } else { 1 };
                }
                if self.full() {
                    return 0;
                }
                self.drop_on(1 << nth_bit(self.open, draw(self.open, bits as u32)));
                bits >>= 32;
            }
        }
    }
}

/// A number below the count of open columns.
#[inline(always)]
fn draw(open: u64, bits: u32) -> u32 {
    ((u64::from(bits) * u64::from(open.count_ones())) >> 32) as u32
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = if self.first_to_move { (self.own, self.other) } else { (self.other, self.own) };
        for row in (0..6).rev() {
            for column in 0..7 {
                let square = 1 << (7 * column + row);
                f.write_str(match (first & square != 0, second & square != 0) {
                    (true, _) => "X",
                    (_, true) => "O",
                    _ => ".",
                })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Wyrand, for the peers that let the caller bring a rollout but no generator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// 64 random bits.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }
}

impl Default for Rng {
    fn default() -> Self {
        Rng(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft(board: Board, depth: u32) -> u64 {
        let after = |column| {
            let mut next = board;
            next.play(column);
            perft(next, depth - 1)
        };
        match depth {
            0 => 1,
            _ if board.won() || board.full() => 0,
            _ => board.columns().map(after).sum(),
        }
    }

    #[test]
    fn the_rules_are_those_of_connect_four() {
        assert_eq!(perft(Board::START, 6), 117_649);
        assert_eq!(perft(Board::START, 8), 5_673_234);
    }

    #[test]
    fn random_games_are_won_by_the_known_share() {
        let mut rng = Rng(1);
        let wins = (0..100_000).filter(|_| Board::START.playout(&mut rng) == 1).count();
        assert!((55_000..56_200).contains(&wins), "{wins}");
    }
}
