//! A strategy for each player: the probability of every action at every information set.

use super::GameTree;
use super::tree::NONE;
use crate::game::{Game, Player};

/// Mixed strategies of both players on a [`GameTree`].
#[derive(Clone, Debug, PartialEq)]
pub struct Profile(pub(super) Vec<f64>);

impl Profile {
    /// Every action with the same probability.
    pub fn uniform<G: Game>(tree: &GameTree<G>) -> Self {
        Self::from_weights(tree, &vec![0.0; tree.slots()])
    }

    /// Probabilities in proportion to weights, 0 or more; uniform where all are 0.
    pub(super) fn from_weights<G: Game>(tree: &GameTree<G>, weights: &[f64]) -> Self {
        let mut probabilities = weights.to_vec();
        for set in &tree.sets {
            normalise(&mut probabilities[set.slots()]);
        }
        Profile(probabilities)
    }

    /// The same with other weights at one information set, in the order of its moves.
    pub fn set<G: Game>(&mut self, tree: &GameTree<G>, set: usize, weights: &[f64]) {
        let own = &mut self.0[tree.sets[set].slots()];
        own.copy_from_slice(weights);
        normalise(own);
    }

    /// The probabilities at an information set, in the order of its moves.
    pub fn at<G: Game>(&self, tree: &GameTree<G>, set: usize) -> &[f64] {
        &self.0[tree.sets[set].slots()]
    }

    /// What a player gets on average if both play this profile.
    pub fn value<G: Game>(&self, tree: &GameTree<G>, player: Player) -> f64 {
        let mut values = vec![0.0; tree.nodes.len()];
        for (index, node) in tree.nodes.iter().enumerate().rev() {
            values[index] = match node.children {
                0 => node.payoff,
                _ => node.range().zip(self.choices(tree, index)).map(|(child, p)| p * values[child]).sum(),
            };
        }
        if player.0 == 0 { values[0] } else { tree.sum - values[0] }
    }

    /// The probabilities of the children of a node.
    fn choices<G: Game>(&self, tree: &GameTree<G>, node: usize) -> impl Iterator<Item = f64> {
        let node = tree.nodes[node];
        let [first, second] = node.sets.map(|set| self.strategy(tree, set));
        let columns = second.len();
        let weights = node.is_chance().then_some(());
        node.range().enumerate().map(move |(index, child)| match weights {
            Some(()) => tree.nodes[child].weight,
            None => first[index / columns] * second[index % columns],
        })
    }

    /// The probabilities at a set; certainty if the player has no choice.
    pub(super) fn strategy<G: Game>(&self, tree: &GameTree<G>, set: u32) -> &[f64] {
        if set == NONE { &[1.0] } else { &self.0[tree.sets[set as usize].slots()] }
    }
}

/// Divides weights by their sum; uniform if that is 0.
pub(super) fn normalise(weights: &mut [f64]) {
    let sum: f64 = weights.iter().sum();
    let uniform = 1.0 / weights.len() as f64;
    weights.iter_mut().for_each(|weight| *weight = if sum > 0.0 { *weight / sum } else { uniform });
}

/// Regret matching (Hart and Mas-Colell 2000): probabilities in proportion to positive regrets.
pub(super) fn match_regrets(regrets: &[f64], strategy: &mut [f64]) {
    for (probability, regret) in strategy.iter_mut().zip(regrets) {
        *probability = regret.max(0.0);
    }
    normalise(strategy);
}
