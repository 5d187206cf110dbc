//! The moves of a game as small numbers: every move that was ever listed has one number, and keeps it.

use std::any::{Any, TypeId};
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::AnyMove;

/// The maps from moves to numbers are split by hash, so that threads rarely meet.
const SHARDS: usize = 16;

/// The first chunk has this many places; every further one is as large as all before it.
const FIRST_CHUNK: u32 = 64;

/// Enough chunks for every number of 32 bits.
const CHUNKS: usize = 27;

/// Moves by hash that were asked for lately.
const RECENT: usize = 512;

/// Numbers for moves. Reading the move behind a number takes no lock, and neither does numbering one that was asked for
/// lately. Any other takes a read lock of one shard, or a write lock when the move is new. A move of one byte is its own
/// number.
pub(super) struct Vocabulary<M> {
    /// A number plus one, or 0; by hash. Only a hint: what counts is the move behind the number.
    recent: Box<[AtomicU32; RECENT]>,
    numbers: [RwLock<FxHashMap<M, u32>>; SHARDS],
    /// Chunks of doubling size, which never move once they are there.
    chunks: [OnceLock<Box<[OnceLock<M>]>>; CHUNKS],
    next: AtomicU32,
}

impl<M: Copy + Eq + Hash + 'static> Vocabulary<M> {
    pub(super) fn new() -> Self {
        Vocabulary {
            recent: Box::new(std::array::from_fn(|_| AtomicU32::new(0))),
            numbers: std::array::from_fn(|_| RwLock::default()),
            chunks: std::array::from_fn(|_| OnceLock::new()),
            next: AtomicU32::new(0),
        }
    }

    /// The number of a move.
    #[inline]
    pub(super) fn number(&self, mv: M) -> AnyMove {
        // Decided at compile time.
        match (&mv as &dyn Any).downcast_ref::<u8>() {
            Some(&byte) => AnyMove(byte.into()),
            None => self.given(mv),
        }
    }

    fn given(&self, mv: M) -> AnyMove {
        let hash = FxBuildHasher.hash_one(mv);
        let recent = &self.recent[(hash >> 32) as usize % RECENT];
        if let Some(number) = recent.load(Ordering::Relaxed).checked_sub(1)
            && self.get(AnyMove(number)) == Some(mv)
        {
            return AnyMove(number);
        }
        let number = self.look_up(mv, &self.numbers[(hash >> 60) as usize % SHARDS]);
        recent.store(number.wrapping_add(1), Ordering::Relaxed);
        AnyMove(number)
    }

    fn look_up(&self, mv: M, shard: &RwLock<FxHashMap<M, u32>>) -> u32 {
        // A poisoned lock is as good as any other: no code of the game runs while it is held, but for `Eq` and `Hash`.
        if let Some(&number) = shard.read().unwrap_or_else(PoisonError::into_inner).get(&mv) {
            return number;
        }
        let mut numbers = shard.write().unwrap_or_else(PoisonError::into_inner);
        *numbers.entry(mv).or_insert_with(|| self.add(mv))
    }

    fn add(&self, mv: M) -> u32 {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (chunk, at, size) = place(number);
        let chunk = self.chunks[chunk].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        chunk[at as usize].get_or_init(|| mv);
        number
    }

    /// The move behind a number, if it has been given out.
    #[inline]
    pub(super) fn get(&self, mv: AnyMove) -> Option<M> {
        if TypeId::of::<M>() == TypeId::of::<u8>() {
            let byte = u8::try_from(mv.0).ok()?;
            return (&byte as &dyn Any).downcast_ref::<M>().copied();
        }
        let (chunk, at, _) = place(mv.0);
        self.chunks[chunk].get()?[at as usize].get().copied()
    }
}

/// The chunk of a number, its place there, and the size of the chunk.
#[inline]
fn place(number: u32) -> (usize, u32, u32) {
    let chunk = (u64::from(number) / u64::from(FIRST_CHUNK) + 1).ilog2();
    let before = ((1u64 << chunk) - 1) * u64::from(FIRST_CHUNK);
    let size = (u64::from(FIRST_CHUNK) << chunk).min(u64::from(u32::MAX)) as u32;
    (chunk as usize, (u64::from(number) - before) as u32, size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_each_other_without_gaps() {
        let mut expected = (0, 0);
        for number in 0..100_000 {
            let (chunk, at, size) = place(number);
            assert_eq!((chunk, at), expected);
            expected = if at + 1 == size { (chunk + 1, 0) } else { (chunk, at + 1) };
        }
        assert!(place(u32::MAX).0 < CHUNKS);
    }

    #[test]
    fn a_byte_is_its_own_number() {
        let words = Vocabulary::<u8>::new();
        for byte in [0, 7, 255] {
            assert_eq!((words.number(byte), words.get(AnyMove(byte.into()))), (AnyMove(byte.into()), Some(byte)));
        }
        assert_eq!(words.get(AnyMove(256)), None);
    }

    #[test]
    fn equal_moves_have_one_number_whichever_thread_asks() {
        let words = Vocabulary::new();
        let numbers: Vec<Vec<AnyMove>> = std::thread::scope(|scope| {
            let ask = |from: u64| (0..2_000).map(|i| words.number((i * 7 + from) % 500)).collect();
            let threads: Vec<_> = (0..4).map(|from| scope.spawn(move || ask(from))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for (from, numbers) in (0u64..).zip(numbers) {
            for (i, number) in (0u64..).zip(numbers) {
                assert_eq!(words.get(number), Some((i * 7 + from) % 500));
            }
        }
        assert_eq!(words.next.load(Ordering::Relaxed), 500);
        assert_eq!(words.get(AnyMove(500)), None);
        assert_eq!(words.get(AnyMove(u32::MAX)), None);
    }
}
