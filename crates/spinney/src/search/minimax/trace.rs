//! The events of a trace: nodes with their windows, intervals at chance turns, cut-offs with the reason; the steps of
//! plain minimax.

use super::table::Bound;
use super::worker::{Window, Worker};
use crate::game::{Game, Player};

/// The kind of a node, from the point of view of the player that decides at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeKind {
    /// The player that decides at the root moves.
    Max,
    /// Another player moves.
    Min,
    /// A chance turn.
    Chance,
    /// The game is over.
    Over,
    /// The horizon: the position is evaluated.
    Horizon,
    /// Beyond the horizon: the player that decides at the root may stand pat or make a noisy move.
    QuiescenceMax,
    /// Beyond the horizon: another player may stand pat or make a noisy move.
    QuiescenceMin,
    /// The evaluation is beyond the cut-off: the position is not searched further.
    CutOff,
    /// The table knew the value.
    Known,
}

/// How a returned value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// It is the value (to the depth searched).
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// Why the rest of a node was pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutReason {
    /// A max node reached β: the min player above has as much or something better, and will not let the game come here.
    Beta,
    /// A min node reached α: the max player above has as much or something better.
    Alpha,
    /// A max node reached a β that a chance node above set: with this outcome its mean is too high for the min player
    /// above it.
    MeanAbove,
    /// A min node reached an α that a chance node above set: with this outcome its mean is too low for the max player
    /// above it.
    MeanBelow,
    /// A node reached the end of a window that was narrowed on purpose (a null window, aspiration): all that was asked is
    /// whether it does.
    SearchWindow,
    /// Nothing better is possible: the best payoff that the player to move can get.
    BestPayoff,
    /// A chance node cannot reach α any more, whatever the outcomes not yet seen are worth.
    ChanceBelow,
    /// A chance node is above β, whatever the outcomes not yet seen are worth.
    ChanceAbove,
}

/// One event. Values are the payoffs of the player that decides at the root.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Event<M> {
    /// A node is entered.
    Enter {
        /// Turns below the root.
        ply: usize,
        /// The move that led here; none at the root.
        #[serde(rename = "move")]
        mv: Option<M>,
        /// The probability of that move, if it is a chance outcome.
        probability: Option<f64>,
        /// What kind of node it is.
        kind: NodeKind,
        /// The window when it is entered.
        alpha: f64,
        /// The window when it is entered.
        beta: f64,
        /// Star2 probes only one move of the node.
        probe: bool,
        /// The move that led here cost no depth.
        extended: bool,
    },
    /// The interval of the value of a chance node.
    Interval {
        /// Turns below the root.
        ply: usize,
        /// At least this.
        low: f64,
        /// At most this.
        high: f64,
    },
    /// The rest of a node is left out.
    Cut {
        /// Turns below the root.
        ply: usize,
        /// Why.
        reason: CutReason,
        /// The value that decided it.
        value: f64,
        /// The bound that it was compared with.
        against: f64,
        /// The pruned part.
        skipped: Vec<M>,
    },
    /// Late-move pruning left out moves of a node.
    Late {
        /// Turns below the root.
        ply: usize,
        /// Decisions left there.
        depth: u32,
        /// The pruned moves.
        skipped: Vec<M>,
    },
    /// Beyond the horizon the player to move may stop here: the evaluation.
    StandPat {
        /// Turns below the root.
        ply: usize,
        /// The evaluation.
        value: f64,
    },
    /// A node is left with its value.
    Leave {
        /// Turns below the root.
        ply: usize,
        /// The value.
        value: f64,
        /// How it relates to the true value.
        relation: Relation,
    },
}

impl<M> Event<M> {
    /// Turns below the root of the node that it is about.
    pub fn ply(&self) -> usize {
        match self {
            Event::Enter { ply, .. }
            | Event::Interval { ply, .. }
            | Event::Cut { ply, .. }
            | Event::Late { ply, .. }
            | Event::StandPat { ply, .. }
            | Event::Leave { ply, .. } => *ply,
        }
    }
}

/// One step of plain minimax. Payoffs are those of all players, by seat.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum Step<M> {
    /// A node is entered.
    Enter {
        /// Turns below the root.
        ply: usize,
        /// The move that led here; none at the root.
        #[serde(rename = "move")]
        mv: Option<M>,
        /// The probability of that move, if it is a chance outcome.
        probability: Option<f64>,
        /// What kind of node it is.
        kind: NodeKind,
        /// The player to move.
        player: Option<Player>,
    },
    /// The player to move compares the value of a move with the best so far. Only a better one replaces it, so of
    /// equal moves the first is kept.
    Compare {
        /// Turns below the root.
        ply: usize,
        /// The player to move.
        player: Player,
        /// The move.
        #[serde(rename = "move")]
        mv: M,
        /// What it is worth.
        payoffs: Vec<f64>,
        /// The best move so far; none before the first.
        best: Option<M>,
        /// What that one is worth.
        best_payoffs: Option<Vec<f64>>,
        /// Whether the move is better.
        taken: bool,
    },
    /// A chance outcome adds its share to the mean.
    Average {
        /// Turns below the root.
        ply: usize,
        /// The outcome.
        #[serde(rename = "move")]
        mv: M,
        /// Its probability.
        probability: f64,
        /// What it is worth.
        payoffs: Vec<f64>,
        /// The sum of all shares so far.
        sum: Vec<f64>,
    },
    /// A node is left with its value.
    Leave {
        /// Turns below the root.
        ply: usize,
        /// The value.
        payoffs: Vec<f64>,
    },
}

impl<M> Step<M> {
    /// Turns below the root of the node that it is about.
    pub fn ply(&self) -> usize {
        match self {
            Step::Enter { ply, .. }
            | Step::Compare { ply, .. }
            | Step::Average { ply, .. }
            | Step::Leave { ply, .. } => *ply,
        }
    }
}

/// How a node was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Via<M> {
    pub mv: Option<M>,
    pub probability: Option<f64>,
    pub probe: bool,
    pub extended: bool,
}

impl<M> Via<M> {
    pub(super) const ROOT: Self = Via { mv: None, probability: None, probe: false, extended: false };

    pub(super) fn player(mv: M) -> Self {
        Via { mv: Some(mv), ..Via::ROOT }
    }
}

/// Records the events of a search. Where it is not enabled, the code that makes them is compiled away.
pub trait Tracer<E> {
    /// Whether events are recorded at all.
    const ENABLED: bool;

    /// Records an event.
    fn record(&mut self, event: E);
}

/// Records nothing.
pub struct NoTrace;

impl<E> Tracer<E> for NoTrace {
    const ENABLED: bool = false;

    #[inline(always)]
    fn record(&mut self, _: E) {}
}

impl<E> Tracer<E> for Vec<E> {
    const ENABLED: bool = true;

    fn record(&mut self, event: E) {
        self.push(event);
    }
}

impl<G: Game, T: Tracer<Event<G::Move>>> Worker<'_, G, T> {
    /// How the next node is reached, for a trace.
    #[inline(always)]
    pub(super) fn reach_by(&mut self, via: impl FnOnce() -> Via<G::Move>) {
        if T::ENABLED {
            self.via = via();
        }
    }

    /// The next node is that of level `ply` and reached by a player's move, for a trace.
    #[inline(always)]
    pub(super) fn reach_by_move(&mut self, ply: usize, mv: G::Move) {
        if T::ENABLED {
            self.via = Via { extended: self.is_extended(ply), ..Via::player(mv) };
        }
    }

    /// Traces that a node is entered, by the move that [`reach_by`](Self::reach_by) was given last.
    #[inline(always)]
    pub(super) fn trace_enter(&mut self, ply: usize, kind: NodeKind, window: Window) {
        if T::ENABLED {
            let Window { alpha, beta } = window;
            let Via { mv, probability, probe, extended } = self.via;
            self.tracer.record(Event::Enter { ply, mv, probability, kind, alpha, beta, probe, extended });
        }
    }

    /// Traces that the player to move beyond the horizon may stand pat.
    #[inline(always)]
    pub(super) fn trace_stand_pat(&mut self, ply: usize, value: f64) {
        if T::ENABLED {
            self.tracer.record(Event::StandPat { ply, value });
        }
    }

    /// Traces that the moves from the `picked`th on are pruned, if there are any. What set the bound is
    /// [found afterwards](super::cut_reasons).
    #[inline(always)]
    pub(super) fn trace_cut(&mut self, ply: usize, picked: usize, is_max: bool, value: f64, against: f64) {
        if T::ENABLED && picked < self.levels[ply].moves.len() {
            let reason = if is_max { CutReason::Beta } else { CutReason::Alpha };
            self.tracer.record(Event::Cut { ply, reason, value, against, skipped: self.rest(ply, picked) });
        }
    }

    /// The moves of a level from the `picked`th on, in search order.
    pub(super) fn rest(&self, ply: usize, picked: usize) -> Vec<G::Move> {
        let level = &self.levels[ply];
        level.picker.rest(picked, level.moves.len()).map(|place| level.moves[place]).collect()
    }

    /// Traces that a node is left.
    #[inline(always)]
    pub(super) fn trace_leave(&mut self, ply: usize, value: f64, bound: Bound) {
        if T::ENABLED && self.stopped.is_none() {
            let relation = match bound {
                Bound::Exact => Relation::Exact,
                Bound::Lower => Relation::AtLeast,
                Bound::Upper => Relation::AtMost,
            };
            self.tracer.record(Event::Leave { ply, value, relation });
        }
    }
}
