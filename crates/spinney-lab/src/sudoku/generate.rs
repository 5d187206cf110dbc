//! Puzzles made at random, each with one solution.

use std::ops::ControlFlow;
use std::time::Instant;

use serde::Serialize;
use spinney::budget::StopFlag;
use spinney::random::Random;
use spinney::spelling::UnknownName;
use spinney_games::sudoku::generate::{Failure, Requirements, Symmetry, generate};
use spinney_games::sudoku::techniques::{self, Level};
use spinney_games::sudoku::text::{Alphabet, write_grid, write_line, write_sdk, write_ss};
use spinney_games::sudoku::{BOX_SIZES, Grid};

use crate::in_order::in_order;

/// The puzzles to make.
#[derive(Clone, Debug)]
pub struct Generation {
    /// What each of them is to be like.
    pub requirements: Requirements,
    /// How many.
    pub count: usize,
    /// The only source of randomness: puzzle `n` follows from the seed and `n` alone.
    pub seed: u64,
    /// How many at the same time.
    pub jobs: usize,
    /// When it is raised, no other puzzle is made.
    pub stop: StopFlag,
}

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GenerateRow {
    /// Its number, from 1.
    pub number: usize,
    /// The puzzle on one line.
    pub puzzle: String,
    /// Its only solution.
    pub solution: String,
    /// The number of filled cells.
    pub givens: usize,
    /// The side of the board.
    pub size: usize,
    /// Which cells are given together.
    pub symmetry: &'static str,
    /// The level of the hardest technique that is needed. Boards of 16×16 and 25×25 are not rated unless a level was
    /// asked for.
    pub level: Option<&'static str>,
    /// Its difficulty.
    pub difficulty: Option<f64>,
    /// The technique.
    pub hardest: Option<&'static str>,
    /// The number of full boards that were tried.
    pub tries: usize,
    /// Seconds on the wall.
    pub seconds: f64,
    /// The seed of all puzzles.
    pub seed: u64,
    #[serde(skip)]
    grid: Grid,
}

/// How a puzzle is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// On one line.
    Line,
    /// A grid with lines between the boxes.
    Grid,
    /// SudoCue's format.
    Sdk,
    /// Simple Sudoku's format.
    Ss,
}

impl Generation {
    /// Makes puzzles, and hands them on in order. Stops at the first that cannot be made. Returns how many there are.
    pub fn run(&self, on_row: &mut dyn FnMut(&GenerateRow) -> ControlFlow<()>) -> Result<usize, Failure> {
        let mut made = 0;
        let worker = |index| self.make(index as usize).map(Some);
        let workers = vec![worker; self.jobs.clamp(1, self.count.max(1))];
        let failure = in_order(self.count as u64, workers, &self.stop, &mut |row| {
            made += 1;
            on_row(&row)
        });
        match failure {
            // Ctrl-C is no failure: what is finished was handed on.
            None | Some(Failure::Stopped) => Ok(made),
            Some(failure) => Err(failure),
        }
    }

    fn make(&self, index: usize) -> Result<GenerateRow, Failure> {
        let began = Instant::now();
        let mut rng = Random::derive(self.seed, index as u64 + 1);
        let made = generate(&self.requirements, &mut rng, &mut || self.stop.is_raised())?;
        // Large boards may need trials, which take too long for a rating that was not required.
        let rated = self.requirements.box_size <= 3 || self.requirements.level.is_some();
        let rate = || techniques::rate_until(&made.puzzle, &mut || self.stop.is_raised()).ok();
        let rating = if rated { rate() } else { None };
        let alphabet = alphabet(&made.puzzle);
        Ok(GenerateRow {
            number: index + 1,
            puzzle: write_line(&made.puzzle, alphabet),
            solution: write_line(&made.solution, alphabet),
            givens: made.puzzle.filled(),
            size: made.puzzle.geometry().side,
            symmetry: self.requirements.symmetry.name(),
            level: rating.as_ref().map(|rating| rating.level.name()),
            difficulty: rating.as_ref().map(|rating| rating.difficulty),
            hardest: rating.as_ref().map(|rating| rating.hardest.name()),
            tries: made.tries,
            seconds: began.elapsed().as_secs_f64(),
            seed: self.seed,
            grid: made.puzzle,
        })
    }
}

fn alphabet(grid: &Grid) -> Alphabet {
    Alphabet::default_for(grid.geometry().side)
}

impl GenerateRow {
    /// The puzzle as text, in a format that is read again.
    pub fn write(&self, format: Format) -> String {
        let alphabet = alphabet(&self.grid);
        match format {
            Format::Line => self.puzzle.clone() + "\n",
            Format::Grid => write_grid(&self.grid, alphabet),
            Format::Sdk => {
                let title = match (self.level, self.difficulty) {
                    (Some(level), Some(difficulty)) => Some(format!("{level}, difficulty {difficulty:.1}")),
                    _ => None,
                };
                write_sdk(&self.grid, None, alphabet, title.as_deref())
            }
            Format::Ss => write_ss(&self.grid, alphabet),
        }
    }
}

impl Format {
    /// All formats by name.
    pub const ALL: [(&'static str, Format); 4] =
        [("line", Format::Line), ("grid", Format::Grid), ("sdk", Format::Sdk), ("ss", Format::Ss)];

    /// Reads the name of a format.
    pub fn read(name: &str) -> Result<Format, String> {
        by_name("format", Format::ALL, name)
    }
}

/// Reads the name of a symmetry.
pub fn read_symmetry(name: &str) -> Result<Symmetry, String> {
    by_name("symmetric pattern", Symmetry::ALL.iter().map(|&symmetry| (symmetry.name(), symmetry)), name)
}

/// Reads the name of a level.
pub fn read_level(name: &str) -> Result<Level, String> {
    by_name("level", Level::ALL.map(|level| (level.name(), level)), name)
}

/// Reads the side of a board, `9` or `9x9`, as the side of a box.
pub fn read_size(text: &str) -> Result<usize, String> {
    let side = text.split_once(['x', '×']).map_or(text, |(side, other)| if side == other { side } else { text });
    let side: Option<usize> = side.trim().parse().ok();
    let fits = BOX_SIZES.into_iter().find(|size| Some(size * size) == side);
    fits.ok_or_else(|| "expected 4, 9, 16 or 25".to_owned())
}

fn by_name<T>(kind: &'static str, known: impl IntoIterator<Item = (&'static str, T)>, name: &str) -> Result<T, String> {
    let mut names = Vec::new();
    for (known, value) in known {
        if known.eq_ignore_ascii_case(name.trim()) {
            return Ok(value);
        }
        names.push(known);
    }
    Err(UnknownName::new(kind, name, names).to_string())
}
