//! Players of single games: agents for one game only.

use spinney::erased::AnyGame;
use spinney::game::Game;
use spinney::search::parameter::{NoParameters, configure};
use spinney::search::{Refusal, RefusalKind, Search};
use spinney_games::registry::{self, PlayerEntry, PlayerError, PlayerOf, Settings};

use super::maker::{Made, refused};
use super::{AgentEntry, AgentError, unknown};
use crate::spec::Spec;

/// Every player of a single game, with the game.
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
        Some((_, player)) => Ok((player.check)(&spec.parameters)?),
        None => Err(unknown(&spec.name)),
    }
}

/// The error for a name that is no agent of this game.
pub(super) fn stranger(spec: &Spec) -> AgentError {
    match players().find(|(_, player)| player.name == spec.name) {
        Some((game, _)) => {
            refused(spec, Refusal::new(RefusalKind::OtherGame, format!("it is a player of `{game}` alone")))
        }
        None => unknown(&spec.name),
    }
}

/// Makes a player for a game from keys and values.
type Make = Box<dyn Fn(&AnyGame, &Settings) -> Result<Box<dyn Search<AnyGame>>, PlayerError> + Send + Sync>;

/// The players of one game.
#[derive(Default)]
pub(crate) struct OwnPlayers(Vec<(&'static str, Make)>);

impl OwnPlayers {
    pub(crate) fn new<G: Game + 'static>(players: Vec<PlayerOf<G>>) -> Self {
        let erase = |player: PlayerOf<G>| {
            let name = player.entry.name;
            let make: Make = Box::new(move |any, settings| {
                let foreign = || Refusal::new(RefusalKind::OtherGame, "it is a player of another game");
                let search = player.make(any.downcast::<G>().ok_or_else(foreign)?, settings)?;
                Ok(any.adapt::<G, _>(search).ok_or_else(foreign)?)
            });
            (name, make)
        };
        OwnPlayers(players.into_iter().map(erase).collect())
    }

    /// Adds an agent that has no parameters.
    pub(crate) fn add(
        &mut self,
        name: &'static str,
        make: impl Fn(&AnyGame) -> Result<Box<dyn Search<AnyGame>>, Refusal> + Send + Sync + 'static,
    ) {
        let owner = format!("agent `{name}`");
        let make: Make = Box::new(move |any, settings| {
            configure(&owner, NoParameters, settings)?;
            Ok(make(any)?)
        });
        self.0.push((name, make));
    }

    /// Makes the player that a spec names, if it is one of these.
    pub(crate) fn build(&self, game: &AnyGame, spec: &Spec) -> Option<Made> {
        let (_, make) = self.0.iter().find(|(name, _)| *name == spec.name)?;
        Some(make(game, &spec.parameters).map_err(|error| match error {
            PlayerError::Setting(error) => error.into(),
            PlayerError::Refused(reason) => refused(spec, reason),
        }))
    }
}
