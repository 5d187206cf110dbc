//! `spinney sudoku rate`.

use std::io;

use spinney_agents::quantity::write_count;
use spinney_lab::statistics::Spread;
use spinney_lab::sudoku::{RateRow, RateSummary, Rating};

use super::rows::{Many, counted, say_stopped};
use crate::failure::Failure;
use crate::interrupt;
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Rate puzzles by the hardest technique that they need
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney sudoku rate puzzle.sdk
  spinney sudoku rate puzzles.txt --csv

Every step is by the easiest technique that makes progress; the hardest one on the way makes the difficulty, from 1.0, and \
the level: easy, medium, hard, expert or extreme. The order is that of Sudoku Explainer, the numbers are our own. \
Puzzles without a solution or with several have no rating. Ctrl-C prints what is finished. \
The exit code is 1 if a single puzzle has no rating.")]
pub(crate) struct Args {
    #[command(flatten)]
    many: Many,
}

/// The columns of `--csv`.
const COLUMNS: &[&str] = &[
    "file",
    "line",
    "number",
    "puzzle",
    "givens",
    "solutions",
    "level",
    "difficulty",
    "hardest",
    "steps",
    "counts",
    "seconds",
    "stopped",
    "error",
];

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let rating = Rating { jobs: args.many.jobs.resolve(), stop: interrupt::begin() };
    let (tasks, mut rows) = args.many.open(COLUMNS)?;
    let single = tasks.len() == 1;
    let mut only = None;
    let summary = rating.run(&tasks, &mut |row| {
        only = single.then(|| row.clone());
        rows.print(row, |row| (!single).then(|| format!("{}: {}", row.origin, in_words(row))))
    });
    let is_text = rows.is_text();
    let mut terminal = rows.end()?;
    if terminal.is_json() {
        terminal.object(&summary)?;
    } else if is_text {
        match &only {
            Some(row) => print_one(&mut terminal, row)?,
            None => print_all(&mut terminal, &summary)?,
        }
    }
    say_stopped(args.many.output, &summary.count);
    match only {
        Some(RateRow { error: Some(error), origin, .. }) => Err(Failure::Failed(origin.locate(&error))),
        Some(row) if row.level.is_none() => Err(Failure::Said),
        _ => Ok(()),
    }
}

/// The rating, or why there is none.
fn in_words(row: &RateRow) -> String {
    match (row.level, row.difficulty, row.hardest, row.steps) {
        (Some(level), Some(difficulty), Some(hardest), Some(steps)) => {
            format!("{level}, difficulty {difficulty:.1} ({hardest}), {}", counted(steps, "step"))
        }
        _ if row.stopped => "stopped".to_owned(),
        _ => row.error.clone().unwrap_or_default(),
    }
}

fn print_one(terminal: &mut Terminal, row: &RateRow) -> io::Result<()> {
    if row.level.is_none() {
        return Ok(());
    }
    terminal.line(format!("{}; {}", in_words(row), counted(row.givens, "given")))?;
    let columns =
        [("technique", Align::Left), ("steps", Align::Right), ("difficulty", Align::Right), ("level", Align::Left)];
    let mut table = TextTable::new(&columns);
    for (technique, count) in &row.counts {
        let (difficulty, level) = (format!("{:.1}", technique.difficulty()), technique.level().to_string());
        table.row(vec![technique.to_string(), write_count(*count as u64), difficulty, level]);
    }
    terminal.table(&table)
}

fn print_all(terminal: &mut Terminal, summary: &RateSummary) -> io::Result<()> {
    let count = &summary.count;
    terminal.line(format!(
        "rated {} of {}; {}",
        write_count(summary.rated as u64),
        counted(count.puzzles, "puzzle"),
        super::count::in_words(count)
    ))?;
    if summary.rated == 0 {
        return Ok(());
    }
    let mut levels = TextTable::new(&[("level", Align::Left), ("puzzles", Align::Right), ("share", Align::Right)]);
    for (level, puzzles) in &summary.levels {
        let share = 100.0 * *puzzles as f64 / summary.rated as f64;
        levels.row(vec![level.to_string(), write_count(*puzzles as u64), format!("{share:.1} %")]);
    }
    terminal.table(&levels)?;
    let mut hardest = TextTable::new(&[("hardest technique", Align::Left), ("puzzles", Align::Right)]);
    for (technique, puzzles) in &summary.hardest {
        hardest.row(vec![technique.to_string(), write_count(*puzzles as u64)]);
    }
    terminal.table(&hardest)?;
    if let Some(Spread { median, percentile_99, worst, .. }) = summary.difficulty {
        terminal
            .line(format!("difficulty: median {median:.1}, 99th percentile {percentile_99:.1}, worst {worst:.1}"))?;
    }
    Ok(())
}
