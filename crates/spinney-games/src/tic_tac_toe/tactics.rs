//! Tactics of one ply: complete a line, or block the opponent's.

use spinney::bits::Bits;
use spinney::game::Moves;
use spinney::game::capabilities::Tactics;

use super::{State, TicTacToe};

impl TicTacToe {
    /// The empty cells that complete a line of these stones.
    fn completing(&self, stones: u64, empty: u64) -> u64 {
        if self.classic {
            return Bits(empty)
                .filter(|cell| self.has_line(stones | 1 << cell))
                .fold(0, |cells, cell| cells | 1 << cell);
        }
        let length = self.options.line as u32;
        self.lines.iter().fold(0, |cells, line| {
            let lacking = line & !stones;
            if (line & stones).count_ones() + 1 == length { cells | lacking & empty } else { cells }
        })
    }
}

impl Tactics for TicTacToe {
    /// By the open lines through the cell: those that hold more stones of one side count more.
    fn rank(&self, state: &State, mv: u8) -> i32 {
        let worth = |stones: u32| 1 << (2 * stones.min(12));
        let through = self.lines.iter().filter(|&line| line >> mv & 1 == 1);
        through
            .map(|line| {
                let (own, other) = ((line & state.mover).count_ones(), (line & state.other).count_ones());
                if own > 0 && other > 0 { 0 } else { worth(own.max(other)) }
            })
            .sum()
    }

    /// A move that completes or blocks a line.
    fn is_noisy(&self, state: &State, mv: u8) -> bool {
        self.has_line(state.mover | 1 << mv) || self.has_line(state.other | 1 << mv)
    }

    fn prune_dominated(&self, state: &State, moves: &mut Moves<u8>) {
        let empty = self.full & !(state.mover | state.other);
        let won = self.completing(state.mover, empty);
        let urgent = if won != 0 { won } else { self.completing(state.other, empty) };
        if urgent != 0 {
            // One winning move is enough, and of two threats only one can be stopped.
            let cell = urgent.trailing_zeros();
            moves.retain(|&mv| u32::from(mv) == cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use spinney::game::capabilities::Notation;
    use spinney::game::{Game, NoRecorder, Player};
    use spinney::random::Random;
    use spinney::search::exhaustive::solve;

    use super::super::Options;
    use super::*;
    use crate::lines::Outcome;

    #[test]
    fn sifting_keeps_a_best_move() {
        let mut rng = Random::new(2);
        for (width, height, line) in [(3, 3, 3), (4, 3, 3), (5, 2, 3), (3, 3, 2)] {
            let game = TicTacToe::new(Options { width, height, line }).unwrap();
            for _ in 0..100 {
                let mut state = game.start(&mut rng);
                while state.outcome == Outcome::Open {
                    let mut moves = Moves::new();
                    game.turn(&state, &mut moves);
                    game.prune_dominated(&state, &mut moves);
                    if state.stones + 7 >= game.cells {
                        let solution = solve(&game, &state, 1_000_000).unwrap();
                        let best = solution.best_moves(Player(state.stones & 1));
                        assert!(moves.iter().any(|mv| best.contains(mv)), "{}", game.write_state(&state));
                    }
                    game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
                }
            }
        }
    }
}
