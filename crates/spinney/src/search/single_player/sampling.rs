//! Iterative sampling (Langley 1992): one playout from the root after the other, and the best line is kept. It remembers
//! nothing else, so it is the control for tree search with the same playouts: what a tree gains is its margin.

use super::{Findings, check, conduct, on_threads, play_out, policy_by_name, read_name, write_name};
use crate::budget::{Budget, Limit};
use crate::game::{Game, Player, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, Parameter, ParameterError, read};
use crate::search::{Refusal, Search};

/// The configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The game's playout policy; its preferred one if not given.
    pub playout: Option<String>,
    /// Worker threads, each with playouts of its own.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { playout: None, threads: 1 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let playout = write_name(self.playout.as_ref());
        let row = |name, default, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("playout", playout, "auto, or one of the game's", "policy by which playouts go"),
            row("threads", self.threads.to_string(), "1 …", "worker threads, each with playouts of its own"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "playout" => self.playout = read_name(value),
            "threads" => self.threads = read(key, value, COUNT)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Iterative sampling.
pub struct Sampling<G> {
    game: G,
    config: Config,
    policy: Option<usize>,
}

impl<G: Game> Sampling<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        check(&game.info(), "iterative-sampling")?;
        if config.threads == 0 {
            return Err(Refusal::out_of_range("threads starts at 1"));
        }
        let policy = policy_by_name(&game, config.playout.as_deref())?;
        Ok(Sampling { game, config, policy })
    }

    /// Plays out until the budget ends.
    fn sample(&self, start: &G::State, findings: &Findings<'_, G::Move>, rng: &mut Random) -> Limit {
        let (mut pace, mut line) = (findings.pace(), Vec::new());
        let mut state = start.clone();
        loop {
            if let Some(limit) = findings.claim(1) {
                return limit;
            }
            state.clone_from(start);
            line.clear();
            let end = play_out(&self.game, self.policy, &mut state, rng, &mut line, findings, &mut pace);
            if let Err(limit) = end {
                findings.take_back();
                return limit;
            }
            findings.offer(self.game.payoff(&state, Player(0)), || line.iter().map(|&(_, mv)| mv));
        }
    }
}

impl<G: Game> Search<G> for Sampling<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let seed = rng.next();
        conduct(&self.game, position, budget, |findings, meter| {
            on_threads(meter, self.config.threads, |thread| {
                self.sample(position.state(), findings, &mut Random::derive(seed, thread as u64))
            })
        })
    }
}
