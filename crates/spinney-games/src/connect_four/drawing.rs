//! Drawing: discs in a grid with numbered columns, a complete line marked.

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, PlaceId, Shape};
use spinney::game::Player;
use spinney::game::capabilities::Render;

use super::{ConnectFour, Options, State};
use crate::lines;

impl Render for ConnectFour {
    fn draw(&self, state: &State) -> Drawing {
        let Options { width, height, .. } = self.options;
        let [x, o] = state.by_player();
        let marked = lines::complete(&self.lines, state.all ^ state.mover);
        let cell = |column: usize, row: usize| {
            let bit = column * self.stride as usize + row;
            Cell {
                piece: match (x >> bit & 1, o >> bit & 1) {
                    (1, _) => Some(Piece { letter: 'x', shape: Shape::Disc, colour: Colour::Red }),
                    (_, 1) => Some(Piece { letter: 'o', shape: Shape::Disc, colour: Colour::Yellow }),
                    _ => None,
                },
                marked: marked >> bit & 1 == 1,
                ground: Some(Colour::Frame),
                hole: true,
                ..Cell::default()
            }
        };
        Drawing {
            body: Body::Board(Board {
                columns: width,
                cells: (0..height).rev().flat_map(|row| (0..width).map(move |column| cell(column, row))).collect(),
                column_labels: (0..width).map(|column| Self::write_column(column).to_string()).collect(),
                row_labels: Vec::new(),
            }),
            caption: vec![state.outcome.caption(state.discs, ["x", "o"])],
        }
    }

    /// Any cell of the column, the one that the disc falls to first.
    fn clicks(&self, state: &State, mv: u8, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        let (column, height) = (usize::from(mv), self.options.height);
        let filled = |row: &usize| state.all >> (column * self.stride as usize + row) & 1 == 1;
        let (taken, free): (Vec<usize>, Vec<usize>) = (0..height).partition(filled);
        let name = |row: usize| vec![format!("{},{}", Self::write_column(column), row + 1)];
        free.into_iter().chain(taken).map(name).collect()
    }
}
