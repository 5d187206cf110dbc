//! The states of one depth: the successors of a move or a turn, grouped by the hero's observations.
//!
//! A pool is reused and keeps its memory, so that nothing is allocated once it has grown. The nodes below a move are
//! ranges of its outcomes.

use crate::game::{Game, Moves, Player, Turn};
use crate::random::mix;
use crate::search::minimax::order::Picker;

/// A state that may follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// The hero's observation, and whose turn it is.
    pub code: u64,
    /// The key of the position, or a number of its own in a game without keys.
    pub key: u64,
    /// How likely it is: within its group once the pool is sorted.
    pub weight: f64,
    /// The index of the position in the pool.
    pub state: u32,
}

/// States that the hero cannot distinguish: a node of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub code: u64,
    pub turn: Turn,
    /// The range of its outcomes.
    pub from: u32,
    pub to: u32,
    /// How likely the group is.
    pub weight: f64,
}

impl Group {
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.from as usize..self.to as usize
    }

    pub(super) fn states(&self) -> usize {
        (self.to - self.from) as usize
    }
}

/// A move of another player in one state, before its probability is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fresh {
    pub turn: Turn,
    pub code: u64,
    pub state: u32,
    /// How good it looks to the player that makes it, or how likely it is.
    pub score: f64,
}

/// The pool of one depth, and the working data of a node whose states lie in it.
pub(super) struct Level<S, M> {
    states: Vec<S>,
    used: usize,
    pub outcomes: Vec<Outcome>,
    pub groups: Vec<Group>,
    /// What finished states are worth, times their weights.
    pub settled: f64,
    /// Unfinished states were valued as they are.
    pub guessed: bool,
    /// The moves of the hero at a node of this depth, or those of another player in one state.
    pub moves: Moves<M>,
    pub picker: Picker,
    pub killers: [Option<M>; 2],
    pub fresh: Vec<Fresh>,
    /// For the worst case: what each state can show, and the worst immediate end.
    pub claims: Vec<(u32, u64)>,
    pub ends: Vec<f64>,
    pub scratch: Moves<M>,
}

impl<S: Clone, M: Copy> Level<S, M> {
    pub(super) fn new() -> Self {
        Level {
            states: Vec::new(),
            used: 0,
            outcomes: Vec::new(),
            groups: Vec::new(),
            settled: 0.0,
            guessed: false,
            moves: Moves::new(),
            picker: Picker::default(),
            killers: [None; 2],
            fresh: Vec::new(),
            claims: Vec::new(),
            ends: Vec::new(),
            scratch: Moves::new(),
        }
    }

    /// Empties the pool and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.used = 0;
        self.outcomes.clear();
        self.groups.clear();
        self.claims.clear();
        self.ends.clear();
        self.settled = 0.0;
        self.guessed = false;
    }

    /// A copy of a position in the pool, to be played on.
    #[inline]
    pub(super) fn copy(&mut self, state: &S) -> u32 {
        match self.states.get_mut(self.used) {
            Some(slot) => slot.clone_from(state),
            None => self.states.push(state.clone()),
        }
        self.used += 1;
        (self.used - 1) as u32
    }

    /// Plays a move in a copy of a position; returns its index in the pool, and whose turn it is.
    #[inline]
    pub(super) fn play<G: Game<State = S, Move = M>>(&mut self, game: &G, state: &S, mv: M) -> (u32, Turn) {
        let place = self.copy(state);
        let next = &mut self.states[place as usize];
        game.play(next, mv);
        self.scratch.clear();
        (place, game.turn(next, &mut self.scratch))
    }

    /// The position that was copied last is not needed any more.
    #[inline]
    pub(super) fn forget_last(&mut self) {
        self.used -= 1;
    }

    #[inline]
    pub(super) fn state(&self, index: u32) -> &S {
        &self.states[index as usize]
    }

    /// The states of a group with their weights.
    pub(super) fn states(&self, group: &Group) -> impl Iterator<Item = (&S, f64)> {
        self.outcomes[group.range()].iter().map(|outcome| (self.state(outcome.state), outcome.weight))
    }

    /// Groups the outcomes, merges equal states, keeps the `most` likeliest states of a group, and normalises the
    /// weights of each group to 1. The likeliest group comes first.
    pub(super) fn gather(&mut self, most: usize) {
        if self.outcomes.len() > 1 {
            self.outcomes.sort_unstable_by_key(|outcome| (outcome.code, outcome.key, outcome.state));
            self.outcomes.dedup_by(|next, kept| {
                let same = next.code == kept.code && next.key == kept.key;
                if same {
                    kept.weight += next.weight;
                }
                same
            });
        }
        self.groups.clear();
        let mut from = 0;
        while from < self.outcomes.len() {
            let code = self.outcomes[from].code;
            let to = from + self.outcomes[from..].iter().take_while(|outcome| outcome.code == code).count();
            let states = &mut self.outcomes[from..to];
            let weight: f64 = states.iter().map(|outcome| outcome.weight).sum();
            let mut kept = states.len();
            if kept > most {
                states.sort_unstable_by(|a, b| b.weight.total_cmp(&a.weight).then(a.key.cmp(&b.key)));
                kept = most;
            }
            let sum: f64 = states[..kept].iter().map(|outcome| outcome.weight).sum();
            states[..kept].iter_mut().for_each(|outcome| outcome.weight /= sum);
            if weight > 0.0 {
                let (from, to) = (from as u32, (from + kept) as u32);
                self.groups.push(Group { code, turn: turn_of(code), from, to, weight });
            }
            from = to;
        }
        self.groups.sort_unstable_by(|a, b| b.weight.total_cmp(&a.weight).then(a.code.cmp(&b.code)));
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<S>()
            + self.outcomes.capacity() * size_of::<Outcome>()
            + self.fresh.capacity() * size_of::<Fresh>()
            + self.groups.capacity() * size_of::<Group>()
    }
}

/// The bits of a code that say whose turn it is.
const TURNS: u64 = 0xff;
const NATURE: u64 = TURNS;

/// A code of what the hero observed and whose turn it is after that, which all players know.
pub(super) fn code_of(noticed: u64, turn: Turn) -> u64 {
    let turn = match turn {
        Turn::Player(player) => u64::from(player.0),
        _ => NATURE,
    };
    mix(noticed) & !TURNS | turn
}

fn turn_of(code: u64) -> Turn {
    match code & TURNS {
        NATURE => Turn::Chance,
        player => Turn::Player(Player(player as u8)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(outcomes: &[(u64, u64, f64)]) -> Level<u64, u8> {
        let mut level = Level::new();
        for &(noticed, key, weight) in outcomes {
            let state = level.copy(&key);
            let code = code_of(noticed, Turn::Player(Player(1)));
            level.outcomes.push(Outcome { code, key, weight, state });
        }
        level
    }

    #[test]
    fn states_are_merged_within_what_is_noticed() {
        let mut level = level(&[(1, 7, 0.2), (2, 7, 0.1), (1, 8, 0.1), (1, 7, 0.1)]);
        level.gather(10);
        assert_eq!(level.groups.len(), 2);
        let first = level.groups[0];
        assert_eq!((first.states(), first.turn), (2, Turn::Player(Player(1))));
        assert!((first.weight - 0.4).abs() < 1e-12);
        let mut states: Vec<_> = level.states(&first).map(|(state, weight)| (*state, weight)).collect();
        states.sort_by_key(|(state, _)| *state);
        assert!(states[0].0 == 7 && (states[0].1 - 0.75).abs() < 1e-12, "{states:?}");
        assert_eq!(level.groups[1].states(), 1);
    }

    #[test]
    fn the_likeliest_states_are_kept() {
        let mut level = level(&[(1, 1, 0.1), (1, 2, 0.5), (1, 3, 0.4)]);
        level.gather(2);
        let states: Vec<_> = level.states(&level.groups[0]).map(|(state, _)| *state).collect();
        assert_eq!(states, [2, 3]);
        assert!((level.states(&level.groups[0]).map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((level.groups[0].weight - 1.0).abs() < 1e-12, "what is left out is not lost to the group");
    }
}
