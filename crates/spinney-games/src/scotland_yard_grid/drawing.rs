//! Drawing: agents as digits, `X` for Mr. X where he is known, `-` where he was last seen, `S` if he is there again.
//! His possible locations are shaded by likelihood.

use std::collections::BTreeMap;

use spinney::belief::shades;
use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, PlaceId, Shape};
use spinney::game::Player;
use spinney::game::capabilities::Render;

use super::board::End;
use super::cells::{NOWHERE, cell};
use super::hidden::WEIGHTS;
use super::notation::{write_cell, write_column};
use super::{Move, ScotlandYardGrid, State};

/// The agents' colours.
const AGENTS: [Colour; 6] = [Colour::Blue, Colour::Violet, Colour::Brown, Colour::Sky, Colour::Yellow, Colour::Green];

impl ScotlandYardGrid {
    fn draw_marked(&self, state: &State, marked: u16) -> Drawing {
        let (board, size) = (&state.board, self.rules.size);
        let doubt = state.possible.len(size) > 1;
        let piece = |place: u16| {
            let (letter, shape, colour) = match board.agent_on(place) {
                _ if place == board.x && place == board.seen => ('S', Shape::Block, Colour::Black),
                _ if place == board.x => ('X', Shape::Block, Colour::Black),
                Some(agent) => (char::from(b'1' + agent), Shape::Badge, AGENTS[usize::from(agent) % AGENTS.len()]),
                None if place == board.seen => ('-', Shape::Ring, Colour::Ink),
                None => return None,
            };
            Some(Piece { letter, shape, colour })
        };
        let places: Vec<u16> = state.possible.iter().filter(|_| doubt).collect();
        let categories: Vec<usize> = places.iter().map(|&place| self.category_of(state, place)).collect();
        let shades: BTreeMap<u16, f64> = places.into_iter().zip(shades(&WEIGHTS, &categories)).collect();
        let draw = |place: u16| Cell {
            piece: piece(place),
            marked: place == marked,
            shade: shades.get(&place).copied(),
            ..Cell::default()
        };
        Drawing {
            body: Body::Board(Board {
                columns: size,
                cells: (0..size * size).map(|index| draw(cell(index % size, index / size))).collect(),
                column_labels: (0..size).map(write_column).collect(),
                row_labels: (1..=size).map(|row| row.to_string()).collect(),
            }),
            caption: self.caption(state),
        }
    }

    fn caption(&self, state: &State) -> Vec<String> {
        let board = &state.board;
        let rounds = self.rules.rounds;
        let who = match (board.end, board.turn) {
            (End::Caught(agent), _) => {
                return vec![format!("agent {} caught Mr. X in round {}", agent + 1, board.moved)];
            }
            (End::RanInto(agent), _) => {
                return vec![format!("Mr. X ran into agent {} in round {}", agent + 1, board.moved)];
            }
            (End::BoxedIn, _) => return vec![format!("Mr. X is boxed in after round {}", board.moved)],
            (End::Escaped, _) => return vec![format!("Mr. X escaped: {rounds} rounds are over")],
            (End::Not, 0) => "Mr. X".to_owned(),
            (End::Not, agent) => format!("agent {agent}"),
        };
        let round = board.moved + u16::from(board.turn == 0);
        let next = self.rules.reveal - board.moved % self.rules.reveal;
        let shown = match (next, board.moved + next > rounds) {
            (_, true) => "Mr. X is not seen any more".to_owned(),
            (1, _) => "Mr. X is seen after his next move".to_owned(),
            (next, _) => format!("Mr. X is seen after {next} more moves"),
        };
        let known = match state.possible.len(self.rules.size) {
            1 => "the agents know where he is".to_owned(),
            places => format!("he can be in {places} places"),
        };
        vec![format!("round {round} of {rounds}: {who} to move"), format!("{shown}; {known}")]
    }
}

impl Render for ScotlandYardGrid {
    fn draw(&self, state: &State) -> Drawing {
        self.draw_marked(state, NOWHERE)
    }

    fn draw_move(&self, state: &State, mv: Move) -> Drawing {
        self.draw_marked(state, mv.0)
    }

    /// The destination.
    fn clicks(&self, _: &State, mv: Move, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        vec![vec![write_cell(mv.0)]]
    }
}
