//! Naked and hidden subsets of any size in one unit, all of them together (Régin 1994): a candidate stays only if the
//! other cells of the unit can still share the other values.
//!
//! One way to share the values is found by augmenting paths. A candidate belongs to some way if its value leads back to
//! its cell in the graph in which a value points to the candidates of the cell that it is assigned to.

use super::sets;
use super::state::State;

/// The largest number of values.
const MOST: usize = 25;

/// A unit's cells as numbers, the values assigned to them, and who has which.
struct Matching {
    count: usize,
    candidates: [u32; MOST],
    /// The cell that has a value.
    owner: [u8; MOST],
    /// The values that are assigned.
    taken: u32,
}

impl Matching {
    /// Finds a value for a cell, where others may have to take another one.
    fn assign(&mut self, cell: usize, seen: &mut u32) -> bool {
        let free = self.candidates[cell] & !self.taken;
        if free != 0 {
            let value = free.trailing_zeros();
            self.taken |= 1 << value;
            self.owner[value as usize] = cell as u8;
            return true;
        }
        while self.candidates[cell] & !*seen != 0 {
            let value = (self.candidates[cell] & !*seen).trailing_zeros() as usize;
            *seen |= 1 << value;
            if self.assign(usize::from(self.owner[value]), seen) {
                self.owner[value] = cell as u8;
                return true;
            }
        }
        false
    }

    /// For every value, those that it leads to.
    fn closure(&self) -> [u32; MOST] {
        let mut leads = [0; MOST];
        for value in sets::values(self.taken).map(|value| usize::from(value) - 1) {
            leads[value] = self.candidates[usize::from(self.owner[value])];
        }
        for middle in sets::values(self.taken).map(|value| usize::from(value) - 1) {
            let through = leads[middle];
            for from in &mut leads {
                if *from >> middle & 1 == 1 {
                    *from |= through;
                }
            }
        }
        leads
    }
}

impl State {
    /// Excludes the candidates of a unit that no way to fill it has.
    pub(super) fn fit_subsets(&mut self, unit: usize) {
        let geometry = self.geometry;
        let mut cells = [0u16; MOST];
        let mut matching = Matching { count: 0, candidates: [0; MOST], owner: [0; MOST], taken: 0 };
        for &cell in &geometry.units[unit] {
            let candidates = self.candidates[usize::from(cell)];
            if candidates != 0 {
                cells[matching.count] = cell;
                matching.candidates[matching.count] = candidates;
                matching.count += 1;
            }
        }
        if matching.count < 3 {
            return;
        }
        for (number, &cell) in cells[..matching.count].iter().enumerate() {
            if !matching.assign(number, &mut 0) {
                self.fail(usize::from(cell));
                return;
            }
        }
        let leads = matching.closure();
        for value in sets::values(matching.taken).map(|value| usize::from(value) - 1) {
            let owner = usize::from(matching.owner[value]);
            let mut wrong = 0;
            for other in sets::values(matching.candidates[owner]).map(|value| usize::from(value) - 1) {
                if leads[other] >> value & 1 == 0 {
                    wrong |= 1 << other;
                }
            }
            if wrong != 0 {
                self.exclude_all(usize::from(cells[owner]), wrong);
            }
        }
    }
}
