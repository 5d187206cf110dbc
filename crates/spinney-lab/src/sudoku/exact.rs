//! The number of solutions of a puzzle, under a budget.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use spinney::budget::{Budget, StopFlag};
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
    match solutions {
        None => "number of solutions not known".to_owned(),
        Some(0) => "no solution".to_owned(),
        Some(1) if limit > 1 => "one solution".to_owned(),
        Some(_) if limit == SEVERAL => "several solutions".to_owned(),
        Some(1) => "at least one solution".to_owned(),
        Some(count) if count < limit => format!("{count} solutions"),
        Some(count) => format!("at least {count} solutions"),
    }
}
