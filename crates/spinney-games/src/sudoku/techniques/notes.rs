//! The working board: the values that are known and the candidates of the other cells.

use std::fmt;

use super::super::geometry::Geometry;
use super::super::grid::{Clash, Grid};
pub(super) use super::super::sets::{bit, ones, values};
use super::super::text::Alphabet;
use super::Step;

/// What is wrong with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Two cells of one unit have the same value.
    Clash(Clash),
    /// An empty cell has no candidate left.
    NoCandidate {
        /// The cell.
        cell: usize,
    },
    /// A unit has no place left for a value.
    NoPlace {
        /// The unit.
        unit: usize,
        /// The value.
        value: u8,
    },
    /// A cell was to take a value that is not one of its candidates.
    RuledOut {
        /// The cell.
        cell: usize,
        /// The value.
        value: u8,
    },
}

/// A board that has no solution, and where that shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The size of the boxes, which names of cells and units depend on.
    pub box_size: usize,
    /// The signs of values.
    pub alphabet: Alphabet,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = Geometry::of(self.box_size);
        let cell_name = |cell| geometry.cell_name(cell);
        let sign = |value| self.alphabet.write(value);
        match self.fault {
            Fault::Clash(Clash { unit, value, cells: [one, other] }) => {
                let unit = geometry.unit_name(unit);
                write!(f, "{} and {} are both {} in {unit}", cell_name(one), cell_name(other), sign(value))
            }
            Fault::NoCandidate { cell } => write!(f, "{} has no candidate left", cell_name(cell)),
            Fault::NoPlace { unit, value } => {
                write!(f, "{} has no place left for {}", geometry.unit_name(unit), sign(value))
            }
            Fault::RuledOut { cell, value } => write!(f, "{} cannot be {}", cell_name(cell), sign(value)),
        }
    }
}

impl std::error::Error for Contradiction {}

/// A board with the candidates of its empty cells.
///
/// A set of values is a mask with bit `value - 1`; a set of places in a unit is a mask of positions in
/// [`Geometry::units`]. A filled cell has no candidates, and a value in a unit that has it has no places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    grid: Grid,
    alphabet: Alphabet,
    candidates: Vec<u32>,
    places: Vec<u32>,
    placed: Vec<u32>,
}

impl Notes {
    /// The board with all candidates that the rules leave.
    pub fn new(grid: &Grid) -> Result<Notes, Contradiction> {
        Notes::written(grid, Alphabet::default_for(grid.geometry().side))
    }

    /// The same for a puzzle that is written in another alphabet, which is that of explanations.
    pub fn written(grid: &Grid, alphabet: Alphabet) -> Result<Notes, Contradiction> {
        let geometry = grid.geometry();
        if let Some(clash) = grid.clash() {
            return Err(Contradiction { box_size: geometry.box_size, alphabet, fault: Fault::Clash(clash) });
        }
        let mut placed = vec![0; geometry.units.len()];
        for (cell, &value) in grid.values().iter().enumerate().filter(|&(_, &value)| value != 0) {
            for unit in geometry.units_of[cell] {
                placed[usize::from(unit)] |= bit(value);
            }
        }
        let all = (1u32 << geometry.side) - 1;
        let mut candidates = vec![0; geometry.cells];
        let mut places = vec![0; geometry.units.len() * geometry.side];
        for cell in (0..geometry.cells).filter(|&cell| grid.values()[cell] == 0) {
            candidates[cell] =
                geometry.units_of[cell].iter().fold(all, |left, &unit| left & !placed[usize::from(unit)]);
        }
        for (unit, cells) in geometry.units.iter().enumerate() {
            for (position, &cell) in cells.iter().enumerate() {
                for value in ones(candidates[usize::from(cell)]) {
                    places[unit * geometry.side + value] |= 1 << position;
                }
            }
        }
        let notes = Notes { grid: grid.clone(), alphabet, candidates, places, placed };
        notes.check()?;
        Ok(notes)
    }

    /// The known values.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The rows, columns and boxes.
    pub fn geometry(&self) -> &'static Geometry {
        self.grid.geometry()
    }

    /// The sign of a value.
    pub(super) fn sign(&self, value: u8) -> char {
        self.alphabet.write(value)
    }

    /// The signs of the values of a mask, in ascending order.
    pub(super) fn signs(&self, mask: u32) -> Vec<char> {
        values(mask).map(|value| self.sign(value)).collect()
    }

    /// The candidates of a cell; none if it is filled.
    pub fn candidates(&self, cell: usize) -> u32 {
        self.candidates[cell]
    }

    /// Whether the value is a candidate of the cell.
    pub fn has(&self, cell: usize, value: u8) -> bool {
        self.candidates[cell] & bit(value) != 0
    }

    /// The positions in the unit that may take the value; none if the unit has it.
    pub fn places(&self, unit: usize, value: u8) -> u32 {
        self.places[unit * self.geometry().side + usize::from(value) - 1]
    }

    /// The cells of the unit that may take the value, in ascending order.
    pub fn cells_for(&self, unit: usize, value: u8) -> Vec<usize> {
        let cells = &self.geometry().units[unit];
        ones(self.places(unit, value)).map(|position| usize::from(cells[position])).collect()
    }

    /// Whether every cell is filled.
    pub fn is_solved(&self) -> bool {
        self.grid.values().iter().all(|&value| value != 0)
    }

    /// The first cell without candidates or value without a place, if there is one.
    pub fn check(&self) -> Result<(), Contradiction> {
        let geometry = self.geometry();
        if let Some(cell) =
            (0..geometry.cells).find(|&cell| self.candidates[cell] == 0 && self.grid.values()[cell] == 0)
        {
            return Err(self.contradiction(Fault::NoCandidate { cell }));
        }
        for unit in 0..geometry.units.len() {
            for value in 1..=geometry.side as u8 {
                if self.places(unit, value) == 0 && self.placed[unit] & bit(value) == 0 {
                    return Err(self.contradiction(Fault::NoPlace { unit, value }));
                }
            }
        }
        Ok(())
    }

    /// Fills a cell and takes its value from the cells that see it.
    ///
    /// The error says what is wrong with the board afterwards; it has no solution then.
    pub fn place(&mut self, cell: usize, value: u8) -> Result<(), Contradiction> {
        let geometry = self.geometry();
        if value == 0 || usize::from(value) > geometry.side || !self.has(cell, value) {
            return if value != 0 && self.grid.values()[cell] == value {
                Ok(())
            } else {
                Err(self.refusal(cell, value))
            };
        }
        self.grid.set(cell, value);
        for unit in geometry.units_of[cell] {
            self.placed[usize::from(unit)] |= bit(value);
        }
        let mut result = Ok(());
        for other in ones(self.candidates[cell]) {
            let removed = self.remove(cell, other as u8 + 1);
            result = result.and(removed);
        }
        for &peer in &geometry.peers[cell] {
            if self.has(usize::from(peer), value) {
                let removed = self.remove(usize::from(peer), value);
                result = result.and(removed);
            }
        }
        result
    }

    /// Takes a candidate from a cell and says whether it was there.
    ///
    /// The error says what is wrong with the board afterwards; it has no solution then.
    pub fn eliminate(&mut self, cell: usize, value: u8) -> Result<bool, Contradiction> {
        if value == 0 || usize::from(value) > self.geometry().side || !self.has(cell, value) {
            return Ok(false);
        }
        self.remove(cell, value).map(|()| true)
    }

    /// Makes the placements and eliminations of a step.
    pub fn apply(&mut self, step: &Step) -> Result<(), Contradiction> {
        for &(cell, value) in &step.eliminations {
            self.eliminate(cell, value)?;
        }
        step.placements.iter().try_for_each(|&(cell, value)| self.place(cell, value))
    }

    fn remove(&mut self, cell: usize, value: u8) -> Result<(), Contradiction> {
        let geometry = self.geometry();
        self.candidates[cell] &= !bit(value);
        let mut fault = None;
        if self.candidates[cell] == 0 && self.grid.values()[cell] == 0 {
            fault = Some(Fault::NoCandidate { cell });
        }
        let (row, column) = geometry.place(cell);
        let in_box = row % geometry.box_size * geometry.box_size + column % geometry.box_size;
        for (unit, position) in geometry.units_of[cell].into_iter().zip([column, row, in_box]) {
            let unit = usize::from(unit);
            let places = &mut self.places[unit * geometry.side + usize::from(value) - 1];
            *places &= !(1 << position);
            if *places == 0 && self.placed[unit] & bit(value) == 0 {
                fault = fault.or(Some(Fault::NoPlace { unit, value }));
            }
        }
        fault.map_or(Ok(()), |fault| Err(self.contradiction(fault)))
    }

    fn refusal(&self, cell: usize, value: u8) -> Contradiction {
        let geometry = self.geometry();
        let twin = geometry.peers[cell].iter().map(|&peer| usize::from(peer));
        let twin = twin.into_iter().find(|&peer| value != 0 && self.grid.values()[peer] == value);
        let fault = twin.and_then(|peer| {
            let unit = geometry.units_of[cell].into_iter().find(|unit| geometry.units_of[peer].contains(unit))?;
            let cells = [cell.min(peer), cell.max(peer)];
            Some(Fault::Clash(Clash { unit: usize::from(unit), value, cells }))
        });
        self.contradiction(fault.unwrap_or(Fault::RuledOut { cell, value }))
    }

    fn contradiction(&self, fault: Fault) -> Contradiction {
        Contradiction { box_size: self.geometry().box_size, alphabet: self.alphabet, fault }
    }
}

/// Whether two cells differ and share a unit.
pub(super) fn sees(geometry: &Geometry, one: usize, other: usize) -> bool {
    let (of_one, of_other) = (geometry.units_of[one], geometry.units_of[other]);
    one != other && (0..3).any(|kind| of_one[kind] == of_other[kind])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_follow_placements() {
        let mut notes = Notes::new(&Grid::empty(3)).expect("an empty board is consistent");
        assert_eq!(notes.candidates(0), 0x1ff);
        notes.place(0, 4).expect("free");
        assert_eq!((notes.candidates(0), notes.candidates(10)), (0, 0x1ff & !bit(4)));
        assert_eq!(notes.places(1, 4), 0b1_1111_1000);
        assert_eq!(notes.eliminate(80, 9), Ok(true));
        assert_eq!(notes.eliminate(80, 9), Ok(false));
        assert_eq!(notes.place(80, 9).map_err(|error| error.to_string()), Err("r9c9 cannot be 9".into()));
        let clash = notes.place(10, 4).map_err(|error| error.to_string());
        assert_eq!(clash, Err("r1c1 and r2c2 are both 4 in box 1".into()));
        assert_eq!(notes.place(0, 4), Ok(()));
        assert!(notes.place(0, 77).is_err() && notes.place(1, 0).is_err());
    }

    #[test]
    fn contradictions_say_where() {
        let mut grid = Grid::empty(2);
        for (cell, value) in [(0, 1), (1, 2), (6, 3), (14, 4)] {
            grid.set(cell, value);
        }
        let text = |grid: &Grid| Notes::new(grid).map_err(|error| error.to_string()).map(|_| ());
        assert_eq!(text(&grid), Err("r1c3 has no candidate left".into()));
        grid.set(14, 0);
        assert_eq!(text(&grid), Err("row 1 has no place left for 3".into()));
        grid.set(3, 1);
        assert_eq!(text(&grid), Err("r1c1 and r1c4 are both 1 in row 1".into()));
        let mut grid = Grid::empty(2);
        for (cell, value) in [(0, 1), (1, 2), (7, 3)] {
            grid.set(cell, value);
        }
        assert_eq!(text(&grid), Err("row 1 has no place left for 3".into()));
    }

    #[test]
    fn the_largest_board_has_25_values() {
        let notes = Notes::new(&Grid::empty(5)).expect("an empty board is consistent");
        assert_eq!(notes.candidates(624).count_ones(), 25);
    }
}
