//! The result of a fit: weights, and how well they predict results.

use std::collections::BTreeMap;

use serde::Serialize;
use spinney::evaluation::Weights;
use spinney::evaluation::fit::{Options, Samples, fit};
use spinney::evaluation::ridge;
use spinney::game::capabilities::Feature;
use spinney::report::Unit;

use super::{FitError, Plan, Played};

/// One game of this number is used for validation.
const KEPT_ASIDE: u64 = 5;

/// A feature with its weights.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub feature: &'static str,
    /// What it measures.
    pub meaning: &'static str,
    /// The game's own weight.
    pub old: f64,
    /// The fitted weight.
    pub new: f64,
}

/// What a fit minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The log-loss of shares of the payoff range, by logistic regression.
    LogLoss,
    /// The root mean square error in points, by ridge regression.
    RmsError,
}

impl Measure {
    /// Its name in a table.
    pub fn name(self) -> &'static str {
        match self {
            Measure::LogLoss => "log-loss",
            Measure::RmsError => "rms error",
        }
    }

    fn of(self, samples: &Samples, weights: &[f64]) -> f64 {
        match self {
            Measure::LogLoss => samples.log_loss(weights),
            Measure::RmsError => samples.rms_error(weights),
        }
    }
}

/// Losses of the old and the new weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// Positions.
    pub positions: usize,
    /// With the game's own weights.
    pub before: f64,
    /// With the fitted ones.
    pub after: f64,
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Every feature with its weights.
    pub features: Vec<Row>,
    /// Finished games.
    pub games: u64,
    /// What the agent counts as its work.
    pub unit: Unit,
    /// What the losses are.
    pub measure: Measure,
    /// On the games that were fitted to.
    pub training: Loss,
    /// On the validation games.
    pub validation: Loss,
    /// Whether it was stopped from outside.
    pub stopped: bool,
}

impl Outcome {
    /// The fitted weights, to be written as TOML. They are rounded to five significant digits.
    pub fn weights(&self) -> Weights {
        self.features.iter().map(|row| (row.feature.to_owned(), row.new)).collect()
    }
}

impl Plan {
    /// Fits weights to the samples of games by number, every fifth of which is used for validation.
    pub(super) fn fit(
        &self,
        features: &[Feature],
        old: &[f64],
        played: BTreeMap<u64, Played>,
        measure: Measure,
    ) -> Result<Outcome, FitError> {
        let (mut training, mut validation) = (Samples::new(features.len()), Samples::new(features.len()));
        let games = played.len() as u64;
        let unit = played.values().next().map_or_else(Unit::default, |played| played.1);
        for (game, (samples, _)) in played {
            if game % KEPT_ASIDE == KEPT_ASIDE - 1 { &mut validation } else { &mut training }.append(samples);
        }
        if training.is_empty() {
            return Err(FitError::Nothing(games));
        }
        let fitted = match measure {
            Measure::LogLoss => fit(&training, old, &Options { l2: self.l2, ..Options::default() }),
            Measure::RmsError => ridge::fit(&training, old, self.l2),
        };
        let new: Vec<f64> = fitted.weights.iter().map(|weight| rounded(*weight)).collect();
        let loss = |samples: &Samples| Loss {
            positions: samples.len(),
            before: measure.of(samples, old),
            after: measure.of(samples, &new),
        };
        let row = |(index, feature): (usize, &Feature)| Row {
            feature: feature.name,
            meaning: feature.meaning,
            old: old[index],
            new: new[index],
        };
        Ok(Outcome {
            features: features.iter().enumerate().map(row).collect(),
            games,
            unit,
            measure,
            training: loss(&training),
            validation: loss(&validation),
            stopped: self.budget.stop.is_raised(),
        })
    }
}

/// To five significant digits: more mean nothing.
fn rounded(weight: f64) -> f64 {
    format!("{weight:.4e}").parse().unwrap_or(weight)
}
