//! `spinney gdl print`.

use std::path::PathBuf;

use serde_json::json;
use spinney_agents::rule_sheets::SheetError;
use spinney_gdl::print::{Stage, print};

use super::sheet::{LimitOptions, read};
use crate::failure::Failure;
use crate::options::Output;
use crate::terminal::Terminal;

/// Print the output of a stage of the pipeline for a rule sheet
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney gdl print games/tic-tac-toe.kif --stage ground
  spinney gdl print games/tic-tac-toe.kif --stage network

Stages, in their order: read (the text as it was understood), check (rules with every shorthand unfolded), ground (rules \
without variables), simplify (those that are left), network (gates).")]
pub(crate) struct Args {
    /// The rule sheet; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The stage: read, check, ground, simplify or network
    #[arg(long, value_name = "S", value_parser = stage)]
    stage: Named,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut terminal = Terminal::new(args.output);
    let source = read(&args.file)?;
    let spinner = terminal.spinner(format!("building {}", source.label));
    let text = print(&source.text, args.stage.stage, args.limits.limits());
    spinner.finish_and_clear();
    let text = text.map_err(|error| SheetError::of(&source, error))?;
    if terminal.is_json() {
        let file = args.file.display().to_string();
        terminal.object(&json!({ "file": file, "stage": args.stage.name, "text": text }))?;
    } else {
        terminal.raw(text.as_bytes())?;
    }
    Ok(())
}

/// A stage with its name.
#[derive(Clone, Copy, Debug)]
struct Named {
    name: &'static str,
    stage: Stage,
}

fn stage(text: &str) -> Result<Named, String> {
    let found = Stage::ALL.into_iter().find(|(name, _)| *name == text);
    found.map(|(name, stage)| Named { name, stage }).ok_or_else(|| format!("known: {}", Stage::names().join(", ")))
}
