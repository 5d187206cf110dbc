//! Bitboard arithmetic.

/// The `n`-th set bit of `mask` alone, counted from 0. `n` must be below the number of set bits.
#[inline(always)]
pub fn isolate_nth(mask: u64, n: u32) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this branch is compiled only where the whole build may use BMI2.
        #[allow(unsafe_code)]
        unsafe {
            std::arch::x86_64::_pdep_u64(1 << n, mask)
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        let mut rest = mask;
        for _ in 0..n {
            rest &= rest.wrapping_sub(1);
        }
        rest & rest.wrapping_neg()
    }
}

/// The position of the `n`-th set bit of `mask`, counted from 0. `n` must be below the number of set bits.
#[inline(always)]
pub fn nth_bit(mask: u64, n: u32) -> u32 {
    isolate_nth(mask, n).trailing_zeros()
}

/// The set bits of a mask, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;
    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_bit_agrees_with_the_iterator() {
        for mask in [1u64, 0b1011_0010, u64::MAX, 1 << 63, 0x8000_0000_0000_0001] {
            for (n, bit) in Bits(mask).enumerate() {
                assert_eq!(nth_bit(mask, n as u32), bit);
            }
        }
    }
}
