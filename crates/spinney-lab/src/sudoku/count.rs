//! Solutions counted up to a limit.

use std::ops::ControlFlow;

use serde::Serialize;
use spinney::budget::Budget;

use super::{Batch, Origin, Task, exact};

/// How solutions are counted.
#[derive(Clone)]
pub struct Counting {
    /// Where counting ends.
    pub limit: usize,
    /// The time for each puzzle, and the flag that ends everything.
    pub budget: Budget,
    /// How many puzzles at the same time.
    pub jobs: usize,
}

/// The number of solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountRow {
    /// The puzzle.
    #[serde(flatten)]
    pub origin: Origin,
    /// The number of filled cells.
    pub givens: usize,
    /// The number of solutions up to the limit; nothing if the search was ended before.
    pub solutions: Option<usize>,
    /// How many were found in any case.
    pub found: usize,
    /// Whether there is exactly one, if that is known.
    pub unique: Option<bool>,
    /// The choices that the search made.
    pub nodes: u64,
    /// Seconds on the wall.
    pub seconds: f64,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// What is wrong with a puzzle that breaks the rules.
    pub error: Option<String>,
}

/// How many puzzles have no solution, one or several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CountSummary {
    /// The puzzles that were counted.
    pub puzzles: usize,
    /// Those without a solution, whether or not they break the rules.
    pub without: usize,
    /// Those with one.
    pub unique: usize,
    /// Those with several.
    pub several: usize,
    /// Those of which it is not known.
    pub unknown: usize,
    /// Those that break the rules.
    pub broken: usize,
    /// Whether puzzles were left out.
    pub stopped: bool,
}

impl CountSummary {
    /// Sums up puzzles by their numbers of solutions, and whether they break the rules.
    pub(super) fn of(all: usize, puzzles: impl Iterator<Item = (Option<usize>, bool)>) -> CountSummary {
        let mut sum = CountSummary::default();
        for (solutions, broken) in puzzles {
            sum.puzzles += 1;
            sum.broken += usize::from(broken);
            match solutions {
                None => sum.unknown += 1,
                Some(0) => sum.without += 1,
                Some(1) => sum.unique += 1,
                Some(_) => sum.several += 1,
            }
        }
        CountSummary { stopped: sum.puzzles < all, ..sum }
    }
}

impl Counting {
    /// Counts the solutions of every puzzle.
    pub fn run(&self, tasks: &[Task], on_row: &mut dyn FnMut(&CountRow) -> ControlFlow<()>) -> CountSummary {
        let batch = Batch { jobs: self.jobs, stop: self.budget.stop.clone() };
        let rows = batch.run(tasks, |task| self.count(task), on_row);
        CountSummary::of(tasks.len(), rows.iter().map(|row| (row.solutions, row.error.is_some())))
    }

    fn count(&self, task: &Task) -> CountRow {
        let error = task.clash();
        let mut row = CountRow {
            origin: task.origin(),
            givens: task.puzzle.grid.filled(),
            solutions: Some(0),
            found: 0,
            unique: Some(false),
            nodes: 0,
            seconds: 0.0,
            cpu_seconds: 0.0,
            error,
        };
        if row.error.is_none() {
            let exact = exact::search(&task.puzzle.grid, self.limit, &self.budget);
            row.unique = match exact.solutions {
                _ if exact.found > 1 => Some(false),
                // One is not known to be the only one if no other was looked for.
                Some(1) => (self.limit > 1).then_some(true),
                Some(_) => Some(false),
                None => None,
            };
            (row.solutions, row.found, row.nodes) = (exact.solutions, exact.found, exact.nodes);
            (row.seconds, row.cpu_seconds) = (exact.seconds, exact.cpu_seconds);
        }
        row
    }
}
