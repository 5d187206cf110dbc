//! Parses a position. Values that follow from the rules (Mr. X's tickets, the number of rounds) are derived; a position
//! that violates a rule is rejected with the name of the rule.

use super::state::{CATEGORIES, UNLIMITED};
use super::{Ending, MOST_DETECTIVES, Places, STATIONS, ScotlandYard, State, Ticket};

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

fn read_station(text: &str) -> Result<u8, String> {
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

/// The station where Mr. X was seen after his last move, if he revealed himself.
fn just_seen(state: &State) -> Option<u8> {
    state.log().last().and_then(|(_, _, seen)| seen)
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
        (state.ending, state.mover, state.possible) = (None, 0, everywhere.without(&occupied));
        for (tickets, field) in state.tickets.iter_mut().zip(fields.detectives).take(self.terms.detectives) {
            if let Some((_, counts)) = field {
                *tickets = counts;
            }
        }
        self.read_log(&mut state, fields.log)?;
        self.settle_tickets(&mut state)?;
        if let Some(possible) = fields.possible {
            state.possible = possible.split(',').map(read_station).collect::<Result<_, _>>()?;
        }
        self.read_tally(&mut state, fields.tally)?;
        match (fields.to, fields.over) {
            (Some(to), None) => self.read_mover(&mut state, to, &occupied)?,
            (None, Some(over)) => self.read_ending(&mut state, over, &occupied)?,
            _ => return Err(format!("either `to:` or `over:` must say how the game stands; {FORM}")),
        }
        self.check_spending(&state)?;
        Ok(state)
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

    /// Parses the travel log, and deducts double-move cards.
    fn read_log(&self, state: &mut State, log: Option<&str>) -> Result<(), String> {
        let mut open = false;
        for word in log.into_iter().flat_map(|log| log.split(',')) {
            let fault = |what: &str| Err(format!("`{word}` in the log: {what}"));
            let (what, seen) = word.split_once('@').map_or((word, None), |(what, seen)| (what, Some(seen)));
            let (letter, double) = what.strip_suffix('2').map_or((what, false), |letter| (letter, true));
            let mut letters = letter.chars();
            let ticket = letters.next().and_then(Ticket::of_letter).filter(|_| letters.next().is_none());
            let Some(ticket) = ticket else { return fault("expected t, b, u or x, and 2 for half a double move") };
            if self.is_log_full(state) && !open {
                return fault("the log is longer than the game");
            }
            if double && (open || state.doubles == 0 || state.entries + 2 > self.terms.log) {
                return fault("there is no double move left for it");
            }
            let entry = usize::from(state.entries);
            state.entries += 1;
            state.seen[entry] = match (seen, self.is_reveal(state.entries)) {
                (Some(seen), true) => read_station(seen)?,
                (None, false) => 0,
                (None, true) => return fault("Mr. X is revealed after it, so `@` must give the station"),
                (Some(_), false) => return fault("Mr. X is not revealed after it"),
            };
            state.sightings += u8::from(seen.is_some());
            state.log[entry] = ticket as u8 | u8::from(double) << 2;
            state.doubles -= u8::from(double);
            open = double;
        }
        state.second = open;
        Ok(())
    }

    /// Derives Mr. X's tickets: his initial ones and those that the detectives spent, less those in his log.
    fn settle_tickets(&self, state: &mut State) -> Result<(), String> {
        let mut counts = self.terms.x_tickets.map(i32::from);
        for detective in 0..self.terms.detectives {
            let (had, has) = (self.terms.tickets_of(detective), state.tickets[detective]);
            for kind in 0..3 {
                if has[kind] > had[kind] || (has[kind] == UNLIMITED) != (had[kind] == UNLIMITED) {
                    let had = had.map(super::notation::write_count).join("/");
                    return Err(format!("detective {} has tickets that it did not receive: {had}", detective + 1));
                }
                counts[kind] += i32::from(had[kind] - has[kind]);
            }
        }
        state.log().for_each(|(ticket, ..)| counts[ticket as usize] -= 1);
        for (kind, count) in counts.into_iter().enumerate().filter(|&(kind, _)| self.terms.x_tickets[kind] != UNLIMITED)
        {
            state.x_tickets[kind] = u8::try_from(count)
                .map_err(|_| format!("Mr. X has used more {:?} tickets than he had", Ticket::ALL[kind]))?;
        }
        Ok(())
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

    /// Sets the piece to move, and narrows Mr. X's possible locations accordingly.
    fn read_mover(&self, state: &mut State, to: &str, occupied: &Places) -> Result<(), String> {
        let fault = |what: &str| Err(format!("`to:{to}`: {what}"));
        state.mover = match to.to_ascii_lowercase().as_str() {
            "x" | "x2" => 0,
            number => match number.parse() {
                Ok(number) if (1..=self.terms.detectives).contains(&usize::from(number)) => number,
                _ => return fault("expected X, X2 or the number of a detective"),
            },
        };
        if to.eq_ignore_ascii_case("x2") != state.second {
            return fault("X2 is for the second half of a double move, after a first half such as `t2` in the log");
        }
        if !state.possible.and(occupied).is_empty() || occupied.contains(state.place) {
            return fault("Mr. X cannot be where a detective is");
        }
        if state.place != 0 && !state.possible.contains(state.place) {
            return fault("Mr. X is not at one of the possible places");
        }
        if state.mover == 0 {
            if self.is_log_full(state) && !state.second {
                return fault("Mr. X has made his last move");
            }
            let dead_ends = self.dead_ends(&state.possible, &state.x_tickets, state, occupied);
            if dead_ends.contains(state.place) || dead_ends == state.possible {
                return fault("Mr. X cannot move, so the game is over");
            }
            state.possible = state.possible.without(&dead_ends);
        } else if state.entries == 0 {
            return fault("Mr. X moves first");
        } else if !self.can_go(state, usize::from(state.mover) - 1, occupied) {
            return fault("this detective cannot move, so it is skipped");
        }
        if let Some(seen) = just_seen(state) {
            if !state.possible.contains(seen) || ![0, seen].contains(&state.place) {
                return fault("Mr. X was seen somewhere else after his last move");
            }
            state.possible = Places::only(seen);
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
        if just_seen(state).is_some_and(|seen| seen != place) {
            return fault("Mr. X was seen somewhere else after his last move");
        }
        state.possible = Places::only(place);
        let lowercase = over.to_ascii_lowercase();
        let is_stranded = !(0..self.terms.detectives).any(|detective| self.can_go(state, detective, occupied));
        let (ending, holds) = match lowercase.as_str() {
            "stuck" => (Ending::Stuck, !self.x_can_go(place, &state.x_tickets, occupied)),
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

    /// No detective can have spent more tickets than it had moves.
    fn check_spending(&self, state: &State) -> Result<(), String> {
        // The current round of the detectives, or the last one.
        let rounds = u32::from(self.rounds(state));
        for detective in 0..self.terms.detectives {
            let (had, has) = (self.terms.tickets_of(detective), state.tickets[detective]);
            let spent: u32 = had.iter().zip(has).map(|(had, has)| u32::from(had - has)).sum();
            let waits = state.mover != 0 && detective + 1 >= usize::from(state.mover);
            let moves = rounds - u32::from(waits);
            if spent > moves {
                return Err(format!("detective {} has spent {spent} tickets in {moves} moves", detective + 1));
            }
        }
        Ok(())
    }
}
