//! Breakthrough on 8×8: two words of 64 squares, rotated after every move so that the player to move always goes
//! towards higher bits. Moves are three words of target squares, one per direction.

use super::uct::{self, Bitboard};
use spinney::bits::isolate_nth;

use super::{Answer, Tally, Wyrand};

/// The squares that are not in the first column, and those that are not in the last.
const OFF_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const OFF_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// The home row of the player to move: an opposing man that reaches it has won.
const HOME: u64 = 0xff;

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

/// Searches from the start with a fresh tree. The result is a target square, counted from 0 by rows from the side of
/// the player to move, and 64 more per direction: to the left, straight on, to the right.
pub fn search(simulations: u64, seed: u64) -> Answer {
    uct::search(Position::START, simulations, seed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    /// Men of the player to move, which go towards higher bits.
    own: u64,
    /// Men of the player that has just moved.
    other: u64,
}

impl Position {
    const START: Self = Position { own: 0xffff, other: 0xffff << 48 };

    /// The player that has just moved is on its last row, or has captured everything.
    #[inline(always)]
    fn lost(&self) -> bool {
        self.other & HOME != 0 || self.own == 0
    }

    /// The targets to the left, straight on and to the right.
    #[inline(always)]
    fn targets(&self) -> [u64; 3] {
        let Position { own, other } = *self;
        [(own & OFF_LEFT) << 7 & !own, own << 8 & !(own | other), (own & OFF_RIGHT) << 9 & !own]
    }

    /// Steps to a target in a direction and rotates the board.
    #[inline(always)]
    fn step(&mut self, direction: usize, to: u64) {
        let moved = self.own ^ (to | to >> (7 + direction));
        *self = Position { own: (self.other & !to).swap_bytes(), other: moved.swap_bytes() };
    }

    /// Plays a random playout to the end. Returns the number of moves and the result for the player that has just moved
    /// *here*.
    #[inline(always)]
    fn finish(mut self, rng: &mut Wyrand) -> (u32, i32) {
        let mut plies = 0;
        loop {
            // 48^8 is below 2^45.
            let mut draws = rng.draws();
            for _ in 0..8 {
                if self.lost() {
                    return (plies, if plies % 2 == 0 { 1 } else { -1 });
                }
                let targets = self.targets();
                let counts = targets.map(u64::count_ones);
                let mut n = draws.below(counts[0] + counts[1] + counts[2]);
                let mut direction = 0;
                while n >= counts[direction] {
                    n -= counts[direction];
                    direction += 1;
                }
                self.step(direction, isolate_nth(targets[direction], n));
                plies += 1;
            }
        }
    }
}

impl Bitboard for Position {
    // 16 men of each side have 5 or 6 rows to go before the last one.
    const MAX_PLIES: usize = 177;

    type Moves = [u64; 3];

    #[inline(always)]
    fn over(&self) -> Option<i32> {
        self.lost().then_some(1)
    }

    #[inline(always)]
    fn moves(&self) -> [u64; 3] {
        self.targets()
    }

    #[inline(always)]
    fn play(&mut self, word: usize, bit: u64) {
        self.step(word, bit);
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
    fn perft_counts_are_those_of_the_game() {
        use spinney::game::Game;
        let game = spinney_games::breakthrough::Breakthrough::default();
        let start = game.start(&mut spinney::random::Random::new(0));
        for depth in 0..=4 {
            assert_eq!(
                uct::perft(Position::START, depth),
                spinney_testkit::game_tests::perft(&game, &start, depth),
                "{depth}"
            );
        }
    }

    #[test]
    fn random_games_have_the_known_length() {
        let tally = playouts(40_000, 1);
        // OpenSpiel's rules give 64.2; there are no draws.
        assert!((tally.mean_plies() - 64.2).abs() < 0.5, "{tally:?}");
        assert_eq!(tally.draws, 0);
    }

    #[test]
    fn the_search_wins_in_one_and_parries() {
        // A man on a7 goes to b8, or to a8.
        let board = Position { own: 1 << 48, other: 1 << 54 };
        assert!([56 + 64, 57 + 128].contains(&uct::search(board, 1_000, 1).best));
        // The man on d2 is about to win; c1 captures it.
        let board = Position { own: 1 << 2 | 1 << 40, other: 1 << 11 | 1 << 63 };
        assert_eq!(uct::search(board, 2_000, 1).best, 11 + 128);
    }

    #[test]
    fn the_search_answers_a_legal_opening() {
        let answer = search(5_000, 1);
        assert_eq!(answer.root_visits.len(), 22);
        assert!(Position::START.moves()[usize::from(answer.best / 64)] & 1 << (answer.best % 64) != 0);
    }
}
