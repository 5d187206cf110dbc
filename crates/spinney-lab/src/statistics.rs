//! Intervals for what a match measures.
//!
//! Win rates get the Wilson score interval (Wilson 1927): it stays within 0 and 1 and is right for few games and for
//! rates near the ends. A draw counts as half a win; the interval treats the result as a proportion, which is
//! conservative when there are draws, since a draw varies less than a win and a loss. Mean payoffs get Student's t
//! interval.

use serde::Serialize;

/// The 97.5 % quantile of the normal distribution: 95 % lie within this many standard deviations of the mean.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The 95 % Wilson interval of a proportion: `successes` of `trials`, where half successes are allowed. Without
/// trials, everything from 0 to 1.
pub fn wilson(successes: f64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let n = trials as f64;
    let rate = successes / n;
    let z2 = Z95 * Z95;
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    [(centre - half).max(0.0), (centre + half).min(1.0)]
}

/// A running mean and variance (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u64,
    mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

impl Mean {
    /// Takes one more value in.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many values there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean, if there were any.
    pub fn mean(&self) -> Option<f64> {
        // Without the sign of a negative zero.
        (self.count > 0).then_some(self.mean + 0.0)
    }

    /// Their sample variance, from two values on.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// The 95 % interval of the mean by Student's t distribution, from two values on. Values that are all equal say nothing
    /// of how much others would differ: they have no interval.
    pub fn interval(&self) -> Option<[f64; 2]> {
        let variance = self.variance().filter(|variance| *variance > 0.0)?;
        let half = student95(self.count - 1) * (variance / self.count as f64).sqrt();
        Some([self.mean - half, self.mean + half])
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Mean::default();
        values.into_iter().for_each(|value| mean.add(value));
        mean
    }
}

/// How numbers are spread: each of these is one of the numbers (the nearest rank).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Half of them are not larger.
    pub median: f64,
    /// 99 % of them are not larger.
    pub percentile_99: f64,
    /// The largest.
    pub worst: f64,
    /// The sum of all.
    pub total: f64,
}

impl Spread {
    /// The spread of these numbers, if there are any.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let rank = |share: f64| (share * sorted.len() as f64).ceil() as usize;
        let at = |share: f64| sorted.get(rank(share).saturating_sub(1)).copied();
        let total = sorted.iter().sum();
        Some(Spread { median: at(0.5)?, percentile_99: at(0.99)?, worst: at(1.0)?, total })
    }
}

/// The 97.5 % quantile of Student's t distribution: exact for one and two degrees of freedom, for three and four from
/// the table, and beyond by the expansion in 1/n (Abramowitz and Stegun, 26.7.5), which is right to three decimals.
pub fn student95(freedom: u64) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1 => 12.706_204_736_432_1,
        2 => 4.302_652_729_911_3,
        3 => 3.182_446_305_284_3,
        4 => 2.776_445_105_198_0,
        _ => {
            let (z, n) = (Z95, freedom as f64);
            let (z3, z5, z7, z9) = (z.powi(3), z.powi(5), z.powi(7), z.powi(9));
            z + (z3 + z) / (4.0 * n)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n.powi(2))
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n.powi(3))
                + (79.0 * z9 + 776.0 * z7 + 1482.0 * z5 - 1920.0 * z3 - 945.0 * z) / (92_160.0 * n.powi(4))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(left: f64, right: f64, within: f64) {
        assert!((left - right).abs() < within, "{left} is not {right}");
    }

    /// Values of R's `binom::binom.wilson`, and Newcombe (1998), table I.
    #[test]
    fn wilson_intervals_are_those_of_the_books() {
        for (successes, trials, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
            (10.0, 10, 0.7225, 1.0),
        ] {
            let [from, to] = wilson(successes, trials);
            near(from, low, 6e-5);
            near(to, high, 6e-5);
        }
        assert_eq!(wilson(0.0, 0), [0.0, 1.0]);
    }

    #[test]
    fn quantiles_of_student_are_those_of_the_table() {
        for (freedom, quantile) in [(1, 12.7062), (4, 2.7764), (5, 2.5706), (9, 2.2622), (29, 2.0452), (100, 1.9840)] {
            near(student95(freedom), quantile, 6e-4);
        }
        near(student95(1_000_000), Z95, 1e-5);
    }

    #[test]
    fn percentiles_are_numbers_of_the_list() {
        let spread = |count: u32| Spread::of((1..=count).rev().map(f64::from));
        assert_eq!(spread(0), None);
        for (count, median, percentile_99, worst) in
            [(1, 1.0, 1.0, 1.0), (4, 2.0, 4.0, 4.0), (200, 100.0, 198.0, 200.0)]
        {
            let total = f64::from(count * (count + 1) / 2);
            assert_eq!(spread(count), Some(Spread { median, percentile_99, worst, total }));
        }
    }

    #[test]
    fn the_mean_has_an_interval_from_two_values_on() {
        assert_eq!(Mean::default().mean(), None);
        assert_eq!(Mean::from_iter([3.0]).interval(), None);
        assert_eq!(Mean::from_iter([1.0; 6]).interval(), None, "equal values say nothing of their spread");
        assert!(Mean::from_iter([-0.0, -0.0]).mean().is_some_and(f64::is_sign_positive), "no -0");
        // R: t.test(c(1, 2, 3, 4, 5))$conf.int
        let mean = Mean::from_iter([1.0, 2.0, 3.0, 4.0, 5.0]);
        near(mean.mean().unwrap(), 3.0, 1e-12);
        near(mean.variance().unwrap(), 2.5, 1e-12);
        let [low, high] = mean.interval().unwrap();
        near(low, 1.036_757, 1e-5);
        near(high, 4.963_243, 1e-5);
    }
}
