//! Ratings that are learnt from good lines.
//!
//! A position is a collection of [patterns](crate::game::capabilities::Patterns), and its rating the sum of their
//! weights. The weights depend on how much of the game is left: they are linear between a few anchors. Learning makes
//! the positions of good lines more likely than others that have equally much left, where the likelihood of a position is
//! proportional to the exponential of its rating (a softmax over a list of positions, by AdaGrad).

use crate::random::Random;

/// The number of anchors.
pub const STAGES: usize = 8;
/// How much of the game is left at the anchors. Positions differ most in the second half of a game, so it has more.
const ANCHORS: [f32; STAGES] = [0.0, 0.05, 0.125, 0.22, 0.36, 0.51, 0.71, 1.0];

/// A weight, or a sum of weights, at every anchor.
pub type Staged = [f32; STAGES];

/// A place between two anchors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// The anchor below.
    lower: usize,
    /// The share of the anchor above.
    upper: f32,
}

impl Stage {
    /// The place where this much of a game is left, from 0 to 1.
    #[inline]
    pub fn new(left: f32) -> Self {
        let left = left.clamp(0.0, 1.0);
        let lower = ANCHORS[1..STAGES - 1].iter().take_while(|&&anchor| anchor <= left).count();
        Stage { lower, upper: (left - ANCHORS[lower]) / (ANCHORS[lower + 1] - ANCHORS[lower]) }
    }

    /// The value between the anchors.
    #[inline(always)]
    pub fn value(self, staged: &Staged) -> f32 {
        staged[self.lower] + self.upper * (staged[self.lower + 1] - staged[self.lower])
    }

    /// The anchors with their shares.
    #[inline(always)]
    fn shares(self) -> [(usize, f32); 2] {
        [(self.lower, 1.0 - self.upper), (self.lower + 1, self.upper)]
    }
}

/// Patterns of a position, each with how much of it there is.
pub type Counted = Vec<(u32, f32)>;

/// A position of a good line, and others that were rated as promising as it.
#[derive(Clone, Debug)]
pub struct Example {
    /// How much of the game is left.
    pub stage: Stage,
    /// The position of the good line.
    pub good: Counted,
    /// The others.
    pub others: Vec<Counted>,
}

/// The weights of all patterns.
#[derive(Clone, Debug)]
pub struct Ranking {
    weights: Vec<Staged>,
}

/// The step of the first passes, and how much of it is left in each pass.
const STEP: f32 = 0.02;
const PASSES: [f32; 5] = [1.0, 0.7, 0.5, 0.3, 0.2];
/// An error below this teaches nothing.
const LEAST_ERROR: f32 = 1e-4;

impl Ranking {
    /// The same weights at all stages.
    pub fn constant(weights: impl IntoIterator<Item = f32>) -> Self {
        Ranking { weights: weights.into_iter().map(|weight| [weight; STAGES]).collect() }
    }

    /// The weights of a pattern.
    #[inline(always)]
    pub fn weights(&self, pattern: usize) -> &Staged {
        &self.weights[pattern]
    }

    /// The rating of a position.
    pub fn rate(&self, stage: Stage, patterns: &Counted) -> f32 {
        patterns.iter().map(|&(pattern, amount)| amount * stage.value(&self.weights[pattern as usize])).sum()
    }

    /// Adapts the weights to examples, in several passes.
    pub fn learn(&mut self, examples: &[Example], rng: &mut Random) {
        let mut squares = vec![[1.0; STAGES]; self.weights.len()];
        let mut order: Vec<usize> = (0..examples.len()).collect();
        for pass in PASSES {
            rng.shuffle(&mut order);
            for &index in &order {
                self.adapt(&examples[index], STEP * pass, &mut squares);
            }
        }
    }

    /// One step along the gradient of the likelihood of the good position.
    fn adapt(&mut self, example: &Example, step: f32, squares: &mut [Staged]) {
        let positions = || std::iter::once(&example.good).chain(&example.others);
        let ratings: Vec<f32> = positions().map(|patterns| self.rate(example.stage, patterns)).collect();
        let most = ratings.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = ratings.iter().map(|rating| (rating - most).exp()).sum();
        for (index, (patterns, rating)) in positions().zip(&ratings).enumerate() {
            let error = (rating - most).exp() / total - if index == 0 { 1.0 } else { 0.0 };
            if error.abs() < LEAST_ERROR {
                continue;
            }
            for &(pattern, amount) in patterns {
                let (weights, squares) = (&mut self.weights[pattern as usize], &mut squares[pattern as usize]);
                for (anchor, share) in example.stage.shares() {
                    let gradient = error * share * amount;
                    squares[anchor] += gradient * gradient;
                    weights[anchor] -= step * gradient / squares[anchor].sqrt();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_linear_between_anchors() {
        let staged: Staged = std::array::from_fn(|anchor| 2.0 * ANCHORS[anchor] + 1.0);
        for left in [0.0, 0.01, 0.05, 0.3, 0.71, 0.9, 1.0] {
            assert!((Stage::new(left).value(&staged) - (2.0 * left + 1.0)).abs() < 1e-6, "{left}");
        }
        assert_eq!(Stage::new(7.0), Stage::new(1.0));
    }

    /// Good positions have pattern 0 early and pattern 1 late; pattern 2 says nothing.
    #[test]
    fn learns_what_tells_good_positions_apart() {
        let mut rng = Random::new(5);
        let example = |left: f32, rng: &mut Random| {
            let telling = u32::from(left < 0.5);
            let position = |good: bool, rng: &mut Random| {
                let noise = rng.unit() as f32;
                vec![(telling, if good { 1.0 } else { 0.2 }), (1 - telling, noise), (2, 1.0 - noise)]
            };
            let good = position(true, rng);
            Example { stage: Stage::new(left), good, others: (0..5).map(|_| position(false, rng)).collect() }
        };
        let examples: Vec<Example> = (0..400).map(|index| example((index % 20) as f32 / 19.0, &mut rng)).collect();
        let mut ranking = Ranking::constant([0.0; 3]);
        ranking.learn(&examples, &mut rng);
        let first = |ranking: &Ranking, example: &Example| {
            let rate = |patterns| ranking.rate(example.stage, patterns);
            example.others.iter().all(|other| rate(other) < rate(&example.good))
        };
        let fresh: Vec<Example> = (0..100).map(|index| example((index % 10) as f32 / 9.0, &mut rng)).collect();
        let right = fresh.iter().filter(|example| first(&ranking, example)).count();
        assert!(right >= 80, "{right} of 100");
        let before = fresh.iter().filter(|example| first(&Ranking::constant([0.0; 3]), example)).count();
        assert!(before < 40, "{before} of 100 without learning");
    }
}
