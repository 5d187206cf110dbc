//! Move ordering, and pruning of moves that are rarely good for Mr. X.
//!
//! The pruning rules are the published ones (Nijssen and Winands 2012; the bounds as in N. Ilenič's program): no black
//! ticket in the first two rounds, nor on a move after which he reveals himself, nor where every line is a taxi line;
//! and no double move while the mean distance of the detectives is more than three moves.

use spinney::game::Moves;
use spinney::game::capabilities::Tactics;

use super::{Move, ScotlandYard, State, Ticket};

/// Rounds at the start in which a black ticket is wasted.
const EARLY: u8 = 2;
/// The largest mean distance of the detectives at which a double move is considered.
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
    /// Mr. X prefers distance and saves rare tickets. A detective prefers to be near Mr. X's possible locations.
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
        // If nothing else is left, a black ticket is his only move.
        if moves.iter().any(stays) {
            moves.retain(stays);
        } else {
            moves.retain(|mv| !(far && mv.double));
        }
    }
}
