//! One node: the move that leads to it, the player that made it, its statistics, and the index of its children.
//!
//! All statistics are atomics. The serial search uses them with plain relaxed loads and stores (the same machine
//! instructions as ordinary memory), the shared search with read-modify-write operations. [`Sharing`] is a type
//! parameter that selects one of the two.
//!
//! A node goes through two lives that do not depend on each other:
//!
//! * **Children**: leaf → busy → expanded. One thread wins the compare-and-swap of `first` from [`LEAF`] to [`BUSY`],
//!   writes the children to a block that no other thread knows, fills in the fields that describe them, and publishes
//!   them by a release store to `first`. Readers load `first` with acquire. Dropping children (back to leaf) needs
//!   exclusive access to the tree.
//! * **Value**: open → proven, one way and once. `value` holds a sum of payoffs while its lowest bit is 0, and the exact
//!   value from the moment that bit is 1. Additions only ever replace a word with a 0 there by another such word, so no
//!   addition, however late, can undo or change a proof.
//!
//! The protocol is checked by `loom` over all interleavings of small programs (`tests/node_protocol.rs`), for which
//! this file is compiled with loom's atomics: it takes them from `super::sync`.

use super::sync::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// Whether one thread works on the tree or several.
pub(crate) trait Sharing: Send + Sync {
    /// Several threads.
    const SHARED: bool;
}

/// One thread.
pub(crate) struct Alone;
/// Several threads.
pub(crate) struct Together;

impl Sharing for Alone {
    const SHARED: bool = false;
}
impl Sharing for Together {
    const SHARED: bool = true;
}

/// The kind of turn that follows a node; stored with its flags once the node is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A player chooses.
    Choice = 0,
    /// A chance outcome is drawn.
    Chance = 1,
    /// Several players choose simultaneously.
    Joint = 2,
}

/// The bits of [`Kind`] in `flags`. Written by the thread that expands the node, before it publishes the children.
const KIND: u8 = 0b11;
/// Some thread has taken it on itself to prove the node. Set once, by the first of them.
const CLAIMED: u8 = 0b100;
/// The lowest bit of the exact value, whose place in `value` the tag takes. Set before the tagged word is stored.
const ODD: u8 = 0b1000;
/// Some child may be proven, the worst ones included. A hint: it is set after the child's proof, and lets selection and
/// back-up skip the look at the children where it is not set.
const BOUNDED: u8 = 0b1_0000;
/// The player that moved here, in the upper bits: there are at most eight. Never changes.
const MOVER_SHIFT: u32 = 5;
const _: () = assert!(crate::game::MAX_PLAYERS <= 1 << (8 - MOVER_SHIFT));

/// The lowest bit of `value`: 0 in every sum, 1 in every proof.
const TAG: u64 = 1;

/// `first` of a node without children.
pub(super) const LEAF: u32 = 0;
/// `first` of a node that some thread is expanding.
pub(super) const BUSY: u32 = u32::MAX;

/// `total` of a node with this many children or more, which are counted in the header of their block.
pub(super) const WIDE: u16 = u16::MAX;

/// A node.
pub(crate) struct Node<M> {
    /// Open: the bits of the sum of all payoffs added so far, each less the low end of the declared range, with the lowest bit cleared.
    /// Proven: the bits of the exact value (less the same low end) with the lowest bit set; see [`ODD`]. Once tagged,
    /// the word never changes.
    value: AtomicU64,
    /// Simulations through this node. In a shared tree they are counted on the way down, so that those still under way
    /// are included. Only grows, proven or not.
    visits: AtomicU32,
    /// [`LEAF`], [`BUSY`], or the index of the first child. The fields `total`, `opened` and the kind of turn mean
    /// something only to a thread that has read an index here, with acquire.
    first: AtomicU32,
    /// The number of children, or [`WIDE`]. Written before `first` is published, then fixed.
    total: AtomicU16,
    /// The number of children that were opened to visits, unless the block is wide. Only grows while there are children.
    opened: AtomicU16,
    /// [`KIND`], [`CLAIMED`], [`ODD`], [`BOUNDED`] and the mover.
    flags: AtomicU8,
    /// The child that was chosen last, of the first 256. A hint for the order of comparisons; any value will do.
    last: AtomicU8,
    /// Never changes.
    mv: M,
}

/// What is known of a node's value, from one load of one word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// The sum of the payoffs of all simulations so far, less the low end of the range each.
    Open(f64),
    /// The exact value, less the low end of the range.
    Proven(f64),
}

const RELAXED: Ordering = Ordering::Relaxed;

impl<M: Copy> Node<M> {
    /// A node that was never visited, reached by `mover`'s move `mv`.
    #[inline(always)]
    pub(crate) fn new(mv: M, mover: u8) -> Self {
        Node {
            value: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            first: AtomicU32::new(LEAF),
            total: AtomicU16::new(0),
            opened: AtomicU16::new(0),
            flags: AtomicU8::new(mover << MOVER_SHIFT),
            last: AtomicU8::new(0),
            mv,
        }
    }

    /// A copy with its own statistics and without children. Needs a tree that no other thread works on.
    pub(crate) fn copy_without_children(&self) -> Self {
        let node = Node::new(self.mv, self.mover() as u8);
        node.value.store(self.value.load(RELAXED), RELAXED);
        node.visits.store(self.visits.load(RELAXED), RELAXED);
        node.flags.store(self.flags.load(RELAXED) & !BOUNDED, RELAXED);
        node
    }

    /// The move that leads here.
    #[inline(always)]
    pub(crate) fn mv(&self) -> M {
        self.mv
    }

    /// The player that made that move; the values here are that player's.
    #[inline(always)]
    pub(crate) fn mover(&self) -> usize {
        usize::from(self.flags.load(RELAXED) >> MOVER_SHIFT)
    }

    /// Simulations through this node; in a shared tree also those still under way.
    #[inline(always)]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(RELAXED)
    }

    /// The sum or the exact value.
    #[inline(always)]
    pub(crate) fn value(&self) -> Value {
        let word = self.value.load(Ordering::Acquire);
        if word & TAG == 0 { Value::Open(f64::from_bits(word)) } else { Value::Proven(self.untag(word)) }
    }

    /// The exact value in a tagged word that was loaded with acquire.
    #[inline(always)]
    fn untag(&self, word: u64) -> f64 {
        // ODD was set before the word was stored with release.
        let odd = self.flags.load(RELAXED) & ODD != 0;
        f64::from_bits(word & !TAG | u64::from(odd))
    }

    /// The mean value, or the exact one. Only for nodes with a visit.
    #[inline(always)]
    pub(crate) fn mean(&self) -> f64 {
        match self.value() {
            Value::Open(sum) => sum / f64::from(self.visits()),
            Value::Proven(value) => value,
        }
    }

    /// The sum of a node that the caller takes to be open. Of one that another thread has just proven it is the exact
    /// value instead, to the last bit but one: good enough for one choice of a child, and for nothing that is kept.
    #[inline(always)]
    pub(crate) fn open_sum(&self) -> f64 {
        f64::from_bits(self.value.load(RELAXED))
    }

    /// The exact value, if proven.
    #[inline(always)]
    pub(crate) fn proven(&self) -> Option<f64> {
        match self.value() {
            Value::Open(_) => None,
            Value::Proven(value) => Some(value),
        }
    }

    /// Whether the value is exact.
    #[inline(always)]
    pub(crate) fn is_proven(&self) -> bool {
        self.value.load(Ordering::Acquire) & TAG != 0
    }

    /// Counts visits.
    #[inline(always)]
    pub(crate) fn add_visits<S: Sharing>(&self, count: u32) {
        if S::SHARED {
            self.visits.fetch_add(count, RELAXED);
        } else {
            self.visits.store(self.visits.load(RELAXED).wrapping_add(count), RELAXED);
        }
    }

    /// Takes back visits of simulations that will not be finished; only in a shared tree, where they are counted first.
    pub(crate) fn take_visits(&self, count: u32) {
        self.visits.fetch_sub(count, RELAXED);
    }

    /// Adds to the sum, unless the exact value is known. The lowest bit of a sum is always cleared: sums lose one bit of
    /// 53, and those of whole and half payoffs lose nothing.
    #[inline(always)]
    pub(crate) fn add_value<S: Sharing>(&self, value: f64) {
        let mut old = self.value.load(RELAXED);
        while old & TAG == 0 {
            let new = (f64::from_bits(old) + value).to_bits() & !TAG;
            if !S::SHARED {
                self.value.store(new, RELAXED);
                return;
            }
            // Succeeds only against a word without the tag, so a proof cannot be overwritten.
            match self.value.compare_exchange_weak(old, new, RELAXED, RELAXED) {
                Ok(_) => return,
                Err(now) => old = now,
            }
        }
    }

    /// Fixes the exact value. Only the first call has an effect; it runs `before` first, whose writes are visible to
    /// every thread that sees the proof.
    pub(crate) fn prove(&self, value: f64, before: impl FnOnce()) {
        if self.flags.fetch_or(CLAIMED, RELAXED) & CLAIMED != 0 {
            return;
        }
        before();
        let bits = value.to_bits();
        if bits & TAG != 0 {
            self.flags.fetch_or(ODD, RELAXED);
        }
        // Additions before this are overwritten; later ones find the tag. All writes of a shared tree to this word are
        // read-modify-writes, so there is no other order than before and after.
        self.value.swap(bits | TAG, Ordering::Release);
    }

    /// Notes that some child is proven.
    pub(crate) fn bound(&self) {
        self.flags.fetch_or(BOUNDED, RELAXED);
    }

    /// Whether some child may be proven.
    #[inline(always)]
    pub(crate) fn is_bounded(&self) -> bool {
        self.flags.load(RELAXED) & BOUNDED != 0
    }

    /// The kind of turn that follows; meaningful once there are children.
    #[inline(always)]
    pub(crate) fn kind(&self) -> Kind {
        match self.flags.load(RELAXED) & KIND {
            0 => Kind::Choice,
            1 => Kind::Chance,
            _ => Kind::Joint,
        }
    }

    /// The child that was chosen last: a prediction of the next choice.
    #[inline(always)]
    pub(crate) fn last(&self) -> usize {
        usize::from(self.last.load(RELAXED))
    }

    /// Remembers the child that is chosen.
    #[inline(always)]
    pub(crate) fn remember(&self, position: usize) {
        self.last.store(position as u8, RELAXED);
    }

    /// Claims the right to expand this leaf.
    #[inline]
    pub(crate) fn claim<S: Sharing>(&self) -> bool {
        !S::SHARED || self.first.compare_exchange(LEAF, BUSY, Ordering::Acquire, RELAXED).is_ok()
    }

    /// Makes the node a leaf: gives up a claim, or drops the children.
    #[inline]
    pub(crate) fn release(&self) {
        self.first.store(LEAF, Ordering::Release);
    }
}

/// What only the tree may do, since it vouches for the indices.
impl<M: Copy> Node<M> {
    /// Index of the first child, [`LEAF`] or [`BUSY`].
    #[inline(always)]
    pub(super) fn first(&self) -> u32 {
        self.first.load(Ordering::Acquire)
    }

    /// The number of children, or [`WIDE`].
    #[inline(always)]
    pub(super) fn total(&self) -> u16 {
        self.total.load(RELAXED)
    }

    /// The number of children that were opened to visits; not for wide blocks.
    #[inline(always)]
    pub(super) fn opened(&self) -> u16 {
        self.opened.load(RELAXED)
    }

    /// Opens the next child if fewer than `most` are open; returns its position. Not for wide blocks.
    #[inline]
    pub(super) fn open_next<S: Sharing>(&self, most: u16) -> Option<u16> {
        let opened = self.opened.load(RELAXED);
        if opened >= most {
            return None;
        }
        if !S::SHARED {
            self.opened.store(opened + 1, RELAXED);
            return Some(opened);
        }
        self.opened.fetch_update(RELAXED, RELAXED, |now| (now < most).then(|| now + 1)).ok()
    }

    /// Publishes the children, which must be initialised. Only for the thread that has claimed the node.
    #[inline]
    pub(super) fn publish<S: Sharing>(&self, first: u32, total: u16, opened: u16, kind: Kind) {
        self.total.store(total, RELAXED);
        self.opened.store(opened, RELAXED);
        let flags = |old: u8| old & !(KIND | BOUNDED) | kind as u8;
        if S::SHARED {
            let mut old = self.flags.load(RELAXED);
            while let Err(now) = self.flags.compare_exchange_weak(old, flags(old), RELAXED, RELAXED) {
                old = now;
            }
        } else {
            self.flags.store(flags(self.flags.load(RELAXED)), RELAXED);
        }
        self.first.store(first, Ordering::Release);
    }
}

/// Headers: a block of very many children is preceded by a node that is none, but counts them.
impl<M: Copy> Node<M> {
    /// A header for `total` children; `mv` fills the field.
    pub(super) fn header(mv: M, total: u32) -> Self {
        let header = Node::new(mv, 0);
        header.visits.store(total, RELAXED);
        header
    }

    /// The number of children that a header counts.
    pub(super) fn header_total(&self) -> u32 {
        self.visits.load(RELAXED)
    }

    /// The number of open children that a header counts.
    pub(super) fn header_opened(&self) -> u32 {
        self.first.load(RELAXED)
    }

    /// Sets the number of open children.
    pub(super) fn set_header_opened(&self, opened: u32) {
        self.first.store(opened, RELAXED);
    }

    /// Opens the next child if fewer than `most` are open; returns its position.
    pub(super) fn header_open_next(&self, most: u32) -> Option<u32> {
        self.first.fetch_update(RELAXED, RELAXED, |now| (now < most).then(|| now + 1)).ok()
    }
}

/// The proven child that is worth most to its player, and how much.
pub(crate) fn best_proven<M: Copy>(nodes: &[Node<M>]) -> Option<(usize, f64)> {
    let proven = nodes.iter().enumerate().filter_map(|(position, child)| Some((position, child.proven()?)));
    proven.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The same, and whether all children are proven, so that none can be better. That is checked first: other threads prove
/// children meanwhile, and one that is proven after the search for the best must not count as compared with it.
pub(crate) fn best_of_proven<M: Copy>(nodes: &[Node<M>]) -> Option<(usize, f64, bool)> {
    let all = nodes.iter().all(Node::is_proven);
    best_proven(nodes).map(|(position, value)| (position, value, all))
}
