//! Sudoku: fill the board so that every row, column and box has every value once. Boxes of 2×2 to 5×5 cells.
//!
//! A move writes a value into any empty cell. Where a cell that cannot be filled is not noticed at once
//! (`propagate=none`), the only move in it is the collision, which ends the game. With propagation the cells that follow
//! from a move are filled in, too.

mod backtrack;
mod cells;
mod drawing;
pub mod exact;
pub mod generate;
mod geometry;
mod grid;
mod notation;
mod options;
mod playouts;
mod propagate;
mod score_bounds;
mod sets;
mod state;
mod subsets;
pub mod techniques;
#[cfg(test)]
mod tests;
pub mod text;

use spinney::game::capabilities::{Codes, Key};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::{Random, mix};

use crate::registry::Builtin;

pub use cells::CellRule;
pub use geometry::{BOX_SIZES, Geometry};
pub use grid::{Clash, Grid};
use options::Rules;
pub use options::{Options, Reward};
pub use state::{Propagation, State};
use text::Alphabet;

/// The rules with one puzzle.
#[derive(Clone, Debug)]
pub struct Sudoku {
    options: Options,
    rules: Rules,
    givens: Grid,
    /// The signs in which the puzzle is written.
    alphabet: Alphabet,
    start: State,
}

/// A move: a value for a cell, or 0 if the cell cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell, row by row from the upper left one.
    pub cell: u16,
    /// The value, from 1; 0 is a collision.
    pub value: u8,
}

impl Sudoku {
    /// The rules with this puzzle.
    pub fn new(givens: Grid, options: Options) -> Sudoku {
        let rules = options.rules(givens.geometry());
        let start = State::new(&givens, rules.propagate);
        let alphabet = Alphabet::default_for(givens.geometry().side);
        Sudoku { options, rules, givens, alphabet, start }
    }

    /// The rules with the puzzle that the options name, or an error if there is none.
    pub fn from_options(options: Options) -> Result<Sudoku, String> {
        let puzzle = options.puzzle()?;
        let givens = puzzle.givens.as_ref().unwrap_or(&puzzle.grid).clone();
        let rules = options.rules(givens.geometry());
        let start = State::new(&puzzle.grid, rules.propagate);
        Ok(Sudoku { options, rules, givens, alphabet: puzzle.alphabet, start })
    }

    /// The puzzle.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// How many cells have been filled since the start. A position that was read may have fewer than the start, where
    /// propagation has filled some.
    fn filled(&self, state: &State) -> usize {
        self.start.empty().len().saturating_sub(state.empty().len())
    }

    /// Plays a move.
    #[inline]
    fn apply(&self, state: &mut State, mv: Move) {
        if mv.value == 0 {
            state.collide(mv.cell);
        } else {
            state.place(usize::from(mv.cell), mv.value, self.rules.propagate);
        }
    }
}

impl Builtin for Sudoku {
    const NAME: &'static str = "sudoku";
    const SUMMARY: &'static str = "fill rows, columns and boxes, 4x4 to 25x25; built-in puzzles, a text, files";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        Sudoku::from_options(options)
    }

    fn advice(&self) -> &'static [&'static str] {
        match self.givens.geometry().box_size {
            _ if self.options.thesis => &["mcts:select=ucb1,c=0.2,expand=10,solver=false,playout=random"],
            // Whether a tree finds a solution of a hard board depends on its first moves.
            5 => &["mcts:restart-after=1000"],
            _ => &["mcts"],
        }
    }
}

impl Game for Sudoku {
    type State = State;
    type Move = Move;

    fn info(&self) -> GameInfo {
        let empty = self.start.empty().len() as u32;
        let side = self.givens.geometry().side as u32;
        GameInfo {
            longest: Some(empty),
            widest: Some(empty * side),
            ..GameInfo::one_player(Self::NAME, Some(PayoffRange::new(0.0, 1.0)))
        }
    }

    fn start(&self, _: &mut Random) -> State {
        self.start.clone()
    }

    fn turn(&self, state: &State, moves: &mut Moves<Move>) -> Turn {
        if state.is_dead() || state.empty().is_empty() {
            return Turn::Over;
        }
        for (cell, &value) in state.values().iter().enumerate() {
            if value != 0 {
                continue;
            }
            let cell = cell as u16;
            match state.candidates(usize::from(cell)) {
                0 => moves.push(Move { cell, value: 0 }),
                set => moves.extend(sets::values(set).map(|value| Move { cell, value })),
            }
        }
        Turn::Player(Player(0))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        self.apply(state, mv);
    }

    fn payoff(&self, state: &State, _: Player) -> f64 {
        if state.is_solved() {
            return 1.0;
        }
        let (empty, all) = (state.empty().len(), self.start.empty().len());
        let (filled, all) = match self.rules.reward {
            Reward::Solved => return 0.0,
            Reward::Share => (self.filled(state), all),
            Reward::Conflicts => (self.filled(state).saturating_sub(state.impossible()), all),
            Reward::Simulated => (usize::from(state.simulated), usize::from(state.simulated) + empty),
        };
        // A full board that breaks the rules is not solved.
        filled.min(all.saturating_sub(1)) as f64 / all.max(1) as f64
    }

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, State, Move> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            codes: Some(self),
            tactics: Some(self),
            playouts: Some(self),
            score_bounds: Some(self),
            ..Capabilities::none()
        }
    }
}

impl Key for Sudoku {
    fn key(&self, state: &State) -> u64 {
        let last = if self.remembers_last() { state.last } else { 0 };
        let flags = u64::from(last) << 17 | u64::from(state.is_dead()) << 16 | u64::from(state.simulated);
        state.values().iter().fold(mix(flags), |key, &value| mix(key ^ u64::from(value)))
    }
}

impl Codes for Sudoku {
    #[inline]
    fn code(&self, _: &State, mv: Move) -> u64 {
        mix(u64::from(mv.cell) << 8 | u64::from(mv.value))
    }
}
