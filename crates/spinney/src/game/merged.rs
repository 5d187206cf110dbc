//! A game in which mirror-equal moves count as one.

use super::{Game, GameInfo, Moves, Skills, Turn, forward_rules};

/// A game whose turns list only the first of several moves that lead to mirror-equal positions.
///
/// Playouts stay those of the game itself; only what a search branches on shrinks. The game must have the
/// [`Key`](super::skills::Key) skill with symmetric keys; without it nothing is merged.
#[derive(Clone, Debug)]
pub struct Merged<G>(pub G);

impl<G: Game> Merged<G> {
    /// Whether the game has symmetric keys, so that there is something to merge.
    pub fn is_useful(&self, state: &G::State) -> bool {
        self.0.skills().key.is_some_and(|key| key.symmetric_key(state).is_some())
    }
}

impl<G: Game> Game for Merged<G> {
    forward_rules!(self => self.0);

    fn info(&self) -> GameInfo {
        self.0.info()
    }

    fn turn(&self, state: &Self::State, moves: &mut Moves<Self::Move>) -> Turn {
        let turn = self.0.turn(state, moves);
        let (Turn::Player(_), Some(key)) = (turn, self.0.skills().key) else { return turn };
        let mut seen = Vec::new();
        let kept: Vec<Self::Move> = moves
            .iter()
            .copied()
            .filter(|&mv| {
                let mut after = state.clone();
                self.0.play(&mut after, mv);
                let Some(key) = key.symmetric_key(&after) else { return true };
                let new = !seen.contains(&key);
                seen.push(key);
                new
            })
            .collect();
        moves.clear();
        moves.extend(kept);
        turn
    }

    fn skills(&self) -> Skills<'_, Self::State, Self::Move> {
        self.0.skills()
    }
}
