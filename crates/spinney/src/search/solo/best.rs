//! The strongest combination that was measured: rollouts that learn, and annealing of what they find.

use super::repair;
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
    /// How lines are repaired.
    pub repair: repair::Config,
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
            repair: repair::Config {
                search: nrpa::Config { level: 2, iterations: 30, bits: 14, ..nrpa::Config::default() },
                warm: 0,
                heat: 0.0,
            },
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
        if let Some(key) = key.strip_prefix("repair.") {
            return match key {
                "warm" => read(key, value, COUNT).map(|warm| self.repair.warm = warm),
                "heat" => read(key, value, NUMBER).map(|heat| self.repair.heat = heat),
                _ => self.repair.search.set(key, value),
            };
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
                let mut run = Run::new(&self.game, &self.config.nrpa, &findings, &learning, rng.split());
                run.start_from(position.state().clone(), &[]);
                let mut rollout = run.once(|_, _| ()).0.clone();
                while learning.exceeded(findings.simulations()).is_none() {
                    let next = run.once(|_, _| ()).0;
                    if next.value > rollout.value {
                        rollout = next.clone();
                    }
                }
                if let Some(limit) = meter.exceeded(findings.simulations()) {
                    return limit;
                }
                let mut line = super::repair::Line::new(&self.game, position.state(), rollout);
                line.repair(&self.config.repair, &findings, &part, rng.split());
                if let Some(limit) = meter.exceeded(findings.simulations()) {
                    return limit;
                }
            }
            Limit::Finished
        });
        findings.report(&self.game, position, ended_by)
    }
}
