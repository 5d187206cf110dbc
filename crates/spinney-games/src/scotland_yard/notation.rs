//! Text notation. A move is a station and the letter of a ticket: `67t` by taxi, `67b` by bus, `67u` by underground,
//! `108x` by a black ticket; `67t2` opens a double move. Where detectives move in any order, the number of the detective
//! stands before it: `2:67t`. It may be left out if only one of them has that move, and is accepted in a fixed order too.
//! A position is one line:
//!
//! ```text
//! X:104 1:13:10/8/4 2:26:9/8/4 … to:1,3 log:t,b,t@103,x2,u possible:35,45,51 tally:0.4.7.2.1@2
//! ```
//!
//! The fields are: Mr. X's station, or `?` if it is concealed; each detective with station and tickets for taxi, bus
//! and underground (`-` if unlimited); who is to move, or `over:` with `caught-3`, `stuck`, `escaped` or `stranded`; the
//! travel log with the stations where Mr. X was seen; his possible locations; and a tally of the locations that were
//! possible just before the last sighting: how many were 1, 2, 3, 4, and 5 or more moves from the nearest detective, and
//! the category of the true one. Mr. X's tickets follow from the log and from the tickets that the detectives have spent.
//!
//! To move are `X`, `X2` (the second half of a double move), or detectives: in any order all that have not moved in this
//! round, separated by commas, or `D` for all detectives; in a fixed order the one whose turn it is.
//!
//! `possible` and `tally` are optional. Without `possible`, the locations follow from the [log](super::log): a set that
//! contains the exact one. If it is given, it must lie within that set.

use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, Moves};

use super::options::Order;
use super::state::{CATEGORIES, UNLIMITED};
use super::{Ending, Move, Places, ScotlandYard, State};

impl Notation for ScotlandYard {
    fn write_move(&self, _: &State, mv: Move) -> String {
        match (mv.piece, self.terms.order) {
            (0, _) | (_, Order::Fixed) => write_plain(mv),
            (number, Order::Any) => format!("{number}:{}", write_plain(mv)),
        }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let mut moves = Moves::new();
        self.turn(state, &mut moves);
        let text = text.trim();
        let (number, plain) = text.split_once(':').map_or((None, text), |(number, plain)| (Some(number), plain));
        let number = number.map(|number| number.parse::<u8>().unwrap_or(0));
        let is_meant = |mv: &&Move| {
            number.is_none_or(|number| number != 0 && number == mv.piece)
                && write_plain(**mv).eq_ignore_ascii_case(plain)
        };
        let meant: Vec<Move> = moves.iter().filter(is_meant).copied().collect();
        let list = |moves: &[Move]| moves.iter().map(|&mv| self.write_move(state, mv)).collect::<Vec<_>>().join(" ");
        match meant[..] {
            [mv] => Ok(mv),
            [] if moves.is_empty() => Err(NotationError::new(format!("`{text}` cannot be played: the game is over"))),
            [] => {
                let shown = &moves[..moves.len().min(LISTED)];
                let rest = if moves.len() > LISTED { format!(" … ({} in all)", moves.len()) } else { String::new() };
                Err(NotationError::new(format!("`{text}` is not a legal move here; legal: {}{rest}", list(shown))))
            }
            _ => Err(NotationError::new(format!("`{text}` can be a move of several detectives: {}", list(&meant)))),
        }
    }

    fn has_aliases(&self) -> bool {
        true
    }

    fn write_state(&self, state: &State) -> String {
        let mut text = state.place().map_or("X:?".to_owned(), |place| format!("X:{place}"));
        for (detective, &place) in state.detectives[..self.terms.detectives].iter().enumerate() {
            let tickets = state.tickets[detective].map(write_count).join("/");
            text += &format!(" {}:{place}:{tickets}", detective + 1);
        }
        text += &match (state.ending, state.mover) {
            (Some(Ending::Caught(detective)), _) => format!(" over:caught-{}", detective + 1),
            (Some(Ending::Stuck), _) => " over:stuck".to_owned(),
            (Some(Ending::Escaped), _) => " over:escaped".to_owned(),
            (Some(Ending::Stranded), _) => " over:stranded".to_owned(),
            (None, 0) => format!(" to:X{}", if state.second { "2" } else { "" }),
            (None, detective) if self.terms.order == Order::Fixed => format!(" to:{detective}"),
            (None, _) => {
                let waiting: Vec<String> = state.waiting().map(|detective| (detective + 1).to_string()).collect();
                format!(" to:{}", waiting.join(","))
            }
        };
        let entry = |(ticket, double, seen): (super::Ticket, bool, Option<u8>)| {
            let seen = seen.map(|place| format!("@{place}")).unwrap_or_default();
            format!("{}{}{seen}", ticket.letter(), if double { "2" } else { "" })
        };
        if state.entries > 0 {
            text += &format!(" log:{}", state.log().map(entry).collect::<Vec<_>>().join(","));
        }
        text += &format!(" possible:{}", write_places(&state.possible, ","));
        // Optional, for positions written by hand.
        if state.tally != [0; CATEGORIES] {
            let tally = state.tally.map(|count| count.to_string()).join(".");
            text += &format!(" tally:{tally}@{}", state.seen_in + 1);
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        self.read_position(text).map_err(NotationError::new)
    }
}

/// Moves that an error message lists.
const LISTED: usize = 12;

/// A move without the number of a detective.
fn write_plain(mv: Move) -> String {
    format!("{}{}{}", mv.to, mv.ticket.letter(), if mv.double { "2" } else { "" })
}

/// A number of tickets.
pub(super) fn write_count(count: u8) -> String {
    if count == UNLIMITED { "-".to_owned() } else { count.to_string() }
}

/// The stations of a set.
pub(super) fn write_places(places: &Places, between: &str) -> String {
    places.iter().map(|place| place.to_string()).collect::<Vec<_>>().join(between)
}
