//! Back-up: the result of a simulation is added to every node of its path, each in the view of the player who moved
//! there.

use super::config::Backup;
use super::core::Core;
use super::node::{BUSY, LEAF, Node, Sharing, Slot};
use super::solver;
use super::tree::Field;
use crate::game::{Game, Payoffs};

/// Adds shifted payoffs to the nodes of a path. In a shared tree the visits were counted on the way down.
/// Answers the payoffs as the top of the path sees them: nobody gets less than a proven child gives him.
#[inline]
pub(crate) fn back_up<S: Sharing, G: Game>(core: &Core<'_, G>, path: &[u32], payoffs: &Payoffs) -> Payoffs {
    let mut payoffs = *payoffs;
    for &index in path.iter().rev() {
        let node = core.tree.node(index);
        if core.plan.solver {
            solver::raise_to_bound(core, node, &mut payoffs);
        }
        let value = payoffs[node.mover()];
        if !S::SHARED {
            node.add_visits::<S>(1);
        }
        node.add_value::<S>(value);
        if core.plan.squares {
            core.tree.slot(Field::Squares, index).add::<S>(value * value);
        }
        if core.plan.best {
            let slot = core.tree.slot(Field::Best, index);
            if node.visits() <= 1 { slot.set(value) } else { slot.raise::<S>(value) }
        }
    }
    if core.plan.backed {
        back_up_best::<G>(core, path);
    }
    payoffs
}

/// The backed-up value of every node on the path, from the leaf upwards: its best child's, or a mixture with its
/// mean (Coulom 2006).
fn back_up_best<G: Game>(core: &Core<'_, G>, path: &[u32]) {
    let share = match core.config.backup {
        Backup::Mean => 0.0,
        Backup::Max => 1.0,
        Backup::Mixed(share) => share,
    };
    for &index in path.iter().rev() {
        let node = core.tree.node(index);
        let best = best_child(core, node).unwrap_or(node.mean());
        core.tree.slot(Field::Backed, index).set(share * best + (1.0 - share) * node.mean());
    }
}

/// The greatest backed-up value among visited children, in the view of the player who moved to `node`.
fn best_child<G: Game>(core: &Core<'_, G>, node: &Node<G::Move>) -> Option<f64> {
    let first = node.first();
    if first == LEAF || first == BUSY || node.is_proven() {
        return None;
    }
    let block = core.tree.children(node, first);
    let visited = block.nodes.iter().zip(block.table(Field::Backed)).filter(|(child, _)| child.visits() > 0);
    let best = visited.map(|(_, slot)| slot.get()).fold(f64::NEG_INFINITY, f64::max);
    let player = block.nodes[0].mover();
    best.is_finite().then(|| core.plan.turn_value(best, player, node.mover()))
}
