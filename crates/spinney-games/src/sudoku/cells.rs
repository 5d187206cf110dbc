//! Which cell comes next. A cell that is passed over stays available, so that a search loses no solution if it considers
//! the values of one cell only; which one matters more than anything else.

use spinney::game::Moves;
use spinney::game::capabilities::Tactics;
use spinney::random::{Random, mix};

use super::options::Reward;
use super::sets::bit;
use super::state::{NOWHERE, State};
use super::{Move, Sudoku};

/// The cells whose values a search considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellRule {
    /// All of them.
    Any,
    /// One, as if at random: it depends on the position and the salt alone.
    Random,
    /// The first empty one in the row, the column and the box of the last move, otherwise one as if at random.
    Near,
    /// One with the fewest candidates.
    Fewest,
    /// One with the fewest candidates, or the places of one value in a unit where these are fewer.
    Tightest,
    /// The empty ones of the first of row, column and box of the last move that has any, otherwise of a row as if at
    /// random. For AMAF, which needs moves that can also be made later.
    Unit,
}

/// What a rule selects.
enum Selected {
    All,
    Cell(usize),
    Unit(usize),
    Places(usize, u8),
}

impl Sudoku {
    fn select(&self, state: &State) -> Selected {
        match self.rules.cell {
            CellRule::Any => Selected::All,
            CellRule::Random => Selected::Cell(self.as_if_random(state)),
            CellRule::Near => Selected::Cell(near(state).unwrap_or_else(|| self.as_if_random(state))),
            CellRule::Fewest => Selected::Cell(fewest(state).0),
            CellRule::Unit => Selected::Unit(self.unit_near(state)),
            CellRule::Tightest => {
                let (cell, least) = fewest(state);
                match fewest_places(state, least) {
                    Some((unit, value)) => Selected::Places(unit, value),
                    None => Selected::Cell(cell),
                }
            }
        }
    }

    /// The first of row, column and box of the last move with an empty cell.
    fn unit_near(&self, state: &State) -> usize {
        let geometry = state.geometry();
        let has_empty = |unit: &usize| geometry.units[*unit].iter().any(|&cell| state.values()[usize::from(cell)] == 0);
        let near = (state.last != NOWHERE)
            .then(|| geometry.units_of[usize::from(state.last)].iter().map(|&unit| usize::from(unit)).find(has_empty))
            .flatten();
        near.unwrap_or_else(|| usize::from(geometry.units_of[self.as_if_random(state)][0]))
    }

    /// An empty cell that depends on the position and the salt alone.
    fn as_if_random(&self, state: &State) -> usize {
        let start = mix(self.options.salt) ^ u64::from(state.last);
        let draw = state.values().iter().fold(start, |key, &value| mix(key ^ u64::from(value)));
        let nth = (draw % state.empty().len() as u64) as usize;
        let mut empty = (0..state.values().len()).filter(|&cell| state.values()[cell] == 0);
        empty.nth(nth).expect("there are that many empty cells")
    }

    /// Keeps the moves of the cells that the rule selects; at least one, unless there is none.
    pub(super) fn keep_selected(&self, state: &State, moves: &mut Moves<Move>) {
        if state.empty().is_empty() {
            return;
        }
        let geometry = state.geometry();
        match self.select(state) {
            Selected::All => {}
            Selected::Cell(cell) => moves.retain(|mv| usize::from(mv.cell) == cell),
            Selected::Unit(unit) => {
                moves.retain(|mv| geometry.units_of[usize::from(mv.cell)].iter().any(|&of| usize::from(of) == unit));
            }
            Selected::Places(unit, value) => moves.retain(|mv| {
                mv.value == value && geometry.units_of[usize::from(mv.cell)].iter().any(|&of| usize::from(of) == unit)
            }),
        }
    }
}

impl Tactics for Sudoku {
    /// Any solution fills the selected cells, so that one of their values leads to it, if there is one.
    fn prune_dominated(&self, state: &State, moves: &mut Moves<Move>) {
        self.keep_selected(state, moves);
    }

    /// Where there is no solution, cells that were left out may have led to a fuller board.
    fn keeps_top_only(&self) -> bool {
        self.rules.cell != CellRule::Any && self.rules.reward != Reward::Solved
    }

    fn prefers_pruning(&self) -> bool {
        true
    }
}

/// The first empty cell in the row, the column and the box of the last move.
#[inline]
pub(super) fn near(state: &State) -> Option<usize> {
    if state.last == NOWHERE {
        return None;
    }
    let geometry = state.geometry();
    let cells = geometry.units_of[usize::from(state.last)].iter().flat_map(|&unit| &geometry.units[usize::from(unit)]);
    cells.map(|&cell| usize::from(cell)).find(|&cell| state.values()[cell] == 0)
}

/// The first of the cells with the fewest candidates, and their number.
fn fewest(state: &State) -> (usize, u32) {
    let empty = state.empty().iter().map(|&cell| usize::from(cell));
    let (least, cell) = empty
        .map(|cell| (state.candidates(cell).count_ones(), cell))
        .min()
        .expect("a cell is asked for while there are empty ones");
    (cell, least)
}

/// A value and a unit in which it has fewer places than `than`, but at least one; the fewest of all.
fn fewest_places(state: &State, than: u32) -> Option<(usize, u8)> {
    let geometry = state.geometry();
    let mut best = None;
    let mut least = than;
    for unit in 0..geometry.units.len() {
        for value in 1..=geometry.side as u8 {
            let places = u32::from(state.places(unit, value));
            if (1..least).contains(&places) {
                (best, least) = (Some((unit, value)), places);
            }
        }
    }
    best
}

/// One of the cells with the fewest candidates, all of them equally likely.
#[inline]
pub(super) fn draw_fewest(state: &State, rng: &mut Random) -> usize {
    let (mut least, mut ties, mut chosen) = (u32::MAX, 0, 0);
    for &cell in state.empty() {
        let count = state.candidates(usize::from(cell)).count_ones();
        if count < least {
            (least, ties, chosen) = (count, 1, cell);
        } else if count == least {
            ties += 1;
            if rng.below(ties) == 0 {
                chosen = cell;
            }
        }
    }
    usize::from(chosen)
}

/// A random value of a set that is not empty.
#[inline]
pub(super) fn draw_value(set: u32, rng: &mut Random) -> u8 {
    let mut rest = set;
    for _ in 0..rng.below(set.count_ones() as usize) {
        rest &= rest - 1;
    }
    let value = rest.trailing_zeros() as u8 + 1;
    debug_assert!(set & bit(value) != 0);
    value
}
