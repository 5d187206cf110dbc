//! Depth-first search of an AND/OR graph (Nilsson 1980; Russell & Norvig, *Artificial Intelligence*, §4.3): try the moves
//! of the player until one is good, and those of others until one is bad. Solved positions go into a table.
//!
//! The textbook search has no estimate of where a proof is near; [`DfPn`](super::DfPn) has. It is here for comparison
//! and for reading.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::numbers::Numbers;
use super::question::{Kind, Question, Rules, Seen, Sight, Work};
use super::table::Table;
use super::values::{Answer, Judged, Prover, Size, solve};
use super::{DEFAULT_MEMORY, LONGEST_PATH, check, read_memory};
use crate::budget::{Budget, Limit};
use crate::game::{Game, Moves, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{Configure, Parameter, ParameterError, read};
use crate::search::{Refusal, Search};

/// The configuration of [`AndOr`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AndOrConfig {
    /// Whether mirror images and rotations of a position count as equal, where the game has keys for that.
    pub symmetry: bool,
    /// Memory of the table in bytes, unless the budget sets it.
    pub memory: usize,
}

impl Default for AndOrConfig {
    fn default() -> Self {
        AndOrConfig { symmetry: true, memory: DEFAULT_MEMORY }
    }
}

impl Configure for AndOrConfig {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("symmetry", self.symmetry.to_string(), "true, false", "mirror images and rotations count as equal"),
            row("memory", (self.memory >> 20).to_string(), "1 …", "MiB of the table, unless the budget limits memory"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "symmetry" => self.symmetry = read(key, value, "true or false")?,
            "memory" => self.memory = read_memory(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Depth-first AND/OR search.
pub struct AndOr<G: Game> {
    game: G,
    config: AndOrConfig,
    seen: [Seen; 2],
    prover: Walker<G::State, G::Move>,
}

impl<G: Game> AndOr<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: AndOrConfig) -> Result<Self, Refusal> {
        check("and-or", &game.info())?;
        Ok(AndOr { game, config, seen: Default::default(), prover: Walker::default() })
    }
}

impl<G: Game> Search<G> for AndOr<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, _: &mut Random) -> Report<G::Move> {
        let mut work = Work::new(budget.start());
        let rules = Rules::new(&self.game, self.config.symmetry);
        if !rules.has_keys() {
            // Keys of paths mean something for one root only.
            self.prover.table.clear();
        }
        self.prover.table.begin(budget.memory.unwrap_or(self.config.memory));
        self.prover.depth = 0;
        let seen = &mut self.seen[position.observer().index().min(1)];
        solve(&mut self.prover, &rules, position, seen, &mut work)
    }

    fn reset(&mut self) {
        self.seen = Default::default();
        self.prover = Walker::default();
    }
}

/// The depth of no ancestor: a result that holds on every path.
const NOWHERE: u32 = u32::MAX;

/// A result, and if it is a refutation: the depth of the highest ancestor whose repetition it depends on.
#[derive(Clone, Copy)]
struct Verdict {
    enough: bool,
    leans_on: u32,
}

/// A position under search.
struct Frame<S> {
    state: S,
    key: u64,
    kind: Kind,
    /// Its moves, as a range of the list of all, and the next one to try.
    first: usize,
    next: usize,
    leans_on: u32,
    entered: u64,
}

struct Walker<S, M> {
    table: Table,
    frames: Vec<Frame<S>>,
    /// The moves of all frames with their places in the game's own order.
    moves: Vec<(M, usize)>,
    path: FxHashSet<u64>,
    repeated: bool,
    depth: usize,
    scratch: Moves<M>,
}

impl<S, M: Copy> Default for Walker<S, M> {
    fn default() -> Self {
        Walker {
            table: Table::default(),
            frames: Vec::new(),
            moves: Vec::new(),
            path: FxHashSet::default(),
            repeated: false,
            depth: 0,
            scratch: Moves::new(),
        }
    }
}

impl<S: Clone + Send + Sync, M: Copy + PartialEq> Walker<S, M> {
    /// Visits a position: decides it immediately, or opens it for search.
    fn enter<G: Game<State = S, Move = M>>(
        &mut self,
        rules: &Rules<'_, G>,
        question: &Question,
        state: S,
        key: u64,
        seen: &mut Seen,
        nodes: u64,
    ) -> Option<Verdict> {
        let depth = self.frames.len();
        if rules.repeats && self.path.contains(&key) {
            self.repeated = true;
            let at = self.frames.iter().position(|frame| frame.key == key).unwrap_or(depth);
            return Some(Verdict { enough: false, leans_on: at as u32 });
        }
        if depth > 0
            && let Some(enough) = self.table.get(key ^ question.salt).and_then(|entry| entry.numbers.verdict())
        {
            return Some(Verdict { enough, leans_on: NOWHERE });
        }
        let kind = match rules.look(&state, question, &mut self.scratch, seen) {
            Sight::Over(enough) => return Some(Verdict { enough, leans_on: NOWHERE }),
            Sight::Open(kind) => kind,
        };
        if depth >= LONGEST_PATH {
            self.repeated = true;
            return Some(Verdict { enough: false, leans_on: 0 });
        }
        let first = self.moves.len();
        self.moves.extend(self.scratch.iter().enumerate().map(|(index, &mv)| (mv, index)));
        if rules.has_ranks() {
            self.moves[first..].sort_by_cached_key(|(mv, _)| Reverse(rules.rank(&state, *mv)));
        }
        if rules.repeats {
            self.path.insert(key);
        }
        self.frames.push(Frame { state, key, kind, first, next: first, leans_on: NOWHERE, entered: nodes });
        self.depth = self.depth.max(self.frames.len());
        None
    }

    /// Closes the topmost position with its result.
    fn leave(&mut self, mut verdict: Verdict, question: &Question, nodes: u64) -> Verdict {
        let Some(frame) = self.frames.pop() else { return verdict };
        self.moves.truncate(frame.first);
        self.path.remove(&frame.key);
        if verdict.leans_on as usize >= self.frames.len() && !self.frames.is_empty() {
            // To repeat the position itself is no way to prove it.
            verdict.leans_on = NOWHERE;
        }
        if verdict.enough || verdict.leans_on == NOWHERE {
            self.table.put(frame.key ^ question.salt, Numbers::decided(verdict.enough), nodes - frame.entered);
        }
        verdict
    }

    /// Passes the result of the last child to the topmost position; it may decide the position itself.
    fn record(&mut self, verdict: Verdict) -> Option<Verdict> {
        let frame = self.frames.last_mut()?;
        match (frame.kind, verdict.enough) {
            (Kind::Or, true) | (Kind::And, false) => return Some(verdict),
            (Kind::Or, false) => frame.leans_on = frame.leans_on.min(verdict.leans_on),
            (Kind::And, true) => {}
        }
        None
    }
}

impl<G: Game> Prover<G> for Walker<G::State, G::Move> {
    fn ask(
        &mut self,
        rules: &Rules<'_, G>,
        question: &Question,
        state: &G::State,
        seen: &mut Seen,
        work: &mut Work<G::Move>,
    ) -> Answer<G::Move> {
        self.frames.clear();
        self.moves.clear();
        self.path.clear();
        let open = Numbers { proof: 1, disproof: 1 };
        let give_up = |limit: Limit, moves| Answer { numbers: open, limit: Some(limit), moves };
        if let Err(limit) = work.spend() {
            return give_up(limit, Vec::new());
        }
        let root = rules.root_key(state);
        if let Some(verdict) = self.enter(rules, question, state.clone(), root, seen, work.nodes - 1) {
            return Answer { numbers: Numbers::decided(verdict.enough), limit: None, moves: Vec::new() };
        }
        let mut judged: Vec<Judged<G::Move>> =
            self.moves.iter().map(|&(mv, _)| Judged { mv, numbers: open, effort: 0 }).collect();
        loop {
            let depth = self.frames.len() - 1;
            let end = self.moves.len();
            let frame = &mut self.frames[depth];
            let mut pending = if frame.next == end {
                // Nothing is left to try: no move was good, or none was bad.
                Some(Verdict { enough: frame.kind == Kind::And, leans_on: frame.leans_on })
            } else {
                let (mv, index) = self.moves[frame.next];
                frame.next += 1;
                let after = rules.after(&frame.state, mv);
                let key = rules.key_after(frame.key, index, &after);
                if let Err(limit) = work.spend() {
                    return give_up(limit, judged);
                }
                let verdict = self.enter(rules, question, after, key, seen, work.nodes - 1);
                if depth == 0 {
                    note(&mut judged, &self.frames[0], verdict, 1);
                }
                verdict.and_then(|verdict| self.record(verdict))
            };
            while let Some(verdict) = pending {
                let entered = self.frames.last().map_or(0, |frame| frame.entered);
                let verdict = self.leave(verdict, question, work.nodes);
                if self.frames.is_empty() {
                    return Answer { numbers: Numbers::decided(verdict.enough), limit: None, moves: judged };
                }
                if self.frames.len() == 1 {
                    note(&mut judged, &self.frames[0], Some(verdict), work.nodes - entered);
                }
                pending = self.record(verdict);
            }
        }
    }

    fn known(&self, question: &Question, key: u64) -> Option<bool> {
        self.table.get(key ^ question.salt)?.numbers.verdict()
    }

    fn has_repeated(&self) -> bool {
        self.repeated
    }

    fn size(&self) -> Size {
        let stack = self.frames.capacity() * size_of::<Frame<G::State>>()
            + self.moves.capacity() * size_of::<(G::Move, usize)>();
        Size { nodes: self.table.len() as u64, bytes: (self.table.bytes() + stack) as u64, depth: self.depth as u32 }
    }
}

/// Records the result of the root move that was tried last.
fn note<S, M>(judged: &mut [Judged<M>], root: &Frame<S>, verdict: Option<Verdict>, effort: u64) {
    let tried = &mut judged[root.next - 1];
    if let Some(verdict) = verdict {
        tried.numbers = Numbers::decided(verdict.enough);
    }
    tried.effort = tried.effort.max(effort);
}
