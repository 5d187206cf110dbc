//! Rule sheets that a user names, and the limits within which they are loaded.

use std::io::stdin;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use spinney::budget::StopFlag;
use spinney_agents::quantity::read_size;
use spinney_agents::rule_sheets::{ENGINES, SheetError, Source, load, read_engine};
use spinney_gdl::game::{EngineChoice, LoadOptions, RuleSheet};
use spinney_gdl::limits::Limits;

use crate::failure::{Failure, complain};
use crate::options::{Output, duration};
use crate::terminal::Terminal;

/// Limits on time and memory for loading a rule sheet.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct LimitOptions {
    /// Time for loading a rule sheet, for example 30s or 500ms
    #[arg(long, alias = "limit", value_name = "T", default_value = "30s", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Duration,
    /// Memory for building the network, for example 512MiB or 4GiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = size, allow_hyphen_values = true)]
    memory_limit: usize,
}

impl LimitOptions {
    pub(super) fn limits(&self) -> Limits {
        Limits { time: self.time_limit, memory: self.memory_limit }
    }
}

/// How a rule sheet is loaded.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct LoadArgs {
    #[command(flatten)]
    limits: LimitOptions,
    /// The engine: auto, network or interpreter; auto is the network if it can be built within the limits, unless the interpreter is faster
    #[arg(long, value_name = "E", default_value = "auto", value_parser = engine)]
    engine: EngineChoice,
}

impl LoadArgs {
    /// The limits.
    pub(super) fn limits(&self) -> Limits {
        self.limits.limits()
    }

    fn options(&self) -> LoadOptions {
        LoadOptions { limits: self.limits.limits(), engine: self.engine, way: None }
    }

    /// Loads a rule sheet.
    pub(super) fn load(&self, source: &Source, terminal: &Terminal) -> Result<RuleSheet, SheetError> {
        let spinner = terminal.spinner(format!("building {}", source.label));
        let sheet = load(source, &self.options());
        spinner.finish_and_clear();
        sheet
    }

    /// The same, abandoned when the flag is raised: `None`; the loading thread ends with the program.
    pub(super) fn load_unless(
        &self,
        source: &Source,
        terminal: &Terminal,
        stop: &StopFlag,
    ) -> Result<Option<RuleSheet>, Failure> {
        const PATIENCE: Duration = Duration::from_millis(50);
        let spinner = terminal.spinner(format!("building {}", source.label));
        let (sender, receiver) = channel();
        let (source, options) = (source.clone(), self.options());
        thread::spawn(move || {
            // The receiver may be gone.
            let _ = sender.send(load(&source, &options));
        });
        let sheet = loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(sheet) => break sheet.map(Some).map_err(Failure::from),
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => break Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    break Err(Failure::Failed("the rule sheet cannot be built".to_owned()));
                }
            }
        };
        spinner.finish_and_clear();
        sheet
    }

    /// The same with the remarks on standard error.
    pub(super) fn open(
        &self,
        file: &Path,
        output: Output,
        terminal: &Terminal,
    ) -> Result<(Source, RuleSheet), Failure> {
        let source = read(file)?;
        let sheet = self.load(&source, terminal)?;
        note(&sheet, output);
        Ok((source, sheet))
    }
}

/// Prints the warnings of a rule sheet.
pub(super) fn note(sheet: &RuleSheet, output: Output) {
    if !output.quiet {
        sheet.remarks().iter().for_each(|remark| complain("note", remark));
    }
}

/// The text of a rule sheet: of a file, or of standard input for `-`.
pub(super) fn read(file: &Path) -> Result<Source, SheetError> {
    if file.as_os_str() == "-" {
        return Ok(Source::read("standard-input", "standard input", stdin().lock())?);
    }
    Ok(Source::file(file)?)
}

fn engine(text: &str) -> Result<EngineChoice, String> {
    read_engine(text).ok_or_else(|| format!("known: {}", ENGINES.join(", ")))
}

fn size(text: &str) -> Result<usize, String> {
    match read_size(text).map_err(|error| error.to_string())? {
        0 => Err("some memory is needed, for example 512MiB".to_owned()),
        bytes => Ok(bytes),
    }
}
