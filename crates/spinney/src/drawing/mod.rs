//! A drawing of a position, described once and rendered as text or as SVG.
//!
//! A game fills in a [`Drawing`]; [`Drawing::to_text`] and [`Drawing::to_coloured_text`] render it for a terminal and
//! [`Drawing::to_svg`] for a page. A new kind of drawing is a new [`Body`] with a branch in each of the two writers.

mod network;
mod svg;
mod text;

use std::fmt;

/// A drawing: a body and lines of text below it.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The main part.
    pub body: Body,
    /// Lines below it, such as whose turn it is.
    pub caption: Vec<String>,
}

impl Drawing {
    /// The drawing as lines of plain text, each ended by a line feed.
    ///
    /// Empty cells are dots, legal moves stars, and marked cells are in brackets.
    pub fn to_text(&self) -> String {
        text::write(self, false)
    }

    /// The same with the colours of an ANSI terminal.
    pub fn to_coloured_text(&self) -> String {
        text::write(self, true)
    }

    /// The drawing as a self-contained SVG document that follows the reader's light or dark theme. The title is read by
    /// screen readers.
    pub fn to_svg(&self, title: &str) -> String {
        svg::write(self, title)
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// The contents of a [`Drawing`].
#[derive(Clone, Debug)]
pub enum Body {
    /// A rectangular board.
    Board(Board),
    /// Places connected by lines.
    Network(Network),
    /// Lines of text, without graphics.
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
    /// The piece or symbol.
    pub piece: Option<Piece>,
    /// Highlights the cell: the last move, a winning line, a group to be removed.
    pub marked: bool,
    /// A dot for a legal move.
    pub hint: bool,
    /// The probability of a hidden piece on this cell, relative to the likeliest cell, from 0 to 1. Shown where there
    /// are colours.
    pub shade: Option<f64>,
}

/// Places connected by lines, at the coordinates of a map. Text shows only the table.
#[derive(Clone, Debug)]
pub struct Network {
    /// How far the map goes to the right, in pixels.
    pub width: f32,
    /// How far it goes down.
    pub height: f32,
    /// The places.
    pub nodes: Vec<Node>,
    /// The lines between them.
    pub links: Vec<Link>,
    /// The kinds of lines with their names, drawn in this order.
    pub kinds: Vec<(String, Stroke)>,
    /// A table beside the map, in lines of monospaced text.
    pub table: Vec<String>,
}

/// A place of a [`Network`].
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The label.
    pub label: String,
    /// How far right it is.
    pub x: f32,
    /// How far down it is.
    pub y: f32,
    /// How likely something is there that is looked for, 0 for not at all to 1 for most likely.
    pub shade: f32,
    /// The piece or symbol.
    pub piece: Option<Piece>,
    /// Draws the reader's eye here.
    pub marked: bool,
    /// A legal move leads here.
    pub hint: bool,
}

/// A line of a [`Network`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// One of the places, by its index.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// The kind of the line, by its index.
    pub kind: usize,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The colour.
    pub colour: Colour,
    /// The width in pixels.
    pub width: u8,
    /// Whether it is interrupted.
    pub dash: Dash,
}

/// Whether the line is dashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// It is not.
    Solid,
    /// By gaps as long as its pieces.
    Dashed,
    /// It is a row of dots.
    Dotted,
}

/// A piece on a [`Board`] or a [`Network`].
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

#[cfg(test)]
pub(crate) mod examples {
    use super::*;

    /// A board of 3x2 with a bit of everything.
    pub(crate) fn board() -> Drawing {
        let piece = |letter, shape, colour| Some(Piece { letter, shape, colour });
        let cell = |piece, marked, hint| Cell { piece, marked, hint, shade: None };
        Drawing {
            body: Body::Board(Board {
                columns: 3,
                cells: vec![
                    cell(piece('x', Shape::Cross, Colour::Blue), true, false),
                    cell(piece('o', Shape::Ring, Colour::Red), true, false),
                    cell(None, false, true),
                    cell(None, false, false),
                    cell(piece('<', Shape::Letter, Colour::White), false, false),
                    cell(piece('b', Shape::Disc, Colour::Black), true, false),
                ],
                column_labels: ["a", "b", "c"].map(str::to_owned).to_vec(),
                row_labels: ["10", "9"].map(str::to_owned).to_vec(),
            }),
            caption: vec!["x & y to move".to_owned()],
        }
    }

    /// Two places with a line between them.
    pub(crate) fn network() -> Drawing {
        let piece = Some(Piece { letter: 'X', shape: Shape::Block, colour: Colour::Black });
        Drawing {
            body: Body::Network(Network {
                width: 120.0,
                height: 80.0,
                nodes: vec![
                    Node { label: "a<".to_owned(), x: 10.0, y: 10.0, piece, marked: true, ..Node::default() },
                    Node { label: "b".to_owned(), x: 100.0, y: 50.0, shade: 0.5, hint: true, ..Node::default() },
                ],
                links: vec![Link { from: 0, to: 1, kind: 0 }],
                kinds: vec![("bus".to_owned(), Stroke { colour: Colour::Red, width: 4, dash: Dash::Dashed })],
                table: vec!["a table".to_owned()],
            }),
            caption: vec!["x to move".to_owned()],
        }
    }

    /// Lines of text.
    pub(crate) fn lines() -> Drawing {
        Drawing { body: Body::Lines(vec!["a  <b>".to_owned(), "c".to_owned()]), caption: Vec::new() }
    }
}
