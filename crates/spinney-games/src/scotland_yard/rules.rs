//! Legal moves, their effects, and the end of the game. The set of Mr. X's possible locations is updated by every piece
//! of public information at the moment it becomes public.

use spinney::game::Player;
use spinney::random::Random;

use super::state::{CATEGORIES, UNLIMITED};
use super::{Ending, LONGEST_LOG, MOST_DETECTIVES, Move, Places, STATIONS, ScotlandYard, State, Ticket};

/// All moves by one ticket.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) ticket: Ticket,
    pub(super) double: bool,
    pub(super) targets: Places,
}

const NOWHERE: Way = Way { ticket: Ticket::Taxi, double: false, targets: Places::EMPTY };

impl ScotlandYard {
    /// A position before the first move. `cards` are the stations at which Mr. X may have begun.
    pub(super) fn opening(&self, place: u8, detectives: [u8; MOST_DETECTIVES], cards: Places) -> State {
        let mut state = State {
            place,
            mover: 0,
            second: false,
            ending: None,
            detectives,
            tickets: [[0; 3]; MOST_DETECTIVES],
            x_tickets: self.terms.x_tickets,
            doubles: self.terms.doubles,
            entries: 0,
            log: [0; LONGEST_LOG],
            seen: [0; LONGEST_LOG],
            sightings: 0,
            tally: [0; CATEGORIES],
            seen_in: 0,
            possible: cards,
        };
        for detective in 0..self.terms.detectives {
            state.tickets[detective] = self.terms.tickets_of(detective);
        }
        let occupied = self.occupied(&state);
        state.possible = state.possible.without(&occupied);
        self.begin_round(&mut state, &occupied);
        state
    }

    /// The piece to move, unless the game is over.
    #[inline]
    pub(super) fn player(&self, state: &State) -> Option<Player> {
        if state.ending.is_some() { None } else { Some(Player(u8::from(state.mover != 0))) }
    }

    /// The stations of the detectives.
    #[inline]
    pub(super) fn occupied(&self, state: &State) -> Places {
        let mut occupied = Places::EMPTY;
        state.detectives[..self.terms.detectives].iter().for_each(|&place| occupied.insert(place));
        occupied
    }

    /// The legal moves of the piece to move, by ticket. If Mr. X is concealed, these are the moves that he may have.
    #[inline]
    pub(super) fn ways(&self, state: &State) -> [Way; 8] {
        let mut ways = [NOWHERE; 8];
        let occupied = self.occupied(state);
        if state.mover != 0 {
            let detective = usize::from(state.mover) - 1;
            for (way, ticket) in ways.iter_mut().zip(Ticket::ORDINARY) {
                way.ticket = ticket;
                way.targets = self.detective_targets(state, detective, ticket, &occupied);
            }
            return ways;
        }
        let may_double = self.may_double(state);
        let crowded = if may_double { self.beside_two(state) } else { Places::EMPTY };
        for ticket in Ticket::ALL {
            if state.x_tickets[ticket as usize] == 0 {
                continue;
            }
            let targets = match state.place {
                0 => self.advance(&state.possible, ticket),
                place => *self.map.reach(ticket, place),
            };
            let targets = targets.without(&occupied);
            ways[ticket as usize] = Way { ticket, double: false, targets };
            if may_double {
                let mut left = state.x_tickets;
                spend(&mut left[ticket as usize]);
                let targets = targets.without(&self.dead_ends_among(&targets, &left, &crowded, &occupied));
                ways[4 + ticket as usize] = Way { ticket, double: true, targets };
            }
        }
        ways
    }

    /// The destinations of a detective by a ticket.
    #[inline]
    fn detective_targets(&self, state: &State, detective: usize, ticket: Ticket, occupied: &Places) -> Places {
        if state.tickets[detective][ticket as usize] == 0 {
            return Places::EMPTY;
        }
        self.map.reach(ticket, state.detectives[detective]).without(occupied)
    }

    #[inline]
    pub(super) fn can_go(&self, state: &State, detective: usize, occupied: &Places) -> bool {
        Ticket::ORDINARY
            .into_iter()
            .any(|ticket| !self.detective_targets(state, detective, ticket, occupied).is_empty())
    }

    /// Whether Mr. X can open a double move: both halves must have room in the log.
    #[inline]
    fn may_double(&self, state: &State) -> bool {
        state.doubles > 0 && !state.second && state.entries + 2 <= self.terms.log
    }

    #[inline]
    pub(super) fn x_can_go(&self, from: u8, tickets: &[u8; 4], occupied: &Places) -> bool {
        Ticket::ALL
            .into_iter()
            .any(|ticket| tickets[ticket as usize] > 0 && !self.map.reach(ticket, from).without(occupied).is_empty())
    }

    /// The stations that are adjacent by taxi to two detectives or more.
    #[inline]
    fn beside_two(&self, state: &State) -> Places {
        let (mut once, mut twice) = (Places::EMPTY, Places::EMPTY);
        for &detective in &state.detectives[..self.terms.detectives] {
            let beside = self.map.reach(Ticket::Taxi, detective);
            twice = twice.or(&once.and(beside));
            once = once.or(beside);
        }
        twice
    }

    /// The subset of `places` from which Mr. X, with these tickets, could not move.
    #[inline]
    pub(super) fn dead_ends(&self, places: &Places, tickets: &[u8; 4], state: &State, occupied: &Places) -> Places {
        self.dead_ends_among(places, tickets, &self.beside_two(state), occupied)
    }

    #[inline]
    fn dead_ends_among(&self, places: &Places, tickets: &[u8; 4], crowded: &Places, occupied: &Places) -> Places {
        // Every station has at least two taxi neighbours, so with a taxi ticket two detectives must block him.
        let suspects = if tickets[Ticket::Taxi as usize] > 0 { places.and(crowded) } else { *places };
        let mut dead = Places::EMPTY;
        for place in suspects.iter() {
            if !self.x_can_go(place, tickets, occupied) {
                dead.insert(place);
            }
        }
        dead
    }

    /// The possible locations of Mr. X after a move by a ticket, given the set before it.
    #[inline]
    fn advance(&self, from: &Places, ticket: Ticket) -> Places {
        let mut to = Places::EMPTY;
        for place in from.iter() {
            to = to.or(self.map.reach(ticket, place));
        }
        to
    }

    /// Complete rounds, or those that Mr. X has begun if the detectives are to move.
    #[inline]
    pub(super) fn rounds(&self, state: &State) -> u8 {
        state.entries - (self.terms.doubles - state.doubles)
    }

    /// Whether Mr. X reveals himself after an entry of the log, counted from 1.
    #[inline]
    pub(super) fn is_reveal(&self, entry: u8) -> bool {
        self.terms.reveals >> entry & 1 == 1
    }

    /// Whether Mr. X has made his last move.
    #[inline]
    pub(super) fn is_log_full(&self, state: &State) -> bool {
        state.entries >= self.terms.log || self.terms.rounds.is_some_and(|rounds| self.rounds(state) >= rounds)
    }

    #[inline]
    pub(super) fn move_x(&self, state: &mut State, mv: Move) {
        let occupied = self.occupied(state);
        spend(&mut state.x_tickets[mv.ticket as usize]);
        state.doubles -= u8::from(mv.double);
        state.second = mv.double;
        state.log[usize::from(state.entries)] = mv.ticket as u8 | u8::from(mv.double) << 2;
        state.entries += 1;
        state.possible = self.advance(&state.possible, mv.ticket).without(&occupied);
        state.place = mv.to;
        if mv.double {
            // He would not have announced a double move that he cannot complete.
            state.possible =
                state.possible.without(&self.dead_ends(&state.possible, &state.x_tickets, state, &occupied));
        }
        if self.is_reveal(state.entries) {
            self.show(state);
        }
        if !mv.double {
            self.pass_to(state, 0, &occupied);
        }
    }

    /// Mr. X reveals himself.
    fn show(&self, state: &mut State) {
        state.tally = [0; CATEGORIES];
        for place in state.possible.iter() {
            state.tally[self.category_of(state, place)] += 1;
        }
        state.seen_in = self.category_of(state, state.place) as u8;
        state.sightings += 1;
        state.seen[usize::from(state.entries) - 1] = state.place;
        state.possible = Places::only(state.place);
    }

    #[inline]
    pub(super) fn move_detective(&self, state: &mut State, detective: usize, mv: Move) {
        let paid = &mut state.tickets[detective][mv.ticket as usize];
        if *paid != UNLIMITED {
            *paid -= 1;
            let gained = &mut state.x_tickets[mv.ticket as usize];
            *gained += u8::from(*gained != UNLIMITED);
        }
        state.detectives[detective] = mv.to;
        if mv.to == state.place {
            return self.end(state, Ending::Caught(detective as u8));
        }
        state.possible.remove(mv.to);
        self.know(state);
        let occupied = self.occupied(state);
        self.pass_to(state, detective + 1, &occupied);
    }

    /// Gives the turn to the first detective from `next` on that can move, or back to Mr. X.
    #[inline]
    fn pass_to(&self, state: &mut State, next: usize, occupied: &Places) {
        let able = (next..self.terms.detectives).find(|&detective| self.can_go(state, detective, occupied));
        match able {
            Some(detective) => state.mover = detective as u8 + 1,
            None if next == 0 => self.end(state, Ending::Stranded),
            None if self.is_log_full(state) => self.end(state, Ending::Escaped),
            None => {
                state.mover = 0;
                self.begin_round(state, occupied);
            }
        }
    }

    /// Mr. X is to move. If he cannot, he has lost; if he can, that excludes some locations.
    #[inline]
    fn begin_round(&self, state: &mut State, occupied: &Places) {
        let dead_ends = self.dead_ends(&state.possible, &state.x_tickets, state, occupied);
        if dead_ends.contains(state.place) || dead_ends == state.possible {
            return self.end(state, Ending::Stuck);
        }
        state.possible = state.possible.without(&dead_ends);
        self.know(state);
    }

    /// If Mr. X has a single possible location, it is known.
    #[inline]
    pub(super) fn know(&self, state: &mut State) {
        if state.place == 0 && state.possible.len() == 1 {
            state.place = state.possible.nth(0);
        }
    }

    /// The game is over, and Mr. X is revealed.
    #[cold]
    fn end(&self, state: &mut State, ending: Ending) {
        state.ending = Some(ending);
        state.mover = 0;
        if state.place != 0 {
            state.possible = Places::only(state.place);
        }
    }

    /// Distance from a location to the nearest detective, in moves.
    #[inline]
    pub(super) fn nearest(&self, state: &State, place: u8) -> u8 {
        let detectives = &state.detectives[..self.terms.detectives];
        detectives.iter().map(|&detective| self.map.distance(place, detective)).min().unwrap_or(STATIONS as u8)
    }

    /// Sum of the distances from a location to all detectives, in moves.
    #[inline]
    pub(super) fn distance_to_detectives(&self, state: &State, place: u8) -> u32 {
        let detectives = &state.detectives[..self.terms.detectives];
        detectives.iter().map(|&detective| u32::from(self.map.distance(place, detective))).sum()
    }

    /// The category of a location by its distance to the nearest detective.
    #[inline]
    pub(super) fn category_of(&self, state: &State, place: u8) -> usize {
        usize::from(self.nearest(state, place)).clamp(1, CATEGORIES) - 1
    }

    /// A uniformly random move.
    #[inline]
    pub(super) fn random_move(&self, state: &State, rng: &mut Random) -> Move {
        let ways = self.ways(state);
        let mut counts = [0; 8];
        let mut all = 0;
        for (count, way) in counts.iter_mut().zip(&ways) {
            *count = way.targets.len();
            all += *count;
        }
        let mut n = rng.below(all);
        for (count, way) in counts.into_iter().zip(&ways) {
            if n < count {
                return Move { to: way.targets.nth(n), ticket: way.ticket, double: way.double };
            }
            n -= count;
        }
        unreachable!("there are {all} moves")
    }
}

/// Deducts one ticket, unless they are unlimited.
#[inline]
fn spend(tickets: &mut u8) {
    *tickets -= u8::from(*tickets != UNLIMITED);
}
