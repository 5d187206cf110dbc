//! What a game advises: the agent that plays it best, and the best settings of others, both by measurement.
//!
//! A game gives its advice as specs, best first ([`Builtin::advice`](spinney_games::registry::Builtin::advice)). The
//! first is the agent that is meant where none is named, and by the name [`AUTO`]. Parameters of an advised spec apply
//! wherever its agent is named, unless the user sets them.

use super::{AUTO, MCTS};
use crate::spec::Spec;

/// The parameters of `mcts` for the selection rule and its constant.
const SELECT: &str = "select";
const CONSTANT: &str = "c";

/// The advice of a game; a game without any is played by tree search with the settings of that agent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Advice(Vec<Spec>);

impl Advice {
    /// # Panics
    ///
    /// If a text is not a spec.
    pub(crate) fn new(specs: &[&str]) -> Self {
        Advice(specs.iter().map(|text| Spec::agent(text).expect("a game advises specs of agents")).collect())
    }

    /// The specs, best first.
    pub(crate) fn specs(&self) -> &[Spec] {
        &self.0
    }

    /// The agent that is meant where none is named.
    pub(crate) fn default_agent(&self) -> Spec {
        self.0.first().cloned().unwrap_or_else(|| Spec::plain(MCTS))
    }

    /// The agent that a spec means in this game: `auto` is replaced, and advised parameters that the spec does not set
    /// come before its own. An advised constant is that of the advised selection rule: it is left out with the rule.
    pub(crate) fn apply(&self, spec: &Spec) -> Spec {
        let advised = match spec.name.as_str() {
            AUTO => Some(self.default_agent()),
            name => self.0.iter().find(|advised| advised.name == name).cloned(),
        };
        let Some(mut advised) = advised else { return spec.clone() };
        let other_rule = spec.value(SELECT).is_some_and(|rule| advised.value(SELECT) != Some(rule));
        advised.parameters.retain(|(key, _)| spec.value(key).is_none() && !(other_rule && key == CONSTANT));
        advised.parameters.extend(spec.parameters.iter().cloned());
        advised
    }
}
