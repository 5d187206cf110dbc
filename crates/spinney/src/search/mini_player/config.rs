//! The configuration of the player of the slides. What the slides leave open is an option with a stated default.

use serde::{Deserialize, Serialize};

use crate::search::Refusal;

/// A way to choose the moves of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Every move alike.
    Random,
    /// Approximate goal evaluation: the successor in which the highest goal is most nearly reached.
    Age,
    /// History heuristic: the legal move with the best mean result so far.
    History,
    /// The successor with the most moves of one's own and the fewest of the others.
    Mobility,
    /// The same two turns ahead.
    Mobility2,
    /// The successor that differs most from the last states of the game line.
    Exploration,
    /// Statistical symbol counting: a linear evaluation learnt from counts of symbols.
    Ssc,
    /// Counters of the players, raised or lowered as won games had them.
    Score,
}

/// Every strategy, in the order of the slides; those that the slides name for later come last.
pub const STRATEGIES: [(&str, Strategy); 8] = [
    ("random", Strategy::Random),
    ("age", Strategy::Age),
    ("history", Strategy::History),
    ("mobility", Strategy::Mobility),
    ("exploration", Strategy::Exploration),
    ("ssc", Strategy::Ssc),
    ("mobility2", Strategy::Mobility2),
    ("score", Strategy::Score),
];

impl Strategy {
    /// Its name in options and reports.
    pub fn name(self) -> &'static str {
        STRATEGIES.iter().find(|(_, strategy)| *strategy == self).map_or("?", |(name, _)| name)
    }

    /// Its place in [`STRATEGIES`].
    pub fn index(self) -> usize {
        STRATEGIES.iter().position(|(_, strategy)| *strategy == self).unwrap_or(0)
    }
}

/// How the strategy of the next simulation is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chooser {
    /// In proportion to Q.
    Proportional,
    /// By plans of ⌊(Q_i / min Q + overflow_i)²⌋ simulations each: as the slides print it.
    Squared,
    /// By plans of ⌊(Q_i / min Q)² + overflow_i⌋ simulations each: the other reading.
    SquaredOutside,
    /// By plans of 22, 11, 7, 4, 2 and 1 simulations, by rank.
    Rank,
    /// By UCB.
    Ucb,
}

/// Which roles follow the strategy of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Followers {
    /// Every role, each for itself.
    All,
    /// The role of this player; the others play at random.
    Own,
}

/// What a simulation that is cut counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// The middle of the payoff range, for everybody.
    Middle,
    /// The least payoff, for everybody.
    Least,
    /// Nothing: it is forgotten.
    Nothing,
}

/// Which simulations the history heuristic learns from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feed {
    /// Those of the other strategies; its own as well if there is no other.
    Others,
    /// All.
    All,
}

/// Which root move is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The best EQ, which looks two levels deep.
    Eq,
    /// The most visited.
    MostVisits,
    /// The best mean.
    BestMean,
}

/// What is done where a position is reached by several paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transpositions {
    /// Nothing.
    Off,
    /// The tree stays a tree; a result is added to all nodes of equal positions, as in the slides.
    Propagate,
    /// Equal positions share one node.
    Shared,
}

/// The configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The strategies to choose from, in this order.
    pub strategies: Vec<Strategy>,
    /// How one of them is chosen for each simulation.
    pub chooser: Chooser,
    /// C of the choice by UCB.
    pub chooser_c: f64,
    /// Q counts from 0 to this in the choice by UCB.
    pub q_scale: f64,
    /// A Q below this counts as this in plans.
    pub q_least: f64,
    /// The probability with which a strategy acts by its formula, by its place in [`STRATEGIES`].
    pub p: [f64; STRATEGIES.len()],
    /// Who follows the strategy.
    pub followers: Followers,
    /// What feeds the history heuristic.
    pub history_feed: Feed,
    /// Whether a move that is made several times in one simulation counts several times.
    pub history_repeats: bool,
    /// The number of states that exploration compares with.
    pub exploration_last: usize,
    /// The number of simulations that symbol counting and score counters learn from, unless time to prepare gave more.
    pub learn: u64,
    /// Whether they go on learning afterwards.
    pub learn_on: bool,
    /// Turns after which a simulation is cut.
    pub max_step: u32,
    /// What it counts then.
    pub cut: Cut,
    /// Exploration constant of UCT, on payoffs normalised to 0…1.
    pub c: f64,
    /// The final choice.
    pub answer: Answer,
    /// What the Q of a terminal child is multiplied by in EQ.
    pub eq_terminal: f64,
    /// Children with fewer visits do not count in EQ.
    pub eq_visits: u32,
    /// What is done with equal positions.
    pub transpositions: Transpositions,
    /// The tree is kept from move to move.
    pub reuse: bool,
    /// Bytes for the tree, unless the budget gives a limit.
    pub memory: usize,
}

impl Default for Config {
    fn default() -> Self {
        let mut p = [0.8; STRATEGIES.len()];
        p[Strategy::Random.index()] = 0.0;
        Config {
            strategies: STRATEGIES[..6].iter().map(|(_, strategy)| *strategy).collect(),
            chooser: Chooser::Rank,
            chooser_c: 5.0,
            q_scale: 100.0,
            q_least: 0.05,
            p,
            followers: Followers::All,
            history_feed: Feed::Others,
            history_repeats: false,
            exploration_last: 3,
            learn: 200,
            learn_on: false,
            max_step: 500,
            cut: Cut::Middle,
            c: 0.4,
            answer: Answer::Eq,
            eq_terminal: 1.0,
            eq_visits: 1,
            transpositions: Transpositions::Propagate,
            reuse: true,
            memory: 1 << 30,
        }
    }
}

impl Config {
    /// Rejects values that make no sense.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let shares = self.p.iter().all(|p| (0.0..=1.0).contains(p));
        let numbers = [self.chooser_c, self.q_scale, self.c, self.eq_terminal];
        let wrong = if self.strategies.is_empty() {
            "strategies must name at least one"
        } else if !shares {
            "every probability must lie between 0 and 1"
        } else if numbers.iter().any(|number| !number.is_finite() || *number < 0.0) {
            "chooser-c, q-scale, c and eq-terminal must be finite numbers, 0 or more"
        } else if !(self.q_least > 0.0 && self.q_least <= 1.0) {
            "q-least must be above 0 and at most 1"
        } else if self.max_step == 0 || self.exploration_last == 0 {
            "max-step and exploration-last must be at least 1"
        } else {
            return Ok(());
        };
        Err(Refusal::out_of_range(wrong))
    }
}
