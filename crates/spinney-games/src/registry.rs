//! The games by name: what there is, with which parameters, and how to open one.
//!
//! A new game implements [`Builtin`] in its folder and adds one line to the `games!` call below. A game may bring players
//! of its own along ([`Builtin::players`]): searches that know this game and no other.
//!
//! ```
//! use spinney::game::Game;
//! use spinney_games::registry::{self, Visitor};
//!
//! /// Counts the players of whatever game it is handed.
//! struct CountPlayers;
//! impl Visitor for CountPlayers {
//!     type Output = usize;
//!     fn visit<G: Game + 'static>(self, game: G) -> usize {
//!         game.info().players()
//!     }
//! }
//!
//! let (name, params) = registry::split("connect-four:width=8,height=7").unwrap();
//! assert_eq!(registry::open(&name, &params, CountPlayers).unwrap(), 2);
//! let error = registry::open("conect-four", &[], CountPlayers).unwrap_err();
//! assert!(error.to_string().contains("did you mean `connect-four`?"));
//! ```

mod players;

pub use players::{OwnPlayer, PlayerEntry, PlayerError, PlayerOf, Settings};

use serde::Serialize;
use spinney::game::Game;
use spinney::search::parameter::{Configure, Parameter, ParameterError, read};
use spinney::spelling::nearest;

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
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Is handed the game.
    fn visit<G: Builtin>(self, game: G) -> Self::Output;

    /// Is handed a game that may be one of a single player. A visitor that does more with such games, and does not want
    /// that compiled for all others, writes it.
    fn visit_solo<G: Builtin>(self, game: G) -> Self::Output
    where
        Self: Sized,
    {
        self.visit(game)
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
    #[error("no game `{name}`{}; games: {}", suggestion(.nearest), .known.join(" "))]
    UnknownGame {
        /// The name as given.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// Every name.
        known: Vec<String>,
    },
    /// The game has no such parameter.
    #[error("{game} has no parameter `{key}`{}; {}", suggestion(.nearest), list_keys(.known))]
    UnknownKey {
        /// The game.
        game: String,
        /// The key as given.
        key: String,
        /// The key that was probably meant.
        nearest: Option<String>,
        /// Every key of the game.
        known: Vec<String>,
    },
    /// The parameter is known, the value is not possible.
    #[error("{game}: `{key}={value}` is not possible: expected {expected}")]
    BadValue {
        /// The game.
        game: String,
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// Each value is possible, but not all of them together.
    #[error("{game}: {reason}")]
    Impossible {
        /// The game.
        game: String,
        /// What does not go together.
        reason: String,
    },
    /// Not of the form `NAME[:key=value,…]`.
    #[error("`{spec}`: expected NAME or NAME:key=value,… but `{part}` has no `=`")]
    Malformed {
        /// The whole spec.
        spec: String,
        /// The part at fault.
        part: String,
    },
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

fn list_keys(known: &[String]) -> String {
    if known.is_empty() { "it takes none".to_owned() } else { format!("parameters: {}", known.join(" ")) }
}

/// Splits a game spec into the name and the parameters. The text after the colon is taken whole for a game that wants
/// it so ([`Builtin::RAW_PARAMETER`]).
pub fn split(spec: &str) -> Result<(String, Vec<(String, String)>), OpenError> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let name = name.trim().to_owned();
    if let Some(key) = games().into_iter().find(|entry| entry.name == name).and_then(|entry| entry.raw_parameter) {
        let params = if rest.is_empty() { Vec::new() } else { vec![(key.to_owned(), rest.to_owned())] };
        return Ok((name, params));
    }
    let params = rest.split(',').filter(|part| !part.trim().is_empty()).map(|part| match part.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err(OpenError::Malformed { spec: spec.to_owned(), part: part.to_owned() }),
    });
    Ok((name, params.collect::<Result<_, _>>()?))
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
    let game = || G::NAME.to_owned();
    let mut options = G::Options::default();
    for (key, value) in params {
        options.set(key, value).map_err(|error| match error {
            ParameterError::Unknown(key) => {
                let known: Vec<&str> = entry::<G>().parameters.iter().map(|parameter| parameter.name).collect();
                OpenError::UnknownKey {
                    game: game(),
                    nearest: nearest(&key, known.iter().copied()).map(str::to_owned),
                    known: known.into_iter().map(str::to_owned).collect(),
                    key,
                }
            }
            ParameterError::Value { key, value, expected } => {
                OpenError::BadValue { game: game(), key, value, expected }
            }
        })?;
    }
    G::build(options).map_err(|reason| OpenError::Impossible { game: game(), reason })
}

fn unknown_game(name: &str) -> OpenError {
    let known: Vec<&str> = games().iter().map(|entry| entry.name).collect();
    OpenError::UnknownGame {
        name: name.to_owned(),
        nearest: nearest(name, known.iter().copied()).map(str::to_owned),
        known: known.into_iter().map(str::to_owned).collect(),
    }
}

macro_rules! games {
    (several players: $($game:ty),+; perhaps one: $($solo:ty),+;) => {
        /// Every game, in the order of the list.
        pub fn games() -> Vec<Entry> {
            vec![$(entry::<$game>(),)+ $(entry::<$solo>()),+]
        }

        /// Opens the game `name` with parameters as keys and values, and hands it to the visitor.
        pub fn open<V: Visitor>(name: &str, params: &[(String, String)], visitor: V) -> Result<V::Output, OpenError> {
            match name {
                $(<$game as Builtin>::NAME => Ok(visitor.visit(build::<$game>(params)?)),)+
                $(<$solo as Builtin>::NAME => Ok(visitor.visit_solo(build::<$solo>(params)?)),)+
                _ => Err(unknown_game(name)),
            }
        }
    };
}

games! {
    several players:
    crate::tic_tac_toe::TicTacToe,
    crate::connect_four::ConnectFour,
    crate::othello::Othello,
    crate::breakthrough::Breakthrough,
    crate::draughts::Draughts,
    crate::hex::Hex,
    crate::go::Go,
    crate::backgammon::Backgammon,
    crate::pig::Pig,
    crate::kuhn_poker::KuhnPoker,
    crate::bridge_play::BridgePlay,
    crate::scotland_yard::ScotlandYard,
    crate::scotland_yard_grid::ScotlandYardGrid;
    perhaps one:
    crate::tree::TreeGame,
    crate::samegame::SameGame;
}
