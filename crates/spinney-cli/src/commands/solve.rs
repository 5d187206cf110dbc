//! `spinney solve`: the best line of a single-player game, or the strategies of a [two-player game](equilibrium).

mod equilibrium;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use indicatif::ProgressBar;
use serde::Serialize;
use spinney::report::Unit;
use spinney_agents::agents::{AgentError, default_solver, with_threads};
use spinney_agents::quantity::{write_count, write_duration};
use spinney_agents::spec::Spec;
use spinney_lab::records::{Record, Records, today};
use spinney_lab::solve::{
    self, AgentSummary, Comparison, Numbers, Outcome, Pace, Series, Solution, SolveError, UnderWay,
};

use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Common, by_processor_time, threads};
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Solve a single-player game (the best line to the end) or a two-player game (strategies in equilibrium)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney solve samegame:board=7 --time 10s
  spinney solve samegame --boards 1-20 --time 60s --threads 2 --seed 1
  spinney solve samegame:seed=5 --agent mcts:select=ucb1,c=0.1,expand=20 --simulations 700k
  spinney solve samegame --seeds 1-50 --jobs 2 --time 10s --agent nrpa --agent \"mcts:c=0.1|0.2|0.4\"
  spinney solve samegame --boards 1-20 --runs 3 --simulations 700k --jobs 2 --agent mcts --seed 1
  spinney solve samegame --boards 1-20 --time 5m --record records/samegame.toml
  spinney solve samegame --boards 1-20 --time 5m --from records/samegame.toml --record records/samegame.toml
  spinney solve kuhn-poker
  spinney solve leduc-poker --time 10s
  spinney solve goofspiel:cards=4 --agent mccfr:sampling=outcome --time 10s --json

Two-player games with a constant sum are solved by `cfr` or `mccfr`: the average strategy at every information state, the \
value with the bounds that best responses give, and the exploitability, which is half of what both players gain by best \
responses. Any other agent is asked at every information state, --runs times, with the budget for each search.

Single-player games: the budget is for one board; with --move-by-move it is for every move of it, and likewise for agents that return only a \
move (flat, greedy, random). A value of an agent may be several, separated by |, which makes an agent of every \
combination. Several agents solve the same boards; the table at the end \
has the mean with its 95 % interval over boards (Student's), and for every agent after the first the mean difference to \
the first, board by board, with the interval of that. Of several runs (--runs) a board counts with its mean. Ctrl-C ends the running boards, prints their best lines so far \
and leaves the other boards out; the table counts what is finished. A file of --record is changed only by better lines, \
each replayed by the rules before it is written. With --from, a board that has a line in the file begins with it: \
portfolio, anneal and beam:learn=true can do that; the other boards begin anew.")]
pub(crate) struct Args {
    /// The game: NAME or NAME:key=value,… (`spinney games` lists them)
    #[arg(value_name = "GAME")]
    game: String,
    /// The agent: NAME or NAME:key=value|value,… (`spinney agents` lists them); may be given several times
    /// [default: the one that the game advises, otherwise portfolio; cfr for two players]
    #[arg(long, value_name = "A")]
    agent: Vec<String>,
    /// Solve these boards of the game, such as 1-20 or 3,7,12
    #[arg(long, value_name = "LIST", value_parser = Numbers::read, conflicts_with = "seeds")]
    boards: Option<Numbers>,
    /// Solve the random boards of these numbers, such as 1-50
    #[arg(long, value_name = "LIST", value_parser = Numbers::read)]
    seeds: Option<Numbers>,
    /// Boards that are solved at the same time; with several, an agent has one thread unless --threads is given
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    jobs: usize,
    /// Solve everything N times, with the seeds S, S + 1 and so on
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    runs: usize,
    /// Search before every move anew, each time with the whole budget
    #[arg(long)]
    move_by_move: bool,
    /// Write lines that are better than those in this file into it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Begin with the lines of this file, as --record writes it, and improve them; may be given several times
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Let --time count processor time per thread, so that other programs on the machine do not matter; not with --jobs
    #[arg(long, conflicts_with = "jobs")]
    processor_time: bool,
    #[command(flatten)]
    common: Common,
}

/// What `--json` prints about a board.
#[derive(Serialize)]
struct Row<'a> {
    game: String,
    board: Option<u64>,
    /// The number of a random board.
    #[serde(skip_serializing_if = "Option::is_none")]
    board_seed: Option<u64>,
    score: f64,
    solved: Option<bool>,
    proven: bool,
    moves: &'a [String],
    simulations: u64,
    unit: Unit,
    seconds: f64,
    cpu_seconds: Option<f64>,
    nodes: u64,
    restarts: u64,
    agent: &'a Spec,
    seed: u64,
    threads: usize,
    stopped: bool,
    /// Whether the line was written to the file of records.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<bool>,
    notes: &'a [String],
}

/// What `--json` prints about an agent at the end.
#[derive(Serialize)]
struct Total<'a> {
    #[serde(flatten)]
    summary: &'a AgentSummary,
    seed: u64,
}

impl Args {
    fn series(&self) -> Series {
        match (&self.boards, &self.seeds) {
            (Some(boards), _) => Series::Boards(boards.clone()),
            (None, Some(seeds)) => Series::Seeds(seeds.clone()),
            (None, None) => Series::One,
        }
    }

    /// The budget in words, for agents that count their work in these units.
    fn budget(&self, units: &[Unit]) -> String {
        self.common.describe_for(if self.move_by_move { "move" } else { "board" }, units)
    }

    fn threads(&self) -> usize {
        if self.jobs > 1 { self.common.threads_or(1) } else { self.common.threads() }
    }

    /// The agents as the user wrote them.
    fn agents(&self) -> Result<Vec<Spec>, Failure> {
        let mut agents = Vec::new();
        for text in &self.agent {
            agents.extend(Spec::alternatives(text)?);
        }
        if agents.is_empty() {
            agents.push(default_solver(&Spec::game(&self.game)?));
        }
        Ok(agents)
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let asked = args.agents()?;
    let known = args.from.iter().map(|path| Records::read_checked(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some(empty) = known.iter().position(|known| known.list.is_empty()) {
        return Err(Failure::usage(format!("--from: there is no line in {}", args.from[empty].display())));
    }
    let comparison = Comparison {
        boards: args.series().of(&Spec::game(&args.game)?)?,
        known,
        agents: asked.iter().map(|agent| with_threads(agent, args.threads())).collect(),
        budget: match args.common.budget(interrupt::begin()) {
            budget if args.processor_time => by_processor_time(budget, args.threads()),
            budget => budget,
        },
        pace: if args.move_by_move { Pace::MoveByMove } else { Pace::Whole },
        seed: args.common.seed(),
        runs: args.runs,
        jobs: args.jobs,
        build_time: match args.move_by_move {
            true => args.common.build_time_for_game(),
            false => args.common.build_time(),
        },
        under_way: UnderWay::default(),
    };
    let mut terminal = Terminal::new(args.common.output);
    if let Some(path) = &args.record {
        // A broken file is rejected before hours are spent.
        let spinner = terminal.spinner(format!("checking {}", path.display()));
        let checked = Records::read_checked(path);
        spinner.finish_and_clear();
        checked?;
    }
    args.common.warn_if_slow();
    interrupt::listen()?;
    let solved = solve_all(args, &asked, &comparison, &mut terminal)?;
    let Some(outcome) = solved else {
        return equilibrium::run(args, comparison.budget, comparison.seed, &mut terminal);
    };
    let seed = comparison.seed;
    if !args.common.output.quiet {
        outcome.remarks.iter().for_each(|remark| complain("note", remark));
    }
    if terminal.is_json() {
        outcome.summaries.iter().try_for_each(|summary| terminal.object(&Total { summary, seed }))?;
    } else {
        print(&mut terminal, args, &comparison, &outcome)?;
    }
    outcome.failure.map_or(Ok(()), |error| Err(as_written(error, &asked, &comparison).into()))
}

/// Solves every board by every agent, and prints each result in order. `None` if the game has two players.
fn solve_all(
    args: &Args,
    asked: &[Spec],
    comparison: &Comparison,
    terminal: &mut Terminal,
) -> Result<Option<Outcome>, Failure> {
    let watch = Watch::new(terminal, comparison);
    let mut gone = Ok(());
    let outcome = comparison.run(&mut |row| {
        gone = watch.bar.suspend(|| report_row(args, comparison, row, terminal));
        if gone.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    watch.end();
    gone?;
    match outcome {
        Err(error) if equilibrium::is_for(&error) => Ok(None),
        outcome => outcome.map(Some).map_err(|error| as_written(error, asked, comparison).into()),
    }
}

/// An error about an agent, as the user wrote it.
fn as_written(error: SolveError, asked: &[Spec], comparison: &Comparison) -> SolveError {
    match error {
        SolveError::Agent(AgentError::Refused { agent, reason }) => {
            let place = comparison.agents.iter().position(|used| used.to_string() == agent);
            let agent = place.map_or(agent, |place| asked[place].to_string());
            SolveError::Agent(AgentError::Refused { agent, reason })
        }
        error => error,
    }
}

/// Keeps a line if it is a record, and prints it.
fn report_row(args: &Args, comparison: &Comparison, row: &solve::Row, terminal: &mut Terminal) -> Result<(), Failure> {
    let (board, agent) = (&comparison.boards[row.work.board], &comparison.agents[row.work.agent]);
    let (solution, seed) = (&row.solution, comparison.seed_of(row.work.run));
    let record = || Record {
        game: board.spec.to_string(),
        score: solution.score,
        date: today(),
        agent: agent.to_string(),
        budget: args.budget(&[solution.unit]),
        seed,
        from: {
            let known = comparison.known.iter().filter_map(|known| known.find(&board.spec.to_string()));
            known.map(|known| known.score).max_by(f64::total_cmp)
        },
        line: solution.line.join(" "),
    };
    let record = args.record.as_deref().map(|path| Records::keep(path, record())).transpose()?;
    if !terminal.is_json() {
        let several = comparison.agents.len() > 1;
        let head = if several { format!("{}, {agent}", board.spec) } else { board.spec.to_string() };
        let head = if comparison.runs > 1 { format!("{head}, seed {seed}") } else { head };
        let with_line = !several && comparison.boards.len() == 1 && comparison.runs == 1;
        return Ok(print_solution(terminal, &head, solution, record, with_line)?);
    }
    let row = Row {
        game: board.spec.to_string(),
        board: board.number,
        board_seed: board.seed,
        score: solution.score,
        solved: solution.solved,
        proven: solution.proven,
        moves: &solution.line,
        simulations: solution.simulations,
        unit: solution.unit,
        seconds: solution.seconds,
        cpu_seconds: solution.cpu_seconds,
        nodes: solution.nodes,
        restarts: solution.restarts,
        agent,
        seed,
        threads: args.threads(),
        stopped: solution.stopped,
        record,
        notes: &solution.notes,
    };
    Ok(terminal.object(&row)?)
}

fn print_solution(
    terminal: &mut Terminal,
    head: &str,
    solution: &Solution,
    record: Option<bool>,
    with_line: bool,
) -> io::Result<()> {
    let solved = match solution.solved {
        Some(true) => ", solved",
        Some(false) => ", not solved",
        None => "",
    };
    let proven = if solution.proven { ", nothing better is possible" } else { "" };
    let record = if record == Some(true) { ", a new record" } else { "" };
    let stopped = if solution.stopped { ", stopped" } else { "" };
    let plural = if solution.line.len() == 1 { "move" } else { "moves" };
    let (moves, rate) = (solution.line.len(), solution.simulations as f64 / solution.seconds.max(1e-9));
    terminal.line(format!(
        "{head}: {} in {moves} {plural}{solved}{proven}{record}{stopped}; {} {} in {}, {} a second",
        solution.score + 0.0,
        write_count(solution.simulations),
        solution.unit,
        write_duration(solution.seconds),
        write_count(rate as u64),
    ))?;
    if with_line && moves > 0 {
        terminal.line(format!("  {}", solution.line.join(" ")))?;
    }
    solution.notes.iter().try_for_each(|note| terminal.line(format!("  {note}")))
}

fn print(terminal: &mut Terminal, args: &Args, comparison: &Comparison, outcome: &Outcome) -> io::Result<()> {
    let (boards, agents) = (comparison.boards.len(), &comparison.agents);
    let runs = comparison.runs;
    if boards > 1 || agents.len() > 1 || runs > 1 {
        terminal.table(&table(&outcome.summaries, runs))?;
    }
    let agent = if agents.len() == 1 { format!("agent {}; ", agents[0]) } else { String::new() };
    let units: Vec<_> = outcome.summaries.iter().map(|summary| summary.unit).collect();
    let seeds = match runs {
        1 => format!("seed {}", comparison.seed),
        _ => format!("seeds {} to {}", comparison.seed, comparison.seed_of(runs - 1)),
    };
    terminal.line(format!("{agent}budget {}; {seeds}", args.budget(&units)))?;
    if outcome.stopped || outcome.failure.is_some() {
        let finished: usize = outcome.summaries.iter().map(|summary| summary.searches).sum();
        complain("stopped", format!("after {finished} of {} searches", boards * agents.len() * runs));
    }
    Ok(())
}

/// With several runs, the total is the mean of theirs, and a column has the total of each board's best.
fn table(summaries: &[AgentSummary], runs: usize) -> TextTable {
    let mut columns = vec![
        ("agent", Align::Left),
        ("boards", Align::Right),
        ("solved", Align::Right),
        ("total", Align::Right),
        ("best of all runs", Align::Right),
        ("mean", Align::Left),
        ("to the first", Align::Left),
        ("time", Align::Right),
    ];
    if runs == 1 {
        columns.remove(4);
    }
    let mut table = TextTable::new(&columns);
    for summary in summaries {
        let mean = |mean: f64| format!("{mean:.1}");
        let difference = |mean: f64| format!("{mean:+.1}");
        let boards = if runs == 1 { summary.boards.to_string() } else { format!("{} × {runs}", summary.boards) };
        let total = if runs == 1 { summary.total.to_string() } else { mean(summary.total) };
        let mut row = vec![summary.agent.to_string(), boards, summary.solved.to_string(), total];
        if runs > 1 {
            row.push(summary.best_total.to_string());
        }
        row.extend([
            with_interval(summary.mean, summary.ci95, mean),
            with_interval(summary.difference, summary.difference_ci95, difference),
            write_duration(summary.seconds),
        ]);
        table.row(row);
    }
    table
}

fn with_interval(value: Option<f64>, interval: Option<[f64; 2]>, write: impl Fn(f64) -> String) -> String {
    match (value, interval) {
        (Some(value), Some([low, high])) => format!("{} [{}, {}]", write(value), write(low), write(high)),
        (Some(value), None) => write(value),
        _ => String::new(),
    }
}

/// A progress line for the running searches, if standard error is a terminal.
struct Watch {
    bar: ProgressBar,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    fn new(terminal: &Terminal, comparison: &Comparison) -> Self {
        let bar = terminal.spinner(String::new());
        let thread = (!bar.is_hidden()).then(|| {
            let (bar, under_way) = (bar.clone(), comparison.under_way.clone());
            let boards: Vec<String> = comparison.boards.iter().map(|board| board.spec.to_string()).collect();
            std::thread::spawn(move || {
                while !bar.is_finished() {
                    bar.set_message(in_words(&under_way, &boards));
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

/// What is being solved; before the first search, games are opened.
fn in_words(under_way: &UnderWay, boards: &[String]) -> String {
    let running = under_way.list();
    if running.is_empty() {
        return format!("opening {}", boards.first().map_or("", |board| board));
    }
    let one = |(work, time, progress): &(solve::Work, Duration, spinney::budget::Progress)| {
        let best = progress.best().map_or("nothing yet".to_owned(), |best| format!("best {best}"));
        let rate = progress.simulations() as f64 / time.as_secs_f64().max(1e-3);
        let time = write_duration(time.as_secs_f64());
        format!("{}: {best}, {} a second, {time}", boards[work.board], write_count(rate as u64))
    };
    running.iter().map(one).collect::<Vec<_>>().join("; ") + ";"
}
