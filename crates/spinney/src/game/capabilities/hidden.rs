//! Hidden information: observations, the states that are consistent with them and their likelihood, and sides of
//! several pieces that share their information.

use super::default_code;
use crate::game::{Game, Player};
use crate::random::Random;

/// What a player observes of a move of another player, or of a chance outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveObservation {
    /// The whole move.
    Full,
    /// Only this, in words: equal for moves that the observer cannot distinguish.
    Partial(String),
}

impl MoveObservation {
    /// A part of the move, in words.
    pub fn partial(text: impl Into<String>) -> Self {
        MoveObservation::Partial(text.into())
    }
}

/// Hidden information: the information state of an observer, and full positions that are consistent with it.
///
/// What a player observes has no default: a game states it for every position and for every move, so that nothing is
/// shown that was merely forgotten.
pub trait Hidden: Game {
    /// Removes from `state` everything that `observer` has not seen. The result may depend only on the observer's
    /// information.
    fn conceal(&self, state: &mut Self::State, observer: Player);

    /// Draws a determinization: a full position that `observer` cannot distinguish from the concealed one.
    fn sample(&self, concealed: &Self::State, observer: Player, rng: &mut Random) -> Self::State;

    /// A key of the information state: equal exactly for positions that are indistinguishable to the observer.
    fn information_key(&self, concealed: &Self::State, observer: Player) -> u64;

    /// The observation of `observer` when `mv` is made, or is the chance outcome, in `state`.
    fn observe(&self, state: &Self::State, mv: Self::Move, observer: Player) -> MoveObservation;

    /// A key of the same observation: equal for moves that are indistinguishable to the observer. Searches call this in
    /// their inner loops; a game that can tell without making a text overrides it.
    fn observation_key(&self, state: &Self::State, mv: Self::Move, observer: Player) -> u64 {
        match self.observe(state, mv, observer) {
            MoveObservation::Full => default_code(mv),
            MoveObservation::Partial(text) => default_code(text),
        }
    }

    /// Lists every full position that `observer` cannot distinguish from the concealed one, each once, and returns
    /// `true`; or returns `false` if there are too many to list. It includes every possible result of
    /// [`sample`](Self::sample).
    fn possible_states(&self, _concealed: &Self::State, _observer: Player, _possible: &mut Vec<Self::State>) -> bool {
        false
    }

    /// Lists every full position that is consistent with the public information of `state`, which *all* players have,
    /// and returns `true`; or returns `false` if there are too many to list. A player with private information uses
    /// these positions to model the others.
    fn public_states(&self, _state: &Self::State, _possible: &mut Vec<Self::State>) -> bool {
        false
    }

    /// Options of [information-set search](crate::search::ismcts) that have proven best in this game, by name and value.
    fn advice(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// Which of the possible states are likelier: they fall into categories, such as the distance between the hiding player
/// and the nearest seeker (Nijssen and Winands 2012). A belief weighs every state by its category.
pub trait BeliefPrior: Hidden {
    /// The names of the categories.
    fn categories(&self) -> &'static [&'static str];

    /// The category of a full position, by its place in the list.
    fn category(&self, state: &Self::State) -> usize;

    /// Weights of the categories that the game brings along: how often the real position was of the category, of all
    /// times that one of it was possible.
    fn weights(&self) -> &[f64];

    /// The evidence of the last sighting: calls `tally` for every location that had been possible just before, with its
    /// category and whether it was the true one. Returns the number of the sighting, counted from 1, or 0 if there was
    /// none. Called with a concealed position right after the sighting.
    fn sighting(&self, concealed: &Self::State, tally: &mut dyn FnMut(usize, bool)) -> u32;
}

/// A side of several pieces that act one after the other, each of which prefers to be the one that succeeds.
pub trait Coalition: Game {
    /// Which member of its side makes a legal move, counted from 0.
    fn member(&self, state: &Self::State, mv: Self::Move) -> u8;

    /// The member that brought about the result of a finished game, if it was a single one.
    fn achiever(&self, state: &Self::State) -> Option<u8>;
}
