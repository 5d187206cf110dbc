//! Why there is no such agent, or not for this game.

use spinney::search::Refusal;
use spinney::search::parameter::{Parameter, ParameterError};
use spinney::spelling::nearest;

use crate::spec::Spec;

/// Why there is no such agent, or not for this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// There is no agent of this name.
    #[error("no agent `{name}`{}; known: {}", suggest(.nearest), .known.join(", "))]
    Unknown {
        /// The name as given.
        name: String,
        /// The known name next to it.
        nearest: Option<&'static str>,
        /// Every known name.
        known: Vec<&'static str>,
    },
    /// The agent has no such parameter.
    #[error("agent `{agent}` has no parameter `{key}`{}; {}", suggest(.nearest), list(.known))]
    UnknownKey {
        /// The agent.
        agent: String,
        /// The key as given.
        key: String,
        /// The known key next to it.
        nearest: Option<&'static str>,
        /// Every known key.
        known: Vec<&'static str>,
    },
    /// The parameter cannot have this value.
    #[error("agent `{agent}`: {error}")]
    Value {
        /// The agent.
        agent: String,
        /// What was wrong, and what would be right.
        error: ParameterError,
    },
    /// The agent cannot play this game.
    #[error("agent `{agent}` cannot play this game: {reason}")]
    Refused {
        /// The agent.
        agent: String,
        /// The search's reason.
        reason: Refusal,
    },
    /// What it does cannot be told.
    #[error("explain tells what `mcts` and `alpha-beta` do, not `{agent}`")]
    NotExplained {
        /// The agent.
        agent: String,
    },
    /// `human` where no human can sit.
    #[error("`human` plays only in `spinney play`; an agent is needed here")]
    Human,
}

fn suggest(nearest: &Option<&str>) -> String {
    nearest.map_or(String::new(), |name| format!(", did you mean `{name}`?"))
}

fn list(known: &[&str]) -> String {
    if known.is_empty() { "it has none".to_owned() } else { format!("known: {}", known.join(", ")) }
}

/// What is said about a parameter that an agent did not take.
pub(super) fn wrong_parameter(spec: &Spec, error: ParameterError, parameters: &[Parameter]) -> AgentError {
    match error {
        ParameterError::Unknown(key) => {
            let known: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
            let nearest = nearest(&key, known.iter().copied());
            AgentError::UnknownKey { agent: spec.name.clone(), key, nearest, known }
        }
        error => AgentError::Value { agent: spec.name.clone(), error },
    }
}
