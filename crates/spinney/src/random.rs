//! The one source of randomness: a named, portable generator that is always passed in.

use std::convert::Infallible;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng, TryRng};

/// A seeded generator (xoshiro256++). The same seed gives the same sequence on every machine.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A generator for a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// An independent generator for a part of the work: a game of a match, a thread of a search.
    pub fn derive(seed: u64, part: u64) -> Self {
        Random::new(mix(seed ^ mix(part.wrapping_add(1))))
    }

    /// Splits off an independent generator.
    pub fn split(&mut self) -> Self {
        Random::new(self.next())
    }

    /// 64 random bits.
    #[inline]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, which must not be 0. The bias of the multiplication is below n / 2⁶⁴.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// A number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Brings a slice into random order.
    #[inline]
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for last in (1..slice.len()).rev() {
            slice.swap(last, self.below(last + 1));
        }
    }
}

/// For distributions and other code of the `rand` family.
impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// A seed that does not follow from any other, short enough to be typed.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish() >> 32
}

/// Scrambles 64 bits (the finaliser of SplitMix64): a cheap hash for keys and seeds.
#[inline]
pub const fn mix(bits: u64) -> u64 {
    let x = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Scrambles two words into one: both halves of a product of 128 bits, scrambled. Faster than two calls of [`mix`], since
/// one multiplication takes in both.
#[inline]
pub const fn mix_pair(first: u64, second: u64) -> u64 {
    let product = (first ^ 0xa076_1d64_78bd_642f) as u128 * (second ^ 0xe703_7ed1_a0b4_28db) as u128;
    mix(product as u64 ^ (product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rand_family_draws_the_same_numbers() {
        let (mut own, mut theirs) = (Random::new(1), Random::new(1));
        assert_eq!(own.next(), theirs.next_u64());
    }

    #[test]
    fn below_is_uniform_enough_and_in_range() {
        let mut rng = Random::new(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        // Six sigma around 10,000 with a standard deviation of about 93.
        assert!(counts.iter().all(|&c| (9_440..=10_560).contains(&c)), "{counts:?}");
    }

    #[test]
    fn derived_generators_differ() {
        let first: Vec<u64> = (0..100).map(|part| Random::derive(7, part).next()).collect();
        let distinct: std::collections::HashSet<_> = first.iter().collect();
        assert_eq!(distinct.len(), first.len());
    }
}
