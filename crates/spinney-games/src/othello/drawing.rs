//! Drawing: black and white discs, dots on the legal moves of the player to move.

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, Shape};
use spinney::game::capabilities::Render;

use super::{Othello, State};
use crate::grid;

impl Render for Othello {
    fn draw(&self, state: &State) -> Drawing {
        let [x, o] = state.by_player();
        let hints = state.placements();
        let cell = |bit: usize| Cell {
            piece: match (x >> bit & 1, o >> bit & 1) {
                (1, _) => Some(Piece { letter: 'x', shape: Shape::Disc, colour: Colour::Black }),
                (_, 1) => Some(Piece { letter: 'o', shape: Shape::Disc, colour: Colour::White }),
                _ => None,
            },
            hint: hints >> bit & 1 == 1,
            ground: Some(Colour::Felt),
            ..Cell::default()
        };
        let name = ["x", "o"][usize::from(state.player)];
        let (discs_x, discs_o) = (x.count_ones(), o.count_ones());
        let status = if hints != 0 {
            format!("{name} to move")
        } else if state.other_can_move() {
            format!("{name} to move, must pass")
        } else {
            match discs_x.cmp(&discs_o) {
                std::cmp::Ordering::Greater => "x has won".to_owned(),
                std::cmp::Ordering::Less => "o has won".to_owned(),
                std::cmp::Ordering::Equal => "a draw".to_owned(),
            }
        };
        Drawing {
            body: Body::Board(Board {
                columns: 8,
                cells: (0..64).map(cell).collect(),
                column_labels: (0..8).map(|column| grid::write_cell(column, 0)[..1].to_owned()).collect(),
                row_labels: (1..=8).map(|row: u32| row.to_string()).collect(),
            }),
            caption: vec![format!("{status}; discs x {discs_x}, o {discs_o}")],
        }
    }
}
