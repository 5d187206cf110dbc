//! A playout that prefers the centre, then corners: the example of a simulation with a heuristic in the article.

use spinney::bits::isolate_nth;
use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Player, Recorder};
use spinney::random::Random;

use super::{State, TicTacToe};
use crate::lines::Outcome;

const POLICIES: &[PolicyName] =
    &[PolicyName { name: "centre-corner", summary: "the centre if it is empty, else a corner, else random" }];

impl TicTacToe {
    /// The middle of the board: one cell, or two or four where a side is even.
    pub(super) fn centre(&self) -> u64 {
        let middle = |size: usize| (size - 1) / 2..=size / 2;
        middle(self.options.height)
            .flat_map(|row| middle(self.options.width).map(move |column| (column, row)))
            .fold(0, |cells, (column, row)| cells | 1 << (row * self.options.width + column))
    }

    /// The corners.
    pub(super) fn corners(&self) -> u64 {
        let (right, top) = (self.options.width - 1, (self.options.height - 1) * self.options.width);
        1 | 1 << right | 1 << top | 1 << (top + right)
    }
}

impl Playouts for TicTacToe {
    fn policies(&self) -> &'static [PolicyName] {
        POLICIES
    }

    /// Uniform playouts: they are as good and faster.
    fn preferred(&self) -> Option<usize> {
        None
    }

    fn play_out(
        &self,
        _policy: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<u8>,
    ) -> bool {
        let preferred = [self.centre(), self.corners(), self.full];
        for _ in 0..cap {
            if state.outcome != Outcome::Open {
                return true;
            }
            let empty = self.full & !(state.mover | state.other);
            let choice = preferred.into_iter().map(|cells| cells & empty).find(|&cells| cells != 0).unwrap_or(empty);
            let cell = isolate_nth(choice, rng.below(choice.count_ones() as usize) as u32);
            if !recorder.record(Some(Player(state.stones & 1)), cell.trailing_zeros() as u8) {
                return false;
            }
            self.place(state, cell);
        }
        state.outcome != Outcome::Open
    }
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;
    use spinney::game::Game;

    #[test]
    fn the_centre_comes_first_and_corners_before_edges() {
        let game = TicTacToe::default();
        assert_eq!((game.centre(), game.corners()), (0b000_010_000, 0b101_000_101));
        let mut rng = Random::new(1);
        for _ in 0..100 {
            let mut moves = Vec::new();
            assert!(game.play_out(0, &mut game.start(&mut rng), 100, &mut rng, &mut moves));
            let rank = |mv: u8| match 1 << mv {
                cell if cell & game.centre() != 0 => 0,
                cell if cell & game.corners() != 0 => 1,
                _ => 2,
            };
            assert!(moves.iter().map(|&(_, mv)| rank(mv)).is_sorted(), "{moves:?}");
        }
    }

    #[test]
    fn every_board_has_a_centre_and_corners() {
        for (width, height, line) in [(1, 1, 1), (1, 9, 3), (4, 4, 3), (26, 2, 2), (8, 8, 5)] {
            let game = TicTacToe::new(Options { width, height, line }).unwrap();
            assert!(game.centre() & !game.full == 0 && game.corners() & !game.full == 0);
            assert_eq!(game.centre().count_ones() as usize, (2 - width % 2) * (2 - height % 2));
        }
    }
}
