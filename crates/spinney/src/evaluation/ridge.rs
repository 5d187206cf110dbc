//! Weights from points: ridge regression, for games whose payoffs are points and not a share of a range.
//!
//! A sample is a position's features and the points scored from there on. The weights minimise
//!
//! ```text
//! mean((Σ weight · feature - result)²) + l2 · Σ (weight · scale)²
//! ```
//!
//! where `scale` is the root mean square of a feature, so that the penalty depends neither on its unit nor on that of
//! the results. The minimum is found in one step, from the normal equations. There is no constant term: a game that
//! needs one has a feature that is 1 everywhere.
//!
//! ```
//! use spinney::evaluation::fit::Samples;
//! use spinney::evaluation::ridge::fit;
//!
//! let mut samples = Samples::new(2);
//! for (a, b) in [(1.0, 0.0), (0.0, 1.0), (2.0, 5.0)] {
//!     samples.push(&[a, b], 3.0 * a - 2.0 * b);
//! }
//! let fitted = fit(&samples, &[0.0, 0.0], 0.0);
//! assert!((fitted.weights[0] - 3.0).abs() < 1e-6 && (fitted.weights[1] + 2.0).abs() < 1e-6);
//! ```

use super::fit::{Fitted, Samples, dot, solve_positive};

impl Samples {
    /// The root mean squared error of these weights.
    pub fn rms_error(&self, weights: &[f64]) -> f64 {
        let square = |(values, result): (&[f64], f64)| (dot(weights, values) - result).powi(2);
        (self.iter().map(square).sum::<f64>() / self.len().max(1) as f64).sqrt()
    }
}

/// Fits weights to samples. Those of features that are 0 in every sample stay as they are in `start`, which has no
/// other influence. The losses are root mean square errors.
pub fn fit(samples: &Samples, start: &[f64], l2: f64) -> Fitted {
    let scales = samples.scales();
    let used: Vec<usize> = (0..scales.len()).filter(|&feature| scales[feature] > 0.0).collect();
    let n = used.len();
    // In units of the scales, so that features of very different size do no harm.
    let (mut products, mut slope) = (vec![0.0; n * n], vec![0.0; n]);
    let mut scaled = vec![0.0; n];
    for (values, result) in samples.iter() {
        scaled.iter_mut().zip(&used).for_each(|(value, &feature)| *value = values[feature] / scales[feature]);
        for i in 0..n {
            slope[i] += result * scaled[i];
            (0..=i).for_each(|j| products[i * n + j] += scaled[i] * scaled[j]);
        }
    }
    let count = samples.len().max(1) as f64;
    slope.iter_mut().for_each(|sum| *sum /= count);
    products.iter_mut().for_each(|sum| *sum /= count);
    // A trace of the penalty keeps features that depend on each other apart.
    (0..n).for_each(|i| products[i * n + i] += l2.max(1e-9));
    let mut weights = start.to_vec();
    let solved = solve_positive(&mut products, slope, n);
    for (&feature, weight) in used.iter().zip(solved.iter().flatten()) {
        weights[feature] = weight / scales[feature];
    }
    Fitted { before: samples.rms_error(start), after: samples.rms_error(&weights), weights, steps: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Results by known weights and a little noise: features of very different size, the third nearly a multiple of the
    /// first, the last always 0.
    fn drawn(weights: &[f64; 4], noise: f64, count: usize, seed: u64) -> Samples {
        let mut rng = Random::new(seed);
        let mut samples = Samples::new(4);
        for _ in 0..count {
            let a = rng.unit();
            let values = [a, 5_000.0 * rng.unit(), 2.0 * a + 0.1 * rng.unit(), 0.0];
            samples.push(&values, dot(weights, &values) + noise * (rng.unit() - 0.5));
        }
        samples
    }

    #[test]
    fn known_weights_are_found_again() {
        let truth = [300.0, -0.5, 70.0, 9.0];
        let fitted = fit(&drawn(&truth, 0.0, 1_000, 1), &[0.0, 0.0, 0.0, 9.0], 0.0);
        for (found, truth) in fitted.weights.iter().zip(truth) {
            assert!((found - truth).abs() < 1e-3 * truth.abs(), "{:?}", fitted.weights);
        }
        assert!(fitted.after < 1e-2 && fitted.before > 1_000.0, "{fitted:?}");
        // Noise of this many points is what remains on unseen samples.
        let fitted = fit(&drawn(&truth, 100.0, 20_000, 2), &[0.0; 4], 1e-6);
        let fresh = drawn(&truth, 100.0, 20_000, 3);
        assert!(fresh.rms_error(&fitted.weights) < 1.01 * 100.0 / 12f64.sqrt(), "{fitted:?}");
    }

    #[test]
    fn the_slope_is_flat_at_the_minimum() {
        let samples = drawn(&[300.0, -0.5, 70.0, 0.0], 400.0, 500, 4);
        let (l2, scales) = (0.05, samples.scales());
        let fitted = fit(&samples, &[0.0; 4], l2);
        let cost = |weights: &[f64]| {
            let squares: f64 = weights.iter().zip(&scales).map(|(w, s)| (w * s).powi(2)).sum();
            samples.rms_error(weights).powi(2) + l2 * squares
        };
        let best = cost(&fitted.weights);
        for feature in 0..3 {
            for change in [-0.01, 0.01] {
                let mut moved = fitted.weights.clone();
                moved[feature] *= 1.0 + change;
                assert!(cost(&moved) > best, "{feature} {change}");
            }
        }
        // The stronger the penalty, the smaller the weights.
        let size = |l2: f64| fit(&samples, &[0.0; 4], l2).weights[1].abs();
        assert!(size(0.0) > size(1.0) && size(1.0) > size(100.0));
    }

    #[test]
    fn nothing_at_all_keeps_the_weights() {
        assert_eq!(fit(&Samples::new(2), &[0.3, 0.4], 1e-3).weights, [0.3, 0.4]);
    }
}
