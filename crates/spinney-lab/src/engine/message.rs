//! Requests and responses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use spinney::game::{GameInfo, Player};
use spinney::report::{Candidate, Unit};
use spinney::spelling::UnknownName;

use spinney_agents::quantity::QuantityError;
use spinney_agents::spec::SpecError;
use spinney_agents::{AgentError, GameError, SeatError};

/// The version of the protocol; it changes with every incompatible change.
pub const PROTOCOL: u32 = 2;

/// The budget of a decision in a request.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Limits {
    /// Time per decision, such as `100ms`.
    pub time: Option<String>,
    /// Simulations per decision.
    pub simulations: Option<u64>,
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Looks {
    /// Lines of text.
    #[default]
    Text,
    /// A drawing.
    Svg,
}

/// A request of another program.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// Start a new game; a running one is abandoned.
    New {
        /// The game's spec.
        game: Option<String>,
        /// `client` or an agent for each seat, by the name of the seat.
        #[serde(default)]
        seats: BTreeMap<String, String>,
        /// The start position.
        position: Option<String>,
        /// The seed.
        seed: Option<u64>,
        /// The budget of each decision.
        #[serde(flatten)]
        limits: Limits,
    },
    /// A move of one of the client's seats.
    Move {
        /// The move as the game writes it.
        #[serde(rename = "move")]
        mv: String,
        /// The seat that moves; needed for simultaneous moves only.
        seat: Option<String>,
    },
    /// A picture of the running game.
    Show {
        /// The client's seat whose view is drawn.
        seat: Option<String>,
        /// The format.
        #[serde(default, rename = "as")]
        looks: Looks,
    },
    /// A decision in a position that the client keeps.
    Search {
        /// The game's spec.
        game: Option<String>,
        /// The position; hidden information may be left out.
        position: String,
        /// The seat that decides; needed for simultaneous moves only.
        seat: Option<String>,
        /// The agent's spec.
        agent: Option<String>,
        /// The seed.
        seed: Option<u64>,
        /// The budget.
        #[serde(flatten)]
        limits: Limits,
    },
    /// End.
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
    /// Reads a line. Unknown keys are rejected, not ignored.
    pub fn read(line: &str) -> Result<Self, RequestError> {
        let wrong =
            |error: serde_json::Error| RequestError(format!("the request cannot be read: {}", in_words(&error)));
        let value: serde_json::Value = serde_json::from_str(line)
            .map_err(|error| RequestError(format!("the request is not valid JSON: {error}")))?;
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

/// An error of the reader, without the names of Rust types.
fn in_words(error: &serde_json::Error) -> String {
    error.to_string().replace("expected u64", "expected a whole number, 0 or more")
}

/// A response of the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Reply {
    /// The engine waits for requests.
    Ready {
        /// Its name.
        engine: &'static str,
        /// Its version.
        version: &'static str,
        /// The version of the protocol.
        protocol: u32,
        /// The default game.
        game: String,
    },
    /// A game has begun.
    Started {
        /// Its spec.
        game: String,
        /// `client` or an agent for each seat.
        seats: BTreeMap<String, String>,
        /// The seed.
        seed: u64,
    },
    /// The client is to move.
    Turn {
        /// The client's seat.
        seat: String,
        /// The position as that seat observes it.
        position: String,
        /// The legal moves.
        moves: Vec<String>,
    },
    /// Another seat has moved.
    Moved {
        /// The seat; `chance` for a chance outcome.
        seat: String,
        /// The client's seat that observes it.
        to: String,
        /// The observation.
        observed: String,
    },
    /// The game is over.
    Over {
        /// The payoff of every seat.
        payoffs: BTreeMap<String, f64>,
        /// The last position with nothing hidden.
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
    /// The decision of a search.
    Decision {
        /// The seat that decides.
        seat: String,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// Its value, in the unit of the game's payoffs.
        value: Option<f64>,
        /// Whether that is exact.
        proven: bool,
        /// The work done, in units.
        simulations: u64,
        /// What is counted: `simulations` or `nodes`.
        unit: Unit,
        /// Every move that was searched.
        candidates: Vec<Candidate<String>>,
        /// The principal variation.
        pv: Vec<String>,
        /// The seed.
        seed: u64,
    },
    /// The request failed, and nothing has changed.
    Error {
        /// Why.
        message: String,
    },
}

/// Why a request failed.
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
