//! `spinney solve`.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use indicatif::ProgressBar;
use serde::Serialize;
use spinney::budget::Progress;
use spinney::random::Random;
use spinney_lab::agents::{default_solver, with_threads};
use spinney_lab::quantity::{write_count, write_duration};
use spinney_lab::records::{Record, Records};
use spinney_lab::solve::{Pace, Solution, solve};
use spinney_lab::spec::Spec;
use spinney_lab::table::open;

use crate::failure::Failure;
use crate::interrupt;
use crate::options::Common;
use crate::terminal::Terminal;

/// Solve a game of one player: the best line to the end
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney solve samegame:board=7 --time 10s
  spinney solve samegame --boards 1-20 --time 60s --threads 2 --seed 1
  spinney solve samegame:seed=5 --agent mcts:select=ucb1,c=0.1,expand=20 --simulations 700k
  spinney solve samegame --boards 1-20 --time 5m --record records/samegame.toml

The budget is for one board; with --move-by-move it is for every move of it. Ctrl-C ends the board under way, prints
its best line so far and leaves the other boards out. A file of --record is changed only by better lines, each replayed
by the rules before it is written.")]
pub(crate) struct Args {
    /// The game: NAME or NAME:key=value,… (`spinney games` lists them)
    #[arg(value_name = "GAME")]
    game: String,
    /// The agent: NAME or NAME:key=value,… (`spinney agents` lists them) [default: best]
    #[arg(long, value_name = "A")]
    agent: Option<String>,
    /// Solve these boards of the game, such as 1-20 or 3,7,12
    #[arg(long, value_name = "LIST", value_parser = boards)]
    boards: Option<Boards>,
    /// Search before every move anew, each time with the whole budget
    #[arg(long)]
    move_by_move: bool,
    /// Write lines that are better than those in this file into it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// Numbers of boards.
#[derive(Clone, Debug)]
struct Boards(Vec<usize>);

/// Reads `1-20`, `3,7` and the like.
fn boards(text: &str) -> Result<Boards, String> {
    let mut list = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
        match (number(from), number(to)) {
            (Some(from), Some(to)) if from <= to && to - from < 100_000 => list.extend(from..=to),
            _ => return Err(format!("`{part}` is no board and no range of boards, such as 7 or 1-20")),
        }
    }
    Ok(Boards(list))
}

/// What `--json` prints about a board.
#[derive(Serialize)]
struct Row<'a> {
    game: String,
    board: Option<usize>,
    score: f64,
    solved: Option<bool>,
    proven: bool,
    moves: &'a [String],
    simulations: u64,
    seconds: f64,
    cpu_seconds: f64,
    nodes: u64,
    agent: String,
    seed: u64,
    threads: usize,
    stopped: bool,
    /// Whether the line went into the file of records.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<bool>,
    notes: &'a [String],
}

/// What `--json` prints at the end.
#[derive(Serialize)]
struct Total {
    total: f64,
    boards: usize,
    solved: usize,
    seconds: f64,
    cpu_seconds: f64,
    agent: String,
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let game = Spec::game(&args.game)?;
    let seed = args.common.seed();
    let agent = args.agent.as_deref().map_or(Ok(default_solver()), Spec::agent)?;
    let agent = with_threads(&agent, args.common.threads());
    let pace = if args.move_by_move { Pace::MoveByMove } else { Pace::Whole };
    let mut terminal = Terminal::new(args.common.output);
    args.common.warn_if_slow();
    interrupt::listen()?;
    let stop = interrupt::begin();
    let mut total =
        Total { total: 0.0, boards: 0, solved: 0, seconds: 0.0, cpu_seconds: 0.0, agent: agent.to_string(), seed };
    for (spec, board) in specs(&game, args.boards.as_ref())? {
        let table = open(&spec)?;
        let start = table.start(&mut Random::derive(seed, 0));
        let budget = args.common.budget(stop.clone());
        let watch = Watch::new(&terminal, &spec, budget.progress.clone());
        let mut rng = Random::derive(seed, 1 + board.unwrap_or(0) as u64);
        let solution = solve(&*table, &*start, &agent, &budget, pace, &mut rng);
        watch.end();
        let solution = solution?;
        let record = args.record.as_deref();
        let record = record.map(|path| keep(path, &spec, &agent, &solution, &args.common, seed)).transpose()?;
        total.total += solution.score;
        total.boards += 1;
        total.solved += usize::from(solution.solved == Some(true));
        total.seconds += solution.seconds;
        total.cpu_seconds += solution.cpu_seconds;
        if terminal.is_json() {
            terminal.object(&Row {
                game: spec.to_string(),
                board,
                score: solution.score,
                solved: solution.solved,
                proven: solution.proven,
                moves: &solution.line,
                simulations: solution.simulations,
                seconds: solution.seconds,
                cpu_seconds: solution.cpu_seconds,
                nodes: solution.nodes,
                agent: agent.to_string(),
                seed,
                threads: args.common.threads(),
                stopped: solution.stopped,
                record,
                notes: &solution.notes,
            })?;
        } else {
            print(&mut terminal, &spec, &solution, record, args.boards.is_none())?;
        }
        if solution.stopped {
            break;
        }
    }
    if terminal.is_json() {
        terminal.object(&total)?;
    } else {
        let Total { total, boards, solved, seconds, .. } = total;
        if boards > 1 {
            terminal.line(format!("total {total} on {boards} boards, {solved} solved, {}", write_duration(seconds)))?;
        }
        terminal.line(format!("agent {agent}; budget {}; seed {seed}", args.common.describe()))?;
    }
    Ok(())
}

/// The games to solve, with the numbers of their boards.
fn specs(game: &Spec, boards: Option<&Boards>) -> Result<Vec<(Spec, Option<usize>)>, Failure> {
    let Some(Boards(boards)) = boards else {
        let board = game.value("board").and_then(|text| text.parse().ok());
        return Ok(vec![(game.clone(), board)]);
    };
    if game.value("board").is_some() {
        return Err(Failure::usage("a board of the game and --boards do not go together"));
    }
    let of = |&board: &usize| {
        let mut spec = game.clone();
        spec.parameters.insert(0, ("board".to_owned(), board.to_string()));
        (spec, Some(board))
    };
    Ok(boards.iter().map(of).collect())
}

/// Offers a line to the file of records.
fn keep(
    path: &Path,
    game: &Spec,
    agent: &Spec,
    solution: &Solution,
    common: &Common,
    seed: u64,
) -> Result<bool, Failure> {
    // Read again every time: another run may have written meanwhile.
    let mut records = Records::read(path)?;
    let record = Record {
        game: game.to_string(),
        score: solution.score,
        date: today(),
        agent: agent.to_string(),
        budget: common.describe(),
        seed,
        line: solution.line.join(" "),
    };
    let better = records.offer(record)?;
    if better {
        records.write(path)?;
    }
    Ok(better)
}

/// The date in universal time, `2026-11-15`.
fn today() -> String {
    let days = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400);
    date(days)
}

/// The date so many days after the first of January 1970. Years are counted from March, so that a leap day is the last
/// of its year.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year_of_era + era * 400 + later)
}

fn print(
    terminal: &mut Terminal,
    game: &Spec,
    solution: &Solution,
    record: Option<bool>,
    with_line: bool,
) -> Result<(), Failure> {
    let solved = match solution.solved {
        Some(true) => ", solved",
        Some(false) => ", not solved",
        None => "",
    };
    let proven = if solution.proven { ", nothing better is possible" } else { "" };
    let record = if record == Some(true) { ", a new record" } else { "" };
    let (moves, rate) = (solution.line.len(), solution.simulations as f64 / solution.seconds.max(1e-9));
    terminal.line(format!(
        "{game}: {} in {moves} moves{solved}{proven}{record}; {} simulations in {}, {} a second",
        solution.score,
        write_count(solution.simulations),
        write_duration(solution.seconds),
        write_count(rate as u64),
    ))?;
    if with_line {
        terminal.line(format!("  {}", solution.line.join(" ")))?;
    }
    for note in &solution.notes {
        terminal.line(format!("  {note}"))?;
    }
    Ok(())
}

/// Shows how a search gets on, if somebody watches.
struct Watch {
    bar: ProgressBar,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    fn new(terminal: &Terminal, game: &Spec, progress: Progress) -> Self {
        let bar = terminal.spinner(game.to_string());
        let thread = (!bar.is_hidden()).then(|| {
            let (bar, game) = (bar.clone(), game.to_string());
            std::thread::spawn(move || {
                while !bar.is_finished() {
                    let best = progress.best().map_or("nothing yet".to_owned(), |best| format!("best {best}"));
                    let rate = progress.simulations() as f64 / bar.elapsed().as_secs_f64().max(1e-3);
                    bar.set_message(format!("{game}: {best}, {} a second,", write_count(rate as u64)));
                    std::thread::sleep(Duration::from_millis(200));
                }
            })
        });
        Watch { bar, thread }
    }

    fn end(self) {
        self.bar.finish_and_clear();
        if let Some(thread) = self.thread {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_are_right() {
        let days = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_772, "2026-11-15")];
        for (days, text) in days {
            assert_eq!(super::date(days), text);
        }
    }
}
