//! Drawing: the lines and stations of the board at their coordinates, the detectives, Mr. X if he is visible, and his
//! possible locations, shaded by likelihood. The text form is a table of tickets and the travel log.

use spinney::drawing::{Body, Drawing, PlaceId};
use spinney::game::capabilities::Render;
use spinney::game::{Game, Moves, Player};

use super::notation::write_count;
use super::options::Order;
use super::{Ending, Move, ScotlandYard, State, picture};

/// Stations per line in the list of possible locations.
const PLACES_A_LINE: usize = 24;

impl Render for ScotlandYard {
    fn draw(&self, state: &State) -> Drawing {
        let scene = self.picture(state, None, self.table(state));
        Drawing { body: Body::Scene(scene), caption: vec![self.status(state)] }
    }

    fn draw_move(&self, state: &State, mv: Move) -> Drawing {
        let scene = self.picture(state, Some(mv.to), self.table(state));
        Drawing { body: Body::Scene(scene), caption: vec![self.status(state)] }
    }

    /// The card for a double move, if it opens one; the detective, if any of them may move; the station; and the ticket,
    /// if more than one is possible.
    fn clicks(&self, state: &State, mv: Move, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        let mut moves = Moves::new();
        self.turn(state, &mut moves);
        let mut clicks: Vec<PlaceId> = Vec::new();
        if mv.double {
            clicks.push(picture::DOUBLE.to_owned());
        }
        if mv.piece > 0 && self.terms.order == Order::Any {
            clicks.push(state.detectives()[usize::from(mv.piece) - 1].to_string());
        }
        clicks.push(mv.to.to_string());
        let alike = |other: &&Move| (other.piece, other.to, other.double) == (mv.piece, mv.to, mv.double);
        if moves.iter().filter(alike).count() > 1 {
            clicks.push(picture::TICKETS[mv.ticket as usize].to_owned());
        }
        vec![clicks]
    }
}

impl ScotlandYard {
    /// Locations, tickets, the travel log, and the possible locations of Mr. X.
    fn table(&self, state: &State) -> Vec<String> {
        let row = |name: &str, place: &str, tickets: &[u8]| {
            let cells: String = tickets.iter().map(|&count| format!("{:>7}", write_count(count))).collect();
            format!("{name:<12} {place:>5}{cells}").trim_end().to_owned()
        };
        let mut lines = vec![format!("{:<12} {:>5}   taxi    bus  under  black double", "", "at")];
        let place = state.place().map_or("?".to_owned(), |place| place.to_string());
        let [taxi, bus, underground, black] = state.x_tickets;
        lines.push(row("Mr. X", &place, &[taxi, bus, underground, black, state.doubles]));
        for (detective, place) in state.detectives().iter().enumerate() {
            lines.push(row(&format!("detective {}", detective + 1), &place.to_string(), &state.tickets[detective]));
        }
        lines.extend(self.travel_log(state));
        let places: Vec<String> = state.possible.iter().map(|place| place.to_string()).collect();
        let count = places.len();
        for (number, part) in places.chunks(PLACES_A_LINE).enumerate() {
            let head = if number == 0 { format!("possible {count:>3}:") } else { String::new() };
            lines.push(format!("{head:<14}{}", part.join(" ")));
        }
        lines
    }

    /// The log in columns: the number of the entry, marked `!` if Mr. X reveals himself after it; the ticket, marked
    /// `2` for the first half of a double move; and where he was seen.
    fn travel_log(&self, state: &State) -> [String; 3] {
        let log: Vec<_> = state.log().collect();
        let mut lines = ["log", "ticket", "seen"].map(|name| format!("{name:<8}"));
        for entry in 1..=self.terms.log {
            let shows = if self.is_reveal(entry) { "!" } else { " " };
            let [number, ticket, seen] = match log.get(usize::from(entry) - 1) {
                None => [format!("{entry}{shows}"), ". ".to_owned(), String::new()],
                Some((ticket, double, seen)) => [
                    format!("{entry}{shows}"),
                    format!("{}{}", ticket.letter(), if *double { "2" } else { " " }),
                    seen.map(|place| format!("{place}{shows}")).unwrap_or_default(),
                ],
            };
            lines.iter_mut().zip([number, ticket, seen]).for_each(|(line, cell)| *line += &format!("{cell:>4}"));
        }
        lines.map(|line| line.trim_end().to_owned())
    }

    /// The detectives who can move now.
    fn movers(&self, state: &State) -> String {
        let occupied = self.occupied(state);
        let can = |detective: &usize| self.can_go(state, *detective, &occupied);
        let able: Vec<String> = match self.terms.order {
            Order::Fixed => vec![state.mover.to_string()],
            Order::Any => state.waiting().filter(can).map(|detective| (detective + 1).to_string()).collect(),
        };
        format!("detective{} {}", if able.len() > 1 { "s" } else { "" }, able.join(", "))
    }

    fn status(&self, state: &State) -> String {
        let rounds = self.terms.rounds.unwrap_or(self.terms.log);
        match (state.ending, self.player(state)) {
            (Some(Ending::Caught(detective)), _) => format!("detective {} has caught Mr. X", detective + 1),
            (Some(Ending::Stuck), _) => "Mr. X cannot move: the detectives win".to_owned(),
            (Some(Ending::Escaped), _) => "Mr. X has escaped".to_owned(),
            (Some(Ending::Stranded), _) => "no detective can move: Mr. X wins".to_owned(),
            (None, Some(Player(0))) => {
                let half = if state.second { ", second half of a double move" } else { "" };
                format!("round {} of {rounds}: Mr. X to move{half}", self.rounds(state) + 1)
            }
            (None, _) => format!("round {} of {rounds}: {} to move", self.rounds(state), self.movers(state)),
        }
    }
}
