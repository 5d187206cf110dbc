//! A board with some cells filled, and whether it keeps the rules.

use super::geometry::Geometry;
use super::text::Alphabet;

/// Clashes that are named in a message.
const MOST_SHOWN: usize = 5;

/// The values of all cells; 0 is an empty cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    box_size: usize,
    values: Vec<u8>,
}

/// Two cells of one unit with the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The unit that has the value twice.
    pub unit: usize,
    /// The value.
    pub value: u8,
    /// The two cells, in ascending order.
    pub cells: [usize; 2],
}

impl Clash {
    /// The clash in words: `r1c2 and r1c7 both have 5 (row 1)`.
    pub fn describe(&self, geometry: &Geometry, alphabet: Alphabet) -> String {
        let [first, second] = self.cells.map(|cell| geometry.cell_name(cell));
        let (value, unit) = (alphabet.write(self.value), geometry.unit_name(self.unit));
        format!("{first} and {second} both have {value} ({unit})")
    }
}

impl Grid {
    /// An empty board with boxes of this size.
    pub fn empty(box_size: usize) -> Grid {
        Grid { box_size, values: vec![0; Geometry::of(box_size).cells] }
    }

    /// A board with these values, row by row. Their number and each of them must fit the size of the boxes.
    pub fn from_values(box_size: usize, values: Vec<u8>) -> Grid {
        let geometry = Geometry::of(box_size);
        assert_eq!(values.len(), geometry.cells, "a value for every cell");
        assert!(values.iter().all(|&value| usize::from(value) <= geometry.side), "values up to the side");
        Grid { box_size, values }
    }

    /// The rows, columns and boxes.
    pub fn geometry(&self) -> &'static Geometry {
        Geometry::of(self.box_size)
    }

    /// The values, row by row; 0 is an empty cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Writes a value, or 0 to empty the cell.
    pub fn set(&mut self, cell: usize, value: u8) {
        assert!(usize::from(value) <= self.geometry().side, "a value up to the side");
        self.values[cell] = value;
    }

    /// The number of filled cells.
    pub fn filled(&self) -> usize {
        self.values.iter().filter(|&&value| value != 0).count()
    }

    /// The first two cells that violate the rules, if there are any.
    pub fn clash(&self) -> Option<Clash> {
        self.clashes().into_iter().next()
    }

    /// All pairs of cells that violate the rules, each with one unit that they share.
    pub fn clashes(&self) -> Vec<Clash> {
        let geometry = self.geometry();
        let mut clashes: Vec<Clash> = Vec::new();
        for (unit, cells) in geometry.units.iter().enumerate() {
            let mut last = vec![None; geometry.side + 1];
            for cell in cells.iter().map(|&cell| usize::from(cell)) {
                let value = self.values[cell];
                if value == 0 {
                    continue;
                }
                if let Some(other) = last[usize::from(value)].replace(cell) {
                    let clash = Clash { unit, value, cells: [other, cell] };
                    if clashes.iter().all(|known| known.cells != clash.cells) {
                        clashes.push(clash);
                    }
                }
            }
        }
        clashes
    }

    /// All clashes in words; nothing if there are none.
    pub fn describe_clashes(&self, alphabet: Alphabet) -> Option<String> {
        let words: Vec<String> = self.clashes().iter().map(|clash| clash.describe(self.geometry(), alphabet)).collect();
        let shown = words.iter().take(MOST_SHOWN).cloned().collect::<Vec<_>>().join("; ");
        match words.len() {
            0 => None,
            count if count > MOST_SHOWN => Some(format!("{shown}; and {} more", count - MOST_SHOWN)),
            _ => Some(shown),
        }
    }

    /// Whether every cell is filled and no two clash.
    pub fn is_solved(&self) -> bool {
        self.filled() == self.values.len() && self.clash().is_none()
    }

    /// Whether every filled cell of `givens` has the same value here.
    pub fn extends(&self, givens: &Grid) -> bool {
        self.box_size == givens.box_size
            && givens.values.iter().zip(&self.values).all(|(&given, &value)| given == 0 || given == value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clash_names_its_unit_and_cells() {
        let mut grid = Grid::empty(3);
        grid.set(4, 7);
        assert_eq!(grid.clash(), None);
        grid.set(76, 7);
        assert_eq!(grid.clash(), Some(Clash { unit: 9 + 4, value: 7, cells: [4, 76] }));
        assert_eq!(grid.filled(), 2);
    }

    #[test]
    fn all_clashes_are_named_once() {
        let mut grid = Grid::empty(2);
        assert_eq!(grid.describe_clashes(Alphabet::Numeric), None);
        for cell in [0, 2, 4, 15] {
            grid.set(cell, 1);
        }
        let said = grid.describe_clashes(Alphabet::Numeric).unwrap();
        assert_eq!(said, "r1c1 and r1c3 both have 1 (row 1); r1c1 and r2c1 both have 1 (column 1)");
        let ones = Grid::from_values(2, vec![1; 16]);
        assert!(ones.describe_clashes(Alphabet::Numeric).unwrap().ends_with("; and 23 more"));
    }

    #[test]
    fn only_a_full_board_without_clash_is_solved() {
        let shift = [0, 3, 6, 1, 4, 7, 2, 5, 8];
        let values = (0..81).map(|cell| ((shift[cell / 9] + cell % 9) % 9 + 1) as u8).collect();
        let mut grid = Grid::from_values(3, values);
        assert!(grid.is_solved());
        let mut givens = grid.clone();
        givens.set(0, 0);
        assert!(grid.extends(&givens) && !givens.is_solved());
        grid.set(0, 2);
        assert!(!grid.is_solved());
    }
}
