//! What follows from the travel log of a position in text form: Mr. X's possible locations, and everybody's tickets.
//!
//! A position does not say where the detectives were in earlier rounds, so the exact set of possible locations cannot be
//! computed from it. The set here contains it: from the last sighting on (or from every station, as start cards are not
//! part of a position either), all stations that the tickets lead to, less those at which a detective stands now. In the
//! round that is being played, detectives who have not moved yet stood where they are when Mr. X moved, so he entered none
//! of their stations.
//!
//! A log that contradicts itself is rejected: a ticket that leads nowhere from any possible location, a sighting at a
//! station where he cannot be, more tickets than he can have had at that time, or detectives who have spent too many or too
//! few.

use super::reading::read_station;
use super::state::UNLIMITED;
use super::{Places, STATIONS, ScotlandYard, State, Ticket};

/// The name of the lines that a ticket is for.
fn lines(ticket: Ticket) -> &'static str {
    ["taxi", "bus", "underground", "line"][ticket as usize]
}

/// An entry of the log as it is written.
fn write_entry((ticket, double, seen): (Ticket, bool, Option<u8>)) -> String {
    let seen = seen.map(|place| format!("@{place}")).unwrap_or_default();
    format!("{}{}{seen}", ticket.letter(), if double { "2" } else { "" })
}

impl ScotlandYard {
    /// Parses the travel log, and deducts double-move cards.
    pub(super) fn read_log(&self, state: &mut State, log: Option<&str>) -> Result<(), String> {
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

    /// Where Mr. X can be by his tickets and sightings; stations of detectives are left out only where they were in his
    /// way in this round. `waiting` are the detectives that have not moved since he did, a bit each.
    pub(super) fn places_by_log(&self, state: &State, waiting: u8) -> Result<Places, String> {
        let mut possible: Places = (1..=STATIONS as u8).collect();
        let stood = |detective: &usize| waiting >> detective & 1 == 1;
        let blocked: Places = (0..self.terms.detectives).filter(stood).map(|number| state.detectives[number]).collect();
        let entries: Vec<_> = state.log().collect();
        let halves = |count: usize| entries.len() >= count && entries[entries.len() - count].1;
        // His moves of the round at hand: one, or both halves of a double move.
        let now = if halves(2) { 2 } else { 1 };
        for (index, &entry) in entries.iter().enumerate() {
            let (ticket, _, seen) = entry;
            let fault = |what: String| Err(format!("`{}` in the log, entry {}: {what}", write_entry(entry), index + 1));
            possible = self.advance(&possible, ticket);
            if index + now >= entries.len() {
                possible = possible.without(&blocked);
            }
            if possible.is_empty() {
                return fault(format!("no {} leads on from where Mr. X can be", lines(ticket)));
            }
            if let Some(seen) = seen {
                if !possible.contains(seen) {
                    return fault(format!("Mr. X cannot have come to {seen} by {}", lines(ticket)));
                }
                possible = Places::only(seen);
            }
        }
        Ok(possible)
    }

    /// Derives Mr. X's tickets: his initial ones and those that the detectives spent, less those in his log.
    pub(super) fn settle_tickets(&self, state: &mut State) -> Result<(), String> {
        let mut gained = [0u32; 4];
        for detective in 0..self.terms.detectives {
            let (had, has) = (self.terms.tickets_of(detective), state.tickets[detective]);
            for kind in 0..3 {
                if has[kind] > had[kind] || (has[kind] == UNLIMITED) != (had[kind] == UNLIMITED) {
                    let had = had.map(super::notation::write_count).join("/");
                    return Err(format!("detective {} has tickets that it did not receive: {had}", detective + 1));
                }
                gained[kind] += u32::from(had[kind] - has[kind]);
            }
        }
        let mut used = [0u32; 4];
        let mut rounds = 0;
        for (ticket, double, _) in state.log() {
            let kind = ticket as usize;
            used[kind] += 1;
            // What detectives can have spent in the rounds before.
            let by_then = gained[kind].min(rounds * self.terms.detectives as u32);
            let own = self.terms.x_tickets[kind];
            if own != UNLIMITED && used[kind] > u32::from(own) + by_then {
                return Err(format!("Mr. X has used more {ticket:?} tickets than he had"));
            }
            rounds += u32::from(!double);
        }
        for kind in (0..4).filter(|&kind| self.terms.x_tickets[kind] != UNLIMITED) {
            let left = u32::from(self.terms.x_tickets[kind]) + gained[kind] - used[kind];
            state.x_tickets[kind] = u8::try_from(left).map_err(|_| "there are too many tickets".to_owned())?;
        }
        Ok(())
    }

    /// A detective spends a ticket in every round, unless it is skipped.
    pub(super) fn check_spending(&self, state: &State) -> Result<(), String> {
        // The current round of the detectives, or the last one.
        let rounds = u32::from(self.rounds(state));
        let mut all = 0;
        for detective in (0..self.terms.detectives).filter(|&detective| state.tickets[detective][0] != UNLIMITED) {
            let (had, has) = (self.terms.tickets_of(detective), state.tickets[detective]);
            let spent: u32 = had.iter().zip(has).map(|(had, has)| u32::from(had - has)).sum();
            let waits = state.waiting >> detective & 1 == 1;
            let moves = rounds - u32::from(waits);
            let fault = || Err(format!("detective {} has spent {spent} tickets in {moves} moves", detective + 1));
            if spent > moves {
                return fault();
            }
            // Every station has two taxi neighbours, so one colleague cannot block a detective with a taxi ticket.
            let never_skipped = self.terms.detectives <= 2 && has[Ticket::Taxi as usize] > 0;
            if never_skipped && spent < moves && state.ending.is_none() {
                return fault();
            }
            all += spent;
        }
        let finished = rounds.saturating_sub(u32::from(state.mover != 0 || state.ending.is_some()));
        if self.terms.bobbies == 0 && all < finished {
            return Err(format!(
                "the detectives have spent {all} tickets in {finished} rounds: in each of them one moved"
            ));
        }
        Ok(())
    }
}
