//! Text notation: a move is a cell and its value, `r1c2=5`, or `r1c2=none` for a collision; a position is its cells row
//! by row, `.` for empty ones, with `last=r1c2` where the next cell depends on the last move, and `dead` where it is
//! known that there is no solution.

use spinney::game::capabilities::{Notation, NotationError};

use super::cells::CellRule;
use super::grid::Grid;
use super::state::{NOWHERE, Propagation, State};
use super::text::{Alphabet, write_line};
use super::{Move, Sudoku};

/// What stands for the value of a cell that cannot be filled.
const NONE: &str = "none";

impl Sudoku {
    /// The signs of positions and moves: those of the puzzle.
    pub(super) fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Whether the next cell depends on the last move.
    pub(super) fn remembers_last(&self) -> bool {
        matches!(self.rules.cell, CellRule::Near | CellRule::Unit)
    }

    fn read_cell(&self, text: &str) -> Result<usize, NotationError> {
        let side = self.givens.geometry().side;
        let number = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=side).contains(number));
        let parts = text.strip_prefix(['r', 'R']).and_then(|rest| rest.split_once(['c', 'C']));
        let cell = parts.and_then(|(row, column)| Some((number(row)? - 1) * side + number(column)? - 1));
        cell.ok_or_else(|| NotationError::new(format!("`{text}` is no cell: expected r1c1 to r{side}c{side}")))
    }

    fn read_cells(&self, line: &str) -> Result<Grid, NotationError> {
        let (geometry, alphabet) = (self.givens.geometry(), self.alphabet());
        let count = line.chars().count();
        if count != geometry.cells {
            return Err(NotationError::new(format!("{count} cells instead of {}", geometry.cells)));
        }
        let read = |(cell, sign): (usize, char)| match sign {
            '.' => Ok(0),
            _ => alphabet.read(sign, geometry.side).ok_or_else(|| {
                let (name, signs) = (geometry.cell_name(cell), alphabet.describe(geometry.side));
                NotationError::new(format!("`{sign}` in {name}: expected {signs} or ."))
            }),
        };
        let values = line.chars().enumerate().map(read).collect::<Result<_, _>>()?;
        let grid = Grid::from_values(geometry.box_size, values);
        if let Some(clashes) = grid.describe_clashes(alphabet) {
            return Err(NotationError::new(clashes));
        }
        if !grid.extends(&self.givens) {
            return Err(NotationError::new("a given is missing or has another value"));
        }
        Ok(grid)
    }
}

impl Notation for Sudoku {
    fn write_move(&self, _: &State, mv: Move) -> String {
        let cell = self.givens.geometry().cell_name(usize::from(mv.cell));
        match mv.value {
            0 => format!("{cell}={NONE}"),
            value => format!("{cell}={}", self.alphabet().write(value)),
        }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let (geometry, text) = (self.givens.geometry(), text.trim());
        let refuse = |reason: String| Err(NotationError::new(reason));
        let Some((cell, value)) = text.split_once('=') else {
            return refuse(format!("`{text}` is not a move: expected a cell and a value, such as r1c2=5"));
        };
        let cell = self.read_cell(cell)?;
        if state.is_dead() || state.empty().is_empty() {
            return refuse(format!("`{text}` cannot be played: the game is over"));
        }
        let name = geometry.cell_name(cell);
        if state.values()[cell] != 0 {
            return refuse(format!("{name} has the value {} already", self.alphabet().write(state.values()[cell])));
        }
        let candidates = state.candidates(cell);
        let value = match value {
            NONE => 0,
            _ => {
                let mut signs = value.chars();
                let sign = signs.next().filter(|_| signs.next().is_none());
                match sign.and_then(|sign| self.alphabet().read(sign, geometry.side)) {
                    Some(value) => value,
                    None => return refuse(format!("`{value}` is no value: expected {}", self.values_in_words())),
                }
            }
        };
        match value {
            0 if candidates != 0 => refuse(format!("{name} can be filled")),
            1.. if candidates & super::sets::bit(value) == 0 => {
                refuse(format!("{name} cannot be {}", self.alphabet().write(value)))
            }
            _ => Ok(Move { cell: cell as u16, value }),
        }
    }

    fn write_state(&self, state: &State) -> String {
        let grid = Grid::from_values(self.givens.geometry().box_size, state.values().to_vec());
        let mut text = write_line(&grid, self.alphabet());
        if self.remembers_last() && state.last != NOWHERE {
            text += &format!(" last={}", self.givens.geometry().cell_name(usize::from(state.last)));
        }
        if state.is_dead() {
            text += " dead";
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let mut words = text.split_whitespace();
        let grid = self.read_cells(words.next().unwrap_or(""))?;
        let (mut last, mut dead) = (NOWHERE, false);
        for word in words {
            match word.strip_prefix("last=") {
                Some(cell) => last = self.read_cell(cell)? as u16,
                None if word == "dead" => dead = true,
                None => return Err(NotationError::new(format!("`{word}`: expected last=r1c2 or dead"))),
            }
        }
        // What follows from a position without a solution depends on the order in which it is found.
        let propagation = if dead { Propagation::None } else { self.rules.propagate };
        Ok(State::new(&grid, propagation).with_flags(last, dead))
    }
}

impl Sudoku {
    fn values_in_words(&self) -> String {
        format!("{} or {NONE}", self.alphabet().describe(self.givens.geometry().side))
    }
}

#[cfg(test)]
mod tests {
    use spinney::game::Game;
    use spinney::random::Random;

    use super::super::options::Options;
    use super::*;

    #[test]
    fn what_is_wrong_is_said() {
        let options = Options { propagate: Some(Propagation::None), ..Options::default() };
        let game = Sudoku::from_options(options).unwrap();
        let start = game.start(&mut Random::new(1));
        let line = game.write_state(&start);
        for (text, reason) in [
            ("r1c1", "not a move"),
            ("r1c10=3", "is no cell"),
            ("r0c1=3", "is no cell"),
            ("r1c1=x", "expected 1-9 or none"),
            ("r1c1=12", "expected 1-9 or none"),
            ("r1c6=4", "already"),
            ("r1c1=none", "can be filled"),
            ("r1c1=3", "cannot be 3"),
        ] {
            let error = game.read_move(&start, text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let doubled = format!("3{}", &line[1..]);
        for (text, reason) in [
            (&line[1..], "80 cells instead of 81"),
            (&line.replacen('.', "x", 1), "in r1c1: expected 1-9"),
            (&line.replacen('3', ".", 1), "given is missing"),
            (&doubled, "r1c1 and r1c6 both have 3 (row 1)"),
            (&format!("{line} late"), "expected last="),
            (&format!("{line} last=x"), "is no cell"),
        ] {
            let error = game.read_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
