//! The puzzle and how it is searched.

use spinney::search::parameter::{Configure, Parameter, ParameterError};

use super::cells::CellRule;
use super::state::Propagation;
use crate::choices::{name_of, named};
use crate::registry::read_size;

/// What an unsolved board is worth; a solved one is worth 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The share of the cells that were empty at the start and are filled now.
    Share,
    /// The same for a playout alone: the cells that it has filled, divided by these and the empty ones. Moves before it
    /// do not count, so that a part of the tree that does not lead to a solution loses value as it grows.
    Simulated,
    /// Nothing.
    Solved,
}

const REWARDS: [(&str, Reward); 3] =
    [("share", Reward::Share), ("simulated", Reward::Simulated), ("solved", Reward::Solved)];

const CELLS: [(&str, CellRule); 6] = [
    ("any", CellRule::Any),
    ("random", CellRule::Random),
    ("near", CellRule::Near),
    ("fewest", CellRule::Fewest),
    ("tightest", CellRule::Tightest),
    ("unit", CellRule::Unit),
];

const PROPAGATIONS: [(&str, Propagation); 4] = [
    ("none", Propagation::None),
    ("check", Propagation::Check),
    ("singles", Propagation::Singles),
    ("locked", Propagation::Locked),
];

/// The options of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The puzzle as a line of text.
    pub puzzle: Option<String>,
    /// A file of puzzles.
    pub file: Option<String>,
    /// The number of a built-in puzzle, or of one in the file, from 1.
    pub board: Option<usize>,
    /// What follows from a placement.
    pub propagate: Propagation,
    /// The cells whose values a search considers.
    pub cell: CellRule,
    /// What an unsolved board is worth.
    pub reward: Reward,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            puzzle: None,
            file: None,
            board: None,
            propagate: Propagation::Singles,
            cell: CellRule::Fewest,
            reward: Reward::Share,
        }
    }
}

/// The thesis's solver, in the reading that is nearest to its results.
const THESIS: (Propagation, CellRule, Reward) = (Propagation::None, CellRule::Near, Reward::Simulated);

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: &str, range, meaning| Parameter { name, default: default.to_owned(), range, meaning };
        let preset = if (self.propagate, self.cell, self.reward) == THESIS { "thesis" } else { "" };
        vec![
            row("board", "3", "1-3", "a built-in puzzle, or the number of a puzzle in the file"),
            row("puzzle", "", "a text", "the puzzle: its cells row by row, empty ones as . or 0"),
            row("file", "", "a path", "puzzles from a file, in any of the usual formats"),
            row(
                "propagate",
                name_of(&PROPAGATIONS, self.propagate),
                "none, check, singles, locked",
                "what follows from a placement: nothing, cells without candidates, singles, locked candidates too",
            ),
            row(
                "cell",
                name_of(&CELLS, self.cell),
                "any, random, near, fewest, tightest, unit",
                "the cells whose values a search considers",
            ),
            row(
                "reward",
                name_of(&REWARDS, self.reward),
                "share, simulated, solved",
                "what an unsolved board is worth",
            ),
            row("preset", preset, "thesis", "as Malý states it: propagate=none, cell=near, reward=simulated"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "preset" if value.is_empty() => {}
            "board" => self.board = Some(read_size(key, value, 1_000_000)?),
            "puzzle" => self.puzzle = (!value.is_empty()).then(|| value.to_owned()),
            "file" => self.file = (!value.is_empty()).then(|| value.to_owned()),
            "propagate" => self.propagate = named(&PROPAGATIONS, key, value)?,
            "cell" => self.cell = named(&CELLS, key, value)?,
            "reward" => self.reward = named(&REWARDS, key, value)?,
            "preset" => (self.propagate, self.cell, self.reward) = named(&[("thesis", THESIS)], key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
