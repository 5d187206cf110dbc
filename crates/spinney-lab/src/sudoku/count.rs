//! Solutions counted up to a limit.

use std::ops::ControlFlow;

use serde::Serialize;
use spinney::budget::Budget;

use super::batch::Batch;
use super::exact::{self, Verdict};
use super::{Origin, Task};

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
    /// The number of givens.
    pub givens: usize,
    /// The number of solutions up to the limit; nothing if the search was ended before.
    pub solutions: Option<usize>,
    /// How many were found in any case.
    pub found: usize,
    /// Whether these are all: the search ended by itself, below the limit.
    pub complete: bool,
    /// Whether there is exactly one, if that is known.
    pub unique: Option<bool>,
    /// The choices that the search made.
    pub nodes: u64,
    /// Seconds on the wall.
    pub seconds: f64,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// Whether it was stopped from outside.
    pub stopped: bool,
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
    /// Whether the work was stopped before all puzzles were finished.
    pub stopped: bool,
    /// How many puzzles were finished.
    #[serde(skip)]
    pub finished: usize,
}

impl CountSummary {
    /// Adds a puzzle: its number of solutions, whether it breaks the rules, and whether the work on it was stopped.
    pub(super) fn add(&mut self, verdict: Verdict, broken: bool, stopped: bool) {
        let count = match verdict {
            Verdict::Without => &mut self.without,
            Verdict::Unique => &mut self.unique,
            Verdict::Several => &mut self.several,
            Verdict::Unknown => &mut self.unknown,
        };
        *count += 1;
        self.puzzles += 1;
        self.broken += usize::from(broken);
        self.stopped |= stopped;
        self.finished += usize::from(!stopped);
    }

    /// The summary of a batch that had `all` puzzles.
    pub(super) fn end(self, all: usize) -> CountSummary {
        CountSummary { stopped: self.stopped || self.puzzles < all, ..self }
    }
}

impl Counting {
    /// Counts the solutions of every puzzle by its givens.
    pub fn run(&self, tasks: &[Task], on_row: &mut dyn FnMut(&CountRow) -> ControlFlow<()>) -> CountSummary {
        let batch = Batch { jobs: self.jobs, stop: self.budget.stop.clone() };
        let mut summary = CountSummary::default();
        batch.run(tasks, |task| self.count(task), &mut |(row, verdict): (CountRow, _)| {
            summary.add(verdict, row.error.is_some(), row.stopped);
            on_row(&row)
        });
        summary.end(tasks.len())
    }

    fn count(&self, task: &Task) -> (CountRow, Verdict) {
        let givens = task.givens();
        let row = CountRow {
            origin: task.origin_of(givens),
            givens: givens.filled(),
            solutions: Some(0),
            found: 0,
            complete: true,
            unique: Some(false),
            nodes: 0,
            seconds: 0.0,
            cpu_seconds: 0.0,
            stopped: false,
            error: task.clash_of(givens),
        };
        if row.error.is_some() {
            return (row, Verdict::Without);
        }
        let exact = exact::search(givens, self.limit, &self.budget);
        let verdict = Verdict::of(exact.solutions, exact.found, self.limit);
        let row = CountRow {
            solutions: exact.solutions,
            found: exact.found,
            complete: exact.solutions.is_some_and(|count| count < self.limit),
            unique: verdict.unique(),
            nodes: exact.nodes,
            seconds: exact.seconds,
            cpu_seconds: exact.cpu_seconds,
            stopped: exact.solutions.is_none() && self.budget.stop.is_raised(),
            ..row
        };
        (row, verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::read_all_of;

    fn summary(limit: usize, jobs: usize) -> CountSummary {
        let texts =
            ["1.....2..3.....4", "12..............", "................", "1..2.3....4....1", "1.1............."];
        let tasks = read_all_of(&texts.map(str::to_owned)).unwrap();
        let counting = Counting { limit, budget: Budget::default(), jobs };
        counting.run(&tasks, &mut |_| ControlFlow::Continue(()))
    }

    #[test]
    fn the_summary_says_no_more_than_the_rows() {
        for jobs in [1, 3] {
            let sum = summary(2, jobs);
            assert_eq!((sum.puzzles, sum.unique, sum.several, sum.without, sum.unknown), (5, 1, 2, 2, 0));
            assert_eq!((sum.broken, sum.finished, sum.stopped), (1, 5, false));
            let sum = summary(1, jobs);
            assert_eq!((sum.unique, sum.several, sum.without, sum.unknown), (0, 0, 2, 3), "one is not the only one");
            assert_eq!(summary(100, jobs), summary(2, jobs));
        }
    }

    #[test]
    fn two_solutions_are_several_however_the_search_ends() {
        let tasks = read_all_of(&[".".repeat(81), ".".repeat(81)]).unwrap();
        let budget = Budget { time: Some(std::time::Duration::from_millis(20)), ..Budget::default() };
        let sum = Counting { limit: usize::MAX, budget, jobs: 1 }.run(&tasks, &mut |row| {
            assert_eq!((row.solutions, row.unique), (None, Some(false)));
            ControlFlow::Continue(())
        });
        assert_eq!((sum.several, sum.unknown, sum.stopped), (2, 0, false));
    }

    #[test]
    fn a_puzzle_under_way_is_stopped_but_not_finished() {
        let tasks = read_all_of(&["1.....2..3.....4".to_owned(), ".".repeat(81)]).unwrap();
        let budget = Budget::default();
        let flag = budget.stop.clone();
        let sum = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(50));
                flag.raise();
            });
            Counting { limit: usize::MAX, budget, jobs: 1 }.run(&tasks, &mut |_| ControlFlow::Continue(()))
        });
        assert_eq!((sum.puzzles, sum.finished, sum.stopped), (2, 1, true));
    }
}
