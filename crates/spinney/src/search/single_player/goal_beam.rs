//! A beam towards the goal, for puzzles whose payoffs say nothing until they are solved.
//!
//! Positions after the same number of moves compete by the [degree](GoalDegree) to which the rules for the highest goal
//! are satisfied; a share of them is kept at random, since the way to a goal need not come nearer at every step. Positions
//! that differ only in what changes by itself, such as a step counter, count once ([`Key::timeless_key`]). A completed beam
//! is followed by a wider one, until one drops nothing or the budget ends.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use super::{Findings, begin_with, check, conduct};
use crate::budget::{Budget, Limit, Pace};
use crate::game::capabilities::{Degree, GoalDegree, Key};
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, Parameter, ParameterError, read, read_share};
use crate::search::{Refusal, Search};

/// Positions kept for each that is expanded, before the best are chosen.
const SLACK: usize = 4;
/// How many times as wide as the one before each beam is.
const STEEP: usize = 6;
/// Bytes for positions where the budget gives no limit.
const MEMORY: usize = 1 << 30;

/// The configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The width of the first beam.
    pub width: usize,
    /// The share of the positions that is kept at random.
    pub random: f64,
}

impl Default for Config {
    fn default() -> Self {
        Config { width: 50, random: 0.25 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("width", self.width.to_string(), "1 …", "positions that are kept after each move, in the first beam"),
            row("random", self.random.to_string(), "0…1", "share of them that is kept at random"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "width" => self.width = read(key, value, COUNT)?,
            "random" => self.random = read_share(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// A beam towards the goal.
pub struct GoalBeam<G: Game> {
    game: G,
    config: Config,
    /// Lines to begin with.
    known: Vec<Vec<G::Move>>,
}

impl<G: Game> GoalBeam<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        check(&info, "goal-beam")?;
        let capabilities = game.capabilities();
        let missing = |what: &str| {
            let reason = format!("goal-beam needs {what}, which `{}` does not have", info.name);
            Err(Refusal::missing_capability(reason))
        };
        if capabilities.key.is_none() {
            return missing("hash keys");
        }
        let Some(degree) = capabilities.goal_degree else { return missing("degrees of its goal") };
        // What it is worked out from may be made by the first call: now, before any clock runs.
        degree.degree(&game.start(&mut Random::new(0)), Player(0));
        if config.width == 0 || !(0.0..=1.0).contains(&config.random) {
            return Err(Refusal::out_of_range("width is at least 1, and random a number from 0 to 1"));
        }
        Ok(GoalBeam { game, config, known: Vec::new() })
    }
}

/// A position of the beam.
struct Node<S, M> {
    state: S,
    degree: Degree,
    /// Decides which positions are kept at random.
    lot: u64,
    /// The entry of the move that led here, `None` at the start.
    entry: Option<usize>,
    last: Option<M>,
}

impl<S, M> Node<S, M> {
    /// Higher degrees first.
    fn compare(&self, other: &Self) -> Ordering {
        other.degree.partial_cmp(&self.degree).unwrap_or(Ordering::Equal).then(self.lot.cmp(&other.lot))
    }
}

/// One beam.
struct Beam<'r, G: Game> {
    game: &'r G,
    key: &'r dyn Key<State = G::State, Move = G::Move>,
    degree: &'r dyn GoalDegree<State = G::State, Move = G::Move>,
    findings: &'r Findings<'r, G::Move>,
    width: usize,
    random: f64,
    /// Whether positions that differ only by what changes by itself count once.
    timeless: bool,
    /// There were more positions than the width.
    dropped: bool,
    /// Bytes that it may use, and those of a position.
    memory: usize,
    bytes: usize,
    /// It has used them up.
    full: bool,
    seen: FxHashSet<u64>,
    /// Every move of the expanded positions, with the entry before it.
    history: Vec<(Option<usize>, G::Move)>,
}

type Layer<G> = Vec<Node<<G as Game>::State, <G as Game>::Move>>;

impl<G: Game> Beam<'_, G> {
    /// Sends the beam to the end of the game. Returns why it had to end before.
    fn go(&mut self, start: &G::State, rng: &mut Random, pace: &mut Pace) -> Option<Limit> {
        let first = Node { state: start.clone(), degree: Degree::default(), lot: 0, entry: None, last: None };
        let mut layer: Layer<G> = vec![first];
        let (mut moves, mut ahead) = (Moves::new(), Moves::new());
        while !layer.is_empty() {
            let mut next: Layer<G> = Vec::new();
            for node in layer {
                if let Some(limit) = self.findings.claim(1) {
                    return Some(limit);
                }
                let entry = match node.last {
                    Some(mv) => {
                        self.history.push((node.entry, mv));
                        Some(self.history.len() - 1)
                    }
                    None => None,
                };
                moves.clear();
                if self.game.turn(&node.state, &mut moves) == Turn::Over {
                    continue;
                }
                for &mv in moves.iter() {
                    let mut state = node.state.clone();
                    self.game.play(&mut state, mv);
                    if let Some(limit) = self.findings.step(pace) {
                        return Some(limit);
                    }
                    ahead.clear();
                    if self.game.turn(&state, &mut ahead) == Turn::Over {
                        let payoff = self.game.payoff(&state, Player(0));
                        self.findings.offer(payoff, || self.line(entry, mv));
                        continue;
                    }
                    if !self.seen.insert(self.key_of(&state)) {
                        continue;
                    }
                    let degree = self.degree.degree(&state, Player(0));
                    next.push(Node { state, degree, lot: rng.next(), entry, last: Some(mv) });
                    if next.len() >= SLACK * self.width {
                        self.narrow(&mut next);
                    }
                }
            }
            self.narrow(&mut next);
            layer = next;
            if self.used(layer.len()) > self.memory {
                (self.full, self.dropped) = (true, true);
                return None;
            }
        }
        None
    }

    /// The memory in use, in bytes, with this many positions.
    fn used(&self, positions: usize) -> usize {
        positions * self.bytes
            + self.seen.capacity() * (size_of::<u64>() + 1)
            + self.history.capacity() * size_of::<(Option<usize>, G::Move)>()
    }

    fn key_of(&self, state: &G::State) -> u64 {
        let timeless = if self.timeless { self.key.timeless_key(state) } else { None };
        timeless.unwrap_or_else(|| self.key.key(state))
    }

    /// Leaves the positions of the highest degree, and some at random.
    fn narrow(&mut self, nodes: &mut Layer<G>) {
        if nodes.len() <= self.width {
            return;
        }
        self.dropped = true;
        let best = self.width - (self.width as f64 * self.random) as usize;
        if best > 0 {
            nodes.select_nth_unstable_by(best - 1, Node::compare);
        }
        nodes[best..].sort_unstable_by_key(|node| node.lot);
        nodes.truncate(self.width);
    }

    /// The moves from the start to a last one.
    fn line(&self, mut entry: Option<usize>, last: G::Move) -> Vec<G::Move> {
        let mut line = vec![last];
        while let Some(at) = entry {
            line.push(self.history[at].1);
            entry = self.history[at].0;
        }
        line.reverse();
        line
    }
}

impl<G: Game> Search<G> for GoalBeam<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        conduct(&self.game, position, budget, |findings, _| {
            let capabilities = self.game.capabilities();
            let key = capabilities.key.expect("games without keys are rejected");
            let degree = capabilities.goal_degree.expect("games without degrees are rejected");
            begin_with(&self.game, position.state(), &self.known, findings);
            let bytes = capabilities.facts.map_or(size_of::<G::State>(), |facts| facts.state_bytes()) + 64;
            let memory = budget.memory.unwrap_or(MEMORY);
            // Half of it is for what is remembered of positions.
            let mut widest = (memory / 2 / (bytes * (1 + SLACK))).max(1);
            let mut width = self.config.width.min(widest);
            let mut timeless = key.timeless_key(position.state()).is_some();
            let mut pace = findings.pace();
            loop {
                let mut beam = Beam {
                    game: &self.game,
                    key,
                    degree,
                    findings,
                    width,
                    random: self.config.random,
                    timeless,
                    dropped: false,
                    memory,
                    bytes,
                    full: false,
                    seen: FxHashSet::default(),
                    history: Vec::new(),
                };
                if let Some(limit) = beam.go(position.state(), rng, &mut pace) {
                    return limit;
                }
                if beam.full {
                    widest = (width / 2).max(1);
                }
                match (beam.dropped, timeless) {
                    // All positions were looked at, each by its first way.
                    (false, false) => {
                        findings.prove(&self.game);
                        return Limit::Finished;
                    }
                    (false, true) => timeless = false,
                    (true, _) if width >= widest && budget.is_endless() => return Limit::Finished,
                    (true, _) => width = (width * STEEP).min(widest),
                }
            }
        })
    }

    fn begin_with(&mut self, line: &[G::Move]) -> bool {
        self.known.push(line.to_vec());
        true
    }

    fn reset(&mut self) {
        self.known.clear();
    }
}
