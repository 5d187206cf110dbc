//! Playouts in which both players make the best play by the evaluation.

use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Game, Moves, Player, Recorder};
use spinney::random::Random;

use super::{Backgammon, Play, State};

const POLICIES: &[PolicyName] =
    &[PolicyName { name: "greedy", summary: "the best play by the evaluation; slow, and meant for short playouts" }];

/// Passes a roll on, and remembers whether the playout may continue.
struct Passing<'r> {
    recorder: &'r mut dyn Recorder<Play>,
    goes_on: bool,
}

impl Recorder<Play> for Passing<'_> {
    fn record(&mut self, player: Option<Player>, mv: Play) -> bool {
        self.goes_on = self.recorder.record(player, mv);
        self.goes_on
    }
}

impl Playouts for Backgammon {
    fn policies(&self) -> &'static [PolicyName] {
        POLICIES
    }

    fn play_out(
        &self,
        _policy: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<Play>,
    ) -> bool {
        let mut moves = Moves::new();
        for _ in 0..cap {
            if state.winner().is_some() {
                return true;
            }
            if state.dice[0] == 0 {
                let mut passing = Passing { recorder, goes_on: true };
                self.random_step(state, &mut moves, rng, &mut passing);
                if !passing.goes_on {
                    return false;
                }
            } else {
                let (play, _) = self.best_play(state, &mut moves);
                if !recorder.record(Some(Player(state.player)), play) {
                    return false;
                }
                self.play(state, play);
            }
        }
        state.winner().is_some()
    }
}
