//! A drawing of a position, described once and rendered as text or as SVG; and how moves are made by clicks on it.
//!
//! A game fills in a [`Drawing`]; [`Drawing::to_text`] and [`Drawing::to_coloured_text`] render it for a terminal and
//! [`Drawing::to_svg`] for a page. A rectangular [`Board`] brings its picture along; any other picture is a [`Scene`] of
//! shapes, texts and places, so that a new kind of board changes neither of the two writers.
//!
//! The places of a drawing have names. [`Render::clicks`](crate::game::capabilities::Render::clicks) states which places
//! are clicked, in which order, to make a move, and a [`ClickMap`] follows the clicks: a page needs no code per game.

mod board;
mod cards;
mod clicks;
mod colour;
mod dice;
mod piece;
mod scene;
mod svg;
mod text;

use std::fmt;

pub use board::{Board, Cell};
pub use cards::{CARD, INDEX, card, card_back};
pub use clicks::{ClickMap, DONE, Step};
pub use colour::Colour;
pub use dice::die;
pub use piece::{Piece, Shape};
pub use scene::{Align, Curve, Dash, Item, Label, Mark, Outline, Place, Point, Scene, Stroke};
pub use svg::{Button, Theme};
pub use text::Text;

/// The name of a place of a drawing, such as `d4` or `pass`.
pub type PlaceId = String;

/// A drawing: a body and lines of text below it.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The main part.
    pub body: Body,
    /// Lines below it, such as whose turn it is.
    pub caption: Vec<String>,
}

/// The contents of a [`Drawing`].
#[derive(Clone, Debug)]
pub enum Body {
    /// A rectangular board.
    Board(Board),
    /// Any other picture.
    Scene(Scene),
    /// Lines of text, without graphics.
    Lines(Vec<String>),
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
    /// screen readers. Every [`Place`] is a group with its name in the attribute `data-place`.
    pub fn to_svg(&self, title: &str) -> String {
        self.to_themed_svg(title, Theme::System)
    }

    /// The same in a theme.
    pub fn to_themed_svg(&self, title: &str, theme: Theme) -> String {
        svg::write(self, &[], title, theme)
    }

    /// The names of all places.
    pub fn places(&self) -> Vec<PlaceId> {
        match &self.body {
            Body::Board(board) => board.places().collect(),
            Body::Scene(scene) => scene.places().cloned().collect(),
            Body::Lines(_) => Vec::new(),
        }
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

#[cfg(test)]
pub(crate) mod examples {
    use super::*;

    /// A board of 3x2 with a bit of everything.
    pub(crate) fn board() -> Drawing {
        let piece = |letter, shape, colour| Some(Piece { letter, shape, colour });
        let cell = |piece, marked, hint| Cell { piece, marked, hint, ..Cell::default() };
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

    /// A place and a line.
    pub(crate) fn scene() -> Drawing {
        let mut scene = Scene::new(120.0, 80.0);
        let line = Outline::Path(vec![((10.0, 10.0), Curve::Quadratic((30.0, 0.0), (100.0, 50.0)))]);
        scene.push(Mark::drawn(line, Stroke { colour: Colour::Red, width: 4.0, dash: Dash::Dashed }));
        let place = Place::new("a<", "a place", Mark::filled(Outline::Circle(10.0, 10.0, 11.0), Colour::Panel));
        scene.push(place.with([Label::middle("a<", (10.0, 10.0), 10.0, Colour::Ink)]));
        scene.text = Text::Lines(vec!["a table".to_owned()]);
        Drawing { body: Body::Scene(scene), caption: vec!["x to move".to_owned()] }
    }

    /// Lines of text.
    pub(crate) fn lines() -> Drawing {
        Drawing { body: Body::Lines(vec!["a  <b>".to_owned(), "c".to_owned()]), caption: Vec::new() }
    }
}
