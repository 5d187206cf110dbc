//! Text notation: a move is a point as in the Go Text Protocol, `D4` (no column I, rows from the bottom), or `pass`. A
//! position is its rows from the top, `x` black and `o` white, the side to move, the ko point or `-`, the number of
//! consecutive passes and the number of the move: `…/....x..../… w - 0 1`. With superko the earlier boards follow as
//! hash codes.

use spinney::game::capabilities::{Notation, NotationError};

use super::board::{BORDER, Board, point_at, stone};
use super::{Go, PASS, Point, State, Superko};

pub(super) const SEATS: [&str; 2] = ["black", "white"];

/// The letter of a column from 0: A to T without I.
pub(super) fn letter(column: usize) -> char {
    char::from(b'A' + column as u8 + u8::from(column >= 8))
}

fn error<T>(message: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::new(message))
}

impl Go {
    /// The name of a point.
    pub(super) fn write_point(&self, point: Point) -> String {
        let (column, row) = self.place_of(point);
        format!("{}{}", letter(column), self.options.size - row)
    }

    fn read_point(&self, text: &str) -> Result<Point, NotationError> {
        let size = self.options.size;
        let named = text.chars().next().map(|first| first.to_ascii_uppercase());
        let column = (0..19).find(|&column| Some(letter(column)) == named);
        let digits = text
            .get(1..)
            .filter(|rest| !rest.is_empty() && rest.len() <= 2 && rest.bytes().all(|b| b.is_ascii_digit()));
        let row = digits.filter(|digits| !digits.starts_with('0')).and_then(|digits| digits.parse::<usize>().ok());
        match (column, row) {
            (Some(column), Some(row)) if column < size && (1..=size).contains(&row) => {
                Ok(point_at(size, column, size - row))
            }
            (Some(_), Some(_)) => {
                let last = self.write_point(point_at(size, size - 1, 0));
                error(format!("`{text}` is off the board, which goes from A1 to {last}"))
            }
            _ => error(format!(
                "`{text}` is not a point: expected a column letter (there is no I) and a row, such as D4"
            )),
        }
    }

    fn write_rows(&self, board: &Board) -> String {
        let letters: Vec<char> = self
            .points
            .iter()
            .map(|&point| match board.contents(point) {
                contents if contents == stone(0) => 'x',
                contents if contents == stone(1) => 'o',
                _ => '.',
            })
            .collect();
        letters.chunks(self.options.size).map(String::from_iter).collect::<Vec<_>>().join("/")
    }

    fn read_rows(&self, text: &str) -> Result<Board, NotationError> {
        let size = self.options.size;
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != size {
            return error(format!("{} rows instead of {size} (rows are separated by `/`)", rows.len()));
        }
        let mut board = Board::new(size);
        for (row, line) in rows.iter().enumerate() {
            let count = line.chars().count();
            if count != size {
                return error(format!("row {} from the top, `{line}`, has {count} points instead of {size}", row + 1));
            }
            for (column, letter) in line.chars().enumerate() {
                let point = point_at(size, column, row);
                match letter {
                    'x' | 'X' => board.set_up(point, 0),
                    'o' | 'O' => board.set_up(point, 1),
                    '.' => {}
                    _ => return error(format!("`{letter}` is not a point: expected x, o or .")),
                }
            }
        }
        match board.all_breathe() {
            true => Ok(board),
            false => error("a chain has no liberty: it would have been captured"),
        }
    }

    /// Whether a ko may just have been taken at an empty point, so that the player to move may not recapture.
    fn may_be_ko(&self, state: &State, point: Point) -> bool {
        let board = &state.board;
        let other = stone(1 - state.player);
        let closed = board.neighbours(point).into_iter().all(|next| [other, BORDER].contains(&board.contents(next)));
        let mut taken = board.captured_by(point, state.player);
        let single = taken.next().is_some_and(|head| board.chain_size(head) == 1) && taken.next().is_none();
        board.is_empty(point) && closed && single
    }

    fn check(&self, state: &State) -> Result<(), NotationError> {
        if state.passes > 2 || u16::from(state.passes) > state.number {
            return error(format!("{} passes in a row after {} moves", state.passes, state.number));
        }
        if state.number > self.longest {
            return error(format!("move {}, but the game ends after {}", state.number, self.longest));
        }
        if state.ko != 0 && (state.passes > 0 || state.number == 0 || !self.may_be_ko(state, state.ko)) {
            return error(format!("no ko can have been taken at {}", self.write_point(state.ko)));
        }
        Ok(())
    }
}

impl Notation for Go {
    fn write_move(&self, _: &State, mv: Point) -> String {
        if mv == PASS { "pass".to_owned() } else { self.write_point(mv) }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Point, NotationError> {
        let text = text.trim();
        if self.is_over(state) {
            return error(format!("`{text}` cannot be played: the game is over"));
        }
        if text.eq_ignore_ascii_case("pass") {
            return Ok(PASS);
        }
        let point = self.read_point(text)?;
        let name = self.write_point(point);
        if !state.board.is_empty(point) {
            error(format!("{name} is taken"))
        } else if point == state.ko {
            error(format!("{name} would retake the ko immediately"))
        } else if !state.board.is_no_suicide(point, state.player) {
            error(format!("{name} would be suicide"))
        } else if self.repeats(state, point) {
            error(format!("{name} would repeat an earlier board"))
        } else {
            Ok(point)
        }
    }

    fn write_state(&self, state: &State) -> String {
        let ko = if state.ko == 0 { "-".to_owned() } else { self.write_point(state.ko) };
        let side = &SEATS[usize::from(state.player)][..1];
        let mut text = format!("{} {side} {ko} {} {}", self.write_rows(&state.board), state.passes, state.number);
        if self.options.superko == Superko::Positional {
            let mut before = state.history.clone();
            before.sort_unstable();
            before.dedup();
            let codes: Vec<String> =
                before.iter().filter(|&&board| board != state.board.hash).map(|board| format!("{board:x}")).collect();
            text += &format!(" {}", if codes.is_empty() { "-".to_owned() } else { codes.join(",") });
        }
        text
    }

    /// Everything after the side to move is optional.
    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let most = if self.options.superko == Superko::Positional { 6 } else { 5 };
        if words.len() < 2 || words.len() > most {
            return error(
                "expected the rows, the side to move (b or w), the ko or -, passes and the number of the move",
            );
        }
        let board = self.read_rows(words[0])?;
        let player = match words[1] {
            "b" | "B" => 0,
            "w" | "W" => 1,
            side => return error(format!("`{side}` is not a side to move: expected b or w")),
        };
        let ko = match words.get(2) {
            None | Some(&"-") => 0,
            Some(point) => self.read_point(point)?,
        };
        let number = |index: usize, what: &str| match words.get(index).map(|word| word.parse::<u16>()) {
            None => Ok(0),
            Some(Ok(number)) => Ok(number),
            Some(Err(_)) => error(format!("`{}` is not a number of {what}", words[index])),
        };
        let passes = u8::try_from(number(3, "passes")?).unwrap_or(u8::MAX);
        let mut history = Vec::new();
        if self.options.superko == Superko::Positional {
            let codes =
                words.get(5).filter(|&&codes| codes != "-").map_or(Vec::new(), |codes| codes.split(',').collect());
            for code in codes {
                match u64::from_str_radix(code, 16) {
                    Ok(hash) if hash != board.hash && !history.contains(&hash) => history.push(hash),
                    _ => return error(format!("`{code}` is not a hash code of an earlier board")),
                }
            }
            history.push(board.hash);
        }
        let state = State { board, ko, passes, player, number: number(4, "moves")?, last: [0, 0], history };
        self.check(&state)?;
        Ok(state)
    }
}
