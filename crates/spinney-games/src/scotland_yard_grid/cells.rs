//! Cells of the grid and sets of them.
//!
//! A cell is `32 · row + column`, rows counted from the top, whatever the size of the board; so a set is one word of 32
//! bits per row, and all neighbours of a set are a few shifts.

/// The greatest width and height.
pub(super) const MOST: usize = 32;
/// From a row to the next.
pub(super) const STRIDE: u16 = MOST as u16;
/// An unknown cell.
pub(super) const NOWHERE: u16 = u16::MAX;
/// The cell of a piece that does not take part.
pub(super) const OUT: u16 = u16::MAX - 1;

/// The cell in a column and a row.
#[inline]
pub(super) fn cell(column: usize, row: usize) -> u16 {
    row as u16 * STRIDE + column as u16
}

#[inline]
pub(super) fn row(cell: u16) -> usize {
    usize::from(cell / STRIDE)
}

#[inline]
pub(super) fn column(cell: u16) -> usize {
    usize::from(cell % STRIDE)
}

/// Manhattan distance between two cells.
#[inline]
pub(super) fn distance(a: u16, b: u16) -> u16 {
    (a / STRIDE).abs_diff(b / STRIDE) + (a % STRIDE).abs_diff(b % STRIDE)
}

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells(pub(super) [u32; MOST]);

impl Cells {
    pub(super) const EMPTY: Cells = Cells([0; MOST]);

    /// All cells of a board.
    pub(super) fn all(size: usize) -> Self {
        let mut rows = [0; MOST];
        rows[..size].fill(u32::MAX >> (MOST - size));
        Cells(rows)
    }

    /// One cell.
    #[inline]
    pub(super) fn only(cell: u16) -> Self {
        let mut cells = Cells::EMPTY;
        cells.insert(cell);
        cells
    }

    #[inline]
    pub(super) fn contains(&self, cell: u16) -> bool {
        self.0[row(cell)] >> column(cell) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: u16) {
        self.0[row(cell)] |= 1 << column(cell);
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: u16) {
        self.0[row(cell)] &= !(1 << column(cell));
    }

    /// The number of cells, on a board of this size.
    #[inline]
    pub(super) fn len(&self, size: usize) -> u32 {
        self.0[..size].iter().map(|row| row.count_ones()).sum()
    }

    /// Every cell that is one step from a cell of the set, on a board of this size.
    #[inline]
    pub(super) fn spread(&self, size: usize) -> Self {
        let on_board = u32::MAX >> (MOST - size);
        let mut spread = Cells::EMPTY;
        let mut above = 0;
        for row in 0..size {
            let here = self.0[row];
            let below = if row + 1 < size { self.0[row + 1] } else { 0 };
            spread.0[row] = (here << 1 | here >> 1 | above | below) & on_board;
            above = here;
        }
        spread
    }

    /// The cells, row by row.
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().enumerate().flat_map(|(row, &bits)| {
            spinney::bits::Bits(bits.into()).map(move |column| row as u16 * STRIDE + column as u16)
        })
    }

    /// The `n`-th cell, counted from 0; `n` is below the number of cells.
    pub(super) fn nth(&self, n: u32) -> u16 {
        let mut left = n;
        for (row, &bits) in self.0.iter().enumerate() {
            let here = bits.count_ones();
            if left < here {
                return row as u16 * STRIDE + spinney::bits::nth_bit(bits.into(), left) as u16;
            }
            left -= here;
        }
        NOWHERE
    }

    /// The number of cells above, below, left and right of a cell: a step in that direction reduces the distance to
    /// each of them.
    #[inline]
    pub(super) fn sides(&self, size: usize, cell: u16) -> [u32; 4] {
        let (at, column) = (row(cell), column(cell));
        let left_of = (1u32 << column) - 1;
        let right_of = !(left_of | 1 << column);
        let mut sides = [0; 4];
        for (row, bits) in self.0[..size].iter().enumerate() {
            let here = bits.count_ones();
            sides[0] += if row < at { here } else { 0 };
            sides[1] += if row > at { here } else { 0 };
            sides[2] += (bits & left_of).count_ones();
            sides[3] += (bits & right_of).count_ones();
        }
        sides
    }
}
