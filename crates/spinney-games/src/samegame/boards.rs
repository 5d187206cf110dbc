//! Boards as text: the standard ones, those of a file, random ones.
//!
//! A board is its rows from the top, a digit per stone and a dot per empty cell. Boards are separated by empty lines or
//! lines that begin with `#`.

use spinney::random::Random;

use super::stones::MOST_COLOURS;

/// The most columns and rows.
pub(super) const MOST_COLUMNS: usize = 16;
pub(super) const MOST_ROWS: usize = 15;

const STANDARD: &str = include_str!("boards.txt");

/// An initial board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Colours row by row from the top; 0 is empty.
    cells: Vec<u8>,
}

impl Board {
    /// The colour in a column and a row counted from the bottom; 0 if there is no stone.
    pub(super) fn colour(&self, column: usize, row: usize) -> u8 {
        self.cells[(self.rows - 1 - row) * self.columns + column]
    }

    /// Reads the rows of one board.
    pub(super) fn read<'t>(lines: impl IntoIterator<Item = &'t str>) -> Result<Board, String> {
        let lines: Vec<&str> = lines.into_iter().collect();
        let (rows, columns) = (lines.len(), lines.first().map_or(0, |line| line.chars().count()));
        check_size(columns, rows)?;
        let mut cells = Vec::with_capacity(rows * columns);
        for (index, line) in lines.iter().enumerate() {
            let row = index + 1;
            let count = line.chars().count();
            if count != columns {
                return Err(format!("row {row} from the top, `{line}`, has {count} cells instead of {columns}"));
            }
            for letter in line.chars() {
                match letter.to_digit(10).unwrap_or(if letter == '.' { 0 } else { 10 }) {
                    colour if colour as usize <= MOST_COLOURS => cells.push(colour as u8),
                    _ => {
                        return Err(format!("`{letter}` in row {row} from the top: expected 1 to {MOST_COLOURS} or ."));
                    }
                }
            }
        }
        let board = Board { columns, rows, cells };
        board.check_rest()?;
        Ok(board)
    }

    /// Checks that stones rest on stones, and that columns with stones have no empty column on their left.
    fn check_rest(&self) -> Result<(), String> {
        for column in 0..self.columns {
            let colours: Vec<u8> = (0..self.rows).map(|row| self.colour(column, row)).collect();
            let height = colours.iter().take_while(|&&colour| colour > 0).count();
            if colours[height..].iter().any(|&colour| colour > 0) {
                return Err(format!("a stone of column {column} hangs in the air"));
            }
            if column > 0 && height > 0 && self.colour(column - 1, 0) == 0 {
                return Err(format!("column {} is empty, but there are stones on its right", column - 1));
            }
        }
        Ok(())
    }

    /// A random board: the colour of every stone is uniform.
    pub(super) fn random(columns: usize, rows: usize, colours: usize, seed: u64) -> Result<Board, String> {
        check_size(columns, rows)?;
        let mut rng = Random::new(seed);
        let cells = (0..rows * columns).map(|_| rng.below(colours) as u8 + 1).collect();
        Ok(Board { columns, rows, cells })
    }
}

fn check_size(columns: usize, rows: usize) -> Result<(), String> {
    if (1..=MOST_COLUMNS).contains(&columns) && (1..=MOST_ROWS).contains(&rows) {
        return Ok(());
    }
    Err(format!("a board of {columns} columns and {rows} rows: at most {MOST_COLUMNS} columns and {MOST_ROWS} rows"))
}

/// All boards of a text.
pub(super) fn read_all(text: &str) -> Result<Vec<Board>, String> {
    let mut boards = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim).chain([""]) {
        if !line.is_empty() && !line.starts_with('#') {
            lines.push(line);
        } else if !lines.is_empty() {
            let number = boards.len() + 1;
            boards.push(Board::read(lines.drain(..)).map_err(|reason| format!("board {number}: {reason}"))?);
        }
    }
    Ok(boards)
}

/// The standard boards.
pub(super) fn standard() -> Vec<Board> {
    read_all(STANDARD).expect("the standard boards are in order")
}
