//! Drawing: crosses and rings on a board, a complete line marked.

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, Shape};
use spinney::game::capabilities::Render;

use super::{Options, State, TicTacToe};
use crate::grid;
use crate::lines;

impl Render for TicTacToe {
    fn draw(&self, state: &State) -> Drawing {
        let Options { width, height, .. } = self.options;
        let [x, o] = state.by_player();
        let marked = lines::complete(&self.lines, state.other);
        let cell = |bit: usize| Cell {
            piece: match (x >> bit & 1, o >> bit & 1) {
                (1, _) => Some(Piece { letter: 'x', shape: Shape::Cross, colour: Colour::Blue }),
                (_, 1) => Some(Piece { letter: 'o', shape: Shape::Ring, colour: Colour::Red }),
                _ => None,
            },
            marked: marked >> bit & 1 == 1,
            ..Cell::default()
        };
        let rows = || (0..height).rev();
        Drawing {
            body: Body::Board(Board {
                columns: width,
                cells: rows().flat_map(|row| (0..width).map(move |column| cell(row * width + column))).collect(),
                column_labels: (0..width).map(|column| grid::write_cell(column, 0)[..1].to_owned()).collect(),
                row_labels: rows().map(|row| (row + 1).to_string()).collect(),
            }),
            caption: vec![state.outcome.caption(state.stones, ["x", "o"])],
        }
    }
}
