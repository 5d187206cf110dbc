//! Drawing: blocks in the colours of the stones, columns and rows numbered as in the notation of moves.

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, PlaceId, Shape};
use spinney::game::Player;
use spinney::game::capabilities::Render;

use super::cells::{Cells, LANE};
use super::notation::place;
use super::stones::MOST_COLOURS;
use super::{SameGame, State};

const COLOURS: [Colour; MOST_COLOURS] =
    [Colour::Red, Colour::Green, Colour::Blue, Colour::Yellow, Colour::Violet, Colour::White, Colour::Black];

impl Render for SameGame {
    fn draw(&self, state: &State) -> Drawing {
        self.draw_marked(state, Cells::EMPTY)
    }

    fn draw_move(&self, state: &State, mv: super::Move) -> Drawing {
        self.draw_marked(state, state.stones.links().group(mv.0))
    }

    /// Any cell of the group.
    fn clicks(&self, state: &State, mv: super::Move, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        let group = state.stones.links().group(mv.0);
        let name = |cell: u8| {
            let (column, row) = place(cell);
            vec![format!("{column},{row}")]
        };
        let others = group.iter().filter(|&cell| cell != mv.0);
        std::iter::once(mv.0).chain(others).map(name).collect()
    }
}

impl SameGame {
    /// The position with a group marked.
    fn draw_marked(&self, state: &State, group: Cells) -> Drawing {
        let cell = |column: usize, row: usize| {
            let cell = (column as u32 * LANE) as u8 + row as u8;
            let piece = match state.stones.colour(cell) {
                0 => None,
                colour => Some(Piece {
                    letter: char::from(b'0' + colour),
                    shape: Shape::Block,
                    colour: COLOURS[usize::from(colour) - 1],
                }),
            };
            Cell { piece, marked: group.contains(cell), ..Cell::default() }
        };
        let cells = (0..self.rows).rev().flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        let left = state.stones.occupied().len();
        let status = match (state.stones.links().is_empty(), left) {
            (true, 0) => format!("cleared with {} points", self.points(state)),
            (true, _) => format!("over with {} points; {left} stones left", self.points(state)),
            (false, _) => format!("{} points so far; {left} stones left", state.score),
        };
        Drawing {
            body: Body::Board(Board {
                columns: self.columns,
                cells: cells.map(|(column, row)| cell(column, row)).collect(),
                column_labels: (0..self.columns).map(|column| column.to_string()).collect(),
                row_labels: (0..self.rows).rev().map(|row| row.to_string()).collect(),
            }),
            caption: vec![status],
        }
    }
}
