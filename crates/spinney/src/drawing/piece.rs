//! Pieces: what they look like on a board of any form.

use super::scene::{Item, Label, Mark, Outline, Point, Stroke};
use super::{Colour, Curve};

/// A piece on a [`Board`](super::Board) or in a [`Scene`](super::Scene).
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
    /// A round stone with a crown.
    King,
    /// A filled square with the letter on it.
    Block,
    /// A round piece with the letter on it.
    Badge,
    /// A diagonal cross.
    Cross,
    /// An open ring.
    Ring,
    /// The letter itself.
    Letter,
}

impl Piece {
    /// The piece around a point, in a circle or square of this radius.
    pub fn items(&self, (x, y): Point, radius: f32) -> Vec<Item> {
        let disc = |r: f32| Mark::filled(Outline::Circle(x, y, r), self.colour).edged(self.rim(), radius / 12.0);
        let letter = |size: f32, colour| Label::middle(self.letter, (x, y), size, colour).bold();
        let open = |outline| Mark::drawn(outline, Stroke::solid(self.colour, radius * 0.32));
        match self.shape {
            Shape::Disc => {
                let ridge = Stroke::solid(self.rim(), radius / 16.0);
                let ridge = Mark::drawn(Outline::Circle(x, y, radius * 0.66), ridge).faded(0.35);
                vec![disc(radius).into(), ridge.into()]
            }
            Shape::King => vec![disc(radius).into(), self.crown((x, y), radius * 0.58).into()],
            Shape::Badge => vec![disc(radius).into(), letter(radius * 1.2, self.colour.letters()).into()],
            Shape::Block => {
                let (side, corner) = (2.0 * radius, radius * 0.25);
                let outline = Outline::Rect(x - radius, y - radius, side, side, corner);
                let block = Mark::filled(outline, self.colour).edged(self.rim(), radius / 14.0);
                vec![block.into(), letter(radius * 0.95, self.colour.letters()).into()]
            }
            Shape::Cross => {
                let r = radius * 0.68;
                let strokes = [(-r, -r, r, r), (r, -r, -r, r)];
                let line = |(a, b, c, d)| ((x + a, y + b), Curve::Line((x + c, y + d)));
                vec![open(Outline::Path(strokes.map(line).to_vec())).into()]
            }
            Shape::Ring => vec![open(Outline::Circle(x, y, radius * 0.72)).into()],
            Shape::Letter => {
                // A letter that would vanish on the paper takes the colour of text.
                let colour = match self.colour {
                    Colour::Black | Colour::White => Colour::Ink,
                    colour => colour,
                };
                vec![letter(radius * 1.4, colour).into()]
            }
        }
    }

    /// The colour of the edge.
    fn rim(&self) -> Colour {
        if self.colour == Colour::Black { Colour::Quiet } else { Colour::Black }
    }

    fn crown(&self, (x, y): Point, r: f32) -> Mark {
        let points = [(-1.0, -0.5), (-0.45, 0.1), (0.0, -0.8), (0.45, 0.1), (1.0, -0.5), (0.75, 0.7), (-0.75, 0.7)];
        let points = points.map(|(right, down)| (x + right * r, y + down * r));
        Mark::filled(Outline::Polygon(points.to_vec()), Colour::Yellow).edged(Colour::Brown, r / 9.0)
    }
}
