//! Rectangular boards.

use super::scene::{Item, Label, Mark, Outline, Place, Scene, Stroke};
use super::text::Text;
use super::{Colour, Piece, PlaceId, Shape};

/// The side of a cell in pixels.
const CELL: f32 = 40.0;
/// The size of the labels.
const LABEL: f32 = 15.0;

/// A rectangular board, drawn from the top row to the bottom row.
#[derive(Clone, Debug, Default)]
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
    /// The name by which clicks refer to it, if it is not that of its labels: [`Board::name`].
    pub name: Option<PlaceId>,
    /// The piece or symbol.
    pub piece: Option<Piece>,
    /// Highlights the cell: the last move, a winning line, a group to be removed.
    pub marked: bool,
    /// A dot for a legal move.
    pub hint: bool,
    /// The probability of a hidden piece on this cell, relative to the likeliest cell, from 0 to 1. Shown where there
    /// are colours.
    pub shade: Option<f64>,
    /// The colour of the cell itself in SVG.
    pub ground: Option<Colour>,
    /// The cell is a round hole in the ground.
    pub hole: bool,
    /// A small text in the corner of the cell in SVG, such as the number of a square.
    pub corner: Option<String>,
    /// The cell is not part of the game: nothing can be clicked there.
    pub unused: bool,
}

impl Board {
    /// The name of a cell by its index: its own, or else its labels, as in `a1`, or with a comma between them where one
    /// label is not all letters or the other not all digits. An axis without labels counts from 1 at the lower left.
    pub fn name(&self, index: usize) -> PlaceId {
        if let Some(name) = self.cells.get(index).and_then(|cell| cell.name.as_ref()) {
            return name.clone();
        }
        let (column, row) = (index % self.columns.max(1), index / self.columns.max(1));
        let rows = self.cells.len().div_ceil(self.columns.max(1));
        let column = self.column_labels.get(column).cloned().unwrap_or_else(|| (column + 1).to_string());
        let row = self.row_labels.get(row).cloned().unwrap_or_else(|| (rows - row).to_string());
        let plain = column.chars().all(char::is_alphabetic) && row.chars().all(|digit| digit.is_ascii_digit());
        if plain { format!("{column}{row}") } else { format!("{column},{row}") }
    }

    /// The names of all cells that can be clicked.
    pub(super) fn places(&self) -> impl Iterator<Item = PlaceId> {
        (0..self.cells.len()).filter(|&index| !self.cells[index].unused).map(|index| self.name(index))
    }

    /// The board as a picture.
    pub(super) fn scene(&self) -> Scene {
        let widest = self.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) as f32;
        let left = if widest > 0.0 { (widest * LABEL * 0.6).ceil() + 8.0 } else { 0.0 };
        let columns = self.columns.max(1);
        let rows = self.cells.len().div_ceil(columns);
        let below = if self.column_labels.is_empty() { 0.0 } else { 22.0 };
        let bottom = rows as f32 * CELL;
        let mut scene = Scene::new(left + columns as f32 * CELL, bottom + below);
        for (index, cell) in self.cells.iter().enumerate() {
            let at = (left + (index % columns) as f32 * CELL, (index / columns) as f32 * CELL);
            let items = cell.items(at);
            match cell.unused {
                true => scene.extend(items),
                false => {
                    let (id, title) = (self.name(index), self.title(index));
                    scene.push(Place { id, title, items });
                }
            }
        }
        for (row, label) in self.row_labels.iter().enumerate() {
            let at = ((left - 8.0) / 2.0, (row as f32 + 0.5) * CELL);
            scene.push(Label::middle(label, at, LABEL, Colour::Ink));
        }
        for (column, label) in self.column_labels.iter().enumerate() {
            let at = (left + (column as f32 + 0.5) * CELL, bottom + 12.0);
            // Long labels must not run into each other.
            let size = LABEL.min(CELL / (label.chars().count().max(1) as f32 * 0.65));
            scene.push(Label::middle(label, at, size, Colour::Ink));
        }
        scene.text = Text::Board(self.clone());
        scene
    }

    fn title(&self, index: usize) -> String {
        let cell = &self.cells[index];
        let contents = match &cell.piece {
            Some(piece) if piece.letter != ' ' => piece.letter.to_string(),
            _ => "empty".to_owned(),
        };
        format!("{}, {contents}", self.name(index))
    }
}

impl Cell {
    /// A cell that nothing is drawn on.
    pub fn blank(ground: Colour) -> Self {
        let piece = Some(Piece { letter: ' ', shape: Shape::Letter, colour: Colour::White });
        Cell { piece, ground: Some(ground), unused: true, ..Cell::default() }
    }

    fn items(&self, (left, top): (f32, f32)) -> Vec<Item> {
        let square = |inset: f32| {
            let side = CELL - 2.0 * inset;
            Outline::Rect(left + inset, top + inset, side, side, 0.0)
        };
        let middle = (left + CELL / 2.0, top + CELL / 2.0);
        let ground = match (self.ground, self.marked) {
            (Some(ground), _) => ground,
            (None, true) => Colour::Mark,
            (None, false) => Colour::Panel,
        };
        let edge = if self.ground.is_some() { Colour::Groove } else { Colour::Edge };
        let line = if self.hole { Mark::filled(square(0.0), ground) } else { square_mark(square(0.0), ground, edge) };
        let mut items: Vec<Item> = vec![line.into()];
        if let Some(shade) = self.shade {
            // Even the least likely place remains distinguishable from the others.
            let opacity = 0.15 + 0.55 * shade.clamp(0.0, 1.0) as f32;
            items.push(Mark::filled(square(0.0), Colour::Shade).faded(opacity).into());
        }
        if let Some(corner) = &self.corner {
            let colour = self.ground.map_or(Colour::Quiet, Colour::letters);
            items.push(Label::start(corner, (left + 2.0, top + 5.5), 8.0, colour).into());
        }
        if self.hole {
            let hole = Outline::Circle(middle.0, middle.1, 16.0);
            items.push(Mark::filled(hole, Colour::Paper).edged(Colour::Groove, 1.0).into());
        }
        if self.marked && self.hole {
            let ring = Outline::Circle(middle.0, middle.1, 17.5);
            items.push(Mark::drawn(ring, Stroke::solid(Colour::Mark, 4.0)).into());
        } else if self.marked && self.ground.is_some() {
            items.push(Mark::drawn(square(2.0), Stroke::solid(Colour::Mark, 3.5)).into());
        }
        match &self.piece {
            Some(piece) if piece.letter == ' ' => {}
            Some(piece) => items.extend(piece.items(middle, self.radius(piece.shape))),
            None if self.hint => {
                let colour = if self.ground.is_some() { Colour::Black } else { Colour::Hint };
                let dot = Mark::filled(Outline::Circle(middle.0, middle.1, 5.0), colour);
                items.push(dot.faded(0.5).into());
            }
            None => {}
        }
        items
    }

    /// A block fills its cell, so a marked one is smaller, to leave room for the mark.
    fn radius(&self, shape: Shape) -> f32 {
        match (shape, self.marked) {
            (Shape::Block, false) => 17.5,
            (Shape::Block, true) => 13.0,
            _ => 15.5,
        }
    }
}

fn square_mark(outline: Outline, ground: Colour, edge: Colour) -> Mark {
    Mark::filled(outline, ground).edged(edge, 1.0)
}
