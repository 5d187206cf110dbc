//! MCTS-Solver (Winands, Björnsson & Saito 2008, extended to draws, scores, chance and many players): exact values
//! climb from the ends of the game towards the root. Only what the rules declare is relied on: a payoff range or a
//! constant sum that was merely observed proves nothing.
//!
//! A node is proven as soon as its player has a child proven to be worth the best payoff there is, or as soon as all
//! its children are proven, of which the player takes the best (max^n; with more than two players, or two without a constant
//! sum, only if ties make no difference to the others); a chance node when all its outcomes are. A proven
//! child is not visited again while there is an unproven one: its player has that value for certain
//! ([`raise_to_bound`]) and looks for a better one.
//!
//! A node holds the value of the player that moved to it. Those of the others follow from it if the payoffs of two
//! players have a constant sum; otherwise they are in side tables.

use super::context::Context;
use super::tree::{Block, Field, Index, Kind, Node, Slot, best_of_proven, best_proven};
use crate::game::{Game, MAX_PLAYERS, Payoffs};

/// Fixes the exact shifted payoffs of a node.
pub(crate) fn prove<G: Game>(context: &Context<'_, G>, index: Index, payoffs: &Payoffs) {
    let node = context.tree.node(index);
    node.prove(payoffs[node.mover()], || {
        if context.plan.vectors {
            for (player, &payoff) in payoffs.iter().enumerate().take(context.plan.players) {
                context.tree.slot_of_player(Field::PlayerSum, player, index).set(payoff);
            }
        }
    });
}

/// The exact shifted payoffs of a proven node.
pub(crate) fn proven<G: Game>(context: &Context<'_, G>, index: Index) -> Option<Payoffs> {
    let node = context.tree.node(index);
    let value = node.proven()?;
    let mut payoffs = [0.0; MAX_PLAYERS];
    for (player, payoff) in payoffs.iter_mut().enumerate().take(context.plan.players) {
        *payoff = match context.plan.vectors {
            true => context.tree.slot_of_player(Field::PlayerSum, player, index).get(),
            false => context.plan.turn_value(value, node.mover(), player),
        };
    }
    Some(payoffs)
}

/// The last node of the path is proven: proves all of its ancestors that follow from it.
pub(crate) fn climb<G: Game>(context: &Context<'_, G>, path: &[Index]) {
    for pair in path.windows(2).rev() {
        let parent = context.tree.node(pair[0]);
        if parent.is_proven() {
            continue;
        }
        match value_from_children(context, parent) {
            Some(payoffs) => prove(context, pair[0], &payoffs),
            None => {
                if parent.kind() == Kind::Choice {
                    parent.bound();
                }
                return;
            }
        }
    }
}

/// Raises the payoff of the player to move at `node` to the best value that a proven child guarantees; the
/// others then get what that child gives them.
#[inline]
pub(crate) fn raise_to_bound<G: Game>(context: &Context<'_, G>, node: &Node<G::Move>, payoffs: &mut Payoffs) {
    if !node.is_bounded() || node.is_proven() {
        return;
    }
    let Some(block) = context.tree.children(node) else { return };
    if let Some((position, bound)) = best_proven(opened(context, node, &block))
        && bound > payoffs[block.nodes[0].mover()]
        && let Some(certain) = proven(context, block.index(position))
    {
        *payoffs = certain;
    }
}

/// The children that were opened to visits. The others are not proven.
fn opened<'t, G: Game>(
    context: &Context<'_, G>,
    node: &Node<G::Move>,
    block: &Block<'t, G::Move>,
) -> &'t [Node<G::Move>] {
    &block.nodes[..context.tree.opened(node, block)]
}

/// The exact payoffs of a node, if its children settle them.
fn value_from_children<G: Game>(context: &Context<'_, G>, node: &Node<G::Move>) -> Option<Payoffs> {
    let block = context.tree.children(node)?;
    match node.kind() {
        Kind::Choice => {
            let opened = opened(context, node, &block);
            let (position, best, all) = best_of_proven(opened)?;
            let all = all && opened.len() == block.nodes.len();
            let payoffs = proven(context, block.index(position))?;
            let won = context.plan.top.is_some_and(|top| best >= top) && !context.plan.vectors;
            (won || all && is_unanimous(context, &block, best, &payoffs)).then_some(payoffs)
        }
        Kind::Chance => expectation(context, &block),
        Kind::Joint => None,
    }
}

/// Whether all players get the same whichever of the best moves is taken. Otherwise the value of the node for the others
/// depends on how the player to move breaks the tie, and is not proven.
fn is_unanimous<G: Game>(context: &Context<'_, G>, block: &Block<'_, G::Move>, best: f64, payoffs: &Payoffs) -> bool {
    let tied = |position: &usize| block.nodes[*position].proven() == Some(best);
    !context.plan.vectors
        || (0..block.nodes.len())
            .filter(tied)
            .all(|position| proven(context, block.index(position)).as_ref() == Some(payoffs))
}

/// The expected payoffs of a chance node all of whose outcomes are proven.
fn expectation<G: Game>(context: &Context<'_, G>, block: &Block<'_, G::Move>) -> Option<Payoffs> {
    let mut sum = [0.0; MAX_PLAYERS];
    for (position, weight) in block.table(Field::Prior).iter().enumerate() {
        let outcome = proven(context, block.index(position))?;
        for (sum, payoff) in sum.iter_mut().zip(outcome) {
            *sum += weight.get() * payoff;
        }
    }
    Some(sum)
}
