//! Parses a position. Values that follow from the rules (Mr. X's tickets, the number of rounds, his possible locations by
//! the [log](super::log)) are derived; a position that violates a rule is rejected with the rule.

use super::options::Order;
use super::state::{CATEGORIES, UNLIMITED};
use super::{Ending, MOST_DETECTIVES, Places, STATIONS, ScotlandYard, State};

/// The contents of a text.
#[derive(Default)]
struct Fields<'t> {
    /// Mr. X's station; 0 for `?`.
    place: Option<u8>,
    detectives: [Option<(u8, [u8; 3])>; MOST_DETECTIVES],
    to: Option<&'t str>,
    over: Option<&'t str>,
    log: Option<&'t str>,
    possible: Option<&'t str>,
    tally: Option<&'t str>,
}

const FORM: &str = "write such as `X:104 1:13:10/8/4 2:26:10/8/4 to:X log:t,b`";

/// Sets a field that must be empty.
fn put<T>(field: &mut Option<T>, value: T, word: &str) -> Result<(), String> {
    if field.replace(value).is_some() { Err(format!("`{word}` is given twice")) } else { Ok(()) }
}

pub(super) fn read_station(text: &str) -> Result<u8, String> {
    let station = text.parse().ok().filter(|station| (1..=STATIONS).contains(&usize::from(*station)));
    station.ok_or_else(|| format!("`{text}` is not a station: expected a number from 1 to {STATIONS}"))
}

fn read_tickets(text: &str) -> Option<[u8; 3]> {
    let mut counts = text.split('/').map(|count| match count {
        "-" => Some(UNLIMITED),
        count => count.parse().ok().filter(|&count| count != UNLIMITED),
    });
    let tickets = [counts.next()??, counts.next()??, counts.next()??];
    counts.next().is_none().then_some(tickets)
}

impl ScotlandYard {
    pub(super) fn read_position(&self, text: &str) -> Result<State, String> {
        let fields = self.read_fields(text)?;
        let place = fields.place.ok_or_else(|| format!("Mr. X is missing; {FORM}"))?;
        let mut detectives = [0; MOST_DETECTIVES];
        let mut occupied = Places::EMPTY;
        for (number, field) in fields.detectives[..self.terms.detectives].iter().enumerate() {
            let (station, _) = field.ok_or_else(|| format!("detective {} is missing; {FORM}", number + 1))?;
            if occupied.contains(station) {
                return Err(format!("two detectives are at {station}"));
            }
            occupied.insert(station);
            detectives[number] = station;
        }
        let everywhere: Places = (1..=STATIONS as u8).collect();
        let mut state = self.opening(place, detectives, everywhere);
        (state.ending, state.mover) = (None, 0);
        for (tickets, field) in state.tickets.iter_mut().zip(fields.detectives).take(self.terms.detectives) {
            if let Some((_, counts)) = field {
                *tickets = counts;
            }
        }
        self.read_log(&mut state, fields.log)?;
        self.settle_tickets(&mut state)?;
        self.read_tally(&mut state, fields.tally)?;
        match (fields.to, fields.over) {
            (Some(to), None) => {
                let waiting = self.read_mover(&mut state, to, &occupied)?;
                self.read_possible(&mut state, fields.possible, waiting, &occupied)?;
                self.narrow(&mut state, &occupied).map_err(|what| format!("`to:{to}`: {what}"))?;
            }
            (None, Some(over)) => self.read_ending(&mut state, over, &occupied)?,
            _ => return Err(format!("either `to:` or `over:` must say how the game stands; {FORM}")),
        }
        self.check_spending(&state)?;
        Ok(state)
    }

    /// Mr. X's possible locations: those that are given, which must be possible by the log, or all of these.
    fn read_possible(
        &self,
        state: &mut State,
        given: Option<&str>,
        waiting: u8,
        occupied: &Places,
    ) -> Result<(), String> {
        let by_log = self.places_by_log(state, waiting)?;
        if occupied.contains(state.place) {
            return Err("Mr. X cannot be where a detective is".to_owned());
        }
        if state.place != 0 && !by_log.contains(state.place) {
            return Err(format!("Mr. X cannot be at {} by the log", state.place));
        }
        let by_log = by_log.without(occupied);
        if by_log.is_empty() {
            return Err("by the log, Mr. X can only be where a detective is".to_owned());
        }
        state.possible = match given {
            None => by_log,
            Some(given) => given.split(',').map(read_station).collect::<Result<_, _>>()?,
        };
        if let Some(place) = state.possible.and(occupied).iter().next() {
            return Err(format!("`possible`: Mr. X cannot be at {place}, where a detective is"));
        }
        if let Some(place) = state.possible.without(&by_log).iter().next() {
            return Err(format!("`possible`: Mr. X cannot be at {place} by the log"));
        }
        if state.place != 0 && !state.possible.contains(state.place) {
            return Err("Mr. X is not at one of the possible places".to_owned());
        }
        Ok(())
    }

    fn read_fields<'t>(&self, text: &'t str) -> Result<Fields<'t>, String> {
        let mut fields = Fields::default();
        for word in text.split_whitespace() {
            let (key, rest) = word.split_once(':').ok_or_else(|| format!("`{word}` has no colon; {FORM}"))?;
            match key.to_ascii_lowercase().as_str() {
                "x" if rest == "?" => put(&mut fields.place, 0, word)?,
                "x" => put(&mut fields.place, read_station(rest)?, word)?,
                "to" => put(&mut fields.to, rest, word)?,
                "over" => put(&mut fields.over, rest, word)?,
                "log" => put(&mut fields.log, rest, word)?,
                "possible" => put(&mut fields.possible, rest, word)?,
                "tally" => put(&mut fields.tally, rest, word)?,
                number => {
                    let count = self.terms.detectives;
                    let number = number.parse().ok().filter(|number| (1..=count).contains(number));
                    let number: usize = number.ok_or_else(|| {
                        format!("`{key}` in `{word}`: expected X, to, over, log, possible, tally or 1 to {count}")
                    })?;
                    let (station, tickets) = rest.split_once(':').unwrap_or((rest, ""));
                    let tickets = read_tickets(tickets)
                        .ok_or_else(|| format!("`{word}`: expected a station and tickets, such as 1:13:10/8/4"))?;
                    put(&mut fields.detectives[number - 1], (read_station(station)?, tickets), word)?;
                }
            }
        }
        Ok(fields)
    }

    fn read_tally(&self, state: &mut State, tally: Option<&str>) -> Result<(), String> {
        let Some(text) = tally else { return Ok(()) };
        let read = || {
            let (counts, seen_in) = text.split_once('@')?;
            let counts: Vec<u8> = counts.split('.').map(|count| count.parse().ok()).collect::<Option<_>>()?;
            let seen_in: usize = seen_in.parse().ok().filter(|seen_in| (1..=CATEGORIES).contains(seen_in))?;
            let counts: [u8; CATEGORIES] = counts.try_into().ok()?;
            (counts[seen_in - 1] > 0 && state.sightings > 0).then_some((counts, seen_in as u8 - 1))
        };
        (state.tally, state.seen_in) = read()
            .ok_or_else(|| format!("`tally:{text}`: expected places by distance at a sighting, such as 0.4.7.2.1@2"))?;
        Ok(())
    }

    /// Sets the piece to move; returns the detectives that have not moved since Mr. X did, a bit each.
    fn read_mover(&self, state: &mut State, to: &str, occupied: &Places) -> Result<u8, String> {
        let fault = |what: &str| Err(format!("`to:{to}`: {what}"));
        let everybody: u8 = (1 << self.terms.detectives) - 1;
        let to = to.to_ascii_lowercase();
        if (to == "x2") != state.second {
            return fault("X2 is for the second half of a double move, after a first half such as `t2` in the log");
        }
        if to == "x" && self.is_log_full(state) {
            return fault("Mr. X has made his last move");
        }
        if to == "x" || to == "x2" {
            return Ok(if state.second { everybody } else { 0 });
        }
        let numbers = || {
            to.split(',').try_fold(0u8, |all, word| {
                let number: usize = word.parse().ok().filter(|number| (1..=self.terms.detectives).contains(number))?;
                // None twice.
                (all >> (number - 1) & 1 == 0).then_some(all | 1 << (number - 1))
            })
        };
        let any = self.terms.order == Order::Any;
        let named = if to == "d" && any { Some(everybody) } else { numbers() };
        state.waiting = match named {
            Some(waiting) if any => waiting,
            // The others come after it.
            Some(one) if one.is_power_of_two() => everybody & !(one - 1),
            _ if any => return fault("expected X, X2, D, or numbers of detectives with commas between"),
            _ => return fault("expected X, X2 or the number of a detective"),
        };
        if state.entries == 0 {
            return fault("Mr. X moves first");
        }
        let able = state.waiting().find(|&detective| self.can_go(state, detective, occupied));
        state.mover = match able {
            Some(detective) if any || state.waiting.trailing_zeros() as usize == detective => detective as u8 + 1,
            _ if any => return fault("none of these detectives can move, so they are skipped"),
            _ => return fault("this detective cannot move, so it is skipped"),
        };
        Ok(state.waiting)
    }

    /// Removes locations that are not possible because Mr. X can move, if it is his turn.
    fn narrow(&self, state: &mut State, occupied: &Places) -> Result<(), String> {
        if state.mover == 0 {
            let dead_ends = self.dead_ends(&state.possible, &state.x_tickets, state, occupied);
            if dead_ends.contains(state.place) || dead_ends == state.possible {
                return Err("Mr. X cannot move, so the game is over".to_owned());
            }
            state.possible = state.possible.without(&dead_ends);
        }
        self.know(state);
        Ok(())
    }

    fn read_ending(&self, state: &mut State, over: &str, occupied: &Places) -> Result<(), String> {
        let fault = |what: &str| Err(format!("`over:{over}`: {what}"));
        let place = state.place;
        if place == 0 {
            return fault("at the end Mr. X is revealed");
        }
        if !self.places_by_log(state, 0)?.contains(place) {
            return fault(&format!("Mr. X cannot be at {place} by the log"));
        }
        state.possible = Places::only(place);
        let lowercase = over.to_ascii_lowercase();
        let is_stranded = self.are_stranded(state, occupied);
        let is_stuck = !self.x_can_go(place, &state.x_tickets, occupied);
        let (ending, holds) = match lowercase.as_str() {
            "stuck" => (Ending::Stuck, is_stuck && self.standoff(state, occupied) == Ending::Stuck),
            "escaped" => (Ending::Escaped, self.is_log_full(state)),
            "stranded" => (Ending::Stranded, is_stranded && state.entries > 0),
            caught => {
                let number = caught.strip_prefix("caught-").and_then(|number| number.parse::<usize>().ok());
                let number = number.filter(|number| (1..=self.terms.detectives).contains(number));
                let Some(number) = number else { return fault("expected caught-1, stuck, escaped or stranded") };
                (Ending::Caught(number as u8 - 1), state.detectives[number - 1] == place && state.entries > 0)
            }
        };
        let is_caught = matches!(ending, Ending::Caught(_));
        if !holds || state.second || occupied.contains(place) != is_caught {
            return fault("that is not how the game stands");
        }
        state.ending = Some(ending);
        Ok(())
    }
}
