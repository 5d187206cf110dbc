//! What a search tells somebody who watches: nodes with their windows, intervals at chance turns, cut-offs with the
//! reason.

/// What kind of node it is, to the player who decides at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeKind {
    /// He moves.
    Max,
    /// Somebody else moves.
    Min,
    /// Nature draws.
    Chance,
    /// The game is over.
    Over,
    /// The horizon: the position is evaluated.
    Horizon,
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

/// Why the rest of a node was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutReason {
    /// A max node reached β: the min player above has something better and will not let the game come here.
    Beta,
    /// A min node reached α: the max player above has something better.
    Alpha,
    /// Nothing better is possible: the best payoff of the game.
    BestPayoff,
    /// A chance node cannot reach α any more, whatever the outcomes not yet seen are worth.
    ChanceBelow,
    /// A chance node is above β, whatever the outcomes not yet seen are worth.
    ChanceAbove,
}

/// One thing that happened. Values are the payoffs of the player who decides at the root.
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
        /// The probability of that move, if nature made it.
        probability: Option<f64>,
        /// What kind of node it is.
        kind: NodeKind,
        /// The window when it is entered.
        alpha: f64,
        /// The window when it is entered.
        beta: f64,
        /// Star2 looks at one move of the node only.
        probe: bool,
    },
    /// A chance node knows that its value lies between these.
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
        /// What it was compared with.
        against: f64,
        /// What is left out.
        skipped: Vec<M>,
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
            | Event::Leave { ply, .. } => *ply,
        }
    }
}

/// Somebody who watches a search. Events are only made if he is awake.
pub trait Watch<M> {
    /// Whether events are wanted at all.
    const AWAKE: bool;

    /// Something happened.
    fn see(&mut self, event: Event<M>);
}

/// Nobody.
pub struct Unwatched;

impl<M> Watch<M> for Unwatched {
    const AWAKE: bool = false;

    #[inline(always)]
    fn see(&mut self, _: Event<M>) {}
}

impl<M> Watch<M> for Vec<Event<M>> {
    const AWAKE: bool = true;

    fn see(&mut self, event: Event<M>) {
        self.push(event);
    }
}
