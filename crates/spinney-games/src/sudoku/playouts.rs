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
    PolicyName {
        name: "backtrack",
        summary: "the tightest choice, with up to 100 dead ends taken back; the fullest line counts",
    },
];

/// Positions in the list.
const FEWEST: usize = 0;
const RANDOM: usize = 1;
const BACKTRACK: usize = 3;

impl Playouts for Sudoku {
    fn policies(&self) -> &'static [PolicyName] {
        POLICIES
    }

    fn preferred(&self) -> Option<usize> {
        Some(BACKTRACK)
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
        let line = if policy == BACKTRACK { self.fullest_line(state, rng) } else { Vec::new() };
        let mut line = line.into_iter();
        for _ in 0..cap {
            if state.is_dead() || state.empty().is_empty() {
                return true;
            }
            let drawn = |rng: &mut Random| usize::from(state.empty()[rng.below(state.empty().len())]);
            let mv = match policy {
                FEWEST => draw_move(state, draw_fewest(state, rng), rng),
                RANDOM => draw_move(state, drawn(rng), rng),
                BACKTRACK => line.next().expect("a line leads to the end"),
                _ => draw_move(state, near(state).unwrap_or_else(|| drawn(rng)), rng),
            };
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

/// A random value for a cell, or the collision if there is none.
#[inline]
fn draw_move(state: &State, cell: usize, rng: &mut Random) -> Move {
    let candidates = state.candidates(cell);
    let value = if candidates == 0 { 0 } else { draw_value(candidates, rng) };
    Move { cell: cell as u16, value }
}
