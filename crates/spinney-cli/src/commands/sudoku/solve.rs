//! `spinney sudoku solve`.

use std::io;
use std::num::NonZeroU64;

use spinney::budget::Budget;
use spinney_agents::agents::with_threads;
use spinney_agents::quantity::{write_count, write_duration};
use spinney_agents::spec::Spec;
use spinney_lab::statistics::Spread;
use spinney_lab::sudoku::{SolveRow, SolveSummary, Solver, Solving, in_words, name_wrong};

use super::input::Input;
use super::rows::{self, Csv, Jobs, counted, say_stopped};
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Common, Output, by_processor_time, count};
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Solve puzzles, exactly or by an agent
#[derive(Debug, clap::Args)]
#[command(mut_arg("simulations", |arg| arg.help("Simulations for each puzzle, for agents: 1000, 200k or 2M")))]
#[command(mut_arg("time", |arg| arg.help("Time for each puzzle, such as 2s or 50ms [default: 1s for agents, unless \
    --simulations is given]")))]
#[command(mut_arg("threads", |arg| arg.help("Worker threads of a search; 1 is reproducible [default: 1]")))]
#[command(after_help = "\
Examples:
  spinney sudoku solve .....3.17.15..9..8.6.......1....7.....9...2.....5....4.......2.5..6..34.34.2.....
  spinney sudoku solve puzzles.txt --csv > solved.csv
  spinney sudoku solve puzzles.txt --agent mcts:c=0.2 --simulations 100k --seed 1
  spinney sudoku solve puzzles.txt --agent iterative-sampling --game propagate=locked,cell=tightest --time 10s

Without --agent, and with --agent exact, the exact solver finds a solution and whether there are others; --time limits it. \
Any other agent searches the game `sudoku` within the budget for each puzzle. What it finds counts as a solution only if \
the board keeps the rules and has every given; the number of solutions then comes from the exact solver, unless that \
takes more than a second, and its time does not count. In a file with sections [Puzzle] and [State] the state is solved; \
wrong digits are named. \
The same seed gives the same results, unless the budget is time. Ctrl-C prints what is finished. \
The exit code is 1 if a single puzzle was not solved; a batch continues.")]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,
    /// What solves: exact, or an agent, NAME or NAME:key=value,… (`spinney agents` lists them) [default: exact]
    #[arg(long, value_name = "A")]
    agent: Option<String>,
    /// Options of the game for agents: key=value,… (`spinney games sudoku` lists them)
    #[arg(long, value_name = "OPTIONS")]
    game: Option<String>,
    /// Start an agent anew after this many simulations without a solution, from another first cell (another salt)
    #[arg(long, value_name = "N", value_parser = count, requires = "agent")]
    anew_after: Option<u64>,
    #[command(flatten)]
    jobs: Jobs,
    /// Let --time count processor time per thread, so that other programs on the machine do not matter; not with --jobs
    #[arg(long, conflicts_with = "jobs")]
    processor_time: bool,
    #[command(flatten)]
    csv: Csv,
    #[command(flatten)]
    common: Common,
}

/// The columns of `--csv`.
const COLUMNS: &[&str] = &[
    "file",
    "line",
    "number",
    "puzzle",
    "solution",
    "solved",
    "solutions",
    "simulations",
    "restarts",
    "nodes",
    "seconds",
    "cpu_seconds",
    "agent",
    "seed",
    "stopped",
    "wrong",
    "error",
];

impl Args {
    fn solver(&self) -> Result<Solver, Failure> {
        let Some(agent) = &self.agent else { return self.exact() };
        let spec = Spec::agent(agent)?;
        if spec.name == Solver::EXACT && !spec.parameters.is_empty() {
            return Err(Failure::usage("the exact solver has no parameters"));
        }
        match Solver::of(with_threads(&spec, self.common.threads_or(1)))? {
            Solver::Exact => self.exact(),
            agent => Ok(agent),
        }
    }

    /// The exact solver, if no option is given that only agents have.
    fn exact(&self) -> Result<Solver, Failure> {
        let refuse = |message: &str| Err(Failure::usage(message));
        if self.common.given_simulations().is_some() {
            return refuse("the exact solver makes no simulations; limit it by --time, or name an --agent");
        }
        if self.common.given_threads().is_some() {
            return refuse("--threads is for agents; the exact solver has one thread a puzzle, see --jobs");
        }
        if self.common.given_memory().is_some() {
            return refuse("--memory is for agents; limit the exact solver by --time");
        }
        if self.game.is_some() {
            return refuse("--game is for agents; the exact solver has no options");
        }
        if self.anew_after.is_some() {
            return refuse("--anew-after is for agents; the exact solver has no need to start anew");
        }
        Ok(Solver::Exact)
    }

    fn budget(&self, solver: &Solver) -> Budget {
        let budget = self.common.budget(interrupt::begin());
        let budget = match solver {
            // The exact solver ends by itself.
            Solver::Exact => Budget { time: self.common.given_time(), ..budget },
            Solver::Agent(_) => budget,
        };
        if self.processor_time { by_processor_time(budget, self.common.threads_or(1)) } else { budget }
    }

    fn options(&self) -> Result<Vec<(String, String)>, Failure> {
        let text = self.game.as_deref().unwrap_or_default();
        let text = text.strip_prefix("sudoku:").unwrap_or(text);
        Ok(if text.is_empty() { Vec::new() } else { Spec::agent(&format!("sudoku:{text}"))?.parameters })
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let solver = args.solver()?;
    let solving = Solving {
        options: args.options()?,
        budget: args.budget(&solver),
        anew_after: args.anew_after.and_then(NonZeroU64::new),
        solver,
        seed: args.common.seed(),
        jobs: if args.processor_time { 1 } else { args.jobs.resolve() },
    };
    if solving.solver != Solver::Exact {
        args.common.warn_if_slow();
    }
    let (tasks, mut rows) = rows::open(&args.input, args.common.output, args.csv, COLUMNS)?;
    let single = tasks.len() == 1;
    let mut only = None;
    let summary = solving.run(&tasks, &mut |row| {
        only = single.then(|| row.clone());
        rows.print(row, |row| Some(if single { row.picture()? } else { in_a_line(row) }))
    });
    let is_text = rows.is_text();
    let mut terminal = rows.end()?;
    let summary = summary?;
    if terminal.is_json() {
        terminal.object(&summary)?;
    } else if is_text {
        match &only {
            Some(row) => print_one(&mut terminal, args, row)?,
            None => print_all(&mut terminal, args, &solving, &summary)?,
        }
    }
    say_stopped(args.common.output, &summary.count);
    warn(args.common.output, only.as_ref());
    match only {
        Some(SolveRow { error: Some(error), origin, .. }) => Err(Failure::Failed(origin.locate(&error))),
        Some(row) if !row.solved => Err(Failure::Said),
        _ => Ok(()),
    }
}

/// Names the wrong digits of a single puzzle; in a batch they are in its line.
fn warn(output: Output, only: Option<&SolveRow>) {
    if let Some(wrong) = only.and_then(|row| name_wrong(&row.wrong)).filter(|_| !output.quiet) {
        complain("warning", wrong);
    }
}

/// The work of the exact solver.
pub(super) fn choices(count: u64) -> String {
    counted(count as usize, "choice")
}

/// What became of a puzzle; nothing for one with one solution, which was found.
fn remark(row: &SolveRow) -> String {
    let count = in_words(row.solutions, 2);
    match row.solved {
        true if row.solutions == Some(1) => String::new(),
        _ if row.error.is_some() => row.error.clone().unwrap_or_default(),
        true => count,
        false if row.solutions == Some(0) => count,
        false if row.stopped => format!("stopped; {count}"),
        false => format!("not solved; {count}"),
    }
}

fn in_a_line(row: &SolveRow) -> String {
    let parts = [row.solution.clone().unwrap_or_default(), remark(row), name_wrong(&row.wrong).unwrap_or_default()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}: {}", row.origin, parts.join("  "))
}

fn print_one(terminal: &mut Terminal, args: &Args, row: &SolveRow) -> io::Result<()> {
    if row.error.is_some() {
        return Ok(());
    }
    let result = if row.solved { in_words(row.solutions, 2) } else { remark(row) };
    let work = match (row.simulations, row.unit) {
        (Some(count), Some(unit)) => {
            let restarts = match row.restarts {
                Some(restarts) if restarts > 0 => format!(", {}", counted(restarts as usize, "restart")),
                _ => String::new(),
            };
            counted(count as usize, unit.to_string().trim_end_matches('s')) + &restarts
        }
        _ => choices(row.nodes),
    };
    terminal.line(format!("{result}; {}: {work} in {}", row.agent, write_duration(row.seconds)))?;
    if let Some(unit) = row.unit {
        terminal.line(format!("budget {}; seed {}", args.common.describe_for("puzzle", &[unit]), row.seed))?;
    }
    Ok(())
}

fn print_all(terminal: &mut Terminal, args: &Args, solving: &Solving, summary: &SolveSummary) -> io::Result<()> {
    let count = &summary.count;
    terminal.line(format!(
        "solved {} of {}; {}",
        write_count(summary.solved as u64),
        counted(count.puzzles, "puzzle"),
        super::count::in_words(count)
    ))?;
    let mut table = TextTable::new(&[
        ("", Align::Left),
        ("median", Align::Right),
        ("99th percentile", Align::Right),
        ("worst", Align::Right),
    ]);
    let mut row = |name: &str, spread: Option<Spread>, write: fn(f64) -> String| {
        if let Some(Spread { median, percentile_99, worst, .. }) = spread {
            table.row(vec![name.to_owned(), write(median), write(percentile_99), write(worst)]);
        }
    };
    row("simulations", summary.simulations, |count| write_count(count as u64));
    row("time", summary.seconds, write_duration);
    row("processor time", summary.cpu_seconds, write_duration);
    terminal.table(&table)?;
    terminal.line(match &solving.solver {
        Solver::Exact => format!("agent {}", summary.agent),
        Solver::Agent(agent) => {
            let budget = args.common.describe_for("puzzle", &[]);
            format!("agent {agent}; budget {budget}; seed {}", summary.seed)
        }
    })
}
