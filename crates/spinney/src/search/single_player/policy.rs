//! What nested rollout policy adaptation learns: a weight per code of a move, kept as its exponential.

/// A weight in the table.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Distinguishes codes that share a slot; 0 is a free slot.
    tag: u32,
    /// The exponential of the weight.
    factor: f32,
}

const FREE: Slot = Slot { tag: 0, factor: 1.0 };

/// Slots that a code may be in.
const PROBES: usize = 4;

/// Weights stay within these exponentials, or they could not be added up any more.
const LEAST: f32 = 1e-20;
const MOST: f32 = 1e20;

/// Weights by code, all zero at first. The table does not grow: a code that finds no room replaces the one with the
/// smallest weight.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    slots: Vec<Slot>,
}

impl Policy {
    /// Room for 2^bits weights.
    pub(crate) fn new(bits: u32) -> Self {
        Policy { slots: vec![FREE; 1 << bits] }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(FREE);
    }

    /// Copies another policy, which must be of the same size.
    pub(crate) fn copy_from(&mut self, other: &Policy) {
        self.slots.copy_from_slice(&other.slots);
    }

    #[inline(always)]
    fn places(&self, code: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.slots.len() - 1;
        (0..PROBES).map(move |probe| (code as usize).wrapping_add(probe) & mask)
    }

    #[inline(always)]
    fn tag(code: u64) -> u32 {
        (code >> 32) as u32 | 1
    }

    /// The exponential of the weight of a code.
    #[inline(always)]
    pub(crate) fn factor(&self, code: u64) -> f32 {
        let tag = Self::tag(code);
        for place in self.places(code) {
            let slot = self.slots[place];
            if slot.tag == tag {
                return slot.factor;
            }
            if slot.tag == FREE.tag {
                break;
            }
        }
        FREE.factor
    }

    /// Adds to the weight of a code what has this exponential.
    #[inline(always)]
    pub(crate) fn scale(&mut self, code: u64, by: f32) {
        let tag = Self::tag(code);
        let mut place = usize::MAX;
        let mut least = f32::MAX;
        for candidate in self.places(code) {
            let slot = self.slots[candidate];
            if slot.tag == tag || slot.tag == FREE.tag {
                place = candidate;
                break;
            }
            // How much is lost if this weight is forgotten.
            let loss = slot.factor.max(1.0 / slot.factor);
            if loss < least {
                (place, least) = (candidate, loss);
            }
        }
        let slot = &mut self.slots[place];
        let before = if slot.tag == tag { slot.factor } else { FREE.factor };
        *slot = Slot { tag, factor: (before * by).clamp(LEAST, MOST) };
    }
}
