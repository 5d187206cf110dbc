//! The parameters: two editions, and every rule in which they differ. A parameter that is given overrides the edition.

use spinney::search::parameter::{Configure, Parameter, ParameterError, read};

use super::state::UNLIMITED;
use super::{LONGEST_LOG, MOST_DETECTIVES};

/// A published set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// Ravensburger 1983 and Milton Bradley, with the 24 log entries that most programs use. Mr. X's tickets are
    /// counted, and he receives the tickets that the detectives spend.
    Classic,
    /// The edition with 29 start cards: 22 rounds, 11 taxi tickets per detective, unlimited ordinary tickets for Mr. X,
    /// no taxi line between 13 and 14.
    Of2013,
}

/// Start cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pack {
    /// One pack of 18 for all.
    Classic18,
    /// 13 cards for Mr. X and 16 for the detectives.
    Split29,
    /// The same without three stations, as the University of Bristol plays it.
    Bristol,
}

/// The order in which the detectives move within a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The detectives choose it anew in every round, as the manuals say.
    Any,
    /// By number.
    Fixed,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Mr. X.
    MrX,
    /// The detectives.
    Detectives,
}

const ORDERS: [(&str, Order); 2] = [("any", Order::Any), ("fixed", Order::Fixed)];
const SIDES: [(&str, Side); 2] = [("detectives", Side::Detectives), ("mr-x", Side::MrX)];
const EDITIONS: [(&str, Edition); 2] = [("classic", Edition::Classic), ("2013", Edition::Of2013)];
const PACKS: [(&str, Pack); 3] =
    [("classic18", Pack::Classic18), ("split29", Pack::Split29), ("bristol", Pack::Bristol)];

impl Pack {
    pub(super) fn name(self) -> &'static str {
        name_of(self, &PACKS)
    }
}

/// The parameters. `None` means the value of the edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The source of every value that is not given.
    pub edition: Edition,
    /// Detectives, bobbies included.
    pub detectives: usize,
    /// The order in which they move.
    pub order: Order,
    /// The winner if Mr. X is to move and cannot, and no detective could move either.
    pub standoff: Side,
    /// The number of detectives, counted from the last, that need no tickets.
    pub bobbies: usize,
    /// Entries of the travel log.
    pub log: Option<u8>,
    /// The maximum number of rounds; `Some(None)` means that only the log limits the game.
    pub rounds: Option<Option<u8>>,
    /// The entries of the log after which Mr. X reveals himself: bit `n` for entry `n`, from 1.
    pub reveals: Option<u64>,
    /// A detective's tickets for taxis, buses and the underground.
    pub tickets: [Option<u8>; 3],
    /// Whether Mr. X's ordinary tickets are counted.
    pub counted: Option<bool>,
    /// Mr. X's own tickets for taxis, buses and the underground, if they are counted.
    pub x_tickets: [u8; 3],
    /// Black tickets; `Some(None)` for one per detective.
    pub black: Option<Option<u8>>,
    /// Cards for double moves.
    pub doubles: u8,
    /// The start cards.
    pub pack: Option<Pack>,
    /// Whether a taxi goes between 13 and 14.
    pub classic_line: Option<bool>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            edition: Edition::Classic,
            detectives: MOST_DETECTIVES,
            order: Order::Any,
            standoff: Side::Detectives,
            bobbies: 0,
            log: None,
            rounds: None,
            reveals: None,
            tickets: [None; 3],
            counted: None,
            x_tickets: [4, 3, 3],
            black: None,
            doubles: 2,
            pack: None,
            classic_line: None,
        }
    }
}

/// The parameters with all defaults resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) detectives: usize,
    pub(super) order: Order,
    pub(super) standoff: Side,
    pub(super) bobbies: usize,
    pub(super) log: u8,
    pub(super) rounds: Option<u8>,
    pub(super) reveals: u64,
    pub(super) tickets: [u8; 3],
    /// Taxi, bus, underground, black.
    pub(super) x_tickets: [u8; 4],
    pub(super) doubles: u8,
    pub(super) pack: Pack,
    pub(super) classic_line: bool,
}

impl Terms {
    /// The tickets of a detective at the start.
    pub(super) fn tickets_of(&self, detective: usize) -> [u8; 3] {
        if detective + self.bobbies >= self.detectives { [UNLIMITED; 3] } else { self.tickets }
    }

    /// Whether Mr. X receives the tickets that the detectives spend.
    pub(super) fn counted(&self) -> bool {
        self.x_tickets[0] != UNLIMITED
    }
}

/// Entries of the log after which Mr. X reveals himself, in both editions.
const REVEALS: [u32; 5] = [3, 8, 13, 18, 24];
/// Fields of the printed log.
const LOG: u8 = 24;
/// The maximum number of tickets of a kind, such that their total fits into a byte.
const MOST_TICKETS: u8 = 40;

impl Options {
    /// The options of an edition.
    pub fn of(edition: Edition) -> Self {
        Options { edition, ..Options::default() }
    }

    /// Resolves every parameter that is not given.
    pub(super) fn terms(&self) -> Result<Terms, String> {
        let classic = self.edition == Edition::Classic;
        if self.bobbies > self.detectives {
            return Err(format!("{} bobbies among {} detectives", self.bobbies, self.detectives));
        }
        let rounds = self.rounds.unwrap_or(if classic { None } else { Some(22) });
        let room = |rounds: u8| (rounds + self.doubles).min(LONGEST_LOG as u8);
        let log = self.log.unwrap_or_else(|| rounds.map_or(LOG, room));
        let black = self.black.unwrap_or(if classic { None } else { Some(5) }).unwrap_or(self.detectives as u8);
        let [taxi, bus, underground] = self.tickets;
        let [x_taxi, x_bus, x_underground] =
            if self.counted.unwrap_or(classic) { self.x_tickets } else { [UNLIMITED; 3] };
        Ok(Terms {
            detectives: self.detectives,
            order: self.order,
            standoff: self.standoff,
            bobbies: self.bobbies,
            log,
            rounds,
            reveals: self.reveals.unwrap_or_else(|| REVEALS.iter().fold(0, |all, entry| all | 1 << entry)),
            tickets: [taxi.unwrap_or(if classic { 10 } else { 11 }), bus.unwrap_or(8), underground.unwrap_or(4)],
            x_tickets: [x_taxi, x_bus, x_underground, black],
            doubles: self.doubles,
            pack: self.pack.unwrap_or(if classic { Pack::Classic18 } else { Pack::Split29 }),
            classic_line: self.classic_line.unwrap_or(classic),
        })
    }
}

fn name_of<T: Copy + PartialEq>(value: T, names: &[(&'static str, T)]) -> &'static str {
    names.iter().find(|(_, named)| *named == value).map_or("?", |(name, _)| name)
}

/// Entries of the log by number, separated by dashes.
fn write_reveals(reveals: u64) -> String {
    let entries: Vec<String> = spinney::bits::Bits(reveals).map(|entry| entry.to_string()).collect();
    if entries.is_empty() { "none".to_owned() } else { entries.join("-") }
}

fn read_reveals(text: &str) -> Option<u64> {
    if text.eq_ignore_ascii_case("none") {
        return Some(0);
    }
    let entry = |word: &str| word.trim().parse().ok().filter(|entry| (1..=LONGEST_LOG).contains(entry));
    text.split('-').try_fold(0, |all: u64, word| {
        let entry = entry(word)?;
        // In the order of the log, none twice: higher than every entry so far.
        (all >> entry == 0).then_some(all | 1 << entry)
    })
}

const TICKETS: &str = "0-40";

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: &str, range, meaning| Parameter { name, default: default.to_owned(), range, meaning };
        let number = |name, default: u8, range, meaning| row(name, &default.to_string(), range, meaning);
        // Only too many bobbies can be inconsistent with the rest, and they change nothing that is listed.
        let terms = Options { bobbies: 0, ..*self }.terms().expect("without bobbies all options go together");
        let rounds = terms.rounds.map_or("any".to_owned(), |rounds| rounds.to_string());
        let black = match self.black {
            Some(Some(black)) => black.to_string(),
            None if self.edition == Edition::Of2013 => terms.x_tickets[3].to_string(),
            _ => "detectives".to_owned(),
        };
        let counted = if terms.counted() { "counted" } else { "free" };
        let line = terms.classic_line.to_string();
        vec![
            row("edition", name_of(self.edition, &EDITIONS), "classic, 2013", "the defaults of all other options"),
            row("detectives", &self.detectives.to_string(), "1-5", "how many look for Mr. X"),
            row("order", name_of(self.order, &ORDERS), "any, fixed", "the order of the detectives in a round"),
            row(
                "standoff",
                name_of(self.standoff, &SIDES),
                "detectives, mr-x",
                "who wins if Mr. X is to move and neither he nor a detective can",
            ),
            row("bobbies", &self.bobbies.to_string(), "0-5", "how many detectives, from the last, need no tickets"),
            number("log", terms.log, "1-32", "entries of the travel log; rounds and doubles if rounds are given"),
            row("rounds", &rounds, "any, 1-32", "the maximum number of rounds, even if the log is not full"),
            row("reveals", &write_reveals(terms.reveals), "none, 3-8-13-…", "entries after which Mr. X is revealed"),
            number("taxi", terms.tickets[0], TICKETS, "taxi tickets of a detective (11 in 2013)"),
            number("bus", terms.tickets[1], TICKETS, "bus tickets of a detective"),
            number("underground", terms.tickets[2], TICKETS, "underground tickets of a detective"),
            row("x-tickets", counted, "counted, free", "Mr. X has few tickets and gets those that detectives spend"),
            number("x-taxi", self.x_tickets[0], TICKETS, "Mr. X's taxi tickets at the start, if counted"),
            number("x-bus", self.x_tickets[1], TICKETS, "Mr. X's bus tickets at the start, if counted"),
            number("x-underground", self.x_tickets[2], TICKETS, "Mr. X's underground tickets at the start, if counted"),
            row("black", &black, "detectives, 0-40", "Mr. X's black tickets: one per detective (5 in 2013)"),
            number("doubles", self.doubles, "0-16", "Mr. X's cards for double moves"),
            row("pack", terms.pack.name(), "classic18, split29, bristol", "the start cards"),
            row("taxi-13-14", &line, "true, false", "a taxi goes between 13 and 14 (not in 2013)"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let wrong = |expected: &str| ParameterError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: expected.to_owned(),
        };
        let number = |least: u8, most: u8| -> Result<u8, ParameterError> {
            let expected = format!("a whole number from {least} to {most}");
            let number = read(key, value, &expected)?;
            if (least..=most).contains(&number) { Ok(number) } else { Err(wrong(&expected)) }
        };
        let tickets = || number(0, MOST_TICKETS);
        match key {
            "edition" => self.edition = named(value, &EDITIONS).ok_or_else(|| wrong("classic or 2013"))?,
            "detectives" => self.detectives = usize::from(number(1, MOST_DETECTIVES as u8)?),
            "order" => self.order = named(value, &ORDERS).ok_or_else(|| wrong("any or fixed"))?,
            "standoff" => self.standoff = named(value, &SIDES).ok_or_else(|| wrong("detectives or mr-x"))?,
            "bobbies" => self.bobbies = usize::from(number(0, MOST_DETECTIVES as u8)?),
            "log" => self.log = Some(number(1, LONGEST_LOG as u8)?),
            "rounds" if value == "any" => self.rounds = Some(None),
            "rounds" => self.rounds = Some(Some(number(1, LONGEST_LOG as u8)?)),
            "reveals" => {
                let expected = "none, or ascending entries from 1 to 32 with dashes between, such as 3-8-13-18-24";
                self.reveals = Some(read_reveals(value).ok_or_else(|| wrong(expected))?);
            }
            "taxi" => self.tickets[0] = Some(tickets()?),
            "bus" => self.tickets[1] = Some(tickets()?),
            "underground" => self.tickets[2] = Some(tickets()?),
            "x-tickets" => {
                let ways = [("counted", true), ("free", false)];
                self.counted = Some(named(value, &ways).ok_or_else(|| wrong("counted or free"))?);
            }
            "x-taxi" => self.x_tickets[0] = tickets()?,
            "x-bus" => self.x_tickets[1] = tickets()?,
            "x-underground" => self.x_tickets[2] = tickets()?,
            "black" if value == "detectives" => self.black = Some(None),
            "black" => self.black = Some(Some(tickets()?)),
            "doubles" => self.doubles = number(0, 16)?,
            "pack" => self.pack = Some(named(value, &PACKS).ok_or_else(|| wrong("classic18, split29 or bristol"))?),
            "taxi-13-14" => self.classic_line = Some(read(key, value, "true or false")?),
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

fn named<T: Copy>(text: &str, names: &[(&str, T)]) -> Option<T> {
    names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(settings: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        settings.iter().for_each(|(key, value)| options.set(key, value).unwrap());
        options
    }

    #[test]
    fn what_is_given_overrides_the_edition_in_any_order() {
        let terms = options(&[("taxi", "9"), ("edition", "2013"), ("black", "detectives")]).terms().unwrap();
        assert_eq!((terms.tickets, terms.x_tickets[3], terms.rounds, terms.log), ([9, 8, 4], 5, Some(22), 24));
        assert!(!terms.counted() && !terms.classic_line && terms.pack == Pack::Split29);
        let terms = options(&[("detectives", "3"), ("rounds", "10")]).terms().unwrap();
        assert_eq!((terms.x_tickets, terms.log, terms.rounds), ([4, 3, 3, 3], 12, Some(10)));
        assert!(options(&[("detectives", "1"), ("bobbies", "2")]).terms().is_err());
    }

    #[test]
    fn defaults_written_out_change_nothing() {
        for edition in [Edition::Classic, Edition::Of2013] {
            let start = Options::of(edition);
            let mut written = start;
            start.parameters().iter().for_each(|row| written.set(row.name, &row.default).unwrap());
            assert_eq!(written.terms(), start.terms());
        }
    }

    #[test]
    fn reveals_are_read_as_they_are_written() {
        for text in ["none", "3-8-13-18-24", "1", "31-32"] {
            assert_eq!(write_reveals(read_reveals(text).unwrap()), text);
        }
        for wrong in ["", "0", "33", "3,8", "3-", "x", "3-2-1", "3-3"] {
            assert_eq!(read_reveals(wrong), None, "{wrong}");
        }
    }
}
