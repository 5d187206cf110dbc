//! `spinney sudoku count`.

use std::ops::ControlFlow;
use std::time::Duration;

use spinney::budget::Budget;
use spinney_agents::quantity::{write_count, write_duration};
use spinney_lab::sudoku::{self, CountRow, CountSummary, Counting, SEVERAL};

use super::rows::{Many, counted, say_stopped};
use super::solve::choices;
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{count, duration};

/// Count the solutions of puzzles: none, one or several
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney sudoku count puzzle.sdk
  spinney sudoku count puzzles.txt --limit 1000
  spinney sudoku count puzzles.txt --unique > proper.txt

Counting ends at the limit: with the default, 2, a puzzle has no solution, one or several. --unique is a filter: it prints \
the puzzles that have exactly one solution, one per line with `.` for empty cells, and the summary on standard error. In a file with sections [Puzzle] and [State], the \
givens count. \
The exit code is 1 if a single puzzle breaks the rules; in a batch it counts as one without a solution.")]
pub(crate) struct Args {
    #[command(flatten)]
    many: Many,
    /// Count up to N solutions
    #[arg(long, value_name = "N", default_value = "2", value_parser = count, allow_negative_numbers = true)]
    limit: u64,
    /// Print the puzzles with exactly one solution only
    #[arg(long)]
    unique: bool,
    /// Time for each puzzle, for example 10s [default: no limit]
    #[arg(long, value_name = "T", value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
}

/// The columns of `--csv`.
const COLUMNS: &[&str] = &[
    "file",
    "line",
    "number",
    "puzzle",
    "givens",
    "solutions",
    "found",
    "complete",
    "unique",
    "nodes",
    "seconds",
    "cpu_seconds",
    "stopped",
    "error",
];

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    if args.unique && limit < SEVERAL {
        return Err(Failure::usage("--unique needs --limit 2 or more"));
    }
    let counting = Counting {
        limit,
        budget: Budget { time: args.time, stop: interrupt::begin(), ..Budget::default() },
        jobs: args.many.jobs.resolve(),
    };
    let (tasks, mut rows) = args.many.open(COLUMNS)?;
    let single = tasks.len() == 1;
    let mut broken = None;
    let summary = counting.run(&tasks, &mut |row| {
        broken = row.error.as_ref().filter(|_| single).map(|error| row.origin.locate(error));
        if args.unique && row.unique != Some(true) {
            rows.skip();
            return ControlFlow::Continue(());
        }
        rows.print(row, |row| match () {
            () if args.unique => Some(row.origin.puzzle.clone()),
            () if single => (row.error.is_none()).then(|| in_one(row, limit)),
            () => Some(format!("{}: {}", row.origin, solutions(row, limit))),
        })
    });
    let is_text = rows.is_text();
    let mut terminal = rows.end()?;
    let in_short = format!("{}: {}", counted(summary.puzzles, "puzzle"), in_words(&summary));
    if terminal.is_json() {
        terminal.object(&summary)?;
    } else if args.unique && !args.many.output.quiet {
        complain("note", in_short);
    } else if is_text && !args.unique && !single {
        terminal.line(in_short)?;
    }
    say_stopped(args.many.output, &summary);
    broken.map_or(Ok(()), |error| Err(Failure::Failed(error)))
}

/// The number of solutions of a puzzle, or what is wrong with it.
fn solutions(row: &CountRow, limit: usize) -> String {
    match (&row.error, row.solutions) {
        (Some(error), _) => error.clone(),
        // Whatever was found before the end.
        (None, None) if row.found > 0 => sudoku::in_words(Some(row.found), row.found),
        (None, solutions) => sudoku::in_words(solutions, limit),
    }
}

fn in_one(row: &CountRow, limit: usize) -> String {
    let (choices, time) = (choices(row.nodes), write_duration(row.seconds));
    format!("{}; {}; {choices} in {time}", solutions(row, limit), counted(row.givens, "given"))
}

/// How many puzzles have no solution, one or several.
pub(super) fn in_words(summary: &CountSummary) -> String {
    let known = [
        (summary.unique, "with one solution"),
        (summary.several, "with several"),
        (summary.without, "without a solution"),
        (summary.unknown, "unknown"),
    ];
    let parts: Vec<String> = known
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", write_count(*count as u64)))
        .collect();
    let broken = match summary.broken {
        0 => String::new(),
        count => format!(" ({} invalid)", write_count(count as u64)),
    };
    parts.join(", ") + &broken
}
