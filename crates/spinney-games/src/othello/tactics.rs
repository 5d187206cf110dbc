//! Move ordering: corners, then moves that leave the opponent few replies, and last the cells that give corners away.

use spinney::game::capabilities::Tactics;

use super::evaluation::{CORNERS, c_squares, x_squares};
use super::{Othello, PASS, State, bitboard};

impl Tactics for Othello {
    #[inline]
    fn rank(&self, state: &State, mv: u8) -> i32 {
        if mv == PASS {
            return 0;
        }
        let cell = 1u64 << mv;
        let open_corners = CORNERS & !(state.mover | state.other);
        let place = if cell & CORNERS != 0 {
            100
        } else if cell & x_squares(open_corners) != 0 {
            -60
        } else if cell & c_squares(open_corners) != 0 {
            -20
        } else {
            0
        };
        let turned = bitboard::flips(state.mover, state.other, mv.into());
        let (own, other) = (state.mover | turned | cell, state.other & !turned);
        let replies = bitboard::mobility(other, own);
        // A reply on a corner is worth two.
        place - 6 * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
    }

    /// Corners decide too much to be left to the evaluation.
    #[inline]
    fn is_noisy(&self, _: &State, mv: u8) -> bool {
        mv < 64 && 1u64 << mv & CORNERS != 0
    }
}

#[cfg(test)]
mod tests {
    use spinney::game::{Game, Moves};

    use super::*;

    #[test]
    fn a_corner_comes_first_and_the_cell_beside_it_last() {
        // Own discs on c1 and d4, the other's on b1 and c3: a1 and b2 can be played.
        let game = Othello;
        let state = State { mover: 1 << 2 | 1 << 27, other: 1 << 1 | 1 << 18, player: 0 };
        let mut moves = Moves::new();
        game.turn(&state, &mut moves);
        let mut ranked = moves.to_vec();
        ranked.sort_by_key(|&mv| std::cmp::Reverse(game.rank(&state, mv)));
        assert_eq!(ranked, [0, 9]);
    }
}
