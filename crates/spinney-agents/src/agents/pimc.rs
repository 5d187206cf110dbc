//! The agent `pimc`, whose parameters name another agent: `pimc:determinizations=50,inner=mcts,inner.c=0.5`.

use spinney::budget::Budget;
use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::game::{Game, PerfectInformation, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::parameter::{Configure, Parameter, ParameterError};
use spinney::search::pimc::{Config, Pimc};
use spinney::search::{Refusal, RefusalKind, Search};
use spinney::spelling::UnknownName;

use super::kinds::inner_agents;
use super::maker::{Maker, Site, configure, configure_from, refused};
use super::{ALPHA_BETA, AgentError, build, check};
use crate::spec::Spec;

/// The inner agent that is meant when none is named.
pub(super) const INNER: &str = ALPHA_BETA;

/// Games of up to this many turns are searched to the end without deepening.
const SHORT: u32 = 24;

/// What a key of the inner agent begins with.
const PREFIX: &str = "inner.";

/// The parameters of `pimc` and of its inner agent.
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
                range: "an agent for perfect-information games",
                meaning: "the agent that values the moves of each sampled state; its own parameters are inner.KEY=VALUE",
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
    fn check(&self) -> Result<(), AgentError> {
        let name = self.inner.name.as_str();
        if !inner_agents().any(|known| known == name) {
            return Err(UnknownName::new("agent", name, inner_agents()).into());
        }
        check(&self.inner)
    }
}

/// The agent, whose inner search is made like any other agent of the game.
pub(super) fn maker() -> Maker {
    Maker {
        parameters: Box::new(|| Options::default().parameters()),
        check: Box::new(|spec| configure::<Options>(spec)?.check()),
        build: Box::new(|site, spec| Ok(Box::new(make(site, spec, Options::default())?))),
    }
}

/// Determinizations of an explained search, unless the spec says otherwise.
const EXPLAINED: u32 = 8;

/// The search that a spec names, to be traced: with fewer determinizations by default.
pub(super) fn make_explained(site: Site<'_>, spec: &Spec) -> Result<Pimc<'static, AnyGame>, AgentError> {
    let own = Config { determinizations: EXPLAINED, ..Config::default() };
    make(site, spec, Options { own, ..Options::default() })
}

fn make(site: Site<'_>, spec: &Spec, default: Options) -> Result<Pimc<'static, AnyGame>, AgentError> {
    let options = configure_from(default, spec)?;
    options.check()?;
    let Options { own, inner } = options;
    let inner = with_defaults(inner, site.game);
    let revealed = site.game.revealed();
    let search = Pimc::new(site.game.clone(), own, |_| match build(&revealed, site.natives, &inner) {
        Ok(search) => Ok(Box::new(Revealed(search)) as _),
        Err(AgentError::Refused { reason, .. }) => Err(reason),
        Err(error) => Err(Refusal::new(RefusalKind::Other, error.to_string())),
    });
    search.map_err(|reason| refused(spec, reason))
}

/// The inner agent with defaults for sampled states.
fn with_defaults(mut inner: Spec, game: &AnyGame) -> Spec {
    if inner.name == ALPHA_BETA {
        // Every move of a state needs a value, and states are small and many. Short ones are searched to their end
        // without deepening.
        let short = game.info().longest.is_some_and(|longest| longest <= SHORT);
        let deepen = if short { "false" } else { "true" };
        for (key, value) in [("values", "all"), ("memory", "1048576"), ("deepen", deepen)] {
            if inner.value(key).is_none() {
                inner.parameters.push((key.to_owned(), value.to_owned()));
            }
        }
    }
    inner
}

/// A search of the revealed game, as `pimc` wants it.
struct Revealed(Box<dyn Search<AnyGame>>);

impl Search<PerfectInformation<AnyGame>> for Revealed {
    fn search(&mut self, position: &View<AnyState>, budget: &Budget, rng: &mut Random) -> Report<AnyMove> {
        self.0.search(position, budget, rng)
    }

    fn reset(&mut self) {
        self.0.reset();
    }
}
