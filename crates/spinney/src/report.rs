//! What a search answers: the decision and the evidence for it.

use crate::budget::Limit;

/// One candidate at the root.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Candidate<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// Simulations that began with it.
    pub visits: u64,
    /// Its mean payoff for the player to move, in the game's unit; `None` before the first visit.
    pub mean: Option<f64>,
    /// Its exact value, if proven.
    pub proven: Option<f64>,
    /// An upper bound of the estimate, where the search only showed that the move is no better than another. Like `mean`
    /// it holds at the horizon of the search and proves nothing.
    pub mean_at_most: Option<f64>,
    /// A proven upper bound of the exact value, where the search only showed that the move is no better than another.
    pub proven_at_most: Option<f64>,
    /// The best payoff ever seen after it (one-player searches).
    pub best: Option<f64>,
    /// Visits by AMAF, where the search keeps them.
    pub amaf_visits: Option<u64>,
    /// Mean payoff by AMAF.
    pub amaf_mean: Option<f64>,
    /// Probability of playing it, where the answer is a mixed strategy.
    pub probability: Option<f64>,
}

impl<M> Candidate<M> {
    /// A candidate of which nothing is known yet.
    pub fn new(mv: M) -> Self {
        Candidate {
            mv,
            visits: 0,
            mean: None,
            proven: None,
            mean_at_most: None,
            proven_at_most: None,
            best: None,
            amaf_visits: None,
            amaf_mean: None,
            probability: None,
        }
    }

    /// The same candidate with its move replaced, for front ends that speak notation.
    pub fn map<T>(self, f: impl FnOnce(M) -> T) -> Candidate<T> {
        Candidate {
            mv: f(self.mv),
            visits: self.visits,
            mean: self.mean,
            proven: self.proven,
            mean_at_most: self.mean_at_most,
            proven_at_most: self.proven_at_most,
            best: self.best,
            amaf_visits: self.amaf_visits,
            amaf_mean: self.amaf_mean,
            probability: self.probability,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The answer; `None` only if there was nothing to decide.
    pub best: Option<M>,
    /// What the answer is worth to the player to move, in the game's unit.
    pub value: Option<f64>,
    /// Whether `value` is exact.
    pub proven: bool,
    /// Every root move, most visited first.
    pub candidates: Vec<Candidate<M>>,
    /// The expected continuation; for one-player searches the best line ever seen, to the end of the game.
    pub line: Vec<M>,
    /// Simulations done (or nodes searched).
    pub simulations: u64,
    /// Nodes in the tree.
    pub nodes: u64,
    /// Bytes held by the tree and its side tables.
    pub bytes: u64,
    /// Depth of the deepest tree node reached.
    pub depth: u32,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// What ended the search.
    pub ended_by: Limit,
    /// Remarks for the reader: memory recycled, playouts cut, an option without effect here.
    pub notes: Vec<String>,
}
