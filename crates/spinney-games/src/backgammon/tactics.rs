//! Move ordering: by the evaluation of the resulting position for the player that moved.

use spinney::game::Game;
use spinney::game::capabilities::Tactics;

use super::{Backgammon, Play, State};

impl Tactics for Backgammon {
    fn rank(&self, state: &State, mv: Play) -> i32 {
        if state.dice[0] == 0 {
            return 0;
        }
        let mut after = *state;
        self.play(&mut after, mv);
        (self.after_move(&after) * 100_000.0) as i32
    }
}
