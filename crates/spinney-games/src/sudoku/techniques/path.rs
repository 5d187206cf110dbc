//! The way from a puzzle to its solution, and how hard it is.

use std::collections::BTreeMap;
use std::fmt;

use super::super::grid::Grid;
use super::{Contradiction, Level, Notes, Step, Technique, next_step};

/// Why a puzzle has no path to a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPath {
    /// The board contradicts itself.
    Contradiction(Contradiction),
    /// Nothing follows any more; usually the puzzle has several solutions.
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
}

impl fmt::Display for NoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPath::Contradiction(contradiction) => write!(f, "the puzzle has no solution: {contradiction}"),
            NoPath::Stuck { steps } => write!(f, "nothing follows after {} steps", steps.len()),
            NoPath::TooLong { limit } => write!(f, "the puzzle is not solved after {limit} steps"),
            NoPath::Solved => f.write_str("the board is solved already"),
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
    // Every step fills a cell or takes a candidate, so this is enough for every board.
    let geometry = grid.geometry();
    path_within(grid, geometry.cells * (geometry.side + 1))
}

/// All steps to the solution if there are at most `limit`.
pub fn path_within(grid: &Grid, limit: usize) -> Result<Vec<Step>, NoPath> {
    let mut notes = Notes::new(grid)?;
    let mut steps = Vec::new();
    while !notes.is_solved() {
        if steps.len() == limit {
            return Err(NoPath::TooLong { limit });
        }
        let Some(step) = next_step(&notes)? else {
            return Err(NoPath::Stuck { steps });
        };
        notes.apply(&step)?;
        steps.push(step);
    }
    Ok(steps)
}

/// How hard a puzzle is: its path, summed up.
pub fn rate(grid: &Grid) -> Result<Rating, NoPath> {
    Rating::of(&path(grid)?).ok_or(NoPath::Solved)
}
