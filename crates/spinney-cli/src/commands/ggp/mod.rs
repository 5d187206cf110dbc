//! `spinney ggp`: the protocol of general game playing over HTTP.

mod player;

use clap::Subcommand;
use tokio::runtime::{Builder, Runtime};

use crate::failure::Failure;

/// Play rule sheets over HTTP, by the protocol of general game playing
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney ggp player
  spinney ggp player --bind 0.0.0.0 --port 9148 --agent mcts:amaf=grave

docs/ggp.md describes the protocol, the clocks and the records.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Player(player::Args),
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Player(args) => player::run(args),
    }
}

/// The threads that serve connections: messages are short, and searches have threads of their own.
const WORKERS: usize = 2;

/// Where connections are served.
fn runtime() -> Result<Runtime, Failure> {
    let runtime = Builder::new_multi_thread().worker_threads(WORKERS).enable_all().build();
    runtime.map_err(|error| Failure::Failed(format!("cannot start: {error}")))
}
