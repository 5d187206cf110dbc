//! Selection among moves with statistics.

use super::history::History;
use super::solver::LOST;
use super::tree::{NOWHERE, Tree};

/// What moves are chosen by.
pub(super) struct Rule<'w> {
    /// Exploration, in the unit of the payoffs.
    pub c: f64,
    /// The least payoff, and how far the greatest is from it.
    pub low: f64,
    pub width: f64,
    pub history: &'w History,
    /// Where history keeps the moves; empty if it is off.
    pub slots: &'w [u32],
}

/// The greatest `mean + c·√(ln available / visits)` among the existing edges, with the history bonus. Proven losses are
/// left out unless all moves are.
pub(super) fn best_place<M: Copy>(tree: &mut Tree<M>, places: &[u32], rule: &Rule<'_>) -> Option<usize> {
    let mut best = None;
    let mut best_score = f64::NEG_INFINITY;
    let (mut count, mut log) = (0, 0.0);
    for (index, &place) in places.iter().enumerate().filter(|(_, place)| **place != NOWHERE) {
        let edge = tree.edge(place);
        if edge.available != count {
            (count, log) = (edge.available, f64::from(edge.available).ln());
        }
        let visits = f64::from(edge.visits);
        let mut score = f64::MAX;
        if edge.visits > 0 {
            let mean = edge.sum / visits;
            score = mean + rule.c * (log / visits).sqrt();
            if let Some(&slot) = rule.slots.get(index) {
                score += rule.width * rule.history.bonus(slot, visits, (mean - rule.low) / rule.width);
            }
        }
        if edge.proof() == LOST {
            score = f64::MIN;
        }
        if score > best_score {
            (best, best_score) = (Some(index), score);
        }
    }
    best
}
