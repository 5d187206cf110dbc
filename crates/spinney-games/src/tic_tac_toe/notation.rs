//! Text notation: a move is a cell such as `b2`; a position is its rows from the top, such as `x.o/.x./..o`.

use spinney::bits::Bits;
use spinney::game::capabilities::{Notation, NotationError};

use super::{Options, State, TicTacToe};
use crate::grid::{self, Stones};
use crate::lines::{self, Outcome};

impl TicTacToe {
    /// The same stones with the rows in the opposite order.
    fn upside_down(&self, stones: u64) -> u64 {
        let Options { width, height, .. } = self.options;
        let row = self.full >> (width * (height - 1));
        (0..height).fold(0, |flipped, r| flipped | (stones >> (r * width) & row) << ((height - 1 - r) * width))
    }

    /// The position with these stones, or the rule that it violates.
    fn position(&self, stones: Stones) -> Result<State, NotationError> {
        grid::check_counts(stones)?;
        let [x, o] = stones;
        let count = (x | o).count_ones() as u8;
        let (mover, other) = if count & 1 == 0 { (x, o) } else { (o, x) };
        let outcome = match (self.has_line(mover), self.has_line(other)) {
            (true, true) => return Err(NotationError::new("both sides have a line: the first line ends the game")),
            (true, false) => return Err(NotationError::new("the game continued after a line was complete")),
            (false, true) => Outcome::Won,
            (false, false) if count == self.cells => Outcome::Drawn,
            (false, false) => Outcome::Open,
        };
        // The last stone is part of every line, since there was none before it.
        let completing = lines::complete(&self.lines, other);
        if outcome == Outcome::Won && !Bits(completing).any(|bit| !self.has_line(other & !(1 << bit))) {
            return Err(NotationError::new(
                "the game continued after a line was complete: no last stone makes all lines",
            ));
        }
        Ok(State { mover, other, stones: count, outcome })
    }
}

impl Notation for TicTacToe {
    fn write_move(&self, _: &State, mv: u8) -> String {
        let width = self.options.width;
        grid::write_cell(usize::from(mv) % width, usize::from(mv) / width)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<u8, NotationError> {
        let (column, row) = grid::read_cell(text.trim(), self.options.width, self.options.height)?;
        let mv = (row * self.options.width + column) as u8;
        let refuse = |reason| Err(NotationError::new(format!("{} {reason}", grid::write_cell(column, row))));
        if state.outcome != Outcome::Open {
            refuse("cannot be played: the game is over")
        } else if (state.mover | state.other) >> mv & 1 == 1 {
            refuse("is taken")
        } else {
            Ok(mv)
        }
    }

    fn write_state(&self, state: &State) -> String {
        let stones = state.by_player().map(|stones| self.upside_down(stones));
        grid::write_board(stones, self.options.width, self.options.height)
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let stones = grid::read_board(text.trim(), self.options.width, self.options.height)?;
        self.position(stones.map(|stones| self.upside_down(stones)))
    }
}

#[cfg(test)]
mod tests {
    use spinney::game::Game;
    use spinney::random::Random;

    use super::*;

    #[test]
    fn positions_that_cannot_arise_are_refused_with_the_rule() {
        let game = TicTacToe::default();
        let refusal = |text| game.read_state(text).unwrap_err().0;
        assert!(refusal("xx./.../...").starts_with("2 x and 0 o"));
        assert!(refusal("o../.../...").starts_with("0 x and 1 o"));
        assert!(refusal("xxx/ooo/...").starts_with("both sides have a line"));
        assert!(refusal("xxx/oo./..o").starts_with("the game continued after"));
        assert!(refusal("ooo/xx./x.x").starts_with("the game continued after"));
        assert!(refusal("xx./...").starts_with("2 rows"));
        // Two lines through one cell can be made by one stone.
        assert!(game.read_state("xxx/xoo/xoo").is_ok());
        let wide = TicTacToe::new(Options { width: 6, height: 2, line: 3 }).unwrap();
        assert!(wide.read_state("xxx.../ooo...").is_err());
        let rows = "xxx.../xxx.../oo.oo./o....."; // two lines that share no cell
        let tall = TicTacToe::new(Options { width: 6, height: 4, line: 3 }).unwrap();
        assert!(tall.read_state(rows).unwrap_err().0.contains("no last stone"));
    }

    #[test]
    fn moves_are_refused_with_the_reason() {
        let game = TicTacToe::default();
        let state = game.read_state("..o/.x./...").unwrap();
        assert_eq!(game.read_move(&state, "c3").unwrap_err().0, "c3 is taken");
        assert_eq!(game.read_move(&state, " A1 "), Ok(0));
        assert!(game.read_move(&state, "d1").unwrap_err().0.contains("off the board"));
        let over = game.read_state("xxx/oo./...").unwrap();
        assert_eq!(game.read_move(&over, "a1").unwrap_err().0, "a1 cannot be played: the game is over");
    }

    #[test]
    fn a1_is_at_the_bottom_left() {
        let game = TicTacToe::default();
        let mut state = game.start(&mut Random::new(0));
        let mv = game.read_move(&state, "a1").unwrap();
        game.play(&mut state, mv);
        assert_eq!(game.write_state(&state), ".../.../x..");
    }
}
