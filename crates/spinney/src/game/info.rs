//! Properties of a game by which a search decides whether it can play, and what it may rely on.
//!
//! What the rules *declare* and what samples of play have *shown* are different things. The fields of [`GameInfo`] are
//! declared: they hold in every game, and proofs, cut-offs and refusals build on them. [`Observed`] holds what random
//! games have shown. It may be wrong, so it may guide a search (normalisation, exploration, sizes of tables) but never
//! prove anything; the [`expected_range`](GameInfo::expected_range) is the one to use for guidance.

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

/// What random games have shown of a game whose rules do not declare it. Further games may contradict all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Observed {
    /// The number of games that were played to their end.
    pub games: u32,
    /// The sum of the payoffs of all players, if it was constant.
    pub constant_sum: Option<f64>,
    /// The payoffs seen lie within this range.
    pub range: Option<PayoffRange>,
    /// The longest of these games, in turns.
    pub longest: Option<u32>,
    /// The largest number of moves of one player at one turn.
    pub widest: Option<u32>,
}

/// Metadata of a game, as its rules declare it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameInfo {
    /// The name, without parameters.
    pub name: String,
    /// The names of the seats; their number is the number of players.
    pub seats: Vec<String>,
    /// Some turns are chance events.
    pub chance: bool,
    /// Some turns have simultaneous moves.
    pub joint: bool,
    /// Some player has imperfect information.
    pub hidden: bool,
    /// The start position differs from game to game.
    pub random_start: bool,
    /// Every payoff of every game lies within this range; `None` if the rules do not declare one.
    pub range: Option<PayoffRange>,
    /// The payoffs of all players add up to this in every finished game; `None` if the sum is not constant or not
    /// known.
    pub constant_sum: Option<f64>,
    /// No game is longer than this many turns; `None` if games may be endless.
    pub longest: Option<u32>,
    /// No turn has more moves than this, if known.
    pub widest: Option<u32>,
    /// What samples of play have shown: guidance, never a proof.
    pub observed: Observed,
}

impl GameInfo {
    /// A single-player game with perfect information.
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
            observed: Observed::default(),
        }
    }

    /// A two-player game with perfect information, in which one side's gain is the other's loss.
    pub fn two_player(name: &str, range: PayoffRange) -> Self {
        GameInfo {
            seats: vec!["first".to_owned(), "second".to_owned()],
            constant_sum: Some(range.low + range.high),
            ..Self::one_player(name, Some(range))
        }
    }

    /// The range in which payoffs are to be expected: the declared one, otherwise the observed one. For guidance only; a
    /// payoff outside of an observed range is possible.
    pub fn expected_range(&self) -> Option<PayoffRange> {
        self.range.or(self.observed.range)
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
