//! Statistics beside the node itself, only those that the configuration needs.

use std::sync::atomic::{AtomicU64, Ordering};

use super::node::Sharing;

/// Statistics beside the node itself, each a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// Sum of squared shifted values.
    Squares,
    /// Greatest shifted value seen.
    Best,
    /// The value of the best child, or a mixture with the mean.
    Backed,
    /// Number of AMAF updates.
    AmafVisits,
    /// Sum of AMAF values.
    AmafSum,
    /// Sum of their squares.
    AmafSquares,
    /// The code of the move.
    Code,
    /// Prior probability, or the weight of a chance outcome.
    Prior,
    /// Cumulated regret.
    Regret,
    /// Cumulated strategy.
    Strategy,
    /// Sum of shifted values of player 0; the other players' tables follow.
    PlayerSum,
}

/// The number of [`Field`]s, with one player's sum.
const FIELDS: usize = 11;

/// The set of side tables of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    present: [bool; FIELDS],
    players: usize,
}

impl Fields {
    /// Adds a table.
    pub(crate) fn with(mut self, field: Field, wanted: bool) -> Self {
        self.present[field as usize] |= wanted;
        self
    }

    /// Adds a sum per player.
    pub(crate) fn with_player_sums(mut self, players: usize) -> Self {
        self.present[Field::PlayerSum as usize] = true;
        self.players = players;
        self
    }

    /// The number of tables.
    pub(super) fn tables(&self) -> usize {
        let singles = self.present[..Field::PlayerSum as usize].iter().filter(|&&present| present).count();
        singles + if self.present[Field::PlayerSum as usize] { self.players } else { 0 }
    }

    /// The number of slots for tables, present or not.
    pub(super) fn slots(&self) -> usize {
        Field::PlayerSum as usize + self.players.max(1)
    }

    /// Whether the table of a slot is present.
    pub(super) fn has(&self, slot: usize) -> bool {
        if slot < Field::PlayerSum as usize {
            self.present[slot]
        } else {
            self.present[Field::PlayerSum as usize] && slot - (Field::PlayerSum as usize) < self.players
        }
    }
}

/// A number in a side table, as an atomic.
pub(crate) trait Slot {
    /// Its value as a float.
    fn get(&self) -> f64;
    /// Replaces it.
    fn set(&self, value: f64);
    /// Adds to it.
    fn add<S: Sharing>(&self, value: f64);
    /// Keeps the greater value.
    fn raise<S: Sharing>(&self, value: f64);
}

impl Slot for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> f64 {
        f64::from_bits(self.load(Ordering::Relaxed))
    }
    #[inline(always)]
    fn set(&self, value: f64) {
        self.store(value.to_bits(), Ordering::Relaxed);
    }
    #[inline(always)]
    fn add<S: Sharing>(&self, value: f64) {
        update::<S>(self, |old| Some(old + value));
    }
    #[inline(always)]
    fn raise<S: Sharing>(&self, value: f64) {
        update::<S>(self, |old| (value > old).then_some(value));
    }
}

#[inline(always)]
fn update<S: Sharing>(slot: &AtomicU64, f: impl Fn(f64) -> Option<f64>) {
    if S::SHARED {
        // `None` leaves the slot as it is, which is what the caller wants then.
        let bits = |old: u64| f(f64::from_bits(old)).map(f64::to_bits);
        let _ = slot.fetch_update(Ordering::Relaxed, Ordering::Relaxed, bits);
    } else if let Some(new) = f(slot.get()) {
        slot.set(new);
    }
}
