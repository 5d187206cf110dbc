//! Tic-tac-toe: two words of nine bits and a table of the 512 sets of squares that hold three in a row.

use super::uct::{self, Bitboard};
use spinney::bits::isolate_nth;

use super::{Answer, Tally, Wyrand};

/// All nine squares.
const ALL: u64 = 0x1ff;

/// Whether a set of squares holds three in a row.
static WON: [bool; 512] = winning_sets();

const fn winning_sets() -> [bool; 512] {
    const LINES: [usize; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            table[set] |= set & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
}

/// Plays `count` random games from the start.
pub fn playouts(count: u64, seed: u64) -> Tally {
    let mut rng = Wyrand::new(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let (board, result) = Position::START.finish(&mut rng);
        tally.add(board.plies(), -result);
    }
    tally
}

/// Searches from the start with a fresh tree. The result is a square, counted from 0 by rows.
pub fn search(simulations: u64, seed: u64) -> Answer {
    uct::search(Position::START, simulations, seed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    /// Squares of the player to move.
    own: u64,
    /// Squares of the player that has just moved.
    other: u64,
}

impl Position {
    const START: Self = Position { own: 0, other: 0 };

    #[inline(always)]
    fn plies(&self) -> u32 {
        (self.own | self.other).count_ones()
    }

    #[inline(always)]
    fn won(&self) -> bool {
        WON[(self.other & ALL) as usize]
    }

    #[inline(always)]
    fn free(&self) -> u64 {
        ALL ^ self.own ^ self.other
    }

    #[inline(always)]
    fn put(&mut self, bit: u64) {
        *self = Position { own: self.other, other: self.own | bit };
    }

    /// Plays a random playout to the end. Returns the end and the result for the player that has just moved *here*.
    #[inline(always)]
    fn finish(mut self, rng: &mut Wyrand) -> (Self, i32) {
        // The sign of the player that makes the next move, from the point of view of the player that has just moved.
        let mut sign = -1;
        // 9! is below 2^19.
        let mut draws = rng.draws();
        for left in (1..=9 - self.plies()).rev() {
            self.put(isolate_nth(self.free(), draws.below(left)));
            if self.won() {
                return (self, sign);
            }
            sign = -sign;
        }
        (self, 0)
    }
}

impl Bitboard for Position {
    const MAX_PLIES: usize = 9;

    type Moves = [u64; 1];

    #[inline(always)]
    fn over(&self) -> Option<i32> {
        if self.won() {
            Some(1)
        } else if self.free() == 0 {
            Some(0)
        } else {
            None
        }
    }

    #[inline(always)]
    fn moves(&self) -> [u64; 1] {
        [self.free()]
    }

    #[inline(always)]
    fn play(&mut self, _: usize, bit: u64) {
        self.put(bit);
    }

    #[inline(always)]
    fn playout(self, rng: &mut Wyrand) -> i32 {
        self.finish(rng).1
    }

    fn name(square: u8) -> u8 {
        square
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_counts_are_the_published_ones() {
        // Games may end from the fifth ply on.
        let counts = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(uct::perft(Position::START, depth as u32), count, "depth {depth}");
        }
    }

    #[test]
    fn random_games_have_the_known_length_and_winners() {
        let tally = playouts(400_000, 1);
        assert!((tally.mean_plies() - 7.63).abs() < 0.02, "{tally:?}");
        assert!((tally.first_win_share() - 0.585).abs() < 0.005, "{tally:?}");
        // 46,080 of the 9! orders of play end in a draw.
        assert!((tally.draw_share() - 46_080.0 / 362_880.0).abs() < 0.003, "{tally:?}");
    }

    #[test]
    fn the_search_opens_in_the_centre() {
        assert_eq!(search(20_000, 1).best, 4);
    }

    #[test]
    fn the_search_wins_in_one_and_parries() {
        // X on a corner and the middle of the top row, O on two of the middle row: X to move wins on square 2.
        let board = Position { own: 0b000_000_011, other: 0b000_011_000 };
        assert_eq!(uct::search(board, 2_000, 1).best, 2);
        // O to move must stop X on square 2.
        let board = Position { own: 0b000_010_000, other: 0b000_000_011 };
        assert_eq!(uct::search(board, 2_000, 1).best, 2);
    }
}
