//! The result of a search: the decision and the evidence for it.

use std::fmt;

use crate::budget::Limit;
use crate::game::Game;
use crate::search::claims::Claims;

/// One candidate at the root. Made by [`Candidate::new`]; more fields may come.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Candidate<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// Simulations that began with it (or nodes below it), in the report's [unit](Report::unit).
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
    /// The best payoff ever seen after it (single-player searches).
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

    /// The same candidate with visits and the mean over them; no mean without a visit.
    pub fn with_mean(mut self, visits: u64, mean: f64) -> Self {
        self.visits = visits;
        self.mean = (visits > 0).then_some(mean);
        self
    }

    /// The same candidate without claims of proof: exact values and bounds become estimates.
    pub fn unproven(mut self) -> Self {
        self.mean = self.mean.or(self.proven.take());
        self.mean_at_most = self.mean_at_most.or(self.proven_at_most.take());
        (self.proven, self.proven_at_most) = (None, None);
        self
    }

    /// The same candidate without claims of proof that do not hold.
    pub(crate) fn claiming(self, claims: Claims) -> Self {
        let holds = |value: Option<f64>| value.is_none_or(|value| claims.allow(value));
        if holds(self.proven) && holds(self.proven_at_most) { self } else { self.unproven() }
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

/// What a search counts as its work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Unit {
    /// Simulations: games played from the root towards their end.
    #[default]
    Simulations,
    /// Nodes: positions that were visited.
    Nodes,
    /// Iterations over the whole game.
    Iterations,
}

impl fmt::Display for Unit {
    /// The word for it, in the plural.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::Simulations => "simulations",
            Unit::Nodes => "nodes",
            Unit::Iterations => "iterations",
        })
    }
}

/// The result of a search. Made by [`Report::new`] or [`Report::of_moves`]; more fields may come.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<M> {
    /// The best move; `None` only if there was nothing to decide.
    pub best: Option<M>,
    /// The value of the best move for the player to move, in the game's unit.
    pub value: Option<f64>,
    /// Whether `value` is exact.
    pub proven: bool,
    /// Every root move, most visited first.
    pub candidates: Vec<Candidate<M>>,
    /// The principal variation; for single-player searches the best line ever seen, to the end of the game.
    pub pv: Vec<M>,
    /// The work done, in [`unit`](Self::unit)s.
    pub simulations: u64,
    /// What `simulations` and the candidates' visits count.
    pub unit: Unit,
    /// Nodes in the tree.
    pub nodes: u64,
    /// Bytes held by the tree and its side tables.
    pub bytes: u64,
    /// Depth of the deepest tree node reached.
    pub depth: u32,
    /// How often the search started anew, its findings kept.
    pub restarts: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// What ended the search; [`Limit::Running`] in a report of a search that has not ended.
    pub ended_by: Limit,
    /// Notes for the user: memory recycled, playouts cut, an option without effect here.
    pub notes: Vec<String>,
}

impl<M: Clone> Report<M> {
    /// A report with this answer, of which nothing else is known.
    pub fn new(best: Option<M>) -> Self {
        Report {
            pv: best.iter().cloned().collect(),
            best,
            value: None,
            proven: false,
            candidates: Vec::new(),
            simulations: 0,
            unit: Unit::Simulations,
            nodes: 0,
            bytes: 0,
            depth: 0,
            restarts: 0,
            seconds: 0.0,
            ended_by: Limit::Finished,
            notes: Vec::new(),
        }
    }

    /// A report before any search: the first of these moves, each of which is a candidate.
    pub fn of_moves(moves: impl IntoIterator<Item = M>) -> Self {
        Report::of_candidates(moves.into_iter().map(Candidate::new).collect())
    }

    /// A report whose answer is the first candidate, with its exact value or its mean.
    pub fn of_candidates(candidates: Vec<Candidate<M>>) -> Self {
        let best = candidates.first();
        Report {
            value: best.and_then(|best| best.proven.or(best.mean)),
            ..Report::new(best.map(|best| best.mv.clone()))
        }
        .with_candidates(candidates)
    }

    /// The same report with these candidates.
    pub fn with_candidates(mut self, candidates: Vec<Candidate<M>>) -> Self {
        self.candidates = candidates;
        self
    }

    /// The same report with this answer and its value, and a principal variation of the answer alone.
    pub fn with_best(mut self, best: Option<M>, value: Option<f64>) -> Self {
        self.pv = best.iter().cloned().collect();
        (self.best, self.value) = (best, value);
        self
    }

    /// The same report with the work done.
    pub fn with_work(mut self, amount: u64, unit: Unit) -> Self {
        (self.simulations, self.unit) = (amount, unit);
        self
    }

    /// The same report with the size of the search: nodes, bytes, depth.
    pub fn with_size(mut self, nodes: u64, bytes: u64, depth: u32) -> Self {
        (self.nodes, self.bytes, self.depth) = (nodes, bytes, depth);
        self
    }

    /// The same report with what ended the search, and after how many seconds.
    pub fn with_end(mut self, ended_by: Limit, seconds: f64) -> Self {
        (self.ended_by, self.seconds) = (ended_by, seconds);
        self
    }

    /// The same report with another time: that of the caller's clock, or 0 to compare what does not depend on it.
    pub fn with_seconds(mut self, seconds: f64) -> Self {
        self.seconds = seconds;
        self
    }
}

/// The note in place of proofs, in a game whose play has departed from its rules.
const FLAWED: &str = "the game was not played as its rules say in some position: nothing is proven";
/// The note in place of proofs, where the search ended in the middle of a step of the rules.
const CUT: &str = "the search ended in the middle of a step of the rules: nothing is proven";
/// The note in place of the proof of a value below the top payoff, where not all moves were searched for the best one.
const NO_SOLUTION: &str = "no line reaches the top payoff: proven; there may be a better one than this";

impl<M> Report<M> {
    /// The same report; without claims of proof that do not hold: none does if play has
    /// [departed from the declared rules](Game::is_flawed), and only the top payoff where pruning
    /// [keeps no more](crate::game::capabilities::Tactics::keeps_top_only).
    ///
    /// Every search whose reports can claim proofs calls this as the last step, for reports of running searches too.
    /// What was exact becomes an estimate, and a note says so. A search that leaves out no move calls
    /// [`checked_unpruned`](Self::checked_unpruned).
    pub fn checked_by<G: Game>(self, game: &G) -> Self {
        self.claiming(Claims::of(game))
    }

    /// The same report; without claims of proof if play has [departed from the declared rules](Game::is_flawed). For
    /// searches that prune nothing.
    pub fn checked_unpruned<G: Game>(self, game: &G) -> Self {
        self.claiming(Claims::of_every_move(game))
    }

    fn claiming(mut self, claims: Claims) -> Self {
        if claims == Claims::All {
            return self;
        }
        let claims_any =
            self.proven || self.candidates.iter().any(|found| found.proven.is_some() || found.proven_at_most.is_some());
        self.candidates = self.candidates.into_iter().map(|candidate| candidate.claiming(claims)).collect();
        let holds = self.value.is_some_and(|value| claims.allow(value));
        let note = match claims {
            Claims::None => Some(FLAWED),
            Claims::NoneOfCut => claims_any.then_some(CUT),
            _ if self.proven && !holds => Some(NO_SOLUTION),
            _ => None,
        };
        self.proven &= holds;
        self.notes.extend(note.map(str::to_owned));
        self
    }

    /// The same report with its moves replaced.
    pub fn map<T>(self, mut f: impl FnMut(M) -> T) -> Report<T> {
        Report {
            best: self.best.map(&mut f),
            value: self.value,
            proven: self.proven,
            candidates: self.candidates.into_iter().map(|candidate| candidate.map(&mut f)).collect(),
            pv: self.pv.into_iter().map(f).collect(),
            simulations: self.simulations,
            unit: self.unit,
            nodes: self.nodes,
            bytes: self.bytes,
            depth: self.depth,
            restarts: self.restarts,
            seconds: self.seconds,
            ended_by: self.ended_by,
            notes: self.notes,
        }
    }
}
