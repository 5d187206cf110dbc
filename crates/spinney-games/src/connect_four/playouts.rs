//! Playouts that see one move ahead: whoever can complete a line does so, or else keeps the other from it, or else does
//! not fill the cell below one that the other needs (decisive and anti-decisive moves, Teytaud & Teytaud 2010).

use spinney::bits::{Bits, isolate_nth};
use spinney::game::skills::{Playouts, PolicyName};
use spinney::game::{Listener, Player};
use spinney::random::Random;

use super::{ConnectFour, State};
use crate::lines::Outcome;

const POLICIES: &[PolicyName] = &[PolicyName {
    name: "decisive",
    summary: "win, block and do not enable a win where one move shows it, else random",
}];

impl Playouts for ConnectFour {
    fn policies(&self) -> &'static [PolicyName] {
        POLICIES
    }

    fn preferred(&self) -> Option<usize> {
        Some(0)
    }

    fn play_out(
        &self,
        _policy: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        listener: &mut dyn Listener<u8>,
    ) -> bool {
        for _ in 0..cap {
            if state.outcome != Outcome::Open {
                return true;
            }
            let choice = self.decisive(state);
            let cell = isolate_nth(choice, rng.below(choice.count_ones() as usize) as u32);
            listener.hear(Some(Player(state.discs & 1)), self.column(cell.trailing_zeros()));
            self.place(state, cell);
        }
        state.outcome != Outcome::Open
    }
}

impl ConnectFour {
    /// The cells among which the policy draws.
    #[inline(always)]
    fn decisive(&self, state: &State) -> u64 {
        let landings = self.landings(state.all);
        let won = self.completing(state.mover, landings);
        if won != 0 {
            return won;
        }
        let other = state.all ^ state.mover;
        let needed = self.completing(other, self.full & !state.all);
        let block = needed & landings;
        if block != 0 {
            return block;
        }
        let safe = landings & !(needed >> 1);
        if safe != 0 { safe } else { landings }
    }

    /// Those of `cells` that would complete a line of these discs.
    #[inline(always)]
    fn completing(&self, discs: u64, cells: u64) -> u64 {
        if self.classic {
            return completing_four(discs, super::CLASSIC_STRIDE) & cells;
        }
        Bits(cells).map(|cell| 1 << cell).filter(|cell| self.has_line(discs | cell)).sum()
    }
}

/// The cells that would complete a line of four, on a board with this stride; cells beyond the board may be among them.
#[inline(always)]
fn completing_four(discs: u64, stride: u32) -> u64 {
    let mut found = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [stride - 1, stride, stride + 1] {
        let below = (discs << step) & (discs << (2 * step));
        let above = (discs >> step) & (discs >> (2 * step));
        found |= below & ((discs << (3 * step)) | (discs >> step));
        found |= above & ((discs >> (3 * step)) | (discs << step));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;
    use spinney::game::{Deaf, Game, Moves};

    #[test]
    fn shifts_find_the_cells_that_complete_a_line() {
        let mut rng = Random::new(4);
        let game = ConnectFour::default();
        for _ in 0..500 {
            let mut state = game.start(&mut rng);
            while state.outcome == Outcome::Open {
                let cells = game.full & !state.all;
                for discs in state.by_player() {
                    let completes = |cell: &u64| game.has_line(discs | cell);
                    let expected: u64 = Bits(cells).map(|cell| 1 << cell).filter(completes).sum();
                    assert_eq!(game.completing(discs, cells), expected, "{discs:b}");
                }
                game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut Deaf);
            }
        }
    }

    #[test]
    fn every_move_of_the_policy_is_legal_and_no_win_is_missed() {
        let mut rng = Random::new(5);
        for options in [Options::default(), Options { width: 5, height: 5, line: 3 }] {
            let game = ConnectFour::new(options).unwrap();
            for _ in 0..300 {
                let mut state = game.start(&mut rng);
                while state.outcome == Outcome::Open {
                    let (choice, landings) = (game.decisive(&state), game.landings(state.all));
                    assert!(choice != 0 && choice & !landings == 0);
                    let wins = |cell: u32| game.has_line(state.mover | 1 << cell);
                    if Bits(landings).any(wins) {
                        assert!(Bits(choice).all(wins));
                    }
                    game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut Deaf);
                }
            }
        }
    }
}
