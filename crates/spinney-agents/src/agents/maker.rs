//! How an agent is made: the keys that it knows, and a function from a game and keys to a search.

use std::borrow::Cow;
use std::path::Path;

use spinney::erased::AnyGame;
use spinney::search::parameter::{Configure, Parameter, ParameterError, setting_error};
use spinney::search::{Refusal, Search};

use super::AgentError;
use super::natives::Natives;
use crate::spec::Spec;
use crate::text_file::read_file;

/// A search, or why there is none.
pub(super) type Made = Result<Box<dyn Search<AnyGame>>, AgentError>;

/// A game as a maker is handed it: with the searches that are compiled for its own types.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) game: &'a AnyGame,
    pub(super) natives: Option<&'a Natives>,
}

/// Checks the parameters of a spec.
type Check = dyn Fn(&Spec) -> Result<(), AgentError> + Send + Sync;

/// Makes an agent for a game.
type Build = dyn Fn(Site<'_>, &Spec) -> Made + Send + Sync;

/// Makes one kind of agent.
pub(super) struct Maker {
    /// Every parameter with its default.
    pub(super) parameters: Box<dyn Fn() -> Vec<Parameter> + Send + Sync>,
    /// Checks the parameters of a spec, without a game.
    pub(super) check: Box<Check>,
    /// Makes the agent.
    pub(super) build: Box<Build>,
}

impl Maker {
    /// An agent that is made from a game and a configuration.
    pub(super) fn new<C, S>(make: fn(AnyGame, C) -> Result<S, Refusal>) -> Self
    where
        C: Configure + 'static,
        S: Search<AnyGame> + 'static,
    {
        Self::preset(C::default, make)
    }

    /// The same with defaults of its own: a search under another name.
    pub(super) fn preset<C, S>(preset: fn() -> C, make: fn(AnyGame, C) -> Result<S, Refusal>) -> Self
    where
        C: Configure + 'static,
        S: Search<AnyGame> + 'static,
    {
        Maker { parameters: Box::new(move || preset().parameters()), ..Self::made(move |_| preset(), make) }
    }

    /// The same with defaults that depend on the game.
    pub(super) fn from_default<C, S>(default: fn(&AnyGame) -> C, make: fn(AnyGame, C) -> Result<S, Refusal>) -> Self
    where
        C: Configure + 'static,
        S: Search<AnyGame> + 'static,
    {
        Self::made(default, make)
    }

    fn made<C, S>(
        default: impl Fn(&AnyGame) -> C + Send + Sync + 'static,
        make: fn(AnyGame, C) -> Result<S, Refusal>,
    ) -> Self
    where
        C: Configure + 'static,
        S: Search<AnyGame> + 'static,
    {
        Maker {
            parameters: Box::new(|| C::default().parameters()),
            check: Box::new(|spec| configure::<C>(spec).map(drop)),
            build: Box::new(move |site, spec| {
                let config = configure_from(default(site.game), spec)?;
                match make(site.game.clone(), config) {
                    Ok(search) => Ok(Box::new(search)),
                    Err(reason) => Err(refused(spec, reason)),
                }
            }),
        }
    }
}

/// The error of an agent that cannot play a game.
pub(super) fn refused(spec: &Spec, reason: Refusal) -> AgentError {
    AgentError::Refused { agent: spec.to_string(), reason }
}

/// The configuration that a spec describes.
pub(super) fn configure<C: Configure>(spec: &Spec) -> Result<C, AgentError> {
    configure_from(C::default(), spec)
}

/// A configuration changed by the parameters of a spec.
pub(super) fn configure_from<C: Configure>(mut config: C, spec: &Spec) -> Result<C, AgentError> {
    let owner = format!("agent `{}`", spec.name);
    for (key, value) in &spec.parameters {
        let set = contents(key, value).and_then(|value| config.set(key, &value));
        set.map_err(|error| setting_error::<C>(&owner, error))?;
    }
    Ok(config)
}

/// The most bytes of a file that is the value of a parameter.
const MOST: u64 = 1 << 20;

/// The value of a parameter; one that begins with `@` is the contents of that file.
fn contents<'v>(key: &str, value: &'v str) -> Result<Cow<'v, str>, ParameterError> {
    let Some(path) = value.strip_prefix('@') else { return Ok(Cow::Borrowed(value)) };
    let wrong = |expected: String| ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected };
    let text = read_file(Path::new(path), MOST);
    text.map(Cow::Owned).map_err(|error| wrong(format!("a text file that can be read ({error})")))
}
