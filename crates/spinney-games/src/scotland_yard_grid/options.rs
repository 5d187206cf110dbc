//! The size of the board and the length of the chase.

use spinney::search::parameter::{Configure, Parameter, ParameterError};

use super::board::MOST_AGENTS;
use super::cells::MOST;
use crate::registry::read_size;

/// A named preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name in options.
    pub name: &'static str,
    /// Columns and rows.
    pub size: usize,
    /// Agents.
    pub agents: usize,
    /// Rounds.
    pub rounds: usize,
    /// Mr. X is revealed after every `reveal`-th of his moves.
    pub reveal: usize,
}

/// The games of the thesis, the default first.
pub const PRESETS: [Preset; 4] = [
    Preset { name: "thesis-5x5", size: 5, agents: 2, rounds: 15, reveal: 3 },
    Preset { name: "thesis-5x5-30", size: 5, agents: 2, rounds: 30, reveal: 3 },
    Preset { name: "thesis-7x7", size: 7, agents: 3, rounds: 15, reveal: 3 },
    Preset { name: "thesis-15x15", size: 15, agents: 4, rounds: 35, reveal: 3 },
];

const NAMES: &str = "thesis-5x5, thesis-5x5-30, thesis-7x7, thesis-15x15";

/// The maximum number of rounds.
const MOST_ROUNDS: usize = 10_000;

/// The options of the game: a preset, and overrides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The source of every value that is not given.
    pub preset: Preset,
    /// Columns and rows, 2 to 32.
    pub size: Option<usize>,
    /// Agents, 1 to 6.
    pub agents: Option<usize>,
    /// Rounds, after which Mr. X has escaped.
    pub rounds: Option<usize>,
    /// Mr. X is revealed after every `reveal`-th of his moves.
    pub reveal: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Options::of(PRESETS[0])
    }
}

impl Options {
    /// The game of a preset.
    pub fn of(preset: Preset) -> Self {
        Options { preset, size: None, agents: None, rounds: None, reveal: None }
    }

    /// A custom game, in which Mr. X is revealed after every third move.
    pub fn new(size: usize, agents: usize, rounds: usize) -> Self {
        Options { size: Some(size), agents: Some(agents), rounds: Some(rounds), ..Options::default() }
    }

    /// All values resolved, or an error if they are invalid.
    pub(super) fn numbers(&self) -> Result<Preset, String> {
        let preset = Preset {
            name: self.preset.name,
            size: self.size.unwrap_or(self.preset.size),
            agents: self.agents.unwrap_or(self.preset.agents),
            rounds: self.rounds.unwrap_or(self.preset.rounds),
            reveal: self.reveal.unwrap_or(self.preset.reveal),
        };
        let Preset { size, agents, rounds, reveal, .. } = preset;
        if !(2..=MOST).contains(&size) {
            return Err(format!("a board of {size}x{size} is not possible: 2 to {MOST} columns and rows"));
        }
        if !(1..=MOST_AGENTS).contains(&agents) {
            return Err(format!("{agents} agents are not possible: 1 to {MOST_AGENTS}"));
        }
        if agents + 2 > size * size {
            return Err(format!("{agents} agents leave Mr. X no room to move on {size}x{size}"));
        }
        if !(1..=MOST_ROUNDS).contains(&rounds) || !(1..=MOST_ROUNDS).contains(&reveal) {
            return Err(format!("rounds and reveal are 1 to {MOST_ROUNDS}"));
        }
        Ok(preset)
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let Preset { name, size, agents, rounds, reveal } = self.preset;
        let row =
            |name, default: usize, range, meaning| Parameter { name, default: default.to_string(), range, meaning };
        vec![
            row("size", self.size.unwrap_or(size), "2-32", "columns and rows"),
            row("agents", self.agents.unwrap_or(agents), "1-6", "number of agents"),
            row("rounds", self.rounds.unwrap_or(rounds), "1-10000", "rounds, after which Mr. X has escaped"),
            row("reveal", self.reveal.unwrap_or(reveal), "1-10000", "Mr. X's moves from one sighting to the next"),
            Parameter {
                name: "preset",
                default: name.to_owned(),
                range: NAMES,
                meaning: "the defaults of the other options",
            },
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "size" => self.size = Some(read_size(key, value, MOST)?),
            "agents" => self.agents = Some(read_size(key, value, MOST_AGENTS)?),
            "rounds" => self.rounds = Some(read_size(key, value, MOST_ROUNDS)?),
            "reveal" => self.reveal = Some(read_size(key, value, MOST_ROUNDS)?),
            "preset" => {
                let known = PRESETS.iter().find(|preset| preset.name == value);
                self.preset = *known.ok_or_else(|| ParameterError::Value {
                    key: key.to_owned(),
                    value: value.to_owned(),
                    expected: NAMES.to_owned(),
                })?;
            }
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
