//! MCTS-Solver (Winands, Björnsson & Saito 2008, extended to draws and scores): exact values climb from the ends of
//! the game towards the root.
//!
//! A node is proven as soon as its player has a child proven to be worth the best payoff there is, or as soon as all
//! its children are proven; a chance node when all its outcomes are. A proven child is not visited again while there
//! is an unproven one: its player already has that value for certain ([`raise_to_bound`]) and looks for a better one.

use super::core::Core;
use super::node::{BUSY, Kind, LEAF, Node};
use super::tree::{Block, Field};
use crate::game::{Game, Payoffs};

/// The last node of the path is proven: proves as many of its ancestors as follow from it.
pub(crate) fn climb<G: Game>(core: &Core<'_, G>, path: &[u32]) {
    for pair in path.windows(2).rev() {
        let parent = core.tree.node(pair[0]);
        if parent.is_proven() {
            continue;
        }
        match value_from_children(core, parent) {
            Some(value) => parent.prove(value),
            None => {
                if parent.kind() == Kind::Choice {
                    parent.bound();
                }
                return;
            }
        }
    }
}

/// Raises the payoff of the player to move at `node` to the best value that a proven child gives him for certain.
#[inline]
pub(crate) fn raise_to_bound<G: Game>(core: &Core<'_, G>, node: &Node<G::Move>, payoffs: &mut Payoffs) {
    if !node.is_bounded() || node.is_proven() {
        return;
    }
    let first = node.first();
    if first == LEAF || first == BUSY {
        return;
    }
    let block = core.tree.children(node, first);
    let player = block.nodes[0].mover();
    let bound = block.nodes.iter().filter_map(Node::proven).fold(f64::NEG_INFINITY, f64::max);
    if bound > payoffs[player] {
        payoffs[player] = bound;
        if core.plan.players == 2 {
            payoffs[1 - player] = core.plan.turn_value(bound, player, 1 - player);
        }
    }
}

/// The exact value of a node in the view of the player who moved there, if its children settle it.
fn value_from_children<G: Game>(core: &Core<'_, G>, node: &Node<G::Move>) -> Option<f64> {
    let first = node.first();
    if first == LEAF || first == BUSY {
        return None;
    }
    let block = core.tree.children(node, first);
    let player = block.nodes[0].mover();
    let value = match node.kind() {
        Kind::Choice => best_of(core, &block),
        Kind::Chance => expectation(&block),
        Kind::Joint => None,
    }?;
    Some(core.plan.turn_value(value, player, node.mover()))
}

/// The best proven value, if it is the best payoff there is or if nothing is left unproven.
fn best_of<G: Game>(core: &Core<'_, G>, block: &Block<'_, G::Move>) -> Option<f64> {
    let (mut best, mut all) = (f64::NEG_INFINITY, true);
    for child in block.nodes {
        match child.proven() {
            Some(value) => best = best.max(value),
            None => all = false,
        }
    }
    let won = core.plan.width.is_some_and(|width| best >= width);
    (won || all).then_some(best)
}

fn expectation<M: Copy>(block: &Block<'_, M>) -> Option<f64> {
    let weights = block.table(Field::Prior);
    let mut sum = 0.0;
    for (child, weight) in block.nodes.iter().zip(weights) {
        sum += child.proven()? * super::node::Slot::get(weight);
    }
    Some(sum)
}
