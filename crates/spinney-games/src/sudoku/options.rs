//! The puzzle and how it is searched.

use spinney::search::parameter::{Configure, Parameter, ParameterError, read};

use super::cells::CellRule;
use super::geometry::Geometry;
use super::state::Propagation;
use super::text::{Puzzle, read_all};
use crate::choices::{name_of, named};
use crate::registry::read_size;
use crate::text_file;

/// What an unsolved board is worth; a solved one is worth 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The share of the cells that were empty at the start and are filled now.
    Share,
    /// The same for a playout of the game alone: the cells that it has filled, divided by these and the empty ones. Moves
    /// before it do not count, so that a part of the tree that does not lead to a solution loses value as it grows.
    Simulated,
    /// The share of the cells that were empty at the start and are filled now, less the cells and the values in units
    /// that have no possibility left.
    Conflicts,
    /// Nothing.
    Solved,
}

const REWARDS: [(&str, Reward); 4] = [
    ("share", Reward::Share),
    ("simulated", Reward::Simulated),
    ("conflicts", Reward::Conflicts),
    ("solved", Reward::Solved),
];

const CELLS: [(&str, CellRule); 6] = [
    ("any", CellRule::Any),
    ("random", CellRule::Random),
    ("near", CellRule::Near),
    ("fewest", CellRule::Fewest),
    ("tightest", CellRule::Tightest),
    ("unit", CellRule::Unit),
];

const PROPAGATIONS: [(&str, Option<Propagation>); 6] = [
    ("auto", None),
    ("none", Some(Propagation::None)),
    ("check", Some(Propagation::Check)),
    ("singles", Some(Propagation::Singles)),
    ("locked", Some(Propagation::Locked)),
    ("subsets", Some(Propagation::Subsets)),
];

/// The options of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The puzzle as a line of text.
    pub puzzle: Option<String>,
    /// A file of puzzles.
    pub file: Option<String>,
    /// The number of a built-in puzzle, or of one in the file, from 1.
    pub board: Option<usize>,
    /// What follows from a placement; by the preset and the size of the board if not given.
    pub propagate: Option<Propagation>,
    /// The cells whose values a search considers; by the preset if not given.
    pub cell: Option<CellRule>,
    /// What an unsolved board is worth; by the preset if not given.
    pub reward: Option<Reward>,
    /// Which cells are taken where one is drawn as if at random.
    pub salt: u64,
    /// Whether all that is not given is as in the thesis, the settings of tree search too.
    pub thesis: bool,
}

/// The built-in puzzles: stand-ins of rising difficulty for the lost ones of the thesis, each with one solution.
const BUILT_IN: &str = "\
48...69.2..2..8..19..37..6.84..1.2....37.41....1.6..49.2..85..77..9..6..6.92...18
.43.8.25.6.............1.949....4.7....6.8....1.2....382.5.............5.34.9.71.
.....3.17.15..9..8.6.......1....7.....9...2.....5....4.......2.5..6..34.34.2.....";

/// The puzzle that is meant where none is named: the hardest of them.
const DEFAULT_BOARD: usize = 3;

impl Options {
    /// The rules that are meant on a board of this size.
    pub(super) fn rules(&self, geometry: &Geometry) -> Rules {
        let preset = match geometry.box_size {
            _ if self.thesis => THESIS,
            // Subsets pay on large boards only, where dead ends are deep.
            5 => Rules { propagate: Propagation::Subsets, ..DEFAULT },
            _ => DEFAULT,
        };
        Rules {
            propagate: self.propagate.unwrap_or(preset.propagate),
            cell: self.cell.unwrap_or(preset.cell),
            reward: self.reward.unwrap_or(preset.reward),
        }
    }

    /// The puzzle, or an error if there is none.
    pub(super) fn puzzle(&self) -> Result<Puzzle, String> {
        let (text, whose) = match (&self.puzzle, &self.file) {
            (Some(_), Some(_)) => return Err("puzzle and file: only one of them names the puzzle".to_owned()),
            (Some(puzzle), None) => (puzzle.clone(), "puzzle".to_owned()),
            (None, Some(path)) => (text_file::read_boards(path)?, path.clone()),
            (None, None) => (BUILT_IN.to_owned(), "the list".to_owned()),
        };
        let puzzles = read_all(&text).map_err(|error| format!("{whose}: {error}"))?;
        let (count, built_in) = (puzzles.len(), self.puzzle.is_none() && self.file.is_none());
        let number = self.board.unwrap_or(if built_in { DEFAULT_BOARD } else { 1 });
        let found = puzzles.into_iter().nth(number.wrapping_sub(1));
        let puzzle = found.ok_or_else(|| format!("there is no board {number}: {whose} has {count}"))?;
        match puzzle.grid.describe_clashes(puzzle.alphabet) {
            Some(clashes) => Err(format!("the puzzle breaks the rules: {clashes}")),
            None => Ok(puzzle),
        }
    }
}

/// What follows from a placement, which cells are considered, and what an unsolved board is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) propagate: Propagation,
    pub(super) cell: CellRule,
    pub(super) reward: Reward,
}

const DEFAULT: Rules = Rules { propagate: Propagation::Singles, cell: CellRule::Tightest, reward: Reward::Share };

/// The thesis's solver, in the reading that is nearest to its results.
const THESIS: Rules = Rules { propagate: Propagation::None, cell: CellRule::Near, reward: Reward::Simulated };

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: &str, range, meaning| Parameter { name, default: default.to_owned(), range, meaning };
        let preset = if self.thesis { "thesis" } else { "" };
        vec![
            row(
                "board",
                &DEFAULT_BOARD.to_string(),
                "1-3, or 1 …",
                "a built-in puzzle, or the number of a puzzle in the file",
            ),
            row("puzzle", "", "a text", "the puzzle: its cells row by row, empty ones as . or 0"),
            row("file", "", "a path", "puzzles from a file, in any of the usual formats"),
            row(
                "propagate",
                name_of(&PROPAGATIONS, self.propagate),
                "auto, none, check, singles, locked, subsets",
                "what follows from a placement: nothing, cells without candidates, singles, locked candidates too, subsets \
                 too; auto: singles, on 25x25 subsets",
            ),
            row(
                "cell",
                name_of(&CELLS, self.cell.unwrap_or(DEFAULT.cell)),
                "any, random, near, fewest, tightest, unit",
                "the cells whose values a search considers",
            ),
            row(
                "reward",
                name_of(&REWARDS, self.reward.unwrap_or(DEFAULT.reward)),
                "share, simulated, conflicts, solved",
                "what an unsolved board is worth; simulated counts cells filled by the game's own playouts only",
            ),
            row("salt", &self.salt.to_string(), "0 …", "other cells where one is drawn as if at random"),
            row(
                "preset",
                preset,
                "thesis",
                "as Malý states it: propagate=none, cell=near and reward=simulated unless given, and mcts with the settings of the \
                 thesis",
            ),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "preset" if value.is_empty() => {}
            "board" => self.board = Some(read_size(key, value, 1_000_000)?),
            "puzzle" => self.puzzle = (!value.is_empty()).then(|| value.to_owned()),
            "file" => self.file = (!value.is_empty()).then(|| value.to_owned()),
            "propagate" => self.propagate = named(&PROPAGATIONS, key, value)?,
            "cell" => self.cell = Some(named(&CELLS, key, value)?),
            "reward" => self.reward = Some(named(&REWARDS, key, value)?),
            "salt" => self.salt = read(key, value, "0 …")?,
            "preset" => self.thesis = named(&[("thesis", true)], key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
