//! The way from a puzzle to its solution, and how hard it is.

use std::collections::BTreeMap;
use std::fmt;

use super::super::grid::Grid;
use super::{Contradiction, Level, Notes, Step, Technique, next_step_until};

/// Why a puzzle has no path to a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPath {
    /// The board contradicts itself.
    Contradiction(Contradiction),
    /// No technique applies any more; usually the puzzle has several solutions.
    Stuck {
        /// The steps that could be made.
        steps: Vec<Step>,
    },
    /// The limit of steps was reached.
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// There is nothing to solve.
    Solved,
    /// The search was stopped.
    Stopped,
}

impl fmt::Display for NoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPath::Contradiction(contradiction) => write!(f, "the puzzle has no solution: {contradiction}"),
            NoPath::Stuck { steps } => {
                write!(f, "no technique applies after {} step{}", steps.len(), if steps.len() == 1 { "" } else { "s" })
            }
            NoPath::TooLong { limit } => write!(f, "the puzzle is not solved after {limit} steps"),
            NoPath::Solved => f.write_str("the board is solved already"),
            NoPath::Stopped => f.write_str("stopped before the puzzle was solved"),
        }
    }
}

impl std::error::Error for NoPath {}

impl From<Contradiction> for NoPath {
    fn from(contradiction: Contradiction) -> NoPath {
        NoPath::Contradiction(contradiction)
    }
}

/// How hard a puzzle is for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The hardest technique on the path.
    pub hardest: Technique,
    /// Its difficulty.
    pub difficulty: f64,
    /// Its level.
    pub level: Level,
    /// The number of steps.
    pub steps: usize,
    /// How often each technique is used, the easiest first.
    pub counts: BTreeMap<Technique, usize>,
}

impl Rating {
    /// The rating of these steps, unless there are none.
    pub fn of(steps: &[Step]) -> Option<Rating> {
        let mut counts = BTreeMap::new();
        for step in steps {
            *counts.entry(step.technique).or_insert(0) += 1;
        }
        let hardest = *counts.keys().next_back()?;
        let (difficulty, level) = (hardest.difficulty(), hardest.level());
        Some(Rating { hardest, difficulty, level, steps: steps.len(), counts })
    }
}

/// All steps to the solution, each of them by the easiest technique that makes progress.
pub fn path(grid: &Grid) -> Result<Vec<Step>, NoPath> {
    path_until(grid, &mut || false)
}

/// The same, unless `stop` says so before the puzzle is solved.
pub fn path_until(grid: &Grid, stop: &mut dyn FnMut() -> bool) -> Result<Vec<Step>, NoPath> {
    // Every step fills a cell or takes a candidate, so this is enough for every board.
    let geometry = grid.geometry();
    walk(grid, geometry.cells * (geometry.side + 1), stop)
}

/// All steps to the solution if there are at most `limit`.
pub fn path_within(grid: &Grid, limit: usize) -> Result<Vec<Step>, NoPath> {
    walk(grid, limit, &mut || false)
}

fn walk(grid: &Grid, limit: usize, stop: &mut dyn FnMut() -> bool) -> Result<Vec<Step>, NoPath> {
    let mut notes = Notes::new(grid)?;
    let mut steps = Vec::new();
    while !notes.is_solved() {
        if steps.len() == limit {
            return Err(NoPath::TooLong { limit });
        }
        let mut stopped = false;
        let step = next_step_until(&notes, &mut || {
            stopped = stopped || stop();
            stopped
        })?;
        // What a search finds that was told to stop need not be the easiest step.
        let step = match step {
            _ if stopped => return Err(NoPath::Stopped),
            None => return Err(NoPath::Stuck { steps }),
            Some(step) => step,
        };
        notes.apply(&step)?;
        steps.push(step);
    }
    Ok(steps)
}

/// How hard a puzzle is: its path, summed up.
pub fn rate(grid: &Grid) -> Result<Rating, NoPath> {
    rate_until(grid, &mut || false)
}

/// The same, unless `stop` says so before the puzzle is solved.
pub fn rate_until(grid: &Grid, stop: &mut dyn FnMut() -> bool) -> Result<Rating, NoPath> {
    Rating::of(&path_until(grid, stop)?).ok_or(NoPath::Solved)
}
