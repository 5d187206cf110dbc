//! The number of solutions of a puzzle, under a budget.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use spinney::budget::{Budget, StopFlag};
use spinney_agents::quantity::write_count;
use spinney_games::sudoku::{Grid, exact};

/// The number of solutions that counts as several: the limit where only 0, 1 and several are told apart.
pub const SEVERAL: usize = 2;

/// The time for the number of solutions where it is not what was asked for. Boards of 9×9 need a tiny part of it.
const CHECK: Duration = Duration::from_secs(1);

/// What the exact solver found.
pub(super) struct Exact {
    /// The number of solutions up to the limit, if the search was not ended before.
    pub(super) solutions: Option<usize>,
    /// How many were found in any case.
    pub(super) found: usize,
    /// The first solution.
    pub(super) first: Option<Grid>,
    /// The choices that were made.
    pub(super) nodes: u64,
    /// Seconds on the wall.
    pub(super) seconds: f64,
    /// Seconds of processor time.
    pub(super) cpu_seconds: f64,
}

/// What is known about the number of solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is none.
    Without,
    /// There is exactly one.
    Unique,
    /// There are at least two.
    Several,
    /// None of these is certain.
    Unknown,
}

impl Verdict {
    /// What a search shows that counted up to a limit. `solutions` is the number up to the limit, if it is certain, and
    /// `found` how many were found in any case.
    pub(super) fn of(solutions: Option<usize>, found: usize, limit: usize) -> Verdict {
        match (solutions, found) {
            (_, SEVERAL..) => Verdict::Several,
            // One is not known to be the only one if no other was looked for.
            (Some(1), _) if limit > 1 => Verdict::Unique,
            (Some(0), _) if limit > 0 => Verdict::Without,
            _ => Verdict::Unknown,
        }
    }

    /// The same for a number of solutions up to [`SEVERAL`].
    pub(super) fn of_few(solutions: Option<usize>) -> Verdict {
        Verdict::of(solutions, solutions.unwrap_or(0), SEVERAL)
    }

    /// Whether there is exactly one solution, if that is known.
    pub(super) fn unique(self) -> Option<bool> {
        (self != Verdict::Unknown).then_some(self == Verdict::Unique)
    }
}

/// Counts solutions up to a limit, within the time of the budget.
pub(super) fn search(grid: &Grid, limit: usize, budget: &Budget) -> Exact {
    let (wall, cpu, began) = (Instant::now(), ThreadTime::now(), budget.clock.now());
    let mut stop = || {
        let late = |time| budget.clock.now().saturating_sub(began) >= time;
        budget.stop.is_raised() || budget.time.is_some_and(late)
    };
    let found = exact::search(grid, limit, &mut stop);
    Exact {
        solutions: found.complete.then_some(found.count),
        found: found.count,
        first: found.first,
        nodes: found.nodes,
        seconds: wall.elapsed().as_secs_f64(),
        cpu_seconds: cpu.elapsed().as_secs_f64(),
    }
}

/// Whether a board has 0, 1 or several solutions, unless that takes long.
pub(super) fn solutions(grid: &Grid, stop: &StopFlag) -> Exact {
    let budget = Budget { time: Some(CHECK), stop: stop.clone(), ..Budget::default() };
    search(grid, SEVERAL, &budget)
}

/// A number of solutions in words, of a search that counted up to a limit.
pub fn in_words(solutions: Option<usize>, limit: usize) -> String {
    let count = |count: usize| write_count(count as u64);
    match solutions {
        None => "number of solutions unknown".to_owned(),
        Some(0) => "no solution".to_owned(),
        Some(1) if limit > 1 => "one solution".to_owned(),
        Some(_) if limit == SEVERAL => "several solutions".to_owned(),
        Some(1) => "at least one solution".to_owned(),
        Some(solutions) if solutions < limit => format!("{} solutions", count(solutions)),
        Some(solutions) => format!("at least {} solutions", count(solutions)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_needs_evidence() {
        for (solutions, found, limit, verdict) in [
            (Some(0), 0, 2, Verdict::Without),
            (Some(1), 1, 2, Verdict::Unique),
            (Some(1), 1, 1, Verdict::Unknown),
            (Some(2), 2, 2, Verdict::Several),
            (None, 0, 2, Verdict::Unknown),
            (None, 1, 2, Verdict::Unknown),
            (None, 7, 1_000, Verdict::Several),
        ] {
            assert_eq!(Verdict::of(solutions, found, limit), verdict, "{solutions:?} {found} {limit}");
        }
        assert_eq!(Verdict::of_few(Some(1)).unique(), Some(true));
        assert_eq!((Verdict::Several.unique(), Verdict::Unknown.unique()), (Some(false), None));
    }
}
