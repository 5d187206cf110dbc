//! Facts and degrees of a game with its types erased.

use super::AnyState;
use super::rules::Erased;
use crate::game::capabilities::{Degree, FactSet, FactShape, GoalDegree, StateFacts};
use crate::game::{Game, Player};

impl<G: Game + 'static> StateFacts for Erased<G> {
    fn facts(&self, state: &AnyState, facts: &mut FactSet) {
        self.game.capabilities().facts.expect("offered only if the game offers it").facts(self.see(state), facts);
    }

    fn shape(&self, fact: u32) -> FactShape {
        self.game.capabilities().facts.expect("offered only if the game offers it").shape(fact)
    }

    fn state_bytes(&self) -> usize {
        self.game.capabilities().facts.expect("offered only if the game offers it").state_bytes()
    }
}

impl<G: Game + 'static> GoalDegree for Erased<G> {
    fn degree(&self, state: &AnyState, player: Player) -> Degree {
        let degree = self.game.capabilities().goal_degree.expect("offered only if the game offers it");
        degree.degree(self.see(state), player)
    }
}
