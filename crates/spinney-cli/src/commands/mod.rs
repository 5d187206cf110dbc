//! The commands, a file each. A new command is a module, a line of [`Command`] and a line of [`run`].

mod agents;
mod bench;
mod check;
mod completions;
mod engine;
mod explain;
mod fit;
mod games;
mod gdl;
mod ggp;
mod man;
mod matches;
mod play;
mod search;
mod show;
mod solve;
mod sudoku;
mod uct;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// Game search: rules in, decisions out
#[derive(Debug, Parser)]
#[command(name = "spinney", version, about, propagate_version = true, max_term_width = 100)]
#[command(after_help = "\
Examples:
  spinney search connect-four --moves \"4 4\" --time 2s
  spinney play tic-tac-toe
  spinney match connect-four --players mcts,random --games 20 --swap --simulations 500")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Games(games::Args),
    Agents(agents::Args),
    Show(show::Args),
    Search(search::Args),
    Solve(solve::Args),
    Sudoku(sudoku::Args),
    Check(check::Args),
    Explain(explain::Args),
    Uct(uct::Args),
    Play(play::Args),
    Engine(engine::Args),
    Match(matches::Args),
    Fit(fit::Args),
    Gdl(gdl::Args),
    Ggp(ggp::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command that the user typed.
pub(crate) fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Command::Games(args) => games::run(&args),
        Command::Agents(args) => agents::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Sudoku(args) => sudoku::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Uct(args) => uct::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Gdl(args) => gdl::run(&args),
        Command::Ggp(args) => ggp::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
