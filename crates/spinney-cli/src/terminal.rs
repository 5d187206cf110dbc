//! Standard output, for people and for programs, and the progress bar on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use spinney::drawing::Drawing;

use crate::options::Output;
use crate::text_table::{TextTable, wrap};

/// The output of a command. Every method returns the error of a closed pipe instead of panicking.
pub(crate) struct Terminal {
    out: io::Stdout,
    json: bool,
    colour: bool,
    bars: bool,
    /// Columns of the terminal, or the default for files.
    width: usize,
}

/// The width of tables where there is no terminal.
const WIDTH: usize = 100;

/// The columns of the terminal, the value of `COLUMNS`, or the default for files.
fn width(out: &io::Stdout) -> usize {
    let set = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = terminal_size::terminal_size_of(out).map(|(width, _)| usize::from(width.0));
    terminal.or_else(set).unwrap_or(WIDTH)
}

impl Terminal {
    /// Standard output, as the options say.
    pub(crate) fn new(output: Output) -> Self {
        let out = io::stdout();
        Terminal {
            colour: out.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            bars: io::stderr().is_terminal() && !output.quiet,
            json: output.json,
            width: width(&out),
            out,
        }
    }

    /// Whether a person looks at it.
    pub(crate) fn is_interactive(&self) -> bool {
        self.out.is_terminal()
    }

    /// Whether the output is JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// One line of text.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.out, "{}", text.as_ref())
    }

    /// Text without a line break, flushed.
    pub(crate) fn prompt(&mut self, text: &str) -> io::Result<()> {
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.out.flush()
    }

    /// One JSON object on a line of its own.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(object)?;
        text.push(b'\n');
        self.raw(&text)
    }

    /// A paragraph, wrapped at the width of the terminal; later lines are indented.
    pub(crate) fn paragraph(&mut self, text: &str) -> io::Result<()> {
        let indent = text.len() - text.trim_start().len();
        let lines = wrap(text.trim_start(), self.width.saturating_sub(indent + 2).max(20));
        lines.iter().enumerate().try_for_each(|(index, line)| {
            let indent = if index == 0 { indent } else { indent + 2 };
            self.line(format!("{:indent$}{line}", ""))
        })
    }

    /// A table, indented, no wider than the terminal if its words can be wrapped.
    pub(crate) fn table(&mut self, table: &TextTable) -> io::Result<()> {
        table.wrapped(self.width.saturating_sub(2)).iter().try_for_each(|line| self.line(format!("  {line}")))
    }

    /// A picture, in colour on a terminal.
    pub(crate) fn picture(&mut self, drawing: &Drawing) -> io::Result<()> {
        let text = if self.colour { drawing.to_coloured_text() } else { drawing.to_text() };
        self.line(text.trim_end_matches('\n'))
    }

    /// A bar that counts to `length`, if standard error is a terminal.
    pub(crate) fn progress(&self, length: u64, unit: &str) -> ProgressBar {
        let bar = self.hidden_or(ProgressBar::new(length));
        let template = format!("  {{bar:30}} {{human_pos}}/{{human_len}} {unit}, {{per_sec}}, {{eta}} left");
        bar.set_style(ProgressStyle::with_template(&template).expect("the template is well formed"));
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }

    /// A spinner with a message, if standard error is a terminal.
    pub(crate) fn spinner(&self, message: String) -> ProgressBar {
        let bar = self.hidden_or(ProgressBar::new_spinner());
        bar.set_style(
            ProgressStyle::with_template("  {spinner} {msg} {elapsed}").expect("the template is well formed"),
        );
        bar.set_message(message);
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }

    fn hidden_or(&self, bar: ProgressBar) -> ProgressBar {
        if !self.bars {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar
    }
}
