//! Depth-first proof-number search, df-pn (Nagai 2002; Kishimoto, Winands, Müller & Saito 2012 for a survey).
//!
//! The search descends to the most-proving leaf, as proof-number search does (Allis 1994), but stays below a position
//! as long as its numbers are under two thresholds. Thresholds are set a little above the second-best child, by the
//! factor 1 + ε (Pawlewicz & Lew 2007), so that it does not switch back and forth.
//!
//! Where positions are reached by several paths, sums of disproof numbers count the same positions several times. The
//! weak numbers (Ueda, Hashimoto, Hashimoto & Iida 2008) add one per further child to the greatest instead.
//!
//! Recursion uses an explicit stack, so that no game is too deep. Every frame keeps the numbers of its children, so
//! that recent results are not lost even if the table has no room for them.

use super::numberer::Numberer;
use super::question::{Rules, Seen, Work};
use super::values::solve;
use super::{DEFAULT_MEMORY, check, read_memory};
use crate::budget::Budget;
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{Configure, Parameter, ParameterError, read};
use crate::search::{Refusal, Search};

/// How the numbers of children are put together where all of them count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Their sum.
    Sum,
    /// The greatest, and one for each of the others.
    Weak,
}

/// The configuration of [`DfPn`].
#[derive(Clone, Debug, PartialEq)]
pub struct DfPnConfig {
    /// Thresholds are this share above the second-best child.
    pub epsilon: f64,
    /// How numbers are put together.
    pub count: Count,
    /// Whether mirror images and rotations of a position count as equal, where the game has keys for that.
    pub symmetry: bool,
    /// Memory of the table in bytes, unless the budget sets it.
    pub memory: usize,
}

impl Default for DfPnConfig {
    fn default() -> Self {
        DfPnConfig { epsilon: 0.25, count: Count::Weak, symmetry: true, memory: DEFAULT_MEMORY }
    }
}

impl Configure for DfPnConfig {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let count = if self.count == Count::Sum { "sum" } else { "weak" };
        vec![
            row("epsilon", self.epsilon.to_string(), "0 …", "share by which thresholds exceed the second-best child"),
            row(
                "count",
                count.to_owned(),
                "sum, weak",
                "numbers of children added up, or the greatest and 1 for each other",
            ),
            row("symmetry", self.symmetry.to_string(), "true, false", "mirror images and rotations count as equal"),
            row("memory", (self.memory >> 20).to_string(), "1 …", "MiB of the table, unless the budget limits memory"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "epsilon" => self.epsilon = read(key, value, "a number, 0 or more")?,
            "symmetry" => self.symmetry = read(key, value, "true or false")?,
            "memory" => self.memory = read_memory(key, value)?,
            "count" => {
                self.count = match value {
                    "sum" => Count::Sum,
                    "weak" => Count::Weak,
                    _ => {
                        return Err(ParameterError::Value {
                            key: key.to_owned(),
                            value: value.to_owned(),
                            expected: "sum, weak".to_owned(),
                        });
                    }
                }
            }
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Depth-first proof-number search.
pub struct DfPn<G: Game> {
    game: G,
    config: DfPnConfig,
    seen: [Seen; 2],
    prover: Numberer<G::State, G::Move>,
}

impl<G: Game> DfPn<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: DfPnConfig) -> Result<Self, Refusal> {
        check("df-pn", &game.info())?;
        if !(0.0..=1e6).contains(&config.epsilon) {
            return Err(Refusal::out_of_range("epsilon must be a number from 0 to a million"));
        }
        let prover = Numberer::new(&config);
        Ok(DfPn { game, config, seen: Default::default(), prover })
    }
}

impl<G: Game> Search<G> for DfPn<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, _: &mut Random) -> Report<G::Move> {
        let mut work = Work::new(budget.start());
        let rules = Rules::new(&self.game, self.config.symmetry);
        if !rules.has_keys() {
            // Keys of paths mean something for one root only.
            self.prover.table.clear();
        }
        self.prover.begin(budget.memory.unwrap_or(self.config.memory));
        let seen = &mut self.seen[position.observer().index().min(1)];
        let mut report = solve(&mut self.prover, &rules, position, seen, &mut work);
        if !rules.has_keys() {
            report.notes.push("the game has no hash keys, so equal positions are searched again".to_owned());
        }
        if self.prover.table.dropped > 0 {
            report.notes.push(format!("{} positions were evicted from the table", self.prover.table.dropped));
        }
        report
    }

    fn reset(&mut self) {
        self.seen = Default::default();
        self.prover = Numberer::new(&self.config);
    }
}
