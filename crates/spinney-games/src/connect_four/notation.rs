//! Text notation: a move is a column, `1` to `7` (columns from the tenth are letters from `a`); a position is its rows
//! from the top, such as `…/..ox.../..xxo..`, or the columns played from the start, such as `44353`.

use std::collections::HashSet;

use spinney::bits::Bits;
use spinney::game::Game;
use spinney::game::capabilities::{Notation, NotationError};
use spinney::random::Random;

use super::{ConnectFour, Options, State};
use crate::grid::{self, Stones};
use crate::lines::Outcome;

/// The limit of positions visited in the search for a legal order of the discs; beyond it the position is accepted
/// unchecked. The classic board stays below it.
const SEARCHED_ORDERS: usize = 1 << 20;

impl ConnectFour {
    /// The name of a column.
    pub(super) fn write_column(column: usize) -> char {
        char::from_digit(column as u32 + 1, 36).expect("at most 32 columns")
    }

    fn read_column(&self, text: &str) -> Result<u8, NotationError> {
        let mut letters = text.chars();
        let width = self.options.width;
        match (letters.next().and_then(|letter| letter.to_digit(36)), letters.next()) {
            (Some(number), None) if (1..=width as u32).contains(&number) => Ok(number as u8 - 1),
            _ => {
                let last = Self::write_column(width - 1);
                Err(NotationError::new(format!("`{text}` is not a column: expected 1 to {last}")))
            }
        }
    }

    /// Plays the columns of `text` from the start.
    fn read_sequence(&self, text: &str) -> Result<State, NotationError> {
        let mut state = self.start(&mut Random::new(0));
        for (index, letter) in text.chars().enumerate() {
            let mv = self
                .read_move(&state, letter.encode_utf8(&mut [0; 4]))
                .map_err(|error| NotationError::new(format!("move {} of `{text}`: {error}", index + 1)))?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }

    /// Converts bits of rows as written (from the top, row by row) to bits of columns, and back.
    fn convert(&self, bits: u64, to_columns: bool) -> u64 {
        let Options { width, height, .. } = self.options;
        let mut converted = 0;
        for column in 0..width {
            for row in 0..height {
                let written = (height - 1 - row) * width + column;
                let stored = column * self.stride as usize + row;
                let (from, to) = if to_columns { (written, stored) } else { (stored, written) };
                converted |= (bits >> from & 1) << to;
            }
        }
        converted
    }

    /// The position with these discs, or the rule that it violates.
    fn position(&self, discs: Stones) -> Result<State, NotationError> {
        let [x, o] = discs;
        let all = x | o;
        for column in 0..self.options.width {
            let cells = all >> (column as u32 * self.stride) & ((1 << self.options.height) - 1);
            if cells & (cells + 1) != 0 {
                let message = format!("a disc floats in column {}: discs fall down", Self::write_column(column));
                return Err(NotationError::new(message));
            }
        }
        grid::check_counts(discs)?;
        let count = all.count_ones() as u8;
        let (mover, other) = if count & 1 == 0 { (x, o) } else { (o, x) };
        let outcome = match (self.has_line(mover), self.has_line(other)) {
            (true, true) => return Err(NotationError::new("both sides have a line: the first line ends the game")),
            (true, false) => return Err(NotationError::new("the game continued after a line was complete")),
            (false, true) => Outcome::Won,
            (false, false) if all == self.full => Outcome::Drawn,
            (false, false) => Outcome::Open,
        };
        if !self.can_arise(discs) {
            let reason = if outcome == Outcome::Won {
                "no last disc makes all lines, or the discs cannot have been dropped in turn"
            } else {
                "the discs cannot have been dropped in turn: no order of moves leads here"
            };
            return Err(NotationError::new(reason));
        }
        Ok(State { mover, all, discs: count, outcome })
    }

    /// Whether taking discs off the top, the colours in turn, can lead back to the empty board without passing a
    /// finished game.
    fn can_arise(&self, discs: Stones) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![discs[0] | discs[1]];
        while let Some(all) = open.pop() {
            if all == 0 || seen.len() >= SEARCHED_ORDERS {
                return true;
            }
            // The first player dropped the odd discs, counted from 1.
            let last_player = usize::from(all.count_ones() & 1 == 0);
            let tops = all & !(all >> 1);
            for cell in Bits(tops & discs[last_player]) {
                let before = all & !(1 << cell);
                if seen.insert(before) && !self.has_line(discs[last_player] & before) {
                    open.push(before);
                }
            }
        }
        false
    }
}

impl Notation for ConnectFour {
    fn write_move(&self, _: &State, mv: u8) -> String {
        Self::write_column(mv.into()).to_string()
    }

    fn read_move(&self, state: &State, text: &str) -> Result<u8, NotationError> {
        let mv = self.read_column(text.trim())?;
        let refuse = |reason| {
            let column = Self::write_column(mv.into());
            Err(NotationError::new(format!("column {column} {reason}")))
        };
        let top = 1u64 << (u32::from(mv) * self.stride + self.stride - 2);
        if state.outcome != Outcome::Open {
            refuse("cannot be played: the game is over")
        } else if state.all & top != 0 {
            refuse("is full")
        } else {
            Ok(mv)
        }
    }

    fn write_state(&self, state: &State) -> String {
        let discs = state.by_player().map(|discs| self.convert(discs, false));
        grid::write_board(discs, self.options.width, self.options.height)
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let text = text.trim();
        let Options { width, height, .. } = self.options;
        let one_row = height == 1 && text.len() == width && text.chars().all(|letter| "xXoO.".contains(letter));
        if !text.contains(['/', '.']) && !one_row {
            return self.read_sequence(text);
        }
        let discs = grid::read_board(text, width, height)?;
        self.position(discs.map(|discs| self.convert(discs, true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let game = ConnectFour::default();
        let state = game.read_state("44353").unwrap();
        assert_eq!(game.write_state(&state), "......./......./......./......./..xo.../..xxo..");
        assert_eq!(game.read_state(&game.write_state(&state)), Ok(state));
        assert_eq!(game.read_state(""), Ok(game.start(&mut Random::new(0))));
    }

    #[test]
    fn positions_that_cannot_arise_are_refused_with_the_rule() {
        let game = ConnectFour::default();
        let refusal = |rows: &str| {
            let empty = 6 - rows.split('/').count();
            game.read_state(&("......./".repeat(empty) + rows)).unwrap_err().0
        };
        assert_eq!(refusal("...x.../......."), "a disc floats in column 4: discs fall down");
        assert!(refusal("xx.....").starts_with("2 x and 0 o"));
        assert!(refusal("xxxx.../oooo...").starts_with("both sides"));
        assert!(refusal("xxxxoo./ooxoxo.").starts_with("the game continued"));
        // Two lines that share no disc.
        assert!(refusal("xxxx.../oooxoo./xxxxooo").starts_with("no last disc makes all lines"));
        // Under the first disc of x there must be one of o, but x begins.
        assert!(refusal("x....../o......").starts_with("the discs cannot have been dropped in turn"));
        assert!(refusal("x..z...").starts_with("`z`"));
        assert!(game.read_state("x......").unwrap_err().0.starts_with("1 rows"));
        assert_eq!(game.read_state("4444444").unwrap_err().0, "move 7 of `4444444`: column 4 is full");
        assert!(game.read_state("12121212").unwrap_err().0.contains("the game is over"));
        assert!(game.read_state("48").unwrap_err().0.contains("`8` is not a column: expected 1 to 7"));
    }

    #[test]
    fn moves_are_refused_with_the_reason() {
        let game = ConnectFour::default();
        let state = game.read_state("333333").unwrap();
        assert_eq!(game.read_move(&state, "3").unwrap_err().0, "column 3 is full");
        assert_eq!(game.read_move(&state, "4"), Ok(3));
        for text in ["0", "8", "", "33", "c", "-1"] {
            assert!(game.read_move(&state, text).is_err(), "{text}");
        }
        let over = game.read_state("1212121").unwrap();
        assert_eq!(game.read_move(&over, "1").unwrap_err().0, "column 1 cannot be played: the game is over");
    }
}
