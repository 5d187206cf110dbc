//! The London board: connections between stations, their coordinates, distances, and the start cards. Facts only, from
//! public tables (`lines.txt`, `stations.txt` and `starts.txt` name them).

use std::sync::LazyLock;

use super::{Places, Ticket};

/// The number of stations, which are numbered from 1.
pub const STATIONS: usize = 199;

/// The line that only the classic board has, a taxi.
pub(super) const CLASSIC_LINE: (u8, u8) = (13, 14);

/// The largest distance between two stations.
const FARTHEST: usize = 10;

/// The means of transport on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Transport {
    /// Short lines between neighbours.
    Taxi,
    /// Longer lines.
    Bus,
    /// The longest lines.
    Underground,
    /// Along the river, for black tickets only.
    Ferry,
}

const TRANSPORTS: [(&str, Transport); 4] = [
    ("taxi", Transport::Taxi),
    ("bus", Transport::Bus),
    ("underground", Transport::Underground),
    ("ferry", Transport::Ferry),
];

/// A line between two stations, the one with the lower number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The station with the lower number.
    pub from: u8,
    /// The station with the higher number.
    pub to: u8,
    /// The means of transport.
    pub transport: Transport,
}

/// A board.
#[derive(Clone, Debug)]
pub struct Map {
    lines: Vec<Line>,
    /// Destinations by ticket and station.
    reach: Box<[[Places; STATIONS + 1]; 4]>,
    /// Distances in moves for players that cannot use ferries.
    distances: Box<[[u8; STATIONS + 1]; STATIONS + 1]>,
    /// The stations within a distance of each station.
    balls: Box<[[Places; FARTHEST]; STATIONS + 1]>,
}

/// The numbers in the lines of a file that are not comments, each line with its first word.
fn rows(text: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        words.next().map(|first| (first, words.collect()))
    })
}

fn number<T: std::str::FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("`{word}` in the data of the board is not a number"))
}

/// All lines of the classic board.
pub(super) static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut lines = Vec::new();
    let mut transport = Transport::Taxi;
    for (first, rest) in rows(include_str!("lines.txt")) {
        match TRANSPORTS.iter().find(|(name, _)| *name == first) {
            Some((_, named)) => transport = *named,
            None => {
                lines.extend(rest.iter().map(|word| Line { from: number(first), to: number(word), transport }));
            }
        }
    }
    lines
});

/// Coordinates of the stations: right and down, in ten-thousandths of the board.
static SPOTS: LazyLock<Vec<(u16, u16)>> = LazyLock::new(|| {
    let mut spots = vec![(0, 0); STATIONS + 1];
    for (station, rest) in rows(include_str!("stations.txt")) {
        spots[number::<usize>(station)] = (number(rest[0]), number(rest[1]));
    }
    spots
});

/// The start cards of a pack: Mr. X's and the detectives', which are the same if all draw from one pack.
pub(super) fn start_cards(pack: &str) -> (Places, Places) {
    let (mut of_x, mut of_detectives) = (Places::EMPTY, Places::EMPTY);
    for (name, rest) in rows(include_str!("starts.txt")) {
        if name == pack {
            let cards: Places = rest[1..].iter().map(|word| number(word)).collect();
            match rest[0] {
                "mr-x" => of_x = cards,
                "detectives" => of_detectives = cards,
                _ => (of_x, of_detectives) = (cards, cards),
            }
        }
    }
    (of_x, of_detectives)
}

impl Map {
    /// The board, with or without the line that only the classic one has.
    pub fn new(classic_line: bool) -> Self {
        let is_kept =
            |line: &&Line| classic_line || (line.from, line.to) != CLASSIC_LINE || line.transport != Transport::Taxi;
        let lines: Vec<Line> = LINES.iter().filter(is_kept).copied().collect();
        let mut reach = Box::new([[Places::EMPTY; STATIONS + 1]; 4]);
        let mut join = |ticket: Ticket, a: u8, b: u8| {
            reach[ticket as usize][usize::from(a)].insert(b);
            reach[ticket as usize][usize::from(b)].insert(a);
        };
        for line in &lines {
            join(Ticket::Black, line.from, line.to);
            match line.transport {
                Transport::Taxi => join(Ticket::Taxi, line.from, line.to),
                Transport::Bus => join(Ticket::Bus, line.from, line.to),
                Transport::Underground => join(Ticket::Underground, line.from, line.to),
                Transport::Ferry => {}
            }
        }
        let mut map = Map {
            lines,
            reach,
            distances: Box::new([[0; STATIONS + 1]; STATIONS + 1]),
            balls: Box::new([[Places::EMPTY; FARTHEST]; STATIONS + 1]),
        };
        (1..=STATIONS).for_each(|station| map.measure(station));
        map
    }

    /// Fills in the distances from a station by breadth-first search.
    fn measure(&mut self, station: usize) {
        let mut reached = Places::only(station as u8);
        let mut ring = reached;
        for distance in 0.. {
            for place in ring.iter() {
                self.distances[station][usize::from(place)] = distance;
            }
            if let Some(ball) = self.balls[station].get_mut(usize::from(distance)) {
                *ball = reached;
            }
            let mut next = Places::EMPTY;
            for place in ring.iter() {
                for ticket in Ticket::ORDINARY {
                    next = next.or(self.reach(ticket, place));
                }
            }
            ring = next.without(&reached);
            if ring.is_empty() {
                // The remaining balls are the whole board.
                self.balls[station].iter_mut().skip(usize::from(distance) + 1).for_each(|ball| *ball = reached);
                break;
            }
            reached = reached.or(&ring);
        }
    }

    /// The lines, by transport and number.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The destinations from a station by a ticket.
    #[inline]
    pub fn reach(&self, ticket: Ticket, from: u8) -> &Places {
        &self.reach[ticket as usize][usize::from(from)]
    }

    /// Moves from one station to another without ferries.
    #[inline]
    pub fn distance(&self, from: u8, to: u8) -> u8 {
        self.distances[usize::from(from)][usize::from(to)]
    }

    /// The distances from a station to all of a set together.
    #[inline]
    pub fn distance_to_all(&self, from: u8, places: &Places) -> u32 {
        let mut sum = 0;
        for ball in &self.balls[usize::from(from)] {
            let outside = places.without(ball).len() as u32;
            if outside == 0 {
                break;
            }
            sum += outside;
        }
        sum
    }

    /// The coordinates of a station: right and down, as shares of the board's width and height, whose ratio is 4:3.
    pub fn spot(&self, station: u8) -> (f32, f32) {
        coordinates(station)
    }
}

/// The coordinates of a station, as shares of the board's width and height.
pub(super) fn coordinates(station: u8) -> (f32, f32) {
    let (x, y) = SPOTS[usize::from(station)];
    (f32::from(x) / 10_000.0, f32::from(y) / 10_000.0)
}
