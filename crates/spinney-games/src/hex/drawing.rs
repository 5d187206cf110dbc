//! Drawing: rows slant to the right, as the cells touch. Stones that connect the two sides are capital letters.

use spinney::drawing::{Body, Drawing};
use spinney::game::capabilities::Render;

use super::{AROUND, BLUE, FIRST, Hex, PLACES, RED, SIDES, State};
use crate::grid;

impl Hex {
    /// The places of the stones of a colour that are joined with its first side.
    fn chain(&self, state: &State, own: u8) -> [bool; PLACES] {
        let mut chain = [false; PLACES];
        let sides = |place: usize, side: u8| state.at(place) & own != 0 && state.at(place) & side != 0;
        let inside = |place: usize| (0..usize::from(self.cells)).any(|cell| self.place(cell) == place);
        let mut open: Vec<usize> = (0..PLACES).filter(|&place| sides(place, FIRST) && !inside(place)).collect();
        while let Some(place) = open.pop() {
            for next in AROUND.map(|step| (place + step) % PLACES) {
                if state.at(next) & own != 0 && !chain[next] && inside(next) {
                    chain[next] = true;
                    open.push(next);
                }
            }
        }
        chain
    }
}

impl Render for Hex {
    fn draw(&self, state: &State) -> Drawing {
        let size = self.options.size;
        let mover = usize::from(state.player);
        let winner = RED << (1 - mover);
        let chain = if state.won { self.chain(state, winner) } else { [false; PLACES] };
        let letter = |cell: usize| {
            let place = self.place(cell);
            let letter = match state.at(place) & (RED | BLUE) {
                RED => 'r',
                BLUE => 'b',
                _ => '.',
            };
            if chain[place] { letter.to_ascii_uppercase() } else { letter }
        };
        let margin = size.to_string().len();
        let labels: String = (0..size).map(|column| format!(" {}", &grid::write_cell(column, 0)[..1])).collect();
        let mut lines = vec![format!("{:margin$}{labels}", "")];
        for row in 0..size {
            let cells: String = (0..size).map(|column| format!(" {}", letter(row * size + column))).collect();
            lines.push(format!("{:row$}{:>margin$}{cells}", "", row + 1));
        }
        let status = match state.won {
            true => format!("{} has won", SIDES[1 - mover]),
            false => format!("{} to move", SIDES[mover]),
        };
        let caption = format!("{status}; red joins top and bottom, blue left and right");
        Drawing { body: Body::Lines(lines), caption: vec![caption] }
    }
}
