//! Writing puzzles as text.

use super::super::grid::Grid;
use super::Alphabet;

/// All cells on one line, row by row, with `.` for the empty ones and without a line end.
pub fn write_line(grid: &Grid, alphabet: Alphabet) -> String {
    grid.values().iter().map(|&value| alphabet.write(value)).collect()
}

/// A grid for people, with a frame and rules between the boxes.
pub fn write_grid(grid: &Grid, alphabet: Alphabet) -> String {
    let cells: Vec<String> = grid.values().iter().map(|&value| alphabet.write(value).to_string()).collect();
    framed(grid, &cells)
}

/// A grid with the candidates of every empty cell and the values of the others, in aligned columns.
///
/// The bit `v - 1` of a cell's candidates stands for the value `v`. An empty cell without candidates shows `.`.
pub fn write_candidates(grid: &Grid, candidates: &[u32], alphabet: Alphabet) -> String {
    write_marked_candidates(grid, candidates, alphabet, &[])
}

/// The same with a sign behind some of the cells.
pub fn write_marked_candidates(grid: &Grid, candidates: &[u32], alphabet: Alphabet, marks: &[(usize, char)]) -> String {
    let values = 1..=grid.geometry().side as u8;
    let cells: Vec<String> = grid
        .values()
        .iter()
        .enumerate()
        .map(|(cell, &value)| {
            let set = candidates.get(cell).copied().unwrap_or(0);
            let mut text = match value {
                0 if set != 0 => values
                    .clone()
                    .filter(|value| set >> (value - 1) & 1 == 1)
                    .map(|value| alphabet.write(value))
                    .collect(),
                _ => alphabet.write(value).to_string(),
            };
            text.extend(marks.iter().filter(|(marked, _)| *marked == cell).map(|(_, mark)| mark));
            text
        })
        .collect();
    framed(grid, &cells)
}

/// SudoCue's format `.sdk`: the title, then the rows of the puzzle.
///
/// With givens there are two sections, `[Puzzle]` for the givens and `[State]` for the grid.
pub fn write_sdk(grid: &Grid, givens: Option<&Grid>, alphabet: Alphabet, title: Option<&str>) -> String {
    let mut text = String::new();
    let title = title.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "));
    if let Some(title) = title.filter(|title| !title.is_empty()) {
        text.push_str("#D ");
        text.push_str(&title);
        text.push('\n');
    }
    match givens {
        Some(givens) => {
            text.push_str("[Puzzle]\n");
            push_rows(&mut text, givens, alphabet);
            text.push_str("[State]\n");
            push_rows(&mut text, grid, alphabet);
        }
        None => push_rows(&mut text, grid, alphabet),
    }
    text
}

/// Simple Sudoku's format `.ss`: rows with `|` between the boxes, and rules of dashes.
pub fn write_ss(grid: &Grid, alphabet: Alphabet) -> String {
    let geometry = grid.geometry();
    let size = geometry.box_size;
    let edge = format!("*{}*\n", "-".repeat(geometry.side + size - 1));
    let rule = format!("|{}|\n", vec!["-".repeat(size); size].join("+"));
    let mut text = edge.clone();
    for (index, row) in grid.values().chunks(geometry.side).enumerate() {
        if index > 0 && index % size == 0 {
            text.push_str(&rule);
        }
        for part in row.chunks(size) {
            text.push('|');
            text.extend(part.iter().map(|&value| alphabet.write(value)));
        }
        text.push_str("|\n");
    }
    text.push_str(&edge);
    text
}

fn push_rows(text: &mut String, grid: &Grid, alphabet: Alphabet) {
    for row in grid.values().chunks(grid.geometry().side) {
        text.extend(row.iter().map(|&value| alphabet.write(value)));
        text.push('\n');
    }
}

/// The cells of a grid in a frame, every column as wide as its widest cell.
fn framed(grid: &Grid, cells: &[String]) -> String {
    let geometry = grid.geometry();
    let (side, size) = (geometry.side, geometry.box_size);
    let mut widths = vec![1; side];
    for (index, cell) in cells.iter().enumerate() {
        widths[index % side] = cell.chars().count().max(widths[index % side]);
    }
    let mut rule = String::from("+");
    for part in widths.chunks(size) {
        rule.push_str(&"-".repeat(part.iter().sum::<usize>() + size + 1));
        rule.push('+');
    }
    rule.push('\n');
    let mut text = String::new();
    for (index, cell) in cells.iter().enumerate() {
        let (row, column) = geometry.place(index);
        if column == 0 && row % size == 0 {
            text.push_str(&rule);
        }
        if column % size == 0 {
            text.push_str("| ");
        }
        text.push_str(&format!("{cell:<width$} ", width = widths[column]));
        if column + 1 == side {
            text.push_str("|\n");
        }
    }
    text.push_str(&rule);
    text
}
