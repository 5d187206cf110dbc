//! What sightings have shown: how often the real state was of a category, when it could have been.

use super::Weighing;
use crate::game::capabilities::BeliefPrior;
use crate::game::{Game, View};

/// The game's own weights count like this number of sightings at which every category was possible.
const PRIOR: f64 = 3.0;

/// Counts of one category.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    /// Sightings before which a state of the category was possible.
    possible: f64,
    /// Those that showed one.
    real: f64,
}

/// What one sighting has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revealed {
    /// By category: nothing of it was possible, something was, or it was even real.
    categories: Vec<Option<bool>>,
}

impl Revealed {
    /// Takes note of a state that had been possible, by its category.
    pub fn record(&mut self, category: usize, real: bool) {
        if self.categories.len() <= category {
            self.categories.resize(category + 1, None);
        }
        let revealed = &mut self.categories[category];
        *revealed = Some(real || *revealed == Some(true));
    }

    /// Every category of which something had been possible, and whether the real state was of it.
    pub fn categories(&self) -> impl Iterator<Item = (usize, bool)> + '_ {
        let revealed = self.categories.iter().enumerate();
        revealed.filter_map(|(category, real)| real.map(|real| (category, real)))
    }
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

    /// Counts the last sighting, unless it has been counted.
    pub fn observe<S, M>(&mut self, belief_prior: &(impl BeliefPrior<State = S, Move = M> + ?Sized), concealed: &S)
    where
        S: Clone + Send + Sync,
        M: Copy + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync,
    {
        let number = belief_prior.sighting(concealed, &mut |_, _| {});
        // A smaller number is one of another game.
        if number == 0 || number == self.last {
            return;
        }
        self.last = number;
        let mut revealed = Revealed::default();
        belief_prior.sighting(concealed, &mut |category, real| revealed.record(category, real));
        revealed.categories().for_each(|(category, real)| self.count(category, real));
    }

    /// Keeps the tallies of a search whose beliefs are learnt: creates them if necessary, and counts the last sighting.
    pub(crate) fn keep<G: Game>(tallies: &mut Option<Self>, game: &G, view: &View<G::State>, weighing: Weighing) {
        if let (Weighing::Learnt, Some(belief_prior)) = (weighing, game.capabilities().belief_prior) {
            let tallies = tallies.get_or_insert_with(|| Tallies::with_prior(belief_prior.weights()));
            tallies.observe(belief_prior, view.state());
        }
    }

    /// Counts a category that was possible.
    pub fn count(&mut self, category: usize, real: bool) {
        if let Some(tally) = self.tallies.get_mut(category) {
            tally.possible += 1.0;
            tally.real += f64::from(u8::from(real));
        }
    }

    /// Sightings before which a category was possible and sightings that showed it, by category; a prior is included.
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
        let mut revealed = Revealed::default();
        [(2, false), (0, true), (0, false)].into_iter().for_each(|(category, real)| revealed.record(category, real));
        assert_eq!(revealed.categories().collect::<Vec<_>>(), [(0, true), (2, false)], "each category once");
        tallies.count(7, true);
        assert_eq!(tallies.counts().len(), 2, "a category that is not there is not counted");
    }
}
