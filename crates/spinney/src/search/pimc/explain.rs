//! Perfect-information Monte Carlo with a trace of every determinization: the sampled state, the value of each move in
//! it, and the mean so far.

use super::{Pimc, Task, rank};
use crate::budget::{Budget, Limit};
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::Candidate;
use crate::search::random::own_moves;

/// One determinization and its result. Values and means are in the order of [`Trace::moves`].
#[derive(Clone, Debug, PartialEq)]
pub struct Determinization<S> {
    /// The sampled state.
    pub state: S,
    /// What each move is worth in it; none if the inner search did not value the move.
    pub values: Vec<Option<f64>>,
    /// The mean of each move over this determinization and those before.
    pub means: Vec<Option<f64>>,
    /// What ended the inner search.
    pub ended_by: Limit,
}

/// The determinizations of a search, and its result.
#[derive(Clone, Debug)]
pub struct Trace<S, M> {
    /// The legal moves, in the order of the rules.
    pub moves: Vec<M>,
    /// All determinizations, in order.
    pub determinizations: Vec<Determinization<S>>,
    /// The moves with their means, the best first.
    pub candidates: Vec<Candidate<M>>,
}

impl<G: Game> Pimc<'_, G> {
    /// Searches as [`search`](crate::search::Search::search) does, and records every determinization. With the same
    /// generator and a budget of simulations the result is the same.
    pub fn trace(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Trace<G::State, G::Move> {
        let meter = budget.start();
        let moves = own_moves(&self.game, position);
        let task = Task {
            game: &self.game,
            view: position,
            moves: &moves,
            budget,
            meter: &meter,
            seed: rng.next(),
            samples: self.planned(&moves, budget),
            threads: self.solvers.len() as u64,
        };
        let samples = task.solve_all(&mut self.solvers);
        let candidates = rank(&self.game, position, &moves, samples.iter());
        let mut totals = vec![(0.0, 0); moves.len()];
        let determinizations = samples.into_iter().map(|sample| {
            for (total, value) in totals.iter_mut().zip(&sample.values) {
                *total = value.map_or(*total, |value| (total.0 + value, total.1 + 1));
            }
            let mean = |&(sum, count): &(f64, u32)| (count > 0).then(|| sum / f64::from(count));
            Determinization {
                state: task.sample(sample.number).0,
                values: sample.values,
                means: totals.iter().map(mean).collect(),
                ended_by: sample.ended_by,
            }
        });
        let determinizations = determinizations.collect();
        Trace { moves, determinizations, candidates }
    }
}
