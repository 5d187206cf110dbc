//! What kind of game it is: the facts by which a search decides whether it can play.

use serde::Serialize;

use super::Player;

/// The largest number of players that searches keep statistics for.
pub const MAX_PLAYERS: usize = 8;

/// One payoff per player, in seat order.
pub type Payoffs = [f64; MAX_PLAYERS];

/// The least and the greatest payoff of a game, in its own unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct PayoffRange {
    /// No player can get less.
    pub low: f64,
    /// No player can get more.
    pub high: f64,
}

impl PayoffRange {
    /// A range; `low` must be below `high`.
    pub const fn new(low: f64, high: f64) -> Self {
        PayoffRange { low, high }
    }

    /// `high - low`.
    #[inline]
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// A payoff mapped to 0 (low) … 1 (high).
    #[inline]
    pub fn normalise(self, payoff: f64) -> f64 {
        (payoff - self.low) / self.width()
    }
}

/// Metadata of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameInfo {
    /// The name, without parameters.
    pub name: String,
    /// The names of the seats; their number is the number of players.
    pub seats: Vec<String>,
    /// Some turns are drawn by nature.
    pub chance: bool,
    /// Some turns are moved by several players at once.
    pub joint: bool,
    /// Some player does not see everything.
    pub hidden: bool,
    /// The start position differs from game to game.
    pub random_start: bool,
    /// The declared payoff range, or `None` if searches have to learn it.
    pub range: Option<PayoffRange>,
    /// What the payoffs of all players add up to in every finished game, if that is always the same.
    pub constant_sum: Option<f64>,
    /// No game is longer than this many turns; `None` if games may be endless.
    pub longest: Option<u32>,
    /// No turn has more moves than this, if known.
    pub widest: Option<u32>,
}

impl GameInfo {
    /// A game of one player with everything in the open.
    pub fn one_player(name: &str, range: Option<PayoffRange>) -> Self {
        GameInfo {
            name: name.to_owned(),
            seats: vec!["player".to_owned()],
            chance: false,
            joint: false,
            hidden: false,
            random_start: false,
            range,
            constant_sum: None,
            longest: None,
            widest: None,
        }
    }

    /// A two-player game with everything in the open, in which one side's gain is the other's loss.
    pub fn two_player(name: &str, range: PayoffRange) -> Self {
        GameInfo {
            seats: vec!["first".to_owned(), "second".to_owned()],
            constant_sum: Some(range.low + range.high),
            ..Self::one_player(name, Some(range))
        }
    }

    /// The number of players.
    #[inline]
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// All seats in order.
    pub fn all_players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.seats.len() as u8).map(Player)
    }
}
