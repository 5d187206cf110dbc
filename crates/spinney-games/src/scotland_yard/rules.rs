//! Legal moves, their effects, and the end of the game. The set of Mr. X's possible locations is updated by every piece
//! of public information at the moment it becomes public.

use spinney::bits::Bits;
use spinney::game::Player;
use spinney::random::Random;

use super::options::{Order, Side};
use super::state::{CATEGORIES, UNLIMITED};
use super::{Ending, LONGEST_LOG, MOST_DETECTIVES, Move, Places, STATIONS, ScotlandYard, State, Ticket};

/// All moves of a piece by one ticket.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// 0 for Mr. X, else the number of the detective.
    pub(super) piece: u8,
    pub(super) ticket: Ticket,
    pub(super) double: bool,
    pub(super) targets: Places,
}

impl Way {
    #[inline]
    pub(super) fn to(&self, to: u8) -> Move {
        Move { piece: self.piece, to, ticket: self.ticket, double: self.double }
    }
}

const NOWHERE: Way = Way { piece: 0, ticket: Ticket::Taxi, double: false, targets: Places::EMPTY };

/// Ways of a detective: one per ticket.
const ITS_WAYS: usize = Ticket::ORDINARY.len();
/// Ways of Mr. X: one per ticket, and one that opens a double move.
const HIS_WAYS: usize = 2 * Ticket::ALL.len();
/// The maximum number of ways in a turn.
const WAYS: usize = MOST_DETECTIVES * ITS_WAYS;
const _: () = assert!(WAYS >= HIS_WAYS);

impl ScotlandYard {
    /// A position before the first move. `cards` are the stations at which Mr. X may have begun.
    pub(super) fn opening(&self, place: u8, detectives: [u8; MOST_DETECTIVES], cards: Places) -> State {
        let mut state = State {
            place,
            mover: 0,
            waiting: 0,
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

    /// The legal moves of the side to move, by piece and ticket.
    #[inline]
    pub(super) fn ways(&self, state: &State) -> [Way; WAYS] {
        let mut ways = [NOWHERE; WAYS];
        if state.mover == 0 {
            ways[..HIS_WAYS].copy_from_slice(&self.ways_of_x(state));
            return ways;
        }
        let occupied = self.occupied(state);
        let able = match self.terms.order {
            Order::Fixed => 1 << (state.mover - 1),
            Order::Any => u64::from(state.waiting),
        };
        for (ways, detective) in ways.chunks_exact_mut(ITS_WAYS).zip(Bits(able)) {
            ways.copy_from_slice(&self.ways_of(state, detective as usize, &occupied));
        }
        ways
    }

    /// The moves of a detective by ticket.
    #[inline]
    pub(super) fn ways_of(&self, state: &State, detective: usize, occupied: &Places) -> [Way; ITS_WAYS] {
        Ticket::ORDINARY.map(|ticket| Way {
            piece: detective as u8 + 1,
            ticket,
            double: false,
            targets: self.detective_targets(state, detective, ticket, occupied),
        })
    }

    /// The moves of Mr. X by ticket, those that open a double move last. If he is concealed, these are the moves that he
    /// may have.
    #[inline]
    pub(super) fn ways_of_x(&self, state: &State) -> [Way; HIS_WAYS] {
        let mut ways = [NOWHERE; HIS_WAYS];
        let occupied = self.occupied(state);
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
            ways[ticket as usize] = Way { piece: 0, ticket, double: false, targets };
            if may_double {
                let mut left = state.x_tickets;
                spend(&mut left[ticket as usize]);
                let targets = targets.without(&self.dead_ends_among(&targets, &left, &crowded, &occupied));
                ways[4 + ticket as usize] = Way { piece: 0, ticket, double: true, targets };
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
    pub(super) fn advance(&self, from: &Places, ticket: Ticket) -> Places {
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
            state.waiting = (1 << self.terms.detectives) - 1;
            if !self.pass_on(state, &occupied) {
                self.end(state, Ending::Stranded);
            }
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
        state.waiting &= !(1 << detective);
        if !self.pass_on(state, &occupied) {
            match self.is_log_full(state) {
                true => self.end(state, Ending::Escaped),
                false => self.begin_round(state, &occupied),
            }
        }
    }

    /// Gives the turn to the first of the waiting detectives who can move; `false` if none can. In a fixed order those
    /// before it are skipped. In any order they keep waiting, since a colleague may make room for them.
    #[inline]
    fn pass_on(&self, state: &mut State, occupied: &Places) -> bool {
        let able = state.waiting().find(|&detective| self.can_go(state, detective, occupied));
        state.mover = able.map_or(0, |detective| detective as u8 + 1);
        match (able, self.terms.order) {
            (None, _) => state.waiting = 0,
            (Some(detective), Order::Fixed) => state.waiting &= !0 << detective,
            (Some(_), Order::Any) => {}
        }
        able.is_some()
    }

    /// Whether no detective can move.
    pub(super) fn are_stranded(&self, state: &State, occupied: &Places) -> bool {
        !(0..self.terms.detectives).any(|detective| self.can_go(state, detective, occupied))
    }

    /// How the game ends if Mr. X is to move and cannot.
    #[cold]
    pub(super) fn standoff(&self, state: &State, occupied: &Places) -> Ending {
        match self.terms.standoff {
            Side::MrX if self.are_stranded(state, occupied) => Ending::Stranded,
            _ => Ending::Stuck,
        }
    }

    /// Mr. X is to move. If he cannot, he has lost; if he can, that excludes some locations.
    #[inline]
    fn begin_round(&self, state: &mut State, occupied: &Places) {
        let dead_ends = self.dead_ends(&state.possible, &state.x_tickets, state, occupied);
        if dead_ends.contains(state.place) || dead_ends == state.possible {
            return self.end(state, self.standoff(state, occupied));
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
        (state.mover, state.waiting) = (0, 0);
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
        match (state.mover, self.terms.order) {
            (0, _) | (_, Order::Fixed) => self.random_move_of_piece(state, rng),
            (_, Order::Any) => random_of(&self.ways(state), rng),
        }
    }

    /// A uniformly random move of Mr. X, or of the first detective who can move.
    #[inline]
    pub(super) fn random_move_of_piece(&self, state: &State, rng: &mut Random) -> Move {
        match state.mover {
            0 => random_of(&self.ways_of_x(state), rng),
            number => random_of(&self.ways_of(state, usize::from(number) - 1, &self.occupied(state)), rng),
        }
    }
}

/// A uniformly random one of these moves.
#[inline]
fn random_of<const N: usize>(ways: &[Way; N], rng: &mut Random) -> Move {
    let mut counts = [0; N];
    let mut all = 0;
    for (count, way) in counts.iter_mut().zip(ways) {
        *count = way.targets.len();
        all += *count;
    }
    let mut n = rng.below(all);
    for (count, way) in counts.into_iter().zip(ways) {
        if n < count {
            return way.to(way.targets.nth(n));
        }
        n -= count;
    }
    unreachable!("there are {all} moves")
}

/// Deducts one ticket, unless they are unlimited.
#[inline]
fn spend(tickets: &mut u8) {
    *tickets -= u8::from(*tickets != UNLIMITED);
}
