//! Which cells of a puzzle are given together.

use std::fmt;

use super::super::geometry::Geometry;

/// A symmetry of the places of the givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// None: each cell on its own.
    None,
    /// Turning the board by 180° changes nothing.
    Rotational,
    /// The left half mirrors the right half.
    Horizontal,
    /// The upper half mirrors the lower half.
    Vertical,
    /// The cells above the diagonal from the upper left mirror those below.
    Diagonal,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 5] =
        [Symmetry::None, Symmetry::Rotational, Symmetry::Horizontal, Symmetry::Vertical, Symmetry::Diagonal];

    /// The name for people and options.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rotational => "rotational",
            Symmetry::Horizontal => "horizontal",
            Symmetry::Vertical => "vertical",
            Symmetry::Diagonal => "diagonal",
        }
    }

    /// The cell that is given together with this one.
    pub fn image(self, geometry: &Geometry, cell: usize) -> usize {
        let ((row, column), last) = (geometry.place(cell), geometry.side - 1);
        let (row, column) = match self {
            Symmetry::None => (row, column),
            Symmetry::Rotational => (last - row, last - column),
            Symmetry::Horizontal => (row, last - column),
            Symmetry::Vertical => (last - row, column),
            Symmetry::Diagonal => (column, row),
        };
        row * geometry.side + column
    }

    /// The cells in groups of one or two that are given together.
    pub(super) fn orbits(self, geometry: &Geometry) -> Vec<Vec<usize>> {
        let pairs = (0..geometry.cells).map(|cell| (cell, self.image(geometry, cell)));
        let orbits = pairs.filter(|(cell, image)| cell <= image);
        orbits.map(|(cell, image)| if cell == image { vec![cell] } else { vec![cell, image] }).collect()
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
