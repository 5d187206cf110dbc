//! Positions and moves.

use spinney::bits::Bits;

use super::{LONGEST_LOG, MOST_DETECTIVES, Places};

/// The ticket count that means unlimited.
pub(super) const UNLIMITED: u8 = u8::MAX;

/// Categories of Mr. X's distance to the nearest detective: 1, 2, 3, 4, and 5 or more.
pub(super) const CATEGORIES: usize = 5;

/// A ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Ticket {
    /// For taxis.
    Taxi,
    /// For buses.
    Bus,
    /// For the underground.
    Underground,
    /// Valid on every line, ferries included; Mr. X only.
    Black,
}

impl Ticket {
    /// All tickets.
    pub const ALL: [Ticket; 4] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground, Ticket::Black];
    /// The detectives' tickets.
    pub const ORDINARY: [Ticket; 3] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground];

    /// Its letter in moves and logs.
    pub fn letter(self) -> char {
        ['t', 'b', 'u', 'x'][self as usize]
    }

    /// The ticket of a letter; case does not matter.
    pub(super) fn of_letter(letter: char) -> Option<Ticket> {
        Ticket::ALL.into_iter().find(|ticket| ticket.letter() == letter.to_ascii_lowercase())
    }
}

/// A move to a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece that moves: 0 for Mr. X, else the number of the detective.
    pub piece: u8,
    /// The station.
    pub to: u8,
    /// The ticket that pays for it.
    pub ticket: Ticket,
    /// Whether it is the first half of a double move; Mr. X only.
    pub double: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A detective, counted from 0, came to Mr. X's station.
    Caught(u8),
    /// Mr. X could not move.
    Stuck,
    /// The log is full, and the detectives have made their last moves.
    Escaped,
    /// No detective could move.
    Stranded,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Mr. X's station, or 0 if it is concealed.
    pub(super) place: u8,
    /// The piece to move: 0 for Mr. X, else the number of the detective; in any order that of the first detective who
    /// can move.
    pub(super) mover: u8,
    /// The detectives, a bit each, who have not moved in this round and were not skipped. None if Mr. X is to move.
    pub(super) waiting: u8,
    /// Mr. X is to make the second half of a double move.
    pub(super) second: bool,
    pub(super) ending: Option<Ending>,
    /// The detectives' stations; 0 behind the last.
    pub(super) detectives: [u8; MOST_DETECTIVES],
    /// The detectives' tickets: taxi, bus, underground.
    pub(super) tickets: [[u8; 3]; MOST_DETECTIVES],
    /// Mr. X's tickets: taxi, bus, underground, black.
    pub(super) x_tickets: [u8; 4],
    /// Mr. X's cards for double moves.
    pub(super) doubles: u8,
    /// Entries of the travel log.
    pub(super) entries: u8,
    /// The travel log: the ticket, and bit 2 for first halves of double moves.
    pub(super) log: [u8; LONGEST_LOG],
    /// The station where Mr. X was seen after each entry of the log, or 0.
    pub(super) seen: [u8; LONGEST_LOG],
    /// How many times Mr. X was seen.
    pub(super) sightings: u8,
    /// Of the locations that were possible just before the last sighting, the number in each distance category.
    pub(super) tally: [u8; CATEGORIES],
    /// The category of the true location.
    pub(super) seen_in: u8,
    /// The possible locations of Mr. X by public information.
    pub(super) possible: Places,
}

impl State {
    /// Mr. X's station, unless it is concealed.
    pub fn place(&self) -> Option<u8> {
        (self.place != 0).then_some(self.place)
    }

    /// Every possible location of Mr. X by public information.
    pub fn possible(&self) -> Places {
        self.possible
    }

    /// The detectives' stations.
    pub fn detectives(&self) -> &[u8] {
        let count = self.detectives.iter().take_while(|&&place| place != 0).count();
        &self.detectives[..count]
    }

    /// The detectives, counted from 0, who have not moved in this round and were not skipped. One who cannot move is
    /// among them as long as a colleague may make room.
    pub fn waiting(&self) -> impl Iterator<Item = usize> + use<> {
        Bits(self.waiting.into()).map(|detective| detective as usize)
    }

    /// The tickets of a detective for taxis, buses and the underground; 255 if they are unlimited.
    pub fn tickets(&self, detective: usize) -> [u8; 3] {
        self.tickets[detective]
    }

    /// Mr. X's tickets for taxis, buses, the underground, and black ones; 255 if they are unlimited.
    pub fn x_tickets(&self) -> [u8; 4] {
        self.x_tickets
    }

    /// Mr. X's cards for double moves.
    pub fn doubles(&self) -> u8 {
        self.doubles
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The travel log: tickets, whether they began a double move, and where Mr. X was seen.
    pub fn log(&self) -> impl Iterator<Item = (Ticket, bool, Option<u8>)> + '_ {
        (0..usize::from(self.entries)).map(|entry| {
            let (logged, seen) = (self.log[entry], self.seen[entry]);
            (Ticket::ALL[usize::from(logged & 3)], logged & 4 != 0, (seen != 0).then_some(seen))
        })
    }
}
