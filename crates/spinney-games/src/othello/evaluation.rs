//! A guess at unfinished games: choice of moves, corners and, as the board fills, discs.

use spinney::evaluation::logistic;
use spinney::game::skills::Evaluate;
use spinney::game::{Game, Player};

use super::{Othello, State, bitboard};

const CORNERS: u64 = 0x8100_0000_0000_0081;

impl Evaluate for Othello {
    /// The differences in moves, corners and discs, weighted and sent through a logistic curve. Whose turn it is does
    /// not count, so that the values of the two players add up to 1.
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        let (mover, other) = (state.mover, state.other);
        let (own_moves, other_moves) = (bitboard::mobility(mover, other), bitboard::mobility(other, mover));
        if own_moves | other_moves == 0 {
            return self.payoff(state, player);
        }
        let difference = |a: u64, b: u64| f64::from(a.count_ones()) - f64::from(b.count_ones());
        let filled = f64::from((mover | other).count_ones()) / 64.0;
        let score = 0.1 * difference(own_moves, other_moves)
            + 0.7 * difference(mover & CORNERS, other & CORNERS)
            + 0.15 * filled.powi(4) * difference(mover, other);
        let value = logistic(score);
        if player.0 == state.player { value } else { 1.0 - value }
    }
}
