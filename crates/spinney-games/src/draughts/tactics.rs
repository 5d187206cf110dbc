//! Move ordering: captures by their material, promotions, the centre.

use spinney::game::capabilities::Tactics;

use super::board::{CENTRE, row};
use super::moves::crown_row;
use super::{Draughts, Move, State};

/// Whether a man becomes a king.
fn crowns(state: &State, mv: Move) -> bool {
    state.kings >> mv.from() & 1 == 0 && mv.end() & crown_row(state.player) != 0
}

impl Tactics for Draughts {
    fn rank(&self, state: &State, mv: Move) -> i32 {
        let (taken, to) = mv.follow(|_| {});
        let mut rank = 100 * taken.count_ones() as i32 + 50 * (taken & state.kings).count_ones() as i32;
        if crowns(state, mv) {
            rank += 80;
        }
        if to & CENTRE != 0 {
            rank += 5;
        }
        let from = 1u32 << mv.from();
        if state.kings & from == 0 {
            // Men advance, but those of the home row stay as long as possible.
            let end = to.trailing_zeros();
            let rows = if state.player == 0 { row(end) } else { 7 - row(end) };
            rank += rows as i32 - if from & crown_row(state.player ^ 1) != 0 { 6 } else { 0 };
        }
        rank
    }

    fn is_noisy(&self, state: &State, mv: Move) -> bool {
        mv.jumps() > 0 || crowns(state, mv)
    }
}
