//! What can be changed: little, since the player decides by the game.

use crate::search::mcts;
use crate::search::parameter::{Configure, Parameter, ParameterError, SWITCH, read, read_positive};

/// The configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Worker threads.
    pub threads: usize,
    /// Whether small games are solved before the first move.
    pub solve: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config { threads: 1, solve: true }
    }
}

impl Config {
    /// Tree search for a game of several players: CADIA's, with proofs and with look-ahead where it finds something.
    pub(super) fn tree(&self) -> mcts::Config {
        mcts::Config {
            solver: true,
            lookahead: 3,
            lookahead_least: 0.02,
            answer: mcts::Answer::MostVisits,
            threads: self.threads,
            ..mcts::Config::cadia()
        }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("threads", self.threads.to_string(), "1 …", "worker threads"),
            row("solve", self.solve.to_string(), "true, false", "solve small games before the first move"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "threads" => self.threads = read_positive(key, value)?,
            "solve" => self.solve = read(key, value, SWITCH)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
