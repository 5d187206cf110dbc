//! Searches: a [`Game`] and a [`Budget`] in, a [`Report`] out.

pub mod belief_search;
pub mod cfr;
pub(crate) mod claims;
pub mod exhaustive;
mod facts;
pub mod flat;
pub mod general;
pub mod greedy;
pub mod ismcts;
pub mod live;
pub mod mcts;
pub mod mini_player;
pub mod minimax;
pub mod parameter;
pub mod pimc;
pub(crate) mod playout;
pub mod proof;
pub mod random;
mod refusal;
pub mod single_player;
pub(crate) mod sorting;
pub(crate) mod threads;
pub mod tree_view;
pub mod value_iteration;

pub use refusal::{Refusal, RefusalKind};
pub use tree_view::{TreeLimits, TreeView};

use crate::budget::Budget;
use crate::game::{Game, Player, View};
use crate::random::Random;
use crate::report::{Report, Unit};

/// What happened in the game, for a search that keeps its tree between moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// One player moved.
    Move(Player, M),
    /// All players moved simultaneously.
    Joint(Vec<M>),
    /// A chance outcome.
    Chance(M),
}

impl<M: Copy> Step<M> {
    /// The moves, in seat order where there are several.
    pub fn moves(&self) -> &[M] {
        match self {
            Step::Move(_, mv) | Step::Chance(mv) => std::slice::from_ref(mv),
            Step::Joint(moves) => moves,
        }
    }

    /// The same step with its moves replaced.
    pub fn map<T>(&self, mut f: impl FnMut(M) -> T) -> Step<T> {
        match self {
            Step::Move(player, mv) => Step::Move(*player, f(*mv)),
            Step::Joint(moves) => Step::Joint(moves.iter().copied().map(f).collect()),
            Step::Chance(mv) => Step::Chance(f(*mv)),
        }
    }
}

/// A move without the evidence for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision<M> {
    /// The move; `None` only if there was nothing to decide.
    pub mv: Option<M>,
    /// The work, in units.
    pub simulations: u64,
    /// What is counted.
    pub unit: Unit,
}

impl<M> Decision<M> {
    /// The same decision with its move replaced.
    pub fn map<T>(self, f: impl FnOnce(M) -> T) -> Decision<T> {
        Decision { mv: self.mv.map(f), simulations: self.simulations, unit: self.unit }
    }
}

/// A search for games of type `G`. It is made with the game and a configuration, and rejects a game that it cannot
/// play when it is made.
pub trait Search<G: Game>: Send {
    /// Decides for the observer of `position`, which must be to move.
    ///
    /// Every search returns a legal move, also with no budget at all. It ends by the deadline of the budget, or one
    /// step of the rules later if steps are slow, and publishes a report when the budget's
    /// [watch](crate::budget::Watch) asks for one ([`Pace`](crate::budget::Pace) does both).
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move>;

    /// Decides as [`search`](Self::search) does, without the evidence: all that a match needs. A search whose evidence
    /// costs more than its decision writes it.
    fn decide(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Decision<G::Move> {
        let report = self.search(position, budget, rng);
        Decision { mv: report.best, simulations: report.simulations, unit: report.unit }
    }

    /// The game continued by `step`. The search may keep what it learnt about the new position. Called in games with
    /// perfect information, where every player knows the step.
    fn advance(&mut self, _step: &Step<G::Move>) {}

    /// The game continued, and `view` is the new information state of the player of this search. Called after every
    /// step of a game with hidden information, in place of [`advance`](Self::advance), since the step itself may be
    /// hidden.
    ///
    /// Everything that depends on the last position has to be discarded; what was learnt in the course of the game,
    /// such as how the opponent hides, may be kept. By default everything is discarded.
    fn observe(&mut self, _view: &View<G::State>) {
        self.reset();
    }

    /// Discards everything: a new game begins, or the game continues from a position that does not follow from the last
    /// one. Afterwards the search decides like a new one, so that the games of a match are independent.
    fn reset(&mut self) {}

    /// Uses time in which no decision is due, such as the start clock of a competition or another player's turn: the
    /// search may learn, solve, or grow its tree from `position`, in which its player need not be to move. By default
    /// nothing is done.
    fn prepare(&mut self, _position: &View<G::State>, _budget: &Budget, _rng: &mut Random) {}

    /// A line of moves from the next position to the end of the game that is known already: the search begins with it, and
    /// with all others that it was given, and tries to improve them. Returns whether it can do that, as some searches for
    /// single-player games can.
    fn begin_with(&mut self, _line: &[G::Move]) -> bool {
        false
    }

    /// Whether nothing of a step of the rules that was [cut](crate::budget::step_is_overdue) gets into what the search
    /// keeps between decisions. If not, the caller that limits steps has to [`reset`](Self::reset) it after a cut.
    fn survives_cut_steps(&self) -> bool {
        false
    }

    /// A copy of the tree of the last search, if this search keeps one.
    fn tree(&self, _limits: &TreeLimits) -> Option<TreeView<G::Move>> {
        None
    }
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        (**self).search(position, budget, rng)
    }

    fn decide(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Decision<G::Move> {
        (**self).decide(position, budget, rng)
    }

    fn advance(&mut self, step: &Step<G::Move>) {
        (**self).advance(step);
    }

    fn observe(&mut self, view: &View<G::State>) {
        (**self).observe(view);
    }

    fn reset(&mut self) {
        (**self).reset();
    }

    fn prepare(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) {
        (**self).prepare(position, budget, rng);
    }

    fn survives_cut_steps(&self) -> bool {
        (**self).survives_cut_steps()
    }

    fn begin_with(&mut self, line: &[G::Move]) -> bool {
        (**self).begin_with(line)
    }

    fn tree(&self, limits: &TreeLimits) -> Option<TreeView<G::Move>> {
        (**self).tree(limits)
    }
}
