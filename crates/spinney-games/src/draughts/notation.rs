//! Text notation: a step is `11-15`, a sequence of jumps names every square it lands on, `22x15x8`; a position is in
//! PDN form, the side to move and the squares of both sides, `B:W21,22,K5:B1,2`, followed by the count of quiet plies
//! if it is not 0, `:H12`.

use spinney::bits::Bits;
use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, Moves};

use super::moves::crown_row;
use super::{Draughts, Move, PIECES, SIDES, State};

const LETTERS: [char; 2] = ['B', 'W'];

/// The squares of one side, kings with a K.
fn write_side(pieces: u32, kings: u32) -> String {
    let square = |bit: u32| format!("{}{}", if kings >> bit & 1 == 1 { "K" } else { "" }, bit + 1);
    Bits(pieces.into()).map(square).collect::<Vec<_>>().join(",")
}

/// Reads squares such as `1,K5,9-12` to pieces and kings.
fn read_side(text: &str) -> Result<(u32, u32), NotationError> {
    let (mut pieces, mut kings) = (0, 0);
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (king, squares) = match part.strip_prefix(['K', 'k']) {
            Some(squares) => (true, squares),
            None => (false, part),
        };
        let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| (1..=32).contains(number));
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            return Err(NotationError::new(format!("`{part}` is not a square: expected 1 to 32, with a K for a king")));
        };
        for square in first..=last {
            let bit = 1 << (square - 1);
            if pieces & bit != 0 {
                return Err(NotationError::new(format!("square {square} is named twice")));
            }
            pieces |= bit;
            kings |= if king { bit } else { 0 };
        }
    }
    Ok((pieces, kings))
}

/// Whether a move takes something, and every square that it comes to, from 1 to 32.
type Path = (bool, Vec<u32>);

pub(super) fn path_of(mv: Move) -> Path {
    let mut squares = vec![mv.from() + 1];
    mv.follow(|landed| squares.push(landed.trailing_zeros() + 1));
    (mv.jumps() > 0, squares)
}

fn read_path(text: &str) -> Result<Path, NotationError> {
    let takes = text.contains(['x', 'X']);
    let parts = if takes { text.split(['x', 'X']) } else { text.split(['-', '–']) };
    let number =
        |part: &str| part.parse().ok().filter(|square| (1..=32).contains(square) && !part.starts_with(['+', '0']));
    match parts.map(number).collect::<Option<Vec<u32>>>() {
        Some(squares) if squares.len() == 2 || takes && squares.len() > 2 => Ok((takes, squares)),
        _ => Err(NotationError::new(format!("`{text}` is not a move: expected squares, such as 11-15 or 22x15x8"))),
    }
}

/// Why there is no such move.
fn refusal(state: &State, text: &str, from: u32) -> String {
    let mover = usize::from(state.player) & 1;
    let takes = text.contains(['x', 'X']);
    if state.pieces[mover] >> (from - 1) & 1 == 0 {
        format!("{} has no piece on square {from}", SIDES[mover])
    } else if state.jumpers() != 0 && !takes {
        format!("`{text}` is not a capture, and captures are mandatory")
    } else if state.jumpers() != 0 {
        format!("`{text}` is not a sequence of jumps that is played to its end")
    } else {
        format!("square {from} has no such move as `{text}`")
    }
}

fn side_of(letter: char) -> Option<usize> {
    LETTERS.iter().position(|known| known.eq_ignore_ascii_case(&letter))
}

impl Draughts {
    /// The rule that a position violates, if any.
    fn check(&self, state: &State) -> Result<(), NotationError> {
        if state.pieces[0] & state.pieces[1] != 0 {
            let square = (state.pieces[0] & state.pieces[1]).trailing_zeros() + 1;
            return Err(NotationError::new(format!("square {square} has a black and a white piece")));
        }
        for (player, side) in SIDES.into_iter().enumerate() {
            let pieces = state.pieces[player];
            if pieces.count_ones() > PIECES {
                let count = pieces.count_ones();
                return Err(NotationError::new(format!("{count} {side} pieces: each side begins with {PIECES}")));
            }
            let uncrowned = pieces & !state.kings & crown_row(player as u8);
            if uncrowned != 0 {
                let square = uncrowned.trailing_zeros() + 1;
                return Err(NotationError::new(format!("a {side} man on square {square} would be a king")));
            }
        }
        if state.pieces == [0, 0] {
            return Err(NotationError::new("there are no pieces"));
        }
        if state.pieces[usize::from(state.player ^ 1) & 1] == 0 {
            let side = SIDES[usize::from(state.player)];
            return Err(NotationError::new(format!("{side} has taken everything and cannot be to move")));
        }
        if state.quiet > self.options.draw {
            let (quiet, draw) = (state.quiet, self.options.draw);
            return Err(NotationError::new(format!("{quiet} quiet plies: the game is a draw after {draw}")));
        }
        if state.quiet > 0 && state.kings == 0 {
            return Err(NotationError::new(format!("{} quiet plies without a king on the board", state.quiet)));
        }
        Ok(())
    }
}

impl Notation for Draughts {
    fn write_move(&self, _: &State, mv: Move) -> String {
        let (takes, squares) = path_of(mv);
        let squares: Vec<_> = squares.iter().map(u32::to_string).collect();
        squares.join(if takes { "x" } else { "-" })
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        if self.is_over(state) {
            return Err(NotationError::new(format!("`{text}` cannot be played: the game is over")));
        }
        let path = read_path(text)?;
        let mut moves = Moves::new();
        self.turn(state, &mut moves);
        match moves.iter().find(|mv| path == path_of(**mv)) {
            Some(mv) => Ok(*mv),
            None => Err(NotationError::new(refusal(state, text, path.1[0]))),
        }
    }

    fn write_state(&self, state: &State) -> String {
        let [black, white] = state.pieces.map(|pieces| write_side(pieces, state.kings));
        let mover = LETTERS[usize::from(state.player)];
        let quiet = if state.quiet == 0 { String::new() } else { format!(":H{}", state.quiet) };
        format!("{mover}:W{white}:B{black}{quiet}")
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let mut fields = text.trim().trim_end_matches('.').split(':').map(str::trim);
        let mover = fields.next().unwrap_or("");
        let player = match (mover.chars().next().and_then(side_of), mover.chars().count()) {
            (Some(player), 1) => player as u8,
            _ => {
                let message = format!("`{mover}` is not a side to move: expected B or W, as in B:W21,22,K5:B1,2");
                return Err(NotationError::new(message));
            }
        };
        let mut state = State { pieces: [0, 0], kings: 0, player, quiet: 0 };
        let mut named = [false; 3];
        for field in fields {
            let letter = field.chars().next().unwrap_or(' ');
            let rest = field.get(letter.len_utf8()..).unwrap_or("");
            let kind = match (letter, side_of(letter)) {
                ('H' | 'h', _) => 2,
                (_, Some(side)) => side,
                _ => {
                    let message = format!("`{field}`: expected the squares of a side, W… or B…, or a count, H…");
                    return Err(NotationError::new(message));
                }
            };
            if std::mem::replace(&mut named[kind], true) {
                return Err(NotationError::new(format!("`{letter}` comes twice")));
            }
            if kind == 2 {
                state.quiet =
                    rest.parse().map_err(|_| NotationError::new(format!("`{field}` is not a count of plies")))?;
            } else {
                let (pieces, kings) = read_side(rest)?;
                state.pieces[kind] = pieces;
                state.kings |= kings;
            }
        }
        if !named[0] || !named[1] {
            return Err(NotationError::new("expected the squares of both sides, as in B:W21,22,K5:B1,2"));
        }
        self.check(&state)?;
        Ok(state)
    }
}
