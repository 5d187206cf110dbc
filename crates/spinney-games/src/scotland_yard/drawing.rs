//! Drawing: the lines and stations of the board at their coordinates, the detectives, Mr. X if he is visible, and his
//! possible locations, shaded by likelihood. The text form is a table of tickets and the travel log.

use std::collections::BTreeMap;

use spinney::belief::shades;
use spinney::drawing::{Body, Colour, Dash, Drawing, Link, Network, Node, Piece, Shape, Stroke};
use spinney::game::Player;
use spinney::game::capabilities::{BeliefPrior, Render};

use super::notation::write_count;
use super::options::Order;
use super::{Ending, Move, Places, STATIONS, ScotlandYard, State, Transport};

/// The width of the board in pixels; it is three quarters as high.
const WIDTH: f32 = 1_280.0;
const HEIGHT: f32 = WIDTH * 0.75;

/// Stations per line in the list of possible locations.
const PLACES_A_LINE: usize = 24;

/// How lines of each kind are drawn: distinguished by colour, width and dashes.
const STROKES: [(Transport, &str, Stroke); 4] = [
    (Transport::Ferry, "ferry (black tickets only)", Stroke { colour: Colour::Blue, width: 4, dash: Dash::Dotted }),
    (Transport::Underground, "underground", Stroke { colour: Colour::Red, width: 7, dash: Dash::Solid }),
    (Transport::Bus, "bus", Stroke { colour: Colour::Green, width: 4, dash: Dash::Dashed }),
    (Transport::Taxi, "taxi", Stroke { colour: Colour::Yellow, width: 2, dash: Dash::Solid }),
];

impl Render for ScotlandYard {
    fn draw(&self, state: &State) -> Drawing {
        self.draw_marked(state, None)
    }

    fn draw_move(&self, state: &State, mv: Move) -> Drawing {
        self.draw_marked(state, Some(mv.to))
    }
}

impl ScotlandYard {
    fn draw_marked(&self, state: &State, marked: Option<u8>) -> Drawing {
        // Stations are numbered from 1.
        let node_of = |station: u8| usize::from(station) - 1;
        let mut links = Vec::with_capacity(self.map.lines().len());
        // Later items are drawn on top.
        for (kind, (transport, ..)) in STROKES.iter().enumerate() {
            let lines = self.map.lines().iter().filter(|line| line.transport == *transport);
            links.extend(lines.map(|line| Link { from: node_of(line.from), to: node_of(line.to), kind }));
        }
        let targets = match state.place {
            0 if state.mover == 0 => Places::EMPTY,
            _ if state.ending.is_some() => Places::EMPTY,
            _ => self.ways(state).iter().fold(Places::EMPTY, |all, way| all.or(&way.targets)),
        };
        let categories: Vec<usize> = state.possible.iter().map(|place| self.category_of(state, place)).collect();
        let shades = shades(BeliefPrior::weights(self), &categories);
        let shades: BTreeMap<u8, f64> = state.possible.iter().zip(shades).collect();
        let node = |station: u8| {
            let (x, y) = self.map.spot(station);
            Node {
                label: station.to_string(),
                x: x * WIDTH,
                y: y * HEIGHT,
                shade: shades.get(&station).map_or(0.0, |&shade| shade as f32),
                piece: self.piece_at(state, station),
                marked: marked == Some(station),
                hint: targets.contains(station),
            }
        };
        Drawing {
            body: Body::Network(Network {
                width: WIDTH,
                height: HEIGHT,
                nodes: (1..=STATIONS as u8).map(node).collect(),
                kinds: STROKES.iter().map(|&(_, name, stroke)| (name.to_owned(), stroke)).collect(),
                links,
                table: self.table(state),
            }),
            caption: vec![self.status(state)],
        }
    }

    fn piece_at(&self, state: &State, station: u8) -> Option<Piece> {
        let detective = state.detectives().iter().position(|&place| place == station);
        if state.place == station {
            return Some(Piece { letter: 'X', shape: Shape::Block, colour: Colour::Black });
        }
        let letter = |detective: usize| char::from(b'1' + detective as u8);
        detective.map(|detective| Piece { letter: letter(detective), shape: Shape::Disc, colour: Colour::Violet })
    }

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
