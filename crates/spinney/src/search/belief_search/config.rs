//! The options of the search over beliefs, by value and by key.

use serde::{Deserialize, Serialize};

use crate::belief::Weighing;
use crate::evaluation::{Evaluator, Weights};
use crate::game::{Game, MAX_PLAYERS};
use crate::search::parameter::{
    COUNT, Configure, Named, Parameter, ParameterError, SWITCH, named, read, read_number, read_positive,
};
use crate::search::{Refusal, RefusalKind};

/// The model of the other players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// Any move, all alike.
    Uniform,
    /// What looks better to them is likelier, by a soft-max over the game's evaluation after the move, or over its ranks
    /// if it has none.
    Greedy,
    /// What the hero *observes* is the worst for it; among moves that look alike to the hero all are equally likely.
    Worst,
}

named!(Opponent: "uniform" => Uniform, "greedy" => Greedy, "worst" => Worst);

/// The configuration. Every field is a parameter of the agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Search depth in decisions of all players; by default the budget decides.
    pub depth: Option<u32>,
    /// How the positions that may be are weighed.
    pub belief: Weighing,
    /// The model of the other players.
    pub opponent: Opponent,
    /// How far a greedy opponent strays from what looks best to it, as a share of the payoff range.
    pub temperature: f64,
    /// A belief keeps at most this number of states, the likeliest.
    pub states: usize,
    /// Keep a transposition table.
    pub table: bool,
    /// Bytes of the table, unless the budget says otherwise.
    pub memory: usize,
    /// Weights of the evaluation in place of the game's own.
    pub weights: Option<Weights>,
    /// Threads of a search with perfect information; beliefs are searched by one.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            depth: None,
            belief: Weighing::Game,
            opponent: Opponent::Uniform,
            temperature: 0.1,
            states: 400,
            table: true,
            memory: 64 << 20,
            weights: None,
            threads: 1,
        }
    }
}

/// The greatest depth.
pub(super) const MAX_DEPTH: u32 = 200;

impl Config {
    /// Why this configuration makes no sense, or not for this game.
    pub(super) fn check<G: Game>(&self, game: &G) -> Result<(), Refusal> {
        let info = game.info();
        if info.joint {
            return Err(Refusal::new(
                RefusalKind::SimultaneousMoves,
                format!("alpha-beta cannot play simultaneous moves, which `{}` has", info.name),
            ));
        }
        if info.hidden && game.capabilities().hidden.is_none() {
            let name = &info.name;
            return Err(Refusal::missing_capability(format!(
                "`{name}` has hidden information and no capability to list or sample positions"
            )));
        }
        if info.players() > MAX_PLAYERS {
            return Err(Refusal::new(
                RefusalKind::Players,
                format!("{} players, at most {MAX_PLAYERS} are possible", info.players()),
            ));
        }
        if self.depth.is_some_and(|depth| depth == 0 || depth > MAX_DEPTH) {
            return Err(Refusal::out_of_range(format!("depth: from 1 to {MAX_DEPTH}")));
        }
        if !(self.temperature > 0.0 && self.temperature.is_finite()) {
            return Err(Refusal::out_of_range("temperature must be a number above 0"));
        }
        if self.states == 0 || self.threads == 0 {
            return Err(Refusal::out_of_range("states and threads must be at least 1"));
        }
        Evaluator::new(game, self.weights.as_ref()).map(drop)
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let depth = self.depth.map_or("budget".to_owned(), |depth| depth.to_string());
        vec![
            row("depth", depth, "budget, 1 … 200", "search depth in decisions of all players"),
            row(
                "belief",
                self.belief.name().to_owned(),
                "sample, uniform, game, learnt",
                "how possible states are weighed; sample: as the game samples them",
            ),
            row(
                "opponent",
                self.opponent.name().to_owned(),
                "uniform, greedy, worst",
                "what the others do: any move, likelier what looks good to them, or what is noticed and hurts most",
            ),
            row(
                "temperature",
                self.temperature.to_string(),
                "0 …",
                "how far a greedy opponent strays from what looks best, by the payoff range",
            ),
            row("states", self.states.to_string(), "1 …", "the likeliest states that a belief keeps"),
            row("table", self.table.to_string(), "true, false", "keep a transposition table"),
            row("memory", self.memory.to_string(), "64 …", "bytes of the table, unless --memory is given"),
            row("weights", Weights::write(self.weights.as_ref()), "game, @FILE", "weights of the evaluation, as TOML"),
            row(
                "threads",
                self.threads.to_string(),
                "1 …",
                "threads where nothing is hidden from the player; else one",
            ),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "depth" if value == "budget" => self.depth = None,
            "depth" => self.depth = Some(read(key, value, "budget, or a whole number")?),
            "belief" => self.belief = Weighing::read(key, value)?,
            "opponent" => self.opponent = Opponent::read(key, value)?,
            "temperature" => self.temperature = read_number(key, value)?,
            "states" => self.states = read(key, value, COUNT)?,
            "table" => self.table = read(key, value, SWITCH)?,
            "memory" => self.memory = read(key, value, COUNT)?,
            "weights" => self.weights = Weights::read(key, value)?,
            "threads" => self.threads = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
