//! Columns as numbers of three bits per cell, the lowest cell first: the form in which patterns are looked up.

use super::stones::Stones;

/// A column: colours 1 to 7 in three bits each, 0 for an empty cell.
pub(super) type Column = u64;

/// The lowest bit of every cell of a column.
const LOWEST: u64 = 0o111_111_111_111_111;

/// The bits of a byte, three places apart.
static SPREAD: [u64; 256] = spread_bytes();

const fn spread_bytes() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (3 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The rows of a column, three places apart.
#[inline(always)]
fn spread(rows: u64) -> u64 {
    SPREAD[(rows & 255) as usize] | SPREAD[(rows >> 8 & 255) as usize] << 24
}

/// The cells of a colour, by their lowest bits.
#[inline(always)]
fn cells_of(column: Column, colour: u8) -> u64 {
    let other = column ^ (LOWEST * u64::from(colour));
    !(other | other >> 1 | other >> 2) & LOWEST
}

/// The height of a column, or of the highest of several joined by `|`.
#[inline(always)]
pub(super) fn height(column: Column) -> u32 {
    (66 - column.leading_zeros()) / 3
}

impl Stones {
    /// A column in which one colour and colour 1 have exchanged their numbers.
    #[inline(always)]
    pub(super) fn packed(&self, column: u32, goal: u8) -> Column {
        let rows = |bit: usize| spread(self.bit(bit).column(column));
        let packed = rows(0) | rows(1) << 1 | rows(2) << 2;
        let exchanged = if goal == 1 { 0 } else { cells_of(packed, 1) | cells_of(packed, goal) };
        packed ^ (exchanged * u64::from(1 ^ goal))
    }
}
