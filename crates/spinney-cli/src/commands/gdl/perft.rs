//! `spinney gdl perft`.

use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;
use spinney_agents::quantity::{write_count, write_duration};
use spinney_lab::rule_sheets::perft::{Count, perft};

use super::sheet::LoadArgs;
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, whole};
use crate::terminal::Terminal;

/// Count the sequences of joint moves up to a depth
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney gdl perft games/tic-tac-toe.kif --depth 5
  spinney gdl perft games/pursuit.kif --depth 3 --engine interpreter --json

One row per depth, printed as soon as it is counted; Ctrl-C leaves out the depth in progress.")]
pub(crate) struct Args {
    /// The rule sheet; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The most steps
    #[arg(long, value_name = "D", value_parser = depth, allow_negative_numbers = true)]
    depth: u32,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    output: Output,
}

/// A row of `--json`.
#[derive(Serialize)]
struct Row<'a> {
    game: &'a str,
    engine: &'static str,
    #[serde(flatten)]
    count: Count,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut terminal = Terminal::new(args.output);
    let (source, sheet) = args.load.open(&args.file, args.output, &terminal)?;
    let engine = sheet.report().engine;
    interrupt::listen()?;
    let stop = interrupt::begin();
    if !terminal.is_json() {
        terminal.line(row(["depth", "nodes", "terminal", "time"]))?;
    }
    let mut gone = Ok(());
    let result = perft(&sheet, args.depth, &stop, &mut |count| {
        gone = if terminal.is_json() {
            terminal.object(&Row { game: &source.name, engine, count })
        } else {
            let [nodes, over] = [count.nodes, count.terminal].map(write_count);
            terminal.line(row([&count.depth.to_string(), &nodes, &over, &write_duration(count.seconds)]))
        };
        if gone.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    gone?;
    result.map_err(|why| Failure::Failed(format!("{}: {why}", source.label)))?;
    if stop.is_raised() {
        complain("stopped", "before the last depth");
    }
    Ok(())
}

/// A depth that can be asked for.
fn depth(text: &str) -> Result<u32, String> {
    match whole(text)? {
        depth @ 0..=1000 => Ok(depth),
        _ => Err("at most 1000 is possible".to_owned()),
    }
}

fn row([depth, nodes, terminal, time]: [&str; 4]) -> String {
    format!("  {depth:>5}  {nodes:>20}  {terminal:>20}  {time:>10}")
}
