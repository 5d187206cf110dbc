//! Drawing: white and black men, white at the bottom.

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, PlaceId, Shape};
use spinney::game::Player;
use spinney::game::capabilities::Render;

use super::{Breakthrough, Move, Options, SIDES, State};
use crate::grid;

impl Render for Breakthrough {
    fn draw(&self, state: &State) -> Drawing {
        let Options { width, height, .. } = self.options;
        let [white, black] = state.by_player();
        let cell = |bit: usize| {
            let piece = match (white >> bit & 1, black >> bit & 1) {
                (1, _) => Some(Piece { letter: 'w', shape: Shape::Disc, colour: Colour::White }),
                (_, 1) => Some(Piece { letter: 'b', shape: Shape::Disc, colour: Colour::Black }),
                _ => None,
            };
            let arrived = white & self.goal[0] | black & self.goal[1];
            let dark = (bit % width + bit / width).is_multiple_of(2);
            let ground = Some(if dark { Colour::DarkSquare } else { Colour::LightSquare });
            Cell { piece, marked: arrived >> bit & 1 == 1, ground, ..Cell::default() }
        };
        let cells = (0..height).rev().flat_map(|row| (0..width).map(move |column| row * width + column));
        let mover = usize::from(state.player);
        let status = match self.is_over(state) {
            true => format!("{} has won", SIDES[1 - mover]),
            false => format!("{} to move", SIDES[mover]),
        };
        Drawing {
            body: Body::Board(Board {
                columns: width,
                cells: cells.map(cell).collect(),
                column_labels: (0..width).map(|column| grid::write_cell(column, 0)[..1].to_owned()).collect(),
                row_labels: (1..=height).rev().map(|row| row.to_string()).collect(),
            }),
            caption: vec![format!("{status}; men white {}, black {}", white.count_ones(), black.count_ones())],
        }
    }

    fn clicks(&self, _: &State, mv: Move, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        vec![vec![self.write_cell(mv.from), self.write_cell(mv.to)]]
    }
}
