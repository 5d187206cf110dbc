//! Requests.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use spinney::game::{GameInfo, Player};
use spinney::spelling::UnknownName;
use spinney_agents::quantity::QuantityError;
use spinney_agents::spec::SpecError;
use spinney_agents::{AgentError, GameError, SeatError};

use crate::session::{HintError, UndoError};

/// The budget of a decision in a request.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Limits {
    /// Time per decision, such as `100ms`.
    pub time: Option<String>,
    /// Simulations per decision.
    pub simulations: Option<u64>,
    /// How often a running search reports, such as `500ms`; not at all without it.
    pub report_every: Option<String>,
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

/// Who chooses chance outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chance {
    /// The engine draws them.
    #[default]
    Engine,
    /// The client, which has dice of its own.
    Client,
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
        /// Who chooses chance outcomes.
        #[serde(default)]
        chance: Chance,
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
    /// A chance outcome that the client has chosen.
    Chance {
        /// The outcome as the game writes it.
        outcome: String,
    },
    /// Go back to the last decision of the client.
    Undo {
        /// The seat whose decision is taken back.
        seat: Option<String>,
    },
    /// What an agent would play for the client.
    Hint {
        /// The client's seat; needed for simultaneous moves only.
        seat: Option<String>,
        /// The agent's spec.
        agent: Option<String>,
        /// The budget.
        #[serde(flatten)]
        limits: Limits,
    },
    /// A picture of the running game.
    Show {
        /// The client's seat whose view is drawn.
        seat: Option<String>,
        /// The format.
        #[serde(default, rename = "as")]
        looks: Looks,
    },
    /// Decisions in positions that the client keeps.
    Search {
        /// The game's spec.
        game: Option<String>,
        /// The position; hidden information may be left out.
        position: Option<String>,
        /// Several positions in place of one.
        positions: Option<Vec<String>>,
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
    /// End the running search, which returns what it has found, or drop requests that wait.
    Stop {
        /// The id of the request; without it, the running one.
        of: Option<Value>,
    },
    /// End.
    Quit {},
}

/// The keys of each request, besides `do` and `id`.
const KEYS: [(&str, &[&str]); 9] = [
    ("new", &["game", "seats", "position", "seed", "chance", "time", "simulations", "report_every"]),
    ("move", &["move", "seat"]),
    ("chance", &["outcome"]),
    ("undo", &["seat"]),
    ("hint", &["seat", "agent", "time", "simulations", "report_every"]),
    ("show", &["seat", "as"]),
    ("search", &["game", "position", "positions", "seat", "agent", "seed", "time", "simulations", "report_every"]),
    ("stop", &["of"]),
    ("quit", &[]),
];

/// A request, or why the line is none, with its id.
#[derive(Debug)]
pub(super) struct Message {
    /// The id that the client gave it: any JSON value but null.
    pub id: Option<Value>,
    /// The request.
    pub request: Result<Request, RequestError>,
}

impl Message {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Self {
        let mut value: Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => {
                let error = RequestError(format!("the request is not valid JSON: {error}"));
                return Message { id: None, request: Err(error) };
            }
        };
        let id = value.as_object_mut().and_then(|object| object.remove("id")).filter(|id| !id.is_null());
        Message { id, request: Request::read(value) }
    }
}

impl Request {
    /// Reads a request. Unknown keys are rejected, not ignored.
    fn read(value: Value) -> Result<Self, RequestError> {
        if let Some(object) = value.as_object()
            && let Some(name) = object.get("do").and_then(|name| name.as_str())
        {
            let Some((_, keys)) = KEYS.iter().find(|(known, _)| *known == name) else {
                return Err(RequestError(UnknownName::new("request", name, KEYS.map(|known| known.0)).to_string()));
            };
            if let Some(key) = object.keys().find(|key| *key != "do" && !keys.contains(&key.as_str())) {
                let known = keys.iter().copied().chain(["id"]);
                let unknown = UnknownName::new("key", key, known).of(format!("request `{name}`"));
                return Err(RequestError(unknown.to_string()));
            }
        }
        serde_json::from_value(value)
            .map_err(|error| RequestError(format!("the request cannot be read: {}", in_words(&error))))
    }
}

/// An error of the reader, without the names of Rust types.
fn in_words(error: &serde_json::Error) -> String {
    error.to_string().replace("expected u64", "expected a whole number, 0 or more")
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
from_error!(SpecError, GameError, AgentError, SeatError, QuantityError, HintError, UndoError);

/// The player in a seat.
pub(super) fn find_seat(info: &GameInfo, name: &str) -> Result<Player, RequestError> {
    match info.seats.iter().position(|seat| seat.eq_ignore_ascii_case(name)) {
        Some(place) => Ok(Player(place as u8)),
        None => Err(RequestError(format!("no seat `{name}`; seats: {}", info.seats.join(", ")))),
    }
}
