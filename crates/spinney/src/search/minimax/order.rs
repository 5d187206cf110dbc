//! Move ordering: the move of the table, then by the game's ranks, then killers, then history.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::config::Order;
use crate::game::capabilities::Tactics;

/// Moves that caused cut-offs, by how deep the searches were that they saved (Schaeffer 1989). Moves share a counter
/// if their hashes collide.
pub(in crate::search) struct History(Box<[[u32; COUNTERS]; 2]>);

const COUNTERS: usize = 1 << 12;
/// Counters are halved when one reaches this, so that they fit beside ranks and killers.
const MOST: u32 = 1 << 13;

impl History {
    pub(in crate::search) fn new() -> Self {
        History(Box::new([[0; COUNTERS]; 2]))
    }

    fn slot<M: Hash>(mv: &M) -> usize {
        let mut hasher = FxHasher::default();
        mv.hash(&mut hasher);
        (hasher.finish() >> (64 - COUNTERS.ilog2())) as usize
    }

    /// `mv` caused a cut-off at this depth; `side` is whose move it was.
    pub(in crate::search) fn reward<M: Hash>(&mut self, side: usize, mv: &M, depth: u32) {
        let counter = &mut self.0[side][Self::slot(mv)];
        *counter += (depth * depth).min(MOST / 2);
        if *counter >= MOST {
            self.fade();
        }
    }

    /// Halves everything: older cut-offs count less.
    pub(in crate::search) fn fade(&mut self) {
        self.0.iter_mut().flatten().for_each(|counter| *counter /= 2);
    }

    fn score<M: Hash>(&self, side: usize, mv: &M) -> i64 {
        i64::from(self.0[side][Self::slot(mv)])
    }
}

/// Scores of the moves of one node in the order of the rules, from which the best is picked again and again. A score
/// holds the place of the move in its lowest 16 bits, so that of equals the first is picked. More moves than these bits can
/// count are not scored: they come in the order of the rules.
#[derive(Clone, Default)]
pub(in crate::search) struct Picker(Vec<i64>);

const PLACES: i64 = 0xffff;
/// The most moves that are scored.
pub(super) const SCORED: usize = PLACES as usize + 1;
/// What makes a score greater than any other.
const FIRST: i64 = i64::MAX & !PLACES;
/// The score of a move that was picked.
const PICKED: i64 = i64::MIN;
const KILLERS: [i64; 2] = [1 << 14, (1 << 14) - 1];

/// The ordering data of a node before any of its moves is searched.
pub(in crate::search) struct Hints<'a, S, M: Copy + Eq + Hash + std::fmt::Debug + Send + Sync + 'static> {
    pub order: Order,
    pub best: Option<u16>,
    pub killers: &'a [Option<M>; 2],
    pub history: &'a History,
    pub side: usize,
    pub tactics: Option<&'a dyn Tactics<State = S, Move = M>>,
}

impl Picker {
    /// Moves are to be picked as they are listed.
    #[inline]
    pub(in crate::search) fn clear(&mut self) {
        self.0.clear();
    }

    /// Scores the moves of a position. Inlined, so that the game's ranks are too.
    #[inline(always)]
    pub(in crate::search) fn fill<S, M>(&mut self, state: &S, moves: &[M], hints: &Hints<'_, S, M>)
    where
        S: Clone + Send + Sync,
        M: Copy + Eq + Hash + std::fmt::Debug + Send + Sync + 'static,
    {
        let Hints { order, best, killers, history, side, tactics } = *hints;
        let tactics = tactics.filter(|_| order.game);
        let best = best.filter(|_| order.hash);
        self.0.clear();
        if moves.len() > SCORED {
            return;
        }
        self.0.extend(moves.iter().enumerate().map(|(place, mv)| {
            let mut score = tactics.map_or(0, |tactics| i64::from(tactics.rank(state, *mv)) << 16);
            if order.killer
                && let Some(killer) = killers.iter().position(|killer| killer.as_ref() == Some(mv))
            {
                score += KILLERS[killer];
            }
            if order.history {
                score += history.score(side, mv);
            }
            score << 16 | (PLACES - place as i64)
        }));
        self.promote(best.map(usize::from));
    }

    /// Puts one of the scored moves first.
    #[inline]
    pub(in crate::search) fn promote(&mut self, best: Option<usize>) {
        if let Some(score) = best.and_then(|best| self.0.get_mut(best)) {
            *score = FIRST | (*score & PLACES);
        }
    }

    /// Marks one of the scored moves as picked.
    #[inline]
    pub(in crate::search) fn drop(&mut self, place: usize) {
        if let Some(score) = self.0.get_mut(place) {
            *score = PICKED;
        }
    }

    /// The index of the `nth` move in search order. Must be called with 0, 1, 2, … in turn.
    #[inline]
    pub(in crate::search) fn pick(&mut self, nth: usize) -> usize {
        if self.0.is_empty() {
            return nth;
        }
        // Compares without branches, which no processor could predict.
        let best = self.0.iter().copied().fold(PICKED, i64::max);
        let place = place(best);
        self.0[place] = PICKED;
        place
    }

    /// The places of the moves that were not picked yet, in the order of the rules.
    pub(in crate::search) fn rest(&self, picked: usize, moves: usize) -> impl Iterator<Item = usize> + '_ {
        let unscored = if self.0.is_empty() { picked..moves } else { 0..0 };
        self.0.iter().filter(|&&score| score != PICKED).map(|&score| place(score)).chain(unscored)
    }
}

fn place(score: i64) -> usize {
    (PLACES - (score & PLACES)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order_of(moves: &[u8], hints: &Hints<'_, (), u8>) -> Vec<u8> {
        let mut picker = Picker::default();
        picker.fill(&(), moves, hints);
        (0..moves.len()).map(|nth| moves[picker.pick(nth)]).collect()
    }

    #[test]
    fn the_move_of_the_table_then_killers_then_history_then_the_rules() {
        let mut history = History::new();
        history.reward(1, &30u8, 4);
        let hints = Hints {
            order: Order::ALL,
            best: Some(4),
            killers: &[Some(20), Some(50)],
            history: &history,
            side: 1,
            tactics: None,
        };
        assert_eq!(order_of(&[10, 20, 30, 40, 60, 50, 70], &hints), [60, 20, 50, 30, 10, 40, 70]);
        // A move that is ranked below all others still comes first if it is in the table.
        let mut picker = Picker(vec![5 << 16 | PLACES, (-7 << 16) | (PLACES - 1), 2 << 16 | (PLACES - 2)]);
        picker.promote(Some(1));
        assert_eq!([0, 1, 2].map(|nth| picker.pick(nth)), [1, 0, 2]);
        let none = Hints { order: Order::NONE, ..hints };
        assert_eq!(order_of(&[10, 20, 30, 40, 60], &none), [10, 20, 30, 40, 60]);
    }

    #[test]
    fn every_move_of_a_list_that_is_too_long_to_be_scored_is_picked_once() {
        for count in [SCORED, SCORED + 1, SCORED + 5] {
            let moves: Vec<u32> = (0..count as u32).collect();
            let mut picker = Picker::default();
            let history = History::new();
            let (order, killers) = (Order::NONE, &[None, None]);
            picker.fill(&(), &moves, &Hints { order, best: None, killers, history: &history, side: 0, tactics: None });
            // Selection is quadratic, so only the ends are tested.
            assert_eq!((picker.pick(0), picker.pick(1)), (0, 1));
            assert_eq!(picker.rest(2, count).count(), count - 2);
            assert_eq!(picker.rest(2, count).max(), Some(count - 1));
        }
    }

    #[test]
    fn history_never_outgrows_killers() {
        let mut history = History::new();
        (0..100).for_each(|_| history.reward(0, &1u8, 200));
        assert!(history.score(0, &1u8) < KILLERS[1] && history.score(0, &1u8) > 0);
    }
}
