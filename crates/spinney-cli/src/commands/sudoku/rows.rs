//! One result after the other: as JSON, as comma-separated values, or as a line of text, under a progress bar.

use std::io;
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use serde::Serialize;
use spinney_agents::quantity::write_count;
use spinney_lab::sudoku::{CountSummary, Task};

use super::csv;
use super::input::Input;
use super::lines::Lines;
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, cores, threads};
use crate::terminal::Terminal;

/// The format of the results.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct Csv {
    /// Print comma-separated values with a header row on standard output, and nothing else there
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
    /// Unless a person looks at standard output.
    lines: Option<Lines<io::Stdout>>,
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
        let lines = (!terminal.is_interactive()).then(|| Lines::new(io::stdout()));
        Ok(Rows { terminal, lines, bar, columns, gone: Ok(()) })
    }

    /// Whether a person reads it.
    pub(super) fn is_text(&self) -> bool {
        self.columns.is_none() && !self.terminal.is_json()
    }

    /// Prints a row; `text` is for people, nothing if they do not need it. Breaks if the output is closed.
    pub(super) fn print<R: Serialize>(&mut self, row: &R, text: impl FnOnce(&R) -> Option<String>) -> ControlFlow<()> {
        let line = match self.columns {
            _ if self.terminal.is_json() => serde_json::to_string(row).map(Some),
            Some(columns) => csv::line(columns, row).map(Some),
            None => Ok(text(row)),
        };
        self.gone = line.map_err(io::Error::from).and_then(|line| self.write(line));
        self.bar.inc(1);
        if self.gone.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn write(&mut self, line: Option<String>) -> io::Result<()> {
        let Some(line) = line else { return Ok(()) };
        let (line, terminal) = (line.trim_end_matches('\n'), &mut self.terminal);
        match &self.lines {
            Some(lines) => lines.push(line),
            None => self.bar.suspend(|| terminal.line(line)),
        }
    }

    /// The next puzzle was finished, and there is nothing to print of it.
    pub(super) fn skip(&self) {
        self.bar.inc(1);
    }

    /// Ends the bar. Returns the terminal for what follows, unless the output is closed.
    pub(super) fn end(self) -> io::Result<Terminal> {
        self.bar.finish_and_clear();
        let written = self.lines.map_or(Ok(()), Lines::end);
        self.gone.and(written).map(|()| self.terminal)
    }
}

/// Says after how many puzzles the work was stopped, if it was.
pub(super) fn say_stopped(output: Output, count: &CountSummary) {
    if count.stopped && !output.quiet {
        complain("stopped", format!("after {}", counted(count.finished, "puzzle")));
    }
}

/// A number of things: `1 puzzle`, `1,000 puzzles`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{} {thing}{}", write_count(count as u64), if count == 1 { "" } else { "s" })
}
