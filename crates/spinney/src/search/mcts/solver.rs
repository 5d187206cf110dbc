//! MCTS-Solver (Winands, Björnsson & Saito 2008, extended to draws, scores, chance and many players): exact values
//! climb from the ends of the game towards the root. Only what the rules declare is relied on: a payoff range or a
//! constant sum that was merely observed proves nothing.
//!
//! A node is proven as soon as its player has a child proven to be worth the best payoff there is, or as soon as all
//! its children are proven, of which he takes the best (max^n; with more than two players, or two without a constant
//! sum, only if his ties make no difference to the others); a chance node when all its outcomes are. A proven
//! child is not visited again while there is an unproven one: its player already has that value for certain
//! ([`raise_to_bound`]) and looks for a better one.
//!
//! The value of the player who moved to a node stands in the node. Those of the others follow from it where the payoffs
//! of two players have a constant sum; otherwise they stand in side tables.

use super::core::Core;
use super::node::{BUSY, Kind, LEAF, Node, Slot};
use super::tree::{Block, Field};
use crate::game::{Game, MAX_PLAYERS, Payoffs};

/// Fixes the exact shifted payoffs of a node.
pub(crate) fn prove<G: Game>(core: &Core<'_, G>, index: u32, payoffs: &Payoffs) {
    let node = core.tree.node(index);
    if core.plan.vectors {
        for (player, &payoff) in payoffs.iter().enumerate().take(core.plan.players) {
            core.tree.slot_of_player(Field::PlayerSum, player, index).set(payoff);
        }
    }
    node.prove(payoffs[node.mover()]);
}

/// The exact shifted payoffs of a proven node.
pub(crate) fn proven<G: Game>(core: &Core<'_, G>, index: u32) -> Option<Payoffs> {
    let node = core.tree.node(index);
    let value = node.proven()?;
    let mut payoffs = [0.0; MAX_PLAYERS];
    for (player, payoff) in payoffs.iter_mut().enumerate().take(core.plan.players) {
        *payoff = match core.plan.vectors {
            true => core.tree.slot_of_player(Field::PlayerSum, player, index).get(),
            false => core.plan.turn_value(value, node.mover(), player),
        };
    }
    Some(payoffs)
}

/// The last node of the path is proven: proves as many of its ancestors as follow from it.
pub(crate) fn climb<G: Game>(core: &Core<'_, G>, path: &[u32]) {
    for pair in path.windows(2).rev() {
        let parent = core.tree.node(pair[0]);
        if parent.is_proven() {
            continue;
        }
        match value_from_children(core, parent) {
            Some(payoffs) => prove(core, pair[0], &payoffs),
            None => {
                if parent.kind() == Kind::Choice {
                    parent.bound();
                }
                return;
            }
        }
    }
}

/// Raises the payoff of the player to move at `node` to the best value that a proven child gives him for certain; the
/// others then get what that child gives them.
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
    if let Some((position, bound)) = best_proven(&block)
        && bound > payoffs[block.nodes[0].mover()]
        && let Some(certain) = proven(core, first + position as u32)
    {
        *payoffs = certain;
    }
}

/// The exact payoffs of a node, if its children settle them.
fn value_from_children<G: Game>(core: &Core<'_, G>, node: &Node<G::Move>) -> Option<Payoffs> {
    let first = node.first();
    if first == LEAF || first == BUSY {
        return None;
    }
    let block = core.tree.children(node, first);
    match node.kind() {
        Kind::Choice => {
            let (position, best) = best_proven(&block)?;
            let payoffs = proven(core, first + position as u32)?;
            let won = core.plan.top.is_some_and(|top| best >= top) && !core.plan.vectors;
            let all = || block.nodes.iter().all(Node::is_proven);
            (won || all() && is_unanimous(core, &block, best, &payoffs)).then_some(payoffs)
        }
        Kind::Chance => expectation(core, &block),
        Kind::Joint => None,
    }
}

/// Whether everybody gets the same whichever of his best moves the player takes. Otherwise the value of the node for
/// the others depends on his whim, and is not proven.
fn is_unanimous<G: Game>(core: &Core<'_, G>, block: &Block<'_, G::Move>, best: f64, payoffs: &Payoffs) -> bool {
    let tied = |position: &usize| block.nodes[*position].proven() == Some(best);
    !core.plan.vectors
        || (0..block.nodes.len())
            .filter(tied)
            .all(|position| proven(core, block.first + position as u32).as_ref() == Some(payoffs))
}

/// The proven child that is worth most to its player, and how much.
fn best_proven<M: Copy>(block: &Block<'_, M>) -> Option<(usize, f64)> {
    let proven = block.nodes.iter().enumerate().filter_map(|(position, child)| Some((position, child.proven()?)));
    proven.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The expected payoffs of a chance node all of whose outcomes are proven.
fn expectation<G: Game>(core: &Core<'_, G>, block: &Block<'_, G::Move>) -> Option<Payoffs> {
    let mut sum = [0.0; MAX_PLAYERS];
    for (position, weight) in block.table(Field::Prior).iter().enumerate() {
        let outcome = proven(core, block.first + position as u32)?;
        for (sum, payoff) in sum.iter_mut().zip(outcome) {
            *sum += weight.get() * payoff;
        }
    }
    Some(sum)
}
