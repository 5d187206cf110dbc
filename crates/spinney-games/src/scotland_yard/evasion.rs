//! How Mr. X moves in playouts that take him for a good player: away from where detectives look, not only from where they
//! are.
//!
//! A detective next to him is dangerous only if it has a reason to go to his station. So what counts most is the number
//! of places where he could be after a move, then how far he is from the middle of them (detectives gather there), how
//! many exits his station has, and the price of the ticket. The weights were found by the cross-entropy method: 20 rounds
//! of 24 sets of weights, 2,000 games each on the classic board, against detectives that approach all possible locations.
//! Without random moves on either side he escapes from these in 64 % of 8,000 other games. If he only keeps away from the
//! nearest detective ([`flee`](ScotlandYard::flee)) it is 16 %.

use spinney::random::Random;

use super::playouts::Best;
use super::{Move, Places, ScotlandYard, State, Ticket};

/// What a doubling of the number of possible locations is worth.
const HIDDEN: i32 = 30;
/// The mean distance to the other possible locations, per quarter of a move.
const APART: i32 = 10;
/// An exit of the station, up to [`MOST_EXITS`].
const EXIT: i32 = 12;
const MOST_EXITS: usize = 10;
/// A move between him and the nearest detective, up to [`FAR`].
const NEAREST: i32 = 7;
const FAR: u8 = 4;
/// A move between him and any detective: to be far from all of them is to be where they have not looked yet.
const SUM: i32 = -2;
/// An adjacent detective if he had no other possible location; up to two count. It is divided by the number of possible
/// locations and two.
const BESIDE: i32 = -2316;
/// A black ticket.
const BLACK: i32 = 21;
/// The last ticket of another kind; it is divided by the number of those left.
const LAST_TICKET: i32 = 42;
/// With a detective adjacent, and up to this many possible locations, he opens a double move.
const EXPOSED: i32 = 8;

/// A candidate move.
struct Step {
    ticket: Ticket,
    to: u8,
    exposed: bool,
}

impl ScotlandYard {
    /// Mr. X's move by what the detectives will know after it.
    pub(super) fn evade(&self, state: &State, rng: &mut Random) -> Move {
        let ways = self.ways_of_x(state);
        let occupied = self.occupied(state);
        let is_reveal = self.is_reveal(state.entries + 1);
        let mut best = Best::none();
        for way in ways[..4].iter().filter(|way| !way.targets.is_empty()) {
            let after = self.advance(&state.possible, way.ticket).without(&occupied);
            let price = match way.ticket {
                Ticket::Black => BLACK,
                ticket => LAST_TICKET / i32::from(state.x_tickets[ticket as usize].max(1)),
            };
            for to in way.targets.iter() {
                let after = if is_reveal { Places::only(to) } else { after };
                let (value, exposed) = self.shelter(state, to, &after, &occupied);
                best.see(value - price, Step { ticket: way.ticket, to, exposed }, rng);
            }
        }
        let Step { ticket, to, exposed } = best.into_inner().expect("Mr. X can move, or the game were over");
        let double = exposed && ways[4 + ticket as usize].targets.contains(to);
        Move { piece: 0, to, ticket, double }
    }

    /// How well a station shelters Mr. X if the detectives think that he is at one of `possible`, and whether he had
    /// better move on at once.
    fn shelter(&self, state: &State, place: u8, possible: &Places, occupied: &Places) -> (i32, bool) {
        let count = possible.len().max(1) as i32;
        let apart = 16 * self.map.distance_to_all(place, possible) as i32 / count;
        let exits = self.map.reach(Ticket::Black, place).without(occupied).len().min(MOST_EXITS) as i32;
        let detectives = &state.detectives[..self.terms.detectives];
        let beside = detectives.iter().filter(|&&detective| self.map.distance(place, detective) == 1).count() as i32;
        let value = HIDDEN * count.ilog2() as i32
            + APART * apart / 4
            + EXIT * exits
            + NEAREST * i32::from(self.nearest(state, place).min(FAR))
            + SUM * self.distance_to_detectives(state, place) as i32
            + BESIDE * beside.min(2) / (count + 2);
        (value, beside > 0 && count <= EXPOSED)
    }
}
