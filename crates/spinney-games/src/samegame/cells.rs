//! Sets of cells as 256 bits: 16 columns of 16 bits each, the bottom row lowest.
//!
//! Row 15 is never used, so a shift by one row does not run into the next column.

use spinney::bits::{Bits, nth_bit};

/// Bits from a column to the next.
pub(super) const LANE: u32 = 16;

/// A set of cells; bit `16 * column + row`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cells(pub(super) [u64; 4]);

impl Cells {
    pub(super) const EMPTY: Cells = Cells([0; 4]);
    pub(super) const ALL: Cells = Cells([u64::MAX; 4]);

    /// One cell.
    #[inline(always)]
    pub(super) fn one(cell: u8) -> Self {
        let bit = 1 << (cell & 63);
        Cells(std::array::from_fn(|word| if word as u8 == cell >> 6 { bit } else { 0 }))
    }

    /// All cells of the columns `from` to `to`; none if `from` is beyond `to`.
    #[inline(always)]
    pub(super) fn columns(from: u32, to: u32) -> Self {
        Cells(std::array::from_fn(|word| {
            let first = word as u32 * 4;
            let below = |column: u32| match column.saturating_sub(first) {
                0 => 0,
                lanes @ 1..4 => (1u64 << (lanes * LANE)) - 1,
                _ => u64::MAX,
            };
            below(to + 1) & !below(from)
        }))
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline(always)]
    pub(super) fn contains(self, cell: u8) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The first cell: leftmost column, lowest row. The set must not be empty.
    #[inline(always)]
    pub(super) fn first(self) -> u8 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        word as u8 * 64 + self.0[word].trailing_zeros() as u8
    }

    /// The `n`-th cell in order, counted from 0; `n` must be below the number of cells.
    #[inline(always)]
    pub(super) fn nth(self, mut n: u32) -> u8 {
        for (word, bits) in self.0.into_iter().enumerate() {
            let here = bits.count_ones();
            if n < here {
                return word as u8 * 64 + nth_bit(bits, n) as u8;
            }
            n -= here;
        }
        unreachable!("there are more than n cells")
    }

    /// The cells in order.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| Bits(bits).map(move |bit| word as u8 * 64 + bit as u8))
    }

    /// The cells in order from one on, and after the last those before it.
    #[inline(always)]
    pub(super) fn from(self, start: u8) -> impl Iterator<Item = u8> {
        let before = Cells(std::array::from_fn(|word| match (start >> 6).cmp(&(word as u8)) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => (1 << (start & 63)) - 1,
            std::cmp::Ordering::Greater => u64::MAX,
        }));
        self.without(before).iter().chain(self.and(before).iter())
    }

    /// The last cell: rightmost column, highest row. The set must not be empty.
    #[inline(always)]
    pub(super) fn last(self) -> u8 {
        let word = self.0.iter().rposition(|&word| word != 0).unwrap_or(0);
        word as u8 * 64 + 63 - self.0[word].leading_zeros() as u8
    }

    #[inline(always)]
    pub(super) fn zip(self, other: Cells, f: impl Fn(u64, u64) -> u64) -> Self {
        Cells(std::array::from_fn(|word| f(self.0[word], other.0[word])))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Cells) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(super) fn or(self, other: Cells) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn without(self, other: Cells) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Every cell replaced by the one above it.
    #[inline(always)]
    pub(super) fn up(self) -> Self {
        Cells(self.0.map(|word| word << 1))
    }

    /// Every cell replaced by the one below it; cells of the bottom row must not be there, or be masked away.
    #[inline(always)]
    pub(super) fn down(self) -> Self {
        Cells(self.0.map(|word| word >> 1))
    }

    /// Every cell replaced by its right neighbour.
    #[inline(always)]
    pub(super) fn right(self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48])
    }

    /// Every cell replaced by its left neighbour.
    #[inline(always)]
    pub(super) fn left(self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16])
    }

    /// Four columns from `first` on, which is at most 12.
    #[inline(always)]
    pub(super) fn window(self, first: u32) -> u64 {
        let (word, shift) = ((first / 4) as usize, first % 4 * LANE);
        let next = if word < 3 { self.0[word + 1] } else { 0 };
        self.0[word] >> shift | (next << 1) << (63 - shift)
    }

    /// The cells of a [`window`](Self::window).
    #[inline(always)]
    pub(super) fn of_window(first: u32, bits: u64) -> Self {
        let (word, shift) = (first / 4, first % 4 * LANE);
        let (here, next) = (bits << shift, (bits >> 1) >> (63 - shift));
        Cells(std::array::from_fn(|index| match index as u32 {
            index if index == word => here,
            index if index == word + 1 => next,
            _ => 0,
        }))
    }

    /// The rows of one column as bits.
    #[inline(always)]
    pub(super) fn column(self, column: u32) -> u64 {
        self.0[(column / 4) as usize] >> (column % 4 * LANE) & 0xffff
    }

    /// Takes a column out and closes the gap from the right.
    #[inline(always)]
    pub(super) fn close(&mut self, column: u32) {
        let right = Cells::columns(column, 15);
        *self = self.without(right).or(self.left().and(right));
    }
}
