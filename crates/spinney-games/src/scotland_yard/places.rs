//! Sets of stations: 256 bits, one for every value of a byte.

use std::fmt;

use spinney::bits::nth_bit;

/// A set of stations.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Places(pub(super) [u64; 4]);

impl Places {
    /// The empty set.
    pub const EMPTY: Places = Places([0; 4]);

    /// One station.
    #[inline]
    pub fn only(place: u8) -> Self {
        let mut set = Places::EMPTY;
        set.insert(place);
        set
    }

    /// Adds a station.
    #[inline]
    pub fn insert(&mut self, place: u8) {
        self.0[usize::from(place >> 6)] |= 1 << (place & 63);
    }

    /// Removes a station.
    #[inline]
    pub fn remove(&mut self, place: u8) {
        self.0[usize::from(place >> 6)] &= !(1 << (place & 63));
    }

    /// Whether a station is in the set.
    #[inline]
    pub fn contains(&self, place: u8) -> bool {
        self.0[usize::from(place >> 6)] >> (place & 63) & 1 == 1
    }

    /// The number of stations.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The intersection.
    #[inline]
    pub fn and(&self, other: &Places) -> Places {
        Places(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The union.
    #[inline]
    pub fn or(&self, other: &Places) -> Places {
        Places(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The difference.
    #[inline]
    pub fn without(&self, other: &Places) -> Places {
        Places(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The `n`-th station in ascending order, from 0. `n` must be less than [`len`](Self::len).
    #[inline]
    pub fn nth(&self, n: usize) -> u8 {
        let mut left = n as u32;
        for (index, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if left < here {
                return (64 * index) as u8 + nth_bit(word, left) as u8;
            }
            left -= here;
        }
        unreachable!("a set of {} places has no place {n}", self.len())
    }

    /// The stations in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, word: 0 }
    }
}

/// Iterates over the stations of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; 4],
    word: u8,
}

impl Iterator for Iter {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            let left = &mut self.words[usize::from(self.word & 3)];
            if *left != 0 {
                let bit = left.trailing_zeros() as u8;
                *left &= *left - 1;
                return Some(self.word << 6 | bit);
            }
            if self.word == 3 {
                return None;
            }
            self.word += 1;
        }
    }
}

impl FromIterator<u8> for Places {
    fn from_iter<T: IntoIterator<Item = u8>>(places: T) -> Self {
        let mut set = Places::EMPTY;
        places.into_iter().for_each(|place| set.insert(place));
        set
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_lists() {
        let list = [0, 1, 63, 64, 127, 128, 199, 255];
        let mut set: Places = list.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), list);
        assert_eq!(set.len(), list.len());
        for (n, place) in list.into_iter().enumerate() {
            assert_eq!(set.nth(n), place);
            assert!(set.contains(place));
        }
        let other: Places = [1, 2, 128].into_iter().collect();
        assert_eq!(set.and(&other), [1, 128].into_iter().collect());
        assert_eq!(set.or(&other).len(), 9);
        assert_eq!(set.without(&other).len(), 6);
        list.into_iter().for_each(|place| set.remove(place));
        assert!(set.is_empty() && set == Places::EMPTY);
        assert_eq!(Places::only(70).iter().collect::<Vec<_>>(), [70]);
    }
}
