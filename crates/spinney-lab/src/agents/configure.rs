//! Configurations from specs.

use std::borrow::Cow;

use spinney::search::parameter::{Configure, ParameterError};
use spinney::search::{mcts, minimax};

use super::error::wrong_parameter;
use super::{ALPHA_BETA, AgentError, check};
use crate::spec::Spec;

/// The configuration of an agent whose cycles can be explained.
pub fn mcts_config(spec: &Spec) -> Result<mcts::Config, AgentError> {
    check(spec)?;
    match spec.name.as_str() {
        "mcts" => configure(spec),
        _ => Err(AgentError::NotExplained { agent: spec.name.clone() }),
    }
}

/// The configuration of an alpha-beta search that tells what it does: as a lecture writes it, but for what the spec
/// says.
pub fn told_config(spec: &Spec) -> Result<minimax::Config, AgentError> {
    check(spec)?;
    match spec.name.as_str() {
        ALPHA_BETA => configure_from(minimax::Config::textbook(), spec),
        _ => Err(AgentError::NotExplained { agent: spec.name.clone() }),
    }
}

pub(super) fn configure<C: Configure>(spec: &Spec) -> Result<C, AgentError> {
    configure_from(C::default(), spec)
}

/// The value of a parameter; one that begins with `@` is the contents of that file.
fn contents<'v>(agent: &str, key: &str, value: &'v str) -> Result<Cow<'v, str>, AgentError> {
    let Some(path) = value.strip_prefix('@') else { return Ok(Cow::Borrowed(value)) };
    std::fs::read_to_string(path).map(Cow::Owned).map_err(|error| AgentError::Value {
        agent: agent.to_owned(),
        error: ParameterError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: format!("a file that can be read ({error})"),
        },
    })
}

pub(super) fn configure_from<C: Configure>(mut config: C, spec: &Spec) -> Result<C, AgentError> {
    for (key, value) in &spec.parameters {
        let value = &contents(&spec.name, key, value)?;
        config.set(key, value).map_err(|error| wrong_parameter(spec, error, &C::default().parameters()))?;
    }
    Ok(config)
}
