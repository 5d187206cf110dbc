//! Move ordering, pruning of moves that only reorder a round of the detectives, and of moves that are rarely good for
//! Mr. X.
//!
//! In any order, n detectives make the same moves in up to n! ways. A detective *moves alone* if, whatever the colleagues
//! who wait do, it can make the same moves now as later, and will be able to move: none of them is at a station that it
//! could go to, and it has a free destination that none of them reaches. Its move can be brought to the front of every
//! round without a change of the position at the end, or of who catches Mr. X: what a colleague has seen before only
//! matters if it did not catch him. So searches move such a detective first.
//!
//! The rules for Mr. X are the published ones (Nijssen and Winands 2012; the bounds as in N. Ilenič's program): no black
//! ticket in the first two rounds, nor on a move after which he reveals himself, nor where every line is a taxi line;
//! and no double move while the mean distance of the detectives is more than three moves.

use spinney::game::Moves;
use spinney::game::capabilities::Tactics;

use super::options::Order;
use super::{Move, Places, ScotlandYard, State, Ticket};

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

impl ScotlandYard {
    /// Where a detective gets by its tickets if nobody is in its way.
    fn reach_of(&self, state: &State, detective: usize) -> Places {
        let has = |ticket: &Ticket| state.tickets[detective][*ticket as usize] > 0;
        let reach = |ticket| self.map.reach(ticket, state.detectives[detective]);
        Ticket::ORDINARY.into_iter().filter(has).fold(Places::EMPTY, |all, ticket| all.or(reach(ticket)))
    }

    /// The first of several waiting detectives that moves alone, counted from 0.
    fn alone(&self, state: &State) -> Option<usize> {
        if self.terms.order == Order::Fixed || state.waiting.count_ones() < 2 {
            return None;
        }
        let mut reach = [Places::EMPTY; super::MOST_DETECTIVES];
        let mut stations = Places::EMPTY;
        let (mut once, mut twice) = (Places::EMPTY, Places::EMPTY);
        for detective in state.waiting() {
            let its = self.reach_of(state, detective);
            reach[detective] = its;
            stations.insert(state.detectives[detective]);
            twice = twice.or(&once.and(&its));
            once = once.or(&its);
        }
        let occupied = self.occupied(state);
        let moves_alone = |&detective: &usize| {
            let its = &reach[detective];
            its.and(&stations).is_empty() && !its.without(&occupied).without(&twice).is_empty()
        };
        state.waiting().find(moves_alone)
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

    fn prune_reordered(&self, state: &State, moves: &mut Moves<Move>) {
        if let Some(detective) = self.alone(state) {
            moves.retain(|mv| usize::from(mv.piece) == detective + 1);
        }
    }

    fn prune_dominated(&self, state: &State, moves: &mut Moves<Move>) {
        self.prune_reordered(state, moves);
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
