//! Which strategy makes the next simulation, by the mean results Q of each so far.
//!
//! Four ways, as in the slides: in proportion to Q; by Q², in plans with an overflow that is carried over; by rank, in
//! plans of fixed size; by UCB. A plan interleaves its simulations evenly, the best strategy first. Until every
//! strategy has a result, those without one come first.

use std::collections::VecDeque;

use super::config::{Chooser, Config};

/// Simulations by rank, best first: in the slides "for MiNI-Player".
pub const BY_RANK: [u32; 6] = [22, 11, 7, 4, 2, 1];

/// The most simulations of one strategy in a plan: where the least Q is close to 0, a plan would never end.
const LONGEST: f64 = 1_000.0;

/// What one strategy has earned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Earned {
    /// Its simulations.
    pub count: u64,
    /// The sum of their results, each from 0 to 1.
    pub sum: f64,
}

impl Earned {
    /// The mean result Q.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
}

/// Chooses strategies one after the other, by their place in a list.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    plan: VecDeque<usize>,
    overflow: Vec<f64>,
}

impl Choice {
    /// The strategy of the next simulation. `earned` has the results of each so far, and is not empty.
    pub fn next(&mut self, config: &Config, earned: &[Earned]) -> usize {
        if let Some(first) = earned.iter().position(|earned| earned.count == 0) {
            return first;
        }
        match config.chooser {
            Chooser::Proportional => proportional(earned),
            Chooser::Ucb => by_ucb(earned, config.chooser_c, config.q_scale),
            Chooser::Squared | Chooser::SquaredOutside | Chooser::Rank => loop {
                if let Some(next) = self.plan.pop_front() {
                    break next;
                }
                let counts = match config.chooser {
                    Chooser::Rank => by_rank(earned),
                    _ => self.squared(earned, config.q_least, config.chooser == Chooser::SquaredOutside),
                };
                self.plan = interleave(&counts, earned).into();
            },
        }
    }

    /// The sizes of the next plan by Q².
    fn squared(&mut self, earned: &[Earned], least: f64, outside: bool) -> Vec<u32> {
        self.overflow.resize(earned.len(), 0.0);
        let q = |earned: &Earned| earned.mean().max(least);
        let d = earned.iter().map(q).fold(f64::INFINITY, f64::min);
        let size = |(earned, overflow): (&Earned, &mut f64)| {
            let average = q(earned) / d;
            let r = if outside { average.powi(2) + *overflow } else { (average + *overflow).powi(2) };
            // A quotient such as 0.6 / 0.5 is not exact.
            let whole = (r + 1e-9).floor();
            *overflow = (r - whole).clamp(0.0, 1.0);
            whole.min(LONGEST) as u32
        };
        earned.iter().zip(&mut self.overflow).map(size).collect()
    }
}

/// The strategy that is furthest behind its share of all simulations.
fn proportional(earned: &[Earned]) -> usize {
    let all: f64 = earned.iter().map(Earned::mean).sum();
    let done: u64 = earned.iter().map(|earned| earned.count).sum();
    let share = |earned: &Earned| if all > 0.0 { earned.mean() / all } else { 1.0 };
    let behind = |earned: &Earned| share(earned) * (done + 1) as f64 - earned.count as f64;
    greatest(earned, behind)
}

/// The greatest Q + C·√(ln n / T).
fn by_ucb(earned: &[Earned], c: f64, scale: f64) -> usize {
    let log = (earned.iter().map(|earned| earned.count).sum::<u64>() as f64).ln();
    greatest(earned, |earned| earned.mean() * scale + c * (log / earned.count as f64).sqrt())
}

fn greatest(earned: &[Earned], f: impl Fn(&Earned) -> f64) -> usize {
    (1..earned.len()).fold(0, |best, next| if f(&earned[next]) > f(&earned[best]) { next } else { best })
}

/// The strategies by Q, best first; the earlier of equal ones first.
fn ranking(earned: &[Earned]) -> Vec<usize> {
    let mut ranking: Vec<usize> = (0..earned.len()).collect();
    ranking.sort_by(|&a, &b| earned[b].mean().total_cmp(&earned[a].mean()));
    ranking
}

/// The size of the plan of each strategy by its rank.
fn by_rank(earned: &[Earned]) -> Vec<u32> {
    let mut counts = vec![0; earned.len()];
    for (rank, strategy) in ranking(earned).into_iter().enumerate() {
        counts[strategy] = BY_RANK.get(rank).copied().unwrap_or(1);
    }
    counts
}

/// A plan with these numbers of simulations: the k-th of n comes at (k + ½) / n, the better strategy first where two coincide.
fn interleave(counts: &[u32], earned: &[Earned]) -> Vec<usize> {
    let mut plan = Vec::new();
    for (rank, strategy) in ranking(earned).into_iter().enumerate() {
        let n = f64::from(counts[strategy]);
        plan.extend((0..counts[strategy]).map(|k| ((f64::from(k) + 0.5) / n, rank, strategy)));
    }
    plan.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    plan.into_iter().map(|(.., strategy)| strategy).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn earned(q: &[f64]) -> Vec<Earned> {
        q.iter().map(|&q| Earned { count: 1_000, sum: 1_000.0 * q }).collect()
    }

    /// How often each is chosen where Q stays as it is.
    fn chosen(chooser: Chooser, q: &[f64], rounds: usize) -> Vec<u64> {
        let config = Config { chooser, chooser_c: 5.0, ..Config::default() };
        let mut arms: Vec<Earned> = q.iter().map(|&q| Earned { count: 1, sum: q }).collect();
        let mut choice = Choice::default();
        while arms.iter().map(|arm| arm.count).sum::<u64>() < rounds as u64 {
            let next = choice.next(&config, &arms);
            arms[next].count += 1;
            arms[next].sum += q[next];
        }
        arms.iter().map(|arm| arm.count).collect()
    }

    #[test]
    fn a_plan_is_interleaved_as_in_the_slides() {
        // Four, three and one: S1 S2 S1 S2 S3 S1 S2 S1.
        assert_eq!(interleave(&[4, 3, 1], &earned(&[0.9, 0.6, 0.3])), [0, 1, 0, 1, 2, 0, 1, 0]);
    }

    #[test]
    fn in_proportion_to_q_the_example_of_the_slides() {
        assert_eq!(chosen(Chooser::Proportional, &[0.6, 0.5], 220), [120, 100]);
    }

    #[test]
    fn q_squared_in_both_readings() {
        let plans = |outside| {
            let mut choice = Choice::default();
            let mut sum = [0, 0];
            for _ in 0..100 {
                let counts = choice.squared(&earned(&[0.6, 0.5]), 0.05, outside);
                sum = [sum[0] + counts[0], sum[1] + counts[1]];
            }
            sum
        };
        assert_eq!(plans(false), [255, 100], "the overflow inside of the square, as printed");
        assert_eq!(plans(true), [144, 100], "the overflow outside of the square: 1.2² = 1.44");
    }

    #[test]
    fn a_q_of_zero_makes_no_endless_plan() {
        let counts = Choice::default().squared(&earned(&[1.0, 0.0]), 0.05, false);
        assert_eq!(counts, [400, 1]);
        let counts = Choice::default().squared(&earned(&[0.0, 0.0]), 0.05, false);
        assert_eq!(counts, [1, 1]);
    }

    #[test]
    fn by_rank_the_allocation_of_the_slides() {
        // The ranking of the slides: S3, S2, S6, S1, S4, S5.
        let q = [0.4, 0.6, 0.7, 0.3, 0.2, 0.5];
        assert_eq!(by_rank(&earned(&q)), [4, 11, 22, 2, 1, 7]);
        let plan = interleave(&by_rank(&earned(&q)), &earned(&q));
        assert_eq!((plan.len(), plan[0]), (47, 2));
    }

    #[test]
    fn ucb_depends_on_the_scale_of_q() {
        let best_share = |scale: f64| {
            let config = Config { chooser: Chooser::Ucb, q_scale: scale, ..Config::default() };
            let q = [0.60, 0.55, 0.5, 0.5, 0.45, 0.4];
            let mut arms = [Earned::default(); 6];
            for _ in 0..10_000 {
                let next = Choice::default().next(&config, &arms);
                arms[next].count += 1;
                arms[next].sum += q[next];
            }
            arms[0].count as f64 / 10_000.0
        };
        // The reference: 28 % with Q up to 1, 99.8 % with Q up to 100.
        assert!((best_share(1.0) - 0.28).abs() < 0.01, "{}", best_share(1.0));
        assert!((best_share(100.0) - 0.998).abs() < 0.002, "{}", best_share(100.0));
    }

    #[test]
    fn strategies_without_a_result_come_first() {
        let mut arms = earned(&[0.5, 0.5, 0.5]);
        arms[1] = Earned::default();
        for chooser in [Chooser::Proportional, Chooser::Squared, Chooser::Rank, Chooser::Ucb] {
            let config = Config { chooser, ..Config::default() };
            assert_eq!(Choice::default().next(&config, &arms), 1);
        }
    }
}
