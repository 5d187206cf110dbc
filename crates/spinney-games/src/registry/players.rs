//! Players that come with a game: searches for one game only, such as those described in a publication.

use std::sync::Arc;

use serde::Serialize;
use spinney::game::Game;
use spinney::search::parameter::{Configure, Parameter, SettingError, configure};
use spinney::search::{Refusal, Search};

/// Keys and values.
pub type Settings = [(String, String)];

/// A search that plays only the game `G`.
pub trait OwnPlayer<G: Game>: Search<Arc<G>> + Sized + 'static {
    /// Its name; no general agent has this name.
    const NAME: &'static str;
    /// A one-line summary.
    const SUMMARY: &'static str;
    /// The parameters, with their defaults.
    type Config: Configure;

    /// The player for a game, or an error if it cannot play it.
    fn make(game: Arc<G>, config: Self::Config) -> Result<Self, Refusal>;
}

/// A player in the list.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerEntry {
    /// Its name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The parameters, with their defaults.
    pub parameters: Vec<Parameter>,
    /// Checks keys and values.
    #[serde(skip)]
    pub check: fn(&Settings) -> Result<(), SettingError>,
}

/// Why a player could not be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// A parameter is invalid.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The player cannot play this game.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// A player of the game `G`, and its constructor.
pub struct PlayerOf<G: Game> {
    /// Its entry in the list.
    pub entry: PlayerEntry,
    make: Make<G>,
}

/// Creates a player for a game from keys and values.
type Make<G> = fn(Arc<G>, &Settings) -> Result<Box<dyn Search<Arc<G>>>, PlayerError>;

impl<G: Game> PlayerOf<G> {
    /// The player `P`.
    pub fn new<P: OwnPlayer<G>>() -> Self {
        let entry = PlayerEntry {
            name: P::NAME,
            summary: P::SUMMARY,
            parameters: P::Config::default().parameters(),
            check: |parameters| settings::<G, P>(parameters).map(drop),
        };
        PlayerOf { entry, make: |game, parameters| Ok(Box::new(P::make(game, settings::<G, P>(parameters)?)?)) }
    }

    /// Creates the player.
    pub fn make(&self, game: Arc<G>, parameters: &Settings) -> Result<Box<dyn Search<Arc<G>>>, PlayerError> {
        (self.make)(game, parameters)
    }
}

fn settings<G: Game, P: OwnPlayer<G>>(settings: &Settings) -> Result<P::Config, SettingError> {
    configure(&format!("agent `{}`", P::NAME), P::Config::default(), settings)
}
