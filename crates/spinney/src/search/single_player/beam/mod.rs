//! Beam search: of all positions of a stage of the game only the most promising are expanded. Positions with the same
//! future count once. A completed beam is followed by a wider one, until the budget ends: as wide as the rest of the
//! budget allows.
//!
//! Positions are rated by playouts, by the game's evaluation, or by what the best lines so far have in common
//! (`learn`).

pub(super) mod learnt;
mod run;

use self::run::{Node, Rating, Run, SLACK, Setting};
use super::{begin_with, check, conduct, policy_by_name, read_name, rule_by_name, write_name};
use crate::budget::{Budget, Limit};
use crate::evaluation::{Evaluator, Weights};
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, Named, Parameter, ParameterError, SWITCH, named, read};
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
    /// Whether ratings are learnt from the best lines.
    pub learn: bool,
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
            learn: false,
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
            row(
                "learn",
                self.learn.to_string(),
                "true, false",
                "learn to rate positions from the best lines, by patterns",
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
            "learn" => self.learn = read(key, value, SWITCH)?,
            "threads" => self.threads = read(key, value, COUNT)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Beam search.
pub struct Beam<G: Game> {
    game: G,
    config: Config,
    policy: Option<usize>,
    rule: usize,
    /// Lines to begin with.
    known: Vec<Vec<G::Move>>,
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
        if config.learn && capabilities.patterns.is_none() {
            return Err(Refusal::missing_capability(format!(
                "learn=true needs patterns, which `{name}` does not have"
            )));
        }
        Evaluator::new(&game, config.weights.as_ref())?;
        if config.width == 0 || config.threads == 0 {
            return Err(Refusal::out_of_range("width and threads are at least 1"));
        }
        let (policy, rule) =
            (policy_by_name(&game, config.playout.as_deref())?, rule_by_name(&game, config.rule.as_deref())?);
        Ok(Beam { game, config, policy, rule, known: Vec::new() })
    }
}

/// The widest beam for which this many bytes are enough, roughly.
pub(super) fn widest<G: Game>(game: &G, memory: Option<usize>, strata: Strata) -> usize {
    let Some(bytes) = memory else { return usize::MAX };
    let longest = game.info().longest.unwrap_or(LONGEST) as usize;
    let waiting = match strata {
        Strata::Moves => 2,
        Strata::Stage => longest,
    };
    let node = size_of::<Node<G>>() + size_of::<(u64, f64, f64)>();
    (bytes / (SLACK * waiting * node + longest * size_of::<(usize, G::Move)>())).max(1)
}

impl<G: Game> Search<G> for Beam<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        conduct(&self.game, position, budget, |findings, meter| {
            let Config { playouts, strata, threads, .. } = self.config;
            let start = position.state();
            if self.config.learn {
                begin_with(&self.game, start, &self.known, findings);
                let widest = widest(&self.game, budget.memory, Strata::Stage).min(self.config.widest);
                return learnt::climb(&self.game, start, threads, widest, findings, findings.line(), rng);
            }
            let widest = widest(&self.game, budget.memory, strata).min(self.config.widest);
            let mut width = self.config.width.min(widest);
            let mut used = 0.0;
            let rating = match Evaluator::new(&self.game, self.config.weights.as_ref()) {
                _ if playouts > 0 => Rating::Playouts(playouts, self.policy),
                Ok(evaluator) => Rating::Evaluation(evaluator),
                Err(refusal) => unreachable!("rejected when the search was made: {refusal}"),
            };
            let score_bounds = self.game.capabilities().score_bounds.expect("games without score bounds are rejected");
            let game = &self.game;
            let setting = Setting { game, score_bounds, rating, strata, rule: self.rule, threads, findings };
            loop {
                let mut run = Run::new(&setting, width);
                if let Some(limit) = run.go(start, rng, |_, _, _| ()) {
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

    fn begin_with(&mut self, line: &[G::Move]) -> bool {
        self.known.push(line.to_vec());
        self.config.learn
    }

    fn reset(&mut self) {
        self.known.clear();
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

/// The assumed length of a game that does not declare one.
const LONGEST: u32 = 100;
