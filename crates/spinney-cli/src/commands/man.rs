//! `spinney man`.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::Man;

use super::Cli;
use crate::failure::Failure;
use crate::options::Output;
use crate::terminal::Terminal;

/// Print the manual page, or write one page per command to a directory
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  spinney man | man -l -\n  spinney man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// The directory, made if it does not exist
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(directory) = &args.directory {
        std::fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), directory))
            .map_err(|error| Failure::Failed(format!("cannot write to {}: {error}", directory.display())))?;
        return Ok(());
    }
    let mut page = Vec::new();
    Man::new(Cli::command()).render(&mut page)?;
    Terminal::new(Output { json: false, quiet: true }).raw(&page)?;
    Ok(())
}
