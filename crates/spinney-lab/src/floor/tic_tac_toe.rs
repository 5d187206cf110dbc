//! Tic-tac-toe: two words of nine bits and a table of the 512 sets of squares that hold three in a row.

use super::uct::{self, Board};
use super::{Answer, Tally, Wyrand, nth_set};

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

/// Searches from the start with a fresh tree. The answer is a square, counted from 0 by rows.
pub fn search(simulations: u64, seed: u64) -> Answer {
    uct::search(Position::START, simulations, seed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    /// Squares of the player to move.
    own: u64,
    /// Squares of the player who has just moved.
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

    /// Plays on at random to the end. Answers the end and the result for the player who has just moved *here*.
    #[inline(always)]
    fn finish(mut self, rng: &mut Wyrand) -> (Self, i32) {
        // The sign of the player who makes the next move, seen by the player who has just moved.
        let mut sign = -1;
        // 9! is below 2^19.
        let mut draws = rng.draws();
        for left in (1..=9 - self.plies()).rev() {
            self.play(nth_set(self.moves(), draws.below(left)));
            if self.won() {
                return (self, sign);
            }
            sign = -sign;
        }
        (self, 0)
    }
}

impl Board for Position {
    const MAX_PLIES: usize = 9;

    #[inline(always)]
    fn over(&self) -> Option<i32> {
        if self.won() {
            Some(1)
        } else if self.moves() == 0 {
            Some(0)
        } else {
            None
        }
    }

    #[inline(always)]
    fn moves(&self) -> u64 {
        ALL ^ self.own ^ self.other
    }

    #[inline(always)]
    fn play(&mut self, bit: u64) {
        *self = Position { own: self.other, other: self.own | bit };
    }

    #[inline(always)]
    fn playout(self, rng: &mut Wyrand) -> i32 {
        self.finish(rng).1
    }

    fn name(square: u8) -> u8 {
        square
    }
}
