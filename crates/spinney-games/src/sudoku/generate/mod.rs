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
pub struct Wishes {
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

impl Default for Wishes {
    fn default() -> Self {
        Wishes { box_size: 3, symmetry: Symmetry::None, givens: None, level: None, tries: 1_000 }
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
    },
    /// The search was stopped.
    Stopped,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Impossible(reason) => f.write_str(reason),
            Failure::NotFound { tries, fewest } => {
                let tries = format!("{tries} {}", if *tries == 1 { "try" } else { "tries" });
                write!(f, "no such puzzle in {tries}; the fewest givens reached were {fewest}")
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
/// Without wishes for givens and level no clue can be taken away (together with those that are given with it). The
/// exception are boxes of 4×4 and more, where a clue also stays if it takes too long to find out.
pub fn generate(wishes: &Wishes, rng: &mut Random, stop: &mut dyn FnMut() -> bool) -> Result<Generated, Failure> {
    check(wishes)?;
    let mut fewest = Geometry::of(wishes.box_size).cells;
    for tries in 1..=wishes.tries {
        let solution = random_board(wishes.box_size, rng, stop).ok_or(Failure::Stopped)?;
        let (puzzle, reached) = thin_out(&solution, wishes, rng, stop)?;
        fewest = fewest.min(puzzle.filled());
        if reached {
            return Ok(Generated { puzzle, solution, tries });
        }
    }
    Err(Failure::NotFound { tries: wishes.tries, fewest })
}

/// Rejects what no puzzle can be like.
fn check(wishes: &Wishes) -> Result<(), Failure> {
    let impossible = |reason: String| Err(Failure::Impossible(reason));
    let (least, most) = (BOX_SIZES.start(), BOX_SIZES.end());
    if !BOX_SIZES.contains(&wishes.box_size) {
        return impossible(format!("boxes have a side of {least} to {most} cells, not {}", wishes.box_size));
    }
    let geometry = Geometry::of(wishes.box_size);
    let Some(givens) = wishes.givens else { return Ok(()) };
    if givens >= geometry.cells {
        return impossible(format!("a puzzle has fewer than {} givens", geometry.cells));
    }
    let fewest = fewest_givens(wishes.box_size);
    if givens < fewest {
        let side = geometry.side;
        return impossible(format!("a puzzle of {side}x{side} with one solution has at least {fewest} givens"));
    }
    let orbits = wishes.symmetry.orbits(geometry);
    let fixed = orbits.iter().any(|orbit| orbit.len() == 1);
    if !fixed && givens % 2 == 1 {
        let (symmetry, side) = (wishes.symmetry, geometry.side);
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

/// Takes clues away while the solution is the only one and no harder technique than wished for is needed. Whether the
/// rest is like the wishes comes with it.
fn thin_out(
    solution: &Grid,
    wishes: &Wishes,
    rng: &mut Random,
    stop: &mut dyn FnMut() -> bool,
) -> Result<(Grid, bool), Failure> {
    let mut puzzle = solution.clone();
    let mut orbits = wishes.symmetry.orbits(solution.geometry());
    rng.shuffle(&mut orbits);
    let wanted = wishes.givens.unwrap_or(0);
    let mut givens = puzzle.filled();
    for orbit in orbits.iter().filter(|orbit| !orbit.is_empty()) {
        if givens < wanted + orbit.len() {
            continue;
        }
        orbit.iter().for_each(|&cell| puzzle.set(cell, 0));
        let fits = is_unique(&puzzle, stop)? && is_within(&puzzle, wishes.level, stop)?;
        if fits {
            givens -= orbit.len();
        } else {
            orbit.iter().for_each(|&cell| puzzle.set(cell, solution.values()[cell]));
        }
    }
    let mut reached = wishes.givens.is_none_or(|wanted| givens == wanted);
    if let Some(easier) = wishes.level.and_then(below) {
        reached = reached && !is_within(&puzzle, Some(easier), stop)?;
    }
    Ok((puzzle, reached))
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
