//! Responses.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use spinney::report::{Candidate, Report, Unit};

/// A response of the engine, with the id of the request that it belongs to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Response {
    /// The response.
    #[serde(flatten)]
    pub reply: Reply,
    /// The id of the request, if it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
}

/// What a response says.
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
        /// The seed, if the client or the user has chosen it. One that was drawn would give hidden information away; it
        /// comes at the end.
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
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
    /// The client is to choose a chance outcome.
    Chance {
        /// The outcomes that are possible.
        outcomes: Vec<Outcome>,
    },
    /// Another seat has moved.
    Moved {
        /// The seat; `chance` for a chance outcome.
        seat: String,
        /// The client's seat that observes it.
        to: String,
        /// The observation.
        observed: String,
        /// What the agent knew, where that gives nothing away.
        #[serde(flatten)]
        evidence: Option<Evidence>,
    },
    /// A move was taken back; the client's turn follows.
    Undone {},
    /// The game is over.
    Over {
        /// The payoff of every seat.
        payoffs: BTreeMap<String, f64>,
        /// The last position with nothing hidden.
        position: String,
        /// The seed.
        seed: u64,
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
    /// A search that is still running.
    Progress {
        /// The best move so far.
        #[serde(rename = "move")]
        mv: String,
        /// The index of the position, if the request has several.
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
        /// What is known so far.
        #[serde(flatten)]
        evidence: Evidence,
    },
    /// The decision of a search.
    Decision {
        /// The seat that decides.
        seat: String,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// The index of the position, if the request has several.
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
        /// Why.
        #[serde(flatten)]
        evidence: Evidence,
        /// The seed, of a search in a position of the client's.
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
    },
    /// A request to stop was carried out.
    Stopped {
        /// Whether a search was running.
        running: bool,
        /// How many requests were dropped that had not begun.
        dropped: usize,
    },
    /// The request failed, and nothing has changed.
    Error {
        /// Why.
        message: String,
    },
}

/// A chance outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// As the game writes it.
    pub outcome: String,
    /// Its probability.
    pub probability: f64,
}

/// What a search knows about its move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evidence {
    /// The value of the move, in the unit of the game's payoffs.
    pub value: Option<f64>,
    /// Whether that is exact.
    pub proven: bool,
    /// The work done, in units.
    pub simulations: u64,
    /// What is counted: `simulations` or `nodes`.
    pub unit: Unit,
    /// Every move that was searched.
    pub candidates: Vec<Candidate<String>>,
    /// The principal variation.
    pub pv: Vec<String>,
}

impl Evidence {
    /// The best move of a report, and what is known about it.
    pub(super) fn of(report: Report<String>) -> (String, Self) {
        let evidence = Evidence {
            value: report.value,
            proven: report.proven,
            simulations: report.simulations,
            unit: report.unit,
            candidates: report.candidates,
            pv: report.pv,
        };
        (report.best.unwrap_or_default(), evidence)
    }
}
