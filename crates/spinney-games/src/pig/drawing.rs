//! Drawing: the scores, the turn total, and the player to move.

use spinney::drawing::{Body, Drawing};
use spinney::game::capabilities::Render;

use super::notation::SEATS;
use super::{Pig, State};

impl Render for Pig {
    fn draw(&self, state: &State) -> Drawing {
        let line = |player: usize| {
            let total = match usize::from(state.player) == player && state.total > 0 {
                true => format!(" + {}", state.total),
                false => String::new(),
            };
            format!("{:<7}{:>5} of {}{total}", SEATS[player], state.scores[player], self.target)
        };
        let mover = SEATS[usize::from(state.player)];
        let status = match self.winner(state) {
            Some(winner) => format!("{} has won", SEATS[winner.index()]),
            None if state.rolling => format!("{mover} rolls"),
            None => format!("{mover} to move"),
        };
        Drawing { body: Body::Lines(vec![line(0), line(1)]), caption: vec![status] }
    }
}
