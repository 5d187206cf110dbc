//! Hex on 11×11 as an array of 13×13 bytes whose border is stones of the two players. A stone records the sides it is
//! connected with; a new stone that connects others to a side updates them by flood fill.

use super::uct::{self, Bitboard};
use spinney::bits::nth_bit;

use super::{Answer, Tally, Wyrand};

const SIZE: usize = 11;
const CELLS: usize = SIZE * SIZE;
const STRIDE: usize = SIZE + 2;

/// The owner of the stone, and the sides it is connected with.
const FIRST_PLAYER: u8 = 1;
const SECOND_PLAYER: u8 = 2;
const NEAR: u8 = 4;
const FAR: u8 = 8;

/// The place of every square in the array of bytes.
static PLACES: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut square = 0;
    while square < CELLS {
        places[square] = ((square / SIZE + 1) * STRIDE + square % SIZE + 1) as u8;
        square += 1;
    }
    places
};

/// Plays `count` random games from the start.
pub fn playouts(count: u64, seed: u64) -> Tally {
    let mut rng = Wyrand::new(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let (plies, result) = Position::START.finish(&mut rng);
        tally.add(plies, -result);
    }
    tally
}

/// Searches from the start with a fresh tree. The result is a square, counted from 0 by rows.
pub fn search(simulations: u64, seed: u64) -> Answer {
    uct::search(Position::START, simulations, seed)
}

#[derive(Clone, Copy, Debug)]
struct Position {
    bytes: [u8; 256],
    /// The empty squares.
    empty: [u64; 2],
    /// The colour of the player to move.
    player: u8,
    /// The player that has just moved has connected its sides.
    won: bool,
}

/// From a place to its six neighbours.
const AROUND: [usize; 6] = [256 - STRIDE, 257 - STRIDE, 255, 1, STRIDE - 1, STRIDE];

impl Position {
    const START: Self = {
        let mut bytes = [0; 256];
        let mut n = 1;
        while n <= SIZE {
            bytes[n] = FIRST_PLAYER | NEAR;
            bytes[(SIZE + 1) * STRIDE + n] = FIRST_PLAYER | FAR;
            bytes[n * STRIDE] = SECOND_PLAYER | NEAR;
            bytes[n * STRIDE + SIZE + 1] = SECOND_PLAYER | FAR;
            n += 1;
        }
        Position { bytes, empty: [u64::MAX, u64::MAX >> (128 - CELLS)], player: FIRST_PLAYER, won: false }
    };

    /// Puts a stone of the player to move.
    #[inline(always)]
    fn put(&mut self, square: usize) {
        let place = usize::from(PLACES[square]);
        let (mut joined, mut missing) = (0, 0);
        for step in AROUND {
            let byte = self.bytes[(place + step) % 256];
            let ours = (byte >> (self.player - FIRST_PLAYER) & 1).wrapping_neg();
            joined |= byte & ours;
            missing |= !byte & ours;
        }
        joined &= NEAR | FAR;
        self.bytes[place % 256] = self.player | joined;
        self.empty[square / 64] ^= 1 << (square % 64);
        if joined == NEAR | FAR {
            self.won = true;
        } else if joined & missing != 0 {
            self.spread(place, self.player, joined);
        }
        self.player ^= FIRST_PLAYER | SECOND_PLAYER;
    }

    /// Marks all stones of a group as connected with a side.
    fn spread(&mut self, place: usize, player: u8, side: u8) {
        for step in AROUND {
            let next = (place + step) % 256;
            let byte = &mut self.bytes[next];
            if *byte & (player | side) == player {
                *byte |= side;
                self.spread(next, player, side);
            }
        }
    }

    /// Plays a random playout to the end. Returns the number of moves and the result for the player that has just moved
    /// *here*.
    #[inline(always)]
    fn finish(mut self, rng: &mut Wyrand) -> (u32, i32) {
        let mut plies = 0;
        let mut left = self.empty[0].count_ones() + self.empty[1].count_ones();
        loop {
            // 121^6 is below 2^42.
            let mut draws = rng.draws();
            for _ in 0..6 {
                if self.won {
                    return (plies, if plies % 2 == 0 { 1 } else { -1 });
                }
                let n = draws.below(left);
                // Branchless, since the word that contains it is unpredictable.
                let low = self.empty[0].count_ones();
                let word = usize::from(n >= low);
                let rest = n - if n >= low { low } else { 0 };
                self.put(64 * word + nth_bit(self.empty[word], rest) as usize);
                left -= 1;
                plies += 1;
            }
        }
    }
}

impl Bitboard for Position {
    const MAX_PLIES: usize = CELLS;

    type Moves = [u64; 2];

    #[inline(always)]
    fn over(&self) -> Option<i32> {
        self.won.then_some(1)
    }

    #[inline(always)]
    fn moves(&self) -> [u64; 2] {
        self.empty
    }

    #[inline(always)]
    fn play(&mut self, word: usize, bit: u64) {
        self.put(64 * word + bit.trailing_zeros() as usize);
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

    /// The position after these squares, the players in turn.
    fn after(squares: impl IntoIterator<Item = usize>) -> Position {
        let mut board = Position::START;
        squares.into_iter().for_each(|square| board.put(square));
        board
    }

    #[test]
    fn perft_counts_are_those_of_the_rules() {
        // No player can win before the 21st ply.
        for (depth, count) in [1, 121, 121 * 120, 121 * 120 * 119].into_iter().enumerate() {
            assert_eq!(uct::perft(Position::START, depth as u32), count);
        }
    }

    #[test]
    fn random_games_have_the_known_length_and_a_winner() {
        let tally = playouts(20_000, 1);
        // OpenSpiel's rules give 107.7.
        assert!((tally.mean_plies() - 107.7).abs() < 0.5, "{tally:?}");
        assert!((0.49..0.56).contains(&tally.first_win_share()), "{tally:?}");
        assert_eq!(tally.draws, 0);
    }

    #[test]
    fn the_first_player_joins_top_and_bottom_and_the_second_left_and_right() {
        // The first player fills column 3, the second column 7.
        let down = (0..11).flat_map(|row| [11 * row + 3, 11 * row + 7]).take(21);
        assert!(after(down.clone()).won && !after(down.take(20)).won);
        // The first player fills row 7, which connects nothing, the second row 3.
        let across = (0..11).flat_map(|column| [77 + column, 33 + column]);
        assert!(after(across.clone()).won && !after(across.take(21)).won);
    }

    #[test]
    fn the_search_wins_in_one() {
        // Column 3 lacks its square in row 5.
        let column = (0..11).filter(|&row| row != 5).flat_map(|row| [11 * row + 3, 11 * row + 7]);
        assert_eq!(uct::search(after(column), 5_000, 1).best, 58);
    }

    #[test]
    fn the_search_answers_a_legal_opening() {
        assert_eq!(search(1_000, 1).root_visits.len(), 121);
    }
}
