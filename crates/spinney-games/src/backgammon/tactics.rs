//! Move ordering: by the evaluation of the resulting position for the player that moved.

use spinney::evaluation::weighted_sum;
use spinney::game::capabilities::{Features, Tactics};
use spinney::game::{Game, Player};

use super::{Backgammon, Play, State};

impl Tactics for Backgammon {
    fn rank(&self, state: &State, mv: Play) -> i32 {
        if state.dice[0] == 0 {
            return 0;
        }
        let mut after = *state;
        self.play(&mut after, mv);
        (weighted_sum(self, self.weights(), &after, Player(state.player)) * 1_000.0) as i32
    }
}
