//! `spinney sudoku`: Sudoku for people. As a game, `sudoku` is played and searched by the other commands.

mod count;
mod csv;
mod generate;
mod hint;
mod input;
mod lines;
mod rate;
mod rows;
mod solve;

use clap::Subcommand;

use crate::failure::Failure;

/// Solve, count, generate, rate and explain Sudoku puzzles
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney sudoku solve puzzle.sdk
  spinney sudoku count --unique puzzles.txt
  spinney sudoku hint puzzle.ss --step 5
  spinney sudoku rate puzzles.sdm --csv
  spinney sudoku generate --level hard --count 5

A puzzle is given as text, in a file, or on standard input (`-`, or nothing): its cells row by row on one line, empty \
ones as . 0 _ * or X, or a grid, with or without lines between the boxes. The formats are .sdk, .sdm, .ss, CSV and plain \
text, for 4x4, 9x9, 16x16 and 25x25; a text may hold many puzzles. A text that is not what it claims to be is rejected \
as a whole, with file, line and column. `spinney games sudoku` has the game that other \
commands search.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Count(count::Args),
    Generate(generate::Args),
    Hint(hint::Args),
    Rate(rate::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Solve(args) => solve::run(args),
        Command::Count(args) => count::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Hint(args) => hint::run(args),
        Command::Rate(args) => rate::run(args),
    }
}
