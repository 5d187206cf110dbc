//! Playouts with one ply of lookahead: a player that can win does so, or else captures a man that is about to win
//! (decisive and anti-decisive moves, Teytaud & Teytaud 2010).

use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Player, Recorder};
use spinney::random::Random;

use super::{Breakthrough, Move, State, Targets, step};

const POLICIES: &[PolicyName] =
    &[PolicyName { name: "decisive", summary: "win, or take a man that is about to win, else random" }];

impl Breakthrough {
    /// The steps among which the policy draws.
    #[inline(always)]
    pub(super) fn decisive(&self, state: &State) -> Targets {
        let targets = self.targets(state);
        let [left, straight, right] = targets;
        let all = left | straight | right;
        let wins = self.winning_cells(state);
        let threats = self.threats(state);
        let cells = if all & wins != 0 {
            wins
        } else if all & threats != 0 {
            threats
        } else {
            return targets;
        };
        [left & cells, straight & cells, right & cells]
    }
}

impl Playouts for Breakthrough {
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
        recorder: &mut dyn Recorder<Move>,
    ) -> bool {
        for _ in 0..cap {
            if self.is_over(state) {
                return true;
            }
            let mv = self.draw(&self.decisive(state), state.player, rng);
            if !recorder.record(Some(Player(state.player)), mv) {
                return false;
            }
            step(state, mv);
        }
        self.is_over(state)
    }
}
