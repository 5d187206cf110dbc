//! Text notation: a move is its origin and destination, `a2a3`, with an `x` between them for a capture, `a2xb3`; a
//! position is its rows from the top and the side to move, `bbbbbbbb/bbbbbbbb/……/wwwwwwww/wwwwwwww white`.

use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, Moves};

use super::{Breakthrough, Move, Options, SIDES, State};
use crate::grid;

/// The two cells of a move, and whether there is an `x` between them. A column may be lettered `x` as well, but then a
/// number follows.
fn split(text: &str) -> Option<(&str, bool, &str)> {
    let number = text.find(|letter: char| letter.is_ascii_digit())?;
    let end = number + text[number..].find(|letter: char| !letter.is_ascii_digit())?;
    let (from, to) = text.split_at(end);
    let taken = to.strip_prefix(['x', 'X']).filter(|rest| rest.starts_with(|letter: char| !letter.is_ascii_digit()));
    Some((from, taken.is_some(), taken.unwrap_or(to)))
}

impl Breakthrough {
    fn read_cell(&self, text: &str) -> Result<u8, NotationError> {
        let (column, row) = grid::read_cell(text, self.options.width, self.options.height)?;
        Ok((row * self.options.width + column) as u8)
    }

    pub(super) fn write_cell(&self, cell: u8) -> String {
        grid::write_cell(usize::from(cell) % self.options.width, usize::from(cell) / self.options.width)
    }

    /// The rule that these men violate, if any.
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

    fn read_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let refuse = |reason: String| Err(NotationError::new(reason));
        if self.is_over(state) {
            return refuse(format!("`{text}` cannot be played: the game is over"));
        }
        let (from, takes, to) = split(text)
            .ok_or_else(|| NotationError::new(format!("`{text}` is not a move: expected two cells, a2a3 or a2xb3")))?;
        let (from, to) = (self.read_cell(from)?, self.read_cell(to)?);
        let side = SIDES[usize::from(state.player)];
        if state.mover >> from & 1 == 0 {
            return refuse(format!("{side} has no man on {}", self.write_cell(from)));
        }
        let mut moves = Moves::new();
        self.turn(state, &mut moves);
        let mv = Move { from, to };
        if !moves.contains(&mv) {
            return refuse(format!("the man on {} cannot go to {}", self.write_cell(from), self.write_cell(to)));
        }
        if takes != (state.other >> to & 1 == 1) {
            return refuse(format!("`{text}` is written {}", self.write_move(state, mv)));
        }
        Ok(mv)
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
