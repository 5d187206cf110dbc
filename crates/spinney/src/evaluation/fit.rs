//! Weights from results: logistic regression.
//!
//! A sample is a position's features and the result of the game, from 0 for the worst payoff to 1 for the best. The
//! weights are the maximum-likelihood fit of the logistic curve of `Σ weight · feature` to those results, with a
//! penalty: they minimise
//!
//! ```text
//! - mean(result · ln p + (1 - result) · ln(1 - p)) + l2 / 2 · Σ (weight · scale)²,   p = logistic(Σ weight · feature)
//! ```
//!
//! where `scale` is the root mean square of a feature, so that the penalty does not depend on its unit. Newton's method
//! (iteratively reweighted least squares) finds the minimum in a few deterministic steps. There is no constant term:
//! features are antisymmetric between the players, so a position without features is even.
//!
//! ```
//! use spinney::evaluation::fit::{Options, Samples, fit};
//!
//! let mut samples = Samples::new(1);
//! for (feature, won) in [(1.0, 3), (-1.0, 1)] {
//!     (0..4).for_each(|game| samples.push(&[feature], if game < won { 1.0 } else { 0.0 }));
//! }
//! let fitted = fit(&samples, &[0.0], &Options { l2: 0.0, ..Options::default() });
//! assert!((fitted.weights[0] - 3f64.ln()).abs() < 1e-6); // three of four: odds of 3
//! ```

use super::logistic;

/// Positions by their features, with results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    features: usize,
    values: Vec<f64>,
    results: Vec<f64>,
}

impl Samples {
    /// No samples yet, with this many features each.
    pub fn new(features: usize) -> Self {
        Samples { features, ..Samples::default() }
    }

    /// Adds a position and its result: 0 to 1 for logistic regression, any number for [ridge](super::ridge) regression.
    ///
    /// # Panics
    ///
    /// If the number of values is not that of the features.
    pub fn push(&mut self, values: &[f64], result: f64) {
        assert_eq!(values.len(), self.features, "one value per feature");
        self.values.extend_from_slice(values);
        self.results.push(result);
    }

    /// Adds all samples of another list.
    pub fn append(&mut self, mut other: Samples) {
        self.values.append(&mut other.values);
        self.results.append(&mut other.results);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[f64], f64)> {
        self.values.chunks_exact(self.features.max(1)).zip(self.results.iter().copied())
    }

    /// The mean log-loss of these weights; `ln 2 = 0.693` is that of always saying "even".
    pub fn log_loss(&self, weights: &[f64]) -> f64 {
        let loss = |(values, result): (&[f64], f64)| {
            let p = logistic(dot(weights, values));
            -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
        };
        self.iter().map(loss).sum::<f64>() / self.len().max(1) as f64
    }

    /// The root mean square of each feature.
    pub(super) fn scales(&self) -> Vec<f64> {
        let mut squares = vec![0.0; self.features];
        for (values, _) in self.iter() {
            squares.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * value);
        }
        squares.iter().map(|sum| (sum / self.len().max(1) as f64).sqrt()).collect()
    }
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The strength of the penalty on large weights.
    pub l2: f64,
    /// The most steps.
    pub steps: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { l2: 1e-3, steps: 50 }
    }
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// One weight per feature. A feature that is 0 in every sample keeps the weight that it had.
    pub weights: Vec<f64>,
    /// The loss of the weights at the start: the log-loss, or of [ridge](super::ridge) regression the root mean square
    /// error.
    pub before: f64,
    /// The loss of the fitted weights.
    pub after: f64,
    /// Steps taken.
    pub steps: u32,
}

/// Fits weights to samples, beginning with `start`.
pub fn fit(samples: &Samples, start: &[f64], options: &Options) -> Fitted {
    let scales = samples.scales();
    let used: Vec<usize> = (0..samples.features).filter(|&feature| scales[feature] > 0.0).collect();
    let mut weights = start.to_vec();
    let penalty = |weights: &[f64]| {
        let squares = used.iter().map(|&feature| (weights[feature] * scales[feature]).powi(2));
        options.l2 / 2.0 * squares.sum::<f64>()
    };
    let mut cost = samples.log_loss(&weights) + penalty(&weights);
    let mut steps = 0;
    while steps < options.steps {
        let Some(step) = newton_step(samples, &weights, &scales, &used, options.l2) else { break };
        // Halve the step until it leads down; near the minimum the first one does.
        let shorter = (0..30).map(|halvings| 0.5f64.powi(halvings)).find_map(|share| {
            let mut next = weights.clone();
            used.iter().zip(&step).for_each(|(&feature, step)| next[feature] -= share * step);
            let cost_there = samples.log_loss(&next) + penalty(&next);
            (cost_there < cost).then_some((next, cost_there))
        });
        let Some((next, cost_there)) = shorter else { break };
        let gain = cost - cost_there;
        (weights, cost) = (next, cost_there);
        steps += 1;
        if gain < 1e-12 {
            break;
        }
    }
    Fitted { before: samples.log_loss(start), after: samples.log_loss(&weights), weights, steps }
}

/// The inverse of the curvature times the slope, over the used features.
fn newton_step(samples: &Samples, weights: &[f64], scales: &[f64], used: &[usize], l2: f64) -> Option<Vec<f64>> {
    let n = used.len();
    let (mut slope, mut curvature) = (vec![0.0; n], vec![0.0; n * n]);
    for (values, result) in samples.iter() {
        let p = logistic(dot(weights, values));
        let (error, spread) = (p - result, p * (1.0 - p));
        for (i, &feature) in used.iter().enumerate() {
            let value = values[feature];
            if value == 0.0 {
                continue;
            }
            slope[i] += error * value;
            for (j, &other) in used[..=i].iter().enumerate() {
                curvature[i * n + j] += spread * value * values[other];
            }
        }
    }
    let count = samples.len().max(1) as f64;
    for (i, &feature) in used.iter().enumerate() {
        let square = scales[feature] * scales[feature];
        slope[i] = slope[i] / count + l2 * square * weights[feature];
        for j in 0..=i {
            curvature[i * n + j] /= count;
        }
        // A trace of the penalty keeps features that depend on each other apart.
        curvature[i * n + i] += l2.max(1e-9) * square;
    }
    solve_positive(&mut curvature, slope, n)
}

/// Solves `A x = b` for a symmetric positive `A`, given by its lower half, by Cholesky's factors; `None` if it is not
/// positive.
pub(super) fn solve_positive(a: &mut [f64], mut b: Vec<f64>, n: usize) -> Option<Vec<f64>> {
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = a[i * n + j] - (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum::<f64>();
            if i != j {
                a[i * n + j] = sum / a[j * n + j];
            } else if sum > 0.0 {
                a[i * n + i] = sum.sqrt();
            } else {
                return None;
            }
        }
    }
    for i in 0..n {
        b[i] = (b[i] - (0..i).map(|k| a[i * n + k] * b[k]).sum::<f64>()) / a[i * n + i];
    }
    for i in (0..n).rev() {
        b[i] = (b[i] - (i + 1..n).map(|k| a[k * n + i] * b[k]).sum::<f64>()) / a[i * n + i];
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Samples drawn by known weights: three features of very different size, the third correlated with the first, and
    /// one that is always 0.
    fn drawn(weights: &[f64; 4], count: usize, seed: u64) -> Samples {
        let mut rng = Random::new(seed);
        let mut samples = Samples::new(4);
        for _ in 0..count {
            let a = rng.unit() * 2.0 - 1.0;
            let values = [a, 50.0 * (rng.unit() * 2.0 - 1.0), 0.5 * a + rng.unit() - 0.5, 0.0];
            let won = rng.unit() < logistic(dot(weights, &values));
            samples.push(&values, if won { 1.0 } else { 0.0 });
        }
        samples
    }

    #[test]
    fn known_weights_are_found_again() {
        let truth = [1.5, -0.04, 0.7, 9.0];
        let samples = drawn(&truth, 40_000, 3);
        let fitted = fit(&samples, &[0.0, 0.0, 0.0, 9.0], &Options { l2: 0.0, ..Options::default() });
        for (found, truth) in fitted.weights.iter().zip(truth) {
            // Four standard errors or more.
            assert!((found - truth).abs() < 0.1 * truth.abs() + 0.02, "{:?}", fitted.weights);
        }
        assert!((fitted.before - 2f64.ln()).abs() < 1e-12);
        assert!(fitted.after < fitted.before && fitted.steps < 15, "{fitted:?}");
        // On samples that it has not seen it is nearly as good as the truth.
        let fresh = drawn(&truth, 40_000, 4);
        assert!(fresh.log_loss(&fitted.weights) < fresh.log_loss(&truth) + 1e-3);
    }

    #[test]
    fn the_slope_is_flat_at_the_minimum() {
        let samples = drawn(&[1.0, 0.02, -1.0, 0.0], 2_000, 8);
        let options = Options { l2: 0.05, ..Options::default() };
        let fitted = fit(&samples, &[0.0; 4], &options);
        let scales = samples.scales();
        let cost = |weights: &[f64]| {
            let squares: f64 = weights.iter().zip(&scales).map(|(w, s)| (w * s).powi(2)).sum();
            samples.log_loss(weights) + options.l2 / 2.0 * squares
        };
        let best = cost(&fitted.weights);
        for feature in 0..3 {
            for change in [-1e-3, 1e-3] {
                let mut moved = fitted.weights.clone();
                moved[feature] += change;
                assert!(cost(&moved) >= best, "{feature} {change}");
            }
        }
    }

    #[test]
    fn perfect_separation_and_nothing_at_all_are_survived() {
        let mut samples = Samples::new(1);
        for _ in 0..10 {
            samples.push(&[1.0], 1.0);
            samples.push(&[-1.0], 0.0);
        }
        let fitted = fit(&samples, &[0.0], &Options::default());
        assert!(fitted.weights[0] > 2.0 && fitted.weights[0].is_finite());
        let nothing = fit(&Samples::new(2), &[0.3, 0.4], &Options::default());
        assert_eq!(nothing.weights, [0.3, 0.4]);
    }

    #[test]
    fn the_same_samples_give_the_same_weights() {
        let samples = drawn(&[1.0, 0.02, -1.0, 0.0], 1_000, 5);
        let run = || fit(&samples, &[0.1; 4], &Options::default());
        assert_eq!(run(), run());
    }
}
