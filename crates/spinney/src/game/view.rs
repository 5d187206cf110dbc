//! Observations: a position less what its observer does not know.

use super::{Game, Player};

/// A position from the point of view of one player.
///
/// Agents get views, never states. A view owns a copy of the state: the state itself with perfect information; in a
/// game with the [`Hidden`](super::capabilities::Hidden) capability the state with everything concealed that the
/// observer has not seen, so that reading it cannot leak anything. The copy is made once per decision.
#[derive(Clone, Debug)]
pub struct View<S> {
    state: S,
    observer: Player,
}

impl<S: Clone + Send + Sync> View<S> {
    /// What `observer` sees of `state`.
    pub fn of<G: Game<State = S>>(game: &G, state: &S, observer: Player) -> Self {
        let mut state = state.clone();
        if let Some(hidden) = game.capabilities().hidden {
            hidden.conceal(&mut state, observer);
        }
        View { state, observer }
    }

    /// The position, less what the observer does not know.
    #[inline]
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The same view of the same position in another form.
    pub(crate) fn map<T: Clone + Send + Sync>(&self, f: impl FnOnce(&S) -> T) -> View<T> {
        View { state: f(&self.state), observer: self.observer }
    }

    /// The player whose observation it is.
    #[inline]
    pub fn observer(&self) -> Player {
        self.observer
    }
}
