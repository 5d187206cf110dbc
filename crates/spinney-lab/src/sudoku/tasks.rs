//! Puzzles with their places in the texts that they come from.

use std::fmt;

use serde::Serialize;
use spinney_games::sudoku::Grid;
use spinney_games::sudoku::text::{Puzzle, TextError, read_all, write_line};

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// What the user typed.
    Argument,
    /// Standard input.
    Input,
    /// A file.
    File(String),
}

/// A puzzle to work on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Where its text comes from.
    pub source: Source,
    /// Its number among the puzzles of the source, from 1.
    pub number: usize,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// A text that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{source_name}{error}")]
pub struct ReadError {
    source_name: String,
    error: TextError,
}

/// The puzzle that a result belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The file, `-` for standard input, nothing for what the user typed.
    pub file: Option<String>,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The puzzle on one line, in the alphabet in which it was written.
    pub puzzle: String,
    #[serde(skip)]
    number: usize,
}

/// Reads all puzzles of a text. They are numbered from `first` on.
pub fn read(source: &Source, first: usize, text: &str) -> Result<Vec<Task>, ReadError> {
    let puzzles = read_all(text).map_err(|error| ReadError {
        source_name: match source {
            Source::Argument => String::new(),
            Source::Input => "standard input: ".to_owned(),
            Source::File(path) => format!("{path}: "),
        },
        error,
    })?;
    let task = |(index, puzzle)| Task { source: source.clone(), number: first + index, puzzle };
    Ok(puzzles.into_iter().enumerate().map(task).collect())
}

impl Task {
    /// The puzzle and its place, for a result.
    pub fn origin(&self) -> Origin {
        let file = match &self.source {
            Source::Argument => None,
            Source::Input => Some("-".to_owned()),
            Source::File(path) => Some(path.clone()),
        };
        Origin { file, line: self.puzzle.line, puzzle: self.write(&self.puzzle.grid), number: self.number }
    }

    /// A board on one line, in the alphabet of the puzzle.
    pub fn write(&self, grid: &Grid) -> String {
        write_line(grid, self.puzzle.alphabet)
    }

    /// The cells that break the rules, in words.
    pub fn clash(&self) -> Option<String> {
        let Puzzle { grid, alphabet, .. } = &self.puzzle;
        let clash = grid.clash()?;
        Some(format!("the puzzle breaks the rules: {}", clash.describe(grid.geometry(), *alphabet)))
    }

    /// The number by which searches of different puzzles differ: that of `sudoku:file=F,board=N` in the lab's
    /// [series](crate::solve).
    pub(super) fn stream(&self) -> u64 {
        self.number as u64 + 1
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.file.as_deref() {
            None => write!(f, "puzzle {}", self.number),
            Some("-") => write!(f, "line {}", self.line),
            Some(path) => write!(f, "{path}:{}", self.line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_knows_its_place() {
        let text = "# two\n1...............\n\n.2..............\n";
        let places = |source: &Source, first| -> Vec<String> {
            read(source, first, text).unwrap().iter().map(|task| task.origin().to_string()).collect()
        };
        assert_eq!(places(&Source::File("a.sdm".to_owned()), 1), ["a.sdm:2", "a.sdm:4"]);
        assert_eq!(places(&Source::Input, 1), ["line 2", "line 4"]);
        assert_eq!(places(&Source::Argument, 5), ["puzzle 5", "puzzle 6"]);
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let error = read(&Source::File("a.sdm".to_owned()), 1, "1..?............").unwrap_err();
        assert_eq!(error.to_string(), "a.sdm: line 1, column 4: the character '?' does not belong in a puzzle");
        let clash = read(&Source::Argument, 1, "1.1.............").unwrap()[0].clash();
        assert_eq!(clash.unwrap(), "the puzzle breaks the rules: r1c1 and r1c3 both have 1 (row 1)");
    }
}
