//! The games by name: the list, their parameters, and a function that opens one.
//!
//! A new game implements [`Builtin`] in its folder and adds one line to the `games!` call below. A game may come with
//! its own players ([`Builtin::players`]): searches that play only this game.
//!
//! ```
//! use spinney::game::Game;
//! use spinney_games::registry::{self, Erase};
//!
//! let params = [("width".to_owned(), "8".to_owned())];
//! let game = registry::open("connect-four", &params, Erase).unwrap();
//! assert_eq!(game.info().widest, Some(8));
//! let error = registry::open("conect-four", &[], Erase).err().unwrap();
//! assert!(error.to_string().contains("did you mean `connect-four`?"));
//! ```

mod players;

pub use players::{OwnPlayer, PlayerEntry, PlayerError, PlayerOf, Settings};

use serde::Serialize;
use spinney::erased::AnyGame;
use spinney::game::Game;
use spinney::search::parameter::{Configure, Parameter, ParameterError, SettingError, configure, read};
use spinney::spelling::UnknownName;

/// A game that can be opened by name.
pub trait Builtin: Game + Sized + 'static {
    /// The name in a game spec.
    const NAME: &'static str;
    /// A one-line summary.
    const SUMMARY: &'static str;
    /// If set, the whole text after `NAME:` is one parameter of this name instead of `key=value,…`.
    const RAW_PARAMETER: Option<&'static str> = None;
    /// The parameters, with their defaults.
    type Options: Configure;

    /// The game with these parameters, or an error if they are inconsistent.
    fn build(options: Self::Options) -> Result<Self, String>;

    /// The agents that play this game best with these parameters, as specs (`mcts:c=0.2`), best first, by measurement:
    /// docs/games.md has the table. The first is the agent that is meant where none is named; the parameters of each
    /// apply where its agent is named, unless they are set. Without advice the game is played by `mcts`.
    fn advice(&self) -> &'static [&'static str] {
        &[]
    }

    /// Players for this game only.
    fn players() -> Vec<PlayerOf<Self>> {
        Vec::new()
    }
}

/// An operation on an open game: a function that is generic in the game.
///
/// The list decides which of these methods a game is passed to. A visitor that compiles code for the game's own types,
/// such as its searches, implements each kind of game, so that nothing unnecessary is compiled; other visitors treat
/// all games alike.
pub trait Visitor: Sized {
    /// The result.
    type Output;
    /// Visits a game.
    fn visit<G: Builtin>(self, game: G) -> Self::Output;

    /// Visits a game with hidden information whose possible states can be listed.
    fn visit_hidden<G: Builtin>(self, game: G) -> Self::Output {
        self.visit(game)
    }

    /// Visits a card game: there are too many possible states to list, and a sampled one can be solved.
    fn visit_cards<G: Builtin>(self, game: G) -> Self::Output {
        self.visit(game)
    }

    /// Visits a single-player game.
    fn visit_single_player<G: Builtin>(self, game: G) -> Self::Output {
        self.visit(game)
    }

    /// Visits a game that is too small for its speed to matter.
    fn visit_small<G: Builtin>(self, game: G) -> Self::Output {
        self.visit(game)
    }
}

/// Wraps the game in an [`AnyGame`].
pub struct Erase;

impl Visitor for Erase {
    type Output = AnyGame;

    fn visit<G: Builtin>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

/// A game in the list.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The name in a game spec.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The parameters, with their defaults.
    pub parameters: Vec<Parameter>,
    /// Set if the whole text after `NAME:` is this one parameter.
    pub raw_parameter: Option<&'static str>,
    /// Players that come with the game.
    pub players: Vec<PlayerEntry>,
}

/// Why a game could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There is no game of this name.
    #[error(transparent)]
    UnknownGame(#[from] UnknownName),
    /// A parameter is unknown, or its value is invalid.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Each value is valid, but not their combination.
    #[error("game `{game}`: {reason}")]
    Impossible {
        /// The game.
        game: String,
        /// The conflict.
        reason: String,
    },
}

/// Parses a number from 1 to `most`, for board sizes.
pub fn read_size(key: &str, value: &str, most: usize) -> Result<usize, ParameterError> {
    let expected = format!("a whole number from 1 to {most}");
    let size = read(key, value, &expected)?;
    if (1..=most).contains(&size) {
        return Ok(size);
    }
    Err(ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected })
}

fn entry<G: Builtin>() -> Entry {
    Entry {
        name: G::NAME,
        summary: G::SUMMARY,
        parameters: G::Options::default().parameters(),
        raw_parameter: G::RAW_PARAMETER,
        players: G::players().into_iter().map(|player| player.entry).collect(),
    }
}

fn build<G: Builtin>(params: &[(String, String)]) -> Result<G, OpenError> {
    let options = configure(&format!("game `{}`", G::NAME), G::Options::default(), params)?;
    G::build(options).map_err(|reason| OpenError::Impossible { game: G::NAME.to_owned(), reason })
}

fn unknown_game(name: &str) -> OpenError {
    UnknownName::new("game", name, games().iter().map(|entry| entry.name)).into()
}

macro_rules! games {
    ($($visit:ident: $($game:ty),+;)+) => {
        /// Every game, in the order of the list.
        pub fn games() -> Vec<Entry> {
            vec![$($(entry::<$game>()),+),+]
        }

        /// Opens the game `name` with parameters as keys and values, and passes it to the visitor.
        pub fn open<V: Visitor>(name: &str, params: &[(String, String)], visitor: V) -> Result<V::Output, OpenError> {
            match name {
                $($(<$game as Builtin>::NAME => Ok(visitor.$visit(build::<$game>(params)?)),)+)+
                _ => Err(unknown_game(name)),
            }
        }
    };
}

games! {
    visit:
    crate::tic_tac_toe::TicTacToe,
    crate::connect_four::ConnectFour,
    crate::othello::Othello,
    crate::breakthrough::Breakthrough,
    crate::draughts::Draughts,
    crate::hex::Hex,
    crate::go::Go,
    crate::backgammon::Backgammon,
    crate::pig::Pig;
    visit_small:
    crate::kuhn_poker::KuhnPoker,
    crate::leduc_poker::LeducPoker,
    crate::goofspiel::Goofspiel;
    visit_cards:
    crate::bridge_play::BridgePlay;
    visit_hidden:
    crate::scotland_yard::ScotlandYard,
    crate::scotland_yard_grid::ScotlandYardGrid;
    visit_small:
    crate::tree::TreeGame;
    visit_single_player:
    crate::samegame::SameGame,
    crate::sudoku::Sudoku;
}
