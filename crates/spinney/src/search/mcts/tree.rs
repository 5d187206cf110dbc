//! The tree's memory: nodes in one array, children of a node side by side, 32-bit indices, and side tables only for the
//! statistics that the configuration needs.
//!
//! The arrays do not move while a simulation runs, so several threads can read while one adds. When they are full,
//! [`Tree::add`] fails and the drivers pause all workers: [`Tree::grow`] doubles the arrays until the memory limit is
//! reached, and then [`recycle`](super::recycle) puts blocks of dropped children on free lists by size.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::node::Node;

/// No tree has more nodes than this: the greatest index marks a node that is being expanded.
const MOST_NODES: usize = u32::MAX as usize;

/// Room for this many nodes is made at first, whatever the memory limit.
const FIRST_NODES: usize = 1 << 12;

/// The root's index.
pub(crate) const ROOT: u32 = 0;

/// Statistics beside the node itself, each a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// Sum of squared shifted values.
    Squares,
    /// Greatest shifted value ever seen.
    Best,
    /// The value of the best child, or a mixture with the mean.
    Backed,
    /// Number of AMAF updates.
    AmafVisits,
    /// Sum of AMAF values.
    AmafSum,
    /// The code of the move.
    Code,
    /// Prior probability, or the weight of a chance outcome.
    Prior,
    /// Cumulated regret.
    Regret,
    /// Cumulated strategy.
    Strategy,
    /// Sum of shifted values of player 0; the other players' tables follow.
    PlayerSum,
}

/// The number of [`Field`]s, with one player's sum.
const FIELDS: usize = 10;

/// Which side tables a tree has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    present: [bool; FIELDS],
    players: usize,
}

impl Fields {
    /// Adds a table.
    pub(crate) fn with(mut self, field: Field, wanted: bool) -> Self {
        self.present[field as usize] |= wanted;
        self
    }

    /// Adds a sum per player.
    pub(crate) fn with_player_sums(mut self, players: usize) -> Self {
        self.present[Field::PlayerSum as usize] = true;
        self.players = players;
        self
    }

    fn tables(&self) -> usize {
        let singles = self.present[..Field::PlayerSum as usize].iter().filter(|&&present| present).count();
        singles + if self.present[Field::PlayerSum as usize] { self.players } else { 0 }
    }

    fn has(&self, slot: usize) -> bool {
        if slot < Field::PlayerSum as usize {
            self.present[slot]
        } else {
            self.present[Field::PlayerSum as usize] && slot - (Field::PlayerSum as usize) < self.players
        }
    }
}

/// No more nodes than this are expected at first.
const MOST_EXPECTED: usize = 1 << 20;

/// A node's place in the array.
struct Cell<M>(UnsafeCell<MaybeUninit<Node<M>>>);

// SAFETY: a node is written only while its block belongs to one thread (before its parent publishes it with a release
// store, or under `&mut Tree`); afterwards only its atomics change.
#[allow(unsafe_code)]
unsafe impl<M: Send + Sync> Sync for Cell<M> {}

/// A value with cache lines of its own, so that writing to it does not disturb those who read its neighbours.
#[derive(Default)]
#[repr(align(128))]
struct Apart<T>(T);

/// Nodes and side tables of one search.
pub(crate) struct Tree<M> {
    nodes: Vec<Cell<M>>,
    tables: Vec<Option<Vec<AtomicU64>>>,
    /// The first node not in use.
    next: Apart<AtomicU32>,
    /// The arrays never get longer than this.
    most: usize,
    /// The size of the block for which there was no room.
    wanted: AtomicU32,
    fields: Fields,
    /// Blocks to be used again, by size.
    free: Mutex<Vec<Vec<u32>>>,
    has_free: AtomicBool,
    full: AtomicBool,
}

/// The children of a node with their side tables.
pub(crate) struct Block<'t, M> {
    /// Index of the first child.
    pub(crate) first: u32,
    /// The children.
    pub(crate) nodes: &'t [Node<M>],
    tables: &'t [Option<Vec<AtomicU64>>],
}

impl<'t, M> Block<'t, M> {
    /// A side table, parallel to `nodes`; empty if the tree was made without it.
    #[inline]
    pub(crate) fn table(&self, field: Field) -> &'t [AtomicU64] {
        let from = self.first as usize;
        match &self.tables[field as usize] {
            Some(table) => &table[from..from + self.nodes.len()],
            None => &[],
        }
    }
}

impl<M: Copy> Tree<M> {
    /// A tree that may take `bytes`.
    pub(crate) fn new(fields: Fields, bytes: usize) -> Self {
        let per_node = size_of::<Node<M>>() + 8 * fields.tables();
        let most = (bytes / per_node).clamp(FIRST_NODES, MOST_NODES);
        let slots = Field::PlayerSum as usize + fields.players.max(1);
        let mut tree = Tree {
            nodes: Vec::new(),
            tables: (0..slots).map(|slot| fields.has(slot).then(Vec::new)).collect(),
            next: Apart::default(),
            most,
            wanted: AtomicU32::new(0),
            fields,
            free: Mutex::new(Vec::new()),
            has_free: AtomicBool::new(false),
            full: AtomicBool::new(false),
        };
        tree.resize(FIRST_NODES);
        tree
    }

    /// Makes room for about so many nodes at once, as far as they take no memory before they are written to.
    pub(crate) fn expect(&mut self, nodes: usize) {
        let nodes = nodes.min(MOST_EXPECTED).min(self.most);
        if nodes > self.nodes.len() && self.fields.tables() == 0 {
            self.resize(nodes);
        }
    }

    /// Whether [`Tree::grow`] would make room.
    #[inline]
    pub(crate) fn can_grow(&self) -> bool {
        self.nodes.len() < self.most
    }

    /// Makes more room, if the memory limit allows.
    pub(crate) fn grow(&mut self) -> bool {
        if !self.can_grow() {
            return false;
        }
        let needed = *self.next.0.get_mut() as usize + *self.wanted.get_mut() as usize;
        self.resize((2 * self.nodes.len()).max(needed).min(self.most));
        *self.full.get_mut() = false;
        true
    }

    fn resize(&mut self, nodes: usize) {
        self.nodes.resize_with(nodes, || Cell(UnsafeCell::new(MaybeUninit::uninit())));
        for table in self.tables.iter_mut().flatten() {
            table.resize_with(nodes, AtomicU64::default);
        }
    }

    /// Bytes per node, side tables included.
    pub(crate) fn node_bytes(&self) -> usize {
        size_of::<Node<M>>() + 8 * self.fields.tables()
    }

    /// Nodes in use, dropped ones that wait to be used again not counted.
    pub(crate) fn len(&self) -> usize {
        let free = self.free.lock().expect("no panic while holding the lock");
        let waiting: usize = free.iter().enumerate().map(|(size, blocks)| size * blocks.len()).sum();
        self.next.0.load(Ordering::Relaxed) as usize - waiting
    }

    /// Bytes of all nodes ever in use.
    pub(crate) fn bytes(&self) -> usize {
        self.next.0.load(Ordering::Relaxed) as usize * self.node_bytes()
    }

    /// Whether an allocation has failed since room was made.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// Forgets all nodes and keeps the memory.
    pub(crate) fn clear(&mut self) {
        *self.next.0.get_mut() = 0;
        self.recycled(Vec::new());
    }

    /// Takes over blocks to be used again.
    pub(crate) fn recycled(&mut self, free: Vec<Vec<u32>>) {
        *self.has_free.get_mut() = free.iter().any(|blocks| !blocks.is_empty());
        *self.free.get_mut().expect("no panic while holding the lock") = free;
        *self.full.get_mut() = false;
    }

    /// Blocks that wait to be used again.
    pub(crate) fn take_free(&mut self) -> Vec<Vec<u32>> {
        std::mem::take(self.free.get_mut().expect("no panic while holding the lock"))
    }

    /// Adds the nodes of one block and answers the index of the first, or `None` if memory is used up.
    #[inline]
    pub(crate) fn add(&self, size: usize, node: impl Fn(usize) -> Node<M>) -> Option<u32> {
        let first = self.reuse(size).or_else(|| self.bump(size));
        let Some(first) = first else {
            self.wanted.fetch_max(size as u32, Ordering::Relaxed);
            self.full.store(true, Ordering::Relaxed);
            return None;
        };
        let block = first as usize..first as usize + size;
        for (position, cell) in self.nodes[block.clone()].iter().enumerate() {
            // SAFETY: the block was handed out to this call alone, so nobody else refers to its nodes.
            #[allow(unsafe_code)]
            unsafe {
                (*cell.0.get()).write(node(position));
            }
        }
        for table in self.tables.iter().flatten() {
            for slot in &table[block.clone()] {
                slot.store(0, Ordering::Relaxed);
            }
        }
        Some(first)
    }

    #[inline]
    fn reuse(&self, size: usize) -> Option<u32> {
        if !self.has_free.load(Ordering::Relaxed) {
            return None;
        }
        self.free.lock().expect("no panic while holding the lock").get_mut(size)?.pop()
    }

    /// Takes `size` fresh nodes.
    #[inline]
    fn bump(&self, size: usize) -> Option<u32> {
        let after = |next: u32| {
            let end = next as usize + size;
            (end <= self.nodes.len()).then_some(end as u32)
        };
        self.next.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after).ok()
    }

    /// The node at an index that [`Tree::add`] gave.
    #[inline(always)]
    pub(crate) fn node(&self, index: u32) -> &Node<M> {
        let cell = &self.nodes[index as usize];
        // SAFETY: indices come from `add`, directly or through a node's acquire-loaded `first`, after the node was
        // written.
        #[allow(unsafe_code)]
        unsafe {
            (*cell.0.get()).assume_init_ref()
        }
    }

    /// The children of a node whose `first` is neither `LEAF` nor `BUSY`.
    #[inline(always)]
    pub(crate) fn children(&self, node: &Node<M>, first: u32) -> Block<'_, M> {
        self.block(first, usize::from(node.total()))
    }

    /// A block that was added with this size.
    #[inline(always)]
    pub(crate) fn block(&self, first: u32, size: usize) -> Block<'_, M> {
        let cells = &self.nodes[first as usize..first as usize + size];
        // SAFETY: as in `node`, for a whole block; a cell has the layout of its `Node`, and after publication nodes
        // change through their atomics only.
        #[allow(unsafe_code)]
        let nodes = unsafe { std::slice::from_raw_parts(cells.as_ptr().cast::<Node<M>>(), cells.len()) };
        Block { first, nodes, tables: &self.tables }
    }

    /// A slot of a side table.
    #[inline]
    pub(crate) fn slot(&self, field: Field, index: u32) -> &AtomicU64 {
        self.slot_of_player(field, 0, index)
    }

    /// A slot of a player's side table.
    #[inline]
    pub(crate) fn slot_of_player(&self, field: Field, player: usize, index: u32) -> &AtomicU64 {
        let table = self.tables[field as usize + player].as_ref();
        &table.expect("only tables that the tree was made with are asked for")[index as usize]
    }

    /// Copies all side tables of a node to a node of another tree.
    pub(crate) fn copy_tables(&self, from: u32, other: &Tree<M>, to: u32) {
        for (source, target) in self.tables.iter().zip(&other.tables) {
            if let (Some(source), Some(target)) = (source, target) {
                target[to as usize].store(source[from as usize].load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
    }

    /// A new, empty tree of the same shape, with room for as many nodes as this one has.
    pub(crate) fn empty_like(&self) -> Tree<M> {
        let mut tree = Tree::new(self.fields.clone(), self.most.saturating_mul(self.node_bytes()));
        tree.resize((self.next.0.load(Ordering::Relaxed) as usize).max(FIRST_NODES));
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_their_moves_until_memory_is_used_up() {
        let mut tree: Tree<u16> = Tree::new(Fields::default().with(Field::Code, true), 5 << 20);
        let mut blocks = Vec::new();
        for size in (1..=5_000).cycle() {
            match tree.add(size, |position| Node::new((size + position) as u16, 1)) {
                Some(first) => blocks.push((first, size)),
                None if tree.grow() => {}
                None => break,
            }
        }
        assert!(tree.is_full() && !tree.can_grow() && blocks.len() > 100);
        for (first, size) in blocks {
            let block = tree.block(first, size);
            assert!(block.nodes.iter().enumerate().all(|(position, node)| usize::from(node.mv()) == size + position));
            assert_eq!(block.table(Field::Code).len(), size);
            assert!(block.table(Field::Best).is_empty());
        }
    }

    #[test]
    fn threads_never_get_the_same_block() {
        let mut tree: Tree<u8> = Tree::new(Fields::default(), 64 << 20);
        while tree.grow() {}
        let firsts = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mine: Vec<_> = (0..20_000).map(|_| tree.add(7, |i| Node::new(i as u8, 0)).unwrap()).collect();
                    firsts.lock().unwrap().extend(mine);
                });
            }
        });
        let mut firsts = firsts.into_inner().unwrap();
        firsts.sort_unstable();
        assert!(firsts.windows(2).all(|pair| pair[1] - pair[0] >= 7));
    }
}
