//! `spinney fit`.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::Serialize;
use spinney::budget::Budget;
use spinney_agents::quantity::write_count;
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::spec::Spec;
use spinney_lab::fit::{self, FitError, Loss, Measure, Outcome, Plan};

use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, Seed, count, number, threads, warn_if_slow, whole};
use crate::out_file;
use crate::place::{open_game, print_remarks};
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Fit the weights of a game's evaluation to games that an agent plays against itself
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney fit connect-four --games 200 --simulations 100
  spinney fit othello --games 2k --simulations 400 --seed 1 --out othello.toml
  spinney fit samegame --games 100 --agent nrpa:level=2 --simulations 300

Quiet positions of the games are stored with the results; logistic regression finds the weights that predict the results \
best. Every fifth game is kept aside, and the loss on those shows whether the new weights are better. An agent takes the \
file that --out writes as weights=@FILE. Ctrl-C ends the games and fits to those that were finished.

In a single-player game that counts points, every game is a board, with a seed of its own unless GAME sets one. Positions \
on and near a line that the agent finds are stored with the points that the agent still gets from there; ridge regression \
finds the weights.")]
pub(crate) struct Args {
    /// The game: NAME or NAME:key=value,…
    game: String,
    /// The agent that plays itself [default: mcts; nrpa:level=2 for single-player games that count points]
    #[arg(long, value_name = "A")]
    agent: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value = "500", value_parser = count, allow_negative_numbers = true)]
    games: u64,
    /// Simulations (or nodes) per move, or per line of a single-player game, for example 100 or 2k
    #[arg(long, value_name = "N", default_value = "200", value_parser = count, allow_negative_numbers = true)]
    simulations: u64,
    /// The largest number of random moves at the beginning of a game, so that games differ
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u32>, allow_negative_numbers = true)]
    opening: u32,
    /// The penalty on large weights
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = penalty, allow_hyphen_values = true)]
    l2: f64,
    /// Write the weights to a TOML file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games played in parallel [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
}

/// The object of `--json`.
#[derive(Serialize)]
struct Fitted<'a> {
    game: String,
    agent: String,
    simulations: u64,
    #[serde(flatten)]
    outcome: &'a Outcome,
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let seed = args.seed.resolve();
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    warn_if_slow(args.output);
    interrupt::listen()?;
    let budget = Budget { stop: interrupt::begin(), ..Budget::simulations(args.simulations) };
    let (spec, game) = open_game(&args.game, args.output, BuildTime::default())?;
    print_remarks(&game, args.output, 0);
    let agent = args.agent.as_deref().map_or_else(|| Ok(fit::default_agent(game.info())), Spec::agent)?;
    let plan = Plan {
        game: spec,
        agent,
        games: args.games,
        opening: args.opening,
        budget,
        l2: args.l2,
        seed,
        threads: args.threads.unwrap_or_else(cores),
    };
    let mut terminal = Terminal::new(args.output);
    let bar = terminal.progress(plan.games, "games");
    let outcome = plan.run_on(&game, &mut || {
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let outcome = outcome.map_err(|error| match error {
        FitError::Nothing(_) => Failure::Failed(error.to_string()),
        _ => Failure::usage(error),
    })?;
    let Loss { before, after, .. } = outcome.validation;
    if after > before {
        let [before, after] = [before, after].map(|value| loss(outcome.measure, value));
        complain(
            "warning",
            format!(
                "on the games kept aside the new weights are worse than the old ones: {} {before} before, {after} after; \
                 more games or a larger --l2 may help",
                outcome.measure.name()
            ),
        );
    }
    if let Some(file) = &args.out {
        write(file, &plan, &outcome)?;
    }
    if terminal.is_json() {
        let (game, agent) = (plan.game.to_string(), plan.agent.to_string());
        terminal.object(&Fitted { game, agent, simulations: args.simulations, outcome: &outcome, seed })?;
    } else {
        print(&mut terminal, &plan, &outcome, args)?;
    }
    if outcome.stopped {
        complain("stopped", format!("after {} of {} games", write_count(outcome.games), write_count(args.games)));
    }
    Ok(())
}

fn penalty(text: &str) -> Result<f64, String> {
    match number(text) {
        Ok(l2) if l2 <= 1e6 => Ok(l2),
        _ => Err("a number from 0 to a million is needed".to_owned()),
    }
}

/// Writes the weights, with their origin in a comment.
fn write(file: &Path, plan: &Plan, outcome: &Outcome) -> Result<(), Failure> {
    let text = format!(
        "# {}: fitted to {} games of {} with {} {} a {}, seed {}.\n\
         # {} on games kept aside: {} before, {} after.\n{}",
        plan.game,
        outcome.games,
        plan.agent,
        plan.budget.simulations.unwrap_or(0),
        outcome.unit,
        search(outcome.measure),
        plan.seed,
        match outcome.measure {
            Measure::LogLoss => "Log-loss",
            Measure::RmsError => "Root mean square error",
        },
        loss(outcome.measure, outcome.validation.before),
        loss(outcome.measure, outcome.validation.after),
        outcome.weights()
    );
    out_file::write(file, text)
}

/// What the budget of the agent is for.
fn search(measure: Measure) -> &'static str {
    match measure {
        Measure::LogLoss => "move",
        Measure::RmsError => "line",
    }
}

/// A loss, rounded.
fn loss(measure: Measure, loss: f64) -> String {
    match measure {
        Measure::LogLoss => format!("{loss:.4}"),
        Measure::RmsError => format!("{loss:.1}"),
    }
}

fn print(terminal: &mut Terminal, plan: &Plan, outcome: &Outcome, args: &Args) -> io::Result<()> {
    let mut table = TextTable::new(&[
        ("feature", Align::Left),
        ("old", Align::Right),
        ("new", Align::Right),
        ("meaning", Align::Left),
    ]);
    for row in &outcome.features {
        let number = |weight: f64| format!("{weight:.4}");
        table.row(vec![row.feature.to_owned(), number(row.old), number(row.new), row.meaning.to_owned()]);
    }
    terminal.table(&table)?;
    let mut losses = TextTable::new(&[
        (outcome.measure.name(), Align::Left),
        ("positions", Align::Right),
        ("before", Align::Right),
        ("after", Align::Right),
    ]);
    for (name, Loss { positions, before, after }) in
        [("games fitted to", outcome.training), ("games kept aside", outcome.validation)]
    {
        let loss = |value| loss(outcome.measure, value);
        let numbers = [write_count(positions as u64), loss(before), loss(after)];
        losses.row([vec![name.to_owned()], numbers.to_vec()].concat());
    }
    terminal.table(&losses)?;
    let games = write_count(outcome.games);
    terminal.line(format!(
        "  {games} games of {}, {} {} a {}; seed {}",
        plan.agent,
        write_count(args.simulations),
        outcome.unit,
        search(outcome.measure),
        plan.seed
    ))?;
    if let Some(file) = &args.out {
        terminal.line(format!("  written to {}", file.display()))?;
    }
    Ok(())
}
