//! Othello on two words of 64 squares: mobility by shift-and-fill in eight directions, flips by rays from the square.

use super::uct::{self, Bitboard};
use spinney::bits::isolate_nth;

use super::{Answer, Tally, Wyrand};

/// All squares but the two edge columns: what may lie between two stones of a line that is not a column.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares beyond each square, in the four directions with rising numbers and the four with falling ones.
static RAYS: [Rays; 64] = rays();

#[derive(Clone, Copy)]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

const fn rays() -> [Rays; 64] {
    // East, south-west, south, south-east, as steps of column and row; the falling directions are their opposites.
    const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < 4 {
            let (dx, dy) = STEPS[step];
            table[square].up[step] = ray(square, dx, dy);
            table[square].down[step] = ray(square, -dx, -dy);
            step += 1;
        }
        square += 1;
    }
    table
}

const fn ray(square: usize, dx: i32, dy: i32) -> u64 {
    let (mut x, mut y) = ((square % 8) as i32 + dx, (square / 8) as i32 + dy);
    let mut squares = 0;
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        squares |= 1 << (8 * y + x);
        x += dx;
        y += dy;
    }
    squares
}

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

/// Searches from the start with a fresh tree. The result is a square, counted from 0 (a1) by rows.
pub fn search(simulations: u64, seed: u64) -> Answer {
    uct::search(Position::START, simulations, seed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    /// Stones of the player to move.
    own: u64,
    /// Stones of the player that has just moved.
    other: u64,
}

/// The stones of `other` that `own` outflanks along one pair of directions, moved on by one step: the candidates for a
/// move. `between` are the stones of `other` that may be flipped.
#[inline(always)]
fn beyond<const STEP: u32>(own: u64, between: u64) -> u64 {
    let mut up = between & (own << STEP);
    let mut down = between & (own >> STEP);
    up |= between & (up << STEP);
    down |= between & (down >> STEP);
    let pairs_up = between & (between << STEP);
    let pairs_down = between & (between >> STEP);
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// The squares on which `own` can move against `other`.
#[inline(always)]
fn mobility(own: u64, other: u64) -> u64 {
    let between = other & INNER;
    let squares =
        beyond::<1>(own, between) | beyond::<7>(own, between) | beyond::<8>(own, other) | beyond::<9>(own, between);
    squares & !(own | other)
}

/// The stones of `other` that a stone of `own` on `square` turns.
#[inline(always)]
fn flips(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[square as usize & 63];
    let mut flipped = 0;
    for ray in rays.up {
        // A carry runs through the stones of `other` and stops at the first square of the ray that has none.
        let end = (other | !ray).wrapping_add(1) & ray & own;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.down {
        // The highest square of the ray without a stone of `other`; without one, bit 0 stands in, and is not `own`'s
        // or is not on the ray.
        let end = (1 << 63 >> ((!other & ray) | 1).leading_zeros()) & ray & own;
        flipped |= end.wrapping_mul(2).wrapping_neg() & ray;
    }
    flipped
}

impl Position {
    /// d4 and e5 white, e4 and d5 black; black moves first.
    const START: Self = Position { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    /// Compares the stones of the player that has just moved with the opponent's.
    #[inline(always)]
    fn count(&self) -> i32 {
        (self.other.count_ones() as i32 - self.own.count_ones() as i32).signum()
    }

    /// Puts a stone, or passes with zero.
    #[inline(always)]
    fn put(&mut self, bit: u64) {
        let flipped = if bit == 0 { 0 } else { flips(self.own, self.other, bit.trailing_zeros()) };
        *self = Position { own: self.other ^ flipped, other: self.own | flipped | bit };
    }

    /// Plays a random playout to the end. Returns the number of moves and the result for the player that has just moved
    /// *here*.
    #[inline(always)]
    fn finish(mut self, rng: &mut Wyrand) -> (u32, i32) {
        let mut plies = 0;
        loop {
            // 60^8 is below 2^48.
            let mut draws = rng.draws();
            for _ in 0..8 {
                let mut moves = mobility(self.own, self.other);
                if moves == 0 {
                    moves = mobility(self.other, self.own);
                    if moves == 0 {
                        let sign = if plies % 2 == 0 { 1 } else { -1 };
                        return (plies, sign * self.count());
                    }
                    self.put(0);
                    plies += 1;
                }
                self.put(isolate_nth(moves, draws.below(moves.count_ones())));
                plies += 1;
            }
        }
    }
}

impl Bitboard for Position {
    // 60 squares to fill, and never two passes in a row.
    const MAX_PLIES: usize = 120;

    type Moves = [u64; 1];

    #[inline(always)]
    fn over(&self) -> Option<i32> {
        let over = mobility(self.own, self.other) == 0 && mobility(self.other, self.own) == 0;
        over.then(|| self.count())
    }

    #[inline(always)]
    fn moves(&self) -> [u64; 1] {
        [mobility(self.own, self.other)]
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
        // The first forced passes come at depth 9.
        let counts = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(uct::perft(Position::START, depth as u32), count, "depth {depth}");
        }
    }

    #[test]
    fn random_games_have_the_known_length() {
        let tally = playouts(40_000, 1);
        assert!((tally.mean_plies() - 60.4).abs() < 0.1, "{tally:?}");
        assert!((0.44..0.47).contains(&tally.first_win_share()), "{tally:?}");
    }

    #[test]
    fn a_playout_ends_when_neither_can_move() {
        // White has nothing left.
        let board = Position { own: 0, other: 0xff };
        assert_eq!(board.over(), Some(1));
        assert_eq!(board.playout(&mut Wyrand::new(1)), 1);
    }

    #[test]
    fn the_search_wins_in_one() {
        // c1 turns b1 and b2, the last white stones; c3 turns b2 alone and the game continues.
        let (a1, b1, c1, b2, a3, c3) = (1, 1 << 1, 1 << 2, 1 << 9, 1 << 16, 1 << 18);
        let board = Position { own: a1 | a3, other: b1 | b2 };
        assert_eq!(board.moves(), [c1 | c3]);
        assert_eq!(uct::search(board, 1_000, 1).best, 2);
    }

    #[test]
    fn the_search_answers_a_legal_opening() {
        let answer = search(5_000, 1);
        assert_eq!(answer.root_visits.len(), 4);
        assert!(Position::START.moves()[0] & (1 << answer.best) != 0);
    }
}
