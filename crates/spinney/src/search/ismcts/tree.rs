//! The memory of a search: nodes that point to blocks of edges.
//!
//! The statistics of a move are in its edge, and the edges of a node are contiguous, so that selection reads memory in
//! order. A full block is copied to one of twice the size; old blocks are reused.

use super::solver::OPEN;
use crate::game::{MAX_PLAYERS, Player};

const _: () = assert!(MAX_PLAYERS <= NATURE as usize);

/// No child, or no place in the tree.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The statistics of a move or observation at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    /// The observation of the owner of the tree.
    pub label: u64,
    /// Sum of the payoffs of the player that chose it.
    pub sum: f64,
    /// Simulations that went this way.
    pub visits: u32,
    /// Simulations in which it could have been chosen.
    pub available: u32,
    /// The node that it leads to.
    pub child: u32,
    /// The move, or the first of several with the same label.
    pub mv: M,
    /// The proof status for the player that chooses it, in the lower half; the player that makes the move, in the
    /// upper.
    tag: u8,
}

/// The lower half of a tag.
const PROOF: u8 = 0xf;
/// The mover of a chance outcome.
const NATURE: u8 = 0xf;

impl<M> Edge<M> {
    /// An edge for a move of `mover`, or for a chance outcome.
    pub(super) fn new(label: u64, mv: M, mover: Option<Player>) -> Self {
        let mover = mover.map_or(NATURE, |mover| mover.0 & PROOF);
        Edge { label, sum: 0.0, visits: 0, available: 1, child: NOWHERE, mv, tag: mover << 4 | OPEN }
    }

    /// The proof status for the player that chooses it.
    #[inline]
    pub(super) fn proof(&self) -> u8 {
        self.tag & PROOF
    }

    pub(super) fn prove(&mut self, proof: u8) {
        self.tag = self.tag & !PROOF | proof;
    }

    /// The player that makes the move; `None` for a chance outcome.
    pub(super) fn mover(&self) -> Option<Player> {
        Some(self.tag >> 4).filter(|&mover| mover != NATURE).map(Player)
    }
}

/// A block of edges.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    from: u32,
    len: u32,
    /// The block has room for `1 << class` edges; meaningless while `len` is 0.
    class: u32,
}

/// The smallest block has room for `1 << LEAST` edges.
const LEAST: u32 = 1;
/// Classes of blocks.
const CLASSES: usize = 32;

/// One tree. Its root is node 0; there may be more roots beside it.
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// Blocks that are not in use, by class.
    free: [Vec<u32>; CLASSES],
    most_nodes: usize,
    most_edges: usize,
    /// Something did not fit.
    pub full: bool,
}

impl<M: Copy> Tree<M> {
    /// A tree with `roots` roots that stays within a number of bytes.
    pub(super) fn new(memory: usize, roots: u32) -> Self {
        // There are never more nodes than edges, but for the root.
        let most = (memory / (size_of::<Edge<M>>() + size_of::<Node>())).clamp(16, NOWHERE as usize - 1);
        Tree {
            nodes: vec![Node::default(); roots as usize],
            edges: Vec::new(),
            free: [const { Vec::new() }; CLASSES],
            most_nodes: most + roots as usize - 1,
            most_edges: most,
            full: false,
        }
    }

    /// Edges, which is nodes less the root.
    pub(super) fn len(&self) -> usize {
        self.nodes.iter().map(|node| node.len as usize).sum()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.edges.capacity() * size_of::<Edge<M>>()
    }

    /// Where the edges of a node begin, and how many there are.
    #[inline]
    pub(super) fn span(&self, node: u32) -> (usize, usize) {
        let node = self.nodes[node as usize];
        (node.from as usize, node.len as usize)
    }

    /// The edges of a node.
    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[Edge<M>] {
        let (from, len) = self.span(node);
        &self.edges[from..from + len]
    }

    /// One edge by its place.
    #[inline]
    pub(super) fn edge(&mut self, place: u32) -> &mut Edge<M> {
        &mut self.edges[place as usize]
    }

    /// The place of the edge with this label; it is looked for from the `hint`-th on.
    #[inline]
    pub(super) fn find(&self, node: u32, label: u64, hint: usize) -> Option<u32> {
        let (from, len) = self.span(node);
        let edges = &self.edges[from..from + len];
        let hint = hint.min(len);
        let at = edges[hint..].iter().position(|edge| edge.label == label).map(|at| at + hint);
        at.or_else(|| edges[..hint].iter().position(|edge| edge.label == label)).map(|at| (from + at) as u32)
    }

    /// Adds an edge to a node and returns its place; `None` if there is no room.
    pub(super) fn add(&mut self, node: u32, edge: Edge<M>) -> Option<u32> {
        let Node { from, len, class } = self.nodes[node as usize];
        let (from, class) = match len {
            0 => (self.block(LEAST, edge)?, LEAST),
            _ if len < 1 << class => (from, class),
            _ => {
                let wider = self.block(class + 1, edge)?;
                self.edges.copy_within(from as usize..(from + len) as usize, wider as usize);
                self.free[class as usize].push(from);
                (wider, class + 1)
            }
        };
        self.edges[(from + len) as usize] = edge;
        self.nodes[node as usize] = Node { from, len: len + 1, class };
        Some(from + len)
    }

    /// The node behind an edge, made if there is none yet; `NOWHERE` if there is no room.
    pub(super) fn child(&mut self, place: u32) -> u32 {
        let child = self.edges[place as usize].child;
        if child != NOWHERE {
            return child;
        }
        if self.nodes.len() >= self.most_nodes {
            self.full = true;
            return NOWHERE;
        }
        make_room(&mut self.nodes, 1, self.most_nodes);
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::default());
        self.edges[place as usize].child = child;
        child
    }

    /// A block of `1 << class` edges, filled with `filler`.
    fn block(&mut self, class: u32, filler: Edge<M>) -> Option<u32> {
        if let Some(block) = self.free[class as usize].pop() {
            return Some(block);
        }
        let (from, size) = (self.edges.len(), 1 << class);
        if from + size > self.most_edges {
            self.full = true;
            return None;
        }
        make_room(&mut self.edges, size, self.most_edges);
        self.edges.resize(from + size, filler);
        Some(from as u32)
    }
}

/// Doubles the capacity when it is used up, but never beyond `most`.
fn make_room<T>(list: &mut Vec<T>, more: usize, most: usize) {
    let needed = list.len() + more;
    if needed > list.capacity() {
        let capacity = (2 * list.capacity()).max(needed).min(most.max(needed));
        list.reserve_exact(capacity - list.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_found_again_after_their_block_has_moved() {
        let mut tree: Tree<u8> = Tree::new(1 << 20, 1);
        for label in 0..100u64 {
            let place = tree.add(0, Edge::new(label * 7, label as u8, None)).unwrap();
            tree.edge(place).visits = label as u32;
        }
        for label in 0..100u64 {
            let place = tree.find(0, label * 7, label as usize / 2).unwrap();
            assert_eq!((tree.edge(place).mv, tree.edge(place).visits), (label as u8, label as u32));
        }
        assert_eq!(tree.find(0, 3, 0), None);
        assert_eq!(tree.len(), 100);
    }

    #[test]
    fn a_tree_keeps_within_its_memory() {
        let memory = 10_000;
        let mut tree: Tree<u8> = Tree::new(memory, 1);
        let mut node = 0;
        while node != NOWHERE {
            let Some(place) = tree.add(node, Edge::new(1, 0, Some(Player(1)))) else { break };
            node = tree.child(place);
        }
        assert!(tree.full && tree.len() > 100);
        assert!(tree.bytes() <= memory, "{}", tree.bytes());
    }
}
