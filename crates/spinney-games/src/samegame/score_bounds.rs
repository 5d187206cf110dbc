//! Score bounds: points that are certain and points that are still possible; and stable identifiers of moves.

use spinney::game::capabilities::{ScoreBounds, StableMoveId};

use super::{BONUS, Move, SameGame, State, key_of, penalty};

/// An upper bound of the score for these numbers of stones per colour: every colour in one group, and an empty board
/// unless a colour has a single stone.
#[inline(always)]
pub(super) fn at_most(left: &[u32]) -> i32 {
    let groups: i32 = left.iter().map(|&stones| penalty(stones)).sum();
    if left.contains(&1) { groups } else { groups + BONUS }
}

impl ScoreBounds for SameGame {
    fn so_far(&self, state: &State) -> f64 {
        state.score.into()
    }

    fn rest_key(&self, state: &State) -> u64 {
        key_of(&state.stones)
    }

    fn at_most(&self, state: &State) -> f64 {
        f64::from(state.score + at_most(&state.stones.counts()))
    }

    fn is_solved(&self, state: &State) -> bool {
        state.stones.occupied().is_empty()
    }

    /// The number of stones removed, so that positions of one stage are comparable.
    fn stage(&self, state: &State) -> u32 {
        self.start.occupied().len().saturating_sub(state.stones.occupied().len())
    }
}

impl StableMoveId for SameGame {
    fn name(&self, state: &State, mv: Move) -> u32 {
        state.stones.name(mv.0).into()
    }

    #[inline]
    fn find(&self, state: &State, name: u32) -> Option<Move> {
        let cell = state.stones.find(name as u8)?;
        let group = state.stones.links().group(cell);
        (group.len() > 1).then(|| Move(group.first()))
    }
}
