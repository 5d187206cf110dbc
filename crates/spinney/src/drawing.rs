//! A picture of a position, described once and shown as text or as SVG.

/// A picture: a body and lines of text below it.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The picture proper.
    pub body: Body,
    /// Lines below it, such as whose turn it is.
    pub caption: Vec<String>,
}

/// What a [`Drawing`] shows.
#[derive(Clone, Debug)]
pub enum Body {
    /// A rectangular board.
    Board(Board),
    /// Lines of text that have no better picture.
    Lines(Vec<String>),
}

/// A rectangular board, drawn from the top row to the bottom row.
#[derive(Clone, Debug)]
pub struct Board {
    /// Cells per row.
    pub columns: usize,
    /// The cells, row by row from the top left.
    pub cells: Vec<Cell>,
    /// A label per column, or none.
    pub column_labels: Vec<String>,
    /// A label per row from the top, or none.
    pub row_labels: Vec<String>,
}

/// One cell of a [`Board`].
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// What lies there.
    pub piece: Option<Piece>,
    /// Draws the reader's eye here: the last move, a winning line, a group to be removed.
    pub marked: bool,
    /// A dot for a legal move.
    pub hint: bool,
}

/// A piece on a [`Board`].
#[derive(Clone, Debug)]
pub struct Piece {
    /// One character in text.
    pub letter: char,
    /// The shape in SVG.
    pub shape: Shape,
    /// The colour in SVG, and on a terminal with colours.
    pub colour: Colour,
}

/// The shape of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A round stone.
    Disc,
    /// A filled square.
    Block,
    /// A diagonal cross.
    Cross,
    /// An open ring.
    Ring,
    /// The letter itself.
    Letter,
}

/// A colour by its role; light and dark themes choose the exact shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Near black.
    Black,
    /// Near white.
    White,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Violet.
    Violet,
}
