//! One node: the move that leads to it, who made it, its statistics, and where its children are.
//!
//! All statistics are atomics that the serial search uses with plain relaxed loads and stores (the same machine
//! instructions as ordinary memory), and the shared search with read-modify-write operations. Which of the two is a
//! type parameter, [`Sharing`].
//!
//! Values are kept *shifted*: payoff − low, so that 0 is the worst payoff and a visit without a value yet is a
//! virtual loss.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

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

/// What kind of turn follows a node; stored with its flags once the node is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A player chooses.
    Choice = 0,
    /// Nature draws.
    Chance = 1,
    /// Several players choose at once.
    Joint = 2,
}

const KIND: u8 = 0b11;
/// The value is about to become exact: nothing is added any more.
const CLOSED: u8 = 0b100;
/// `sum` holds the exact value.
const PROVEN: u8 = 0b1000;

/// Some child is proven, and not to be the worst: the player there gets at least that.
const BOUNDED: u8 = 0b1_0000;

/// The player who moved here, in the upper bits: there are at most eight.
const MOVER_SHIFT: u32 = 5;
const _: () = assert!(crate::game::MAX_PLAYERS <= 1 << (8 - MOVER_SHIFT));

/// `first` of a node without children.
pub(crate) const LEAF: u32 = 0;
/// `first` of a node that some thread is expanding right now.
pub(crate) const BUSY: u32 = u32::MAX;

/// A node.
pub(crate) struct Node<M> {
    sum: AtomicU64,
    visits: AtomicU32,
    first: AtomicU32,
    total: AtomicU16,
    opened: AtomicU16,
    flags: AtomicU8,
    /// The child that was taken last, of the first 256.
    last: AtomicU8,
    mv: M,
}

const RELAXED: Ordering = Ordering::Relaxed;

impl<M: Copy> Node<M> {
    /// A node that was never visited, reached by `mover`'s move `mv`.
    pub(crate) fn new(mv: M, mover: u8) -> Self {
        Node {
            sum: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            first: AtomicU32::new(LEAF),
            total: AtomicU16::new(0),
            opened: AtomicU16::new(0),
            flags: AtomicU8::new(mover << MOVER_SHIFT),
            last: AtomicU8::new(0),
            mv,
        }
    }

    /// A copy with its own statistics and without children, of which it then knows nothing.
    pub(crate) fn copy_without_children(&self) -> Self {
        let node = Node::new(self.mv, self.mover() as u8);
        node.sum.store(self.sum.load(RELAXED), RELAXED);
        node.visits.store(self.visits.load(RELAXED), RELAXED);
        node.flags.store(self.flags.load(RELAXED) & !BOUNDED, RELAXED);
        node
    }

    /// The move that leads here.
    #[inline(always)]
    pub(crate) fn mv(&self) -> M {
        self.mv
    }

    /// Who made that move; the values here are his.
    #[inline(always)]
    pub(crate) fn mover(&self) -> usize {
        usize::from(self.flags.load(RELAXED) >> MOVER_SHIFT)
    }

    /// Simulations through this node; in a shared tree also those still under way.
    #[inline(always)]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(RELAXED)
    }

    /// The mean shifted value, or the exact one. Only for nodes with a visit.
    #[inline(always)]
    pub(crate) fn mean(&self) -> f64 {
        let sum = f64::from_bits(self.sum.load(RELAXED));
        if self.is_proven() { sum } else { sum / f64::from(self.visits()) }
    }

    /// The sum of shifted values; the exact value of a proven node.
    #[inline(always)]
    pub(crate) fn sum(&self) -> f64 {
        f64::from_bits(self.sum.load(RELAXED))
    }

    /// The exact shifted value, if proven.
    #[inline]
    pub(crate) fn proven(&self) -> Option<f64> {
        self.is_proven().then(|| f64::from_bits(self.sum.load(RELAXED)))
    }

    /// Whether the value is exact.
    #[inline(always)]
    pub(crate) fn is_proven(&self) -> bool {
        self.flags.load(Ordering::Acquire) & PROVEN != 0
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

    /// Adds a shifted value, unless the exact one is known.
    #[inline(always)]
    pub(crate) fn add_value<S: Sharing>(&self, value: f64) {
        let mut old = self.sum.load(Ordering::Acquire);
        loop {
            if self.flags.load(RELAXED) & CLOSED != 0 {
                return;
            }
            let new = (f64::from_bits(old) + value).to_bits();
            if !S::SHARED {
                self.sum.store(new, RELAXED);
                return;
            }
            match self.sum.compare_exchange_weak(old, new, RELAXED, Ordering::Acquire) {
                Ok(_) => return,
                Err(now) => old = now,
            }
        }
    }

    /// Fixes the exact shifted value. Closing first keeps another thread's `add_value` from mixing into it: that
    /// thread either sees the flag, or its exchange is overwritten here, or fails and then sees the flag.
    pub(crate) fn prove(&self, value: f64) {
        if self.flags.fetch_or(CLOSED, Ordering::AcqRel) & CLOSED == 0 {
            self.sum.store(value.to_bits(), Ordering::Release);
            self.flags.fetch_or(PROVEN, Ordering::Release);
        }
    }

    /// Notes that a child is proven to be worth something.
    pub(crate) fn bound(&self) {
        self.flags.fetch_or(BOUNDED, RELAXED);
    }

    /// Whether some child is proven to be worth something.
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

    /// Index of the first child, [`LEAF`] or [`BUSY`].
    #[inline(always)]
    pub(crate) fn first(&self) -> u32 {
        self.first.load(Ordering::Acquire)
    }

    /// The number of children.
    #[inline(always)]
    pub(crate) fn total(&self) -> u16 {
        self.total.load(RELAXED)
    }

    /// The number of children that were opened to visits.
    #[inline(always)]
    pub(crate) fn opened(&self) -> u16 {
        self.opened.load(RELAXED)
    }

    /// Opens the next child if fewer than `most` are open; answers its position.
    #[inline]
    pub(crate) fn open_next<S: Sharing>(&self, most: u16) -> Option<u16> {
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

    /// The child that was taken last: a guess at the one that will be taken next.
    #[inline(always)]
    pub(crate) fn last(&self) -> usize {
        usize::from(self.last.load(RELAXED))
    }

    /// Remembers the child that is taken.
    #[inline(always)]
    pub(crate) fn remember(&self, position: usize) {
        self.last.store(position as u8, RELAXED);
    }

    /// Claims the right to expand this leaf.
    #[inline]
    pub(crate) fn claim<S: Sharing>(&self) -> bool {
        !S::SHARED || self.first.compare_exchange(LEAF, BUSY, Ordering::Acquire, RELAXED).is_ok()
    }

    /// Gives up the claim without children.
    #[inline]
    pub(crate) fn release(&self) {
        self.first.store(LEAF, Ordering::Release);
    }

    /// Publishes the children, which must be initialised.
    #[inline]
    pub(crate) fn publish(&self, first: u32, total: u16, opened: u16, kind: Kind) {
        self.total.store(total, RELAXED);
        self.opened.store(opened, RELAXED);
        let flags = self.flags.load(RELAXED) & !BOUNDED;
        // Nobody proves a node before it is published, except as a terminal one, which is never published.
        self.flags.store(flags & !KIND | kind as u8, RELAXED);
        self.first.store(first, Ordering::Release);
    }
}

/// A number in a side table, as an atomic.
pub(crate) trait Slot {
    /// Its value as a float.
    fn get(&self) -> f64;
    /// Replaces it.
    fn set(&self, value: f64);
    /// Adds to it.
    fn add<S: Sharing>(&self, value: f64);
    /// Keeps the greater value.
    fn raise<S: Sharing>(&self, value: f64);
}

impl Slot for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> f64 {
        f64::from_bits(self.load(RELAXED))
    }
    #[inline(always)]
    fn set(&self, value: f64) {
        self.store(value.to_bits(), RELAXED);
    }
    #[inline(always)]
    fn add<S: Sharing>(&self, value: f64) {
        update::<S>(self, |old| Some(old + value));
    }
    #[inline(always)]
    fn raise<S: Sharing>(&self, value: f64) {
        update::<S>(self, |old| (value > old).then_some(value));
    }
}

#[inline(always)]
fn update<S: Sharing>(slot: &AtomicU64, f: impl Fn(f64) -> Option<f64>) {
    if S::SHARED {
        // `None` leaves the slot as it is, which is what the caller wants then.
        let _ = slot.fetch_update(RELAXED, RELAXED, |bits| f(f64::from_bits(bits)).map(f64::to_bits));
    } else if let Some(new) = f(slot.get()) {
        slot.set(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_24_bytes() {
        assert_eq!(size_of::<Node<u8>>(), 24);
        assert_eq!(size_of::<Node<u16>>(), 24);
    }

    #[test]
    fn adding_never_changes_a_proven_value() {
        let node = Node::new(0u8, 0);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..100_000 {
                        node.add_visits::<Together>(1);
                        node.add_value::<Together>(0.25);
                    }
                });
            }
            scope.spawn(|| {
                while node.visits() < 1_000 {
                    std::hint::spin_loop();
                }
                node.prove(7.0);
                for _ in 0..1_000 {
                    assert_eq!(node.proven(), Some(7.0));
                }
            });
        });
        assert_eq!(node.proven(), Some(7.0));
        assert_eq!(node.visits(), 200_000);
    }
}
