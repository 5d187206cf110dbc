//! Drawing: black at the top, white at the bottom, kings as capital letters and rings. Rows are labelled by their first
//! square.

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, Shape};
use spinney::game::capabilities::Render;

use super::{Draughts, SIDES, State, board};

impl Render for Draughts {
    fn draw(&self, state: &State) -> Drawing {
        let [black, white] = state.pieces;
        // Nothing is drawn on the light squares.
        let light = Piece { letter: ' ', shape: Shape::Letter, colour: Colour::White };
        let mut cells = vec![Cell { piece: Some(light), ..Cell::default() }; 64];
        for square in 0..32 {
            let king = state.kings >> square & 1 == 1;
            let piece = |letter: char, colour| {
                let (letter, shape) =
                    if king { (letter.to_ascii_uppercase(), Shape::Ring) } else { (letter, Shape::Disc) };
                Some(Piece { letter, shape, colour })
            };
            let piece = match (black >> square & 1, white >> square & 1) {
                (1, _) => piece('b', Colour::Black),
                (_, 1) => piece('w', Colour::White),
                _ => None,
            };
            let index = board::row(square) * 8 + board::column(square);
            cells[index as usize] = Cell { piece, ..Cell::default() };
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
}
