//! Evaluation of unfinished games: linear in named [features](Features), with weights that can be changed as text.
//!
//! The value of a position for a player is
//!
//! ```text
//! low + (high - low) · logistic(Σ weight · feature)
//! ```
//!
//! over the payoff range of the game, so that a heuristic value lies strictly between the worst and the best result and
//! cannot be mistaken for either. A game without a payoff range counts points: there the value is the score that is
//! already [certain](ScoreBounds::so_far) and, for the rest of the game, `Σ weight · feature`. Weights are TOML, one
//! line `feature = weight` each:
//!
//! ```
//! use spinney::evaluation::Weights;
//!
//! let weights: Weights = "mobility = 0.1\ncorners = 0.7".parse().unwrap();
//! assert_eq!(weights.get("corners"), Some(0.7));
//! assert!("mobility = 'much'".parse::<Weights>().is_err());
//! ```

pub mod fit;
pub mod ranking;
pub mod ridge;
mod weights;

pub use weights::{Weights, WeightsError};

use crate::game::capabilities::{Evaluate, Features, ScoreBounds};
use crate::game::{Game, GameInfo, PayoffRange, Player};
use crate::search::Refusal;

/// The most features that a game may have.
pub const MAX_FEATURES: usize = 64;

/// The logistic curve, kept away from 0 and 1 so that a heuristic value cannot be mistaken for a result.
#[inline]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x.clamp(-12.0, 12.0)).exp())
}

/// The weighted sum of a position's features, as `player` sees it. Allocates nothing.
#[inline]
pub fn weighted_sum<F: Features + ?Sized>(features: &F, weights: &[f64], state: &F::State, player: Player) -> f64 {
    // Most games have few features, and zeros cost time at every leaf of a search.
    if weights.len() <= 16 {
        sum_of::<F, 16>(features, weights, state, player)
    } else {
        sum_of::<F, MAX_FEATURES>(features, weights, state, player)
    }
}

#[inline(always)]
fn sum_of<F: Features + ?Sized, const N: usize>(
    features: &F,
    weights: &[f64],
    state: &F::State,
    player: Player,
) -> f64 {
    let mut values = [0.0; N];
    let values = &mut values[..weights.len()];
    features.measure(state, player, values);
    dot(weights, values)
}

/// The sum of the products, from the first to the last.
#[inline(always)]
fn dot(weights: &[f64], values: &[f64]) -> f64 {
    weights.iter().zip(values).map(|(weight, value)| weight * value).sum()
}

/// What `player` may expect by the weights that the game itself brings along: the body of
/// [`Evaluate::evaluate`] for games with features. `range` is the payoff range of the game.
#[inline]
pub fn by_own_weights<G: Features>(game: &G, range: PayoffRange, state: &G::State, player: Player) -> f64 {
    range.low + range.width() * logistic(weighted_sum(game, game.weights(), state, player))
}

/// The same from features that were already measured, in an order and number known at compile time.
#[inline]
pub fn by_measured<const N: usize>(weights: &[f64; N], range: PayoffRange, values: &[f64; N]) -> f64 {
    range.low + range.width() * logistic(dot(weights, values))
}

/// How a search evaluates positions of one game.
pub enum Evaluator<'g, G: Game> {
    /// By the game's own capability.
    Own(&'g dyn Evaluate<State = G::State, Move = G::Move>),
    /// By its features and these weights.
    Linear {
        /// The features.
        features: &'g dyn Features<State = G::State, Move = G::Move>,
        /// One weight per feature.
        weights: Vec<f64>,
        /// The payoff range.
        range: PayoffRange,
    },
    /// By its features and these weights, in points: a game without a payoff range.
    Points {
        /// The features.
        features: &'g dyn Features<State = G::State, Move = G::Move>,
        /// One weight per feature.
        weights: Vec<f64>,
        /// The score that is already certain, if the game provides it.
        score_bounds: Option<&'g dyn ScoreBounds<State = G::State, Move = G::Move>>,
    },
    /// The game has no evaluation: every unfinished game is worth the middle of the expected payoff range.
    Flat(f64),
}

impl<'g, G: Game> Evaluator<'g, G> {
    /// The evaluator of a game: by its features if weights are given, else by its own capability, else flat.
    pub fn new(game: &'g G, weights: Option<&Weights>) -> Result<Self, Refusal> {
        let info = game.info();
        let capabilities = game.capabilities();
        if let Some(weights) = weights {
            let features = capabilities.features.ok_or_else(|| without_features(&info))?;
            let weights = weights.in_order(features.features(), features.weights())?;
            return Ok(match info.range {
                Some(range) => Evaluator::Linear { features, weights, range },
                None => Evaluator::Points { features, weights, score_bounds: capabilities.score_bounds },
            });
        }
        Ok(match capabilities.evaluate {
            Some(evaluate) => Evaluator::Own(evaluate),
            None => Evaluator::Flat(info.expected_range().map_or(0.0, |range| (range.low + range.high) / 2.0)),
        })
    }

    /// Whether the evaluation distinguishes unfinished games at all.
    pub fn is_flat(&self) -> bool {
        matches!(self, Evaluator::Flat(_))
    }

    /// What `player` may expect, in the unit of the payoffs.
    #[inline]
    pub fn value(&self, state: &G::State, player: Player) -> f64 {
        match self {
            Evaluator::Own(evaluate) => evaluate.evaluate(state, player),
            Evaluator::Linear { features, weights, range } => {
                range.low + range.width() * logistic(weighted_sum(*features, weights, state, player))
            }
            Evaluator::Points { features, weights, score_bounds } => {
                let so_far = score_bounds.map_or(0.0, |score_bounds| score_bounds.so_far(state));
                so_far + weighted_sum(*features, weights, state, player)
            }
            Evaluator::Flat(value) => *value,
        }
    }
}

fn without_features(info: &GameInfo) -> Refusal {
    Refusal::missing_capability(format!("weights need a game with named features; `{}` has none", info.name))
}
