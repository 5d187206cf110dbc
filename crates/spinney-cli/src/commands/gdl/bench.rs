//! `spinney gdl bench`.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use spinney::budget::StopFlag;
use spinney_agents::quantity::{write_count, write_duration};
use spinney_bench::rule_sheets::{CAP, Row, Total, measure};

use super::sheet::{LoadArgs, note, read};
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, duration, warn_if_slow};
use crate::terminal::Terminal;

/// Measure random playouts of rule sheets per CPU second
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney gdl bench games/tic-tac-toe.kif
  spinney gdl bench games/*.kif --seconds 500ms --json
  spinney gdl bench games/connect-four.kif --engine interpreter

Playouts begin at the start and run on one thread; rates are per second of processor time. The reference is what another \
program's network (Sironi's GGP-Project, Java) reached on the public sheet of the same name, measured elsewhere, give or \
take 30 %; a sheet whose playouts are not as long is not compared, and one that is written differently only with care. Of \
connect-four the built-in game is measured in turns with the sheet, on a board of the same size. Rows are printed as they \
stand; Ctrl-C ends after the current one. The exit code is 1 if some rule sheet could not be measured.")]
pub(crate) struct Args {
    /// The rule sheets; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Seconds of processor time per rule sheet, for example 2 or 500ms
    #[arg(long, value_name = "S", default_value = "2", value_parser = duration, allow_hyphen_values = true)]
    seconds: Duration,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    output: Output,
}

/// The last object of `--json`.
#[derive(Serialize)]
struct Sum<'a> {
    #[serde(flatten)]
    total: &'a Total,
    failed: usize,
    stopped: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    warn_if_slow(args.output);
    interrupt::listen()?;
    let stop = interrupt::begin();
    let mut terminal = Terminal::new(args.output);
    let columns = Columns::new(&args.files);
    if !terminal.is_json() {
        terminal.line(columns.head())?;
    }
    let mut rows = Vec::new();
    let mut failed = 0;
    for file in &args.files {
        match bench(file, args, &stop, &terminal) {
            Ok(Some(row)) => {
                if terminal.is_json() {
                    terminal.object(&row)?;
                } else {
                    columns.print(&mut terminal, &row)?;
                }
                rows.push(row);
            }
            Ok(None) => {}
            Err(failure) => {
                failure.report();
                failed += 1;
            }
        }
        if stop.is_raised() {
            break;
        }
    }
    let total = Total::of(&rows);
    if terminal.is_json() {
        terminal.object(&Sum { total: &total, failed, stopped: stop.is_raised() })?;
    } else {
        sum_up(&mut terminal, &total)?;
    }
    if stop.is_raised() {
        complain("stopped", format!("after {} of {} sheets", rows.len(), args.files.len()));
    }
    if failed > 0 { Err(Failure::Said) } else { Ok(()) }
}

/// Measures one rule sheet; nothing if it is stopped before.
fn bench(file: &Path, args: &Args, stop: &StopFlag, terminal: &Terminal) -> Result<Option<Row>, Failure> {
    let source = read(file)?;
    let Some(sheet) = args.load.load_unless(&source, terminal, stop)? else { return Ok(None) };
    note(&sheet, args.output);
    let spinner = terminal.spinner(format!("playing {}", source.name));
    let row = measure(&sheet, &source.name, args.seconds, stop);
    spinner.finish_and_clear();
    Ok(row)
}

fn sum_up(terminal: &mut Terminal, total: &Total) -> io::Result<()> {
    let sheets = if total.sheets == 1 { "1 rule sheet".to_owned() } else { format!("{} rule sheets", total.sheets) };
    match (total.geometric_mean, total.lowest, &total.lowest_game) {
        (Some(mean), Some(lowest), Some(game)) => terminal.line(format!(
            "{sheets}, {} of them with a reference: {mean:.2} times it in the geometric mean, {lowest:.2} at the lowest ({game})",
            total.compared
        )),
        _ => terminal.line(format!("{sheets}, none of them with a reference")),
    }
}

/// Rows are printed before all of them are known, so the columns have a width of their own.
struct Columns {
    /// The width of the first.
    name: usize,
}

impl Columns {
    fn new(files: &[PathBuf]) -> Self {
        let width = |file: &PathBuf| file.file_stem().map_or(0, |stem| stem.to_string_lossy().chars().count());
        Columns { name: files.iter().map(width).max().unwrap_or(0).max("standard-input".len()) }
    }

    fn line(&self, cells: [&str; 9]) -> String {
        let [game, engine, playouts, states, reference, ratio, facts, gates, load] = cells;
        let name = self.name;
        let text = format!(
            "  {game:<name$}  {engine:<11}  {playouts:>12}  {states:>12}  {reference:>9}  {ratio:>7}  {facts:>7}  \
             {gates:>9}  {load:>9}"
        );
        text.trim_end().to_owned()
    }

    fn head(&self) -> String {
        self.line(["game", "engine", "playouts/s", "states/s", "reference", "ratio", "facts", "gates", "to load"])
    }

    fn print(&self, terminal: &mut Terminal, row: &Row) -> io::Result<()> {
        let rate = |rate: f64| if rate < 10.0 { format!("{rate:.2}") } else { write_count(rate.round() as u64) };
        terminal.line(self.line([
            &row.game,
            row.engine,
            &rate(row.playouts_per_cpu_second),
            &rate(row.states_per_cpu_second),
            &row.reference.map_or(String::new(), rate),
            &row.ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
            &write_count(row.facts as u64),
            &write_count(row.gates as u64),
            &write_duration(row.ground_seconds),
        ]))?;
        if row.playouts == 0 {
            terminal.line(format!("    no playout came to its end within {}", write_duration(row.seconds)))?;
        }
        if row.capped > 0 {
            let (capped, all) = (write_count(row.capped), write_count(row.playouts));
            terminal.line(format!("    {capped} of {all} playouts broken off at {} steps", write_count(CAP.into())))?;
        }
        if let Some(built_in) = &row.built_in {
            let (own, times) = (rate(built_in.built_in_per_cpu_second), built_in.times_sheet);
            terminal.line(format!(
                "    the built-in game, on the same board: {own} playouts/s, {times:.1} times the rule sheet"
            ))?;
        }
        Ok(())
    }
}
