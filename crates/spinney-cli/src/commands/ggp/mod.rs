//! `spinney ggp`: the protocol of general game playing over HTTP.

mod host;
mod player;
mod replay;
mod words;

use clap::Subcommand;
use tokio::runtime::{Builder, Runtime};

use crate::failure::Failure;

/// Play rule sheets over HTTP, by the protocol of general game playing
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney ggp player
  spinney ggp host games/tic-tac-toe.kif --players localhost:9147,local:random --start-clock 5 --play-clock 1
  spinney ggp replay matches/match-00001.json

docs/ggp.md describes the protocol, the clocks and the records.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Player(player::Args),
    Host(host::Args),
    Replay(replay::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Player(args) => player::run(args),
        Command::Host(args) => host::run(args),
        Command::Replay(args) => replay::run(args),
    }
}

/// The threads that serve connections: messages are short, and searches have threads of their own.
const WORKERS: usize = 2;

/// Where connections are served.
fn runtime() -> Result<Runtime, Failure> {
    let runtime = Builder::new_multi_thread().worker_threads(WORKERS).enable_all().build();
    runtime.map_err(|error| Failure::Failed(format!("cannot start: {error}")))
}
