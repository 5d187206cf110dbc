//! What sightings have shown: how often a world of a category was the real one.

use super::Weighing;
use crate::game::skills::Suspicion;
use crate::game::{Game, View};

/// The game's own weights count as if this many worlds of every category had been seen: a few sightings.
const PRIOR: f64 = 12.0;

/// Counts of one category.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    /// Times that a world of the category was possible.
    possible: f64,
    /// Times that it was the real one.
    real: f64,
}

/// Tallies by category, learnt from sighting to sighting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tallies {
    tallies: Vec<Tally>,
    /// The number of the last sighting that was counted.
    last: u32,
}

impl Tallies {
    /// Tallies that begin with the weights that the game brings along, worth a few sightings.
    pub fn with_prior(weights: &[f64]) -> Self {
        let tally = |weight: &f64| Tally { possible: PRIOR, real: PRIOR * weight };
        Tallies { tallies: weights.iter().map(tally).collect(), last: 0 }
    }

    /// Tallies that begin with nothing, to measure weights.
    pub fn empty(categories: usize) -> Self {
        Tallies { tallies: vec![Tally::default(); categories], last: 0 }
    }

    /// Counts what the last sighting told, unless that has been done.
    pub fn observe<S, M>(&mut self, suspicion: &(impl Suspicion<State = S, Move = M> + ?Sized), concealed: &S)
    where
        S: Clone + Send + Sync,
        M: Copy + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync,
    {
        let number = suspicion.sighting(concealed, &mut |_, _| {});
        // A smaller number is one of another game.
        if number == 0 || number == self.last {
            return;
        }
        self.last = number;
        suspicion.sighting(concealed, &mut |category, real| self.count(category, real));
    }

    /// Keeps the tallies of a search whose beliefs are learnt: makes them where there are none, and counts what the last
    /// sighting told.
    pub(crate) fn keep<G: Game>(tallies: &mut Option<Self>, game: &G, view: &View<G::State>, weighing: Weighing) {
        if let (Weighing::Learnt, Some(suspicion)) = (weighing, game.skills().suspicion) {
            let tallies = tallies.get_or_insert_with(|| Tallies::with_prior(suspicion.weights()));
            tallies.observe(suspicion, view.state());
        }
    }

    /// Counts one world that was possible.
    pub fn count(&mut self, category: usize, real: bool) {
        if let Some(tally) = self.tallies.get_mut(category) {
            tally.possible += 1.0;
            tally.real += f64::from(u8::from(real));
        }
    }

    /// A new game begins: its sightings are counted from 1, and what was learnt stays.
    pub fn next_game(&mut self) {
        self.last = 0;
    }

    /// Worlds that were possible and worlds that were real, by category; a prior is included.
    pub fn counts(&self) -> Vec<(f64, f64)> {
        self.tallies.iter().map(|tally| (tally.possible, tally.real)).collect()
    }

    /// The weight of every category: real of possible, 0 where nothing was counted.
    pub fn weights(&self) -> Vec<f64> {
        let weight = |tally: &Tally| if tally.possible > 0.0 { tally.real / tally.possible } else { 0.0 };
        self.tallies.iter().map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prior_gives_way_to_what_is_seen() {
        let mut tallies = Tallies::with_prior(&[0.5, 0.25]);
        assert_eq!(tallies.weights(), [0.5, 0.25]);
        (0..1000).for_each(|time| tallies.count(1, time % 10 < 9));
        let weights = tallies.weights();
        assert_eq!(weights[0], 0.5);
        assert!((weights[1] - 0.9).abs() < 0.02, "{weights:?}");
        tallies.count(7, true);
        assert_eq!(tallies.counts().len(), 2, "a category that is not there is not counted");
    }
}
