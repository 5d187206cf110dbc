//! Hidden information: what an observer knows, which states are possible then and how likely they are, and sides of
//! several pieces that share what they know.

use std::hash::{Hash, Hasher};

use crate::game::{Game, Player};
use crate::random::{Random, mix};

/// Hidden information: what an observer knows, and full positions that agree with it.
pub trait Hidden: Game {
    /// Removes from `state` everything that `observer` has not seen. What is left may depend only on what the
    /// observer knows.
    fn conceal(&self, state: &mut Self::State, observer: Player);

    /// Draws a full position that `observer` cannot tell from the concealed one.
    fn sample(&self, concealed: &Self::State, observer: Player, rng: &mut Random) -> Self::State;

    /// A key of what the observer knows: equal exactly for positions that look the same to the observer.
    fn information_key(&self, concealed: &Self::State, observer: Player) -> u64;

    /// What `observer` notices when `mv` is made (or is the chance outcome) in `state`: moves that the observer cannot tell
    /// apart have equal keys. By default every player sees every move.
    fn observation_key(&self, _state: &Self::State, mv: Self::Move, _observer: Player) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        mv.hash(&mut hasher);
        mix(hasher.finish())
    }

    /// Lists every full position that `observer` cannot tell from the concealed one, each once, and returns `true`; or
    /// returns `false` if they are too many to be listed. What [`sample`](Self::sample) draws is among them.
    fn worlds(&self, _concealed: &Self::State, _observer: Player, _worlds: &mut Vec<Self::State>) -> bool {
        false
    }

    /// Lists every full position that cannot be told from `state` by public information alone, which is what *all* players
    /// see, and returns `true`; or returns `false` if they are too many to be listed. By these positions a player with
    /// private information can tell what the others expect.
    fn public_worlds(&self, _state: &Self::State, _worlds: &mut Vec<Self::State>) -> bool {
        false
    }

    /// Options of [information-set search](crate::search::ismcts) that have proven best in this game, by name and value.
    fn advice(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// Which of the possible states are likelier: they fall into categories, such as the distance between the player who
/// hides and the nearest one who seeks (Nijssen and Winands 2012). A belief weighs every state by its category.
pub trait BeliefPrior: Hidden {
    /// The names of the categories.
    fn categories(&self) -> &'static [&'static str];

    /// The category of a full position, by its place in the list.
    fn category(&self, world: &Self::State) -> usize;

    /// Weights of the categories that the game brings along: how often the real position was of the category, of all
    /// times that one of it was possible.
    fn weights(&self) -> &[f64];

    /// What the last sighting has shown: calls `tally` for every place that had been possible just before, with its category
    /// and whether it was the real one. Returns the number of the sighting, counted from 1, or 0 if there was none.
    /// Called with a concealed position right after the sighting.
    fn sighting(&self, concealed: &Self::State, tally: &mut dyn FnMut(usize, bool)) -> u32;
}

/// A side of several pieces that act one after the other, each of which prefers to be the one that succeeds.
pub trait Coalition: Game {
    /// Which member of the side to move acts, counted from 0.
    fn member(&self, state: &Self::State) -> u8;

    /// The member that brought about the result of a finished game, if it was a single one.
    fn achiever(&self, state: &Self::State) -> Option<u8>;
}
