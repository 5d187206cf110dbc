//! `spinney search`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde::Serialize;
use spinney::budget::Limit;
use spinney::erased::AnyState;
use spinney::game::{Player, Turn};
use spinney::random::Random;
use spinney::report::{Candidate, Report, Unit};
use spinney::search::TreeLimits;
use spinney_agents::NamedGame;
use spinney_agents::agents::unit;
use spinney_agents::named::Choices;
use spinney_agents::quantity::{write_count, write_duration};
use spinney_agents::spec::Spec;
use spinney_lab::tree_file::TreeFile;

use crate::evidence;
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::Common;
use crate::place::{Place, find_seat, payoffs_in_words, print_remarks};
use crate::terminal::Terminal;
use crate::tree_format::TreeFormat;

/// Find one decision, with the evidence for it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney search tic-tac-toe --moves \"b2 a1\" --simulations 10k
  spinney search connect-four --agent random --seed 1 --json
  spinney search connect-four --simulations 2k --tree tree.dot

Ctrl-C ends the search early and prints the result so far.")]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// The agent: NAME or NAME:key=value,… (`spinney agents` lists them) [default: the one that the game
    /// advises, `spinney games NAME`]
    #[arg(long, value_name = "A")]
    agent: Option<String>,
    /// For which seat to decide, if players move simultaneously [default: the first]
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Write the tree to this file, as JSON or DOT by its ending (.json, .dot)
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answer<'a> {
    game: String,
    position: String,
    seat: &'a str,
    agent: String,
    best: &'a Option<String>,
    value: Option<f64>,
    proven: bool,
    moves: &'a [Candidate<String>],
    pv: &'a [String],
    simulations: u64,
    unit: Unit,
    seconds: f64,
    cpu_seconds: f64,
    simulations_per_second: f64,
    nodes: u64,
    bytes: u64,
    depth: u32,
    ended_by: Limit,
    seed: u64,
    threads: usize,
    notes: &'a [String],
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let began = Instant::now();
    let (spec, game) = args.place.open(args.common.output, args.common.build_time())?;
    let printed = game.remarks().len();
    if printed == 0 {
        note_slow_opening(began.elapsed(), args.common);
    }
    let seed = args.common.seed();
    let position = args.place.position(&game, seed)?;
    let player = who_decides(&game, &position, &args.place, args.seat.as_deref())?;
    let agent = game.advised(&args.agent.as_deref().map_or(Ok(game.default_agent()), Spec::agent)?);
    let mut seat = game.seat_with_threads(&agent, player, args.common.threads())?;
    let tree_format = args.tree.as_deref().map(TreeFormat::of).transpose()?;
    let mut terminal = Terminal::new(args.common.output);
    args.common.warn_if_slow();

    interrupt::listen()?;
    let budget = args.common.budget(interrupt::begin());
    let spinner = terminal.spinner(format!("{agent} is thinking, {}", args.common.describe(&[unit(&agent)])));
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let result = seat.search(&position, &budget, &mut Random::derive(seed, 1));
    let (seconds, cpu_seconds) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    spinner.finish_and_clear();
    let result = result?;
    let best = result.best;
    let report = game.write_report(&position, player, result).with_seconds(seconds);
    // As the player sees it who decides.
    let (name, written) = (spec.to_string(), game.write(&game.observation(&position, player)));
    if let (Some(path), Some(format)) = (&args.tree, tree_format) {
        let tree = seat.tree(&TreeLimits::default());
        let tree =
            tree.ok_or_else(|| Failure::usage(format!("--tree: the agent `{agent}` keeps no tree; try --agent mcts")))?;
        let tree = game.write_tree(&position, player, tree);
        format.write(path, &TreeFile::new(&name, &written, &agent.to_string(), game.info(), tree))?;
    }

    let answer = Answer {
        game: name,
        position: written,
        seat: &game.info().seats[player.index()],
        agent: agent.to_string(),
        best: &report.best,
        value: report.value,
        proven: report.proven,
        moves: &report.candidates,
        pv: &report.pv,
        simulations: report.simulations,
        unit: report.unit,
        seconds,
        cpu_seconds,
        simulations_per_second: report.simulations as f64 / seconds.max(1e-9),
        nodes: report.nodes,
        bytes: report.bytes,
        depth: report.depth,
        ended_by: report.ended_by,
        seed,
        threads: args.common.threads(),
        notes: &report.notes,
    };
    if terminal.is_json() {
        terminal.object(&answer)?;
    } else {
        // What the move would change is marked, where nothing is concealed.
        let marked = best.filter(|_| !game.info().hidden).map(|best| game.draw_move(&position, best));
        terminal.picture(&marked.unwrap_or_else(|| game.draw(&position, Some(player))))?;
        print(&mut terminal, &answer, &report, &args.common)?;
    }
    print_remarks(&game, args.common.output, printed);
    Ok(())
}

fn print(
    terminal: &mut Terminal,
    answer: &Answer<'_>,
    report: &Report<String>,
    common: &Common,
) -> Result<(), Failure> {
    terminal.line(format!("{} ({}): {}", answer.seat, answer.agent, evidence::answer(report)))?;
    evidence::show(terminal, report)?;
    let ended = match report.ended_by {
        Limit::Simulations => &format!("ended by the number of {}", report.unit),
        Limit::Time => "ended by time",
        Limit::Stopped => "ended by Ctrl-C",
        Limit::Visits => "ended by the number of visits that a node can count",
        Limit::Depth => "ended by the depth that was asked for",
        _ => "search complete",
    };
    terminal.line(format!("  {ended}; budget {}", common.describe(&[report.unit])))?;
    let rate = write_count(answer.simulations_per_second as u64);
    let cpu = answer.cpu_seconds;
    let unit = report.unit;
    terminal.line(format!("  {rate} {unit} a second, {cpu:.2} s of processor time; seed {}", answer.seed))?;
    Ok(())
}

/// The budget is that of the decision: notes that opening the game took longer.
fn note_slow_opening(took: Duration, common: Common) {
    if let Some(time) = common.time().filter(|time| took > *time && !common.output.quiet) {
        let [took, time] = [took, time].map(|time| write_duration(time.as_secs_f64()));
        let limit = "`gdl:PATH,time=T` limits it";
        complain("note", format!("opening the game took {took}, which is not part of the decision's {time}; {limit}"));
    }
}

/// For whom the search decides.
fn who_decides(game: &NamedGame, position: &AnyState, place: &Place, seat: Option<&str>) -> Result<Player, Failure> {
    let info = game.info();
    let named = seat.map(|name| find_seat(info, name)).transpose()?;
    match game.whose_turn(position) {
        Turn::Player(player) if named.is_none_or(|named| named == player) => Ok(player),
        Turn::Player(player) => Err(Failure::usage(format!("it is the turn of {}", info.seats[player.index()]))),
        Turn::Joint => Ok(named.unwrap_or(Player(0))),
        Turn::Chance => {
            let outcome = match game.choices(position) {
                Choices::Chance(outcomes) => outcomes.into_iter().next().map_or_else(String::new, |outcome| outcome.0),
                _ => String::new(),
            };
            let outcome = if outcome.contains(char::is_whitespace) { format!("\"{outcome}\"") } else { outcome };
            let moves = format!("{} {outcome}", place.moves());
            let moves = moves.trim();
            Err(Failure::usage(format!(
                "it is a chance turn: add an outcome to --moves, for example --moves '{moves}' (`spinney show` lists all)"
            )))
        }
        Turn::Over => {
            let payoffs = game.payoffs(position).unwrap_or_default();
            Err(Failure::Failed(format!("nothing to decide, the game is over: {}", payoffs_in_words(info, &payoffs))))
        }
    }
}
