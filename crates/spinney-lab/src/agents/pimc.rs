//! The agent `pimc`, whose parameters name another agent: `pimc:deals=50,inner=mcts,inner.c=0.5`.

use std::sync::Arc;

use spinney::game::Game;
use spinney::search::Refusal;
use spinney::search::parameter::{Configure, Parameter, ParameterError};
use spinney::search::pimc::{Config, Pimc};
use spinney::spelling::nearest;

use super::{AgentError, OPEN_AGENTS, build_open, check};
use crate::spec::Spec;

/// The name of the agent.
pub(super) const NAME: &str = "pimc";

/// The inner agent that is meant when none is named.
const INNER: &str = super::ALPHA_BETA;

/// Games of so many turns are searched to their end at once.
const SHORT: u32 = 24;

/// What a key of the inner agent begins with.
const PREFIX: &str = "inner.";

/// The parameters of `pimc` and of the agent that solves its deals.
#[derive(Clone, Debug)]
pub(super) struct Options {
    own: Config,
    inner: Spec,
}

impl Default for Options {
    fn default() -> Self {
        Options { own: Config::default(), inner: Spec::plain(INNER) }
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let mut rows = self.own.parameters();
        rows.insert(
            1,
            Parameter {
                name: "inner",
                default: self.inner.name.clone(),
                range: "an agent for open games",
                meaning: "the agent that values the moves of each deal; its own parameters are inner.KEY=VALUE",
            },
        );
        rows
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key.strip_prefix(PREFIX) {
            Some(inner) => self.inner.parameters.push((inner.to_owned(), value.to_owned())),
            None if key == "inner" => self.inner.name = value.to_owned(),
            None => return self.own.set(key, value),
        }
        Ok(())
    }
}

impl Options {
    /// Checks the name and the parameters of the inner agent.
    pub(super) fn check(&self) -> Result<(), AgentError> {
        let name = self.inner.name.as_str();
        if !OPEN_AGENTS.contains(&name) {
            let nearest = nearest(name, OPEN_AGENTS.iter().copied());
            return Err(AgentError::Unknown { name: name.to_owned(), nearest, known: OPEN_AGENTS.to_vec() });
        }
        check(&self.inner)
    }
}

/// Makes the agent.
pub(super) fn make<G: Game + 'static>(game: Arc<G>, options: Options) -> Result<Pimc<'static, Arc<G>>, Refusal> {
    options.check().map_err(|error| Refusal::new(error.to_string()))?;
    let Options { own, mut inner } = options;
    if inner.name == super::ALPHA_BETA {
        // Every move of a deal needs a value, and deals are small and many. Short ones are searched to their end at once.
        let short = game.info().longest.is_some_and(|longest| longest <= SHORT);
        let deepen = if short { "false" } else { "true" };
        for (key, value) in [("values", "all"), ("memory", "1048576"), ("deepen", deepen)] {
            if inner.value(key).is_none() {
                inner.parameters.push((key.to_owned(), value.to_owned()));
            }
        }
    }
    Pimc::new(game, own, |open| {
        build_open(open, &inner).map_err(|error| match error {
            AgentError::Refused { reason, .. } => reason,
            error => Refusal::new(error.to_string()),
        })
    })
}
