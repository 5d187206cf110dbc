//! Text notation: a move is any cell of its group, `x,y`, column from the left and row from the bottom, both from 0; a
//! position is its rows from the top and the points so far, `…/31.12/32212 14`.

use spinney::game::capabilities::{Notation, NotationError};

use super::boards::Board;
use super::cells::LANE;
use super::stones::Stones;
use super::{Move, SameGame, State};
use crate::grid;

/// Column and row of a cell.
pub(super) fn place(cell: u8) -> (usize, usize) {
    ((u32::from(cell) / LANE) as usize, (u32::from(cell) % LANE) as usize)
}

impl SameGame {
    fn read_cell(&self, text: &str) -> Result<u8, NotationError> {
        let number = |part: &str| part.trim().parse::<usize>().ok();
        let place = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
        let (x, y) = place.ok_or_else(|| {
            NotationError::new(format!("`{text}` is not a move: expected a cell x,y, both counted from 0, such as 3,0"))
        })?;
        if x >= self.columns || y >= self.rows {
            let (columns, rows) = (self.columns - 1, self.rows - 1);
            return Err(NotationError::new(format!(
                "`{text}` is off the board, which goes from 0,0 to {columns},{rows}"
            )));
        }
        Ok((x as u32 * LANE) as u8 + y as u8)
    }
}

impl Notation for SameGame {
    fn write_move(&self, _: &State, mv: Move) -> String {
        let (x, y) = place(mv.0);
        format!("{x},{y}")
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let links = state.stones.links();
        if links.is_empty() {
            return Err(NotationError::new(format!("`{text}` cannot be played: the game is over")));
        }
        let cell = self.read_cell(text)?;
        if state.stones.colour(cell) == 0 {
            return Err(NotationError::new(format!("there is no stone on {text}")));
        }
        let group = links.group(cell);
        if group.len() < 2 {
            return Err(NotationError::new(format!("the stone on {text} has no neighbour of its colour")));
        }
        Ok(Move(group.first()))
    }

    fn has_aliases(&self) -> bool {
        true
    }

    fn write_state(&self, state: &State) -> String {
        let board = grid::write_lines(self.columns, self.rows, |column, line| {
            let cell = (column as u32 * LANE) as u8 + (self.rows - 1 - line) as u8;
            match state.stones.colour(cell) {
                0 => '.',
                colour => char::from(b'0' + colour),
            }
        });
        format!("{board} {}", state.score)
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let mut words = text.split_whitespace();
        let (Some(board), score, None) = (words.next(), words.next().unwrap_or("0"), words.next()) else {
            return Err(NotationError::new("expected the rows from the top, separated by `/`, and the points so far"));
        };
        let score = score.parse::<u16>().map_err(|_| {
            NotationError::new(format!(
                "`{score}` is not a number of points: expected a whole number from 0 to {}",
                u16::MAX
            ))
        })?;
        let board = Board::read(board.split('/')).map_err(NotationError)?;
        if (board.columns, board.rows) != (self.columns, self.rows) {
            return Err(NotationError::new(format!(
                "{} columns and {} rows instead of {} and {}",
                board.columns, board.rows, self.columns, self.rows
            )));
        }
        let stones = Stones::new(self.columns, self.rows, |column, row| board.colour(column, row));
        Ok(State { stones, score: score.into(), removed: 0 })
    }
}
