//! Positions with their type erased.

use std::any::Any;

/// A position of some game. Made by a [`Table`](super::Table), and understood by tables of the same game.
pub trait Position: Any + Send + Sync {
    /// A copy of the position.
    fn boxed_clone(&self) -> Box<dyn Position>;
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// A state as a position.
pub(super) struct Held<S>(pub(super) S);

impl<S: Clone + Send + Sync + 'static> Position for Held<S> {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(Held(self.0.clone()))
    }
}

/// A state as a position.
pub(crate) fn hold<S: Clone + Send + Sync + 'static>(state: S) -> Box<dyn Position> {
    Box::new(Held(state))
}

/// The state of type `S` that a position holds.
pub(super) fn state_of<S: 'static>(position: &dyn Position) -> &S {
    &(position as &dyn Any).downcast_ref::<Held<S>>().expect("the position belongs to a table of this game").0
}

/// As [`state_of`], to play on.
pub(super) fn state_of_mut<S: 'static>(position: &mut dyn Position) -> &mut S {
    &mut (position as &mut dyn Any).downcast_mut::<Held<S>>().expect("the position belongs to a table of this game").0
}
