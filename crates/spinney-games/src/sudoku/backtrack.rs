//! Playouts that take back what led into a dead end, a limited number of times. A playout learns from its dead ends which
//! cells and values are hard to place, and decides these first: weighted degrees (Boussemart, Hemery, Lecoutre and Sais
//! 2004), with a weight for every cell and for every value in a unit.

use std::cell::Cell;

use spinney::random::Random;

use super::sets::{self, bit};
use super::state::State;
use super::{Move, Sudoku};

/// Dead ends after which a playout gives up.
const DEAD_ENDS: u32 = 100;

/// How often each cell, and each value in a unit, was what a dead end could not fill; numbered as [`State::conflict`].
#[derive(Default)]
struct Weights(Vec<u16>);

impl Weights {
    /// Nothing learnt yet, for boards of this size.
    fn reset(&mut self, state: &State) {
        self.0.clear();
        self.0.resize(state.values().len() + state.places.len(), 0);
    }

    fn add(&mut self, dead_end: &State) {
        if let Some(weight) = dead_end.conflict.and_then(|what| self.0.get_mut(usize::from(what))) {
            *weight += 1;
        }
    }

    /// The moves of the tightest choice: the candidates of a cell or the places of a value in a unit, whichever has the
    /// fewest for its weight; all equally tight ones are equally likely.
    fn choose(&self, state: &State, moves: &mut Vec<Move>, rng: &mut Random) {
        let (cells, side) = (state.values().len(), state.geometry().side);
        let (mut tightest, mut ties, mut chosen) = (f32::INFINITY, 0, 0);
        let mut consider = |what: usize, ways: u32| {
            let tightness = (ways as f32 - 1.0) / (1.0 + f32::from(self.0[what]));
            if tightness < tightest {
                (tightest, ties, chosen) = (tightness, 1, what);
            } else if tightness == tightest {
                ties += 1;
                if rng.below(ties) == 0 {
                    chosen = what;
                }
            }
        };
        for &cell in state.empty() {
            consider(usize::from(cell), state.candidates(usize::from(cell)).count_ones());
        }
        for (place, &ways) in state.places.iter().enumerate().filter(|&(_, &ways)| ways > 1) {
            consider(cells + place, u32::from(ways));
        }
        moves.clear();
        if let Some(place) = chosen.checked_sub(cells) {
            let value = (place % side) as u8 + 1;
            let unit = state.geometry().units[place / side].iter();
            let can = unit.filter(|&&cell| state.candidates(usize::from(cell)) & bit(value) != 0);
            moves.extend(can.map(|&cell| Move { cell, value }));
        } else {
            let cell = chosen as u16;
            moves.extend(sets::values(state.candidates(chosen)).map(|value| Move { cell, value }));
            if moves.is_empty() {
                moves.push(Move { cell, value: 0 });
            }
        }
    }
}

/// A position on the way, with the moves of its choice that have not been tried.
struct Level {
    state: State,
    untried: Vec<Move>,
}

/// What a playout needs, kept for the next one so that nothing is allocated.
#[derive(Default)]
pub(super) struct Backtracking {
    /// The moves to the fullest position.
    pub(super) fullest: Vec<Move>,
    line: Vec<Move>,
    levels: Vec<Level>,
    weights: Weights,
}

thread_local! {
    static SCRATCH: Cell<Option<Box<Backtracking>>> = const { Cell::new(None) };
}

impl Backtracking {
    /// The one of this thread, or a new one while that is in use.
    pub(super) fn take() -> Box<Backtracking> {
        SCRATCH.take().unwrap_or_default()
    }

    /// Keeps it for the next playout of this thread.
    pub(super) fn put_back(self: Box<Self>) {
        SCRATCH.set(Some(self));
    }

    /// Finds the moves to a solution, or to the dead end with the most filled cells among the first ones met. Depth
    /// first, at every level the tightest choice in random order.
    pub(super) fn search(&mut self, game: &Sudoku, start: &State, rng: &mut Random) {
        let Backtracking { fullest, line, levels, weights } = self;
        fullest.clear();
        line.clear();
        if start.is_dead() || start.empty().is_empty() {
            return;
        }
        weights.reset(start);
        let (mut dead_ends, mut least) = (0, usize::MAX);
        match levels.first_mut() {
            Some(first) => first.state.clone_from(start),
            None => levels.push(Level { state: start.clone(), untried: Vec::new() }),
        }
        weights.choose(start, &mut levels[0].untried, rng);
        loop {
            let depth = line.len();
            let untried = &mut levels[depth].untried;
            if untried.is_empty() {
                if line.pop().is_none() {
                    return;
                }
                continue;
            }
            let mv = untried.swap_remove(rng.below(untried.len()));
            if levels.len() == depth + 1 {
                levels.push(Level { state: levels[depth].state.clone(), untried: Vec::new() });
            }
            let (above, below) = levels.split_at_mut(depth + 1);
            let next = &mut below[0];
            next.state.clone_from(&above[depth].state);
            game.apply(&mut next.state, mv);
            line.push(mv);
            if !next.state.is_dead() && !next.state.empty().is_empty() {
                weights.choose(&next.state, &mut next.untried, rng);
                continue;
            }
            if next.state.empty().len() < least {
                least = next.state.empty().len();
                fullest.clone_from(line);
            }
            dead_ends += 1;
            if next.state.is_solved() || dead_ends == DEAD_ENDS {
                return;
            }
            weights.add(&next.state);
            line.pop();
        }
    }
}
