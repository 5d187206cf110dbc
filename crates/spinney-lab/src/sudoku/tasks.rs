//! Puzzles with their places in the texts that they come from.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use spinney_agents::text_file::{MOST_BYTES_OF_BOARDS, TextFileError, read_file, read_text};
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
    File(Arc<str>),
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

/// Why there are no puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is no text.
    #[error("cannot read {0}: {1}")]
    File(Source, TextFileError),
    /// A text that is no puzzle.
    #[error("{0}: {1}")]
    Text(Source, TextError),
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
    /// The number of the puzzle in its file, or among those that were typed, from 1.
    pub number: usize,
}

/// The fewest cells of a puzzle.
const FEWEST: usize = 16;

/// The longest name of a file that might be taken for a puzzle.
const LONGEST_NAME: usize = 64;

impl Source {
    /// What an argument means: `-` is standard input; whatever names a file, or looks like the name of one, is a file;
    /// anything else is a puzzle.
    pub fn of(argument: &str) -> Source {
        let length = argument.chars().count();
        let ending = argument.rsplit_once('.').map_or("", |(_, ending)| ending);
        let named = (1..=4).contains(&ending.len()) && ending.bytes().all(|sign| sign.is_ascii_lowercase());
        let is_name = length < FEWEST || (length <= LONGEST_NAME && named) || argument.contains(['/', '\\']);
        match argument {
            "-" => Source::Input,
            _ if argument.contains('\n') => Source::Argument,
            _ if is_name || Path::new(argument).exists() => Source::File(argument.into()),
            _ => Source::Argument,
        }
    }
}

/// Reads the puzzles that arguments name. Those that were typed are numbered one after the other.
pub fn read_all_of(arguments: &[String]) -> Result<Vec<Task>, ReadError> {
    let mut tasks = Vec::new();
    let mut typed = 0;
    for argument in arguments {
        let source = Source::of(argument);
        let text = match &source {
            Source::Argument => Ok(argument.clone()),
            Source::Input => read_text(std::io::stdin().lock(), MOST_BYTES_OF_BOARDS),
            Source::File(path) => read_file(Path::new(&**path), MOST_BYTES_OF_BOARDS),
        };
        let text = text.map_err(|error| ReadError::File(source.clone(), error))?;
        let is_typed = source == Source::Argument;
        let found = read(&source, if is_typed { typed + 1 } else { 1 }, &text)?;
        typed += if is_typed { found.len() } else { 0 };
        tasks.extend(found);
    }
    Ok(tasks)
}

/// Reads all puzzles of a text. They are numbered from `first` on.
fn read(source: &Source, first: usize, text: &str) -> Result<Vec<Task>, ReadError> {
    let puzzles = read_all(text).map_err(|error| ReadError::Text(source.clone(), error))?;
    let task = |(index, puzzle)| Task { source: source.clone(), number: first + index, puzzle };
    Ok(puzzles.into_iter().enumerate().map(task).collect())
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Argument => f.write_str("the puzzle"),
            Source::Input => f.write_str("standard input"),
            Source::File(path) => f.write_str(path),
        }
    }
}

impl Task {
    /// The givens alone, without the digits that a player has placed.
    pub fn givens(&self) -> &Grid {
        self.puzzle.givens.as_ref().unwrap_or(&self.puzzle.grid)
    }

    /// The place of the puzzle for a result that follows from this board: the puzzle's, or its givens alone.
    pub fn origin_of(&self, grid: &Grid) -> Origin {
        let file = match &self.source {
            Source::Argument => None,
            Source::Input => Some("-".to_owned()),
            Source::File(path) => Some(path.to_string()),
        };
        Origin { file, line: self.puzzle.line, puzzle: self.write(grid), number: self.number }
    }

    /// A board on one line, in the alphabet of the puzzle.
    pub fn write(&self, grid: &Grid) -> String {
        write_line(grid, self.puzzle.alphabet)
    }

    /// The cells of a board that break the rules, in words.
    pub fn clash_of(&self, grid: &Grid) -> Option<String> {
        let clashes = grid.describe_clashes(self.puzzle.alphabet)?;
        Some(format!("the puzzle breaks the rules: {clashes}"))
    }

    /// The number by which searches of different puzzles differ: that of `sudoku:file=F,board=N` in the lab's
    /// [series](crate::solve).
    pub(super) fn stream(&self) -> u64 {
        self.number as u64 + 1
    }
}

impl Origin {
    /// A message about the only puzzle of a command: with the place, unless the user has typed the puzzle.
    pub fn locate(&self, message: &str) -> String {
        match self.file {
            Some(_) => format!("{self}: {message}"),
            None => message.to_owned(),
        }
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
            let tasks = read(source, first, text).unwrap();
            tasks.iter().map(|task| task.origin_of(task.givens()).to_string()).collect()
        };
        assert_eq!(places(&Source::File("a.sdm".into()), 1), ["a.sdm:2", "a.sdm:4"]);
        assert_eq!(places(&Source::Input, 1), ["line 2", "line 4"]);
        assert_eq!(places(&Source::Argument, 5), ["puzzle 5", "puzzle 6"]);
    }

    #[test]
    fn an_argument_is_a_puzzle_or_a_file() {
        let source = |text: &str| Source::of(text);
        let file = |text: &str| Source::File(text.into());
        assert_eq!(source("-"), Source::Input);
        for name in ["a.sdk", "no-such-file", "data/1234123412341234", "sudoku17-1000.txt", "17.17.17.17.17.17.csv"] {
            assert_eq!(source(name), file(name));
        }
        for text in
            ["1...............", ".4..............", "12..\n..21\n21..\n..12", &"AB.".repeat(27), &"..".repeat(128)]
        {
            assert_eq!(source(text), Source::Argument, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let error = read(&Source::File("a.sdm".into()), 1, "1..?............").unwrap_err();
        assert_eq!(error.to_string(), "a.sdm: line 1, column 4: the character '?' does not belong in a puzzle");
        let task = &read(&Source::Argument, 1, "1.1.............").unwrap()[0];
        let clash = task.clash_of(&task.puzzle.grid);
        assert_eq!(clash.unwrap(), "the puzzle breaks the rules: r1c1 and r1c3 both have 1 (row 1)");
    }
}
