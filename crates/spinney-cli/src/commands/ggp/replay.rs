//! `spinney ggp replay`.

use std::io::{IsTerminal, stdin};
use std::path::PathBuf;

use serde::Serialize;
use spinney_agents::text_file::read_line;
use spinney_serve::host::{Record, Replay};

use super::words::{goals_in_words, marks_in_words};
use crate::failure::Failure;
use crate::options::Output;
use crate::out_file;
use crate::terminal::Terminal;

/// Check a match record by the rules, and step through it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney ggp replay matches/match-00001.json
  spinney ggp replay matches/match-00001.json --check
  spinney ggp replay matches/match-00001.json --step 12 --svg board.svg

Every state, move and goal is computed again from the rule sheet in the record; the exit code is 1 if one differs. On a \
terminal, Enter shows the next step, `b` goes back, a number goes to that step, and `q` leaves.")]
pub(crate) struct Args {
    /// The record
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// Only check it
    #[arg(long, conflicts_with_all = ["step", "svg"])]
    check: bool,
    /// Show the state after this many steps
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Write the state of --step, or the last one, to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// What `--json` says of a record that agrees with its rules.
#[derive(Serialize)]
struct Summary<'a> {
    #[serde(rename = "match")]
    id: &'a str,
    game: &'a str,
    steps: usize,
    complete: bool,
    roles: &'a [String],
    goals: &'a [Option<i32>],
    marks: usize,
    agrees: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let record = Record::read(&args.record).map_err(|error| Failure::Failed(error.to_string()))?;
    let replay = Replay::of(&record)
        .map_err(|error| Failure::Failed(format!("{} departs from its rules: {error}", args.record.display())))?;
    let mut terminal = Terminal::new(args.output);
    let last = record.steps.len();
    if let Some(step) = args.step.filter(|step| *step > last) {
        return Err(Failure::usage(format!("--step {step}: the match has {last} steps")));
    }
    if let Some(path) = &args.svg {
        let step = args.step.unwrap_or(last);
        let drawing = replay.rules().draw(&replay.states()[step]);
        out_file::write(path, drawing.to_svg(&format!("{}, step {step}", record.game)))?;
    }
    let marks = record.steps.iter().flat_map(|step| &step.marks).flatten().count();
    if terminal.is_json() {
        let (steps, goals) = (last, &record.end.goals[..]);
        let (id, game, roles, complete) = (&*record.id, &*record.game, &record.roles[..], record.end.complete);
        terminal.object(&Summary { id, game, steps, complete, roles, goals, marks, agrees: true })?;
        return Ok(());
    }
    let player = |(role, seated): (&String, &spinney_serve::host::Seated)| format!("{role} {}", seated.name);
    let players: Vec<String> = record.roles.iter().zip(&record.players).map(player).collect();
    terminal.line(format!("{}: {}", record.id, players.join(", ")))?;
    if let Some(step) = args.step {
        show(&mut terminal, &record, &replay, step)?;
    } else if !args.check && terminal.is_interactive() && stdin().is_terminal() {
        walk(&mut terminal, &record, &replay)?;
    } else if !args.check {
        (0..=last).try_for_each(|step| show(&mut terminal, &record, &replay, step))?;
    }
    let goals = goals_in_words(&record.roles, &record.end.goals);
    let end = if record.end.complete { "goals" } else { "broken off with goals" };
    terminal.line(format!(
        "{last} steps, {end} {goals}; moves drawn by the host: {marks}; the record agrees with its rules"
    ))?;
    Ok(())
}

/// The state after this many steps, and the moves that led to it.
fn show(terminal: &mut Terminal, record: &Record, replay: &Replay, step: usize) -> Result<(), Failure> {
    match step.checked_sub(1).map(|index| &record.steps[index]) {
        None => terminal.line("start")?,
        Some(made) => {
            let moves = (0..record.roles.len()).map(|role| {
                let mark = marks_in_words(made.marks[role].as_deref());
                format!("{} {}{mark}", record.roles[role], made.moves[role])
            });
            terminal.line(format!("step {step}: {}", moves.collect::<Vec<_>>().join(", ")))?;
        }
    }
    terminal.picture(&replay.rules().draw(&replay.states()[step]))?;
    Ok(())
}

/// The most bytes of a line that a person types.
const LONGEST: u64 = 1 << 10;

/// Shows states as a person asks for them.
fn walk(terminal: &mut Terminal, record: &Record, replay: &Replay) -> Result<(), Failure> {
    let (mut step, last) = (0, record.steps.len());
    loop {
        show(terminal, record, replay, step)?;
        if step == last {
            return Ok(());
        }
        terminal.prompt(&format!("[{step}/{last}] Enter, b, a number or q: "))?;
        let line = read_line(&mut stdin().lock(), LONGEST).map_err(|error| Failure::Failed(error.to_string()))?;
        match line.as_deref().map(str::trim) {
            None | Some("q") => return Ok(()),
            Some("b") => step = step.saturating_sub(1),
            Some(text) => step = text.parse().map_or(step + 1, |asked: usize| asked.min(last)),
        }
    }
}
