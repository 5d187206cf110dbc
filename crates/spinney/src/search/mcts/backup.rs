//! Back-up: the result of a simulation is added to every node of its path, each from the point of view of the player
//! that moved there.

use super::config::Backup;
use super::context::Context;
use super::solver;
use super::tree::{Field, Index, Node, Sharing, Slot};
use crate::game::{Game, Payoffs};

/// Adds shifted payoffs to the nodes of a path. In a shared tree the visits were counted on the way down.
/// Returns the payoffs as the top of the path sees them: no player gets less than a proven child guarantees.
#[inline]
pub(crate) fn back_up<S: Sharing, G: Game>(context: &Context<'_, G>, path: &[Index], payoffs: &Payoffs) -> Payoffs {
    let mut payoffs = *payoffs;
    for &index in path.iter().rev() {
        let node = context.tree.node(index);
        if context.plan.solver {
            solver::raise_to_bound(context, node, &mut payoffs);
        }
        let value = payoffs[node.mover()];
        if !S::SHARED {
            node.add_visits::<S>(1);
        }
        node.add_value::<S>(value);
        if context.plan.squares {
            context.tree.slot(Field::Squares, index).add::<S>(value * value);
        }
        if context.plan.best {
            let slot = context.tree.slot(Field::Best, index);
            if node.visits() <= 1 { slot.set(value) } else { slot.raise::<S>(value) }
        }
    }
    if context.plan.backed {
        back_up_best::<G>(context, path);
    }
    payoffs
}

/// The backed-up value of every node on the path, from the leaf upwards: its best child's, or a mixture with its
/// mean (Coulom 2006).
fn back_up_best<G: Game>(context: &Context<'_, G>, path: &[Index]) {
    let share = match context.config.backup {
        Backup::Mean => 0.0,
        Backup::Max => 1.0,
        Backup::Mixed(share) => share,
    };
    for &index in path.iter().rev() {
        let node = context.tree.node(index);
        let best = best_child(context, node).unwrap_or(node.mean());
        context.tree.slot(Field::Backed, index).set(share * best + (1.0 - share) * node.mean());
    }
}

/// The greatest backed-up value among visited children, from the point of view of the player that moved to `node`.
fn best_child<G: Game>(context: &Context<'_, G>, node: &Node<G::Move>) -> Option<f64> {
    let block = context.tree.children(node).filter(|_| !node.is_proven())?;
    let visited = block.nodes.iter().zip(block.table(Field::Backed)).filter(|(child, _)| child.visits() > 0);
    let best = visited.map(|(_, slot)| slot.get()).fold(f64::NEG_INFINITY, f64::max);
    let player = block.nodes[0].mover();
    best.is_finite().then(|| context.plan.turn_value(best, player, node.mover()))
}
