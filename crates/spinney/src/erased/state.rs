//! Positions behind a pointer.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use crate::game::Moves;

/// A position of some game. Only the [`AnyGame`](super::AnyGame) that made it, or one of the same game, accepts it:
/// passing it to another game is a programming error, and panics.
pub struct AnyState(Box<dyn Boxed>);

impl Clone for AnyState {
    fn clone(&self) -> Self {
        AnyState(self.0.boxed_clone())
    }

    /// Copies into the memory that is there.
    fn clone_from(&mut self, source: &Self) {
        self.0.copy_from(&*source.0);
    }
}

/// A position that can be copied without knowing its type.
trait Boxed: Any + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Boxed>;
    fn copy_from(&mut self, source: &dyn Boxed);
}

/// A position, and a reusable list for its legal moves.
pub(super) struct Held<S, M> {
    pub(super) state: S,
    pub(super) scratch: Mutex<Moves<M>>,
}

impl<S, M> Held<S, M>
where
    S: Clone + Send + Sync + 'static,
    M: Copy + Send + Sync + 'static,
{
    fn new(state: S) -> Self {
        Held { state, scratch: Mutex::new(Moves::new()) }
    }

    /// The position with its list, which only this caller has.
    pub(super) fn parts(&mut self) -> (&mut S, &mut Moves<M>) {
        (&mut self.state, self.scratch.get_mut().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<S, M> Boxed for Held<S, M>
where
    S: Clone + Send + Sync + 'static,
    M: Copy + Send + Sync + 'static,
{
    fn boxed_clone(&self) -> Box<dyn Boxed> {
        Box::new(Held::<S, M>::new(self.state.clone()))
    }

    fn copy_from(&mut self, source: &dyn Boxed) {
        self.state.clone_from(&held::<S, M>(source).state);
    }
}

const FOREIGN: &str = "the position belongs to this game";

fn held<S: 'static, M: 'static>(boxed: &dyn Boxed) -> &Held<S, M> {
    (boxed as &dyn Any).downcast_ref().expect(FOREIGN)
}

impl AnyState {
    pub(super) fn new<S, M>(state: S) -> Self
    where
        S: Clone + Send + Sync + 'static,
        M: Copy + Send + Sync + 'static,
    {
        AnyState(Box::new(Held::<S, M>::new(state)))
    }

    pub(super) fn held<S: 'static, M: 'static>(&self) -> &Held<S, M> {
        held(&*self.0)
    }

    pub(super) fn held_mut<S: 'static, M: 'static>(&mut self) -> &mut Held<S, M> {
        (&mut *self.0 as &mut dyn Any).downcast_mut().expect(FOREIGN)
    }
}
