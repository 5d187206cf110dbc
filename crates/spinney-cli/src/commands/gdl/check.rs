//! `spinney gdl check`.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use spinney_agents::rule_sheets::{SheetError, Source};
use spinney_gdl::check::check_within;
use spinney_gdl::diagnostic::{Diagnostic, Severity};
use spinney_gdl::limits::{Limits, Watch};

use super::sheet::read;
use crate::failure::{Failure, complain};
use crate::options::{Output, duration};
use crate::terminal::Terminal;

/// Validate rule sheets
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney gdl check games/tic-tac-toe.kif
  spinney gdl check games/*.kif --json

Errors and warnings go to standard error, with line and column. A rule sheet with warnings can be played. \
The exit code is 1 if any sheet is not valid.")]
pub(crate) struct Args {
    /// The rule sheets; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Time for checking a rule sheet, for example 30s or 500ms
    #[arg(long, alias = "limit", value_name = "T", default_value = "30s", value_parser = duration, allow_hyphen_values = true)]
    time_limit: Duration,
    #[command(flatten)]
    output: Output,
}

/// The result for a rule sheet.
#[derive(Serialize)]
struct Verdict {
    file: String,
    ok: bool,
    errors: Vec<Complaint>,
    warnings: Vec<Diagnostic>,
    /// How many rules and facts it has, if it is valid.
    rules: Option<usize>,
}

/// The errors of a rule sheet.
#[derive(Serialize)]
#[serde(untagged)]
enum Complaint {
    /// At some place of it.
    Placed(Diagnostic),
    /// It cannot be read at all.
    Unread { severity: Severity, message: String },
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut terminal = Terminal::new(args.output);
    let mut all_ok = true;
    for file in &args.files {
        let verdict = judge(file.display().to_string(), read(file), args);
        all_ok &= verdict.ok;
        if terminal.is_json() {
            terminal.object(&verdict)?;
        } else {
            terminal.line(in_words(&verdict))?;
        }
    }
    if all_ok { Ok(()) } else { Err(Failure::Said) }
}

/// Checks one rule sheet, and prints its errors unless the output is JSON.
fn judge(file: String, source: Result<Source, SheetError>, args: &Args) -> Verdict {
    let output = args.output;
    let unread = |file, message: String| {
        if !output.json {
            complain("error", &message);
        }
        let errors = vec![Complaint::Unread { severity: Severity::Error, message }];
        Verdict { file, ok: false, errors, warnings: Vec::new(), rules: None }
    };
    let source = match source {
        Ok(source) => source,
        Err(error) => return unread(file, error.to_string()),
    };
    let watch = Watch::start(Limits { time: args.time_limit, ..Limits::default() });
    let checked = match check_within(&source.text, &watch) {
        Ok(checked) => checked,
        Err(refusal) => return unread(file, format!("{}: {refusal}", source.label)),
    };
    if !output.json {
        // A warning is a remark; an error is not.
        let shown = checked.errors().chain(checked.warnings().filter(|_| !output.quiet));
        shown.for_each(|diagnostic| complain(&source.label, diagnostic));
    }
    let (errors, warnings): (Vec<Diagnostic>, Vec<Diagnostic>) =
        checked.diagnostics.into_iter().partition(|diagnostic| diagnostic.severity == Severity::Error);
    Verdict {
        file,
        ok: errors.is_empty(),
        errors: errors.into_iter().map(Complaint::Placed).collect(),
        warnings,
        rules: checked.program.map(|program| program.rules.len()),
    }
}

fn in_words(verdict: &Verdict) -> String {
    let Verdict { file, errors, warnings, rules, .. } = verdict;
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let warnings = count(warnings.len(), "warning");
    match rules {
        Some(rules) if verdict.ok => format!("{file}: ok, {}, {warnings}", count(*rules, "rule")),
        _ => format!("{file}: {}, {warnings}", count(errors.len(), "error")),
    }
}
