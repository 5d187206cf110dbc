//! The tree's memory: nodes in one array, children of a node side by side, 32-bit indices, and side tables only for the
//! statistics that the configuration needs.
//!
//! The arrays do not move while a simulation runs, so several threads can read while one adds. When they are full,
//! [`Tree::add`] fails and the drivers pause all workers: [`Tree::grow`] doubles the arrays until the memory limit is
//! reached, and then [`recycle`](super::recycle) puts blocks of dropped children on free lists by size.
//!
//! This module is where the search uses unsafe code, and it alone makes the values on which that rests: an [`Index`] or
//! [`Children`] exists only for nodes that were written, and arrays never get shorter, so such nodes stay readable.
//! What the types cannot say, callers must keep: an index is meant for the tree that gave it, and after
//! [`Tree::drop_children`] nothing refers to the dropped nodes.

mod block;
mod fields;
mod node;
mod prefetch;
mod sync;

#[cfg(test)]
mod tests;

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use rustc_hash::FxHashMap;

pub(crate) use self::block::{Block, Children, Index, ROOT};
pub(crate) use self::fields::{Field, Fields, Slot};
pub(crate) use self::node::{Alone, Kind, Node, Sharing, Together, Value, best_of_proven, best_proven};
use self::node::{BUSY, LEAF, WIDE};
use self::prefetch::{CACHE_LINE, CACHED_VISITS, PREFETCHED_LINES, fetch};

/// No tree has more nodes than this: the greatest index marks a node that is being expanded.
const MOST_NODES: usize = u32::MAX as usize;

/// Initial room, whatever the memory limit.
const FIRST_NODES: usize = 1 << 12;

/// No more nodes than this are expected at first.
const MOST_EXPECTED: usize = 1 << 20;

/// A node's place in the array, with the layout of a node.
#[repr(transparent)]
struct Cell<M>(UnsafeCell<MaybeUninit<Node<M>>>);

// SAFETY: a node is written only while its block belongs to one thread (before its parent publishes it with a release
// store, or under `&mut Tree`); afterwards only its atomics change.
#[allow(unsafe_code)]
unsafe impl<M: Send + Sync> Sync for Cell<M> {}

/// A value with cache lines of its own, so that writes to it do not disturb readers of its neighbours.
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
    /// Blocks to be used again: by size in cells, the first cell of each.
    free: Mutex<FxHashMap<u32, Vec<u32>>>,
    has_free: AtomicBool,
    full: AtomicBool,
}

impl<M: Copy> Tree<M> {
    /// A tree of one node that may take `bytes`.
    pub(crate) fn new(fields: Fields, bytes: usize, root: Node<M>) -> Self {
        let most = (bytes / Self::bytes_per_node(&fields)).clamp(FIRST_NODES, MOST_NODES);
        let mut tree = Tree {
            nodes: Vec::new(),
            tables: (0..fields.slots()).map(|slot| fields.has(slot).then(Vec::new)).collect(),
            next: Apart::default(),
            most,
            wanted: AtomicU32::new(0),
            fields,
            free: Mutex::default(),
            has_free: AtomicBool::new(false),
            full: AtomicBool::new(false),
        };
        tree.resize(FIRST_NODES);
        tree.restart(root);
        tree
    }

    /// Forgets all nodes but a new root, and keeps the memory.
    pub(crate) fn restart(&mut self, root: Node<M>) {
        *self.next.0.get_mut() = 0;
        self.free.get_mut().expect("no panic while holding the lock").clear();
        *self.has_free.get_mut() = false;
        *self.full.get_mut() = false;
        self.add(1, |_| root.copy_without_children()).expect("there is room for the root");
    }

    /// Makes room for about this many nodes, if they take no memory before they are written to.
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

    /// Whether a block of this many children can fit at all.
    pub(crate) fn can_hold(&self, children: usize) -> bool {
        children + 2 <= self.most
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

    /// Bytes per node with these side tables.
    pub(crate) fn bytes_per_node(fields: &Fields) -> usize {
        size_of::<Node<M>>() + 8 * fields.tables()
    }

    /// Bytes per node of this tree.
    pub(crate) fn node_bytes(&self) -> usize {
        Self::bytes_per_node(&self.fields)
    }

    /// Nodes in use, dropped ones that wait to be used again not counted.
    pub(crate) fn len(&self) -> usize {
        let free = self.free.lock().expect("no panic while holding the lock");
        let waiting: usize = free.iter().map(|(&size, blocks)| size as usize * blocks.len()).sum();
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

    /// Adds the nodes of one block, or returns `None` if memory is used up.
    #[inline]
    pub(crate) fn add(&self, total: usize, node: impl Fn(usize) -> Node<M>) -> Option<Children> {
        let wide = total >= usize::from(WIDE);
        let size = total + usize::from(wide);
        let first = self.take(size)?;
        let (head, cells) = self.nodes[first as usize..first as usize + size].split_at(usize::from(wide));
        for (position, cell) in cells.iter().enumerate() {
            Self::write(cell, node(position));
        }
        if let [header] = head {
            Self::write(header, Node::header(node(0).mv(), total as u32));
        }
        self.clear_tables(first as usize, size);
        Some(Children { first: first + u32::from(wide), total: total as u32 })
    }

    /// Writes a node of a block that was handed out to the caller.
    #[inline(always)]
    fn write(cell: &Cell<M>, node: Node<M>) {
        // SAFETY: only `add` calls this, with cells that it alone was given, so nothing else refers to them.
        #[allow(unsafe_code)]
        unsafe {
            (*cell.0.get()).write(node);
        }
    }

    /// The first of `size` nodes that only the caller has.
    #[inline]
    fn take(&self, size: usize) -> Option<u32> {
        let first = self.reuse(size).or_else(|| self.bump(size));
        if first.is_none() {
            self.wanted.fetch_max(u32::try_from(size).unwrap_or(u32::MAX), Ordering::Relaxed);
            self.full.store(true, Ordering::Relaxed);
        }
        first
    }

    #[inline]
    fn clear_tables(&self, first: usize, size: usize) {
        for table in self.tables.iter().flatten() {
            for slot in &table[first..first + size] {
                slot.store(0, Ordering::Relaxed);
            }
        }
    }

    #[inline]
    fn reuse(&self, size: usize) -> Option<u32> {
        if !self.has_free.load(Ordering::Relaxed) {
            return None;
        }
        let mut free = self.free.lock().expect("no panic while holding the lock");
        free.get_mut(&u32::try_from(size).ok()?)?.pop()
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

    /// A node.
    #[inline(always)]
    pub(crate) fn node(&self, index: Index) -> &Node<M> {
        debug_assert!(index.0 < self.next.0.load(Ordering::Relaxed), "an index of this tree");
        let cell = &self.nodes[index.0 as usize];
        // SAFETY: an `Index` comes from `add`, directly or through a node's acquire-loaded `first`, after the node was
        // written.
        #[allow(unsafe_code)]
        unsafe {
            (*cell.0.get()).assume_init_ref()
        }
    }

    /// Whether a node has children.
    #[inline(always)]
    pub(crate) fn is_expanded(&self, node: &Node<M>) -> bool {
        !matches!(node.first(), LEAF | BUSY)
    }

    /// The children of a node, if it has any.
    #[inline(always)]
    pub(crate) fn children(&self, node: &Node<M>) -> Option<Block<'_, M>> {
        Some(self.block(self.children_of(node)?))
    }

    /// Where the children of a node are, if it has any.
    #[inline(always)]
    pub(crate) fn children_of(&self, node: &Node<M>) -> Option<Children> {
        let first = node.first();
        if matches!(first, LEAF | BUSY) {
            return None;
        }
        let total = match node.total() {
            WIDE => self.header(first).header_total(),
            total => u32::from(total),
        };
        Some(Children { first, total })
    }

    /// Asks the processor to fetch the children of a node that the search is about to go to. A tree is much larger than
    /// the inner caches, and a descent waits for memory at every level; this way it waits while the move is played. The
    /// children of a node with many visits are in the cache anyway, as is the root, to which the index of a leaf leads.
    #[inline(always)]
    pub(crate) fn prefetch_children(&self, node: &Node<M>) {
        if node.visits() >= CACHED_VISITS {
            return;
        }
        // The children are read from the first one on once all are open, and before that only the next to be opened.
        let opened = node.opened();
        let from = if opened < node.total() { usize::from(opened) } else { 0 };
        let start = self.nodes.as_ptr().wrapping_add(node.first() as usize + from).cast::<u8>();
        for line in 0..PREFETCHED_LINES {
            fetch(start.wrapping_add(CACHE_LINE * line));
        }
    }

    /// The header of a wide block.
    #[cold]
    fn header(&self, first: u32) -> &Node<M> {
        self.node(Index(first - 1))
    }

    /// A block that was added.
    #[inline(always)]
    pub(crate) fn block(&self, children: Children) -> Block<'_, M> {
        let Children { first, total } = children;
        let cells = &self.nodes[first as usize..first as usize + total as usize];
        // SAFETY: as in `node`, for a whole block; a cell has the layout of its `Node`, and after publication nodes
        // change through their atomics only.
        #[allow(unsafe_code)]
        let nodes = unsafe { std::slice::from_raw_parts(cells.as_ptr().cast::<Node<M>>(), cells.len()) };
        Block { first, nodes, tables: &self.tables }
    }

    /// Makes a block the children of a node that this thread has claimed, the first `opened` of them open to visits.
    #[inline]
    pub(crate) fn publish<S: Sharing>(&self, node: &Node<M>, children: Children, opened: u32, kind: Kind) {
        if children.is_wide() {
            self.header(children.first).set_header_opened(opened);
            node.publish::<S>(children.first, WIDE, 0, kind);
        } else {
            node.publish::<S>(children.first, children.total as u16, opened as u16, kind);
        }
    }

    /// The number of children of a node that were opened to visits.
    #[inline(always)]
    pub(crate) fn opened(&self, node: &Node<M>, block: &Block<'_, M>) -> usize {
        if block.nodes.len() >= usize::from(WIDE) {
            return self.header(block.first).header_opened() as usize;
        }
        usize::from(node.opened())
    }

    /// Opens the next child of a node if fewer than `most` are open; returns its position.
    #[inline(always)]
    pub(crate) fn open_next<S: Sharing>(&self, node: &Node<M>, block: &Block<'_, M>, most: usize) -> Option<usize> {
        if block.nodes.len() >= usize::from(WIDE) {
            return self.header(block.first).header_open_next(most as u32).map(|position| position as usize);
        }
        node.open_next::<S>(most as u16).map(usize::from)
    }

    /// Makes a node a leaf again and keeps the memory of its children for new ones. Returns how many there were.
    pub(crate) fn drop_children(&mut self, index: Index) -> usize {
        let Some(children) = self.children_of(self.node(index)) else { return 0 };
        self.node(index).release();
        let (first, size) = children.cells();
        self.free.get_mut().expect("no panic while holding the lock").entry(size).or_default().push(first);
        *self.has_free.get_mut() = true;
        *self.full.get_mut() = false;
        children.total as usize
    }

    /// A slot of a side table.
    #[inline]
    pub(crate) fn slot(&self, field: Field, index: Index) -> &AtomicU64 {
        self.slot_of_player(field, 0, index)
    }

    /// A slot of a player's side table.
    #[inline]
    pub(crate) fn slot_of_player(&self, field: Field, player: usize, index: Index) -> &AtomicU64 {
        let table = self.tables[field as usize + player].as_ref();
        &table.expect("only tables that the tree was made with are asked for")[index.0 as usize]
    }

    /// Copies all side tables of a node to a node of another tree.
    pub(crate) fn copy_tables(&self, from: Index, other: &Tree<M>, to: Index) {
        for (source, target) in self.tables.iter().zip(&other.tables) {
            if let (Some(source), Some(target)) = (source, target) {
                target[to.0 as usize].store(source[from.0 as usize].load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
    }

    /// A new tree of the same shape, with room for as many nodes as this one has.
    pub(crate) fn empty_like(&self, root: Node<M>) -> Tree<M> {
        let mut tree = Tree::new(self.fields.clone(), self.most.saturating_mul(self.node_bytes()), root);
        tree.resize((self.next.0.load(Ordering::Relaxed) as usize).max(FIRST_NODES));
        tree
    }
}
