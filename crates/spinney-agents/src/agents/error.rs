//! Errors of agents.

use spinney::search::Refusal;
use spinney::search::parameter::SettingError;
use spinney::spelling::UnknownName;

use crate::spec::Spec;

/// Why an agent cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// There is no agent of this name.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A parameter is unknown, or its value is not possible.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The agent cannot play this game, or not with these parameters.
    #[error("agent `{agent}` cannot be used here: {reason}")]
    Refused {
        /// The agent as a spec.
        agent: String,
        /// Why not.
        reason: Refusal,
    },
    /// A person is not an agent.
    #[error("`human` plays only in `spinney play`; an agent is needed here")]
    Human,
    /// The steps of this agent cannot be shown.
    #[error("`mcts`, `alpha-beta`, `minimax` and `pimc` can be explained, `{agent}` cannot")]
    NotExplained {
        /// The agent.
        agent: String,
    },
}

impl AgentError {
    /// The same error with the agent as the user wrote it, without added parameters.
    #[must_use]
    pub(crate) fn about(self, spec: &Spec) -> Self {
        match self {
            AgentError::Refused { reason, .. } => AgentError::Refused { agent: spec.to_string(), reason },
            error => error,
        }
    }
}
