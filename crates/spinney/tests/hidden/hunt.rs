//! Hide and seek on a graph: one hides and is seen only every few rounds, the seekers move one after the other.

use spinney::game::capabilities::{BeliefPrior, Coalition, Evaluate, Hidden, Key, MoveObservation, Tactics};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn, View};
use spinney::random::{Random, mix};

pub(crate) const HIDER: Player = Player(0);
pub(crate) const SEEKERS: Player = Player(1);

/// No location, no piece.
const NONE: u8 = u8::MAX;

/// The rules: a piece that cannot move is skipped, but a hider that cannot move is caught.
#[derive(Clone, Debug)]
pub(crate) struct Hunt {
    /// Neighbours as a set, by place.
    near: Vec<u64>,
    seekers: usize,
    rounds: u8,
    /// The hider is revealed after its move in every round that is a multiple of this; 0 is never.
    reveal: u8,
    distances: Vec<Vec<u8>>,
    /// Moves to these places are called wasted.
    pub(crate) wasted: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) hider: u8,
    pub(crate) seekers: [u8; 4],
    /// 0 is the hider, then the seekers.
    pub(crate) next: u8,
    pub(crate) round: u8,
    /// Where the hider can be, as the seekers know.
    pub(crate) possible: u64,
    /// The hider's possible locations just before the last sighting.
    before: u64,
    sightings: u8,
    by: u8,
    over: bool,
}

fn places(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(place)
    })
}

impl Hunt {
    pub(crate) fn new(count: usize, edges: &[(u8, u8)], seekers: usize, rounds: u8, reveal: u8) -> Self {
        let mut near = vec![0u64; count];
        for &(a, b) in edges {
            near[usize::from(a)] |= 1 << b;
            near[usize::from(b)] |= 1 << a;
        }
        let from = |start: usize| {
            let mut distances = vec![NONE; count];
            let (mut reached, mut distance) = (1u64 << start, 0);
            loop {
                places(reached).for_each(|at| distances[usize::from(at)] = distances[usize::from(at)].min(distance));
                let next = places(reached).fold(reached, |next, at| next | near[usize::from(at)]);
                if next == reached {
                    return distances;
                }
                (reached, distance) = (next, distance + 1);
            }
        };
        let distances = (0..count).map(from).collect();
        Hunt { near, seekers, rounds, reveal, distances, wasted: 0 }
    }

    pub(crate) fn path(count: u8, seekers: usize, rounds: u8, reveal: u8) -> Self {
        let edges: Vec<_> = (1..count).map(|place| (place - 1, place)).collect();
        Hunt::new(usize::from(count), &edges, seekers, rounds, reveal)
    }

    pub(crate) fn grid(size: u8, seekers: usize, rounds: u8, reveal: u8) -> Self {
        let mut edges = Vec::new();
        for at in 0..size * size {
            if at % size + 1 < size {
                edges.push((at, at + 1));
            }
            if at + size < size * size {
                edges.push((at, at + size));
            }
        }
        Hunt::new(usize::from(size * size), &edges, seekers, rounds, reveal)
    }

    /// A position with `next` to move, in which the hider is at one of the `possible` places.
    pub(crate) fn at(&self, hider: u8, seekers: &[u8], next: u8, round: u8, possible: &[u8]) -> State {
        let mut at = [NONE; 4];
        at[..seekers.len()].copy_from_slice(seekers);
        let possible = possible.iter().fold(1 << hider, |set, place| set | 1 << place);
        State { hider, seekers: at, next, round, possible, before: 0, sightings: 0, by: NONE, over: false }
    }

    fn taken(&self, state: &State) -> u64 {
        state.seekers[..self.seekers].iter().fold(0, |set, place| set | 1 << place)
    }

    /// The destinations of the piece to move.
    fn open(&self, state: &State) -> u64 {
        let at = if state.next == 0 { state.hider } else { state.seekers[usize::from(state.next) - 1] };
        self.near[usize::from(at)] & !self.taken(state)
    }

    /// Goes on to the next who can move, or to the end.
    fn pass_on(&self, state: &mut State) {
        loop {
            state.next += 1;
            if usize::from(state.next) > self.seekers {
                (state.next, state.round) = (0, state.round + 1);
                state.over |= state.round >= self.rounds;
                // A concealed hider is supposed to be able to move.
                if !state.over && state.hider != NONE && self.open(state) == 0 {
                    (state.over, state.by) = (true, NONE - 1);
                }
                return;
            }
            if self.open(state) != 0 {
                return;
            }
        }
    }

    fn is_seen(&self, round: u8) -> bool {
        self.reveal > 0 && (round + 1).is_multiple_of(self.reveal)
    }

    fn distance(&self, state: &State) -> u8 {
        let from = &self.distances[usize::from(state.hider)];
        state.seekers[..self.seekers].iter().map(|&at| from[usize::from(at)]).min().unwrap_or(0)
    }
}

impl Game for Hunt {
    type State = State;
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo { hidden: true, random_start: true, ..GameInfo::two_player("hunt", PayoffRange::new(0.0, 1.0)) }
    }

    fn start(&self, rng: &mut Random) -> State {
        let mut places: Vec<u8> = (0..self.near.len() as u8).collect();
        loop {
            rng.shuffle(&mut places);
            let state = self.at(places[0], &places[1..=self.seekers], 0, 0, &[]);
            if self.open(&state) != 0 {
                return state;
            }
        }
    }

    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        if state.over {
            return Turn::Over;
        }
        if state.hider == NONE && state.next == 0 {
            moves.push(0);
            return Turn::Player(HIDER);
        }
        moves.extend(places(self.open(state)));
        Turn::Player(if state.next == 0 { HIDER } else { SEEKERS })
    }

    fn play(&self, state: &mut State, mv: u8) {
        if state.next == 0 {
            let next = places(state.possible).fold(0, |set, at| set | self.near[usize::from(at)]);
            state.possible = next & !self.taken(state);
            state.hider = mv;
            if self.is_seen(state.round) {
                state.before = state.possible;
                state.possible = 1 << mv;
                state.sightings += 1;
            }
        } else {
            state.seekers[usize::from(state.next) - 1] = mv;
            state.possible &= !(1 << mv);
            if state.hider == mv {
                (state.over, state.by) = (true, state.next - 1);
                return;
            }
        }
        self.pass_on(state);
    }

    fn payoff(&self, state: &State, player: Player) -> f64 {
        let caught = state.by != NONE;
        f64::from(u8::from(caught == (player == SEEKERS)))
    }

    fn capabilities(&self) -> Capabilities<'_, State, u8> {
        Capabilities {
            key: Some(self),
            evaluate: Some(self),
            tactics: Some(self),
            hidden: Some(self),
            belief_prior: Some(self),
            coalition: Some(self),
            ..Capabilities::none()
        }
    }
}

impl Key for Hunt {
    fn key(&self, state: &State) -> u64 {
        let seekers = u64::from(u32::from_le_bytes(state.seekers));
        let rest = [state.hider, state.next, state.round, state.by];
        mix(state.possible ^ mix(seekers << 32 | u64::from(u32::from_le_bytes(rest))))
    }
}

impl Evaluate for Hunt {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        let near = 0.9 / f64::from(1 + self.distance(state));
        if player == SEEKERS { near } else { 1.0 - near }
    }
}

impl Tactics for Hunt {
    fn prune_heuristic(&self, _: &State, moves: &mut Moves<u8>) {
        if moves.iter().any(|mv| self.wasted >> mv & 1 == 0) {
            moves.retain(|mv| self.wasted >> mv & 1 == 0);
        }
    }
}

impl Hidden for Hunt {
    fn conceal(&self, state: &mut State, observer: Player) {
        if observer == SEEKERS && !state.over && state.possible.count_ones() > 1 {
            state.hider = NONE;
        }
    }

    fn sample(&self, concealed: &State, observer: Player, rng: &mut Random) -> State {
        let mut candidates = Vec::new();
        self.possible_states(concealed, observer, &mut candidates);
        candidates[rng.below(candidates.len())]
    }

    fn information_key(&self, concealed: &State, observer: Player) -> u64 {
        mix(self.key(concealed) ^ u64::from(observer.0))
    }

    fn observe(&self, state: &State, _: u8, observer: Player) -> MoveObservation {
        let unseen = state.next == 0 && observer == SEEKERS && !self.is_seen(state.round);
        if unseen { MoveObservation::partial("unseen") } else { MoveObservation::Full }
    }

    fn observation_key(&self, state: &State, mv: u8, observer: Player) -> u64 {
        let unseen = state.next == 0 && observer == SEEKERS && !self.is_seen(state.round);
        if unseen { 1000 } else { u64::from(mv) }
    }

    fn possible_states(&self, concealed: &State, observer: Player, candidates: &mut Vec<State>) -> bool {
        match observer == HIDER || concealed.over {
            true => candidates.push(*concealed),
            false => candidates.extend(places(concealed.possible).map(|hider| State { hider, ..*concealed })),
        }
        true
    }

    fn public_states(&self, state: &State, candidates: &mut Vec<State>) -> bool {
        self.possible_states(state, SEEKERS, candidates)
    }
}

impl BeliefPrior for Hunt {
    fn categories(&self) -> &'static [&'static str] {
        &["one step", "two steps", "farther"]
    }

    fn category(&self, candidate: &State) -> usize {
        usize::from(self.distance(candidate).clamp(1, 3)) - 1
    }

    fn weights(&self) -> &[f64] {
        &[0.2, 0.6, 0.4]
    }

    fn sighting(&self, concealed: &State, tally: &mut dyn FnMut(usize, bool)) -> u32 {
        if concealed.sightings > 0 {
            for place in places(concealed.before) {
                let candidate = State { hider: place, ..*concealed };
                tally(self.category(&candidate), place == concealed.hider);
            }
        }
        u32::from(concealed.sightings)
    }
}

impl Coalition for Hunt {
    fn member(&self, state: &State, _: u8) -> u8 {
        state.next.saturating_sub(1)
    }

    fn achiever(&self, state: &State) -> Option<u8> {
        (usize::from(state.by) < self.seekers).then_some(state.by)
    }
}

/// Positions of random games in which a player has a choice.
pub(crate) fn choices(game: &Hunt, games: u64, player: Player) -> Vec<State> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = Random::new(seed);
        let mut state = game.start(&mut rng);
        let mut moves = Moves::new();
        while let Turn::Player(next) = game.turn(&state, &mut moves) {
            if moves.len() > 1 && next == player {
                found.push(state);
            }
            game.play(&mut state, moves[rng.below(moves.len())]);
            moves.clear();
        }
    }
    found
}

/// What the seekers or the hider see of a position.
pub(crate) fn seen(game: &Hunt, state: &State, player: Player) -> View<State> {
    View::of(game, state, player)
}

#[test]
fn the_game_keeps_the_contract() {
    spinney_testkit::game_tests::check(&Hunt::grid(3, 1, 6, 3));
    spinney_testkit::game_tests::check(&Hunt::grid(4, 2, 6, 0));
    spinney_testkit::game_tests::check(&Hunt::path(5, 1, 5, 2));
}
