//! What a seat may know of a position.

use super::{Game, Player};

/// A position as one player sees it.
///
/// Agents are handed views, never states. In a game without hidden information the view holds the state itself; in
/// a game with the [`Hidden`](super::skills::Hidden) skill it holds the state with everything concealed that the
/// observer has not seen, so that reading it cannot leak anything.
#[derive(Clone, Debug)]
pub struct View<S> {
    state: S,
    observer: Player,
}

impl<S: Clone + Send + Sync> View<S> {
    /// What `observer` sees of `state`.
    pub fn of<G: Game<State = S>>(game: &G, state: &S, observer: Player) -> Self {
        let mut state = state.clone();
        if let Some(hidden) = game.skills().hidden {
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

    /// Who is looking.
    #[inline]
    pub fn observer(&self) -> Player {
        self.observer
    }
}
