//! The puzzles that a command is given.

use std::io::{IsTerminal, stdin};

use spinney_lab::sudoku::{Task, read_all_of};

use crate::failure::Failure;

/// The argument that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The puzzles.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Input {
    /// Puzzles as text, files of puzzles, or `-` for standard input [default: -]
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,
}

impl Input {
    /// Reads all puzzles.
    pub(super) fn read(&self) -> Result<Vec<Task>, Failure> {
        if self.puzzles.iter().any(|puzzle| puzzle.trim().is_empty()) {
            return Err(Failure::usage("an empty argument is no puzzle; give one as text, or a file, or `-`"));
        }
        if self.puzzles.iter().filter(|&puzzle| puzzle == STANDARD_INPUT).count() > 1 {
            return Err(Failure::usage("standard input, `-`, can be read only once"));
        }
        if !self.puzzles.is_empty() {
            return Ok(read_all_of(&self.puzzles)?);
        }
        if stdin().is_terminal() {
            return Err(Failure::usage("no puzzle: give one as text, or a file, or `-` for standard input"));
        }
        Ok(read_all_of(&[STANDARD_INPUT.to_owned()])?)
    }
}
