//! What goes over the line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use spinney::game::{GameInfo, Player};
use spinney::report::{Candidate, Unit};
use spinney::spelling::UnknownName;

use spinney_agents::quantity::QuantityError;
use spinney_agents::spec::SpecError;
use spinney_agents::{AgentError, GameError, SeatError};

/// The number of the protocol; it changes when a program written for it would not work any more.
pub const PROTOCOL: u32 = 1;

/// The budget of a decision, as a request says it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Limits {
    /// Time per decision, such as `100ms`.
    pub time: Option<String>,
    /// Simulations per decision.
    pub simulations: Option<u64>,
}

/// What a picture is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Looks {
    /// Lines of text.
    #[default]
    Text,
    /// A drawing.
    Svg,
}

/// What another program asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// A new game; one under way is given up.
    New {
        /// The game's spec.
        game: Option<String>,
        /// Who sits where: `client` or an agent, by name of the seat.
        #[serde(default)]
        seats: BTreeMap<String, String>,
        /// Where it begins.
        position: Option<String>,
        /// The source of all that is random.
        seed: Option<u64>,
        /// How long agents may think.
        #[serde(flatten)]
        limits: Limits,
    },
    /// A move of one of the client's seats.
    Move {
        /// The move as the game writes it.
        #[serde(rename = "move")]
        mv: String,
        /// Whose move it is, where several move at once.
        seat: Option<String>,
    },
    /// A picture of the game under way.
    Show {
        /// As which of the client's seats sees it.
        seat: Option<String>,
        /// What the picture is made of.
        #[serde(default, rename = "as")]
        looks: Looks,
    },
    /// A decision in a position that the client keeps.
    Search {
        /// The game's spec.
        game: Option<String>,
        /// The position, with what is hidden left out or not.
        position: String,
        /// Who decides, where several move at once.
        seat: Option<String>,
        /// The agent's spec.
        agent: Option<String>,
        /// The source of all that is random.
        seed: Option<u64>,
        /// How long it may think.
        #[serde(flatten)]
        limits: Limits,
    },
    /// Goodbye.
    Quit {},
}

/// The keys of each request, besides `do`.
const KEYS: [(&str, &[&str]); 5] = [
    ("new", &["game", "seats", "position", "seed", "time", "simulations"]),
    ("move", &["move", "seat"]),
    ("show", &["seat", "as"]),
    ("search", &["game", "position", "seat", "agent", "seed", "time", "simulations"]),
    ("quit", &[]),
];

impl Request {
    /// Reads a line. Keys that the request does not have are rejected: they would be ignored without a word.
    pub fn read(line: &str) -> Result<Self, RequestError> {
        let wrong = |error: serde_json::Error| RequestError(format!("the request is not understood: {error}"));
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|error| RequestError(format!("the request is no JSON: {error}")))?;
        if let Some(object) = value.as_object()
            && let Some(name) = object.get("do").and_then(|name| name.as_str())
        {
            let Some((_, keys)) = KEYS.iter().find(|(known, _)| *known == name) else {
                return Err(RequestError(UnknownName::new("request", name, KEYS.map(|known| known.0)).to_string()));
            };
            if let Some(key) = object.keys().find(|key| *key != "do" && !keys.contains(&key.as_str())) {
                let unknown = UnknownName::new("key", key, keys.iter().copied()).of(format!("request `{name}`"));
                return Err(RequestError(unknown.to_string()));
            }
        }
        serde_json::from_value(value).map_err(wrong)
    }
}

/// What the engine says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Reply {
    /// The engine waits for requests.
    Ready {
        /// Its name.
        engine: &'static str,
        /// Its version.
        version: &'static str,
        /// The number of the protocol.
        protocol: u32,
        /// The game that is played unless another is asked for.
        game: String,
    },
    /// A game has begun.
    Started {
        /// Its spec.
        game: String,
        /// Who sits where.
        seats: BTreeMap<String, String>,
        /// The source of all that is random.
        seed: u64,
    },
    /// The client is to move.
    Turn {
        /// In which of its seats.
        seat: String,
        /// The position as that seat sees it.
        position: String,
        /// The legal moves.
        moves: Vec<String>,
    },
    /// Somebody has moved.
    Moved {
        /// Who; `chance` if nature drew.
        seat: String,
        /// Which of the client's seats is told.
        to: String,
        /// What that seat notices of it.
        told: String,
    },
    /// The game is over.
    Over {
        /// What every seat got.
        payoffs: BTreeMap<String, f64>,
        /// The last position, nothing hidden.
        position: String,
    },
    /// A picture.
    Picture {
        /// As text.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// As a drawing.
        #[serde(skip_serializing_if = "Option::is_none")]
        svg: Option<String>,
    },
    /// The answer of a search.
    Decision {
        /// Who decides.
        seat: String,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// What it is worth, in the game's unit.
        value: Option<f64>,
        /// Whether that is exact.
        proven: bool,
        /// The work done, in units.
        simulations: u64,
        /// What is counted: `simulations` or `nodes`.
        unit: Unit,
        /// Every move that was looked at.
        candidates: Vec<Candidate<String>>,
        /// The expected continuation.
        line: Vec<String>,
        /// The source of all that is random.
        seed: u64,
    },
    /// The request was not fulfilled, and nothing has changed.
    Error {
        /// Why.
        message: String,
    },
}

/// Why a request is not fulfilled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RequestError(pub String);

impl RequestError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        RequestError(message.into())
    }
}

macro_rules! from_error {
    ($($error:ty),*) => {
        $(impl From<$error> for RequestError {
            fn from(error: $error) -> Self {
                RequestError(error.to_string())
            }
        })*
    };
}
from_error!(SpecError, GameError, AgentError, SeatError, QuantityError);

/// The player in a seat.
pub(super) fn find_seat(info: &GameInfo, name: &str) -> Result<Player, RequestError> {
    match info.seats.iter().position(|seat| seat.eq_ignore_ascii_case(name)) {
        Some(place) => Ok(Player(place as u8)),
        None => Err(RequestError(format!("no seat `{name}`; seats: {}", info.seats.join(", ")))),
    }
}
