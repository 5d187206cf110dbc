//! Searches: a [`Game`] and a [`Budget`] in, a [`Report`] out.

pub mod belief_search;
pub mod exhaustive;
pub mod flat;
pub mod greedy;
pub mod ismcts;
pub mod mcts;
pub mod minimax;
pub mod parameter;
pub mod pimc;
pub mod proof;
pub mod random;
pub mod solo;
pub mod value_iteration;

use crate::budget::Budget;
use crate::game::{Game, Player, View};
use crate::random::Random;
use crate::report::Report;

/// Why a search cannot play a game, or why a configuration makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    /// A refusal with this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Refusal(reason.into())
    }
}

/// What happened in the game, as told to a search that keeps its tree between moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// One player moved.
    Move(Player, M),
    /// All players moved at once.
    Joint(Vec<M>),
    /// Nature drew.
    Chance(M),
}

/// A search for games of type `G`. It is made with the game and a configuration, and refuses a game that it cannot
/// play when it is made.
pub trait Search<G: Game>: Send {
    /// Decides for the observer of `position`, who must be to move.
    ///
    /// Every search answers: with a budget of nothing at all it gives a legal move.
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move>;

    /// The game went on by `step`; what was learnt about the new position may be kept. Called in games with perfect
    /// information, where every player knows the step.
    fn advance(&mut self, _step: &Step<G::Move>) {}

    /// The game went on, and `view` is what the player of this search sees now. Called after every step of a game with
    /// hidden information, in place of [`advance`](Self::advance), since the step itself may be secret.
    ///
    /// What depends on the last position has to be forgotten; what was learnt in the course of the game, such as how the
    /// opponent hides, may be kept. By default everything is forgotten.
    fn observe(&mut self, _view: &View<G::State>) {
        self.reset();
    }

    /// Forgets everything: a new game begins, or the game goes on from a position that does not follow from the last one.
    /// Afterwards the search decides as if it had just been made, so that the games of a match do not depend on each
    /// other.
    fn reset(&mut self) {}

    /// The tree of the last search to look at, if this search keeps one.
    fn tree(&self, _limits: &mcts::TreeLimits) -> Option<mcts::TreeView<G::Move>> {
        None
    }
}

/// Refuses to merge mirror images in a game that has no keys to tell them by.
pub(crate) fn check_merge<G: Game>(merge: bool, game: &G) -> Result<(), Refusal> {
    if !merge || game.skills().key.is_some() {
        return Ok(());
    }
    let name = game.info().name;
    Err(Refusal::new(format!("merge=true needs keys that are equal for mirror images, which `{name}` has not")))
}
