//! Drawing: black and white stones, the last move marked, columns and rows named as in GTP.

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, Shape};
use spinney::game::capabilities::Render;

use super::board::stone;
use super::notation::{SEATS, letter};
use super::{Go, State};

impl Render for Go {
    fn draw(&self, state: &State) -> Drawing {
        let size = self.options.size;
        let cells = self.points.iter().map(|&point| Cell {
            piece: match state.board.contents(point) {
                contents if contents == stone(0) => {
                    Some(Piece { letter: 'x', shape: Shape::Disc, colour: Colour::Black })
                }
                contents if contents == stone(1) => {
                    Some(Piece { letter: 'o', shape: Shape::Disc, colour: Colour::White })
                }
                _ => None,
            },
            marked: point == state.last[0],
            ..Cell::default()
        });
        let margin = self.margin(state);
        let mover = SEATS[usize::from(state.player)];
        let status = match (self.is_over(state), margin) {
            (true, 0.0) => "a draw".to_owned(),
            (true, _) => format!("{} has won", SEATS[usize::from(margin < 0.0)]),
            (false, _) if state.passes == 1 => {
                format!("{mover} to move, {} has passed", SEATS[usize::from(1 - state.player)])
            }
            (false, _) => format!("{mover} to move"),
        };
        let (leader, lead) = if margin < 0.0 { ("white", -margin) } else { ("black", margin) };
        Drawing {
            body: Body::Board(Board {
                columns: size,
                cells: cells.collect(),
                column_labels: (0..size).map(|column| letter(column).to_string()).collect(),
                row_labels: (1..=size).rev().map(|row| row.to_string()).collect(),
            }),
            caption: vec![format!("{status}; by area {leader} leads by {lead} (komi {})", self.options.komi)],
        }
    }
}
