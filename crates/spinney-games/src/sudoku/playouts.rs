//! Playout policies: a cell, then a random one of its candidates, until the board is full or the cell cannot be filled.

use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Player, Recorder};
use spinney::random::Random;

use super::backtrack::Backtracking;
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
const PSEUDO_RANDOM: usize = 2;
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
        if policy == BACKTRACK {
            let mut backtracking = Backtracking::take();
            backtracking.search(self, state, rng);
            let mut line = backtracking.fullest.iter();
            let ended = self.follow(state, cap, recorder, |_| *line.next().expect("a line leads to the end"));
            backtracking.put_back();
            return ended;
        }
        self.follow(state, cap, recorder, |state| {
            let drawn = |rng: &mut Random| usize::from(state.empty()[rng.below(state.empty().len())]);
            let cell = match policy {
                FEWEST => draw_fewest(state, rng),
                RANDOM => drawn(rng),
                PSEUDO_RANDOM => near(state).unwrap_or_else(|| drawn(rng)),
                _ => unreachable!("policies are numbered as in the list"),
            };
            draw_move(state, cell, rng)
        })
    }
}

impl Sudoku {
    /// Plays the chosen moves to the end, at most `cap` of them, and returns whether it came there.
    fn follow(
        &self,
        state: &mut State,
        cap: u32,
        recorder: &mut dyn Recorder<Move>,
        mut choose: impl FnMut(&State) -> Move,
    ) -> bool {
        for _ in 0..cap {
            if state.is_dead() || state.empty().is_empty() {
                return true;
            }
            let mv = choose(state);
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
