//! Beam search: of all positions of a stage of the game only the most promising are expanded. Positions with the same
//! future count once. A completed beam is followed by a wider one, until the budget ends: as wide as the rest of the
//! budget allows.

use rustc_hash::FxHashMap;

use super::{Findings, check, conduct, play_out, policy_by_name, read_name, rule_by_name, write_name};
use crate::budget::{Budget, Limit, Pace};
use crate::evaluation::{Evaluator, Weights};
use crate::game::capabilities::ScoreBounds;
use crate::game::{Game, Moves, Player, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, Named, Parameter, ParameterError, named, read};
use crate::search::threads;
use crate::search::{Refusal, Search};

/// Which positions compete with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strata {
    /// Those after the same number of moves.
    Moves,
    /// Those of the same stage, as the game counts.
    Stage,
}

named!(Strata: "moves" => Moves, "stage" => Stage);

/// The configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The beam width of the first beam.
    pub width: usize,
    /// The widest beam.
    pub widest: usize,
    /// Which positions compete with each other.
    pub strata: Strata,
    /// Playouts that rate a position, the best of which counts; 0 for the game's evaluation.
    pub playouts: u32,
    /// The game's playout policy; its preferred one if not given.
    pub playout: Option<String>,
    /// Weights of the evaluation; the game's own if not given.
    pub weights: Option<Weights>,
    /// The game's rule for moves; the most promising one if not given.
    pub rule: Option<String>,
    /// Worker threads.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            width: 12,
            widest: 1 << 20,
            strata: Strata::Moves,
            playouts: 1,
            playout: None,
            weights: None,
            rule: None,
            threads: 1,
        }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("width", self.width.to_string(), "1 …", "positions of a stratum that are kept, in the first beam"),
            row("widest", self.widest.to_string(), "1 …", "width of the widest beam"),
            row("strata", self.strata.name().to_owned(), "moves, stage", "what positions must share to compete"),
            row("playouts", self.playouts.to_string(), "0 …", "playouts that rate a position; 0 for its evaluation"),
            row(
                "playout",
                write_name(self.playout.as_ref()),
                "auto, or one of the game's",
                "policy by which playouts go",
            ),
            row(
                "weights",
                Weights::write(self.weights.as_ref()),
                "game, @FILE",
                "weights of the evaluation, as TOML; with playouts=0",
            ),
            row(
                "rule",
                write_name(self.rule.as_ref()),
                "auto, or one of the game's",
                "rule by which moves are looked at",
            ),
            row("threads", self.threads.to_string(), "1 …", "worker threads"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "width" => self.width = read(key, value, COUNT)?,
            "widest" => self.widest = read(key, value, COUNT)?,
            "strata" => self.strata = Named::read(key, value)?,
            "playouts" => self.playouts = read(key, value, COUNT)?,
            "playout" => self.playout = read_name(value),
            "weights" => self.weights = Weights::read(key, value)?,
            "rule" => self.rule = read_name(value),
            "threads" => self.threads = read(key, value, COUNT)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Beam search.
pub struct Beam<G> {
    game: G,
    config: Config,
    policy: Option<usize>,
    rule: usize,
}

impl<G: Game> Beam<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        let name = &info.name;
        check(&info, "beam")?;
        let capabilities = game.capabilities();
        if capabilities.score_bounds.is_none() {
            return Err(Refusal::missing_capability(format!("beam needs score bounds, which `{name}` does not have")));
        }
        if config.playouts == 0 && capabilities.evaluate.is_none() {
            return Err(Refusal::missing_capability(format!(
                "`{name}` has no evaluation: beam needs playouts=1 or more"
            )));
        }
        if config.playouts > 0 && config.weights.is_some() {
            return Err(Refusal::contradiction("weights are those of the evaluation: they need playouts=0"));
        }
        Evaluator::new(&game, config.weights.as_ref())?;
        if config.width == 0 || config.threads == 0 {
            return Err(Refusal::out_of_range("width and threads are at least 1"));
        }
        let (policy, rule) =
            (policy_by_name(&game, config.playout.as_deref())?, rule_by_name(&game, config.rule.as_deref())?);
        Ok(Beam { game, config, policy, rule })
    }

    /// The widest beam for which this many bytes are enough, roughly.
    fn widest_in(&self, bytes: usize) -> usize {
        let longest = self.game.info().longest.unwrap_or(LONGEST) as usize;
        let waiting = match self.config.strata {
            Strata::Moves => 2,
            Strata::Stage => longest,
        };
        let node = size_of::<Node<G>>() + size_of::<(u64, f64, f64)>();
        (bytes / (SLACK * waiting * node + longest * size_of::<(usize, G::Move)>())).max(1)
    }
}

impl<G: Game> Search<G> for Beam<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        conduct(&self.game, position, budget, |findings, meter| {
            let widest = budget.memory.map_or(usize::MAX, |bytes| self.widest_in(bytes)).min(self.config.widest);
            let mut width = self.config.width.min(widest);
            let mut used = 0.0;
            let evaluator = match Evaluator::new(&self.game, self.config.weights.as_ref()) {
                Ok(evaluator) => evaluator,
                Err(refusal) => unreachable!("rejected when the search was made: {refusal}"),
            };
            loop {
                let evaluator = &evaluator;
                let mut run = Run { beam: self, evaluator, findings, width, dropped: false, history: Vec::new() };
                if let Some(limit) = run.go(position.state(), rng) {
                    return limit;
                }
                // A wider beam would find the same, or there may be none.
                if !run.dropped || width >= widest && budget.is_endless() {
                    return Limit::Finished;
                }
                let before = std::mem::replace(&mut used, meter.used(findings.simulations()));
                width = next_width(width, used - before, 1.0 - used).min(widest);
            }
        })
    }
}

/// How wide the next beam is after one that has taken some share of the budget, of which so much is left.
fn next_width(width: usize, taken: f64, left: f64) -> usize {
    if taken <= 0.0 {
        return 2 * width;
    }
    ((width as f64 * (THRIFT * left / taken).min(STEEPEST)) as usize).max(1)
}

/// The share of the remaining budget that a beam is planned to take: a beam that does not complete has been nearly
/// useless.
const THRIFT: f64 = 0.9;

/// A beam is at most this many times as wide as the one before it.
const STEEPEST: f64 = 16.0;

/// Positions that are kept for each that is expanded, before the best are chosen.
const SLACK: usize = 4;

/// Positions of which the children are made at a time, by each thread.
const BLOCK: usize = 256;

/// The assumed length of a game that does not declare one.
const LONGEST: u32 = 100;

/// A position on the beam.
struct Node<G: Game> {
    state: G::State,
    /// How promising it is.
    rating: f64,
    /// The score that is already certain.
    so_far: f64,
    key: u64,
    /// The entry of its parent in the history, `usize::MAX` at the start, and the move from there.
    parent: usize,
    mv: Option<G::Move>,
}

/// One beam.
struct Run<'r, G: Game> {
    beam: &'r Beam<G>,
    /// What positions are rated by if not by playouts.
    evaluator: &'r Evaluator<'r, G>,
    findings: &'r Findings<'r, G::Move>,
    width: usize,
    /// Whether there were more positions than the beam width.
    dropped: bool,
    /// Moves of the expanded positions, each with the entry before it.
    history: Vec<(usize, G::Move)>,
}

impl<G: Game> Run<'_, G> {
    fn score_bounds(&self) -> &dyn ScoreBounds<State = G::State, Move = G::Move> {
        self.beam.game.capabilities().score_bounds.expect("games without score bounds are rejected")
    }

    /// Sends one beam through the game. Returns why it had to end before it was through.
    fn go(&mut self, start: &G::State, rng: &mut Random) -> Option<Limit> {
        let start = Node { state: start.clone(), rating: 0.0, so_far: 0.0, key: 0, parent: usize::MAX, mv: None };
        let mut strata: Vec<Vec<Node<G>>> = vec![vec![start]];
        let mut at = 0;
        while at < strata.len() {
            let mut stratum = std::mem::take(&mut strata[at]);
            self.narrow(&mut stratum);
            for node in &mut stratum {
                if let Some(mv) = node.mv {
                    self.history.push((node.parent, mv));
                    node.parent = self.history.len() - 1;
                }
            }
            for block in stratum.chunks(BLOCK * self.beam.config.threads) {
                let children = match self.expand(block, rng) {
                    Ok(children) => children,
                    Err(limit) => return Some(limit),
                };
                for child in children {
                    let next = match self.beam.config.strata {
                        Strata::Moves => at + 1,
                        Strata::Stage => (self.score_bounds().stage(&child.state) as usize).max(at + 1),
                    };
                    if strata.len() <= next {
                        strata.resize_with(next + 1, Vec::new);
                    }
                    strata[next].push(child);
                    if strata[next].len() >= SLACK * self.width {
                        self.narrow(&mut strata[next]);
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// Leaves the most promising positions, each once.
    fn narrow(&mut self, nodes: &mut Vec<Node<G>>) {
        // Of positions with the same future, the one with the highest score is as good as the best of their playouts.
        let mut best: FxHashMap<u64, (f64, f64)> = FxHashMap::default();
        for node in nodes.iter() {
            let rest = node.rating - node.so_far;
            let known = best.entry(node.key).or_insert((node.so_far, rest));
            *known = (known.0.max(node.so_far), known.1.max(rest));
        }
        nodes.retain_mut(|node| {
            let Some((so_far, rest)) = best.get(&node.key).filter(|(so_far, _)| node.so_far >= *so_far) else {
                return false;
            };
            node.rating = so_far + rest;
            best.remove(&node.key);
            true
        });
        if nodes.len() > self.width {
            self.dropped = true;
            nodes.select_nth_unstable_by(self.width - 1, |a, b| b.rating.total_cmp(&a.rating));
            nodes.truncate(self.width);
        }
    }

    /// All children of some positions, rated; spread over the threads.
    fn expand(&self, nodes: &[Node<G>], rng: &mut Random) -> Result<Vec<Node<G>>, Limit> {
        let share = nodes.len().div_ceil(self.beam.config.threads).max(1);
        let mut parts: Vec<_> = nodes.chunks(share).map(|nodes| (nodes, rng.split(), Ok(Vec::new()))).collect();
        let work = |nodes: &[Node<G>], rng: &mut Random| {
            let (mut children, mut pace) = (Vec::new(), self.findings.pace());
            let mut expand = |node| self.expand_one(node, &mut children, rng, &mut pace);
            nodes.iter().try_for_each(&mut expand).map(|()| children)
        };
        threads::on_each(self.findings.meter(), &mut parts, |_, (nodes, rng, result)| *result = work(nodes, rng));
        let mut all = Vec::new();
        for (_, _, result) in parts {
            all.append(&mut result?);
        }
        Ok(all)
    }

    fn expand_one(
        &self,
        node: &Node<G>,
        children: &mut Vec<Node<G>>,
        rng: &mut Random,
        pace: &mut Pace,
    ) -> Result<(), Limit> {
        let mut moves = Moves::new();
        match self.beam.game.capabilities().guided {
            Some(guided) => guided.offer(self.beam.rule, &node.state, &mut moves),
            None => drop(self.beam.game.turn(&node.state, &mut moves)),
        }
        if moves.is_empty() {
            let value = self.beam.game.payoff(&node.state, Player(0));
            self.findings.offer(value, || self.line(node.parent));
            return Ok(());
        }
        for &mv in moves.iter() {
            if let Some(limit) = self.findings.claim(u64::from(self.beam.config.playouts.max(1))) {
                return Err(limit);
            }
            let mut state = node.state.clone();
            self.beam.game.play(&mut state, mv);
            let rating = self.rate(node, mv, &state, rng, pace)?;
            let (so_far, key) = (self.score_bounds().so_far(&state), self.score_bounds().rest_key(&state));
            children.push(Node { state, rating, so_far, key, parent: node.parent, mv: Some(mv) });
        }
        Ok(())
    }

    /// The heuristic value of a child of a position; `Err` if the budget ended before it was known.
    fn rate(
        &self,
        node: &Node<G>,
        mv: G::Move,
        state: &G::State,
        rng: &mut Random,
        pace: &mut Pace,
    ) -> Result<f64, Limit> {
        if let Some(limit) = self.findings.step(pace) {
            return Err(limit);
        }
        if self.beam.config.playouts == 0 {
            return Ok(self.judge(node, mv, state));
        }
        let mut best = f64::NEG_INFINITY;
        let mut recorded = Vec::new();
        for _ in 0..self.beam.config.playouts {
            let mut end = state.clone();
            recorded.clear();
            play_out(&self.beam.game, self.beam.policy, &mut end, rng, &mut recorded, self.findings, pace)?;
            let value = self.beam.game.payoff(&end, Player(0));
            best = best.max(value);
            let line = || self.line(node.parent).into_iter().chain([mv]).chain(recorded.iter().map(|&(_, mv)| mv));
            self.findings.offer(value, line);
        }
        Ok(best)
    }

    /// The value of a position without playouts. A solved game is a line found, even if others look better.
    fn judge(&self, node: &Node<G>, mv: G::Move, state: &G::State) -> f64 {
        if !self.score_bounds().is_solved(state) {
            return self.evaluator.value(state, Player(0));
        }
        let value = self.beam.game.payoff(state, Player(0));
        self.findings.offer(value, || self.line(node.parent).into_iter().chain([mv]));
        value
    }

    /// The moves from the start to an entry of the history.
    fn line(&self, mut at: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(&(before, mv)) = self.history.get(at) {
            line.push(mv);
            at = before;
        }
        line.reverse();
        line
    }
}
