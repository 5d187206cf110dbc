//! The board and the scoring.

use spinney::search::parameter::{Configure, Parameter, ParameterError, read};

use super::boards::{self, Board, MOST_COLUMNS, MOST_ROWS};
use super::stones::MOST_COLOURS;
use crate::choices::{name_of, named};
use crate::registry::read_size;
use crate::text_file;

/// The penalty for leftover stones. One or two are always free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// (m − 2)² for all m of them together, as on js-games.de.
    Whole,
    /// (m − 2)² for the m stones of every colour.
    PerColour,
    /// Nothing.
    None,
}

const PENALTIES: [(&str, Penalty); 3] =
    [("whole", Penalty::Whole), ("per-colour", Penalty::PerColour), ("none", Penalty::None)];

/// How a playout finds the group that it removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// It draws one; all groups are equally likely.
    None,
    /// It goes through the board from a random cell on, column by column, until it meets one.
    Board,
    /// The same from a random stone on.
    Stones,
}

const SCANS: [(&str, Scan); 3] = [("none", Scan::None), ("board", Scan::Board), ("stones", Scan::Stones)];

/// Since when a colour is tabu: the moment at which the stones of each colour are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tabu {
    /// The start of the game.
    Game,
    /// The start of the playout.
    Playout,
    /// Every move of it.
    Move,
}

const TABUS: [(&str, Tabu); 3] = [("game", Tabu::Game), ("playout", Tabu::Playout), ("move", Tabu::Move)];

/// The options of the game. The board is one of the standard set (or of a file) unless a size, a number of colours or a
/// seed is given, which select a random one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of a standard board, or of one in the file, from 1.
    pub board: Option<usize>,
    /// A file of boards, instead of the standard ones.
    pub file: Option<String>,
    /// Rows of a random board.
    pub rows: Option<usize>,
    /// Columns of a random board.
    pub cols: Option<usize>,
    /// Colours of a random board.
    pub colours: Option<usize>,
    /// The seed of a random board.
    pub seed: Option<u64>,
    /// The penalty for leftover stones.
    pub penalty: Penalty,
    /// The number of groups that a pseudo-random playout compares; of stones, if it goes through the board.
    pub compare: usize,
    /// How playouts find a group; `random` draws one in any case.
    pub scan: Scan,
    /// Since when a colour is tabu.
    pub tabu: Tabu,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            board: None,
            file: None,
            rows: None,
            cols: None,
            colours: None,
            seed: None,
            penalty: Penalty::Whole,
            compare: 2,
            scan: Scan::None,
            tabu: Tabu::Game,
        }
    }
}

/// The playouts of the thesis, as far as it states them.
const THESIS: (Scan, Tabu) = (Scan::Board, Tabu::Playout);

/// The default.
const SIZE: usize = 15;
const COLOURS: usize = 5;

impl Options {
    /// The standard board with a number.
    pub fn standard(board: usize) -> Self {
        Options { board: Some(board), ..Options::default() }
    }

    /// A random board of the standard size.
    pub fn random(seed: u64) -> Self {
        Options { seed: Some(seed), ..Options::default() }
    }

    /// The board, or an error if there is none.
    pub(super) fn board(&self) -> Result<Board, String> {
        if self.rows.or(self.cols).or(self.colours).is_some() || self.seed.is_some() {
            if self.board.is_some() || self.file.is_some() {
                return Err("rows, cols, colours and seed are of a random board, board and file of a given one".into());
            }
            let (cols, rows) = (self.cols.unwrap_or(SIZE), self.rows.unwrap_or(SIZE));
            return Board::random(cols, rows, self.colours.unwrap_or(COLOURS), self.seed.unwrap_or(1));
        }
        let (boards, whose) = match &self.file {
            None => (boards::standard(), "standard".to_owned()),
            Some(path) => {
                let text = text_file::read_boards(path)?;
                (boards::read_all(&text).map_err(|reason| format!("{path}: {reason}"))?, format!("{path}'s"))
            }
        };
        let (number, count) = (self.board.unwrap_or(1), boards.len());
        if count == 0 {
            return Err(format!(
                "there is no board {number}: {} has no boards",
                self.file.as_deref().unwrap_or("the list")
            ));
        }
        let found = boards.into_iter().nth(number.wrapping_sub(1));
        found.ok_or_else(|| format!("there is no board {number}: {whose} boards are numbered 1 to {count}"))
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: &str, range, meaning| Parameter { name, default: default.to_owned(), range, meaning };
        let preset = if (self.scan, self.tabu) == THESIS { "thesis" } else { "" };
        vec![
            row("board", "1", "1-20", "a standard board, or the number of a board in the file"),
            row("file", "", "a path", "boards from a file: rows of digits, boards separated by empty lines"),
            row("rows", "", "1-15", "rows of a random board, 15 if another option asks for one"),
            row("cols", "", "1-16", "columns of a random board, 15 if another option asks for one"),
            row("colours", "", "1-7", "colours of a random board, 5 if another option asks for one"),
            row("seed", "", "a whole number", "the random board of this number, 1 if another option asks for one"),
            row(
                "penalty",
                name_of(&PENALTIES, self.penalty),
                "whole, per-colour, none",
                "the penalty for leftover stones: (m-2)^2",
            ),
            row("compare", &self.compare.to_string(), "1-100", "groups that a pseudo-random playout compares"),
            row("scan", name_of(&SCANS, self.scan), "none, board, stones", "playouts draw a group, or scan for one"),
            row("tabu", name_of(&TABUS, self.tabu), "game, playout, move", "when the tabu colours are determined"),
            row("preset", preset, "thesis", "playouts as Malý states them: scan=board, tabu=playout"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let size = |most| read_size(key, value, most);
        match key {
            // As if they were not given.
            "rows" if value.is_empty() => self.rows = None,
            "cols" if value.is_empty() => self.cols = None,
            "colours" if value.is_empty() => self.colours = None,
            "seed" if value.is_empty() => self.seed = None,
            "preset" if value.is_empty() => {}
            "board" => self.board = Some(size(1_000_000)?),
            "file" => self.file = (!value.is_empty()).then(|| value.to_owned()),
            "rows" => self.rows = Some(size(MOST_ROWS)?),
            "cols" => self.cols = Some(size(MOST_COLUMNS)?),
            "colours" => self.colours = Some(size(MOST_COLOURS)?),
            "seed" => self.seed = Some(read(key, value, "a whole number")?),
            "compare" => self.compare = size(100)?,
            "penalty" => self.penalty = named(&PENALTIES, key, value)?,
            "scan" => self.scan = named(&SCANS, key, value)?,
            "tabu" => self.tabu = named(&TABUS, key, value)?,
            "preset" => (self.scan, self.tabu) = named(&[("thesis", THESIS)], key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
