//! The configuration of Monte-Carlo tree search: one struct, orthogonal options, sensible defaults.

use serde::{Deserialize, Serialize};

use crate::game::{GameInfo, PayoffRange};

/// How a child is chosen on the way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// mean + c·√(ln N / n).
    Ucb1,
    /// mean + c·√(ln N / n · min(¼, V)), V = variance + √(2 ln N / n). The published rule has no c: it is 1.
    Ucb1Tuned,
    /// mean + √(2 V ln N / n) + c·3 ln N / n.
    UcbV,
    /// mean + c·√(ln N / n) + √((Σx² − n·mean² + d) / n) + w·best (Schadd).
    SpMcts,
    /// mean + c·P·√N / (1 + n).
    Puct,
    /// A draw from the Beta distribution of each child.
    Thompson,
    /// The rule of the teaching article: values from the root player's view; the root player's nodes take the highest
    /// v/n + c·√(ln N / n) and the opponent's nodes the lowest; an unvisited child counts as 1.
    Article,
}

impl Selection {
    /// The exploration constant where none is given: 1 for rules that are published without one, otherwise 0.4.
    pub fn constant(self) -> f64 {
        match self {
            Selection::Ucb1Tuned | Selection::Article => 1.0,
            _ => 0.4,
        }
    }
}

/// What an unvisited child counts for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unvisited {
    /// Every child is tried once before any is tried twice.
    First,
    /// First-play urgency: exactly this value, on the scale from 0 (worst payoff) to 1 (best). A low one may keep a child
    /// from ever being tried.
    Urgency(f64),
    /// The mean of the parent, less this amount on the same scale, with the exploration term of one visit.
    Parent(f64),
}

/// Where the prior probabilities of PUCT come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prior {
    /// All moves alike.
    Uniform,
    /// The game's evaluation after each move, by softmax.
    Evaluate,
}

/// Knowledge that playouts share between moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amaf {
    /// None.
    None,
    /// α·A + (1 − α)·U, each with its own exploration term.
    Alpha,
    /// As `alpha`, counting only the first `amaf-first` moves of a playout.
    SomeFirst,
    /// One set of data: the first `amaf-cutoff` simulations also count for the siblings of the moves in the tree.
    Cutoff,
    /// The weight of AMAF decays with the visits.
    Rave,
    /// As `rave`, with the statistics of the nearest ancestor that has `grave-ref` visits.
    Grave,
    /// As `alpha`, updating also the nodes that a permutation of the same moves would have reached.
    Permutation,
}

impl Amaf {
    /// Whether the AMAF value has an exploration term of its own.
    pub(crate) fn explores(self) -> bool {
        matches!(self, Amaf::Alpha | Amaf::SomeFirst | Amaf::Permutation)
    }
}

/// How the weight of RAVE decays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RaveSchedule {
    /// β = √(k / (3 n + k)).
    K,
    /// β = √(k / (3 N + k)), by the visits N of the node: as published.
    KNode,
    /// β = ñ / (n + ñ + 4 n ñ b²), minimising the mean squared error.
    Mse,
}

/// How playout moves are chosen, beside the policies that a game brings by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Playout {
    /// The policy that the game prefers, or uniformly.
    Auto,
    /// Uniformly.
    Uniform,
    /// ε-greedy on the mean payoff of a move wherever it was played.
    Mast,
    /// As `mast`, on pairs of consecutive moves where they are known.
    Nst,
    /// By roulette on the mean payoff of a move wherever it was played.
    History,
    /// A policy of the game.
    Named(String),
}

/// The value of a node to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Backup {
    /// The mean of its simulations.
    Mean,
    /// The value of its best child.
    Max,
    /// A mixture: this share of `max`, the rest of `mean`.
    Mixed(f64),
}

/// How joint turns are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JointRule {
    /// The selection rule runs for every player on that player's moves.
    Decoupled,
    /// Regret matching; the answer is drawn from the average strategy.
    RegretMatching,
}

/// Which root move is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// `best-line` for one player without chance, `most-visits` otherwise.
    Auto,
    /// The most visited.
    MostVisits,
    /// The best mean.
    BestMean,
    /// The best lower bound: mean − 1 / √n on the normalised scale.
    Secure,
    /// The first move of the best line ever seen (one player).
    BestLine,
}

/// How threads work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parallel {
    /// One tree, shared by all threads through atomics and virtual loss.
    Tree,
    /// A tree per thread, root statistics added up.
    Root,
    /// One tree; every thread plays out every leaf.
    Leaf,
}

/// Whether moves that cannot be the only best ones are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prune {
    /// If the game recommends it.
    Auto,
    /// If the game can name such moves.
    On,
    /// Never.
    Off,
}

/// What happens when memory is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhenFull {
    /// The least visited parts of the tree are dropped and their memory is used again.
    Recycle,
    /// The tree stops growing; simulations continue.
    Freeze,
}

/// The configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Selection rule.
    pub select: Selection,
    /// Exploration constant, on payoffs normalised to 0…1; `None` is the one of the rule ([`Selection::constant`]).
    pub c: Option<f64>,
    /// `d` of SP-MCTS, on normalised payoffs.
    pub sp_d: f64,
    /// Weight of the best payoff in SP-MCTS.
    pub sp_best: f64,
    /// Priors of PUCT.
    pub prior: Prior,
    /// What an unvisited child counts for.
    pub unvisited: Unvisited,
    /// AMAF variant.
    pub amaf: Amaf,
    /// α of α-AMAF and its relatives.
    pub alpha: f64,
    /// Playout moves that count in Some-First.
    pub amaf_first: u32,
    /// The first simulations of a tree, which Cutoff counts for siblings too.
    pub amaf_cutoff: u64,
    /// Decay of RAVE and GRAVE.
    pub rave_schedule: RaveSchedule,
    /// k of the k-schedule.
    pub rave_k: f64,
    /// b of the MSE schedule.
    pub rave_bias: f64,
    /// Visits that a GRAVE reference node needs.
    pub grave_ref: u32,
    /// A leaf is expanded once it has this many visits; the root at once.
    pub expand: u32,
    /// Progressive widening: at most k·N^a children are open; k = 0 is off.
    pub widen_k: f64,
    /// The exponent a of progressive widening.
    pub widen_a: f64,
    /// MCTS-Solver: proven values are kept and used.
    pub solver: bool,
    /// Below the root, prune moves that the game knows to be dominated
    /// ([`Tactics::prune_dominated`](crate::game::capabilities::Tactics::prune_dominated)).
    pub prune: Prune,
    /// One of several mirror-equal moves represents all; playouts are unaffected.
    pub merge: bool,
    /// Playout policy.
    pub playout: Playout,
    /// Share of uniformly random moves in MAST and NST playouts.
    pub epsilon: f64,
    /// The share of what MAST, NST and history have learnt that is kept from one search of a game to the next.
    pub playout_keep: f64,
    /// In the first turns of a playout, as many as this, a move that wins at once is played, and one that lets the next
    /// player win at once is taken back.
    pub lookahead: u32,
    /// Look-ahead that finds a win in a smaller share of the turns is given up for the rest of a search.
    pub lookahead_least: f64,
    /// A playout is cut after this many turns (0: only where the game may be endless, after 1,000).
    pub playout_cap: u32,
    /// A cut playout, and with `playout-cap` every longer one, is scored by the game's evaluation if it has one.
    pub evaluate: bool,
    /// Back-up operator.
    pub backup: Backup,
    /// Rule at joint turns.
    pub joint: JointRule,
    /// Equal positions share one node (needs hash keys).
    pub transpositions: bool,
    /// Final choice.
    pub answer: Answer,
    /// The tree is kept from move to move.
    pub reuse: bool,
    /// Bytes for the tree, unless the budget gives a limit.
    pub memory: usize,
    /// What happens when they are used up.
    pub when_full: WhenFull,
    /// Independent runs; the simulations are divided among them and the best is kept.
    pub restarts: u32,
    /// Starts anew after every so many simulations, until the budget ends or a line reaches the top payoff; 0 is never.
    pub restart_after: u64,
    /// Worker threads.
    pub threads: usize,
    /// How they work together.
    pub parallel: Parallel,
    /// Playouts of every leaf per thread, under leaf parallelism.
    pub leaf_playouts: u32,
    /// Overrides the game's payoff range for normalisation.
    pub range: Option<PayoffRange>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            select: Selection::Ucb1,
            c: None,
            sp_d: 0.001,
            sp_best: 0.02,
            prior: Prior::Uniform,
            unvisited: Unvisited::First,
            amaf: Amaf::None,
            alpha: 0.5,
            amaf_first: 20,
            amaf_cutoff: 1_000,
            rave_schedule: RaveSchedule::Mse,
            rave_k: 250.0,
            rave_bias: 0.1,
            grave_ref: 50,
            expand: 1,
            widen_k: 0.0,
            widen_a: 0.5,
            solver: true,
            prune: Prune::Auto,
            merge: false,
            playout: Playout::Auto,
            epsilon: 0.2,
            playout_keep: 0.0,
            lookahead: 0,
            lookahead_least: 0.0,
            playout_cap: 0,
            evaluate: false,
            backup: Backup::Mean,
            joint: JointRule::Decoupled,
            transpositions: false,
            answer: Answer::Auto,
            reuse: true,
            memory: 1 << 30,
            when_full: WhenFull::Recycle,
            restarts: 1,
            restart_after: 0,
            threads: 1,
            parallel: Parallel::Tree,
            leaf_playouts: 8,
            range: None,
        }
    }
}

impl Config {
    /// Plain UCT as in the textbooks: UCB1 with c = √2, uniform playouts, no proofs.
    pub fn plain() -> Self {
        Config {
            c: Some(std::f64::consts::SQRT_2),
            playout: Playout::Uniform,
            solver: false,
            prune: Prune::Off,
            ..Config::default()
        }
    }

    /// As CadiaPlayer, by the settings that the reference player of the Maastricht group calls so: GRAVE with MAST playouts
    /// of which a fifth is kept from move to move, c = 0.2, an unvisited move counts as a win, or explores by 1 where AMAF
    /// has a value for it; the best mean is played.
    pub fn cadia() -> Self {
        Config {
            c: Some(0.2),
            unvisited: Unvisited::Urgency(1.0),
            amaf: Amaf::Grave,
            rave_schedule: RaveSchedule::KNode,
            rave_k: 250.0,
            grave_ref: 50,
            playout: Playout::Mast,
            epsilon: 0.4,
            playout_keep: 0.2,
            playout_cap: 500,
            answer: Answer::BestMean,
            solver: false,
            prune: Prune::Off,
            ..Config::default()
        }
    }

    /// The rule of the teaching article, unchanged: c = 1, an unvisited child counts as 1, no proofs.
    pub fn article() -> Self {
        Config {
            select: Selection::Article,
            unvisited: Unvisited::Urgency(1.0),
            solver: false,
            prune: Prune::Off,
            ..Config::default()
        }
    }
}

/// The smallest memory that a tree can work in.
pub const LEAST_MEMORY: usize = 1 << 20;

/// The cap on playouts of games that may be endless.
pub(super) const ENDLESS_CAP: u32 = 1_000;

impl Config {
    /// The exploration constant: the given one, or that of the rule.
    pub fn exploration(&self) -> f64 {
        self.c.unwrap_or_else(|| self.select.constant())
    }

    /// Whether playouts have to report their moves.
    pub(crate) fn listens(&self, info: &GameInfo) -> bool {
        self.amaf != Amaf::None || self.learns() || self.lookahead > 0 || info.players() == 1
    }

    /// Whether playouts consult tables that are learnt during the search.
    pub(crate) fn learns(&self) -> bool {
        matches!(self.playout, Playout::Mast | Playout::Nst | Playout::History)
    }

    /// Whether the rule needs sums of squares.
    pub(crate) fn needs_squares(&self) -> bool {
        matches!(self.select, Selection::Ucb1Tuned | Selection::UcbV | Selection::SpMcts)
    }
}
