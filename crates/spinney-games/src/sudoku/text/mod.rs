//! Reading and writing Sudoku puzzles as text.
//!
//! [`read_all`] detects the format: one puzzle per line (`.sdm`, CSV), grids with or without rules between
//! the boxes, SudoCue's `.sdk` and Simple Sudoku's `.ss`, all of them for boards of 4×4, 9×9, 16×16 and 25×25. A text
//! can hold many puzzles. The writers give the same formats, in the alphabet in which the puzzle was read.

mod alphabet;
mod csv;
mod line;
mod read;
mod write;

#[cfg(test)]
mod malformed_tests;
#[cfg(test)]
mod tests;

use super::grid::Grid;

pub use alphabet::Alphabet;
pub use read::read_all;
pub use write::{write_candidates, write_grid, write_line, write_marked_candidates, write_sdk, write_ss};

/// A puzzle as it was read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The board, with the digits that a player had already placed.
    pub grid: Grid,
    /// The signs in which the puzzle was written.
    pub alphabet: Alphabet,
    /// The line on which the board begins, from 1.
    pub line: usize,
    /// The givens alone, where the text tells them from placed digits.
    pub givens: Option<Grid>,
    /// The description or the heading of the puzzle, if it had one.
    pub title: Option<String>,
}

/// Why and where a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl TextError {
    fn new(line: usize, column: usize, message: impl Into<String>) -> TextError {
        TextError { line, column, message: message.into() }
    }
}

/// The sides of the boards that can be read.
const SIDES: [usize; 4] = [4, 9, 16, 25];

/// The numbers of cells of these boards.
const AREAS: [usize; 4] = [16, 81, 256, 625];

/// The side of a box on a board of this side.
fn box_size(side: usize) -> usize {
    (2..=5).find(|size| size * size >= side).unwrap_or(5)
}
