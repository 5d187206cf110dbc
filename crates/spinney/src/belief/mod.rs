//! Beliefs: the full positions that agree with a view, each with a weight.
//!
//! A [`Belief`] lists the states of an observer ([`Hidden::possible_states`](crate::game::capabilities::Hidden::possible_states)) and draws from
//! them by weight. How they are weighed is a [`Weighing`]: all alike, by the categories of the game's
//! [`BeliefPrior`](crate::game::capabilities::BeliefPrior), or by what sightings have shown of these categories so far
//! ([`Tallies`]; Nijssen and Winands 2012). The weight of a category is shared by its states. Where the states are too
//! many to be listed there is no belief, and searches draw with
//! [`Hidden::sample`](crate::game::capabilities::Hidden::sample).

mod alias;
mod tallies;

use alias::Alias;
use serde::{Deserialize, Serialize};
pub use tallies::{Revealed, Tallies};

use crate::game::{Game, View};
use crate::random::Random;
use crate::search::parameter::named;

/// How states are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighing {
    /// They are not listed: the game draws them.
    Sample,
    /// All alike.
    Uniform,
    /// By the weights that the game brings along for its categories; all alike if it has none.
    Game,
    /// By what sightings have shown of the categories, beginning with the game's weights.
    Learnt,
}

named!(Weighing: "sample" => Sample, "uniform" => Uniform, "game" => Game, "learnt" => Learnt);

/// The weight of each of some states by its category: those of a category share its weight.
fn share_out(weights: &[f64], categories: &[usize]) -> Vec<f64> {
    let mut counts = vec![0.0; weights.len()];
    categories.iter().for_each(|&category| counts[category] += 1.0);
    categories.iter().map(|&category| weights[category] / counts[category]).collect()
}

/// How dark to draw each of some places by its category: 1 for the likeliest.
pub fn shades(weights: &[f64], categories: &[usize]) -> Vec<f64> {
    let shares = share_out(weights, categories);
    let most = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    shares.into_iter().map(|share| share / most).collect()
}

/// A full position that may be.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedState<S> {
    /// The position.
    pub state: S,
    /// How likely it is; the weights of a belief add up to 1.
    pub weight: f64,
}

/// The minimum weight of a possible state, as a share of the greatest, however unlikely its category.
const LEAST_SHARE: f64 = 1e-3;

/// States with their weights.
#[derive(Clone, Debug)]
pub struct Belief<S> {
    states: Vec<WeightedState<S>>,
    alias: Alias,
}

impl<S: Clone + Send + Sync> Belief<S> {
    /// The belief of the observer of `view`, or `None` if the game cannot list its states. With perfect information
    /// there is one state. `tallies` are used for [`Weighing::Learnt`] only.
    pub fn of<G: Game<State = S>>(
        game: &G,
        view: &View<S>,
        weighing: Weighing,
        tallies: Option<&Tallies>,
    ) -> Option<Self> {
        let mut states = Vec::new();
        match game.capabilities().hidden {
            None => states.push(view.state().clone()),
            Some(hidden) => {
                let listed = hidden.possible_states(view.state(), view.observer(), &mut states);
                if !listed || states.is_empty() {
                    return None;
                }
            }
        }
        Some(Self::weigh(game, states, weighing, tallies))
    }

    /// The belief by public information alone, which is what all players see; `None` if the game cannot list the states.
    pub fn public<G: Game<State = S>>(
        game: &G,
        state: &S,
        weighing: Weighing,
        tallies: Option<&Tallies>,
    ) -> Option<Self> {
        let mut states = Vec::new();
        let listed = game.capabilities().hidden?.public_states(state, &mut states);
        (listed && !states.is_empty()).then(|| Self::weigh(game, states, weighing, tallies))
    }

    /// `count` states as the game samples them, all with equal weight; some may be equal. For games that cannot list them.
    pub fn sampled<G: Game<State = S>>(game: &G, view: &View<S>, count: usize, rng: &mut Random) -> Self {
        let draw = |_| match game.capabilities().hidden {
            Some(hidden) => hidden.sample(view.state(), view.observer(), rng),
            None => view.state().clone(),
        };
        let states = (0..count.max(1)).map(draw).collect();
        Self::weigh(game, states, Weighing::Uniform, None)
    }

    fn weigh<G: Game<State = S>>(game: &G, states: Vec<S>, weighing: Weighing, tallies: Option<&Tallies>) -> Self {
        let belief_prior = game.capabilities().belief_prior;
        let by_category = |weights: &[f64]| -> Vec<f64> {
            let category = |state| belief_prior.map_or(0, |belief_prior| belief_prior.category(state));
            share_out(weights, &states.iter().map(category).collect::<Vec<_>>())
        };
        let weights = match (weighing, belief_prior, tallies) {
            (Weighing::Learnt, Some(_), Some(tallies)) => by_category(&tallies.weights()),
            (Weighing::Game | Weighing::Learnt, Some(belief_prior), _) => by_category(belief_prior.weights()),
            _ => vec![1.0; states.len()],
        };
        Self::with_weights(states, weights)
    }

    /// A belief from at least one state and the same number of weights, which need not add up to 1.
    pub fn with_weights(states: Vec<S>, mut weights: Vec<f64>) -> Self {
        assert!(!states.is_empty() && states.len() == weights.len(), "one weight for every state, and one at least");
        let greatest = weights.iter().copied().filter(|weight| weight.is_finite()).fold(0.0, f64::max);
        if greatest > 0.0 {
            let least = greatest * LEAST_SHARE;
            weights.iter_mut().for_each(|weight| *weight = if weight.is_finite() { weight.max(least) } else { least });
        } else {
            weights.fill(1.0);
        }
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        let alias = Alias::new(&weights);
        let states = states.into_iter().zip(weights).map(|(state, weight)| WeightedState { state, weight }).collect();
        Belief { states, alias }
    }

    /// The states, at least one.
    pub fn states(&self) -> &[WeightedState<S>] {
        &self.states
    }

    /// The place in the list of a state, drawn by the weights in constant time. One state is found without `rng`.
    #[inline]
    pub fn draw(&self, rng: &mut Random) -> usize {
        if self.states.len() == 1 { 0 } else { self.alias.draw(rng) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_are_drawn_as_often_as_their_weights_say() {
        let belief = Belief::with_weights(vec!['a', 'b', 'c', 'd'], vec![1.0, 2.0, 0.0, 5.0]);
        let mut counts = [0u32; 4];
        let mut rng = Random::new(1);
        (0..80_000).for_each(|_| counts[belief.draw(&mut rng)] += 1);
        for (possible, count) in belief.states().iter().zip(counts) {
            let expected = possible.weight * 80_000.0;
            // Six sigma.
            assert!((f64::from(count) - expected).abs() < 6.0 * expected.sqrt(), "{counts:?}");
        }
        assert!(belief.states()[2].weight > 0.0, "what is possible is never ruled out");
        assert!((belief.states().iter().map(|possible| possible.weight).sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_any_weight_all_are_alike() {
        let belief = Belief::with_weights(vec![1, 2], vec![0.0, f64::NAN]);
        assert!(belief.states().iter().all(|possible| possible.weight == 0.5));
    }
}
