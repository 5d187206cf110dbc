//! The games by name: what there is, with which parameters, and how to open one.
//!
//! A new game implements [`Builtin`] in its folder and adds one line to the `games!` call below. A game may bring players
//! of its own along ([`Builtin::players`]): searches that know this game and no other.
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
    /// The game in one line.
    const SUMMARY: &'static str;
    /// The whole text after `NAME:` is one parameter of this name instead of `key=value,…`.
    const RAW_PARAMETER: Option<&'static str> = None;
    /// The parameters, with their defaults.
    type Options: Configure;

    /// The game with these parameters, or why they do not go together.
    fn build(options: Self::Options) -> Result<Self, String>;

    /// Players that know this game and no other.
    fn players() -> Vec<PlayerOf<Self>> {
        Vec::new()
    }
}

/// What is done with a game once it is open: a function that is generic in the game.
///
/// The list says which of these a game is handed to. A visitor that compiles something for the game's own types, such as
/// its searches, writes what it does with each kind of game, so that nothing is compiled that nobody needs; to any other
/// visitor all games are alike.
pub trait Visitor: Sized {
    /// What comes of it.
    type Output;
    /// Is handed a game.
    fn visit<G: Builtin>(self, game: G) -> Self::Output;

    /// Is handed a game with hidden information.
    fn visit_hidden<G: Builtin>(self, game: G) -> Self::Output {
        self.visit(game)
    }

    /// Is handed a game for a single player.
    fn visit_single_player<G: Builtin>(self, game: G) -> Self::Output {
        self.visit(game)
    }

    /// Is handed a game that is too small for its speed to matter.
    fn visit_small<G: Builtin>(self, game: G) -> Self::Output {
        self.visit(game)
    }
}

/// Makes an [`AnyGame`] of whatever game it is handed.
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
    /// The game in one line.
    pub summary: &'static str,
    /// The parameters, with their defaults.
    pub parameters: Vec<Parameter>,
    /// Set if the whole text after `NAME:` is this one parameter.
    pub raw_parameter: Option<&'static str>,
    /// Players that the game brings along.
    pub players: Vec<PlayerEntry>,
}

/// Why a game could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There is no game of this name.
    #[error(transparent)]
    UnknownGame(#[from] UnknownName),
    /// A parameter is unknown, or its value is not possible.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Each value is possible, but not all of them together.
    #[error("game `{game}`: {reason}")]
    Impossible {
        /// The game.
        game: String,
        /// What does not go together.
        reason: String,
    },
}

/// Reads a number from 1 to `most`, for sizes of boards.
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

        /// Opens the game `name` with parameters as keys and values, and hands it to the visitor.
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
    crate::kuhn_poker::KuhnPoker;
    visit_hidden:
    crate::bridge_play::BridgePlay,
    crate::scotland_yard::ScotlandYard,
    crate::scotland_yard_grid::ScotlandYardGrid;
    visit_small:
    crate::tree::TreeGame;
    visit_single_player:
    crate::samegame::SameGame;
}
