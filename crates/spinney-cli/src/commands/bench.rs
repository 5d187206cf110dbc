//! `spinney bench`.

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use spinney_agents::quantity::write_count;
use spinney_agents::spec::Spec;
use spinney_bench::{self, Plan, Row, Subject, THREADS, What};

use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, count, duration, threads, warn_if_slow};
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Measure playouts and simulations per CPU second, and the share of the machine's floor
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney bench
  spinney bench connect-four --seconds 5 --json
  spinney bench threads --threads 2

The floor is a hand-written loop that knows one game and nothing else: as fast as this machine could be. Ours and the \
floor's take turns; rates are per second of processor time, medians over the rounds. Simulations are plain UCB1 with \
c = √2 on one thread, with a fresh tree for every search. SameGame's tabu playouts also stand beside a plain \
implementation, no floor but a baseline: the row says how many times as many there are. The rows on threads compare \
simulations in the same time on the wall and mean something on an idle machine only. Ctrl-C ends after the round under \
way and prints what there is.")]
pub(crate) struct Args {
    /// One game, or `threads` [default: every game, and threads]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Simulations of a search, for example 1000, 200k or 2M
    #[arg(long, value_name = "N", default_value = "200k", value_parser = count, allow_negative_numbers = true)]
    simulations: u64,
    /// Seconds per measurement, for example 2 or 500ms
    #[arg(long, value_name = "S", default_value = "2", value_parser = duration, allow_hyphen_values = true)]
    seconds: Duration,
    /// Threads to compare with one; 1 leaves the comparison out [default: 2, or the cores if there are fewer]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let subject = match args.name.as_deref() {
        None => Subject::All,
        Some(THREADS) => Subject::Threads,
        Some(game) => Subject::Game(Spec::game(game)?),
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or_else(|| cores().min(2));
    if subject == Subject::Threads && threads < 2 {
        return Err(Failure::usage("`bench threads` compares one thread with several: give --threads 2 or more"));
    }
    warn_if_slow(args.output);
    interrupt::listen()?;
    let stop = interrupt::begin();
    let plan = Plan { subject, simulations: args.simulations, time: args.seconds, threads, stop: stop.clone() };

    let mut terminal = Terminal::new(args.output);
    let rows = measure(&plan, &mut terminal)?;
    if !terminal.is_json() {
        print(&mut terminal, &rows)?;
    }
    if stop.is_raised() {
        complain("stopped", format!("after {} measurements", rows.len()));
    }
    Ok(())
}

/// Measures, and prints every row as it stands if a program reads.
fn measure(plan: &Plan, terminal: &mut Terminal) -> Result<Vec<Row>, Failure> {
    let spinner = terminal.spinner("measuring".to_owned());
    let mut rows = Vec::new();
    let mut gone = Ok(());
    let result = spinney_bench::run(plan, &mut |row| {
        spinner.set_message(format!("measuring, {} rows so far", rows.len() + 1));
        if terminal.is_json() {
            gone = terminal.object(&row);
        }
        rows.push(row);
        if gone.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    spinner.finish_and_clear();
    result.map_err(Failure::usage)?;
    gone?;
    Ok(rows)
}

fn print(terminal: &mut Terminal, rows: &[Row]) -> io::Result<()> {
    let (threads, games): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.what == What::Threads);
    let (plain, games): (Vec<&Row>, Vec<&Row>) = games.iter().partition(|row| row.baseline.is_some());
    if !games.is_empty() {
        terminal.table(&beside_the_floor(&games))?;
    }
    if !plain.is_empty() {
        let heading = "beside a plain implementation that lists all groups by flood fill at every move, in turns:";
        terminal.line(if games.is_empty() { "" } else { "\n" }.to_owned() + heading)?;
        terminal.table(&beside_the_plain(&plain))?;
    }
    if !threads.is_empty() {
        terminal.line(if games.is_empty() { "" } else { "\n" }.to_owned() + &heading(threads[0]))?;
        terminal.table(&by_threads(&threads))?;
    }
    Ok(())
}

fn heading(row: &Row) -> String {
    format!("{}, simulations in the same time on the wall (on an idle machine only):", row.game)
}

fn beside_the_floor(rows: &[&Row]) -> TextTable {
    let mut table = TextTable::new(&[
        ("game", Align::Left),
        ("what", Align::Left),
        ("per CPU second", Align::Right),
        ("floor", Align::Right),
        ("of floor", Align::Right),
        ("nodes", Align::Right),
        ("bytes/node", Align::Right),
        ("rounds", Align::Right),
    ]);
    for row in rows {
        table.row(vec![
            row.game.clone(),
            what(row),
            rate(row.per_cpu_second),
            row.floor_per_cpu_second.map_or(String::new(), rate),
            row.floor_share.map_or(String::new(), |share| format!("{share:.3}")),
            row.nodes.map_or(String::new(), write_count),
            bytes(row),
            row.rounds.to_string(),
        ]);
    }
    table
}

fn beside_the_plain(rows: &[&Row]) -> TextTable {
    let mut table = TextTable::new(&[
        ("game", Align::Left),
        ("what", Align::Left),
        ("per CPU second", Align::Right),
        ("plain", Align::Right),
        ("times the plain", Align::Right),
        ("rounds", Align::Right),
    ]);
    for (row, baseline) in rows.iter().filter_map(|row| Some((row, row.baseline?))) {
        table.row(vec![
            row.game.clone(),
            what(row),
            rate(row.per_cpu_second),
            rate(baseline.plain_per_cpu_second),
            format!("{:.2}", baseline.times_plain),
            row.rounds.to_string(),
        ]);
    }
    table
}

fn by_threads(rows: &[&Row]) -> TextTable {
    let mut table = TextTable::new(&[
        ("threads", Align::Right),
        ("parallel", Align::Left),
        ("per second", Align::Right),
        ("of 1 thread", Align::Right),
        ("per CPU second", Align::Right),
        ("bytes/node", Align::Right),
        ("rounds", Align::Right),
    ]);
    for (row, team) in rows.iter().filter_map(|row| Some((row, row.team.as_ref()?))) {
        table.row(vec![
            team.threads.to_string(),
            team.parallel.map_or(String::new(), |how| format!("{how:?}").to_lowercase()),
            rate(team.per_second),
            format!("{:.2}", team.ratio),
            rate(row.per_cpu_second),
            bytes(row),
            row.rounds.to_string(),
        ]);
    }
    table
}

/// What was measured, with the policy of the playouts unless it is uniform play.
fn what(row: &Row) -> String {
    let what = match row.what {
        What::Playouts => "playouts",
        What::Nodes => "alpha-beta nodes",
        What::Simulations | What::Threads => "simulations",
    };
    row.policy.map_or(what.to_owned(), |policy| format!("{what}, {policy}"))
}

fn bytes(row: &Row) -> String {
    row.bytes_per_node.map_or(String::new(), |bytes| format!("{bytes:.1}"))
}

fn rate(rate: f64) -> String {
    write_count(rate.round() as u64)
}
