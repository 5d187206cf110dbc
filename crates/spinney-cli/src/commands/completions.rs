//! `spinney completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use crate::failure::Failure;
use crate::options::Output;
use crate::terminal::Terminal;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  spinney completions bash > ~/.local/share/bash-completion/completions/spinney")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "spinney", &mut script);
    Terminal::new(Output { json: false, quiet: true }).raw(&script)?;
    Ok(())
}
