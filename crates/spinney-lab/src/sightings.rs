//! What sightings reveal in games with a [`BeliefPrior`](spinney::game::capabilities::BeliefPrior): before a sighting the hidden
//! thing may be in places of several categories (near, far, …), and the sighting shows in which it was.
//!
//! Counted over many games, that is how likely a category is: the statistics that weights of beliefs are made of.

use serde::Serialize;
use spinney::belief::Revealed;
use spinney::game::Game;
use spinney_agents::NamedGame;

use crate::matches::GameRecord;
use crate::statistics::wilson;

/// What sightings revealed in a game, by category: before how many of them something of the category was possible, and
/// how many showed it. Empty for a game without categories.
pub fn count(game: &NamedGame, record: &GameRecord) -> Vec<[u64; 2]> {
    let Some(prior) = game.capabilities().belief_prior else { return Vec::new() };
    let mut counts = vec![[0; 2]; prior.categories().len()];
    let mut seen = 0;
    let mut look = |state: &_| {
        if prior.sighting(state, &mut |_, _| {}) <= seen {
            return;
        }
        let mut revealed = Revealed::default();
        seen = prior.sighting(state, &mut |category, real| revealed.record(category, real));
        for (category, real) in revealed.categories() {
            counts[category][0] += 1;
            counts[category][1] += u64::from(real);
        }
    };
    let end = record.replay(game, &mut |state, _| look(state));
    look(&end);
    counts
}

/// What sightings revealed of one category.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Category {
    /// The category.
    pub category: &'static str,
    /// Sightings just before which something of it was possible.
    pub possible: u64,
    /// Those that showed it.
    pub real: u64,
    /// Real of possible; `None` if nothing was.
    pub rate: Option<f64>,
    /// Its 95 % Wilson interval.
    pub rate_ci95: Option<[f64; 2]>,
}

impl Category {
    /// The categories of a game, with nothing counted yet.
    pub fn all(game: &NamedGame) -> Vec<Self> {
        let categories = game.capabilities().belief_prior.map_or(&[][..], |prior| prior.categories());
        let new = |&category: &&'static str| Category { category, possible: 0, real: 0, rate: None, rate_ci95: None };
        categories.iter().map(new).collect()
    }

    /// Adds the counts of a game.
    pub fn add(&mut self, [possible, real]: [u64; 2]) {
        self.possible += possible;
        self.real += real;
        if self.possible > 0 {
            self.rate = Some(self.real as f64 / self.possible as f64);
            self.rate_ci95 = Some(wilson(self.real as f64, self.possible));
        }
    }
}
