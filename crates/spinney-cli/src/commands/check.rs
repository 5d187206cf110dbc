//! `spinney check`.

use std::io::stdin;
use std::path::{Path, PathBuf};

use serde::Serialize;
use spinney::game::Game;
use spinney::random::Random;
use spinney_agents::NamedGame;
use spinney_agents::named::{LineError, replay};
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::spec::{Spec, split_moves};
use spinney_agents::text_file::{MOST_BYTES, TextFileError, read_file, read_text};
use spinney_lab::records::{Record, Records};

use crate::failure::Failure;
use crate::options::{Output, Seed};
use crate::place::{open_game, payoffs_in_words, read_position};
use crate::terminal::Terminal;

/// Replay lines of moves by the rules alone, and score them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney check tic-tac-toe --moves \"b2 a1 c3\"
  spinney check tic-tac-toe --solutions lines.txt --json
  spinney check --records records/samegame.toml

The exit code is 1 if any line is illegal, or if a record is not worth what it says. Moves are separated by spaces; one \
that contains spaces is quoted. For simultaneous moves those of all players follow in the order of the seats; for a \
chance turn, the outcome. Empty lines and lines that begin with # are skipped. `error_at` counts moves from 0.")]
#[command(group = clap::ArgGroup::new("lines").required(true).args(["moves", "solutions", "records"]))]
pub(crate) struct Args {
    /// The game: NAME or NAME:key=value,…
    #[arg(value_name = "GAME", required_unless_present = "records")]
    game: Option<String>,
    /// The position in which the lines begin [default: the start]
    #[arg(long, value_name = "P", conflicts_with = "records", allow_hyphen_values = true)]
    position: Option<String>,
    /// One line of moves
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// A file with a line of moves per line, `-` for standard input
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
    /// A file of `solve --record`: every line in it, or those of GAME
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
}

/// The result for a line.
#[derive(Serialize)]
struct Verdict {
    /// The game of a record; `None` for lines of one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// The score of a record as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<f64>,
    /// The line of the file, counted from 1; `None` for `--moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Whether every move could be played.
    legal: bool,
    /// What the first seat got, if the game is over.
    score: Option<f64>,
    /// Whether the game is over.
    terminal: bool,
    /// The index of the first move that cannot be played.
    error_at: Option<usize>,
    /// Why it cannot be played.
    error: Option<String>,
    /// What every seat got, if the game is over.
    payoffs: Option<Vec<f64>>,
    /// How many moves were played.
    played: usize,
    /// The position that was reached.
    position: String,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(path) = &args.records {
        return check_records(args, path);
    }
    let (_, table) = open_game(args.game.as_deref().unwrap_or_default(), args.output, BuildTime::default())?;
    let seed = args.seed.resolve();
    let mut terminal = Terminal::new(args.output);
    let mut all_legal = true;
    for (number, line) in lines(args)? {
        let verdict = check(&table, args.position.as_deref(), seed, number, &line)?;
        all_legal &= verdict.legal;
        if terminal.is_json() {
            terminal.object(&verdict)?;
        } else {
            terminal.line(in_words(&table, &verdict))?;
        }
    }
    if table.info().random_start && args.position.is_none() && !terminal.is_json() {
        terminal.line(format!("seed: {seed}"))?;
    }
    if all_legal { Ok(()) } else { Err(Failure::Said) }
}

/// Replays the lines of a file of records and compares their scores with those in the file.
fn check_records(args: &Args, path: &Path) -> Result<(), Failure> {
    if !path.exists() {
        return Err(Failure::Failed(format!("cannot read {}: there is no such file", path.display())));
    }
    let records = Records::read(path)?;
    let wanted = args.game.as_deref().map(Spec::game).transpose()?.map(|spec| spec.to_string());
    let chosen = |record: &&Record| wanted.as_ref().is_none_or(|game| record.game == *game);
    let chosen: Vec<&Record> = records.list.iter().filter(chosen).collect();
    if let (Some(game), true) = (&wanted, chosen.is_empty()) {
        return Err(Failure::Failed(format!("{} has no record of {game}", path.display())));
    }
    let mut terminal = Terminal::new(args.output);
    let mut all_right = true;
    for record in &chosen {
        let (_, table) = open_game(&record.game, args.output, BuildTime::default())?;
        let mut verdict = check(&table, None, record.seed, None, &record.line)?;
        (verdict.game, verdict.said) = (Some(record.game.clone()), Some(record.score));
        all_right &= verdict.legal && verdict.score == verdict.said;
        if terminal.is_json() {
            terminal.object(&verdict)?;
        } else {
            terminal.line(in_words(&table, &verdict))?;
        }
    }
    if !terminal.is_json() {
        // An empty sum of floating-point numbers is -0.
        let total = chosen.iter().map(|record| record.score).sum::<f64>() + 0.0;
        let verdict = if all_right { "as the file says" } else { "but not all as the file says" };
        terminal.line(format!("{} records, {total} points in all, {verdict}", chosen.len()))?;
    }
    if all_right { Ok(()) } else { Err(Failure::Said) }
}

/// The lines to check, with their numbers in the file.
fn lines(args: &Args) -> Result<Vec<(Option<usize>, String)>, Failure> {
    let Some(path) = &args.solutions else {
        return Ok(vec![(None, args.moves.clone().unwrap_or_default())]);
    };
    let text = read(path).map_err(|error| Failure::Failed(format!("cannot read {}: {error}", path.display())))?;
    let numbered = text.lines().enumerate().map(|(index, line)| (Some(index + 1), line.trim().to_owned()));
    Ok(numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect())
}

fn read(path: &Path) -> Result<String, TextFileError> {
    match path.as_os_str() == "-" {
        true => read_text(stdin().lock(), MOST_BYTES),
        false => read_file(path, MOST_BYTES),
    }
}

fn check(
    game: &NamedGame,
    start: Option<&str>,
    seed: u64,
    line: Option<usize>,
    moves: &str,
) -> Result<Verdict, Failure> {
    let moves = split_moves(moves)?;
    let mut position = match start {
        Some(text) => read_position(game, text)?,
        None => game.start(&mut Random::derive(seed, 0)),
    };
    let error: Option<LineError> = replay(game, &mut position, &moves).err();
    let payoffs = game.payoffs(&position);
    Ok(Verdict {
        game: None,
        said: None,
        line,
        legal: error.is_none(),
        score: payoffs.as_ref().map(|payoffs| payoffs[0]),
        terminal: payoffs.is_some(),
        error_at: error.as_ref().map(|error| error.at),
        played: error.as_ref().map_or(moves.len(), |error| error.at),
        error: error.map(|error| error.error.to_string()),
        payoffs,
        position: game.write(&position),
    })
}

fn in_words(game: &NamedGame, verdict: &Verdict) -> String {
    let place = match (&verdict.game, verdict.line) {
        (Some(game), _) => format!("{game}: "),
        (None, Some(line)) => format!("line {line}: "),
        (None, None) => String::new(),
    };
    let said = match verdict.said.filter(|&said| verdict.score != Some(said)) {
        Some(said) => format!("; the file says {said}"),
        None => String::new(),
    };
    let end = match &verdict.payoffs {
        Some(payoffs) => format!("over: {}", payoffs_in_words(game.info(), payoffs)),
        None => format!("not over, position {}", verdict.position),
    };
    match (&verdict.error, verdict.error_at) {
        (Some(error), Some(at)) => format!("{place}illegal at move {}: {error}", at + 1),
        _ => format!("{place}legal, {} moves, {end}{said}", verdict.played),
    }
}
