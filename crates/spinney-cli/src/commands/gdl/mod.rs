//! `spinney gdl`: tools for rule sheets. The other commands play a rule sheet as the game `gdl:PATH`.

mod bench;
mod check;
mod info;
mod perft;
mod print;
mod sheet;
mod trace;

use clap::Subcommand;

use crate::failure::Failure;

/// Check, describe, measure and print rule sheets in GDL
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney gdl check games/tic-tac-toe.kif
  spinney gdl info games/connect-four.kif
  spinney gdl bench games/*.kif --seconds 2

`-` as FILE is standard input. To play a sheet, name it where a game is asked for: `spinney play gdl:games/othello.kif`.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Info(info::Args),
    Bench(bench::Args),
    Trace(trace::Args),
    Perft(perft::Args),
    Print(print::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Info(args) => info::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Print(args) => print::run(args),
    }
}
