//! What can be changed: little, since the player decides by the game.

use crate::game::GameInfo;
use crate::search::mcts::{self, Playout};
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
    /// Tree search for a game of several players.
    pub(super) fn tree(&self, _info: &GameInfo) -> mcts::Config {
        mcts::Config {
            playout: Playout::Mast,
            epsilon: 0.4,
            playout_keep: 0.2,
            lookahead: 3,
            threads: self.threads,
            ..mcts::Config::default()
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
