//! One result after the other: as JSON, as comma-separated values, or as a line of text, under a progress bar.

use std::io;
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use serde::Serialize;
use spinney_lab::sudoku::Task;

use super::csv;
use super::input::Input;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Output, cores, threads};
use crate::terminal::Terminal;

/// The format of the results.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct Csv {
    /// Print comma-separated values with a head on standard output, and nothing else there
    #[arg(long, conflicts_with = "json")]
    pub(super) csv: bool,
}

/// How many puzzles at the same time.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct Jobs {
    /// Puzzles that are worked on at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    jobs: Option<usize>,
}

impl Jobs {
    /// As given, or the number of cores.
    pub(super) fn resolve(self) -> usize {
        self.jobs.unwrap_or_else(cores)
    }
}

/// Prints rows.
pub(super) struct Rows {
    terminal: Terminal,
    bar: ProgressBar,
    columns: Option<&'static [&'static str]>,
    gone: io::Result<()>,
}

/// Many puzzles, and how their results are printed.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Many {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    pub(super) jobs: Jobs,
    #[command(flatten)]
    csv: Csv,
    #[command(flatten)]
    pub(super) output: Output,
}

impl Many {
    /// Reads the puzzles and begins the output.
    pub(super) fn open(&self, columns: &'static [&'static str]) -> Result<(Vec<Task>, Rows), Failure> {
        open(&self.input, self.output, self.csv, columns)
    }
}

/// Reads the puzzles, listens for Ctrl-C and begins the output.
pub(super) fn open(
    input: &Input,
    output: Output,
    csv: Csv,
    columns: &'static [&'static str],
) -> Result<(Vec<Task>, Rows), Failure> {
    let tasks = input.read()?;
    interrupt::listen()?;
    let rows = Rows::new(output, csv, columns, tasks.len())?;
    Ok((tasks, rows))
}

impl Rows {
    /// For `count` puzzles. The columns are those of `--csv`.
    pub(super) fn new(output: Output, csv: Csv, columns: &'static [&'static str], count: usize) -> io::Result<Self> {
        let mut terminal = Terminal::new(output);
        let columns = csv.csv.then_some(columns);
        if let Some(columns) = columns {
            terminal.line(csv::head(columns))?;
        }
        let bar = terminal.progress(count as u64, "puzzles");
        Ok(Rows { terminal, bar, columns, gone: Ok(()) })
    }

    /// Whether a person reads it.
    pub(super) fn is_text(&self) -> bool {
        self.columns.is_none() && !self.terminal.is_json()
    }

    /// Prints a row; `text` is for people, nothing if they do not need it. Breaks if nobody reads any more.
    pub(super) fn print<R: Serialize>(&mut self, row: &R, text: impl FnOnce(&R) -> Option<String>) -> ControlFlow<()> {
        let Rows { terminal, bar, columns, gone } = self;
        *gone = bar.suspend(|| match columns {
            _ if terminal.is_json() => terminal.object(row),
            Some(columns) => terminal.line(csv::line(columns, row)?),
            None => text(row).map_or(Ok(()), |text| terminal.line(text.trim_end_matches('\n'))),
        });
        bar.inc(1);
        if gone.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The next puzzle was finished, and there is nothing to print of it.
    pub(super) fn skip(&self) {
        self.bar.inc(1);
    }

    /// Ends the bar. Returns the terminal for what follows, unless nobody reads any more.
    pub(super) fn end(self) -> io::Result<Terminal> {
        self.bar.finish_and_clear();
        self.gone.map(|()| self.terminal)
    }
}
