//! Rows, columns and boxes of a square Sudoku with boxes of any size from 2×2 to 5×5.
//!
//! Cells are numbered row by row from the upper left one. Units are numbered rows first, then columns, then boxes.

use std::sync::OnceLock;

/// The least and the greatest size of a box.
pub const BOX_SIZES: std::ops::RangeInclusive<usize> = 2..=5;

/// The units of a board and what they have in common.
#[derive(Debug)]
pub struct Geometry {
    /// The side of a box.
    pub box_size: usize,
    /// The side of the board, which is also the number of values.
    pub side: usize,
    /// The number of cells.
    pub cells: usize,
    /// The cells of every unit, in ascending order: the rows, the columns, the boxes.
    pub units: Vec<Vec<u16>>,
    /// The row, the column and the box of every cell.
    pub units_of: Vec<[u16; 3]>,
    /// The other cells in the units of every cell, in ascending order and without repetition.
    pub peers: Vec<Vec<u16>>,
}

impl Geometry {
    /// The board with boxes of this size, which must be in [`BOX_SIZES`].
    pub fn of(box_size: usize) -> &'static Geometry {
        static ALL: [OnceLock<Geometry>; 4] = [const { OnceLock::new() }; 4];
        ALL[box_size - BOX_SIZES.start()].get_or_init(|| Geometry::new(box_size))
    }

    fn new(box_size: usize) -> Geometry {
        let side = box_size * box_size;
        let cells = side * side;
        let units_of: Vec<[u16; 3]> = (0..cells)
            .map(|cell| {
                let (row, column) = (cell / side, cell % side);
                let square = row / box_size * box_size + column / box_size;
                [row as u16, (side + column) as u16, (2 * side + square) as u16]
            })
            .collect();
        let mut units = vec![Vec::with_capacity(side); 3 * side];
        for (cell, own) in units_of.iter().enumerate() {
            for &unit in own {
                units[usize::from(unit)].push(cell as u16);
            }
        }
        let peers = (0..cells)
            .map(|cell| {
                let mut peers: Vec<u16> =
                    units_of[cell].iter().flat_map(|&unit| units[usize::from(unit)].iter().copied()).collect();
                peers.sort_unstable();
                peers.dedup();
                peers.retain(|&peer| usize::from(peer) != cell);
                peers
            })
            .collect();
        Geometry { box_size, side, cells, units, units_of, peers }
    }

    /// The row and the column of a cell, from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.side, cell % self.side)
    }

    /// A cell as solvers write it: `r1c1` is the upper left one.
    pub fn cell_name(&self, cell: usize) -> String {
        let (row, column) = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// A unit for people: `row 3`, `column 5`, `box 9`.
    pub fn unit_name(&self, unit: usize) -> String {
        let kind = ["row", "column", "box"][unit / self.side];
        format!("{kind} {}", unit % self.side + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_the_usual_number_of_peers() {
        for (box_size, peers) in [(2, 7), (3, 20), (4, 39), (5, 64)] {
            let geometry = Geometry::of(box_size);
            assert_eq!(geometry.units.len(), 3 * geometry.side);
            assert!(geometry.units.iter().all(|unit| unit.len() == geometry.side));
            assert!(geometry.peers.iter().all(|of| of.len() == peers), "{box_size}");
        }
    }

    #[test]
    fn names_count_from_one() {
        let geometry = Geometry::of(3);
        assert_eq!(geometry.cell_name(80), "r9c9");
        assert_eq!(geometry.units_of[30], [3, 9 + 3, 18 + 4]);
        assert_eq!((geometry.unit_name(3), geometry.unit_name(22)), ("row 4".into(), "box 5".into()));
    }
}
