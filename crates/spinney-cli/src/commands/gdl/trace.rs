//! `spinney gdl trace`.

use std::ops::ControlFlow;
use std::path::PathBuf;

use spinney_lab::rule_sheets::trace::trace;

use super::sheet::LoadArgs;
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, Seed, count};
use crate::terminal::Terminal;

/// Print random playouts state by state, an object per line
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney gdl trace games/tic-tac-toe.kif --seed 1
  spinney gdl trace games/pursuit.kif --playouts 100 --engine interpreter > pursuit.jsonl

Every line is one state: game, playout, step, roles (first state only), state (the facts, sorted), terminal, goals (null \
where there is none or more than one), and while the game is not over legal (per role, sorted) and move (what each role \
does). The output is the same with and without --json. A playout of more than 10,000 steps is broken off.")]
pub(crate) struct Args {
    /// The rule sheet; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many playouts
    #[arg(long, value_name = "N", default_value = "1", value_parser = count, allow_negative_numbers = true)]
    playouts: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut terminal = Terminal::new(args.output);
    let (source, sheet) = args.load.open(&args.file, args.output, &terminal)?;
    let seed = args.seed.resolve();
    if !args.output.quiet {
        complain("note", format!("seed {seed}"));
    }
    interrupt::listen()?;
    let stop = interrupt::begin();
    let mut gone = Ok(());
    let result = trace(&sheet, &source.name, args.playouts, seed, &mut |line| {
        gone = terminal.object(line);
        if gone.is_ok() && !stop.is_raised() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    gone?;
    let stuck = result.map_err(|why| Failure::Failed(format!("{}: {why}", source.label)))?;
    if stuck > 0 && !args.output.quiet {
        complain("note", format!("{stuck} of the playouts ended where a role had no legal move"));
    }
    Ok(())
}
