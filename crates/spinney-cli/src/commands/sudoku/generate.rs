//! `spinney sudoku generate`.

use spinney_lab::sudoku::{Format, Generation, Level, Requirements, Symmetry, read_level, read_size, read_symmetry};

use super::rows::{Csv, Jobs, Rows, counted};
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, Seed, count, whole};

/// Make puzzles with one solution
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney sudoku generate
  spinney sudoku generate --count 100 --level hard --symmetry rotational --seed 1 > hard.txt
  spinney sudoku generate --size 16 --format sdk

Clues are removed from a random full board as long as its solution stays the only one. With --givens it stops at that \
number, and with --level the puzzle needs a technique of that level and none of a higher one; boards are tried until one \
fits. A board of 25x25 takes a few seconds, the others less. \
The same seed makes the same puzzles; without --seed one is drawn, and printed on standard error. \
Impossible requirements are a failure, exit code 1. Ctrl-C ends the work; finished puzzles are printed, and the exit code is \
1 if there are none.")]
pub(crate) struct Args {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value = "1", value_parser = count, allow_negative_numbers = true)]
    count: u64,
    /// The side of the board: 4, 9, 16 or 25
    #[arg(long, value_name = "SIDE", default_value = "9", value_parser = read_size, allow_hyphen_values = true)]
    size: usize,
    /// Which cells are given together: none, rotational (turned by 180°), horizontal (left mirrors right),
    /// vertical (upper mirrors lower) or diagonal
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = read_symmetry)]
    symmetry: Symmetry,
    /// The number of givens [default: as few as possible]
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    givens: Option<u32>,
    /// The level: easy, medium, hard, expert or extreme [default: any]
    #[arg(long, value_name = "LEVEL", value_parser = read_level)]
    level: Option<Level>,
    /// How many full boards are tried for each puzzle
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count, allow_negative_numbers = true)]
    tries: u64,
    /// The format of the text: line, grid, sdk or ss
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = Format::read, conflicts_with_all = ["json", "csv"])]
    format: Format,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    csv: Csv,
    #[command(flatten)]
    output: Output,
}

/// The columns of `--csv`.
const COLUMNS: &[&str] = &[
    "number",
    "puzzle",
    "solution",
    "givens",
    "size",
    "symmetry",
    "level",
    "difficulty",
    "hardest",
    "tries",
    "seconds",
    "seed",
];

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let generation = Generation {
        requirements: Requirements {
            box_size: args.size,
            symmetry: args.symmetry,
            givens: args.givens.map(|givens| size(givens.into())),
            level: args.level,
            tries: size(args.tries),
        },
        count: size(args.count),
        seed: args.seed.resolve(),
        jobs: args.jobs.resolve(),
        stop: interrupt::begin(),
    };
    interrupt::listen()?;
    if args.seed.given().is_none() && !args.output.quiet {
        complain("seed", generation.seed);
    }
    let mut rows = Rows::new(args.output, args.csv, COLUMNS, generation.count)?;
    // Several grids are set apart by a blank line.
    let apart = if args.format == Format::Line { "" } else { "\n" };
    let made = generation.run(&mut |row| {
        let before = if row.number > 1 { apart } else { "" };
        rows.print(row, |row| Some(format!("{before}{}", row.write(args.format))))
    });
    rows.end()?;
    let made = made.map_err(|error| Failure::Failed(error.to_string()))?;
    if made < generation.count && !args.output.quiet {
        complain("stopped", format!("after {}", counted(made, "puzzle")));
    }
    if made == 0 { Err(Failure::Said) } else { Ok(()) }
}
