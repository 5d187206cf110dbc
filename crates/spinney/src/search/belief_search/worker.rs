//! The inputs and the working state of one search.

use super::config::Config;
use super::pool::{Group, Level};
use crate::budget::{Limit, Meter, Pace, Signal};
use crate::evaluation::Evaluator;
use crate::game::capabilities::{Hidden, Key, Tactics};
use crate::game::{Game, Player, Turn};
use crate::random::mix;
use crate::report::{Report, Unit};
use crate::search::minimax::order::History;
use crate::search::minimax::table::Table;

/// What does not change during a search.
pub(super) struct Setting<'s, G: Game> {
    pub game: &'s G,
    pub config: &'s Config,
    /// The player that decides at the root; values are its payoffs.
    pub hero: Player,
    /// The declared payoff range, or no bounds.
    pub low: f64,
    pub high: f64,
    pub evaluator: Evaluator<'s, G>,
    pub hidden: Option<&'s (dyn Hidden<State = G::State, Move = G::Move> + 's)>,
    pub key: Option<&'s (dyn Key<State = G::State, Move = G::Move> + 's)>,
    pub tactics: Option<&'s (dyn Tactics<State = G::State, Move = G::Move> + 's)>,
    pub table: Option<&'s Table>,
}

impl<G: Game> Setting<'_, G> {
    /// The value of a state to the hero: its payoff, or an evaluation within the range.
    #[inline]
    pub(super) fn worth(&self, state: &G::State, turn: Turn) -> f64 {
        match turn {
            Turn::Over => self.game.payoff(state, self.hero),
            _ => self.evaluator.value(state, self.hero).max(self.low).min(self.high),
        }
    }

    /// The hero's observation of a move.
    #[inline]
    pub(super) fn notices(&self, state: &G::State, mv: G::Move) -> u64 {
        match self.hidden {
            Some(hidden) => hidden.observation_key(state, mv, self.hero),
            None => {
                let mut hasher = rustc_hash::FxHasher::default();
                std::hash::Hash::hash(&mv, &mut hasher);
                std::hash::Hasher::finish(&hasher)
            }
        }
    }
}

/// The memory of a search.
pub(super) struct Worker<'s, G: Game> {
    pub setting: &'s Setting<'s, G>,
    pub levels: Vec<Level<G::State, G::Move>>,
    pub history: History,
    pub meter: &'s Meter,
    pub nodes: u64,
    pub leaves: u64,
    /// The deepest node, in turns.
    pub deepest: usize,
    /// Why the search has to end.
    pub stopped: Option<Limit>,
    pace: Pace,
    most_nodes: u64,
    /// The latest results of the root moves, to be published when a report is requested.
    pub standing: Option<Report<G::Move>>,
}

impl<'s, G: Game> Worker<'s, G> {
    pub(super) fn new(setting: &'s Setting<'s, G>, meter: &'s Meter) -> Self {
        Worker {
            setting,
            levels: vec![Level::new(), Level::new()],
            history: History::new(),
            meter,
            nodes: 0,
            leaves: 0,
            deepest: 0,
            stopped: None,
            pace: Pace::new(meter),
            most_nodes: meter.simulations_left(0),
            standing: None,
        }
    }

    /// Counts a step of the rules; returns whether the search may continue.
    #[inline]
    pub(super) fn step(&mut self) -> bool {
        match self.pace.step(self.meter) {
            Signal::GoOn => {}
            Signal::Report => self.publish(),
            Signal::End(limit) => self.stopped = Some(limit),
        }
        self.stopped.is_none()
    }

    #[cold]
    fn publish(&self) {
        if let Some(standing) = &self.standing {
            let mut report = standing.clone().with_work(self.nodes, Unit::Nodes).with_end(Limit::Running, 0.0);
            report.nodes = self.nodes;
            report.depth = report.depth.max(self.deepest as u32);
            self.meter.publish(report);
        }
    }

    /// Counts a node; returns whether it may be searched.
    pub(super) fn count(&mut self, ply: usize) -> bool {
        if self.nodes >= self.most_nodes {
            self.stopped = self.stopped.or(Some(Limit::Simulations));
        }
        if self.stopped.is_some() || !self.step() {
            return false;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        while self.levels.len() < ply + 2 {
            self.levels.push(Level::new());
        }
        true
    }

    /// A key of a belief: which states, and how likely they are.
    pub(super) fn belief_key(&self, ply: usize, group: &Group) -> u64 {
        const STEPS: f64 = (1u64 << 26) as f64;
        let level = &self.levels[ply];
        let states = level.outcomes[group.range()].iter();
        let sum = states.fold(0u64, |sum, outcome| {
            let weight = (outcome.weight * STEPS).round() as u64;
            sum.wrapping_add(mix(outcome.key ^ weight.rotate_left(32)))
        });
        mix(sum ^ u64::from(self.setting.hero.0) << 56)
    }

    /// Bytes of all pools.
    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(Level::bytes).sum()
    }
}
