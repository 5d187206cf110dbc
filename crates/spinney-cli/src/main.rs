//! The command `spinney`: parses arguments, calls one of the library crates, prints the result.

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
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::report_usage(&error),
    };
    match commands::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
