//! Playout policies: a cell, then a random one of its candidates, until the board is full or the cell cannot be filled.

use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Player, Recorder};
use spinney::random::Random;

use super::cells::{draw_fewest, draw_value, near};
use super::state::State;
use super::{Move, Sudoku};

const POLICIES: &[PolicyName] = &[
    PolicyName { name: "fewest", summary: "a random one of the cells with the fewest candidates" },
    PolicyName { name: "random", summary: "a random empty cell" },
    PolicyName {
        name: "pseudo-random",
        summary: "the first empty cell in the row, the column and the box of the last move, otherwise a random one",
    },
];

/// Positions in the list.
const FEWEST: usize = 0;
const RANDOM: usize = 1;

impl Playouts for Sudoku {
    fn policies(&self) -> &'static [PolicyName] {
        POLICIES
    }

    fn preferred(&self) -> Option<usize> {
        Some(FEWEST)
    }

    fn play_out(
        &self,
        policy: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<Move>,
    ) -> bool {
        state.simulated = 0;
        for _ in 0..cap {
            if state.is_dead() || state.empty().is_empty() {
                return true;
            }
            let drawn = |rng: &mut Random| usize::from(state.empty()[rng.below(state.empty().len())]);
            let cell = match policy {
                FEWEST => draw_fewest(state, rng),
                RANDOM => drawn(rng),
                _ => near(state).unwrap_or_else(|| drawn(rng)),
            };
            let candidates = state.candidates(cell);
            let value = if candidates == 0 { 0 } else { draw_value(candidates, rng) };
            let mv = Move { cell: cell as u16, value };
            if !recorder.record(Some(Player(0)), mv) {
                return false;
            }
            let before = state.empty().len();
            self.apply(state, mv);
            state.simulated += (before - state.empty().len()) as u16;
        }
        state.is_dead() || state.empty().is_empty()
    }
}
