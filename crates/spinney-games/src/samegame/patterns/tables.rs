//! Which pattern an arrangement of stones is.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::numbers::NUMBERS;
use crate::samegame::packed::{Column, height};

/// Entries of a table: all columns of five cells, and all of two times three cells in six states.
const TALL: usize = 8 * 8 * 8 * 8 * 8;
const WIDE: usize = 6 * 6 * 6 * 6 * 6 * 6;
/// What is below the lowest cell of a column of five.
const FLOOR: u64 = 6;

/// The pattern of every entry of the three tables.
pub(super) struct Tables {
    tall: Vec<u16>,
    pairs: Vec<u16>,
    triples: Vec<u16>,
    /// The number of patterns, numbers of the whole board included.
    pub(super) count: usize,
}

pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Self {
        let mut known: HashMap<(u8, u64), u16> = HashMap::new();
        let mut pattern = |shape: u8, cells: &[&[u8]]| {
            let forward = cells.concat();
            let backward = cells.iter().rev().copied().collect::<Vec<_>>().concat();
            let next = (NUMBERS.len() + known.len()) as u16;
            *known.entry((shape, canonical(&forward).min(canonical(&backward)))).or_insert(next)
        };
        let cells = |number: usize, base: usize, count: u32| -> Vec<u8> {
            (0..count).map(|cell| (number / base.pow(cell) % base) as u8).collect()
        };
        let tall = (0..TALL).map(|entry| pattern(0, &[&cells(entry, 8, 5)])).collect();
        let pairs = (0..WIDE).map(|entry| pattern(1, &[&cells(entry / 216, 6, 3), &cells(entry % 216, 6, 3)]));
        let pairs = pairs.collect();
        let triples = (0..WIDE).map(|entry| {
            pattern(2, &[&cells(entry / 1296, 6, 2), &cells(entry / 36 % 36, 6, 2), &cells(entry % 36, 6, 2)])
        });
        let triples = triples.collect();
        Tables { tall, pairs, triples, count: NUMBERS.len() + known.len() }
    }
}

/// Cells as a number in which the colours are named in the order in which they appear. The goal, 1, keeps its name.
fn canonical(cells: &[u8]) -> u64 {
    let mut names = [0, 1, 0, 0, 0, 0, 6, 7];
    let mut next = 2;
    cells.iter().fold(0, |code, &cell| {
        let name = &mut names[usize::from(cell)];
        if cell != 0 && *name == 0 {
            *name = next;
            next += 1;
        }
        code * 8 + *name
    })
}

/// Three cells as a number to the base of six.
static THREE: [u8; 512] = three();

const fn three() -> [u8; 512] {
    let mut table = [0; 512];
    let mut cells = 0;
    while cells < 512 {
        let (low, middle, high) = (cells & 7, cells >> 3 & 7, cells >> 6);
        if low < 6 && middle < 6 && high < 6 {
            table[cells] = (low + 6 * middle + 36 * high) as u8;
        }
        cells += 1;
    }
    table
}

impl Tables {
    /// Visits the patterns of one column.
    #[inline(always)]
    pub(super) fn tall(&self, column: Column, mut visit: impl FnMut(usize)) {
        let mut rest = column << 3 | FLOOR;
        for _ in 0..=height(column) {
            visit(self.tall[(rest & 0o77777) as usize].into());
            rest >>= 3;
        }
    }

    /// Visits the patterns of two columns side by side.
    #[inline(always)]
    pub(super) fn pair(&self, columns: [Column; 2], mut visit: impl FnMut(usize)) {
        let [mut left, mut right] = columns;
        let three = |column: Column| usize::from(THREE[(column & 0o777) as usize]);
        for _ in 0..height(left | right) {
            visit(self.pairs[216 * three(left) + three(right)].into());
            (left, right) = (left >> 3, right >> 3);
        }
    }

    /// Visits the patterns of three columns side by side.
    #[inline(always)]
    pub(super) fn triple(&self, columns: [Column; 3], mut visit: impl FnMut(usize)) {
        let [mut left, mut middle, mut right] = columns;
        let two = |column: Column| usize::from(THREE[(column & 0o77) as usize]);
        for _ in 0..height(left | middle | right) {
            visit(self.triples[1296 * two(left) + 36 * two(middle) + two(right)].into());
            (left, middle, right) = (left >> 3, middle >> 3, right >> 3);
        }
    }
}
