//! Connect four, 7 columns of 6, as two words of seven bits per column; the seventh bit of a column stays empty.

use super::uct::{self, Bitboard};
use spinney::bits::isolate_nth;

use super::{Answer, Tally, Wyrand};

/// The lowest square of every column.
const BOTTOM: u64 = 0x0408_1020_4081;
/// All 42 squares.
const ALL: u64 = BOTTOM * 0x3f;

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

/// Searches from the start with a fresh tree. The result is a column, counted from 0.
pub fn search(simulations: u64, seed: u64) -> Answer {
    uct::search(Position::START, simulations, seed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    /// Stones of the player to move.
    own: u64,
    /// Stones of the player that has just moved.
    other: u64,
    /// Where a stone would land, one bit per open column.
    open: u64,
}

/// Four in a row, in any of the four directions.
#[inline(always)]
fn connected(stones: u64) -> bool {
    let column = stones & (stones >> 1);
    let row = stones & (stones >> 7);
    let falling = stones & (stones >> 6);
    let rising = stones & (stones >> 8);
    (column & (column >> 2)) | (row & (row >> 14)) | (falling & (falling >> 12)) | (rising & (rising >> 16)) != 0
}

impl Position {
    const START: Self = Position { own: 0, other: 0, open: BOTTOM };

    fn plies(&self) -> u32 {
        (self.own | self.other).count_ones()
    }

    #[inline(always)]
    fn put(&mut self, bit: u64) {
        // Adding the bit to itself moves it one square up, and out of the board from the top.
        *self = Position { own: self.other, other: self.own | bit, open: (self.open + bit) & ALL };
    }

    /// Plays a random playout to the end. Returns the end and the result for the player that has just moved *here*.
    #[inline(always)]
    fn finish(mut self, rng: &mut Wyrand) -> (Self, i32) {
        // The sign of the player that makes the next move, from the point of view of the player that has just moved.
        let mut sign = -1;
        loop {
            // 7^16 is below 2^45.
            let mut draws = rng.draws();
            for _ in 0..16 {
                if self.open == 0 {
                    return (self, 0);
                }
                self.put(isolate_nth(self.open, draws.below(self.open.count_ones())));
                if connected(self.other) {
                    return (self, sign);
                }
                sign = -sign;
            }
        }
    }
}

impl Bitboard for Position {
    const MAX_PLIES: usize = 42;

    type Moves = [u64; 1];

    #[inline(always)]
    fn over(&self) -> Option<i32> {
        if connected(self.other) {
            Some(1)
        } else if self.open == 0 {
            Some(0)
        } else {
            None
        }
    }

    #[inline(always)]
    fn moves(&self) -> [u64; 1] {
        [self.open]
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
        square / 7
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position after a sequence of columns.
    fn after(columns: &[u32]) -> Position {
        let mut board = Position::START;
        for column in columns {
            board.put(board.open & (0x3f << (7 * column)));
        }
        board
    }

    #[test]
    fn perft_counts_are_the_published_ones() {
        // From depth 7 on a column may be full, from depth 8 on the game may be over before.
        let counts = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(uct::perft(Position::START, depth as u32), count, "depth {depth}");
        }
    }

    #[test]
    fn random_games_have_the_known_length_and_winners() {
        let tally = playouts(400_000, 1);
        assert_eq!(tally.playouts, 400_000);
        assert!((tally.mean_plies() - 21.31).abs() < 0.07, "{tally:?}");
        assert!((tally.first_win_share() - 0.556).abs() < 0.005, "{tally:?}");
        assert!((tally.draw_share() - 0.0025).abs() < 0.001, "{tally:?}");
    }

    #[test]
    fn lines_are_seen_in_all_directions_and_not_across_columns() {
        for columns in [
            &[0, 1, 0, 1, 0, 1, 0][..],
            &[0, 0, 1, 1, 2, 2, 3],
            &[0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3],
            &[3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0],
        ] {
            assert_eq!(after(columns).over(), Some(1), "{columns:?}");
            assert_eq!(after(&columns[..columns.len() - 1]).over(), None, "{columns:?}");
        }
        // The top of one column and the bottom of the next are not a line.
        assert!(!connected(0b11 << 4 | 0b11 << 7));
    }

    #[test]
    fn the_search_opens_in_the_centre() {
        for seed in 0..3 {
            let answer = search(20_000, seed);
            assert_eq!(answer.best, 3, "{answer:?}");
            assert_eq!(answer.root_visits.iter().map(|&(_, visits)| u64::from(visits)).sum::<u64>(), 20_000);
            assert_eq!(answer.root_visits.len(), 7);
        }
    }

    #[test]
    fn the_search_wins_in_one_and_parries() {
        assert_eq!(uct::search(after(&[0, 1, 0, 1, 0, 1]), 2_000, 1).best, 0);
        assert_eq!(uct::search(after(&[0, 6, 0, 1, 0]), 5_000, 1).best, 0);
    }

    #[test]
    fn the_same_seed_gives_the_same_answer() {
        assert_eq!(search(3_000, 5), search(3_000, 5));
        assert_ne!(search(3_000, 5), search(3_000, 6));
    }
}
