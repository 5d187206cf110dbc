//! Which exact values a search may claim as proven.

use crate::budget::StepLimit;
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
    /// None: a step of the rules was cut at the deadline, and may have been taken for the end of the game.
    NoneOfCut,
}

impl Claims {
    /// What may be claimed if every legal move was searched.
    pub(crate) fn of_every_move<G: Game>(game: &G) -> Claims {
        match game.is_flawed() {
            true => Claims::None,
            false if StepLimit::of_thread().was_cut() => Claims::NoneOfCut,
            false => Claims::All,
        }
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
            Claims::None | Claims::NoneOfCut => false,
        }
    }
}
