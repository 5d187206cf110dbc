//! The stones on the board, and the effects of removing a group.
//!
//! A stone's colour, 1 to 7, is spread over three sets of cells, one bit of the number each; 0 is an empty cell. Equal
//! neighbours are thus found for all colours in parallel, and a removal moves three sets instead of one per colour.

use super::cells::{Cells, LANE};

/// The most colours.
pub(super) const MOST_COLOURS: usize = 7;

/// The stones of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stones {
    /// The bits of the colours.
    slices: [Cells; 3],
    /// The remaining stones by their initial cells: stable names.
    alive: Cells,
    /// Four bits per column: its initial index.
    origins: u64,
}

/// Which neighbours have the same colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    /// Cells with the same colour as the one above.
    up: Cells,
    /// Cells with the same colour as the one on the right.
    right: Cells,
}

impl Links {
    /// The cells that have a neighbour of their colour: those that can be removed.
    #[inline(always)]
    pub(super) fn cells(&self) -> Cells {
        self.up.or(self.up.up()).or(self.right).or(self.right.right())
    }

    /// Of every group, the cells without another one below or on the left: few, usually one.
    #[inline(always)]
    pub(super) fn corners(&self) -> Cells {
        self.up.or(self.right).without(self.up.up()).without(self.right.right())
    }

    /// The cells whose links have changed.
    #[inline(always)]
    pub(super) fn differs(&self, before: &Links) -> Cells {
        let up = self.up.zip(before.up, |a, b| a ^ b);
        let right = self.right.zip(before.right, |a, b| a ^ b);
        up.or(up.up()).or(right).or(right.right())
    }

    /// Whether nothing can be removed.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.up.or(self.right).is_empty()
    }

    /// The number of pairs of equal neighbours whose lower or left cell is in a set.
    #[inline(always)]
    pub(super) fn count(&self, among: Cells) -> u32 {
        self.up.and(among).len() + self.right.and(among).len()
    }

    /// The group of a cell.
    #[inline(always)]
    pub(super) fn group(&self, cell: u8) -> Cells {
        // Nearly every group lies within four columns.
        let first = (u32::from(cell) / LANE).saturating_sub(1).min(12);
        let (up, right) = (self.up.window(first), self.right.window(first));
        let mut bits = 1u64 << (u32::from(cell) - first * LANE);
        loop {
            let beside = (bits & right) << LANE | bits >> LANE & right;
            let grown = bits | (bits & up) << 1 | bits >> 1 & up | beside;
            if grown == bits {
                break;
            }
            bits = grown;
        }
        let leaves_left = first > 0 && bits & 0xffff & self.right.column(first - 1) != 0;
        let leaves_right = bits & right & 0xffff << 48 != 0;
        let cells = Cells::of_window(first, bits);
        if leaves_left || leaves_right { self.grow(cells) } else { cells }
    }

    /// All cells connected with a set. Inlined; otherwise all groups would be passed through memory.
    #[inline(always)]
    fn grow(&self, mut cells: Cells) -> Cells {
        loop {
            let above = cells.and(self.up).up();
            let below = cells.down().and(self.up);
            let beside = cells.and(self.right).right().or(cells.left().and(self.right));
            let grown = cells.or(above).or(below).or(beside);
            // Not `==`, which would compare through memory.
            if grown.without(cells).is_empty() {
                return cells;
            }
            cells = grown;
        }
    }
}

/// The effects of removing a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Removal {
    /// The removed stones.
    pub(super) size: u32,
    /// The cells whose stone, or a neighbour of it, has changed.
    pub(super) changed: Cells,
}

impl Stones {
    /// Fills an empty board; `colour` returns the stone for a column and a row, 0 for none.
    pub(super) fn new(columns: usize, rows: usize, colour: impl Fn(usize, usize) -> u8) -> Self {
        let mut stones = Stones { slices: [Cells::EMPTY; 3], alive: Cells::EMPTY, origins: 0xfedc_ba98_7654_3210 };
        for column in 0..columns {
            for row in 0..rows {
                let colour = colour(column, row);
                let cell = Cells::one((column as u32 * LANE) as u8 + row as u8);
                for (bit, slice) in stones.slices.iter_mut().enumerate() {
                    if colour >> bit & 1 == 1 {
                        *slice = slice.or(cell);
                    }
                }
            }
        }
        stones.alive = stones.occupied();
        stones
    }

    /// The cells that are not empty.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Cells {
        let [a, b, c] = self.slices;
        a.or(b).or(c)
    }

    /// The cells in whose colour a bit is set.
    #[inline(always)]
    pub(super) fn bit(&self, bit: usize) -> Cells {
        self.slices[bit]
    }

    /// The stones of one colour.
    #[inline(always)]
    pub(super) fn of(&self, colour: u8) -> Cells {
        let pick = |slice: Cells, bit: u8| {
            let flip = if colour >> bit & 1 == 1 { 0 } else { u64::MAX };
            Cells(slice.0.map(|word| word ^ flip))
        };
        let [a, b, c] = self.slices;
        pick(a, 0).and(pick(b, 1)).and(pick(c, 2))
    }

    /// The colour on a cell; 0 if there is no stone.
    #[inline(always)]
    pub(super) fn colour(&self, cell: u8) -> u8 {
        let [a, b, c] = self.slices.map(|slice| u8::from(slice.contains(cell)));
        a | b << 1 | c << 2
    }

    /// The number of stones of every colour, from colour 1 on.
    pub(super) fn counts(&self) -> [u32; MOST_COLOURS] {
        std::array::from_fn(|colour| self.of(colour as u8 + 1).len())
    }

    /// The words of the board without the names: the input of keys.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.slices.into_iter().flat_map(|slice| slice.0)
    }

    /// Which neighbours have the same colour.
    #[inline(always)]
    pub(super) fn links(&self) -> Links {
        let mut links = Links { up: Cells::EMPTY, right: Cells::EMPTY };
        self.update_links(&mut links, Cells::ALL);
        links
    }

    /// The cells whose colour has changed.
    #[inline(always)]
    pub(super) fn differs(&self, before: &Stones) -> Cells {
        let change = |slice: usize| self.slices[slice].zip(before.slices[slice], |a, b| a ^ b);
        change(0).or(change(1)).or(change(2))
    }

    /// Updates the links where cells have changed.
    #[inline(always)]
    pub(super) fn update_links(&self, links: &mut Links, changed: Cells) {
        for word in 0..4 {
            if changed.0[word] == 0 {
                continue;
            }
            let (mut occupied, mut other_above, mut other_right) = (0, 0, 0);
            for slice in &self.slices {
                let bits = slice.0[word];
                let next = if word < 3 { slice.0[word + 1] } else { 0 };
                occupied |= bits;
                other_above |= bits ^ bits >> 1;
                other_right |= bits ^ (bits >> LANE | next << (64 - LANE));
            }
            // Where a cell is occupied and does not differ from its neighbour, that is occupied as well.
            links.up.0[word] = occupied & !other_above;
            links.right.0[word] = occupied & !other_right;
        }
    }

    /// Removes a group: stones fall down, empty columns close to the left.
    #[inline(always)]
    pub(super) fn remove(&mut self, group: Cells) -> Removal {
        let (mut size, mut emptied, mut fallen) = (0, false, Cells::EMPTY);
        for word in 0..4 {
            let mut rest = group.0[word];
            while rest != 0 {
                // The topmost run of the group in the last column: what lies above it falls.
                let top = 63 - rest.leading_zeros();
                let length = (rest << (63 - top)).leading_ones();
                let bottom = top + 1 - length;
                let run = (u64::MAX >> (64 - length)) << bottom;
                let column = top / LANE;
                let lane = 0xffffu64 << (column * LANE);
                let above = lane & !(u64::MAX >> (63 - top));
                let mut left = 0;
                for slice in &mut self.slices {
                    let bits = &mut slice.0[word];
                    *bits = *bits & !(above | run) | (*bits & above) >> length;
                    left |= *bits & lane;
                }
                rest &= !run;
                size += length;
                fallen.0[word] |= above | run;
                emptied |= left == 0;
                self.forget(word as u32 * 4 + column, bottom % LANE, length);
            }
        }
        let mut changed = fallen.or(fallen.down()).or(fallen.left()).or(fallen.right());
        if emptied {
            self.close_columns(fallen);
            // Everything on the right has moved.
            changed = Cells::columns(u32::from(changed.first()) / LANE, 15);
        }
        Removal { size, changed }
    }

    /// Removes stones from the names: `length` of them from `bottom` on, counted from below among those left.
    #[inline(always)]
    fn forget(&mut self, column: u32, bottom: u32, length: u32) {
        let origin = (self.origins >> (4 * column) & 15) as u32;
        let (word, shift) = ((origin / 4) as usize, origin % 4 * LANE);
        let mut upper = self.alive.0[word] >> shift & 0xffff;
        for _ in 0..bottom {
            upper &= upper - 1;
        }
        let mut rest = upper;
        for _ in 0..length {
            rest &= rest - 1;
        }
        self.alive.0[word] ^= (upper ^ rest) << shift;
    }

    /// Closes those of the touched columns that are empty, the rightmost first.
    #[inline(never)]
    fn close_columns(&mut self, touched: Cells) {
        let occupied = self.occupied();
        let emptied = |&column: &u32| touched.column(column) != 0 && occupied.column(column) == 0;
        for column in (0..16).rev().filter(emptied) {
            for slice in &mut self.slices {
                slice.close(column);
            }
            let keep = (1u64 << (4 * column)) - 1;
            self.origins = self.origins & keep | self.origins >> 4 & !keep;
        }
    }

    /// The current cell of the stone that was on `name` initially, if it is still present.
    #[inline]
    pub(super) fn find(&self, name: u8) -> Option<u8> {
        if !self.alive.contains(name) {
            return None;
        }
        let origin = u32::from(name) / LANE;
        let lane = self.alive.column(origin);
        let row = (lane & ((1 << (u32::from(name) % LANE)) - 1)).count_ones();
        let to_the_left = (0..origin).filter(|&column| self.alive.column(column) != 0).count() as u32;
        Some((to_the_left * LANE + row) as u8)
    }

    /// The name of the stone on a cell: its initial cell.
    #[inline]
    pub(super) fn name(&self, cell: u8) -> u8 {
        let origin = (self.origins >> (4 * (u32::from(cell) / LANE)) & 15) as u32;
        let row = spinney::bits::nth_bit(self.alive.column(origin), u32::from(cell) % LANE);
        (origin * LANE + row) as u8
    }
}
