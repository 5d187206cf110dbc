//! The command `spinney`: parses what the user typed, calls a room of the house, prints what comes back.

mod commands;
mod evidence;
mod failure;
mod interrupt;
mod options;
mod out_file;
mod place;
mod terminal;
mod text_table;
mod tree_format;

use std::process::ExitCode;

use clap::Parser;

use commands::Cli;

fn main() -> ExitCode {
    let result = commands::run(Cli::parse());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
