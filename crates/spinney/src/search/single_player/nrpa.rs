//! Nested rollout policy adaptation (Rosin 2011): playouts follow a policy that learns from the best line found, in
//! nested levels that each start from what the level above has learnt.

use super::learner::Learner;
use super::{check, conduct, on_threads, read_name, rule_by_name, write_name};
use crate::budget::Budget;
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, Parameter, ParameterError, read, read_number, read_positive};
use crate::search::{Refusal, Search};

/// The configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How deep searches are nested; level 0 is one playout.
    pub level: u32,
    /// Searches of the level below in a search of any level.
    pub iterations: u32,
    /// The step by which weights are adapted.
    pub alpha: f32,
    /// How much the game's own bias counts (generalised NRPA).
    pub bias: f32,
    /// The game's rule for offering moves; its preferred one if not given.
    pub rule: Option<String>,
    /// Playouts before an adaptation of level 1 (stabilised NRPA).
    pub playouts: u32,
    /// A level ends once its best value was found so often again; 0 is never.
    pub repetitions: u32,
    /// The table has room for 2^bits weights.
    pub bits: u32,
    /// Worker threads, each with searches of its own.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            level: 3,
            iterations: 100,
            alpha: 1.0,
            bias: 0.0,
            rule: None,
            playouts: 1,
            repetitions: 0,
            bits: 16,
            threads: 1,
        }
    }
}

impl Config {
    /// Whether the numbers make sense.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let refuse = |reason: &str| Err(Refusal::out_of_range(reason));
        if !(1..=8).contains(&self.level) {
            return refuse("level is 1 to 8");
        }
        if !(8..=24).contains(&self.bits) {
            return refuse("bits is 8 to 24");
        }
        if self.iterations == 0 || self.playouts == 0 || self.threads == 0 {
            return refuse("iterations, playouts and threads are at least 1");
        }
        if !self.alpha.is_finite() || self.alpha < 0.0 || !self.bias.is_finite() {
            return refuse("alpha is 0 or more, and bias a number");
        }
        Ok(())
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("level", self.level.to_string(), "1-8", "how deep searches are nested"),
            row("iterations", self.iterations.to_string(), "1 …", "searches of the level below in one of any level"),
            row("alpha", self.alpha.to_string(), "0 …", "step of the adaptation"),
            row("bias", self.bias.to_string(), "0 …", "how much the game's own bias counts (generalised NRPA)"),
            row(
                "rule",
                write_name(self.rule.as_ref()),
                "auto, or one of the game's",
                "rule by which the game offers moves",
            ),
            row("playouts", self.playouts.to_string(), "1 …", "playouts before an adaptation (stabilised NRPA)"),
            row(
                "repetitions",
                self.repetitions.to_string(),
                "0 …",
                "ends a level once its best value came so often again",
            ),
            row("bits", self.bits.to_string(), "8-24", "room for 2^bits weights"),
            row("threads", self.threads.to_string(), "1 …", "worker threads, each with searches of its own"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "level" => self.level = read(key, value, COUNT)?,
            "iterations" => self.iterations = read(key, value, COUNT)?,
            "alpha" => self.alpha = read_number(key, value)? as f32,
            "bias" => self.bias = read_number(key, value)? as f32,
            "rule" => self.rule = read_name(value),
            "playouts" => self.playouts = read(key, value, COUNT)?,
            "repetitions" => self.repetitions = read(key, value, COUNT)?,
            "bits" => self.bits = read(key, value, COUNT)?,
            "threads" => self.threads = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Nested rollout policy adaptation.
pub struct Nrpa<G> {
    game: G,
    config: Config,
    rule: usize,
}

impl<G: Game> Nrpa<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        check(&game.info(), "nrpa")?;
        config.check()?;
        let rule = rule_by_name(&game, config.rule.as_deref())?;
        Ok(Nrpa { game, config, rule })
    }
}

impl<G: Game> Search<G> for Nrpa<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let seed = rng.next();
        conduct(&self.game, position, budget, |findings, meter| {
            on_threads(meter, self.config.threads, |thread| {
                let rng = Random::derive(seed, thread as u64);
                Learner::new(&self.game, &self.config, self.rule, position.state(), rng).go(findings, meter)
            })
        })
    }
}
