//! Text notation: a move is a cell such as `d3` (rows are counted from the top) or `pass`; a position is its rows from
//! the top and the side to move, such as `…/...ox.../...xo.../… x`.

use spinney::game::capabilities::{Notation, NotationError};

use super::{Othello, PASS, State, bitboard};
use crate::grid;

const CENTRE: u64 = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

/// The rule that these discs violate, if any.
fn check(filled: u64) -> Result<(), NotationError> {
    if filled & CENTRE != CENTRE {
        return Err(NotationError::new("one of d4, e4, d5 and e5 is empty: the game starts with discs there"));
    }
    let mut connected = CENTRE;
    loop {
        let grown = bitboard::grown(connected) & filled;
        if grown == connected {
            break;
        }
        connected = grown;
    }
    if connected != filled {
        let lonely = (filled & !connected).trailing_zeros() as usize;
        let cell = grid::write_cell(lonely % 8, lonely / 8);
        return Err(NotationError::new(format!(
            "{cell} touches no disc that leads to the centre: discs are put beside others"
        )));
    }
    Ok(())
}

impl Notation for Othello {
    fn write_move(&self, _: &State, mv: u8) -> String {
        if mv == PASS { "pass".to_owned() } else { grid::write_cell(usize::from(mv) % 8, usize::from(mv) / 8) }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<u8, NotationError> {
        let text = text.trim();
        let placements = state.placements();
        if placements == 0 && !state.other_can_move() {
            return Err(NotationError::new(format!("`{text}` cannot be played: the game is over")));
        }
        if text.eq_ignore_ascii_case("pass") {
            return match placements {
                0 => Ok(PASS),
                _ => Err(NotationError::new("`pass` is only for a player who cannot move")),
            };
        }
        let (column, row) = grid::read_cell(text, 8, 8)?;
        let mv = row * 8 + column;
        let refuse = |reason| Err(NotationError::new(format!("{} {reason}", grid::write_cell(column, row))));
        if (state.mover | state.other) >> mv & 1 == 1 {
            refuse("is taken")
        } else if placements >> mv & 1 == 1 {
            Ok(mv as u8)
        } else if placements == 0 {
            refuse("turns no disc, nor does any other cell: the move is `pass`")
        } else {
            refuse("turns no disc")
        }
    }

    fn write_state(&self, state: &State) -> String {
        format!("{} {}", grid::write_board(state.by_player(), 8, 8), ["x", "o"][usize::from(state.player)])
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let (board, player) = grid::split_side(text, ["x", "o"])?;
        let [x, o] = if board.len() == 64 && board.is_ascii() && !board.contains('/') {
            let rows: Vec<&str> = (0..8).map(|row| &board[row * 8..row * 8 + 8]).collect();
            grid::read_board(&rows.join("/"), 8, 8)?
        } else {
            grid::read_board(board, 8, 8)?
        };
        check(x | o)?;
        let (mover, other) = if player == 0 { (x, o) } else { (o, x) };
        Ok(State { mover, other, player })
    }
}

#[cfg(test)]
mod tests {
    use spinney::game::Game;
    use spinney::random::Random;

    use super::*;

    const START: &str = "......../......../......../...ox.../...xo.../......../......../........ x";

    #[test]
    fn the_start_is_as_in_the_book() {
        let state = Othello.start(&mut Random::new(0));
        assert_eq!(Othello.write_state(&state), START);
        assert_eq!(Othello.read_state(&START.replace('/', "")), Ok(state));
        let mut moves = spinney::game::Moves::new();
        Othello.turn(&state, &mut moves);
        let names: Vec<_> = moves.iter().map(|&mv| Othello.write_move(&state, mv)).collect();
        assert_eq!(names, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn positions_that_cannot_arise_are_refused_with_the_rule() {
        let refusal = |text: &str| Othello.read_state(text).unwrap_err().0;
        assert!(refusal(&START.replace("ox", ".x")).starts_with("one of d4"));
        assert!(refusal(&START.replacen("........", "x.......", 1)).starts_with("a1 touches no disc"));
        assert!(refusal(START.trim_end_matches(" x")).starts_with("expected the board, a space"));
        assert!(refusal(&START.replace(" x", " z")).starts_with("`z` is not a side"));
        assert!(refusal("x x").starts_with("1 rows"));
        assert!(refusal("").starts_with("expected"));
    }

    #[test]
    fn moves_are_refused_with_the_reason() {
        let state = Othello.start(&mut Random::new(0));
        let refusal = |text| Othello.read_move(&state, text).unwrap_err().0;
        assert_eq!(refusal("d4"), "d4 is taken");
        assert_eq!(refusal("e3"), "e3 turns no disc");
        assert_eq!(refusal("pass"), "`pass` is only for a player who cannot move");
        assert!(refusal("i9").contains("off the board"));
        assert_eq!(Othello.read_move(&state, "D3"), Ok(19));
        // After x has turned everything the game is over.
        let wiped = START.replace('o', "x");
        let wiped = Othello.read_state(&wiped).unwrap();
        assert_eq!(Othello.read_move(&wiped, "d3").unwrap_err().0, "`d3` cannot be played: the game is over");
    }

    #[test]
    fn who_cannot_move_passes() {
        // x outflanks the row from f4; o cannot get behind a4 at the edge.
        let text = "......../......../......../xoooo.../...oo.../......../......../........ o";
        let mut state = Othello.read_state(text).unwrap();
        assert_eq!(Othello.read_move(&state, "pass"), Ok(PASS));
        assert!(Othello.read_move(&state, "a1").unwrap_err().0.contains("the move is `pass`"));
        Othello.play(&mut state, PASS);
        assert_eq!(Othello.write_state(&state), text.replace(" o", " x"));
    }
}
