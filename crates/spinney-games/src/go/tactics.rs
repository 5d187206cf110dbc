//! Move ordering: captures, chains in atari, then proximity to the last moves and distance from the edge.

use spinney::game::capabilities::Tactics;

use super::board::stone;
use super::{Go, PASS, Point, State};

impl Tactics for Go {
    fn rank(&self, state: &State, mv: Point) -> i32 {
        if mv == PASS {
            return -1_000;
        }
        let board = &state.board;
        let captured: u16 = board.captured_by(mv, state.player).map(|head| board.chain_size(head)).sum();
        let mut rank = i32::from(captured) * 100;
        for next in board.neighbours(mv) {
            let contents = board.contents(next);
            let few = |most| board.few_liberties(board.head(next)) <= most;
            if contents == stone(state.player) && few(1) {
                rank += 60 + 10 * i32::from(board.chain_size(board.head(next)));
            } else if contents == stone(1 - state.player) && few(1) {
                rank += 20;
            }
            rank += i32::from(contents == stone(1 - state.player)) * 3;
        }
        if board.is_eye(mv, state.player) {
            rank -= 200;
        }
        let (column, row) = self.place_of(mv);
        let size = self.options.size;
        let line = |place: usize| place.min(size - 1 - place);
        // The first line is poor, the second not much better; the third and beyond are alike.
        rank += 8 * (line(column).min(2) + line(row).min(2)) as i32;
        for (last, worth) in state.last.into_iter().zip([16, 8]).filter(|&(last, _)| last != PASS) {
            let (last_column, last_row) = self.place_of(last);
            let distance = column.abs_diff(last_column) + row.abs_diff(last_row);
            rank += worth / distance.max(1) as i32;
        }
        rank
    }

    /// Captures.
    fn is_noisy(&self, state: &State, mv: Point) -> bool {
        mv != PASS && state.board.captured_by(mv, state.player).next().is_some()
    }
}
