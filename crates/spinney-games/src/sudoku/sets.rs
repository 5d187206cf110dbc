//! Sets of values: bit v − 1 for the value v.

/// The set of one value.
#[inline(always)]
pub(super) fn bit(value: u8) -> u32 {
    1 << (value - 1)
}

/// The values of a set, in ascending order.
#[inline(always)]
pub(super) fn values(set: u32) -> impl Iterator<Item = u8> {
    ones(set).map(|position| position as u8 + 1)
}

/// The positions of the bits of a mask, in ascending order.
#[inline(always)]
pub(super) fn ones(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lowest = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lowest
        })
    })
}
