//! Staying within memory: dropping the least visited parts of the tree, and moving the tree to a new root.

use super::core::Shared;
use super::joint::Sections;
use super::node::{BUSY, Kind, LEAF, Node};
use super::tree::{ROOT, Tree};

/// Drops the children of the least visited nodes, so that about half of the expanded ones stay. Answers how many
/// nodes became free.
///
/// A node has at least as many visits as anything below it, so what is dropped is always a whole subtree; the node
/// itself keeps its statistics and may be expanded again (after Powley, Cowling & Whitehouse 2017).
pub(crate) fn recycle<M: Copy>(tree: &mut Tree<M>) -> usize {
    let mut free = tree.take_free();
    let threshold = threshold(tree);
    let mut freed = 0;
    let mut stack = vec![(ROOT, false)];
    while let Some((index, dropping)) = stack.pop() {
        let node = tree.node(index);
        let first = node.first();
        if first == LEAF || first == BUSY {
            continue;
        }
        let total = usize::from(node.total());
        let drop = dropping || (index != ROOT && node.visits() <= threshold);
        stack.extend((0..total as u32).map(|position| (first + position, drop)));
        if drop {
            if free.len() <= total {
                free.resize(total + 1, Vec::new());
            }
            free[total].push(first);
            freed += total;
            node.release();
        }
    }
    tree.recycled(free);
    freed
}

/// The number of visits up to which children are dropped: the median over the expanded nodes.
fn threshold<M: Copy>(tree: &Tree<M>) -> u32 {
    let mut visits = Vec::new();
    let mut stack = vec![ROOT];
    while let Some(index) = stack.pop() {
        let node = tree.node(index);
        let first = node.first();
        if first != LEAF && first != BUSY {
            visits.push(node.visits());
            stack.extend((0..u32::from(node.total())).map(|position| first + position));
        }
    }
    let middle = visits.len() / 2;
    *visits.select_nth_unstable(middle).1
}

/// Copies the subtree below `root` into a tree of its own, without gaps; `mv` and `mover` become the new root's.
/// What does not fit is left behind as leaves.
pub(crate) fn compact<M: Copy>(old: &Tree<M>, old_shared: &Shared, root: u32, shared: &Shared) -> Tree<M> {
    let new = old.empty_like();
    new.add(1, |_| old.node(root).copy_without_children());
    old.copy_tables(root, &new, ROOT);
    let mut queue = std::collections::VecDeque::from([(root, ROOT)]);
    while let Some((from, to)) = queue.pop_front() {
        let node = old.node(from);
        let first = node.first();
        if first == LEAF || first == BUSY {
            continue;
        }
        let total = usize::from(node.total());
        let block = old.block(first, total);
        let Some(new_first) = new.add(total, |position| block.nodes[position].copy_without_children()) else { break };
        for position in 0..total as u32 {
            old.copy_tables(first + position, &new, new_first + position);
            queue.push_back((first + position, new_first + position));
        }
        new.node(to).publish(new_first, node.total(), node.opened(), node.kind());
        if node.kind() == Kind::Joint {
            for (joint, child) in old_shared.joint.of_node(from) {
                let Some(new_child) = new.add(1, |_| old.node(child).copy_without_children()) else { break };
                old.copy_tables(child, &new, new_child);
                shared.joint.insert(to, joint, new_child);
                queue.push_back((child, new_child));
            }
        }
    }
    new
}

/// The node that a step of the game leads to from the root, if the tree has it.
pub(crate) fn find_child<M: Copy + Eq>(tree: &Tree<M>, shared: &Shared, moves: &[M], players: usize) -> Option<u32> {
    let root: &Node<M> = tree.node(ROOT);
    let first = root.first();
    if first == LEAF || first == BUSY {
        return None;
    }
    let block = tree.children(root, first);
    if root.kind() != Kind::Joint {
        let position = block.nodes.iter().position(|child| [child.mv()] == *moves)?;
        return Some(first + position as u32);
    }
    let sections = Sections::of(&block, players);
    let mut pick = super::joint::Pick { node: ROOT, arms: [0; crate::game::MAX_PLAYERS] };
    for (player, mv) in moves.iter().enumerate() {
        let (from, to) = sections.range(player);
        pick.arms[player] = (from..to).find(|&arm| block.nodes[arm].mv() == *mv)? as u16;
    }
    shared.joint.get(ROOT, pick.code(&sections))
}
