//! Marks the last move on a board: the cells that look different from the picture before.

use spinney::drawing::{Board, Body, Cell, Drawing};

/// The largest share of the cells that is marked, as a divisor: where more has changed, marks would not show anything.
const MOST: usize = 2;

/// The drawing with the cells marked that have changed since the one before. Other pictures than boards stay as they are,
/// and so do boards on which the game itself marks something.
pub(super) fn mark(before: Option<&Drawing>, now: &Drawing) -> Drawing {
    let mut drawing = now.clone();
    if let (Some(Body::Board(before)), Body::Board(board)) = (before.map(|before| &before.body), &mut drawing.body) {
        mark_changes(before, board);
    }
    drawing
}

fn mark_changes(before: &Board, board: &mut Board) {
    if before.cells.len() != board.cells.len() || board.cells.iter().any(|cell| cell.marked) {
        return;
    }
    let changed: Vec<bool> =
        before.cells.iter().zip(&board.cells).map(|(old, new)| letter(old) != letter(new)).collect();
    if changed.iter().filter(|changed| **changed).count() * MOST <= board.cells.len() {
        board.cells.iter_mut().zip(changed).for_each(|(cell, changed)| cell.marked = changed);
    }
}

/// What lies on a cell.
fn letter(cell: &Cell) -> Option<char> {
    cell.piece.as_ref().map(|piece| piece.letter)
}
