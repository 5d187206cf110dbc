//! Draws from the distributions that Thompson sampling needs.

use crate::random::Random;

/// A draw from the Gamma distribution of this shape, at least 1, and scale 1 (Marsaglia & Tsang 2000).
pub(crate) fn gamma(shape: f64, rng: &mut Random) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && (1.0 - rng.unit()).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A draw from the standard normal distribution (Marsaglia's polar method).
fn normal(rng: &mut Random) -> f64 {
    loop {
        let (x, y) = (2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0);
        let s = x * x + y * y;
        if s > 0.0 && s < 1.0 {
            return x * (-2.0 * s.ln() / s).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_has_the_right_mean_and_variance() {
        let mut rng = Random::new(5);
        for shape in [1.0, 2.5, 40.0] {
            let draws: Vec<f64> = (0..40_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64;
            assert!((mean / shape - 1.0).abs() < 0.03, "mean {mean} of shape {shape}");
            assert!((variance / shape - 1.0).abs() < 0.08, "variance {variance} of shape {shape}");
        }
    }
}
