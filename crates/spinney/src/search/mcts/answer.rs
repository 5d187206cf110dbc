//! The answer: which root move is chosen, and the evidence for it.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::config::{Answer, Config, JointRule};
use super::context::Plan;
use super::joint::{Sections, average_strategy};
use super::tree::{Block, Field, Kind, Node, ROOT, Slot, Tree, Value, best_proven};
use crate::random::Random;
use crate::report::Candidate;
use crate::search::sorting::sort_descending;

/// The statistics of one root move, possibly from several trees.
#[derive(Clone, Copy, Debug)]
struct Tally {
    visits: u64,
    sum: f64,
    proven: Option<f64>,
    best: Option<f64>,
    amaf: Option<(f64, f64)>,
    strategy: Option<f64>,
}

impl Tally {
    /// The exact or the mean shifted value.
    fn mean(&self) -> f64 {
        self.proven.unwrap_or(self.sum / self.visits as f64)
    }
}

/// The root statistics of all trees of a search, added up by move.
#[derive(Clone, Debug)]
pub(crate) struct RootTable<M> {
    rows: Vec<(M, Tally)>,
    /// The row of each move.
    places: FxHashMap<M, usize>,
}

impl<M> Default for RootTable<M> {
    fn default() -> Self {
        RootTable { rows: Vec::new(), places: FxHashMap::default() }
    }
}

impl<M: Copy + Eq + Hash> RootTable<M> {
    /// Adds another table.
    pub(crate) fn add_table(&mut self, other: &RootTable<M>) {
        for &(mv, tally) in &other.rows {
            self.merge(mv, tally);
        }
    }

    /// Adds the root moves of `player` in a tree.
    pub(crate) fn add(&mut self, tree: &Tree<M>, plan: &Plan, config: &Config, player: usize) {
        let root = tree.node(ROOT);
        let Some(block) = tree.children(root) else { return };
        let (from, to) = match root.kind() {
            Kind::Joint => Sections::of(&block, plan.players).range(player),
            _ => (0, block.nodes.len()),
        };
        let regret = root.kind() == Kind::Joint && config.joint == JointRule::RegretMatching;
        let strategy = regret.then(|| average_strategy(&block, from, to));
        for position in from..to {
            let child = &block.nodes[position];
            let visits = u64::from(child.visits());
            let (sum, proven) = match child.value() {
                Value::Open(sum) => (sum, None),
                Value::Proven(value) => (value * visits as f64, Some(value)),
            };
            let tally = Tally {
                visits,
                sum,
                proven,
                best: (plan.best && visits > 0).then(|| block.table(Field::Best)[position].get()),
                amaf: plan.amaf.then(|| {
                    (block.table(Field::AmafVisits)[position].get(), block.table(Field::AmafSum)[position].get())
                }),
                strategy: strategy.as_ref().map(|weights| weights[position - from]),
            };
            self.merge(child.mv(), tally);
        }
    }

    fn merge(&mut self, mv: M, new: Tally) {
        let old = match self.places.entry(mv) {
            Entry::Occupied(place) => &mut self.rows[*place.get()].1,
            Entry::Vacant(place) => {
                place.insert(self.rows.len());
                return self.rows.push((mv, new));
            }
        };
        let pick = |a: Option<f64>, b: Option<f64>, f: fn(f64, f64) -> f64| match (a, b) {
            (Some(a), Some(b)) => Some(f(a, b)),
            (a, b) => a.or(b),
        };
        old.visits += new.visits;
        old.sum += new.sum;
        old.proven = old.proven.or(new.proven);
        old.best = pick(old.best, new.best, f64::max);
        old.strategy = pick(old.strategy, new.strategy, |a, b| a + b);
        old.amaf = match (old.amaf, new.amaf) {
            (Some(a), Some(b)) => Some((a.0 + b.0, a.1 + b.1)),
            (a, b) => a.or(b),
        };
    }

    /// The position of the chosen row: the best unproven one by the rule, unless a proven one is worth as much.
    pub(crate) fn choose(&self, answer: Answer, width: f64, rng: &mut Random) -> Option<usize> {
        if self.rows.iter().any(|(_, row)| row.strategy.is_some()) {
            return Some(self.draw_strategy(rng));
        }
        let score = |position: usize| -> (f64, f64) {
            let row = &self.rows[position].1;
            let (visits, mean) = (row.visits as f64, row.mean());
            match answer {
                Answer::Auto | Answer::MostVisits => (visits, mean),
                Answer::BestMean => (mean, visits),
                Answer::Secure => (mean - width / visits.sqrt(), mean),
                Answer::BestLine => (row.best.unwrap_or(mean), mean),
            }
        };
        let better = |best: usize, next: usize| if score(next) > score(best) { next } else { best };
        let visited = |&position: &usize| self.rows[position].1.visits > 0;
        let unproven = |&position: &usize| self.rows[position].1.proven.is_none();
        let open = (0..self.rows.len()).filter(unproven).filter(visited).reduce(better);
        let value = |position: usize| self.rows[position].1.mean();
        let settled = (0..self.rows.len())
            .filter(|position| !unproven(position))
            .reduce(|best, next| if value(next) > value(best) { next } else { best });
        match (open, settled) {
            (Some(open), Some(settled)) => Some(if value(open) > value(settled) { open } else { settled }),
            (open, settled) => open.or(settled),
        }
    }

    fn draw_strategy(&self, rng: &mut Random) -> usize {
        let weights: Vec<f64> = self.rows.iter().map(|(_, row)| row.strategy.unwrap_or(0.0)).collect();
        let mut left = rng.unit() * weights.iter().sum::<f64>();
        weights
            .iter()
            .position(|weight| {
                left -= weight;
                left < 0.0
            })
            .unwrap_or(weights.len() - 1)
    }

    /// The rows as candidates in the game's unit, most visited first, and the chosen move's value.
    pub(crate) fn candidates(&self, plan: &Plan) -> Vec<Candidate<M>> {
        let all: f64 = self.rows.iter().filter_map(|(_, row)| row.strategy).sum();
        let mut candidates: Vec<Candidate<M>> = self
            .rows
            .iter()
            .map(|&(mv, row)| {
                let mean = (row.visits > 0).then(|| row.mean() + plan.low);
                Candidate {
                    mv,
                    visits: row.visits,
                    mean,
                    proven: row.proven.map(|value| value + plan.low),
                    mean_at_most: None,
                    proven_at_most: None,
                    best: row.best.map(|value| value + plan.low),
                    amaf_visits: row.amaf.map(|(visits, _)| visits as u64),
                    amaf_mean: row
                        .amaf
                        .filter(|(visits, _)| *visits > 0.0)
                        .map(|(visits, sum)| sum / visits + plan.low),
                    probability: row.strategy.map(|weight| weight / all),
                }
            })
            .collect();
        sort_descending(&mut candidates, |candidate| candidate.visits as f64);
        candidates
    }

    /// The move of a row.
    pub(crate) fn mv(&self, position: usize) -> M {
        self.rows[position].0
    }

    /// The table without a move.
    pub(crate) fn without(&self, mv: M) -> Self {
        let mut rest = RootTable::default();
        for &(known, tally) in self.rows.iter().filter(|(known, _)| *known != mv) {
            rest.merge(known, tally);
        }
        rest
    }

    /// Whether there are no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// The expected continuation: from the chosen root move on, the best child by proof and visits.
pub(crate) fn principal_variation<M: Copy + Eq>(tree: &Tree<M>, plan: &Plan, chosen: M) -> Vec<M> {
    let mut line = vec![chosen];
    let root = tree.node(ROOT);
    let Some(block) = tree.children(root).filter(|_| root.kind() != Kind::Joint) else { return line };
    let Some(position) = block.nodes.iter().position(|child| child.mv() == chosen) else { return line };
    let mut node = &block.nodes[position];
    loop {
        let choice = |_: &Block<'_, M>| node.kind() == Kind::Choice && line.len() < 256;
        let Some(block) = tree.children(node).filter(choice) else { return line };
        let best = best_reply(plan, block.nodes);
        let Some(best) = best.filter(|&best| block.nodes[best].visits() > 0) else { return line };
        line.push(block.nodes[best].mv());
        node = &block.nodes[best];
    }
}

/// The child that its player would choose: a proven win, or the most visited unless a proven one is worth as much.
fn best_reply<M: Copy>(plan: &Plan, nodes: &[Node<M>]) -> Option<usize> {
    let settled = best_proven(nodes);
    let wins = settled.is_some_and(|(_, value)| plan.top.is_some_and(|top| value >= top));
    let open = (0..nodes.len())
        .filter(|&position| !nodes[position].is_proven() && nodes[position].visits() > 0)
        .reduce(|best, next| if nodes[next].visits() > nodes[best].visits() { next } else { best });
    match (open, settled) {
        (Some(open), Some((_, value))) if !wins && nodes[open].mean() > value => Some(open),
        (open, settled) => settled.map(|(position, _)| position).or(open),
    }
}
