//! The strongest combination that was measured: rollouts that learn, and annealing of what they find.

use super::anneal::{self, Chain};
use super::nrpa::{self, Run};
use super::{Findings, check, on_threads};
use crate::budget::{Budget, Limit};
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, NUMBER, Parameter, ParameterError, read};
use crate::search::{Refusal, Search};

/// The configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The share of the budget that goes to learning rollouts.
    pub learn: f64,
    /// How they learn.
    pub nrpa: nrpa::Config,
    /// How lines are annealed.
    pub anneal: anneal::Config,
    /// Rounds of learning and annealing.
    pub rounds: u32,
    /// Worker threads.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            learn: 0.7,
            nrpa: nrpa::Config::default(),
            anneal: anneal::Config { hot: 0.005, cold: 0.001, ..anneal::Config::default() },
            rounds: 1,
            threads: 1,
        }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("learn", self.learn.to_string(), "0…1", "share of the budget for learning rollouts"),
            row("rounds", self.rounds.to_string(), "1 …", "rounds of learning and annealing"),
            row("threads", self.threads.to_string(), "1 …", "worker threads"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        if let Some(key) = key.strip_prefix("nrpa.") {
            return self.nrpa.set(key, value);
        }
        if let Some(key) = key.strip_prefix("anneal.") {
            return self.anneal.set(key, value);
        }
        match key {
            "learn" => self.learn = read(key, value, NUMBER)?,
            "rounds" => self.rounds = read(key, value, COUNT)?,
            "threads" => self.threads = read(key, value, COUNT)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The strongest combination that was measured.
pub struct Best<G> {
    game: G,
    config: Config,
}

impl<G: Game> Best<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        check(&game.info(), "best")?;
        Ok(Best { game, config })
    }
}

impl<G: Game> Search<G> for Best<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let findings = Findings::new(&meter);
        let seed = rng.next();
        let ended_by = on_threads(self.config.threads, |thread| {
            let mut rng = Random::derive(seed, thread as u64);
            for round in 0..self.config.rounds {
                let part = meter.share_rest(findings.simulations(), round, self.config.rounds);
                let learning = part.first(self.config.learn, findings.simulations());
                let own = Findings::new(&learning);
                Run::new(&self.game, &self.config.nrpa, position.state(), &own, rng.split()).go();
                let (value, line) = own.into_best();
                findings.found(value, line.iter().copied());
                if let Some(limit) = findings.count(1) {
                    return limit;
                }
                if self.game.skills().lasting.is_some() {
                    Chain::new(&self.game, &self.config.anneal, position.state(), rng.split()).go(&findings, &part, &line);
                }
                if let Some(limit) = findings.count(1) {
                    return limit;
                }
            }
            Limit::Finished
        });
        findings.report(&self.game, position, ended_by)
    }
}
