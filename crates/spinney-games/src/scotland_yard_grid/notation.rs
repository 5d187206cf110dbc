//! Text notation: a move is `up`, `down`, `left` or `right`, or one of the keys w, s, a, d. A position is one line such
//! as `x=c3 agents=a1,e5 moves=4 next=agent-1 seen=b3 possible=b4,c3`, cells by letter of the column and number of the
//! row from the top; `x=?` if Mr. X's cell is hidden.

use std::fmt::Write;

use spinney::game::capabilities::{Notation, NotationError};

use super::board::{Board, End, MOST_AGENTS};
use super::cells::{Cells, NOWHERE, OUT, cell, column, distance, row};
use super::tactics::direction;
use super::{Move, ScotlandYardGrid, State};

/// The directions with their keys, in the order of the list of moves.
const DIRECTIONS: [(&str, &str); 4] = [("up", "w"), ("down", "s"), ("left", "a"), ("right", "d")];

const FORM: &str = "x=c3 agents=a1,e5 moves=4 next=agent-1 seen=b3 possible=b4,c3";

fn error<T>(message: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::new(message))
}

/// The letters of a column: a to z, then aa to af.
pub(super) fn write_column(column: usize) -> String {
    let letter = |index: usize| char::from(b'a' + index as u8);
    if column < 26 { letter(column).to_string() } else { format!("a{}", letter(column - 26)) }
}

pub(super) fn write_cell(cell: u16) -> String {
    format!("{}{}", write_column(column(cell)), row(cell) + 1)
}

impl ScotlandYardGrid {
    fn read_cell(&self, text: &str) -> Result<u16, NotationError> {
        let size = self.rules.size;
        let split = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (letters, digits) = text.split_at(split);
        let found = (0..size).find(|&column| write_column(column).eq_ignore_ascii_case(letters));
        let number = digits.parse::<usize>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
        match (found, number) {
            (Some(column), Some(row)) if (1..=size).contains(&row) => Ok(cell(column, row - 1)),
            _ => error(format!("`{text}` is not a cell: they go from a1 to {}", write_cell(cell(size - 1, size - 1)))),
        }
    }

    /// A cell, or a word for none.
    fn read_place(&self, text: &str, none: &str) -> Result<u16, NotationError> {
        if text == none { Ok(NOWHERE) } else { self.read_cell(text) }
    }

    /// Parses the piece to move, or how the game ended.
    fn read_next(&self, text: &str) -> Result<(u8, End), NotationError> {
        let numbered = |number: &str| {
            let number = number.parse::<u8>().ok().filter(|number| (1..=self.rules.agents as u8).contains(number));
            number.ok_or_else(|| NotationError::new(format!("`{text}`: the agents are 1 to {}", self.rules.agents)))
        };
        Ok(match text.split_once('-') {
            Some(("mr", "x")) => (0, End::Not),
            Some(("boxed", "in")) => (0, End::BoxedIn),
            Some(("agent", number)) => (numbered(number)?, End::Not),
            Some(("caught", rest)) if rest.starts_with("by-") => {
                let agent = numbered(&rest[3..])?;
                (agent, End::Caught(agent - 1))
            }
            Some(("ran", rest)) if rest.starts_with("into-") => (0, End::RanInto(numbered(&rest[5..])? - 1)),
            None if text == "escaped" => (0, End::Escaped),
            _ => {
                return error(format!(
                    "`next={text}`: expected mr-x, agent-1, caught-by-1, ran-into-1, boxed-in or escaped"
                ));
            }
        })
    }

    /// Checks that the pieces and the turn are consistent.
    fn check_board(&self, board: &Board) -> Result<(), NotationError> {
        let agents = &board.agents[..self.rules.agents];
        for (index, agent) in agents.iter().enumerate() {
            if agents[..index].contains(agent) {
                return error(format!("two agents on {}", write_cell(*agent)));
            }
        }
        if board.moved > self.rules.rounds {
            return error(format!("{} moves of Mr. X in {} rounds", board.moved, self.rules.rounds));
        }
        if (board.seen == NOWHERE) != (board.moved < self.rules.reveal) {
            let reveal = self.rules.reveal;
            return error(format!("Mr. X is seen after every {reveal} of his moves, and not before: `seen` is wrong"));
        }
        let met = if board.x == NOWHERE { None } else { board.agent_on(board.x) };
        let boxed_in = |place: u16| place != NOWHERE && self.rules.is_boxed_in(board, place);
        match board.end {
            End::Caught(agent) | End::RanInto(agent) if board.moved == 0 || met != Some(agent) => {
                return error(format!("agent {} and Mr. X are not on one cell", agent + 1));
            }
            End::Caught(_) | End::RanInto(_) => {}
            _ if met.is_some() => return error("Mr. X and an agent are on one cell, but the game is not over"),
            End::Escaped if board.moved < self.rules.rounds => return error("escaped before the rounds are over"),
            End::BoxedIn if !boxed_in(board.x) => return error("Mr. X is not boxed in"),
            End::Not if board.turn == 0 && boxed_in(board.x) => return error("Mr. X is boxed in, so the game is over"),
            End::Not if board.turn == 0 && board.moved == self.rules.rounds => {
                return error("the rounds are over, so Mr. X has escaped");
            }
            End::Not if board.turn != 0 && (board.moved == 0 || boxed_in(board.mover())) => {
                return error(format!("agent {} cannot be to move", board.turn));
            }
            _ => {}
        }
        match board.x {
            NOWHERE if board.end != End::Not => error("when the game is over Mr. X is visible"),
            _ => Ok(()),
        }
    }

    /// Checks that Mr. X can be on all these cells.
    fn check_possible(&self, board: &Board, possible: &Cells) -> Result<(), NotationError> {
        let since = if board.seen == NOWHERE { None } else { Some(board.moved % self.rules.reveal) };
        if board.end != End::Not {
            return match *possible == Cells::only(board.x) {
                true => Ok(()),
                false => error("when the game is over it is known where Mr. X is"),
            };
        }
        for place in possible.iter() {
            if board.agent_on(place).is_some() {
                return error(format!("Mr. X cannot be on {} with an agent", write_cell(place)));
            }
            if board.turn == 0 && self.rules.is_boxed_in(board, place) {
                return error(format!("Mr. X cannot be on {}, where he would be boxed in", write_cell(place)));
            }
            if let Some(since) = since {
                let steps = distance(place, board.seen);
                if steps > since || !(since - steps).is_multiple_of(2) {
                    let (place, seen) = (write_cell(place), write_cell(board.seen));
                    return error(format!("Mr. X cannot be on {place} {since} moves after he was seen on {seen}"));
                }
            }
        }
        match board.x {
            _ if *possible == Cells::EMPTY => error("there is no place where Mr. X can be"),
            NOWHERE => Ok(()),
            x if !possible.contains(x) => error(format!("Mr. X is on {}, where he cannot be", write_cell(x))),
            _ => Ok(()),
        }
    }
}

impl Notation for ScotlandYardGrid {
    fn write_move(&self, state: &State, mv: Move) -> String {
        match state.board.mover() {
            NOWHERE => write_cell(mv.0),
            from => DIRECTIONS[direction(from, mv.0)].0.to_owned(),
        }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let board = &state.board;
        if board.end != End::Not {
            return error(format!("`{text}` cannot be played: the game is over"));
        }
        let from = board.mover();
        if from == NOWHERE {
            return error("where Mr. X goes is not known");
        }
        let targets = self.rules.targets(board);
        let meant = |name: &str| name.eq_ignore_ascii_case(text);
        let way = DIRECTIONS.iter().position(|(name, key)| meant(name) || meant(key));
        if let Some(&to) = targets.iter().find(|&&to| Some(direction(from, to)) == way) {
            return Ok(Move(to));
        }
        let reason = match way {
            None => format!("`{text}` is not a direction"),
            Some(way) if self.rules.near(from).iter().any(|&to| direction(from, to) == way) => {
                format!("`{text}`: an agent stands there")
            }
            Some(_) => format!("`{text}` leads off the board"),
        };
        let legal: Vec<_> = targets.iter().map(|&to| DIRECTIONS[direction(from, to)]).collect();
        let legal: Vec<_> = legal.iter().map(|(name, key)| format!("{name} ({key})")).collect();
        error(format!("{reason}; legal: {}", legal.join(" ")))
    }

    fn has_aliases(&self) -> bool {
        true
    }

    fn write_state(&self, state: &State) -> String {
        let board = &state.board;
        let place = |cell: u16, none: &str| if cell == NOWHERE { none.to_owned() } else { write_cell(cell) };
        let list = |cells: &mut dyn Iterator<Item = u16>| cells.map(write_cell).collect::<Vec<_>>().join(",");
        let next = match (board.end, board.turn) {
            (End::Not, 0) => "mr-x".to_owned(),
            (End::Not, agent) => format!("agent-{agent}"),
            (End::Caught(agent), _) => format!("caught-by-{}", agent + 1),
            (End::RanInto(agent), _) => format!("ran-into-{}", agent + 1),
            (End::BoxedIn, _) => "boxed-in".to_owned(),
            (End::Escaped, _) => "escaped".to_owned(),
        };
        let agents = list(&mut board.agents[..self.rules.agents].iter().copied());
        let mut text = format!("x={} agents={agents} moves={} next={next}", place(board.x, "?"), board.moved);
        let possible = match board.end {
            End::Not if state.possible == self.anywhere(board) => "any".to_owned(),
            _ => list(&mut state.possible.iter()),
        };
        let _ = write!(text, " seen={} possible={possible}", place(board.seen, "-"));
        text
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let mut values = [""; 6];
        let keys = ["x", "agents", "moves", "next", "seen", "possible"];
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match keys.iter().position(|known| *known == key) {
                Some(index) if values[index].is_empty() => values[index] = value,
                _ => return error(format!("`{word}` is not expected here; a position is written like {FORM}")),
            }
        }
        if let Some(missing) = values.iter().position(|value| value.is_empty()) {
            return error(format!("`{}=` is missing; a position is written like {FORM}", keys[missing]));
        }
        let [x, agents, moves, next, seen, possible] = values;
        let (turn, end) = self.read_next(next)?;
        let places: Vec<u16> = agents.split(',').map(|place| self.read_cell(place)).collect::<Result<_, _>>()?;
        if places.len() != self.rules.agents {
            return error(format!("{} agents instead of {}", places.len(), self.rules.agents));
        }
        let Ok(moved) = moves.parse::<u16>() else { return error(format!("`moves={moves}` is not a number of moves")) };
        let mut board = Board {
            x: self.read_place(x, "?")?,
            seen: self.read_place(seen, "-")?,
            agents: [OUT; MOST_AGENTS],
            moved,
            turn,
            end,
        };
        board.agents[..places.len()].copy_from_slice(&places);
        self.check_board(&board)?;
        let mut cells = Cells::EMPTY;
        match possible {
            "any" => cells = self.anywhere(&board),
            list => {
                for place in list.split(',') {
                    cells.insert(self.read_cell(place)?);
                }
            }
        }
        self.check_possible(&board, &cells)?;
        if board.x == NOWHERE && cells.len(self.rules.size) == 1 {
            board.x = cells.nth(0);
        }
        Ok(State { board, possible: cells, suspected: Cells::EMPTY })
    }
}
