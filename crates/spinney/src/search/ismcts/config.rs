//! The options of information-set search, by value and by key.

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::search::Refusal;
use crate::search::parameter::{Configure, Parameter, ParameterError, read};

/// Whose eyes the tree is seen with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Observers {
    /// One tree, with an edge for every move.
    Single,
    /// A tree for every player, with an edge for everything that he can tell apart.
    Multi,
}

/// How playout moves are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Playout {
    /// The policy that the game prefers, or uniformly.
    Auto,
    /// Uniformly.
    Uniform,
    /// A policy of the game.
    Named(String),
}

/// The configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// One tree, or one per player.
    pub observers: Observers,
    /// Exploration constant, on payoffs normalised to 0…1.
    pub c: f64,
    /// What follows a move is kept in the tree once the move has so many visits.
    pub expand: u32,
    /// Playout policy.
    pub playout: Playout,
    /// A playout is cut after so many turns and scored by the game's evaluation, or as the middle of the range.
    pub playout_cap: u32,
    /// Threads, each with trees of its own; what they learnt of the root moves is added up.
    pub threads: usize,
    /// Bytes for all trees unless the budget says otherwise. When they are used up the trees stop growing.
    pub memory: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            observers: Observers::Single,
            c: 0.7,
            expand: 1,
            playout: Playout::Auto,
            playout_cap: 1_000,
            threads: 1,
            memory: 1 << 30,
        }
    }
}

impl Config {
    /// Why this configuration makes no sense.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if !self.c.is_finite() || self.c < 0.0 {
            return Err(Refusal::new("c must be a finite number, 0 or more"));
        }
        if self.expand == 0 || self.playout_cap == 0 || self.threads == 0 {
            return Err(Refusal::new("expand, playout-cap and threads must be at least 1"));
        }
        Ok(())
    }

    /// The game's policy that is meant, by its place in the game's list; `None` is uniform play.
    pub(super) fn policy<G: Game>(&self, game: &G) -> Result<Option<usize>, Refusal> {
        let playouts = game.skills().playouts;
        let name = match &self.playout {
            Playout::Uniform => return Ok(None),
            Playout::Auto => return Ok(playouts.and_then(|playouts| playouts.preferred())),
            Playout::Named(name) => name,
        };
        let policies = playouts.map_or(&[][..], |playouts| playouts.policies());
        let known = || policies.iter().map(|policy| policy.name);
        known().position(|known| known == name).map(Some).ok_or_else(|| {
            let known: Vec<&str> = ["auto", "uniform"].into_iter().chain(known()).collect();
            Refusal::new(format!("no playout `{name}` for this game; known: {}", known.join(", ")))
        })
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let observers = if self.observers == Observers::Single { "single" } else { "multi" };
        let playout = match &self.playout {
            Playout::Auto => "auto",
            Playout::Uniform => "uniform",
            Playout::Named(name) => name,
        };
        vec![
            row("observers", observers.to_owned(), "single, multi", "one tree of moves, or a tree per player"),
            row("c", self.c.to_string(), "0 …", "exploration constant, on payoffs normalised to 0…1"),
            row("expand", self.expand.to_string(), "1 …", "visits before what follows a move is kept in the tree"),
            row(
                "playout",
                playout.to_owned(),
                "auto, uniform, or a policy of the game",
                "how playout moves are chosen; auto: the game's own choice",
            ),
            row("playout-cap", self.playout_cap.to_string(), "1 …", "turns before a playout is cut"),
            row("threads", self.threads.to_string(), "1 …", "threads, each with trees of its own"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        const COUNT: &str = "a whole number, 1 or more";
        match key {
            "observers" => {
                self.observers = match value {
                    "single" => Observers::Single,
                    "multi" => Observers::Multi,
                    _ => return Err(value_error(key, value, "single, multi")),
                }
            }
            "c" => self.c = read(key, value, "a number, 0 or more")?,
            "expand" => self.expand = read(key, value, COUNT)?,
            "playout" => {
                self.playout = match value {
                    "auto" => Playout::Auto,
                    "uniform" => Playout::Uniform,
                    name => Playout::Named(name.to_owned()),
                }
            }
            "playout-cap" => self.playout_cap = read(key, value, COUNT)?,
            "threads" => self.threads = read(key, value, COUNT)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

fn value_error(key: &str, value: &str, expected: &str) -> ParameterError {
    ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected: expected.to_owned() }
}
