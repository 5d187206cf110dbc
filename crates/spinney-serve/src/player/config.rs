//! How a player plays.

use std::sync::Arc;
use std::time::Duration;

use spinney::erased::AnyGame;
use spinney::search::{Refusal, Search};
use spinney_agents::Spec;

use super::Margin;
use crate::rules::Rules;

/// The agent that plays if none is named.
pub const DEFAULT_AGENT: &str = "ggp";
/// The agent that plays if no other accepts the game.
pub(super) const LAST_AGENT: &str = "random";

/// A search of your own, which the player can use under a name.
#[derive(Clone)]
pub struct OwnAgent {
    /// The name in [`Config::agent`].
    pub name: &'static str,
    /// Makes it for a game.
    pub make: Arc<MakeSearch>,
}

/// Makes a search for a game.
pub type MakeSearch = dyn Fn(&AnyGame) -> Result<Box<dyn Search<AnyGame>>, Refusal> + Send + Sync;

/// How a player plays.
#[derive(Clone)]
pub struct Config {
    /// Its name: one word.
    pub name: String,
    /// The agent.
    pub agent: Spec,
    /// An agent that is in no list.
    pub own: Option<OwnAgent>,
    /// Worker threads of a search.
    pub threads: usize,
    /// Memory of a search.
    pub memory: Option<usize>,
    /// What is kept back of every clock.
    pub margin: Margin,
    /// Whether the agent may think while others do.
    pub ponder: bool,
    /// How much longer than its clocks a match may be silent before it is given up.
    pub patience: Duration,
    /// The seed of its random choices.
    pub seed: u64,
}

impl Config {
    /// Rules with the agent that is in no list.
    pub(super) fn with_own_agent(&self, rules: Rules) -> Rules {
        match self.own.clone() {
            Some(OwnAgent { name, make }) => rules.with_agent(name, move |game| make(game)),
            None => rules,
        }
    }

    /// The usual settings for an agent.
    pub fn new(agent: Spec, threads: usize, seed: u64) -> Self {
        Config {
            name: "spinney".to_owned(),
            agent,
            own: None,
            threads,
            memory: None,
            margin: Margin::default(),
            ponder: false,
            patience: Duration::from_secs(120),
            seed,
        }
    }
}
