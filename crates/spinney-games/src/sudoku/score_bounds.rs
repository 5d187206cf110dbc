//! Score bounds: 1 while a solution is possible, and what an unsolved end is worth afterwards.

use spinney::game::capabilities::{Key, ScoreBounds};
use spinney::game::{Game, Player};

use super::Sudoku;
use super::state::State;

impl ScoreBounds for Sudoku {
    /// Nothing is certain before the end.
    fn so_far(&self, _: &State) -> f64 {
        0.0
    }

    fn rest_key(&self, state: &State) -> u64 {
        self.key(state)
    }

    fn at_most(&self, state: &State) -> f64 {
        if state.is_dead() { self.payoff(state, Player(0)) } else { 1.0 }
    }

    fn is_solved(&self, state: &State) -> bool {
        state.is_solved()
    }

    /// The number of filled cells; a collision is a step too.
    fn stage(&self, state: &State) -> u32 {
        self.filled(state) as u32 + u32::from(state.is_dead())
    }
}
