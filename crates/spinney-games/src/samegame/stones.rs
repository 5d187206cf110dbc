//! The stones on the board, and what happens when a group is removed.
//!
//! A stone's colour, 1 to 7, is spread over three sets of cells, a bit of the number each; 0 is an empty cell. So
//! neighbours of one colour are found for all colours at once, and a removal moves three sets instead of one per colour.

use super::cells::{Cells, LANE};

/// The most colours.
pub(super) const MOST_COLOURS: usize = 7;

/// The stones of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stones {
    /// The bits of the colours.
    slices: [Cells; 3],
    /// The stones that are left, on the cells where they lay at first: names that last.
    alive: Cells,
    /// Four bits per column: where it stood at first.
    origins: u64,
}

/// Which neighbours have the same colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    /// Cells that go together with the one above.
    up: Cells,
    /// Cells that go together with the one on the right.
    right: Cells,
}

impl Links {
    /// The cells that have a neighbour of their colour: those that can be removed.
    #[inline(always)]
    pub(super) fn cells(&self) -> Cells {
        self.up.or(self.up.up()).or(self.right).or(self.right.right())
    }

    /// Whether nothing can be removed.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.up.or(self.right).is_empty()
    }

    /// All cells that hang together with one.
    #[inline(always)]
    pub(super) fn group(&self, cell: u8) -> Cells {
        let mut group = Cells::one(cell);
        loop {
            let above = group.and(self.up).up();
            let below = group.down().and(self.up);
            let beside = group.and(self.right).right().or(group.left().and(self.right));
            let grown = group.or(above).or(below).or(beside);
            if grown == group {
                return group;
            }
            group = grown;
        }
    }
}

impl Stones {
    /// Puts stones on an empty board; `colour` is asked for the stone of a column and a row, 0 for none.
    pub(super) fn new(columns: usize, rows: usize, colour: impl Fn(usize, usize) -> u8) -> Self {
        let mut stones =
            Stones { slices: [Cells::EMPTY; 3], alive: Cells::EMPTY, origins: 0xfedc_ba98_7654_3210 };
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

    /// How many stones there are of every colour, from colour 1 on.
    pub(super) fn counts(&self) -> [u32; MOST_COLOURS] {
        std::array::from_fn(|colour| self.of(colour as u8 + 1).len())
    }

    /// The words of the picture, without the names: what keys are made from.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.slices.into_iter().flat_map(|slice| slice.0)
    }

    /// Which neighbours have the same colour.
    #[inline(always)]
    pub(super) fn links(&self) -> Links {
        let occupied = self.occupied();
        let [a, b, c] = self.slices;
        let differ = |x: Cells, y: Cells| x.zip(y, |x, y| x ^ y);
        let other_above = differ(a, a.down()).or(differ(b, b.down())).or(differ(c, c.down()));
        let other_right = differ(a, a.left()).or(differ(b, b.left())).or(differ(c, c.left()));
        // Where a cell is occupied and does not differ, its neighbour is occupied as well.
        Links { up: occupied.without(other_above), right: occupied.without(other_right) }
    }

    /// Takes the cells of a group away: stones fall down, empty columns close to the left. Answers whether a column
    /// was closed.
    #[inline(always)]
    pub(super) fn remove(&mut self, group: Cells) -> bool {
        let mut emptied = false;
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
                emptied |= left == 0;
                self.forget(word as u32 * 4 + column, bottom % LANE, length);
            }
        }
        if emptied {
            self.close_columns(group);
        }
        emptied
    }

    /// Strikes stones off the names: `length` of them from `bottom` on, counted from below among those left.
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

    /// Closes the columns that the removal of a group has emptied, the rightmost first.
    #[inline(never)]
    fn close_columns(&mut self, group: Cells) {
        let occupied = self.occupied();
        let (from, to) = (u32::from(group.first()) / LANE, u32::from(group.last()) / LANE);
        for column in (from..=to).rev().filter(|&column| occupied.column(column) == 0) {
            for slice in &mut self.slices {
                slice.close(column);
            }
            let keep = (1u64 << (4 * column)) - 1;
            self.origins = self.origins & keep | self.origins >> 4 & !keep;
        }
    }

    /// Where the stone lies now that lay on `name` at first, if it is still there.
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

    /// The name of the stone on a cell: the cell where it lay at first.
    #[inline]
    pub(super) fn name(&self, cell: u8) -> u8 {
        let origin = (self.origins >> (4 * (u32::from(cell) / LANE)) & 15) as u32;
        let row = spinney::bits::nth_bit(self.alive.column(origin), u32::from(cell) % LANE);
        (origin * LANE + row) as u8
    }
}
