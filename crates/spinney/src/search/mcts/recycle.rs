//! Staying within memory: dropping the least visited parts of the tree, and moving the tree to a new root.

use super::context::Shared;
use super::joint::Sections;
use super::tree::{Alone, Children, Index, Kind, Node, ROOT, Tree};

/// Drops the children of the least visited nodes, so that about half of the expanded ones stay. Returns how many
/// nodes became free.
///
/// A node has at least as many visits as anything below it, so what is dropped is always a whole subtree; the node
/// itself keeps its statistics and may be expanded again (after Powley, Cowling & Whitehouse 2017).
pub(crate) fn recycle<M: Copy>(tree: &mut Tree<M>) -> usize {
    let threshold = threshold(tree);
    let mut freed = 0;
    let mut stack = vec![(ROOT, false)];
    while let Some((index, dropping)) = stack.pop() {
        let node = tree.node(index);
        let Some(block) = tree.children(node) else { continue };
        let drop = dropping || (index != ROOT && node.visits() <= threshold);
        stack.extend(block.indices().map(|child| (child, drop)));
        if drop {
            freed += tree.drop_children(index);
        }
    }
    freed
}

/// The number of visits up to which children are dropped: the median over the expanded nodes.
fn threshold<M: Copy>(tree: &Tree<M>) -> u32 {
    let mut visits = Vec::new();
    let mut stack = vec![ROOT];
    while let Some(index) = stack.pop() {
        let node = tree.node(index);
        if let Some(block) = tree.children(node) {
            visits.push(node.visits());
            stack.extend(block.indices());
        }
    }
    let middle = visits.len() / 2;
    if visits.is_empty() { 0 } else { *visits.select_nth_unstable(middle).1 }
}

/// Copies the subtree below `root` into a tree of its own, without gaps; `mv` and `mover` become the new root's.
/// What does not fit is left behind as leaves.
pub(crate) fn compact<M: Copy>(old: &Tree<M>, old_shared: &Shared, root: Index, shared: &Shared) -> Tree<M> {
    let new = old.empty_like(old.node(root).copy_without_children());
    old.copy_tables(root, &new, ROOT);
    let mut queue = std::collections::VecDeque::from([(root, ROOT)]);
    while let Some((from, to)) = queue.pop_front() {
        let node = old.node(from);
        let Some(block) = old.children(node) else { continue };
        let copy = |position: usize| block.nodes[position].copy_without_children();
        let Some(children) = new.add(block.nodes.len(), copy) else { break };
        for (from, to) in block.indices().zip(new.block(children).indices()) {
            old.copy_tables(from, &new, to);
            queue.push_back((from, to));
        }
        new.publish::<Alone>(new.node(to), children, old.opened(node, &block) as u32, node.kind());
        if node.is_bounded() {
            new.node(to).bound();
        }
        if node.kind() == Kind::Joint {
            for (joint, child) in old_shared.joint.of_node(from) {
                let copy = new.add(1, |_| old.node(child).copy_without_children());
                let Some(new_child) = copy.map(Children::first) else { break };
                old.copy_tables(child, &new, new_child);
                shared.joint.insert(to, joint, new_child);
                queue.push_back((child, new_child));
            }
        }
    }
    new
}

/// The node that a step of the game leads to from the root, if the tree has it.
pub(crate) fn find_child<M: Copy + Eq>(tree: &Tree<M>, shared: &Shared, moves: &[M], players: usize) -> Option<Index> {
    let root: &Node<M> = tree.node(ROOT);
    let block = tree.children(root)?;
    if root.kind() != Kind::Joint {
        let position = block.nodes.iter().position(|child| [child.mv()] == *moves)?;
        return Some(block.index(position));
    }
    let sections = Sections::of(&block, players);
    let mut arms = [0; crate::game::MAX_PLAYERS];
    for (player, mv) in moves.iter().enumerate() {
        let (from, to) = sections.range(player);
        arms[player] = (from..to).find(|&arm| block.nodes[arm].mv() == *mv)? as u32;
    }
    shared.joint.get(ROOT, arms)
}
