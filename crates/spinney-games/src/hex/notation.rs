//! Text notation: a move is a cell, column letter and row number counted from the top left, such as `f6`, or `swap`; a
//! position is its rows from the top and the side to move, such as `r../.b./... red`.

use spinney::game::Game;
use spinney::game::capabilities::{Notation, NotationError};
use spinney::random::Random;

use super::{BLUE, Hex, RED, SIDES, State};
use crate::grid;

impl Hex {
    pub(super) fn write_cell(&self, cell: usize) -> String {
        grid::write_cell(cell % self.options.size, cell / self.options.size)
    }

    /// The position with these stones, and which players have connected their sides.
    fn with_stones(&self, stones: &[Vec<usize>; 2]) -> (State, [bool; 2]) {
        let mut state = self.start(&mut Random::new(0));
        let joined = [0, 1].map(|player: u8| {
            let put = |joined, &cell| state.put(cell, self.place(cell), player) | joined;
            stones[usize::from(player)].iter().fold(false, put)
        });
        state.last = 0;
        (state, joined)
    }

    /// The rule that the numbers of stones violate, if any.
    fn check_counts(&self, red: usize, blue: usize, player: u8) -> Result<(), NotationError> {
        let begun_by_red = red == blue + usize::from(player);
        // After a swap blue has the first stone.
        let begun_by_blue = self.options.swap && blue > 0 && blue + usize::from(player) == red + 1;
        if begun_by_red || begun_by_blue {
            return Ok(());
        }
        let side = SIDES[usize::from(player)];
        let message = format!("{red} red and {blue} blue stones with {side} to move: red begins and they take turns");
        Err(NotationError::new(message))
    }
}

impl Notation for Hex {
    fn write_move(&self, _: &State, mv: u16) -> String {
        if mv == self.swap_move() { "swap".to_owned() } else { self.write_cell(mv.into()) }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<u16, NotationError> {
        let text = text.trim();
        if state.won {
            return Err(NotationError::new(format!("`{text}` cannot be played: the game is over")));
        }
        if text.eq_ignore_ascii_case("swap") {
            return match (self.can_swap(state), self.options.swap) {
                (true, _) => Ok(self.swap_move()),
                (false, true) => Err(NotationError::new("`swap` is only for blue's first turn")),
                (false, false) => Err(NotationError::new("`swap` needs the swap rule, hex:swap=true")),
            };
        }
        let (column, row) = grid::read_cell(text, self.options.size, self.options.size)?;
        let cell = row * self.options.size + column;
        if state.at(self.place(cell)) & (RED | BLUE) != 0 {
            return Err(NotationError::new(format!("{} is taken", self.write_cell(cell))));
        }
        Ok(cell as u16)
    }

    fn write_state(&self, state: &State) -> String {
        let size = self.options.size;
        let board = grid::write_lines(size, size, |column, row| {
            match state.at(self.place(row * size + column)) & (RED | BLUE) {
                RED => 'r',
                BLUE => 'b',
                _ => '.',
            }
        });
        format!("{board} {}", SIDES[usize::from(state.player)])
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let size = self.options.size;
        let (board, player) = grid::split_side(text, SIDES)?;
        let mut stones = [Vec::new(), Vec::new()];
        grid::read_lines(board, size, size, ['r', 'b'], |column, row, side| stones[side].push(row * size + column))?;
        self.check_counts(stones[0].len(), stones[1].len(), player)?;
        let (mut state, joined) = self.with_stones(&stones);
        state.player = player;
        let (mover, other) = (usize::from(player), usize::from(1 - player));
        if joined[mover] {
            return Err(NotationError::new(format!("{} has won already and cannot be to move", SIDES[mover])));
        }
        state.won = joined[other];
        if state.won && !self.has_last_stone(&stones, other) {
            return Err(NotationError::new("the game continued after the sides were connected"));
        }
        Ok(state)
    }
}

impl Hex {
    /// Whether some stone of the winner can have been the last: without it the sides are not connected.
    fn has_last_stone(&self, stones: &[Vec<usize>; 2], winner: usize) -> bool {
        (0..stones[winner].len()).any(|last| {
            let mut before = stones.clone();
            before[winner].swap_remove(last);
            !self.with_stones(&before).1[winner]
        })
    }
}
