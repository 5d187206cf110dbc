//! Statistical symbol counting: facts per relation, and facts per symbol in each column, averaged over a simulation and
//! compared between won and lost ones.

use rustc_hash::FxHashMap;

use super::super::facts::FactBook;
use crate::game::capabilities::FactSet;
#[cfg(test)]
use crate::game::capabilities::FactShape;
use crate::game::{Game, Payoffs};

/// A smaller difference between won and lost simulations does not count.
const LEAST: f64 = 0.0001;

/// The mean counts of facts over simulations of one kind.
#[derive(Clone, Default)]
struct Bucket {
    simulations: u64,
    /// By fact: its mean count over a simulation, summed over the simulations.
    sums: FxHashMap<u32, f64>,
}

/// What one role has learnt: the buckets of won and lost simulations, and the weights that follow.
#[derive(Clone, Default)]
struct Role {
    won: Bucket,
    lost: Bucket,
    /// By feature.
    weights: Vec<f64>,
    /// By fact: the weights of its features together.
    by_fact: FxHashMap<u32, f64>,
    /// The same as an array, for facts with small numbers.
    dense: Vec<f64>,
}

/// Facts below this number have a place in an array.
const DENSE: u32 = 1 << 16;

/// Counts of symbols, and weights learnt from them.
pub(in super::super) struct Symbols {
    roles: Vec<Role>,
    /// The facts of the states of the simulation that is being counted.
    counts: FxHashMap<u32, u32>,
    states: u32,
    /// The results so far, for games of one player: a result above the mean counts as won.
    results: u64,
    sum: f64,
}

impl Symbols {
    pub(super) fn new(players: usize) -> Self {
        let counts = FxHashMap::default();
        Symbols { roles: vec![Role::default(); players], counts, states: 0, results: 0, sum: 0.0 }
    }

    /// Counts a state of the simulation.
    pub(super) fn count(&mut self, facts: &FactSet) {
        self.states += 1;
        facts.for_each(|fact| *self.counts.entry(fact).or_insert(0) += 1);
    }

    /// Ends the simulation: its counts go into the bucket of each role's result, or into none.
    pub(super) fn end(&mut self, payoffs: Option<&Payoffs>) {
        let (counts, states) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.states));
        let Some(payoffs) = payoffs.filter(|_| states > 0) else { return };
        let players = self.roles.len();
        for role in 0..players {
            let others = (0..players).filter(|&other| other != role).map(|other| payoffs[other]);
            let most = others.fold(f64::NEG_INFINITY, f64::max);
            let rival = match players {
                1 if self.results == 0 => payoffs[0],
                1 => self.sum / self.results as f64,
                _ => most,
            };
            let result = payoffs[role] - rival;
            let bucket = match result {
                r if r > 0.0 => &mut self.roles[role].won,
                r if r < 0.0 => &mut self.roles[role].lost,
                _ => continue,
            };
            bucket.simulations += 1;
            for (&fact, &count) in &counts {
                *bucket.sums.entry(fact).or_insert(0.0) += f64::from(count) / f64::from(states);
            }
        }
        self.results += 1;
        self.sum += payoffs[0];
    }

    /// Works the weights out: the mean of a feature over won simulations less its mean over lost ones.
    pub(super) fn weigh<G: Game>(&mut self, game: &G, book: &mut FactBook) {
        for role in &mut self.roles {
            role.by_fact.clear();
            role.dense.clear();
            role.weights.clear();
            if role.won.simulations == 0 || role.lost.simulations == 0 {
                continue;
            }
            let mut facts: Vec<u32> = role.won.sums.keys().chain(role.lost.sums.keys()).copied().collect();
            facts.sort_unstable();
            facts.dedup();
            for &fact in &facts {
                let mean = |bucket: &Bucket| bucket.sums.get(&fact).copied().unwrap_or(0.0) / bucket.simulations as f64;
                let difference = mean(&role.won) - mean(&role.lost);
                for &feature in &book.entry(game, fact).features {
                    let at = feature as usize;
                    if role.weights.len() <= at {
                        role.weights.resize(at + 1, 0.0);
                    }
                    role.weights[at] += difference;
                }
            }
            for weight in &mut role.weights {
                if weight.abs() < LEAST {
                    *weight = 0.0;
                }
            }
            for &fact in &facts {
                let weight = of_fact(&role.weights, game, book, fact);
                if fact < DENSE {
                    if role.dense.len() <= fact as usize {
                        role.dense.resize(fact as usize + 1, f64::NAN);
                    }
                    role.dense[fact as usize] = weight;
                } else {
                    role.by_fact.insert(fact, weight);
                }
            }
        }
    }

    /// Whether a role has weights other than 0.
    pub(super) fn knows(&self, role: usize) -> bool {
        self.roles[role].weights.iter().any(|&weight| weight != 0.0)
    }

    /// The linear evaluation of a state for a role: the count of every feature times its weight.
    pub(in super::super) fn evaluate<G: Game>(
        &mut self,
        game: &G,
        book: &mut FactBook,
        facts: &FactSet,
        role: usize,
    ) -> f64 {
        let Role { weights, by_fact, dense, .. } = &mut self.roles[role];
        let mut sum = 0.0;
        facts.for_each(|fact| {
            let known = dense.get(fact as usize).copied().filter(|weight| !weight.is_nan());
            sum += known.unwrap_or_else(|| *by_fact.entry(fact).or_insert_with(|| of_fact(weights, game, book, fact)));
        });
        sum
    }
}

#[cfg(test)]
impl Symbols {
    /// The weight of a relation, or of a symbol in a column (counted from 1), for a role.
    pub(in super::super) fn weight(&self, role: usize, book: &FactBook, feature: &FactShape) -> Option<f64> {
        let number = match &feature.arguments[..] {
            [] => book.relation(&feature.relation)?,
            [column, symbol, ..] => book.feature(&feature.relation, column.parse::<u32>().ok()? - 1, symbol)?,
            [_] => return None,
        };
        self.roles[role].weights.get(number as usize).copied()
    }
}

/// The weights of the features of a fact together.
fn of_fact<G: Game>(weights: &[f64], game: &G, book: &mut FactBook, fact: u32) -> f64 {
    let weight = |&feature: &u32| weights.get(feature as usize).copied().unwrap_or(0.0);
    book.entry(game, fact).features.iter().map(weight).sum()
}
