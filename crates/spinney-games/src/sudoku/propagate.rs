//! Propagation: what follows from a placement, until nothing follows any more.

use super::sets::{self, bit};
use super::state::State;

impl State {
    /// Fills the queued cells and those that follow, until nothing follows or the position is dead.
    pub(super) fn draw_singles(&mut self) {
        while let Some((cell, value)) = self.queue.pop() {
            let cell = usize::from(cell);
            if self.values[cell] == value {
                continue;
            }
            if self.candidates[cell] & bit(value) == 0 {
                self.fail(cell);
                return;
            }
            // The other candidates of the cell lose a place in its units.
            let others = self.candidates[cell] & !bit(value);
            self.take_from_list(cell);
            self.values[cell] = value;
            self.candidates[cell] = 0;
            for unit in self.geometry.units_of[cell] {
                self.places[usize::from(unit) * self.geometry.side + usize::from(value) - 1] = 0;
            }
            self.lose_places(cell, others);
            let geometry = self.geometry;
            for &peer in &geometry.peers[cell] {
                let peer = usize::from(peer);
                if self.candidates[peer] & bit(value) != 0 {
                    self.exclude(peer, value);
                }
            }
            if self.dead {
                return;
            }
        }
    }

    /// Excludes a candidate, and queues what follows.
    #[inline]
    pub(super) fn exclude(&mut self, cell: usize, value: u8) {
        let left = self.candidates[cell] & !bit(value);
        self.candidates[cell] = left;
        if left == 0 {
            self.fail(cell);
        } else if left & (left - 1) == 0 {
            self.queue.push((cell as u16, left.trailing_zeros() as u8 + 1));
        }
        self.lose_places(cell, bit(value));
    }

    /// These values have lost a place in every unit of the cell; a value with one place left is queued.
    #[inline]
    fn lose_places(&mut self, cell: usize, values: u32) {
        let (geometry, side) = (self.geometry, self.geometry.side);
        for unit in geometry.units_of[cell].map(usize::from) {
            self.changed |= 1 << unit;
            for value in sets::values(values) {
                let place = unit * side + usize::from(value) - 1;
                let places = &mut self.places[place];
                // 0 if the value has its place in this unit.
                if *places == 0 {
                    continue;
                }
                *places -= 1;
                match *places {
                    0 => self.fail(geometry.cells + place),
                    1 => {
                        let place = geometry.units[unit]
                            .iter()
                            .find(|&&place| self.candidates[usize::from(place)] & bit(value) != 0);
                        if let Some(&place) = place {
                            self.queue.push((place, value));
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Excludes a set of values from a cell.
    #[inline]
    pub(super) fn exclude_all(&mut self, cell: usize, values: u32) {
        for value in sets::values(self.candidates[cell] & values) {
            self.exclude(cell, value);
        }
    }

    /// Excludes what is locked in a unit: a value whose places share another unit has none in the rest of that one.
    pub(super) fn lock(&mut self, unit: usize) {
        let (geometry, size) = (self.geometry, self.geometry.box_size);
        let cells = &geometry.units[unit];
        if unit < 2 * geometry.side {
            for part in 0..size {
                self.lock_part(unit, 2, |at| at / size == part, cells[part * size]);
            }
        } else {
            for part in 0..size {
                self.lock_part(unit, 0, |at| at / size == part, cells[part * size]);
                self.lock_part(unit, 1, |at| at % size == part, cells[part]);
            }
        }
    }

    /// The values that a unit has in one part only, whose cells share a unit of this kind, go from the rest of that.
    #[inline]
    fn lock_part(&mut self, unit: usize, kind: usize, is_in_part: impl Fn(usize) -> bool, first: u16) {
        let geometry = self.geometry;
        let (mut inside, mut outside) = (0, 0);
        for (at, &cell) in geometry.units[unit].iter().enumerate() {
            let candidates = self.candidates[usize::from(cell)];
            if is_in_part(at) { inside |= candidates } else { outside |= candidates }
        }
        let locked = inside & !outside;
        if locked == 0 {
            return;
        }
        for &cell in &geometry.units[usize::from(geometry.units_of[usize::from(first)][kind])] {
            let cell = usize::from(cell);
            if self.candidates[cell] & locked != 0 && !geometry.units_of[cell].contains(&(unit as u16)) {
                self.exclude_all(cell, locked);
            }
        }
    }
}
