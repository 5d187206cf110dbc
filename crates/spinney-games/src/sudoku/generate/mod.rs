//! Generating puzzles with one solution: a random full board whose clues are taken away in random order, as long as the
//! solution stays the only one.
//!
//! The full board comes from a randomised search, and is then relabelled, transposed and permuted at random, so that
//! boards that are the same but for that are equally likely.

mod full;
mod symmetry;

#[cfg(test)]
mod tests;

use std::fmt;

use spinney::random::Random;

use super::exact;
use super::geometry::{BOX_SIZES, Geometry};
use super::grid::Grid;
use super::techniques::{Level, Notes, Technique, find};

pub use full::random_board;
pub use symmetry::Symmetry;

/// What a puzzle is to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirements {
    /// The side of a box.
    pub box_size: usize,
    /// Which cells are given together.
    pub symmetry: Symmetry,
    /// The number of givens; otherwise as few as the clues that were taken first allow.
    pub givens: Option<usize>,
    /// The level of the hardest technique needed, otherwise any.
    pub level: Option<Level>,
    /// How many full boards are tried.
    pub tries: usize,
}

impl Default for Requirements {
    fn default() -> Self {
        Requirements { box_size: 3, symmetry: Symmetry::None, givens: None, level: None, tries: 1_000 }
    }
}

/// A puzzle, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Grid,
    /// Its only solution.
    pub solution: Grid,
    /// The number of full boards that were tried.
    pub tries: usize,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No puzzle can be like that.
    Impossible(String),
    /// None was found in all tries.
    NotFound {
        /// The number of tries.
        tries: usize,
        /// The fewest givens of a puzzle with one solution that was not too hard.
        fewest: usize,
        /// How many tries had the number of givens, but needed no technique of the level.
        too_easy: usize,
    },
    /// The search was stopped.
    Stopped,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Impossible(reason) => f.write_str(reason),
            Failure::NotFound { tries, fewest, too_easy } => {
                let word = if *tries == 1 { "try" } else { "tries" };
                write!(f, "no such puzzle in {tries} {word}")?;
                if too_easy < tries {
                    write!(f, "; the fewest givens reached were {fewest}")?;
                }
                match too_easy {
                    0 => Ok(()),
                    _ => write!(f, "; {too_easy} of them were too easy for the level"),
                }
            }
            Failure::Stopped => f.write_str("stopped before a puzzle was found"),
        }
    }
}

impl std::error::Error for Failure {}

/// How often a search on a large board may ask whether to stop before the clue is left in place. Boards with many empty
/// cells can take very long, and the number is the same on every machine.
const PATIENCE: u32 = 500;

/// Makes a puzzle with one solution. The same generator gives the same puzzle, unless `stop` says so before.
///
/// Unless a number of givens or a level is required, no clue (with those that its symmetry ties to it) can be removed
/// without a second solution. With boxes of 4×4 and more a clue also stays if it takes too long to find out.
pub fn generate(
    requirements: &Requirements,
    rng: &mut Random,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Generated, Failure> {
    check(requirements)?;
    let (mut fewest, mut too_easy) = (Geometry::of(requirements.box_size).cells, 0);
    for tries in 1..=requirements.tries {
        let solution = random_board(requirements.box_size, rng, stop).ok_or(Failure::Stopped)?;
        let (puzzle, fit) = thin_out(&solution, requirements, rng, stop)?;
        fewest = fewest.min(puzzle.filled());
        match fit {
            Fit::Met => return Ok(Generated { puzzle, solution, tries }),
            Fit::TooEasy => too_easy += 1,
            Fit::TooManyGivens => {}
        }
    }
    Err(Failure::NotFound { tries: requirements.tries, fewest, too_easy })
}

/// Rejects what no puzzle can be like.
fn check(requirements: &Requirements) -> Result<(), Failure> {
    let impossible = |reason: String| Err(Failure::Impossible(reason));
    let (least, most) = (BOX_SIZES.start(), BOX_SIZES.end());
    if !BOX_SIZES.contains(&requirements.box_size) {
        return impossible(format!("boxes have a side of {least} to {most} cells, not {}", requirements.box_size));
    }
    let geometry = Geometry::of(requirements.box_size);
    let Some(givens) = requirements.givens else { return Ok(()) };
    if givens >= geometry.cells {
        return impossible(format!("a puzzle has fewer than {} givens", geometry.cells));
    }
    let fewest = fewest_givens(requirements.box_size);
    if givens < fewest {
        let side = geometry.side;
        return impossible(format!("a puzzle of {side}x{side} with one solution has at least {fewest} givens"));
    }
    let orbits = requirements.symmetry.orbits(geometry);
    let fixed = orbits.iter().any(|orbit| orbit.len() == 1);
    if !fixed && givens % 2 == 1 {
        let (symmetry, side) = (requirements.symmetry, geometry.side);
        return impossible(format!("{symmetry} symmetry of {side}x{side} cells needs an even number of givens"));
    }
    Ok(())
}

/// A number of givens that every puzzle with one solution has. For 9×9 it is that of McGuire, Tugemann and Civario (2012).
/// On large boards the least number is unknown, but two values without a given could be exchanged.
fn fewest_givens(box_size: usize) -> usize {
    match box_size {
        2 => 4,
        3 => 17,
        size => size * size - 1,
    }
}

/// Whether a puzzle meets the requirements.
enum Fit {
    Met,
    /// No more clues could be removed.
    TooManyGivens,
    /// Easier techniques than those of the level are enough.
    TooEasy,
}

/// Removes clues while the solution is the only one and no technique above the required level is needed.
fn thin_out(
    solution: &Grid,
    requirements: &Requirements,
    rng: &mut Random,
    stop: &mut dyn FnMut() -> bool,
) -> Result<(Grid, Fit), Failure> {
    let mut puzzle = solution.clone();
    let mut orbits = requirements.symmetry.orbits(solution.geometry());
    rng.shuffle(&mut orbits);
    let wanted = requirements.givens.unwrap_or(0);
    let mut givens = puzzle.filled();
    for orbit in orbits.iter().filter(|orbit| !orbit.is_empty()) {
        if givens < wanted + orbit.len() {
            continue;
        }
        orbit.iter().for_each(|&cell| puzzle.set(cell, 0));
        let fits = is_unique(&puzzle, stop)? && is_within(&puzzle, requirements.level, stop)?;
        if fits {
            givens -= orbit.len();
        } else {
            orbit.iter().for_each(|&cell| puzzle.set(cell, solution.values()[cell]));
        }
    }
    if requirements.givens.is_some_and(|wanted| givens != wanted) {
        return Ok((puzzle, Fit::TooManyGivens));
    }
    let too_easy = match requirements.level.and_then(below) {
        Some(easier) => is_within(&puzzle, Some(easier), stop)?,
        None => false,
    };
    Ok((puzzle, if too_easy { Fit::TooEasy } else { Fit::Met }))
}

/// Whether a board that has a solution is known to have no other one.
fn is_unique(puzzle: &Grid, stop: &mut dyn FnMut() -> bool) -> Result<bool, Failure> {
    let patient = puzzle.geometry().box_size <= 3;
    let (mut questions, mut stopped) = (0, false);
    let found = exact::search(puzzle, 2, &mut || {
        questions += 1;
        stopped = stop();
        stopped || (!patient && questions > PATIENCE)
    });
    // Short searches do not ask.
    if stopped || (questions == 0 && stop()) {
        return Err(Failure::Stopped);
    }
    Ok(found.complete && found.count == 1)
}

/// The level below this one.
fn below(level: Level) -> Option<Level> {
    match level {
        Level::Easy => None,
        Level::Medium => Some(Level::Easy),
        Level::Hard => Some(Level::Medium),
        Level::Expert => Some(Level::Hard),
        Level::Extreme => Some(Level::Expert),
    }
}

/// Whether techniques up to this level solve a puzzle with one solution.
fn is_within(puzzle: &Grid, level: Option<Level>, stop: &mut dyn FnMut() -> bool) -> Result<bool, Failure> {
    let Some(level) = level.filter(|&level| level < Level::Extreme) else { return Ok(true) };
    let Ok(mut notes) = Notes::new(puzzle) else { return Ok(false) };
    while !notes.is_solved() {
        let mut stopped = false;
        let techniques = Technique::ALL.iter().take_while(|technique| technique.level() <= level);
        let step = techniques
            .map_while(|&technique| {
                stopped = stop();
                (!stopped).then(|| find(&notes, technique))
            })
            .find_map(|step| step);
        if stopped {
            return Err(Failure::Stopped);
        }
        if step.is_none_or(|step| notes.apply(&step).is_err()) {
            return Ok(false);
        }
    }
    Ok(true)
}
