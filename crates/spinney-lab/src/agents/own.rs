//! Players that games bring along: agents for one game only.

use std::sync::Arc;

use spinney::game::Game;
use spinney::search::{Refusal, Search};
use spinney_games::registry::{self, PlayerEntry, PlayerError, PlayerOf};

use super::error::wrong_parameter;
use super::{AgentEntry, AgentError, unknown};
use crate::spec::Spec;

/// Every player that some game brings along, with the game.
fn players() -> impl Iterator<Item = (&'static str, PlayerEntry)> {
    let games = registry::games().into_iter();
    games.flat_map(|game| game.players.into_iter().map(move |player| (game.name, player)))
}

/// The players as agents.
pub(super) fn list() -> impl Iterator<Item = AgentEntry> {
    players().map(|(game, player)| AgentEntry {
        name: player.name,
        summary: player.summary,
        game: Some(game),
        parameters: player.parameters,
        hidden: Vec::new(),
    })
}

/// Checks names and values of a spec.
pub(super) fn check(spec: &Spec) -> Result<(), AgentError> {
    match players().find(|(_, player)| player.name == spec.name) {
        Some((_, player)) => {
            (player.check)(&spec.parameters).map_err(|error| wrong_parameter(spec, error, &player.parameters))
        }
        None => Err(unknown(&spec.name)),
    }
}

/// Why there is no such agent for a game that brings no such player along.
pub(super) fn stranger(spec: &Spec) -> AgentError {
    match players().find(|(_, player)| player.name == spec.name) {
        Some((game, _)) => AgentError::Refused {
            agent: spec.to_string(),
            reason: Refusal::new(format!("it is a player of `{game}` alone")),
        },
        None => unknown(&spec.name),
    }
}

/// An agent for a game, or why there is none.
type Made<G> = Result<Box<dyn Search<Arc<G>>>, AgentError>;

/// Makes the player that a spec names, if it is one of these, or else another agent.
pub(crate) fn build<G: Game>(
    players: &[PlayerOf<G>],
    game: Arc<G>,
    spec: &Spec,
    other: fn(Arc<G>, &Spec) -> Made<G>,
) -> Made<G> {
    let Some(player) = players.iter().find(|player| player.entry.name == spec.name) else { return other(game, spec) };
    player.make(game, &spec.parameters).map_err(|error| match error {
        PlayerError::Parameter(error) => wrong_parameter(spec, error, &player.entry.parameters),
        PlayerError::Refused(reason) => AgentError::Refused { agent: spec.to_string(), reason },
    })
}
