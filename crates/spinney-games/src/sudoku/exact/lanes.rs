//! The vectors of the 9x9 solver and its propagation; the layout of the board is described in `nine.rs`.
//!
//! A vector has eight 32-bit lanes and just the operations needed here.
//! With AVX2 enabled at compile time each operation is one instruction; otherwise a plain array does the same work.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod imp {
    use std::arch::x86_64::*;

    /// Eight 32-bit lanes; lanes 0..4 are the low half, lanes 4..8 the high half.
    #[derive(Clone, Copy)]
    pub(crate) struct V(__m256i);

    // Every `unsafe` below calls an AVX2 intrinsic; the `cfg` above guarantees that the target has AVX2.
    impl V {
        /// The vector with these lanes.
        #[inline(always)]
        pub(crate) fn new(a: [u32; 8]) -> V {
            // SAFETY: both types are 32 bytes of plain data.
            V(unsafe { std::mem::transmute::<[u32; 8], __m256i>(a) })
        }
        /// The lanes as an array.
        #[inline(always)]
        pub(crate) fn lanes(self) -> [u32; 8] {
            // SAFETY: both types are 32 bytes of plain data.
            unsafe { std::mem::transmute::<__m256i, [u32; 8]>(self.0) }
        }
        /// Bitwise and.
        #[inline(always)]
        pub(crate) fn and(self, o: V) -> V {
            V(unsafe { _mm256_and_si256(self.0, o.0) })
        }
        /// Bitwise or.
        #[inline(always)]
        pub(crate) fn or(self, o: V) -> V {
            V(unsafe { _mm256_or_si256(self.0, o.0) })
        }
        /// Bitwise exclusive or.
        #[inline(always)]
        pub(crate) fn xor(self, o: V) -> V {
            V(unsafe { _mm256_xor_si256(self.0, o.0) })
        }
        /// The bits of `self` that are not in `o`.
        #[inline(always)]
        pub(crate) fn without(self, o: V) -> V {
            V(unsafe { _mm256_andnot_si256(o.0, self.0) })
        }
        /// Lane-wise wrapping sum.
        #[inline(always)]
        pub(crate) fn add(self, o: V) -> V {
            V(unsafe { _mm256_add_epi32(self.0, o.0) })
        }
        /// Lane-wise wrapping difference.
        #[inline(always)]
        pub(crate) fn sub(self, o: V) -> V {
            V(unsafe { _mm256_sub_epi32(self.0, o.0) })
        }
        /// Lane-wise shift to the left.
        #[inline(always)]
        pub(crate) fn shl<const N: i32>(self) -> V {
            V(unsafe { _mm256_slli_epi32::<N>(self.0) })
        }
        /// Lane-wise shift to the right.
        #[inline(always)]
        pub(crate) fn shr<const N: i32>(self) -> V {
            V(unsafe { _mm256_srli_epi32::<N>(self.0) })
        }
        /// In each half, lanes 0, 1, 2 become the old lanes 1, 2, 0; lane 3 stays.
        #[inline(always)]
        pub(crate) fn turn1(self) -> V {
            V(unsafe { _mm256_shuffle_epi32::<0b11_00_10_01>(self.0) })
        }
        /// In each half, lanes 0, 1, 2 become the old lanes 2, 0, 1; lane 3 stays.
        #[inline(always)]
        pub(crate) fn turn2(self) -> V {
            V(unsafe { _mm256_shuffle_epi32::<0b11_01_00_10>(self.0) })
        }
        /// Swaps the two halves.
        #[inline(always)]
        pub(crate) fn swap(self) -> V {
            V(unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0) })
        }
        /// Whether all bits are 0.
        #[inline(always)]
        pub(crate) fn is_zero(self) -> bool {
            unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
        }
    }

    /// For each of the 32 bytes a bit: whether the byte equals `value`.
    #[inline(always)]
    pub(crate) fn equal_bytes(bytes: &[u8; 32], value: u8) -> u32 {
        // SAFETY: the unaligned load reads exactly the 32 bytes of the array.
        unsafe {
            let v = _mm256_loadu_si256(bytes.as_ptr().cast());
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(value as i8))) as u32
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
mod imp {
    use std::array::from_fn;

    /// Eight 32-bit lanes; lanes 0..4 are the low half, lanes 4..8 the high half.
    #[derive(Clone, Copy)]
    pub(crate) struct V([u32; 8]);

    impl V {
        /// The vector with these lanes.
        #[inline(always)]
        pub(crate) fn new(a: [u32; 8]) -> V {
            V(a)
        }
        /// The lanes as an array.
        #[inline(always)]
        pub(crate) fn lanes(self) -> [u32; 8] {
            self.0
        }
        /// Bitwise and.
        #[inline(always)]
        pub(crate) fn and(self, o: V) -> V {
            V(from_fn(|i| self.0[i] & o.0[i]))
        }
        /// Bitwise or.
        #[inline(always)]
        pub(crate) fn or(self, o: V) -> V {
            V(from_fn(|i| self.0[i] | o.0[i]))
        }
        /// Bitwise exclusive or.
        #[inline(always)]
        pub(crate) fn xor(self, o: V) -> V {
            V(from_fn(|i| self.0[i] ^ o.0[i]))
        }
        /// The bits of `self` that are not in `o`.
        #[inline(always)]
        pub(crate) fn without(self, o: V) -> V {
            V(from_fn(|i| self.0[i] & !o.0[i]))
        }
        /// Lane-wise wrapping sum.
        #[inline(always)]
        pub(crate) fn add(self, o: V) -> V {
            V(from_fn(|i| self.0[i].wrapping_add(o.0[i])))
        }
        /// Lane-wise wrapping difference.
        #[inline(always)]
        pub(crate) fn sub(self, o: V) -> V {
            V(from_fn(|i| self.0[i].wrapping_sub(o.0[i])))
        }
        /// Lane-wise shift to the left.
        #[inline(always)]
        pub(crate) fn shl<const N: i32>(self) -> V {
            V(from_fn(|i| self.0[i] << N))
        }
        /// Lane-wise shift to the right.
        #[inline(always)]
        pub(crate) fn shr<const N: i32>(self) -> V {
            V(from_fn(|i| self.0[i] >> N))
        }
        /// In each half, lanes 0, 1, 2 become the old lanes 1, 2, 0; lane 3 stays.
        #[inline(always)]
        pub(crate) fn turn1(self) -> V {
            let a = self.0;
            V([a[1], a[2], a[0], a[3], a[5], a[6], a[4], a[7]])
        }
        /// In each half, lanes 0, 1, 2 become the old lanes 2, 0, 1; lane 3 stays.
        #[inline(always)]
        pub(crate) fn turn2(self) -> V {
            let a = self.0;
            V([a[2], a[0], a[1], a[3], a[6], a[4], a[5], a[7]])
        }
        /// Swaps the two halves.
        #[inline(always)]
        pub(crate) fn swap(self) -> V {
            V(from_fn(|i| self.0[i ^ 4]))
        }
        /// Whether all bits are 0.
        #[inline(always)]
        pub(crate) fn is_zero(self) -> bool {
            self.0.iter().fold(0, |all, lane| all | lane) == 0
        }
    }

    /// For each of the 32 bytes a bit: whether the byte equals `value`.
    #[inline(always)]
    pub(crate) fn equal_bytes(bytes: &[u8; 32], value: u8) -> u32 {
        bytes.iter().rev().fold(0, |mask, &byte| mask << 1 | (byte == value) as u32)
    }
}

pub(super) use imp::{V, equal_bytes};

/// The first bit of each row.
pub(super) const ROW: u32 = 1 | 1 << 10 | 1 << 20;
/// All cells of a band.
pub(super) const ALL: u32 = ROW * 0x1FF;
/// The spare bit of each row.
const SPARE: u32 = ROW << 9;
/// The first cell of each box in each row.
const MINI: u32 = ROW * 0o111;

/// The same value in all lanes.
#[inline(always)]
pub(super) fn every(x: u32) -> V {
    V::new([x; 8])
}

/// The same value in the lanes that stand for bands, of both digits.
#[inline(always)]
fn bands(x: u32) -> V {
    V::new([x, x, x, 0, x, x, x, 0])
}

/// The same value in the bands of the digits in vector `i`; the last vector has only one digit.
#[inline(always)]
pub(super) fn real(i: usize, x: u32) -> V {
    let y = if i == 4 { 0 } else { x };
    V::new([x, x, x, 0, y, y, y, 0])
}

/// Candidates of all digits: digit `d` (0..9) is in vector `d % 5`, half `d / 5`, and lane 3 of each half is 0.
pub(super) type Board = [V; 5];

/// For each row of `x` that has a bit, all nine bits of the row (as a mask), and the row's first bit.
#[inline(always)]
pub(super) fn rows_with(x: V) -> (V, V) {
    let carry = x.add(every(ALL)).and(every(SPARE));
    let first = carry.shr::<9>();
    (carry.sub(first), first)
}

/// Keeps in each row the cells of `only`, if there are any. Returns the result and surplus cells (a clash).
#[inline(always)]
pub(super) fn fix_rows(x: V, only: V) -> (V, V) {
    let (rows, first) = rows_with(only);
    (x.without(rows.without(only)), only.and(only.sub(first)))
}

/// Keeps the candidates in boxes and rows that are part of a full pairing of the band's rows and boxes.
#[inline(always)]
fn pair_rows(x: V) -> V {
    let m = x.or(x.shr::<1>()).or(x.shr::<2>()).and(every(MINI));
    // The next box and the box after it, in the same row. Stray bits never meet the bits of MINI.
    let p = m.shr::<3>().or(m.shl::<6>());
    let q = m.shr::<6>().or(m.shl::<3>());
    let p1 = p.shr::<10>().or(p.shl::<20>());
    let p2 = p.shr::<20>().or(p.shl::<10>());
    let q1 = q.shr::<10>().or(q.shl::<20>());
    let q2 = q.shr::<20>().or(q.shl::<10>());
    let keep = m.and(p1.and(q2).or(q1.and(p2)));
    x.and(keep.shl::<3>().sub(keep))
}

/// The same for the bands and columns of each stack.
#[inline(always)]
fn pair_columns(x: V) -> V {
    let m = x.or(x.shr::<10>()).or(x.shr::<20>());
    let p = m.shr::<1>().and(every(0o333)).or(m.shl::<2>().and(every(0o444)));
    let q = m.shr::<2>().and(every(0o111)).or(m.shl::<1>().and(every(0o666)));
    let keep = m.and(p.turn1().and(q.turn2()).or(q.turn1().and(p.turn2())));
    x.and(keep.or(keep.shl::<10>()).or(keep.shl::<20>()))
}

/// Cells that are the only place of the digit in their row. Each row must have a place.
#[inline(always)]
fn row_singles(x: V) -> V {
    let (rows, _) = rows_with(x.and(x.sub(every(ROW))));
    x.without(rows)
}

/// Cells with at least one and at least two candidates.
#[inline(always)]
fn one_two(x: &Board) -> (V, V) {
    let two = x[0].and(x[1]);
    let one = x[0].or(x[1]);
    let (two, one) = (two.or(one.and(x[2])), one.or(x[2]));
    let two34 = x[3].and(x[4]);
    let one34 = x[3].or(x[4]);
    let (two, one) = (two.or(two34).or(one.and(one34)), one.or(one34));
    let other = one.swap();
    (one.or(other), two.or(two.swap()).or(one.and(other)))
}

/// How a series of sweeps ended.
pub(super) enum End {
    /// There is no solution.
    Contradiction,
    /// Each cell has one candidate, and they fit.
    Solved,
    /// Cells are left; `two` has those with at least two candidates.
    Open { two: V },
}

/// Propagates until a sweep solves no further cell.
#[inline(always)]
pub(super) fn propagate(x: &mut Board) -> End {
    let (mut one, mut two) = one_two(x);
    loop {
        let naked = one.without(two);
        let mut bad = bands(ALL).without(one);
        let mut full = every(SPARE);
        let mut placed = every(0);
        let mut singles = [placed; 5];
        for i in 0..5 {
            let (y, clash) = fix_rows(x[i], x[i].and(naked));
            bad = bad.or(clash);
            let y = pair_columns(pair_rows(y));
            let carry = y.add(every(ALL));
            full = full.and(if i < 4 { carry } else { carry.or(every(SPARE).without(real(4, SPARE))) });
            singles[i] = row_singles(y);
            placed = placed.or(singles[i]);
            x[i] = y;
        }
        placed = placed.or(placed.swap());
        bad = bad.or(bands(SPARE).without(full));
        if !bad.is_zero() {
            return End::Contradiction;
        }
        if two.is_zero() {
            return End::Solved;
        }
        for i in 0..5 {
            x[i] = x[i].without(placed.without(singles[i]));
        }
        let before = two;
        (one, two) = one_two(x);
        if before.xor(two).is_zero() {
            let hole = !bands(ALL).without(one).is_zero();
            return if hole { End::Contradiction } else { End::Open { two } };
        }
    }
}
