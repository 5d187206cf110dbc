//! Progressive history (Nijssen and Winands 2011): how a move has done anywhere in the tree helps to choose it where it
//! has few visits.
//!
//! ```text
//! + x_a · W / (n · (1 - x) + 1)
//! ```
//!
//! `x_a` is the mean of the move by player and member of the side, wherever it was chosen; `n` and `x` are visits and mean
//! of the move at hand. All means are of payoffs normalised to 0…1. Bad moves lose the help soon, good ones late.

use std::hash::{Hash, Hasher};

use crate::game::Player;
use crate::random::mix;

/// Moves share a place if their hashes collide.
const PLACES: usize = 1 << 13;

#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: f64,
}

/// Statistics of moves by player, member and code; empty if it is off.
pub(super) struct History {
    means: Vec<Mean>,
    weight: f64,
}

impl History {
    pub(super) fn new(weight: f64) -> Self {
        History { means: vec![Mean::default(); if weight > 0.0 { PLACES } else { 0 }], weight }
    }

    pub(super) fn is_on(&self) -> bool {
        self.weight > 0.0
    }

    pub(super) fn slot(player: Player, member: u8, code: u64) -> u32 {
        let bits = code ^ mix(u64::from(player.0) << 8 | u64::from(member));
        (mix(bits) >> (64 - PLACES.ilog2())) as u32
    }

    /// The bonus of a move with these visits and this mean, which is normalised.
    #[inline]
    pub(super) fn bonus(&self, slot: u32, visits: f64, mean: f64) -> f64 {
        let known = self.means[slot as usize];
        if known.count == 0.0 {
            return 0.0;
        }
        known.sum / known.count * self.weight / (visits * (1.0 - mean) + 1.0)
    }

    pub(super) fn reward(&mut self, slot: u32, normalised: f64) {
        let mean = &mut self.means[slot as usize];
        mean.sum += normalised;
        mean.count += 1.0;
    }
}

/// The code of a move of a game that has no codes of its own.
pub(super) fn hash_of<M: Hash>(mv: &M) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    mv.hash(&mut hasher);
    mix(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_moves_keep_the_help_longer_than_bad_ones() {
        let mut history = History::new(4.0);
        let slot = History::slot(Player(1), 2, 77);
        assert_eq!(history.bonus(slot, 3.0, 0.5), 0.0, "nothing is known yet");
        history.reward(slot, 1.0);
        history.reward(slot, 0.0);
        assert_eq!(history.bonus(slot, 0.0, 0.0), 0.5 * 4.0);
        assert_eq!(history.bonus(slot, 10.0, 0.9), 0.5 * 4.0 / (10.0 * (1.0 - 0.9) + 1.0));
        assert!(history.bonus(slot, 10.0, 0.9) > history.bonus(slot, 10.0, 0.1));
        assert_ne!(slot, History::slot(Player(1), 1, 77), "members do not share what is known");
        assert_ne!(slot, History::slot(Player(0), 2, 77), "nor do players");
    }
}
