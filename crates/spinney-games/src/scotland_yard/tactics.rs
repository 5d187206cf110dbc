//! Which moves look good at a glance, and which Mr. X had better not look at.
//!
//! The screen is the published one (Nijssen and Winands 2012; the bounds as in N. Ilenič's program): no black ticket in the
//! first two rounds, nor when he shows himself anyway, nor where every line is a taxi line; and no double move while the
//! detectives are more than three moves away on average.

use spinney::game::Moves;
use spinney::game::capabilities::Tactics;

use super::{Move, ScotlandYard, State, Ticket};

/// Rounds at the start in which a black ticket is wasted.
const EARLY: u8 = 2;
/// A double move is for when the detectives are not farther away than this on average.
const CLOSE: usize = 3;

impl ScotlandYard {
    /// Whether a black ticket would hide anything.
    fn black_is_of_use(&self, state: &State) -> bool {
        let taxi_only = self.map.reach(Ticket::Taxi, state.place) == self.map.reach(Ticket::Black, state.place)
            && self.map.reach(Ticket::Bus, state.place).is_empty()
            && self.map.reach(Ticket::Underground, state.place).is_empty();
        self.rounds(state) >= EARLY && !self.is_reveal(state.entries + 1) && !taxi_only
    }
}

impl Tactics for ScotlandYard {
    /// Mr. X likes to be far away and to keep what is rare. A detective likes to be near to where Mr. X may be.
    fn rank(&self, state: &State, mv: Move) -> i32 {
        if state.mover != 0 {
            let count = state.possible.len().max(1) as u32;
            return -((16 * self.map.distance_to_all(mv.to, &state.possible) / count) as i32);
        }
        let nearest = i32::from(self.nearest(state, mv.to).min(5));
        let mean = (8 * self.distance_to_detectives(state, mv.to) / self.terms.detectives as u32) as i32;
        let price = if mv.ticket == Ticket::Black { 12 } else { 0 } + if mv.double { 16 } else { 0 };
        32 * nearest + mean - price
    }

    fn prune_heuristic(&self, state: &State, moves: &mut Moves<Move>) {
        if state.mover != 0 || state.place == 0 {
            return;
        }
        let far = self.distance_to_detectives(state, state.place) as usize > CLOSE * self.terms.detectives;
        let black = self.black_is_of_use(state);
        let stays = |mv: &Move| (black || mv.ticket != Ticket::Black) && !(far && mv.double);
        // If nothing would be left, a black ticket is all that he has.
        if moves.iter().any(stays) {
            moves.retain(stays);
        } else {
            moves.retain(|mv| !(far && mv.double));
        }
    }
}
