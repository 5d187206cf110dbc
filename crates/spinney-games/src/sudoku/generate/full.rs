//! Random full boards.

use spinney::random::Random;

use super::super::exact;
use super::super::grid::Grid;

/// A random full board, unless `stop` says so before it is found.
pub fn random_board(box_size: usize, rng: &mut Random, stop: &mut dyn FnMut() -> bool) -> Option<Grid> {
    let board = exact::random_board(box_size, rng, stop)?;
    Some(scramble(&board, rng))
}

/// A board that is the same but for the order of values, of rows and columns, and for a transposition.
fn scramble(board: &Grid, rng: &mut Random) -> Grid {
    let geometry = board.geometry();
    let mut labels: Vec<u8> = (0..=geometry.side as u8).collect();
    rng.shuffle(&mut labels[1..]);
    let rows = shuffled_lines(geometry.box_size, rng);
    let columns = shuffled_lines(geometry.box_size, rng);
    let transposed = rng.below(2) == 1;
    let values = (0..geometry.cells).map(|cell| {
        let (row, column) = geometry.place(cell);
        let (row, column) = if transposed { (column, row) } else { (row, column) };
        labels[usize::from(board.values()[rows[row] * geometry.side + columns[column]])]
    });
    Grid::from_values(geometry.box_size, values.collect())
}

/// The lines in random order, where lines through the same boxes stay together.
fn shuffled_lines(box_size: usize, rng: &mut Random) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..box_size).collect();
    rng.shuffle(&mut bands);
    let mut lines = Vec::with_capacity(box_size * box_size);
    for band in bands {
        let first = lines.len();
        lines.extend((0..box_size).map(|line| band * box_size + line));
        rng.shuffle(&mut lines[first..]);
    }
    lines
}
