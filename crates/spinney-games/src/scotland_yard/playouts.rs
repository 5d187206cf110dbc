//! Heuristic playouts, ε-greedy. In those of Nijssen and Winands (2012; one random move in five, the ε of N. Ilenič's
//! program) Mr. X maximises the distance to the nearest detective, and opens a double move if even then a detective would
//! be adjacent. In `evade` and `track` he moves by what the detectives know ([`evasion`](super::evasion)), with one random
//! move in twenty. The detectives approach his true location in the playout (`chase`, `track`) or all of his possible
//! locations (`search-area`, `evade`).

use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Game, Player, Recorder};
use spinney::random::Random;

use super::hidden::MR_X;
use super::{Move, Places, ScotlandYard, State, Ticket};

const POLICIES: &[PolicyName] = &[
    PolicyName { name: "chase", summary: "Mr. X flees the nearest detective, detectives approach him" },
    PolicyName { name: "search-area", summary: "the same, but detectives approach all possible locations" },
    PolicyName { name: "flee", summary: "Mr. X flees the nearest detective, detectives move at random" },
    PolicyName {
        name: "evade",
        summary: "Mr. X evades by what detectives know, detectives approach all possible locations",
    },
    PolicyName { name: "track", summary: "the same, but detectives approach him" },
];

const CHASE: usize = 0;
const SEARCH_AREA: usize = 1;
const EVADE: usize = 3;
const TRACK: usize = 4;

/// One move in this many is random.
fn whim(policy: usize) -> usize {
    if matches!(policy, EVADE | TRACK) { 20 } else { 5 }
}

/// Keeps the best of the candidates, with uniformly random tie-breaking.
pub(super) struct Best<T> {
    best: Option<(i32, T)>,
    ties: usize,
}

impl<T> Best<T> {
    pub(super) fn none() -> Self {
        Best { best: None, ties: 0 }
    }

    /// The best one.
    pub(super) fn into_inner(self) -> Option<T> {
        self.best.map(|(_, what)| what)
    }

    #[inline]
    pub(super) fn see(&mut self, value: i32, what: T, rng: &mut Random) {
        match &self.best {
            Some((best, _)) if value < *best => return,
            Some((best, _)) if value == *best => {
                self.ties += 1;
                if rng.below(self.ties) != 0 {
                    return;
                }
            }
            _ => self.ties = 1,
        }
        self.best = Some((value, what));
    }
}

impl ScotlandYard {
    /// Mr. X's move away from the nearest detective; ties are broken by the distance to all detectives.
    pub(super) fn flee(&self, state: &State, rng: &mut Random) -> Move {
        let ways = self.ways_of_x(state);
        let targets = ways[..4].iter().fold(Places::EMPTY, |all, way| all.or(&way.targets));
        let mut best = Best::none();
        for to in targets.iter() {
            let value = 64 * i32::from(self.nearest(state, to)) + self.distance_to_detectives(state, to) as i32;
            best.see(value, to, rng);
        }
        let (value, to) = best.best.expect("Mr. X can move, or the game were over");
        let next_door = value < 128;
        // The ticket with the largest stock; a black one only if no other is valid.
        let mut ticket = Ticket::Black;
        let mut most = 0;
        for way in ways[..3].iter().filter(|way| way.targets.contains(to)) {
            let left = state.x_tickets[way.ticket as usize];
            if left > most {
                (most, ticket) = (left, way.ticket);
            }
        }
        let double = next_door && ways[4 + ticket as usize].targets.contains(to);
        Move { piece: 0, to, ticket, double }
    }

    /// The move of the first detective who can move that minimises a cost. In any order, too: each of them approaches
    /// in its turn.
    fn approach(&self, state: &State, rng: &mut Random, cost: impl Fn(u8) -> u32) -> Move {
        let mut best = Best::none();
        for way in &self.ways_of(state, usize::from(state.mover) - 1, &self.occupied(state)) {
            for to in way.targets.iter() {
                best.see(-(cost(to) as i32), way.to(to), rng);
            }
        }
        best.best.expect("a detective who cannot move is passed over").1
    }

    #[inline]
    fn choose(&self, policy: usize, state: &State, rng: &mut Random) -> Move {
        if rng.below(whim(policy)) == 0 {
            return self.random_move_of_piece(state, rng);
        }
        match (state.mover, policy) {
            (0, EVADE | TRACK) => self.evade(state, rng),
            (0, _) => self.flee(state, rng),
            (_, CHASE | TRACK) if state.place != 0 => {
                self.approach(state, rng, |to| u32::from(self.map.distance(to, state.place)))
            }
            (_, CHASE | SEARCH_AREA | EVADE | TRACK) => {
                self.approach(state, rng, |to| self.map.distance_to_all(to, &state.possible))
            }
            _ => self.random_move_of_piece(state, rng),
        }
    }
}

impl Playouts for ScotlandYard {
    fn policies(&self) -> &'static [PolicyName] {
        POLICIES
    }

    fn preferred(&self) -> Option<usize> {
        Some(TRACK)
    }

    /// Detectives who chase Mr. X's true location see him, and against such every move of his looks lost. Detectives
    /// themselves sample a location, and find out where chasing it leads.
    fn preferred_by(&self, player: Player) -> Option<usize> {
        Some(if player == MR_X { EVADE } else { TRACK })
    }

    /// Mr. X needs five rounds to tell a trap from a hiding place. Detectives, who see him in their playouts, are misled by
    /// more than two.
    fn preferred_cap(&self, player: Player) -> Option<u32> {
        Some(if player == MR_X { 30 } else { 12 })
    }

    fn play_out(
        &self,
        policy: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<Move>,
    ) -> bool {
        for _ in 0..cap {
            let Some(player) = self.player(state) else { return true };
            let mv = self.choose(policy, state, rng);
            if !recorder.record(Some(player), mv) {
                return false;
            }
            self.play(state, mv);
        }
        state.ending.is_some()
    }
}
