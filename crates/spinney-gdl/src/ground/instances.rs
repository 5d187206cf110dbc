//! Ground rules, each kept once.

use super::tables::{grow, slots_bytes};

const END: u32 = u32::MAX;

/// A ground rule: an atom follows from atoms that hold and atoms that fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance<'a> {
    /// The head.
    pub head: u32,
    /// Atoms that hold, in ascending order.
    pub positive: &'a [u32],
    /// Mentions of atoms that fail, in ascending order.
    pub negative: &'a [u32],
}

/// Many ground rules in little memory.
#[derive(Clone, Debug)]
pub struct Instances {
    /// For each rule: the head, the numbers of positive and negative literals, the literals.
    words: Vec<u32>,
    /// Where rules begin, by hash, with the hash.
    slots: Vec<(u32, u32)>,
    count: usize,
}

impl Default for Instances {
    fn default() -> Self {
        Instances { words: Vec::new(), slots: vec![(END, 0); 1024], count: 0 }
    }
}

fn hash(words: &[u32]) -> u32 {
    let hash = words.iter().fold(words.len() as u64, |hash, &word| {
        (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    (hash ^ (hash >> 32)) as u32
}

impl Instances {
    /// The number of rules.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * 4 + slots_bytes(self.slots.len(), self.count)
    }

    /// Adds a rule unless it is a duplicate; sorts the literals. `false` if there is no room for it.
    pub fn add(&mut self, head: u32, positive: &mut Vec<u32>, negative: &mut Vec<u32>) -> bool {
        positive.sort_unstable();
        positive.dedup();
        negative.sort_unstable();
        negative.dedup();
        let start = self.words.len();
        if start + 3 + positive.len() + negative.len() >= END as usize {
            return false;
        }
        self.words.extend_from_slice(&[head, positive.len() as u32, negative.len() as u32]);
        self.words.extend_from_slice(positive);
        self.words.extend_from_slice(negative);
        let mask = self.slots.len() - 1;
        let hash = hash(&self.words[start..]);
        let mut slot = hash as usize & mask;
        while self.slots[slot].0 != END {
            let (other, other_hash) = self.slots[slot];
            if other_hash == hash && self.words_at(other as usize) == &self.words[start..] {
                self.words.truncate(start);
                return true;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = (start as u32, hash);
        self.count += 1;
        if self.count * 2 > self.slots.len() {
            grow(&mut self.slots);
        }
        true
    }

    fn words_at(&self, start: usize) -> &[u32] {
        let length = 3 + self.words[start + 1] as usize + self.words[start + 2] as usize;
        &self.words[start..start + length]
    }

    /// The rule at a position returned by [`places`](Self::places).
    pub fn at(&self, place: u32) -> Instance<'_> {
        let words = self.words_at(place as usize);
        let (positive, negative) = words[3..].split_at(words[1] as usize);
        Instance { head: words[0], positive, negative }
    }

    /// Where every rule begins, in the order in which they were added.
    pub fn places(&self) -> impl Iterator<Item = u32> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let place = start;
            (place < self.words.len()).then(|| {
                start += self.words_at(place).len();
                place as u32
            })
        })
    }

    /// Every rule, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = Instance<'_>> {
        self.places().map(|place| self.at(place))
    }
}
