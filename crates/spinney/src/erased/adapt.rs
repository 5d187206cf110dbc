//! Searches of a game's own types as searches of [`AnyGame`].

use std::any::Any;
use std::sync::Arc;

use super::rules::Erased;
use super::{AnyGame, AnyMove, AnyState};
use crate::budget::Budget;
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::{Decision, Search, Step};
use crate::search::{TreeLimits, TreeView};

impl AnyGame {
    /// A search that was made for the game's own types, as a search of this game; `None` if the game is no `G`.
    ///
    /// `O` is the game that the search plays: `Arc<G>`, or anything in front of it that has the same positions and moves,
    /// such as [`PerfectInformation`](crate::game::PerfectInformation). What the search does per simulation is compiled for the game's types.
    /// Positions, moves and reports are translated once a decision.
    pub fn adapt<G, O>(&self, search: Box<dyn Search<O>>) -> Option<Box<dyn Search<AnyGame>>>
    where
        G: Game + 'static,
        O: Game<State = G::State, Move = G::Move> + 'static,
    {
        let rules: Arc<dyn Any + Send + Sync> = Arc::clone(&self.rules) as _;
        let erased = rules.downcast::<Erased<G>>().ok()?;
        Some(Box::new(Native { erased, search }))
    }
}

/// A search of the game's own types.
struct Native<G: Game, O: Game> {
    erased: Arc<Erased<G>>,
    search: Box<dyn Search<O>>,
}

impl<G, O> Search<AnyGame> for Native<G, O>
where
    G: Game + 'static,
    O: Game<State = G::State, Move = G::Move>,
{
    fn search(&mut self, position: &View<AnyState>, budget: &Budget, rng: &mut Random) -> Report<AnyMove> {
        let view = position.map(|state| self.erased.see(state).clone());
        self.search.search(&view, &self.translated(budget), rng).map(|mv| self.erased.number(mv))
    }

    fn decide(&mut self, position: &View<AnyState>, budget: &Budget, rng: &mut Random) -> Decision<AnyMove> {
        let view = position.map(|state| self.erased.see(state).clone());
        self.search.decide(&view, &self.translated(budget), rng).map(|mv| self.erased.number(mv))
    }

    fn advance(&mut self, step: &Step<AnyMove>) {
        self.search.advance(&step.map(|mv| self.erased.own(mv)));
    }

    fn observe(&mut self, view: &View<AnyState>) {
        self.search.observe(&view.map(|state| self.erased.see(state).clone()));
    }

    fn reset(&mut self) {
        self.search.reset();
    }

    fn prepare(&mut self, position: &View<AnyState>, budget: &Budget, rng: &mut Random) {
        let view = position.map(|state| self.erased.see(state).clone());
        self.search.prepare(&view, &self.translated(budget), rng);
    }

    fn survives_cut_steps(&self) -> bool {
        self.search.survives_cut_steps()
    }

    fn begin_with(&mut self, line: &[AnyMove]) -> bool {
        let line: Vec<G::Move> = line.iter().map(|&mv| self.erased.own(mv)).collect();
        self.search.begin_with(&line)
    }

    fn tree(&self, limits: &TreeLimits) -> Option<TreeView<AnyMove>> {
        Some(self.search.tree(limits)?.map(&(), &mut |&(), mv| (self.erased.number(mv), ())))
    }
}

impl<G, O> Native<G, O>
where
    G: Game + 'static,
    O: Game<State = G::State, Move = G::Move>,
{
    /// The same budget; reports of the running search are published in numbers.
    fn translated(&self, budget: &Budget) -> Budget {
        let erased = Arc::clone(&self.erased);
        let watch = budget.watch.through(move |report: Report<G::Move>| report.map(|mv| erased.number(mv)));
        Budget { watch, ..budget.clone() }
    }
}
