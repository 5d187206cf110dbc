//! Text notation. A move is a station and the letter of a ticket: `67t` by taxi, `67b` by bus, `67u` by underground,
//! `108x` by a black ticket; `67t2` opens a double move. A position is one line:
//!
//! ```text
//! X:104 1:13:10/8/4 2:26:9/8/4 … to:3 log:t,b,t@103,x2,u possible:35,45,51 tally:0.4.7.2.1@2
//! ```
//!
//! The fields are: Mr. X's station, or `?` if it is concealed; each detective with station and tickets for taxi, bus
//! and underground (`-` if unlimited); the piece to move (`X`, `X2` for the second half of a double move, or the number
//! of a detective), or `over:` with `caught-3`, `stuck`, `escaped` or `stranded`; the travel log with the stations
//! where Mr. X was seen; his possible locations; and a tally of the locations that were possible just before the last
//! sighting: how many were 1, 2, 3, 4, and 5 or more moves from the nearest detective, and the category of the true
//! one. Mr. X's tickets follow from the log and from the tickets that the detectives have spent. Without `possible`, he
//! can be at any station without a detective; `tally` is optional too.

use spinney::game::capabilities::{Notation, NotationError};

use super::state::{CATEGORIES, UNLIMITED};
use super::{Ending, Move, Places, ScotlandYard, State};

impl Notation for ScotlandYard {
    fn write_move(&self, _: &State, mv: Move) -> String {
        format!("{}{}{}", mv.to, mv.ticket.letter(), if mv.double { "2" } else { "" })
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
            (None, detective) => format!(" to:{detective}"),
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

/// A number of tickets.
pub(super) fn write_count(count: u8) -> String {
    if count == UNLIMITED { "-".to_owned() } else { count.to_string() }
}

/// The stations of a set.
pub(super) fn write_places(places: &Places, between: &str) -> String {
    places.iter().map(|place| place.to_string()).collect::<Vec<_>>().join(between)
}
