//! Tactics of one ply: complete a line, block the opponent's line, and avoid the cell below one that the opponent
//! needs. Each takes a few shifts.

use spinney::bits::Bits;
use spinney::game::Moves;
use spinney::game::capabilities::Tactics;

use super::{ConnectFour, State};

impl ConnectFour {
    /// The candidate cells: a winning one alone, else those that block the opponent, else those that do not let it win
    /// on top; if every cell loses, any one.
    #[inline(always)]
    pub(super) fn decisive(&self, state: &State) -> u64 {
        let landings = self.landings(state.all);
        let won = self.completing(state.mover, landings);
        if won != 0 {
            return won;
        }
        let needed = self.completing(state.all ^ state.mover, self.full & !state.all);
        let block = needed & landings;
        if block != 0 {
            return block;
        }
        let safe = landings & !(needed >> 1);
        if safe != 0 { safe } else { landings }
    }

    /// The cell on which a disc dropped into a column comes to rest.
    #[inline(always)]
    fn landing(&self, state: &State, column: u8) -> u64 {
        let below = 1u64 << (u32::from(column) * self.stride);
        (state.all + below) & !state.all
    }
}

impl Tactics for ConnectFour {
    /// Threats after the move first, then the centre.
    #[inline(always)]
    fn rank(&self, state: &State, mv: u8) -> i32 {
        let cell = self.landing(state, mv);
        let empty = self.full & !(state.all | cell);
        let threats = self.completing(state.mover | cell, empty).count_ones() as i32;
        let (width, column) = (self.options.width as i32, i32::from(mv));
        threats * 64 + width - (2 * column - (width - 1)).abs()
    }

    /// A move that completes or blocks a line.
    #[inline(always)]
    fn is_noisy(&self, state: &State, mv: u8) -> bool {
        let cell = self.landing(state, mv);
        (self.completing(state.mover, cell) | self.completing(state.all ^ state.mover, cell)) != 0
    }

    #[inline(always)]
    fn is_quiet(&self, state: &State, _: &[u8]) -> bool {
        let landings = self.landings(state.all);
        (self.completing(state.mover, landings) | self.completing(state.all ^ state.mover, landings)) == 0
    }

    #[inline(always)]
    fn prune_dominated(&self, state: &State, moves: &mut Moves<u8>) {
        let landings = self.landings(state.all);
        let mut keep = self.decisive(state);
        if keep == landings {
            return;
        }
        let other_wins = self.completing(state.all ^ state.mover, landings);
        if self.completing(state.mover, keep) != 0 || (keep & other_wins).count_ones() > 1 {
            // One winning move is enough, and of two threats only one can be stopped.
            keep &= keep.wrapping_neg();
        }
        if moves.len() == landings.count_ones() as usize {
            moves.clear();
            moves.extend(Bits(keep).map(|cell| self.column(cell)));
            return;
        }
        let column = u64::MAX >> (64 - self.stride);
        moves.retain(|&mv| keep >> (u32::from(mv) * self.stride) & column != 0);
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

    fn pruned(game: &ConnectFour, position: &str) -> Vec<u8> {
        let state = game.read_state(position).unwrap();
        let mut moves = Moves::new();
        game.turn(&state, &mut moves);
        game.prune_dominated(&state, &mut moves);
        moves.to_vec()
    }

    #[test]
    fn forced_moves_by_hand() {
        let game = ConnectFour::default();
        // x has three on the bottom row and wins at d1; o would have to block there.
        assert_eq!(pruned(&game, "112233"), [3]);
        assert_eq!(pruned(&game, "1122337"), [3]);
        // Open at both ends, no move helps; one of the two is searched.
        assert_eq!(pruned(&game, "2233447"), [0]);
        // Nothing is urgent.
        assert_eq!(pruned(&game, "44"), [0, 1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn sifting_keeps_the_value() {
        let mut rng = Random::new(11);
        for (width, height, line) in [(4, 4, 3), (4, 4, 4), (5, 3, 3)] {
            let game = ConnectFour::new(Options { width, height, line }).unwrap();
            for _ in 0..60 {
                let mut state = game.start(&mut rng);
                while state.outcome == Outcome::Open {
                    let mut moves = Moves::new();
                    game.turn(&state, &mut moves);
                    let all = moves.to_vec();
                    game.prune_dominated(&state, &mut moves);
                    assert!(!moves.is_empty() && moves.iter().all(|mv| all.contains(mv)));
                    if state.discs >= 6 && moves.len() < all.len() {
                        let solution = solve(&game, &state, 1_000_000).unwrap();
                        let best = solution.best_moves(Player(state.discs & 1));
                        assert!(moves.iter().any(|mv| best.contains(mv)), "{}", game.write_state(&state));
                    }
                    game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
                }
            }
        }
    }

    #[test]
    fn threats_and_the_centre_are_looked_at_first() {
        let game = ConnectFour::default();
        let start = game.read_state("").unwrap();
        assert!((0..7).all(|mv| game.rank(&start, mv) <= game.rank(&start, 3)));
        // A third disc beside two makes an open three.
        let state = game.read_state("3747").unwrap();
        let best = (0..7).max_by_key(|&mv| game.rank(&state, mv)).unwrap();
        assert!([1, 4, 5].contains(&best), "{best}");
    }
}
