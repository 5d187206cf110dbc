//! Which exact values a search may claim as proven.

use crate::game::Game;

/// The values that hold as proofs, seen from the game that was searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Claims {
    /// All of them.
    All,
    /// The top payoff alone: pruning kept a way to it, but not always the best of the others.
    Top(f64),
    /// None: play has departed from the declared rules.
    None,
}

impl Claims {
    /// What may be claimed if every legal move was searched.
    pub(crate) fn of_every_move<G: Game>(game: &G) -> Claims {
        if game.is_flawed() { Claims::None } else { Claims::All }
    }

    /// What may be claimed if dominated moves may have been left out.
    pub(crate) fn of<G: Game>(game: &G) -> Claims {
        let keeps_top = |game: &G| game.capabilities().tactics.is_some_and(|tactics| tactics.keeps_top_only());
        match Claims::of_every_move(game) {
            Claims::All if keeps_top(game) => Claims::Top(game.info().range.map_or(f64::INFINITY, |range| range.high)),
            claims => claims,
        }
    }

    /// Whether this value holds as a proof.
    pub(crate) fn allow(self, value: f64) -> bool {
        match self {
            Claims::All => true,
            Claims::Top(top) => value >= top,
            Claims::None => false,
        }
    }
}
