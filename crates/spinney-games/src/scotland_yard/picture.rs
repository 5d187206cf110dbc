//! The picture of the board: lines, stations, pieces, Mr. X's possible locations, tickets and the travel log.
//!
//! Transports differ in colour, width and dashes of their lines. A station for taxis only is a circle with a thin ring,
//! one with buses has a thick ring, and one with the underground has a bar across it, as on its signs.

use std::collections::BTreeMap;

use spinney::belief::shades;
use spinney::drawing::{Colour, Dash, Item, Label, Mark, Outline, Piece, Place, Point, Scene, Shape, Stroke, Text};
use spinney::game::capabilities::BeliefPrior;
use spinney::game::{Game, Moves};

use super::notation::write_count;
use super::routes::{self, HEIGHT, RADIUS, WIDTH};
use super::{Places, STATIONS, ScotlandYard, State, Ticket, Transport};

/// The places of the tickets, in the order of [`Ticket::ALL`], and that of the card for double moves.
pub(super) const TICKETS: [&str; 4] = ["taxi", "bus", "underground", "black"];
pub(super) const DOUBLE: &str = "double";

/// How lines of each kind are drawn, the lowest first.
const STROKES: [(Transport, &str, Colour, f32, Dash); 4] = [
    (Transport::Ferry, "ferry (black tickets)", Colour::Sky, 5.0, Dash::Dotted),
    (Transport::Underground, "underground", Colour::Red, 8.0, Dash::Solid),
    (Transport::Bus, "bus", Colour::Green, 5.0, Dash::Dashed),
    (Transport::Taxi, "taxi", Colour::Orange, 2.0, Dash::Solid),
];

/// The detectives' colours.
const DETECTIVES: [Colour; 6] =
    [Colour::Blue, Colour::Violet, Colour::Brown, Colour::Sky, Colour::Yellow, Colour::Green];

/// The colours of tickets, and of the card for double moves.
const CARDS: [Colour; 5] = [Colour::Orange, Colour::Green, Colour::Red, Colour::Black, Colour::Violet];

/// The height of a row of the table of tickets, and the width of its first and its other columns.
const ROW: f32 = 30.0;
const NAMES: f32 = 120.0;
const COLUMN: f32 = 112.0;
/// An entry of the travel log.
const ENTRY: (f32, f32) = (84.0, 46.0);
/// Entries of the log in a row.
const ENTRIES: usize = 6;

fn ring((x, y): Point, radius: f32, stroke: Stroke) -> Item {
    Mark::drawn(Outline::Circle(x, y, radius), stroke).into()
}

impl ScotlandYard {
    /// The picture with a station marked, and its text.
    pub(super) fn picture(&self, state: &State, marked: Option<u8>, text: Vec<String>) -> Scene {
        let mut scene = Scene::new(WIDTH, HEIGHT);
        scene.text = Text::Lines(text);
        scene.push(Mark::filled(Outline::Rect(0.0, 0.0, WIDTH, HEIGHT, 8.0), Colour::Panel));
        self.add_possible(state, &mut scene);
        for (transport, _, colour, width, dash) in STROKES {
            let lines = self.map.lines().iter().filter(|line| line.transport == transport);
            let lines = lines.map(|line| routes::line(line.from, line.to)).collect();
            scene.push(Mark::drawn(Outline::Path(lines), Stroke { colour, width, dash }));
        }
        let targets = self.targets(state);
        let sighting = state.log().enumerate().filter_map(|(entry, (_, _, seen))| Some((seen?, entry + 1))).last();
        for station in 1..=STATIONS as u8 {
            let seen = sighting.filter(|(place, _)| *place == station).map(|(_, entry)| entry);
            scene.push(self.station(state, station, targets.contains(station), marked == Some(station), seen));
        }
        let top = HEIGHT + 14.0;
        let below = self.add_tickets(state, &mut scene, top).max(self.add_log(state, &mut scene, top));
        scene.height = add_legend(&mut scene, below + 8.0);
        scene
    }

    /// The destinations of the piece to move, unless they would reveal where it is.
    fn targets(&self, state: &State) -> Places {
        if state.ending.is_some() || (state.mover == 0 && state.place == 0) {
            return Places::EMPTY;
        }
        let mut moves = Moves::new();
        self.turn(state, &mut moves);
        moves.iter().map(|mv| mv.to).collect()
    }

    /// Mr. X's possible locations: the likelier, the darker.
    fn add_possible(&self, state: &State, scene: &mut Scene) {
        let categories: Vec<usize> = state.possible.iter().map(|place| self.category_of(state, place)).collect();
        let shades: BTreeMap<u8, f64> =
            state.possible.iter().zip(shades(BeliefPrior::weights(self), &categories)).collect();
        for (station, shade) in shades {
            let (x, y) = routes::spot(station);
            let opacity = 0.2 + 0.7 * shade.clamp(0.0, 1.0) as f32;
            scene.push(Mark::filled(Outline::Circle(x, y, RADIUS + 9.0), Colour::Shade).faded(opacity));
        }
    }

    fn station(&self, state: &State, station: u8, target: bool, marked: bool, seen: Option<usize>) -> Place {
        let (x, y) = routes::spot(station);
        let served = |ticket: Ticket| !self.map.reach(ticket, station).is_empty();
        let (bus, underground) = (served(Ticket::Bus), served(Ticket::Underground));
        let (rim, width) = if bus { (Colour::Green, 5.0) } else { (Colour::Orange, 2.5) };
        let disc = Mark::filled(Outline::Circle(x, y, RADIUS - width / 2.0), Colour::White).edged(rim, width);
        let mut title = format!("{station}, taxi{}", if bus { ", bus" } else { "" });
        let mut items: Vec<Item> = Vec::new();
        let mut number = Colour::Black;
        if underground {
            title += ", underground";
            number = Colour::White;
            items.push(Mark::filled(Outline::Rect(x - 18.0, y - 9.0, 36.0, 18.0, 3.0), Colour::Red).into());
        }
        items.push(Label::middle(station.to_string(), (x, y), 14.0, number).bold().into());
        if target {
            items.push(ring((x, y), RADIUS + 4.5, Stroke { dash: Dash::Dashed, ..Stroke::solid(Colour::Ink, 3.0) }));
        }
        if let Some(entry) = seen {
            title += &format!(", Mr. X was seen here after move {entry}");
            items.push(ring((x, y), RADIUS + 2.0, Stroke::solid(Colour::Ink, 3.0)));
            let tag = Outline::Rect(x - 26.0, y + RADIUS + 4.0, 52.0, 17.0, 4.0);
            items.push(Mark::filled(tag, Colour::Mark).edged(Colour::Black, 1.0).into());
            let text = format!("seen {entry}");
            items.push(Label::middle(text, (x, y + RADIUS + 12.5), 12.0, Colour::Black).bold().into());
        }
        if marked {
            title += ", marked";
            items.push(ring((x, y), RADIUS + 6.0, Stroke::solid(Colour::Mark, 6.0)));
        }
        if let Some(piece) = self.piece_at(state, station) {
            title += &match piece.letter {
                'X' => ", Mr. X".to_owned(),
                number => format!(", detective {number}"),
            };
            items.push(ring((x, y), RADIUS + 4.0, Stroke::solid(piece.colour, 6.0)));
            // Beside the station, so that its number can be read.
            items.extend(piece.items((x + 19.0, y - 19.0), 12.0));
        }
        Place::new(station.to_string(), title, disc).with(items)
    }

    fn piece_at(&self, state: &State, station: u8) -> Option<Piece> {
        if state.place == station {
            return Some(Piece { letter: 'X', shape: Shape::Block, colour: Colour::Black });
        }
        let detective = state.detectives().iter().position(|&place| place == station)?;
        let letter = char::from(b'1' + detective as u8);
        Some(Piece { letter, shape: Shape::Badge, colour: DETECTIVES[detective % DETECTIVES.len()] })
    }

    /// The tickets of all pieces, below the tickets as places; returns the lower end.
    fn add_tickets(&self, state: &State, scene: &mut Scene, top: f32) -> f32 {
        let left = |column: usize| NAMES + column as f32 * COLUMN;
        for (column, name) in TICKETS.into_iter().chain([DOUBLE]).enumerate() {
            let outline = Outline::Rect(left(column) + 2.0, top, COLUMN - 4.0, ROW - 3.0, 5.0);
            let card = Mark::filled(outline, CARDS[column]).edged(Colour::Edge, 1.0);
            let at = (left(column) + COLUMN / 2.0, top + ROW / 2.0 - 1.5);
            let text = Label::middle(name, at, 13.0, CARDS[column].letters()).bold();
            let title = if name == DOUBLE { "card for a double move".to_owned() } else { format!("{name} ticket") };
            scene.push(Place::new(name, title, card).with([text]));
        }
        let [taxi, bus, underground, black] = state.x_tickets;
        let x = Piece { letter: 'X', shape: Shape::Block, colour: Colour::Black };
        let mut rows = vec![(x, "Mr. X".to_owned(), vec![taxi, bus, underground, black, state.doubles])];
        for (detective, place) in state.detectives().iter().enumerate() {
            let piece = self.piece_at(state, *place).filter(|piece| piece.letter != 'X').unwrap_or(Piece {
                letter: char::from(b'1' + detective as u8),
                shape: Shape::Badge,
                colour: DETECTIVES[detective % DETECTIVES.len()],
            });
            rows.push((piece, format!("at {place}"), state.tickets[detective].to_vec()));
        }
        if let Some(place) = state.place() {
            rows[0].1 = format!("at {place}");
        }
        for (row, (piece, name, counts)) in rows.into_iter().enumerate() {
            let middle = top + (row as f32 + 1.5) * ROW;
            scene.extend(piece.items((16.0, middle), 11.0));
            scene.push(Label::start(name, (36.0, middle), 16.0, Colour::Ink));
            for (column, count) in counts.into_iter().enumerate() {
                let at = (left(column) + COLUMN / 2.0, middle);
                scene.push(Label::middle(write_count(count), at, 16.0, Colour::Ink));
            }
        }
        top + (state.detectives().len() + 2) as f32 * ROW
    }

    /// The travel log, beside the tickets; returns the lower end.
    fn add_log(&self, state: &State, scene: &mut Scene, top: f32) -> f32 {
        let log: Vec<_> = state.log().collect();
        let left = WIDTH - ENTRIES as f32 * ENTRY.0;
        for entry in 1..=self.terms.log {
            let (column, row) = (usize::from(entry - 1) % ENTRIES, usize::from(entry - 1) / ENTRIES);
            let (x, y) = (left + column as f32 * ENTRY.0, top + row as f32 * ENTRY.1);
            let logged = log.get(usize::from(entry) - 1);
            let fill = logged.map_or(Colour::Panel, |(ticket, ..)| CARDS[*ticket as usize]);
            let letters = if logged.is_some() { fill.letters() } else { Colour::Quiet };
            // Mr. X is seen after entries with a heavy edge.
            let (edge, width) = if self.is_reveal(entry) { (Colour::Ink, 3.0) } else { (Colour::Edge, 1.0) };
            let outline = Outline::Rect(x + 3.0, y + 2.0, ENTRY.0 - 6.0, ENTRY.1 - 6.0, 5.0);
            scene.push(Mark::filled(outline, fill).edged(edge, width));
            scene.push(Label::middle(entry.to_string(), (x + 18.0, y + 14.0), 13.0, letters));
            if let Some((ticket, double, seen)) = logged {
                let ticket = format!("{}{}", ticket.letter(), if *double { "2" } else { "" });
                scene.push(Label::middle(ticket, (x + 18.0, y + 31.0), 14.0, letters).bold());
                let seen = seen.map(|place| place.to_string()).unwrap_or_default();
                scene.push(Label::middle(seen, (x + 53.0, y + 22.0), 18.0, letters).bold());
            }
        }
        top + usize::from(self.terms.log).div_ceil(ENTRIES) as f32 * ENTRY.1
    }
}

/// The kinds of lines; returns the lower end.
fn add_legend(scene: &mut Scene, top: f32) -> f32 {
    let y = top + 11.0;
    for (number, (_, name, colour, width, dash)) in STROKES.into_iter().rev().enumerate() {
        let x = number as f32 * 210.0 + 8.0;
        let line = Outline::Path(vec![((x, y), spinney::drawing::Curve::Line((x + 44.0, y)))]);
        scene.push(Mark::drawn(line, Stroke { colour, width, dash }));
        scene.push(Label::start(name, (x + 56.0, y), 15.0, Colour::Ink));
    }
    top + 24.0
}
