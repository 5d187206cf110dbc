//! Texts: a move is the cells it leaves and enters, `a2a3`, with an `x` between them if it takes, `a2xb3`; a position
//! is its rows from the top and the side to move, `bbbbbbbb/bbbbbbbb/……/wwwwwwww/wwwwwwww white`.

use spinney::game::skills::{Notation, NotationError};

use super::{Breakthrough, Move, Options, SIDES, State};
use crate::grid;

impl Breakthrough {
    fn write_cell(&self, cell: u8) -> String {
        grid::write_cell(usize::from(cell) % self.options.width, usize::from(cell) / self.options.width)
    }

    /// Names the rule that these men break, if any.
    fn check(&self, men: [u64; 2], player: u8) -> Result<(), NotationError> {
        let most = self.armies()[0].count_ones();
        for (side, men) in SIDES.iter().zip(men) {
            let count = men.count_ones();
            if count > most {
                return Err(NotationError::new(format!("{count} {side} men: each side begins with {most}")));
            }
        }
        if men == [0, 0] {
            return Err(NotationError::new("there are no men"));
        }
        let mover = usize::from(player);
        if men[mover] & self.goal[mover] != 0 || men[1 - mover] == 0 {
            let side = SIDES[mover];
            return Err(NotationError::new(format!("{side} has won already and cannot be to move")));
        }
        if (men[1 - mover] & self.goal[1 - mover]).count_ones() > 1 {
            return Err(NotationError::new("two men on the last row: the first ends the game"));
        }
        Ok(())
    }
}

impl Notation for Breakthrough {
    fn write_move(&self, state: &State, mv: Move) -> String {
        let takes = if (state.mover | state.other) >> mv.to & 1 == 1 { "x" } else { "" };
        format!("{}{takes}{}", self.write_cell(mv.from), self.write_cell(mv.to))
    }

    fn write_state(&self, state: &State) -> String {
        let Options { width, height, .. } = self.options;
        let [white, black] = state.by_player();
        let board = grid::write_lines(width, height, |column, line| {
            let bit = (height - 1 - line) * width + column;
            match (white >> bit & 1, black >> bit & 1) {
                (1, _) => 'w',
                (_, 1) => 'b',
                _ => '.',
            }
        });
        format!("{board} {}", SIDES[usize::from(state.player)])
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let Options { width, height, .. } = self.options;
        let (board, player) = grid::split_side(text, SIDES)?;
        let mut men = [0, 0];
        grid::read_lines(board, width, height, ['w', 'b'], |column, line, side| {
            men[side] |= 1 << ((height - 1 - line) * width + column);
        })?;
        self.check(men, player)?;
        let [white, black] = men;
        let (mover, other) = if player == 0 { (white, black) } else { (black, white) };
        Ok(State { mover, other, player })
    }
}
