//! The best response to a strategy, and how much it gains.
//!
//! The responding player knows the strategy of the other, but in play only its own information: it chooses one action
//! per information set, the one that is best on average over the histories of the set, weighted by the probability that
//! chance and the other player lead there. With perfect recall, sets that come later in the player's own sequence of
//! decisions can be decided first.

use super::tree::NONE;
use super::{GameTree, Profile};
use crate::game::{Game, Player};

/// How far a profile is from an equilibrium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exploitability {
    /// What each player would get by a best response to the other's strategy.
    pub best_responses: [f64; 2],
    /// The sum of both players' payoffs.
    pub sum: f64,
}

impl Exploitability {
    /// Of a profile.
    pub fn of<G: Game>(tree: &GameTree<G>, profile: &Profile) -> Self {
        let best_responses = [0, 1].map(|player| best_response(tree, profile, Player(player)));
        Exploitability { best_responses, sum: tree.sum }
    }

    /// What both players together would gain by best responses, divided by 2: the average loss per game of a player
    /// that plays this profile in both seats against a best response. It is half of what OpenSpiel calls NashConv, and
    /// 0 exactly in equilibrium.
    pub fn value(&self) -> f64 {
        (self.best_responses[0] + self.best_responses[1] - self.sum).max(0.0) / 2.0
    }

    /// Bounds of the value of the game for the first player.
    pub fn bounds(&self) -> [f64; 2] {
        [self.sum - self.best_responses[1], self.best_responses[0]]
    }
}

/// What `player` gets by a best response to the other player's strategy.
pub fn best_response<G: Game>(tree: &GameTree<G>, profile: &Profile, player: Player) -> f64 {
    let (own, other) = (player.index(), 1 - player.index());
    let count = tree.nodes.len();
    // The probability that chance and the other player lead to a node, and the player's own decisions before it.
    let (mut reach, mut rank) = (vec![0.0; count], vec![0u32; count]);
    reach[0] = 1.0;
    let mut ranks = 1;
    for (index, node) in tree.nodes.iter().enumerate() {
        let strategy = profile.strategy(tree, node.sets[other]);
        let next = rank[index] + u32::from(node.sets[own] != NONE);
        for (place, child) in node.range().enumerate() {
            let chosen = strategy[other_choice(tree, node.sets, own, place)];
            reach[child] = reach[index] * tree.nodes[child].weight * chosen;
            rank[child] = next;
        }
        ranks = ranks.max(next + 1);
    }
    // Nodes by rank, each rank in breadth-first order.
    let mut by_rank: Vec<Vec<u32>> = vec![Vec::new(); ranks as usize];
    rank.iter().enumerate().for_each(|(index, &rank)| by_rank[rank as usize].push(index as u32));
    let mut values = vec![0.0; count];
    let mut gains = vec![0.0; tree.slots()];
    for nodes in by_rank.iter().rev() {
        // Children of the player's decisions have a higher rank: their values are known.
        for &index in nodes {
            let node = &tree.nodes[index as usize];
            if node.sets[own] == NONE {
                continue;
            }
            let offset = tree.sets[node.sets[own] as usize].offset as usize;
            let strategy = profile.strategy(tree, node.sets[other]);
            for (place, child) in node.range().enumerate() {
                let (mine, theirs) = choices(tree, node.sets, own, place);
                gains[offset + mine] += reach[index as usize] * strategy[theirs] * values[child];
            }
        }
        for &index in nodes.iter().rev() {
            let node = &tree.nodes[index as usize];
            let strategy = profile.strategy(tree, node.sets[other]);
            let best = match node.sets[own] {
                NONE => 0,
                set => best_of(&gains[tree.sets[set as usize].slots()]),
            };
            values[index as usize] = match node.children {
                0 if own == 0 => node.payoff,
                0 => tree.sum - node.payoff,
                _ => node
                    .range()
                    .enumerate()
                    .map(|(place, child)| match choices(tree, node.sets, own, place) {
                        (mine, theirs) if mine == best => tree.nodes[child].weight * strategy[theirs] * values[child],
                        _ => 0.0,
                    })
                    .sum(),
            };
        }
    }
    values[0]
}

/// The first of the best.
fn best_of(gains: &[f64]) -> usize {
    (1..gains.len()).fold(0, |best, action| if gains[action] > gains[best] { action } else { best })
}

/// The action of the player and of the other that lead to the child at `place`; 0 for a player without a choice.
fn choices<G: Game>(tree: &GameTree<G>, sets: [u32; 2], own: usize, place: usize) -> (usize, usize) {
    if sets == [NONE; 2] {
        return (0, 0);
    }
    let columns = if sets[1] == NONE { 1 } else { tree.sets[sets[1] as usize].actions as usize };
    let both = [place / columns, place % columns];
    (both[own], both[1 - own])
}

fn other_choice<G: Game>(tree: &GameTree<G>, sets: [u32; 2], own: usize, place: usize) -> usize {
    choices(tree, sets, own, place).1
}
