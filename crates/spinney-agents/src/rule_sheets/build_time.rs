//! How long building a rule sheet may take when the user has limited the time of a decision.

use std::time::Duration;

/// The least limit: most rule sheets are built in less, and every search gains from a network.
const LEAST: Duration = Duration::from_secs(1);
/// Decisions of a game for whose time the user can be expected to wait before it begins.
const DECISIONS: u32 = 10;

/// The time limit for building the network of a rule sheet whose spec sets none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildTime(Option<Duration>);

impl BuildTime {
    /// For one decision: its time, but at least a second.
    pub fn for_decision(time: Option<Duration>) -> Self {
        BuildTime(time.map(|time| time.max(LEAST)))
    }

    /// For a whole game: the time of ten decisions, but at least a second.
    pub fn for_game(time: Option<Duration>) -> Self {
        BuildTime(time.map(|time| time.saturating_mul(DECISIONS).max(LEAST)))
    }

    /// The limit; `None` for the usual one.
    pub fn limit(self) -> Option<Duration> {
        self.0
    }
}
