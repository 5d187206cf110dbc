//! Hidden information: the detectives know everything but the location of Mr. X, and of that the set of locations
//! consistent with all tickets, sightings and visits. Mr. X sees everything.
//!
//! The set is exact (Nijssen and Winands 2012): it contains the locations that the log allows, and no others. A
//! location is removed when a detective goes there and does not find him, and also when Mr. X could not have moved from
//! it.

use spinney::game::Player;
use spinney::game::capabilities::{BeliefPrior, Coalition, Hidden, Key, MoveObservation};
use spinney::random::{Random, mix};

use super::{Ending, Move, ScotlandYard, State};

/// The observer who sees everything.
pub(super) const MR_X: Player = Player(0);

/// How often a possible location of each distance category was the true one, as published for the game's strongest
/// program (Nijssen and Winands 2012, as quoted by four later programs).
const WEIGHTS: [f64; 5] = [0.196, 0.671, 0.540, 0.384, 0.196];

impl ScotlandYard {
    /// A position for every possible location of Mr. X.
    fn list_possible(&self, state: &State, possible: &mut Vec<State>) {
        possible.extend(state.possible.iter().map(|place| State { place, ..*state }));
    }
}

impl Hidden for ScotlandYard {
    fn conceal(&self, state: &mut State, observer: Player) {
        if observer != MR_X && state.possible.len() > 1 {
            state.place = 0;
        }
    }

    fn is_complete(&self, state: &State) -> bool {
        state.place().is_some()
    }

    fn sample(&self, concealed: &State, _: Player, rng: &mut Random) -> State {
        let mut state = *concealed;
        if state.place == 0 {
            state.place = state.possible.nth(rng.below(state.possible.len()));
        }
        state
    }

    fn information_key(&self, concealed: &State, observer: Player) -> u64 {
        mix(self.key(concealed) ^ u64::from(observer.0))
    }

    /// The detectives observe Mr. X's ticket, and his destination if he reveals himself there.
    fn observation_key(&self, state: &State, mv: Move, observer: Player) -> u64 {
        let is_seen = observer == MR_X || state.mover != 0 || self.is_reveal(state.entries + 1);
        let to = if is_seen { u64::from(mv.to) } else { 0 };
        mix(u64::from(mv.piece) << 16 | to << 8 | (mv.ticket as u64) << 1 | u64::from(mv.double))
    }

    /// Detectives observe Mr. X's ticket, and his station when he reveals himself.
    fn observe(&self, state: &State, mv: Move, observer: Player) -> MoveObservation {
        if observer == MR_X || state.mover != 0 {
            return MoveObservation::Full;
        }
        let ticket = format!("{}{}", mv.ticket.letter(), if mv.double { "2" } else { "" });
        let revealed = self.is_reveal(state.entries + 1);
        MoveObservation::Partial(if revealed { format!("{ticket}@{}", mv.to) } else { ticket })
    }

    fn possible_states(&self, concealed: &State, _: Player, possible: &mut Vec<State>) -> bool {
        match concealed.place {
            0 => self.list_possible(concealed, possible),
            _ => possible.push(*concealed),
        }
        true
    }

    fn public_states(&self, state: &State, possible: &mut Vec<State>) -> bool {
        self.list_possible(state, possible);
        true
    }

    /// Mr. X searches from his own position: in states that are only public, his trees model detectives by few simulations
    /// each, that is as if they moved at random, and he walks into those that do not.
    fn advice(&self) -> &'static [(&'static str, &'static str)] {
        &[("observers", "multi"), ("c", "0.3"), ("history", "3"), ("prune-heuristic", "true"), ("playout-cap", "auto")]
    }
}

impl BeliefPrior for ScotlandYard {
    fn categories(&self) -> &'static [&'static str] {
        &["1 move away", "2 moves away", "3 moves away", "4 moves away", "5 moves away or more"]
    }

    fn category(&self, state: &State) -> usize {
        self.category_of(state, state.place)
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn sighting(&self, concealed: &State, tally: &mut dyn FnMut(usize, bool)) -> u32 {
        for (category, &count) in concealed.tally.iter().enumerate() {
            for number in 0..count {
                tally(category, number == 0 && category == usize::from(concealed.seen_in));
            }
        }
        u32::from(concealed.sightings)
    }
}

impl Coalition for ScotlandYard {
    #[inline]
    fn member(&self, _: &State, mv: Move) -> u8 {
        mv.piece.saturating_sub(1)
    }

    #[inline]
    fn achiever(&self, state: &State) -> Option<u8> {
        match state.ending {
            Some(Ending::Caught(detective)) => Some(detective),
            _ => None,
        }
    }
}
