//! Drawing: the board from the first player's side, its home board at the lower right. Points with more than five
//! checkers show the number at the end of the column.

use spinney::drawing::{Body, Drawing, PlaceId};
use spinney::game::Player;
use spinney::game::capabilities::Render;

use super::notation::SEATS;
use super::{BAR, Backgammon, OFF, Play, State, clicks};

const ROWS: usize = 5;

/// The contents of a row of a column, rows counted from the edge of the board.
fn cell(letter: char, count: u8, row: usize) -> String {
    let count = usize::from(count);
    match row {
        _ if count <= row => ".".to_owned(),
        row if row + 1 == ROWS && count > ROWS => count.to_string(),
        _ => letter.to_string(),
    }
}

fn half(state: &State, points: &[usize], row: usize) -> String {
    let column = |&point: &usize| {
        let (own, other) = (state.men[0][point], state.men[1][25 - point]);
        let text = if own > 0 { cell('x', own, row) } else { cell('o', other, row) };
        format!("{text:>3}")
    };
    points.iter().map(column).collect()
}

impl Render for Backgammon {
    fn draw(&self, state: &State) -> Drawing {
        let upper: Vec<usize> = (13..=24).collect();
        let lower: Vec<usize> = (1..=12).rev().collect();
        let numbers = |points: &[usize]| points.iter().map(|point| format!("{point:>3}")).collect::<String>();
        let line =
            |points: &[usize], row| format!("{} |{}", half(state, &points[..6], row), half(state, &points[6..], row));
        let mut lines = vec![format!("{} |{}", numbers(&upper[..6]), numbers(&upper[6..]))];
        lines.extend((0..ROWS).map(|row| line(&upper, row)));
        lines.push(String::new());
        lines.extend((0..ROWS).rev().map(|row| line(&lower, row)));
        lines.push(format!("{} |{}", numbers(&lower[..6]), numbers(&lower[6..])));
        let count = |player: usize| {
            let men = &state.men[player];
            format!("{}: {} pips, {} on the bar, {} off", SEATS[player], state.pips(player), men[BAR], men[OFF])
        };
        let mover = SEATS[usize::from(state.player)];
        let status = match (state.winner(), state.dice) {
            (Some(winner), _) => format!("{} has won", SEATS[winner]),
            (None, [0, _]) if state.opening => "both roll to begin".to_owned(),
            (None, [0, _]) => format!("{mover} to roll"),
            (None, [high, low]) => format!("{mover} to play {high}-{low}"),
        };
        Drawing { body: Body::Scene(state.picture(lines)), caption: vec![count(0), count(1), status] }
    }

    /// For each checker where it comes from and where it goes, in any order that is possible.
    fn clicks(&self, state: &State, mv: Play, chooser: Option<Player>) -> Vec<Vec<PlaceId>> {
        if chooser.is_none() { Vec::new() } else { clicks::ways(state, mv) }
    }
}
