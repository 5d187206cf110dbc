//! A game as one with perfect information.

use super::{Capabilities, Game, GameInfo, Moves, Turn, forward_rules};

/// The same game with perfect information: it declares no hidden information and conceals nothing.
///
/// Searches for perfect information run on it, on determinizations of a view that are drawn by
/// [`Hidden::sample`](super::capabilities::Hidden::sample).
#[derive(Clone, Copy, Debug)]
pub struct PerfectInformation<G>(pub G);

impl<G: Game> Game for PerfectInformation<G> {
    forward_rules!(self => self.0);

    fn info(&self) -> GameInfo {
        GameInfo { hidden: false, ..self.0.info() }
    }

    #[inline(always)]
    fn turn(&self, state: &Self::State, moves: &mut Moves<Self::Move>) -> Turn {
        self.0.turn(state, moves)
    }

    #[inline(always)]
    fn capabilities(&self) -> Capabilities<'_, Self::State, Self::Move> {
        Capabilities { hidden: None, ..self.0.capabilities() }
    }
}
