//! What strategies learn before they can act: symbol counting and score counters.

use super::super::config::{Config, Strategy};
use super::super::facts::FactBook;
use super::score::Scores;
use super::symbols::Symbols;
use crate::game::capabilities::FactSet;
use crate::game::{Game, Payoffs};

/// Statistics of simulations, and what follows from them.
pub(in super::super) struct Learnt {
    pub(in super::super) symbols: Symbols,
    pub(in super::super) scores: Scores,
    /// What is asked of it.
    wants_symbols: bool,
    wants_scores: bool,
    simulations: u64,
    /// States of the simulation under way were counted.
    counting: bool,
    /// Weights have been worked out.
    done: bool,
}

impl Learnt {
    pub(in super::super) fn new(config: &Config, seats: &[String]) -> Self {
        Learnt {
            symbols: Symbols::new(seats.len()),
            scores: Scores::new(seats),
            wants_symbols: config.strategies.contains(&Strategy::Ssc),
            wants_scores: config.strategies.contains(&Strategy::Score),
            simulations: 0,
            counting: false,
            done: false,
        }
    }

    /// Whether simulations of a strategy are to be counted: those of the others.
    pub(in super::super) fn listens(&self, config: &Config, strategy: Strategy) -> bool {
        let other = !matches!(strategy, Strategy::Ssc | Strategy::Score);
        other && (self.wants_symbols || self.wants_scores) && (!self.done || config.learn_on)
    }

    /// Counts a state of the simulation.
    pub(in super::super) fn count<G: Game>(&mut self, game: &G, book: &mut FactBook, facts: &FactSet) {
        self.counting = true;
        if self.wants_symbols {
            self.symbols.count(facts);
        }
        if self.wants_scores {
            self.scores.count(game, book, facts);
        }
    }

    /// Ends a simulation that was counted; without a result it is forgotten.
    pub(in super::super) fn end(&mut self, payoffs: Option<&Payoffs>) {
        if !std::mem::take(&mut self.counting) {
            return;
        }
        self.symbols.end(payoffs);
        self.scores.end(payoffs);
        self.simulations += u64::from(payoffs.is_some());
    }

    /// Whether enough was learnt; `enough` simulations are.
    pub(in super::super) fn is_due(&self, enough: u64) -> bool {
        (self.wants_symbols || self.wants_scores) && !self.done && self.simulations >= enough
    }

    /// The simulations that were counted.
    pub(in super::super) fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Works weights out from what was counted so far.
    pub(in super::super) fn weigh<G: Game>(&mut self, game: &G, book: &mut FactBook) {
        if self.wants_symbols {
            self.symbols.weigh(game, book);
        }
        if self.wants_scores {
            self.scores.weigh();
        }
        self.done = true;
    }

    /// Whether weights have been worked out.
    pub(in super::super) fn is_done(&self) -> bool {
        self.done
    }

    /// Whether a strategy has learnt what it needs for every role.
    pub(in super::super) fn knows(&self, strategy: Strategy, players: usize) -> bool {
        match strategy {
            Strategy::Ssc => (0..players).any(|role| self.symbols.knows(role)),
            Strategy::Score => self.scores.knows(),
            _ => true,
        }
    }
}
