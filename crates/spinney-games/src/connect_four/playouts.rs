//! Playouts with one ply of lookahead: a player that can complete a line does so, or else blocks the opponent's, or
//! else avoids the cell below one that the opponent needs (decisive and anti-decisive moves, Teytaud & Teytaud 2010).

use spinney::bits::isolate_nth;
use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Player, Recorder};
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
        recorder: &mut dyn Recorder<u8>,
    ) -> bool {
        for _ in 0..cap {
            if state.outcome != Outcome::Open {
                return true;
            }
            let choice = self.decisive(state);
            let cell = isolate_nth(choice, rng.below(choice.count_ones() as usize) as u32);
            if !recorder.record(Some(Player(state.discs & 1)), self.column(cell.trailing_zeros())) {
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
    use spinney::bits::Bits;
    use spinney::game::{Game, Moves, NoRecorder};

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
                    game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
                }
            }
        }
    }
}
