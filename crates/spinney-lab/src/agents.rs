//! Agents by name.
//!
//! A new agent is one line of the table below: its name, a summary, the type of its configuration (any
//! [`Configure`]; [`NoParameters`] if it has no parameters) and how it is made from a game and a configuration. Games may
//! bring players of their own along, which are agents for that game only.

mod configure;
mod error;
mod hidden;
mod own;
mod pimc;

pub use configure::{mcts_config, told_config};
pub use error::AgentError;
pub(crate) use own::build as build_own;

use std::sync::Arc;

use serde::Serialize;
use spinney::budget::Budget;
use spinney::game::{Game, Open, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig};
use spinney::search::flat::{self, Flat};
use spinney::search::greedy::Greedy;
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{self, Mcts};
use spinney::search::minimax::{self, AlphaBeta, Minimax, MinimaxConfig};
use spinney::search::parameter::{Configure, NoParameters, Parameter};
use spinney::search::pimc::Solver;
use spinney::search::proof::{AndOr, AndOrConfig, DfPn, DfPnConfig};
use spinney::search::random::RandomMover;
use spinney::search::single_player;
use spinney::search::single_player::anneal::{self, Anneal};
use spinney::search::single_player::beam::{self, Beam};
use spinney::search::single_player::best::{self, Best};
use spinney::search::single_player::nested::{self, Nested};
use spinney::search::single_player::nrpa::{self, Nrpa};
use spinney::search::value_iteration::{self, ValueIteration};
use spinney::search::{Refusal, Search, Step};
use spinney::spelling::nearest;

use self::configure::configure;
use crate::spec::Spec;

/// The name of the seat that a person takes; no search stands behind it.
pub const HUMAN: &str = "human";

/// The agent whose nodes and windows can be told.
pub const ALPHA_BETA: &str = "alpha-beta";

/// The parameter by which an agent that can use several threads is told how many.
pub const THREADS: &str = "threads";

/// What the list says about an agent.
#[derive(Clone, Debug, Serialize)]
pub struct AgentEntry {
    /// How the user names it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The game that brings it along and that alone it plays, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// Every parameter with default, range and meaning.
    pub parameters: Vec<Parameter>,
    /// The parameters in games that hide information, where the name means another search there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<Parameter>,
}

/// Writes the lists of agents and the generic constructors from one table, so that they cannot disagree.
///
/// The first part are searches for games with everything in the open. They are made for [`Open`] games only: for an
/// open game as it is, and as the `inner` search of [`pimc`] for the deals of a game that hides something. The last
/// part are searches for games of one player.
macro_rules! agents {
    (open: $($name:literal, $summary:literal, $config:ty, $make:expr;)*
     any: $($any_name:literal, $any_summary:literal, $any_config:ty, $any_make:expr;)*
     solo: $($solo_name:literal, $solo_summary:literal, $solo_config:ty, $solo_make:expr;)*) => {
        /// Every agent, the recommended one first.
        pub fn list_agents() -> Vec<AgentEntry> {
            let agents = vec![
                $(AgentEntry {
                    name: $name,
                    summary: $summary,
                    game: None,
                    parameters: <$config>::default().parameters(),
                    hidden: hidden::parameters($name),
                },)*
                $(AgentEntry {
                    name: $any_name,
                    summary: $any_summary,
                    game: None,
                    parameters: <$any_config>::default().parameters(),
                    hidden: hidden::parameters($any_name),
                },)*
                $(AgentEntry {
                    name: $solo_name,
                    summary: $solo_summary,
                    game: None,
                    parameters: <$solo_config>::default().parameters(),
                    hidden: hidden::parameters($solo_name),
                },)*
            ];
            agents.into_iter().chain(own::list()).collect()
        }

        /// The agents for open games, which can also solve the deals of a game that hides something.
        const OPEN_AGENTS: &[&str] = &[$($name),*];

        /// Makes the agent that `spec` names, for a game of several players.
        pub fn build<G: Game + 'static>(game: Arc<G>, spec: &Spec) -> Result<Box<dyn Search<Arc<G>>>, AgentError> {
            if let Some(made) = hidden::build(&game, spec) {
                return made;
            }
            match spec.name.as_str() {
                $($any_name => match $any_make(game, configure::<$any_config>(spec)?) {
                    Ok(search) => Ok(Box::new(search)),
                    Err(reason) => Err(AgentError::Refused { agent: spec.to_string(), reason }),
                },)*
                $($solo_name)|* => {
                    check(spec)?;
                    let reason = single_player::refusal(&game.info(), &spec.name);
                    Err(AgentError::Refused { agent: spec.to_string(), reason })
                }
                name if OPEN_AGENTS.contains(&name) && game.info().hidden => {
                    check(spec)?;
                    let reason = Refusal::new(format!(
                        "{name} searches games with everything in the open; `{}` hides information \
                         (try mcts, or pimc:inner={name})",
                        game.info().name
                    ));
                    Err(AgentError::Refused { agent: spec.to_string(), reason })
                }
                _ => Ok(Box::new(OfOpen(build_open(Open(game), spec)?))),
            }
        }

        /// Makes the agent that `spec` names, for a game that may be one of a single player.
        pub fn build_solo<G: Game + 'static>(game: Arc<G>, spec: &Spec) -> Result<Box<dyn Search<Arc<G>>>, AgentError> {
            match spec.name.as_str() {
                $($solo_name => match $solo_make(game, configure::<$solo_config>(spec)?) {
                    Ok(search) => Ok(Box::new(search)),
                    Err(reason) => Err(AgentError::Refused { agent: spec.to_string(), reason }),
                },)*
                _ => build(game, spec),
            }
        }

        /// Makes an agent of the first part of the table.
        fn build_open<G: Game + 'static>(game: Open<Arc<G>>, spec: &Spec) -> Result<Solver<'static, Arc<G>>, AgentError> {
            match spec.name.as_str() {
                $($name => match $make(game, configure::<$config>(spec)?) {
                    Ok(search) => Ok(Box::new(search)),
                    Err(reason) => Err(AgentError::Refused { agent: spec.to_string(), reason }),
                },)*
                HUMAN => Err(AgentError::Human),
                _ => Err(own::stranger(spec)),
            }
        }

        /// Checks names and values of a spec without a game.
        pub fn check(spec: &Spec) -> Result<(), AgentError> {
            if hidden::accepts(spec) {
                return Ok(());
            }
            if spec.name == pimc::NAME {
                configure::<pimc::Options>(spec)?.check()?;
            }
            match spec.name.as_str() {
                $($name => configure::<$config>(spec).map(drop),)*
                $($any_name => configure::<$any_config>(spec).map(drop),)*
                $($solo_name => configure::<$solo_config>(spec).map(drop),)*
                HUMAN => Err(AgentError::Human),
                _ => own::check(spec),
            }
        }
    };
}

agents! {
    // name, summary, configuration, constructor
    open:
    "mcts", "Monte-Carlo tree search, every step of it replaceable; of information sets where something is hidden", mcts::Config, Mcts::new;
    "alpha-beta", "minimax to a horizon with everything that makes it fast; over beliefs where something is hidden", minimax::Config, AlphaBeta::new;
    "minimax", "plain minimax, max^n and expectiminimax to a depth: the oracle", MinimaxConfig, Minimax::new;
    "flat", "flat Monte-Carlo: playouts after every move, no tree", flat::Config, Flat::new;
    "df-pn", "depth-first proof-number search: proves wins, draws and losses", DfPnConfig, DfPn::new;
    "and-or", "depth-first AND/OR search with a table: the textbook's way to prove a result", AndOrConfig, AndOr::new;
    "exhaustive", "looks at the whole game: exact where it is small enough", ExhaustiveConfig, Exhaustive::new;
    "value-iteration", "exact values of games with chance and cycles, if positions are few", value_iteration::Config, ValueIteration::new;
    any:
    "pimc", "perfect-information Monte Carlo: solves sampled deals, for hidden information", pimc::Options, pimc::make;
    "ismcts", "information-set Monte-Carlo tree search, for hidden information", ismcts::Config, Ismcts::new;
    "greedy", "no search: what looks best by the game's tactics or evaluation", NoParameters, |game, _| Greedy::new(game);
    "random", "a uniformly random legal move: the baseline", NoParameters, |game, _| RandomMover::new(game);
    solo:
    "best", "for games of one player, what was measured to be strongest: a race of nrpa, and a repair of its best line", best::Config, Best::new;
    "nrpa", "nested rollout policy adaptation: playouts that learn, for games of one player", nrpa::Config, Nrpa::new;
    "anneal", "simulated annealing of a line, for games of one player", anneal::Config, Anneal::new;
    "beam", "beam search, positions rated by playouts, for games of one player", beam::Config, Beam::new;
    "nested", "nested Monte-Carlo search, for games of one player", nested::Config, Nested::new;
}

/// A search for an open game as a search for the game itself.
struct OfOpen<G: Game>(Solver<'static, Arc<G>>);

impl<G: Game> Search<Arc<G>> for OfOpen<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        self.0.search(position, budget, rng)
    }

    fn advance(&mut self, step: &Step<G::Move>) {
        self.0.advance(step);
    }

    fn reset(&mut self) {
        self.0.reset();
    }

    fn tree(&self, limits: &spinney::search::TreeLimits) -> Option<spinney::search::TreeView<G::Move>> {
        self.0.tree(limits)
    }
}

/// The agent that is meant when none is named: the first of the list.
pub fn default_agent() -> Spec {
    Spec::plain(list_agents()[0].name)
}

/// The agent that solves games of one player when none is named.
pub fn default_solver() -> Spec {
    Spec::plain("best")
}

/// The entry of one agent by name.
pub fn find_agent(name: &str) -> Result<AgentEntry, AgentError> {
    list_agents().into_iter().find(|entry| entry.name == name).ok_or_else(|| unknown(name))
}

/// The number of threads that an agent will use: its parameter `threads` as given or by default, else 1.
pub fn threads(spec: &Spec) -> usize {
    let default = || {
        let entry = find_agent(&spec.name).ok()?;
        entry.parameters.into_iter().find(|parameter| parameter.name == THREADS).map(|parameter| parameter.default)
    };
    spec.value(THREADS).map(str::to_owned).or_else(default).and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// The spec with `threads=N` added, if the agent knows that parameter and the user did not set it.
pub fn with_threads(spec: &Spec, threads: usize) -> Spec {
    let mut spec = spec.clone();
    let knows = find_agent(&spec.name).is_ok_and(|entry| entry.parameters.iter().any(|p| p.name == THREADS));
    if knows && spec.value(THREADS).is_none() {
        spec.parameters.push((THREADS.to_owned(), threads.to_string()));
    }
    spec
}

fn unknown(name: &str) -> AgentError {
    let mut known: Vec<_> = list_agents().iter().map(|entry| entry.name).collect();
    known.push(HUMAN);
    AgentError::Unknown { name: name.to_owned(), nearest: nearest(name, known.iter().copied()), known }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_lists_the_known_and_suggests_the_nearest() {
        let error = check(&Spec::plain("randon")).unwrap_err().to_string();
        assert!(error.contains("did you mean `random`?") && error.contains("known: "), "{error}");
        assert!(!check(&Spec::plain("xyzzy")).unwrap_err().to_string().contains("mean"));
        assert_eq!(check(&Spec::plain("human")), Err(AgentError::Human));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_agent() {
        for entry in list_agents() {
            let spec = Spec::agent(&format!("{}:no-such-key=1", entry.name)).unwrap();
            assert!(matches!(check(&spec), Err(AgentError::UnknownKey { .. })), "{}", entry.name);
        }
    }

    #[test]
    fn every_default_is_accepted_as_written() {
        for entry in list_agents() {
            for parameter in &entry.parameters {
                let spec = Spec {
                    name: entry.name.to_owned(),
                    parameters: vec![(parameter.name.to_owned(), parameter.default.clone())],
                    raw: false,
                };
                assert_eq!(check(&spec), Ok(()), "{spec}");
            }
        }
    }

    #[test]
    fn the_inner_agent_is_checked_like_any_other() {
        let says = |text: &str| check(&Spec::agent(text).unwrap()).map_err(|error| error.to_string());
        assert_eq!(says("pimc:inner.c=0.5,inner=mcts,deals=7,threads=2"), Ok(()));
        let error = says("pimc:inner=mtcs").unwrap_err();
        assert!(error.starts_with("no agent `mtcs`, did you mean `mcts`?; known: mcts"), "{error}");
        assert!(says("pimc:inner=pimc").is_err(), "an inner agent plays open games");
        assert!(says("pimc:inner=human").is_err());
        let error = says("pimc:inner=mcts,inner.selekt=puct").unwrap_err();
        assert!(error.starts_with("agent `mcts` has no parameter `selekt`, did you mean `select`?"), "{error}");
        let error = says("pimc:inner=flat,inner.c=much").unwrap_err();
        assert!(error.starts_with("agent `flat`: `c=much`: expected"), "{error}");
        assert!(says("pimc:deal=7").unwrap_err().contains("did you mean `deals`?"));
    }

    #[test]
    fn agents_for_open_games_refuse_hidden_information_and_name_those_that_do_not() {
        let game = || Arc::new(spinney_games::kuhn_poker::KuhnPoker);
        let make = |text: &str| build(game(), &Spec::agent(text).unwrap()).map(drop).map_err(|error| error.to_string());
        for agent in OPEN_AGENTS.iter().filter(|name| hidden::parameters(name).is_empty()) {
            let error = make(agent).unwrap_err();
            assert!(error.contains("hides information") && error.contains("try mcts"), "{error}");
        }
        for agent in ["random", "ismcts:observers=multi", "pimc:inner=exhaustive,inner.nodes=1000"] {
            assert_eq!(make(agent), Ok(()), "{agent}");
        }
        let open = Arc::new(spinney_games::othello::Othello);
        let error = build(open, &Spec::plain("pimc")).map(drop).unwrap_err().to_string();
        assert!(error.contains("pimc is for hidden information"), "{error}");
    }

    #[test]
    fn a_player_of_a_game_plays_that_game_only() {
        let listed = find_agent("thesis-mcts").unwrap();
        assert_eq!(listed.game, Some("scotland-yard-grid"));
        let seat = |game: &str, agent: &str| {
            let table = crate::table::open(&Spec::plain(game)).unwrap();
            let seated = table.agent(&Spec::agent(agent).unwrap(), spinney::game::Player(0));
            seated.map(|seat| seat.name().to_owned()).map_err(|error| error.to_string())
        };
        assert_eq!(seat("scotland-yard-grid", "thesis-mcts:c=1.5"), Ok("thesis-mcts:c=1.5".to_owned()));
        let error = seat("othello", "thesis-mcts").unwrap_err();
        assert_eq!(error, "agent `thesis-mcts` cannot play this game: it is a player of `scotland-yard-grid` alone");
        let error = seat("scotland-yard-grid", "thesis-mcts:d=1").unwrap_err();
        assert!(
            error.starts_with("agent `thesis-mcts` has no parameter `d`") && error.contains("known: c, "),
            "{error}"
        );
        let error = seat("scotland-yard-grid", "thesis-alpha-beta:depth=0").unwrap_err();
        assert!(error.contains("expected a whole number from 1 to 9"), "{error}");
        let error = seat("scotland-yard-grid", "thesis-mtcs").unwrap_err();
        assert!(error.contains("did you mean `thesis-mcts`?"), "{error}");
    }

    #[test]
    fn an_agent_without_the_parameter_uses_one_thread() {
        assert_eq!(threads(&Spec::plain("random")), 1);
        assert_eq!(with_threads(&Spec::plain("random"), 8), Spec::plain("random"));
    }
}
