//! Hidden information: the agents know everything but the location of Mr. X, and that too when it is revealed or
//! follows from what they have seen.

use spinney::game::Player;
use spinney::game::capabilities::{BeliefPrior, Hidden, MoveObservation};
use spinney::random::{Random, mix};

use super::board::End;
use super::cells::NOWHERE;
use super::notation::write_cell;
use super::{MR_X, Move, ScotlandYardGrid, State};

impl State {
    /// The same position with Mr. X on another cell.
    fn with_x(&self, place: u16) -> State {
        let mut state = *self;
        state.board.x = place;
        state
    }
}

impl Hidden for ScotlandYardGrid {
    fn conceal(&self, state: &mut State, observer: Player) {
        let known = observer == MR_X || state.board.end != End::Not || state.possible.len(self.rules.size) == 1;
        if !known {
            state.board.x = NOWHERE;
        }
    }

    fn is_complete(&self, state: &State) -> bool {
        state.board.x != NOWHERE
    }

    /// All possible locations are equally likely.
    fn sample(&self, concealed: &State, _: Player, rng: &mut Random) -> State {
        if concealed.board.x != NOWHERE {
            return *concealed;
        }
        let places = concealed.possible.len(self.rules.size) as usize;
        if places == 0 { *concealed } else { concealed.with_x(concealed.possible.nth(rng.below(places) as u32)) }
    }

    fn information_key(&self, concealed: &State, observer: Player) -> u64 {
        use spinney::game::capabilities::Key;
        mix(self.key(concealed) ^ u64::from(observer.0))
    }

    /// Agents' moves are public. Mr. X's moves are known to himself, and to the agents only when he is revealed.
    fn observation_key(&self, state: &State, mv: Move, observer: Player) -> u64 {
        let seen = state.board.turn != 0 || observer == MR_X || self.rules.is_sighting(state.board.moved + 1);
        mix(if seen { u64::from(mv.0) + 1 } else { 0 })
    }

    /// Agents observe that Mr. X has moved, and his cell when he is revealed.
    fn observe(&self, state: &State, mv: Move, observer: Player) -> MoveObservation {
        let board = &state.board;
        match observer == MR_X || board.turn != 0 {
            true => MoveObservation::Full,
            false if self.rules.is_sighting(board.moved + 1) => {
                MoveObservation::Partial(format!("to {}", write_cell(mv.0)))
            }
            false => MoveObservation::partial("unseen"),
        }
    }

    fn possible_states(&self, concealed: &State, _: Player, possible: &mut Vec<State>) -> bool {
        if concealed.board.x != NOWHERE {
            possible.push(*concealed);
            return true;
        }
        self.public_states(concealed, possible)
    }

    fn public_states(&self, state: &State, possible: &mut Vec<State>) -> bool {
        possible.extend(state.possible.iter().map(|place| state.with_x(place)));
        true
    }

    fn advice(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("observers", "multi"),
            ("sample-from", "public"),
            ("truth", "0.3"),
            ("c", "0.3"),
            ("history", "3"),
            ("playout-cap", "3"),
        ]
    }
}

const CATEGORIES: [&str; 5] = ["1", "2", "3", "4", "5 or more"];

/// As published for the full board, by the distance to the nearest detective.
pub(super) const WEIGHTS: [f64; 5] = [0.196, 0.671, 0.540, 0.384, 0.196];

impl ScotlandYardGrid {
    /// The category of a location: its distance to the nearest agent.
    pub(super) fn category_of(&self, state: &State, place: u16) -> usize {
        usize::from(self.nearest(&state.board, place)).clamp(1, CATEGORIES.len()) - 1
    }
}

impl BeliefPrior for ScotlandYardGrid {
    fn categories(&self) -> &'static [&'static str] {
        &CATEGORIES
    }

    fn category(&self, state: &State) -> usize {
        if state.board.x == NOWHERE { 0 } else { self.category_of(state, state.board.x) }
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn sighting(&self, concealed: &State, tally: &mut dyn FnMut(usize, bool)) -> u32 {
        let sightings = concealed.board.moved / self.rules.reveal;
        if sightings > 0 {
            for place in concealed.suspected.iter() {
                tally(self.category_of(concealed, place), place == concealed.board.seen);
            }
        }
        sightings.into()
    }
}
