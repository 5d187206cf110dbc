//! Agents by name: the one list, from which help, documentation and tests are made.
//!
//! A new agent is one entry of `kinds.rs`: its name, a summary, which games it plays, and how it is made from a game and a
//! configuration. It runs on the erased game; [`natives`] has copies for games that need the speed. Games may have
//! players of their own, which are agents for that game only.

mod advice;
mod error;
mod kinds;
mod maker;
pub mod natives;
mod own;
mod pimc;

use serde::Serialize;
use spinney::erased::AnyGame;
use spinney::game::Game;
use spinney::report::Unit;
use spinney::search::cfr::{CfrConfig, MccfrConfig};
use spinney::search::mcts;
use spinney::search::minimax::{self, MinimaxConfig};
use spinney::search::parameter::Parameter;
use spinney::search::pimc::Pimc;
use spinney::search::single_player;
use spinney::search::{Refusal, RefusalKind, Search};
use spinney::spelling::UnknownName;

use self::kinds::{Kind, Plays, find_kind, kinds};
use self::maker::{Site, configure, configure_from, refused};
use self::natives::Natives;
pub(crate) use advice::Advice;
pub use error::AgentError;
pub(crate) use own::OwnPlayers;

use crate::named::NamedGame;
use crate::rule_sheets;
use crate::spec::Spec;

/// The name of the seat that a person takes; no search stands behind it.
pub const HUMAN: &str = "human";

/// The agent that the game advises; no search of its own stands behind it.
pub const AUTO: &str = "auto";

/// The agent that is meant when none is named, unless the game advises another.
pub const MCTS: &str = "mcts";

/// The general game player of the slides.
const MINI_PLAYER: &str = "mini-player";

/// The general game player.
const GGP: &str = "ggp";

/// Tree search with the settings of CadiaPlayer.
const CADIA: &str = "cadia";

/// The agent whose nodes and windows can be traced.
pub const ALPHA_BETA: &str = "alpha-beta";

/// The agent whose comparisons can be traced.
pub const MINIMAX: &str = "minimax";

/// The agent whose determinizations can be traced.
pub const PIMC: &str = "pimc";

const ISMCTS: &str = "ismcts";

/// The agent that finds equilibria by iterations over the whole game tree.
pub const CFR: &str = "cfr";

/// The agent that finds equilibria by sampled traversals.
pub const MCCFR: &str = "mccfr";

/// The agent that solves single-player games when none is named.
const SOLVER: &str = "portfolio";

/// Former names of agents, which are still accepted.
const ALIASES: [(&str, &str); 1] = [("best", SOLVER)];

/// The name of an agent in the list.
fn listed(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, listed)| listed)
}

/// The parameter that sets the number of threads, in agents that can use several.
pub const THREADS: &str = "threads";

/// An agent in the list.
#[derive(Clone, Debug, Serialize)]
pub struct AgentEntry {
    /// How the user names it.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The only game that it plays, where a game brings it along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// Every parameter with default, range and meaning.
    pub parameters: Vec<Parameter>,
    /// The parameters in games with hidden information, where the name means another search there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<Parameter>,
}

/// Every agent, the recommended one first; players of one game come last.
pub fn list_agents() -> Vec<AgentEntry> {
    let entry = |kind: &Kind| AgentEntry {
        name: kind.name,
        summary: kind.summary,
        game: None,
        parameters: (kind.maker.parameters)(),
        hidden: kind.hidden.as_ref().map_or_else(Vec::new, |maker| (maker.parameters)()),
    };
    kinds().iter().map(entry).chain(own::list()).collect()
}

/// Makes the agent that `spec` names; players of a single game are not among these.
pub(crate) fn build(
    game: &AnyGame,
    natives: Option<&Natives>,
    spec: &Spec,
) -> Result<Box<dyn Search<AnyGame>>, AgentError> {
    let Some(kind) = find_kind(&spec.name) else {
        return Err(if spec.name == HUMAN { AgentError::Human } else { own::stranger(spec) });
    };
    let info = game.info();
    let maker = match (info.hidden, &kind.hidden) {
        (true, Some(hidden)) => hidden,
        (true, None) if kind.plays == Plays::PerfectInformation => {
            check(spec)?;
            let reason = format!(
                "{} searches perfect-information games; `{}` has hidden information (try mcts, or pimc:inner={})",
                kind.name, info.name, kind.name
            );
            return Err(refused(spec, Refusal::new(RefusalKind::HiddenInformation, reason)));
        }
        _ => &kind.maker,
    };
    if kind.plays == Plays::SinglePlayer && info.players() > 1 {
        check(spec)?;
        return Err(refused(spec, single_player::refusal(&info, kind.name)));
    }
    let native = natives.and_then(|natives| natives.build(game, spec));
    native.unwrap_or_else(|| (maker.build)(Site { game, natives }, spec))
}

/// Checks names and values of a spec without a game.
pub fn check(spec: &Spec) -> Result<(), AgentError> {
    match find_kind(&spec.name) {
        None if spec.name == HUMAN => Err(AgentError::Human),
        None => own::check(spec),
        Some(kind) if kind.hidden.as_ref().is_some_and(|maker| (maker.check)(spec).is_ok()) => Ok(()),
        Some(kind) => (kind.maker.check)(spec),
    }
}

/// The configuration of an agent whose cycles can be explained.
pub fn mcts_config(spec: &Spec) -> Result<mcts::Config, AgentError> {
    check(spec)?;
    if spec.name == MCTS { configure(spec) } else { Err(AgentError::NotExplained { agent: spec.name.clone() }) }
}

/// The configuration of an alpha-beta search whose nodes are traced: as in a textbook, except for the parameters of the spec.
pub fn trace_config(spec: &Spec) -> Result<minimax::Config, AgentError> {
    check(spec)?;
    match spec.name.as_str() {
        ALPHA_BETA => configure_from(minimax::Config::textbook(), spec),
        _ => Err(AgentError::NotExplained { agent: spec.name.clone() }),
    }
}

/// The configuration of plain minimax whose steps are traced.
pub fn minimax_config(spec: &Spec) -> Result<MinimaxConfig, AgentError> {
    check(spec)?;
    if spec.name == MINIMAX { configure(spec) } else { Err(AgentError::NotExplained { agent: spec.name.clone() }) }
}

/// The configuration of counterfactual regret minimisation, if a spec names it.
pub fn cfr_config(spec: &Spec) -> Result<Option<CfrConfig>, AgentError> {
    if spec.name == CFR { configure(spec).map(Some) } else { Ok(None) }
}

/// The configuration of its sampled form, if a spec names it.
pub fn mccfr_config(spec: &Spec) -> Result<Option<MccfrConfig>, AgentError> {
    if spec.name == MCCFR { configure(spec).map(Some) } else { Ok(None) }
}

/// Perfect-information Monte Carlo whose determinizations are traced; fewer of them unless the spec says how many.
pub fn explained_pimc(game: &NamedGame, spec: &Spec) -> Result<Pimc<'static, AnyGame>, AgentError> {
    check(spec)?;
    match spec.name.as_str() {
        PIMC => pimc::make_explained(Site { game: game.any(), natives: game.natives() }, spec),
        _ => Err(AgentError::NotExplained { agent: spec.name.clone() }),
    }
}

/// The agent that solves a single-player game when none is named: the one that it advises. Rule sheets advise none, and are
/// not built for it.
pub fn default_solver(game: &Spec) -> Spec {
    let named = (game.name != rule_sheets::NAME).then(|| crate::games::open(game).ok()).flatten();
    let advised = named.filter(|game| game.info().players() == 1).and_then(|game| game.advice().first().cloned());
    advised.unwrap_or_else(|| Spec::plain(SOLVER))
}

/// What an agent counts as its work, before it has searched.
pub fn unit(spec: &Spec) -> Unit {
    const NODES: [&str; 7] =
        [ALPHA_BETA, MINIMAX, "df-pn", "and-or", "exhaustive", "value-iteration", "thesis-alpha-beta"];
    let name = match listed(&spec.name) {
        PIMC => spec.value("inner").unwrap_or(pimc::INNER),
        name => name,
    };
    match name {
        CFR => Unit::Iterations,
        _ if NODES.contains(&name) => Unit::Nodes,
        _ => Unit::Simulations,
    }
}

/// The entry of one agent by name.
pub fn find_agent(name: &str) -> Result<AgentEntry, AgentError> {
    list_agents().into_iter().find(|entry| entry.name == listed(name)).ok_or_else(|| unknown(name))
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
    let entries = list_agents();
    UnknownName::new("agent", name, entries.iter().map(|entry| entry.name).chain([AUTO, HUMAN])).into()
}
