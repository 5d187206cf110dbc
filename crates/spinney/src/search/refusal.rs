//! Why a search rejects a game or a configuration.

/// Why a search cannot play a game, or why a configuration makes no sense: a [kind](Self::kind) for programs and a text
/// for people.
///
/// ```
/// use spinney::search::{Refusal, RefusalKind};
///
/// let refusal = Refusal::new(RefusalKind::HiddenInformation, "this search needs perfect information");
/// assert_eq!(refusal.kind(), RefusalKind::HiddenInformation);
/// assert_eq!(refusal.to_string(), "this search needs perfect information");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    kind: RefusalKind,
    text: String,
}

impl Refusal {
    /// A refusal of this kind, with a text that names the search, the game or the setting.
    pub fn new(kind: RefusalKind, text: impl Into<String>) -> Self {
        Refusal { kind, text: text.into() }
    }

    /// The value of a setting is out of its range.
    pub fn out_of_range(text: impl Into<String>) -> Self {
        Refusal::new(RefusalKind::OutOfRange, text)
    }

    /// Settings contradict each other.
    pub fn contradiction(text: impl Into<String>) -> Self {
        Refusal::new(RefusalKind::Contradiction, text)
    }

    /// The game lacks a capability.
    pub fn missing_capability(text: impl Into<String>) -> Self {
        Refusal::new(RefusalKind::MissingCapability, text)
    }

    /// The kind.
    pub fn kind(&self) -> RefusalKind {
        self.kind
    }
}

/// What a [`Refusal`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusalKind {
    /// The game has hidden information, and the search needs perfect information.
    HiddenInformation,
    /// The game has perfect information, and the search is for hidden information.
    PerfectInformation,
    /// The game has simultaneous moves.
    SimultaneousMoves,
    /// The game has chance turns.
    Chance,
    /// The game has too many players, or too few.
    Players,
    /// The payoffs of the game do not have a constant sum.
    GeneralSum,
    /// The game lacks a [capability](crate::game::Capabilities).
    MissingCapability,
    /// The value of a setting is out of its range.
    OutOfRange,
    /// A setting names something that the game does not have, such as a playout policy or a feature.
    UnknownName,
    /// Settings contradict each other.
    Contradiction,
    /// A setting is not possible for games of this kind.
    Unsuitable,
    /// The search is made for another game.
    OtherGame,
    /// The player is not to move in this position.
    NotToMove,
    /// The game is too large.
    TooLarge,
    /// The position has no single exact value.
    NoExactValue,
    /// Play has [departed from the declared rules](crate::game::Game::is_flawed).
    Flawed,
    /// Anything else.
    Other,
}
