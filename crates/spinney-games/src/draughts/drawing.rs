//! Drawing: black at the top, white at the bottom, kings as capital letters and with crowns. Rows are labelled by their first
//! square.

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, PlaceId, Shape};
use spinney::game::Player;
use spinney::game::capabilities::Render;

use super::notation::path_of;
use super::{Draughts, Move, SIDES, State, board};

impl Render for Draughts {
    fn draw(&self, state: &State) -> Drawing {
        let [black, white] = state.pieces;
        // Nothing is drawn on the light squares.
        let mut cells = vec![Cell::blank(Colour::LightSquare); 64];
        for square in 0..32 {
            let king = state.kings >> square & 1 == 1;
            let piece = |letter: char, colour| {
                let (letter, shape) =
                    if king { (letter.to_ascii_uppercase(), Shape::King) } else { (letter, Shape::Disc) };
                Some(Piece { letter, shape, colour })
            };
            let piece = match (black >> square & 1, white >> square & 1) {
                (1, _) => piece('b', Colour::Black),
                (_, 1) => piece('w', Colour::White),
                _ => None,
            };
            let index = board::row(square) * 8 + board::column(square);
            let number = (square + 1).to_string();
            let (name, corner) = (Some(number.clone()), Some(number));
            cells[index as usize] = Cell { name, piece, corner, ground: Some(Colour::DarkSquare), ..Cell::default() };
        }
        let mover = usize::from(state.player);
        let status = match (state.can_move(), self.is_drawn_out(state)) {
            (false, _) => format!("{} has won", SIDES[1 - mover]),
            (true, true) => "a draw".to_owned(),
            (true, false) if state.jumpers() != 0 => format!("{} to move, must take", SIDES[mover]),
            (true, false) => format!("{} to move", SIDES[mover]),
        };
        let quiet = match state.quiet {
            0 => String::new(),
            count => format!("; {count} of {} quiet plies", self.options.draw),
        };
        Drawing {
            body: Body::Board(Board {
                columns: 8,
                cells,
                column_labels: Vec::new(),
                row_labels: (0..8).map(|row| (4 * row + 1).to_string()).collect(),
            }),
            caption: vec![format!(
                "{status}; pieces black {}, white {}{quiet}",
                black.count_ones(),
                white.count_ones()
            )],
        }
    }

    /// The square of the piece and every one that it comes to.
    fn clicks(&self, _: &State, mv: Move, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        vec![path_of(mv).1.into_iter().map(|square| square.to_string()).collect()]
    }
}
