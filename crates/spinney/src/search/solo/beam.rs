//! Beam search: of all positions of a stage of the game only the most promising go on. Positions from which the game
//! goes on alike count once. A beam that is through begins again, twice as wide, until the budget ends.

use rustc_hash::FxHashMap;

use super::{Findings, check, play_out};
use crate::budget::{Budget, Limit};
use crate::game::skills::Evaluate;
use crate::game::skills::Prospects;
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, Named, Parameter, ParameterError, named, read};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Positions of a stratum that go on, in the first beam.
    pub width: usize,
    /// The widest beam.
    pub widest: usize,
    /// Which positions compete with each other.
    pub strata: Strata,
    /// Playouts that rate a position, the best of which counts; 0 for the game's evaluation.
    pub playouts: u32,
    /// Worker threads.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { width: 50, widest: 1 << 20, strata: Strata::Moves, playouts: 1, threads: 1 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("width", self.width.to_string(), "1 …", "positions of a stratum that go on, in the first beam"),
            row("widest", self.widest.to_string(), "1 …", "width of the widest beam"),
            row("strata", self.strata.name().to_owned(), "moves, stage", "positions of which count compete"),
            row("playouts", self.playouts.to_string(), "0 …", "playouts that rate a position; 0 for its evaluation"),
            row("threads", self.threads.to_string(), "1 …", "worker threads"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "width" => self.width = read(key, value, COUNT)?,
            "widest" => self.widest = read(key, value, COUNT)?,
            "strata" => self.strata = Named::read(key, value)?,
            "playouts" => self.playouts = read(key, value, COUNT)?,
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
}

impl<G: Game> Beam<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        check(&info, "beam")?;
        let skills = game.skills();
        if skills.prospects.is_none() {
            return Err(Refusal::new(format!("beam needs to know prospects, which `{}` does not tell", info.name)));
        }
        if config.playouts == 0 && skills.evaluate.is_none() {
            return Err(Refusal::new(format!("`{}` has no evaluation: beam needs playouts=1 or more", info.name)));
        }
        if config.width == 0 || config.threads == 0 {
            return Err(Refusal::new("width and threads are at least 1"));
        }
        Ok(Beam { game, config })
    }
}

impl<G: Game> Search<G> for Beam<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let findings = Findings::new(&meter);
        let mut width = self.config.width;
        let ended_by = loop {
            let mut run = Run {
                game: &self.game,
                prospects: self.game.skills().prospects.expect("games without prospects are refused"),
                evaluate: self.game.skills().evaluate,
                config: &self.config,
                findings: &findings,
                width,
                history: Vec::new(),
            };
            if let Some(limit) = run.go(position.state(), rng) {
                break limit;
            }
            if width >= self.config.widest {
                break Limit::Finished;
            }
            width = (2 * width).min(self.config.widest);
        };
        findings.report(&self.game, position, ended_by)
    }
}

/// A position on the beam.
struct Node<S> {
    state: S,
    /// How promising it is.
    rating: f64,
    /// What is already certain.
    so_far: f64,
    key: u64,
    /// The last entry of its history, `usize::MAX` at the start.
    last: usize,
}

/// One beam.
struct Run<'r, G: Game> {
    game: &'r G,
    prospects: &'r dyn Prospects<State = G::State, Move = G::Move>,
    evaluate: Option<&'r dyn Evaluate<State = G::State, Move = G::Move>>,
    config: &'r Config,
    findings: &'r Findings<'r, G::Move>,
    width: usize,
    /// Moves of the positions that went on, each with the entry before it.
    history: Vec<(usize, G::Move)>,
}

/// A child of a position on the beam, with the line that rated it.
struct Child<G: Game> {
    node: Node<G::State>,
    parent: usize,
    mv: G::Move,
}

impl<G: Game> Run<'_, G> {
    /// Sends one beam through the game. Answers why it had to end before it was through.
    fn go(&mut self, start: &G::State, rng: &mut Random) -> Option<Limit> {
        let node = |state: G::State| Node { state, rating: 0.0, so_far: 0.0, key: 0, last: usize::MAX };
        let mut strata: Vec<Vec<Node<G::State>>> = vec![vec![node(start.clone())]];
        let mut at = 0;
        while at < strata.len() {
            let stratum = self.narrow(std::mem::take(&mut strata[at]));
            let children = match self.expand(&stratum, rng) {
                Ok(children) => children,
                Err(limit) => return Some(limit),
            };
            for child in children {
                let next = match self.config.strata {
                    Strata::Moves => at + 1,
                    Strata::Stage => (self.prospects.stage(&child.node.state) as usize).max(at + 1),
                };
                if strata.len() <= next {
                    strata.resize_with(next + 1, Vec::new);
                }
                self.history.push((stratum[child.parent].last, child.mv));
                strata[next].push(Node { last: self.history.len() - 1, ..child.node });
                if strata[next].len() >= 4 * self.width {
                    strata[next] = self.narrow(std::mem::take(&mut strata[next]));
                }
            }
            at += 1;
        }
        None
    }

    /// The most promising positions, each once.
    fn narrow(&self, mut nodes: Vec<Node<G::State>>) -> Vec<Node<G::State>> {
        // Of positions that go on alike, the one with the most so far is as good as the best of their playouts.
        let mut best: FxHashMap<u64, (f64, f64)> = FxHashMap::default();
        for node in &nodes {
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
            nodes.select_nth_unstable_by(self.width - 1, |a, b| b.rating.total_cmp(&a.rating));
            nodes.truncate(self.width);
        }
        nodes
    }

    /// All children of a stratum, rated; spread over the threads.
    fn expand(&self, stratum: &[Node<G::State>], rng: &mut Random) -> Result<Vec<Child<G>>, Limit> {
        let share = stratum.len().div_ceil(self.config.threads).max(1);
        let parts: Vec<_> =
            stratum.chunks(share).enumerate().map(|(part, nodes)| (part * share, nodes, rng.split())).collect();
        let results: Vec<Result<Vec<Child<G>>, Limit>> = std::thread::scope(|scope| {
            let work = |(first, nodes, mut rng): (usize, &[Node<G::State>], Random)| {
                let mut children = Vec::new();
                for (index, node) in nodes.iter().enumerate() {
                    self.expand_one(node, first + index, &mut children, &mut rng)?;
                }
                Ok(children)
            };
            let mut parts = parts.into_iter();
            let first = parts.next();
            let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
            let first = first.map(work);
            let others = others.into_iter().map(|thread| thread.join().expect("a thread of the search panicked"));
            first.into_iter().chain(others).collect()
        });
        let mut all = Vec::new();
        for result in results {
            all.append(&mut result?);
        }
        Ok(all)
    }

    fn expand_one(
        &self,
        node: &Node<G::State>,
        parent: usize,
        children: &mut Vec<Child<G>>,
        rng: &mut Random,
    ) -> Result<(), Limit> {
        let mut moves = Moves::new();
        if self.game.turn(&node.state, &mut moves) == Turn::Over {
            let value = self.game.payoff(&node.state, Player(0));
            self.findings.found(value, self.line(node.last));
            return Ok(());
        }
        for &mv in moves.iter() {
            let mut state = node.state.clone();
            self.game.play(&mut state, mv);
            let mut rating = f64::NEG_INFINITY;
            if self.config.playouts == 0 {
                rating = self.evaluate.map_or(0.0, |evaluate| evaluate.evaluate(&state, Player(0)));
            }
            for _ in 0..self.config.playouts {
                let (mut end, mut heard) = (state.clone(), Vec::new());
                play_out(self.game, &mut end, rng, &mut heard);
                let value = self.game.payoff(&end, Player(0));
                rating = rating.max(value);
                let line = || self.line(node.last).into_iter().chain([mv]).chain(heard.iter().map(|&(_, mv)| mv));
                self.findings.offer(value, line);
            }
            if let Some(limit) = self.findings.count(u64::from(self.config.playouts.max(1))) {
                return Err(limit);
            }
            let (so_far, key) = (self.prospects.so_far(&state), self.prospects.rest_key(&state));
            children.push(Child { node: Node { state, rating, so_far, key, last: 0 }, parent, mv });
        }
        Ok(())
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
