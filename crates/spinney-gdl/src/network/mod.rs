//! The network: a circuit laid out for speed, and states that carry its counters.
//!
//! Every gate has a counter whose sign is its value: an `and` of n inputs starts at −n, an `or` at −1, and every input
//! that is on adds one. When the sign changes, the gate flips and adds or subtracts one at each of its readers, so that
//! only changes are propagated (differential propagation, the "forward dead reckoning" of Sancho). Negation is folded
//! into the edges. A step switches the new moves on before the old ones off, reads the `next` bits, and flips the facts
//! in which they differ from the state. Legal moves, next facts and the terminal flag are bits that flips keep up to
//! date. Goals are needed once per game: gates that only they need are evaluated on demand, at the end.

mod build;
mod goals;
mod initial;
mod prepare;
mod recursion;
mod state;

pub use state::State;

use crate::simplify::Simplified;
use crate::terms::TermId;

use goals::GoalGates;
use recursion::Recursion;

/// A circuit laid out for speed.
#[derive(Debug)]
pub struct Network {
    /// The facts that change.
    pub facts: Vec<TermId>,
    /// Facts that hold in every state.
    pub always: Vec<TermId>,
    /// The moves with their roles, role by role.
    pub moves: Vec<(u8, TermId)>,
    roles: usize,
    /// Where the adding and then the subtracting edges of each node begin: gates, then facts, then moves.
    starts: Vec<[u32; 2]>,
    edges: Vec<u32>,
    /// A bit per output gate without readers.
    silent: Vec<u64>,
    first_fact: u32,
    first_move: u32,
    /// Gates below are outputs; their numbers are their bits.
    outputs: u32,
    /// The number of gates.
    gates: usize,
    /// The legal moves: stretches of bits.
    ranges: Vec<Range>,
    /// The move of each legal bit.
    move_at: Vec<u32>,
    /// The first word of the `next` bits.
    next_word: usize,
    /// The terminal bit.
    terminal_bit: u32,
    /// Whose turn it is, if that is proven.
    turns: Option<Turns>,
    recursion: Recursion,
    goals: GoalGates,
    start: State,
}

/// When each role waits; exactly one role does not.
#[derive(Debug)]
struct Turns {
    /// By role: facts that imply that it waits.
    waits: Vec<Vec<u32>>,
    /// By role: its move while it waits.
    idle: Vec<u32>,
}

/// A stretch of legal bits that counts only while its guard holds.
#[derive(Clone, Copy, Debug)]
struct Range {
    role: u8,
    /// The common condition of these moves, so that it is not an input of each of them.
    guard: Option<Guard>,
    /// The first word of bits, and the word after the last.
    first: u32,
    end: u32,
}

/// The condition of many legal moves.
#[derive(Clone, Copy, Debug)]
enum Guard {
    Fact(u32),
    Gate(u32),
}

impl Guard {
    #[inline]
    fn holds(self, state: &State) -> bool {
        match self {
            Guard::Fact(fact) => state.fact(fact),
            Guard::Gate(gate) => state.counters[gate as usize] >= 0,
        }
    }
}

impl Network {
    /// Lays out a circuit.
    pub fn new(simplified: &Simplified) -> Self {
        build::build(simplified)
    }

    /// The number of gates that are propagated, of edges, and of gates that depend on themselves.
    pub fn sizes(&self) -> (usize, usize, usize) {
        (self.gates + self.goals.len(), self.edges.len() + self.goals.edges(), self.recursion.len())
    }

    /// Facts that decide many legal moves of a role together, with the role.
    pub fn guards(&self) -> impl Iterator<Item = (usize, u32)> {
        self.ranges.iter().filter_map(|range| match range.guard? {
            Guard::Fact(fact) => Some((usize::from(range.role), fact)),
            Guard::Gate(_) => None,
        })
    }

    /// Every node by name, with the gates whose counters it raises and lowers when it goes on.
    pub fn readers(&self) -> impl Iterator<Item = (String, &[u32], &[u32])> {
        (0..self.starts.len() - 1).map(|node| {
            let ([start, middle], [end, _]) = (self.starts[node], self.starts[node + 1]);
            let number = node as u32;
            let name = if number >= self.first_move {
                format!("move {}", number - self.first_move)
            } else if number >= self.first_fact {
                format!("fact {}", number - self.first_fact)
            } else {
                format!("gate {number}")
            };
            (name, &self.edges[start as usize..middle as usize], &self.edges[middle as usize..end as usize])
        })
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        (self.starts.len() * 2 + self.edges.len() + self.move_at.len()) * 4
            + self.goals.edges() * 4
            + self.start.bytes()
    }

    /// The initial state.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_terminal(&self, state: &State) -> bool {
        state.output(self.terminal_bit)
    }

    /// The facts of a state that change, by number.
    pub fn facts_of<'s>(&self, state: &'s State) -> impl Iterator<Item = u32> + use<'s> {
        ones(&state.facts, 0)
    }

    /// How many moves a role has.
    #[inline]
    pub fn count_legal(&self, state: &State, role: u8) -> usize {
        self.words(state, role).map(|(word, _)| word.count_ones() as usize).sum()
    }

    /// The legal moves of a role, by number.
    #[inline]
    pub fn legal<'s>(&'s self, state: &'s State, role: u8) -> impl Iterator<Item = u32> + use<'s> {
        self.words(state, role).flat_map(move |(word, at)| {
            let base = at * 64;
            bits(word).map(move |bit| self.move_at[base + bit as usize])
        })
    }

    /// The legal move of a role with this number in the list of its legal moves.
    #[inline]
    pub fn nth_legal(&self, state: &State, role: u8, mut number: usize) -> u32 {
        for (mut word, at) in self.words(state, role) {
            let count = word.count_ones() as usize;
            if number < count {
                for _ in 0..number {
                    word &= word - 1;
                }
                return self.move_at[at * 64 + word.trailing_zeros() as usize];
            }
            number -= count;
        }
        unreachable!("there are fewer legal moves")
    }

    /// Words of legal bits of a role that count now, with their places.
    #[inline]
    fn words<'s>(&'s self, state: &'s State, role: u8) -> impl Iterator<Item = (u64, usize)> + use<'s> {
        self.ranges
            .iter()
            .filter(move |range| range.role == role && range.guard.is_none_or(|guard| guard.holds(state)))
            .flat_map(move |range| (range.first as usize..range.end as usize).map(move |at| (state.outputs[at], at)))
    }

    /// The one role that has a choice, if it is proven that there is never more than one. All others make their
    /// [idle move](Self::idle).
    #[inline]
    pub fn active(&self, state: &State) -> Option<u8> {
        let turns = self.turns.as_ref()?;
        let active = turns.waits.iter().position(|facts| !facts.iter().any(|&fact| state.fact(fact)));
        Some(active.unwrap_or(0) as u8)
    }

    /// The move of a role while it waits.
    #[inline]
    pub fn idle(&self, role: u8) -> u32 {
        self.turns.as_ref().map_or(0, |turns| turns.idle[usize::from(role)])
    }

    /// Makes one move per role.
    #[inline]
    pub fn play(&self, state: &mut State, joint: &[u32]) {
        state.switch_moves(self, joint);
        state.step(self);
        if self.is_terminal(state) {
            self.goals.evaluate(self, state);
        }
    }

    /// A state with these facts, by number.
    pub fn state_of(&self, facts: impl Iterator<Item = u32>) -> State {
        let mut state = self.start.clone();
        let mut words = vec![0u64; state.facts.len()];
        for fact in facts {
            words[fact as usize / 64] |= 1 << (fact % 64);
        }
        state.set_facts(self, &words);
        if self.is_terminal(&state) {
            self.goals.evaluate(self, &mut state);
        }
        state
    }

    /// The payoff of a role in a finished game: 0 if the rule sheet gives no value, or several.
    #[inline]
    pub fn goal(&self, state: &State, role: usize) -> Option<i32> {
        debug_assert!(self.is_terminal(state), "goals are worked out at the end");
        state.goals[role].map(i32::from)
    }

    /// The least and the greatest goal value of any role in any state, and 0, which counts where there is no value.
    pub fn goal_values(&self) -> (i32, i32) {
        let values = self.goals.values.iter().flatten().map(|&(value, _)| i32::from(value));
        values.fold((0, 0), |(least, greatest), value| (least.min(value), greatest.max(value)))
    }

    /// The goal values of all roles in any state; `None` where there is none, or more than one.
    pub fn goals(&self, state: &State) -> Vec<Option<i32>> {
        let mut state = state.clone();
        self.goals.evaluate(self, &mut state);
        (0..self.roles).map(|role| state.goals[role].map(i32::from)).collect()
    }
}

/// The places of the ones in some words, counted from `base`.
fn ones(words: &[u64], base: u32) -> impl Iterator<Item = u32> {
    words.iter().enumerate().flat_map(move |(at, &word)| bits(word).map(move |bit| base + at as u32 * 64 + bit))
}

/// The places of the ones in a word.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}
