//! Puzzles solved by the exact solver or by an agent.
//!
//! Whatever an agent finds counts only if the board is full, keeps the rules and has every given. The number of
//! solutions comes from the exact solver; for an agent it is looked for after the search, and no time of it counts.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::time::Instant;

use cpu_time::ThreadTime;
use serde::Serialize;
use spinney::budget::Budget;
use spinney::game::Game;
use spinney::random::Random;
use spinney::report::Unit;
use spinney::search::parameter::{SettingError, configure};
use spinney::spelling::UnknownName;
use spinney_agents::named::replay;
use spinney_agents::{AgentError, NamedGame, Spec, agents, games};
use spinney_games::sudoku::text::{Alphabet, write_grid};
use spinney_games::sudoku::{Grid, Options, Sudoku};

use super::batch::Batch;
use super::count::CountSummary;
use super::exact::{self, SEVERAL, Verdict};
use super::wrong::{CellValue, wrong_digits};
use super::{Origin, Task};
use crate::solve::{Pace, Solution, SolveError, solve};
use crate::statistics::Spread;

/// What solves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solver {
    /// The exact solver.
    Exact,
    /// An agent of the list.
    Agent(Spec),
}

impl Solver {
    /// The name of the exact solver.
    pub const EXACT: &'static str = "exact";

    /// The solver of this name: the exact solver, or an agent of the list.
    pub fn of(spec: Spec) -> Result<Solver, AgentError> {
        if spec.name == Solver::EXACT {
            return Ok(Solver::Exact);
        }
        match agents::find_agent(&spec.name) {
            Err(AgentError::Unknown(_)) if ![agents::AUTO, agents::HUMAN].contains(&spec.name.as_str()) => {
                let known = agents::list_agents().into_iter().map(|entry| entry.name);
                Err(UnknownName::new("agent", &spec.name, known.chain([agents::AUTO, Solver::EXACT])).into())
            }
            _ => Ok(Solver::Agent(spec)),
        }
    }
}

/// How puzzles are solved.
#[derive(Clone)]
pub struct Solving {
    /// What solves.
    pub solver: Solver,
    /// The options of the game, for agents: keys and values.
    pub options: Vec<(String, String)>,
    /// The simulations after which an agent that has not found a solution starts anew, from another first cell (the option
    /// `salt` of the game). All searches of a puzzle share its budget.
    pub anew_after: Option<NonZeroU64>,
    /// The budget for each puzzle, and the flag that ends everything.
    pub budget: Budget,
    /// The only source of randomness.
    pub seed: u64,
    /// How many puzzles at the same time.
    pub jobs: usize,
}

/// Why nothing can be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SudokuError {
    /// An option of the game that is wrong.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// An option that names a puzzle.
    #[error("option `{0}` of the game: the puzzles are those that the command is given")]
    Puzzle(String),
    /// The agent cannot be used, or did something wrong.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// What was found for a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveRow {
    /// The puzzle.
    #[serde(flatten)]
    pub origin: Origin,
    /// The solution on one line, in the alphabet of the puzzle.
    pub solution: Option<String>,
    /// Whether there is one, checked by the rules.
    pub solved: bool,
    /// The number of solutions: 0, 1, 2 for several, nothing if it is not known.
    pub solutions: Option<usize>,
    /// The work of a search, in units; nothing for the exact solver.
    pub simulations: Option<u64>,
    /// What is counted.
    pub unit: Option<Unit>,
    /// How often a search started anew.
    pub restarts: Option<u64>,
    /// Choices of the exact solver, or nodes of the search's largest tree.
    pub nodes: u64,
    /// Seconds on the wall.
    pub seconds: f64,
    /// Seconds of processor time, if they can be attributed to this puzzle.
    pub cpu_seconds: Option<f64>,
    /// What solved it.
    pub agent: String,
    /// The seed of the batch.
    pub seed: u64,
    /// Whether it was stopped from outside.
    pub stopped: bool,
    /// Placed digits that differ from the only solution of the givens.
    pub wrong: Vec<CellValue>,
    /// What is wrong with a puzzle that breaks the rules.
    pub error: Option<String>,
    #[serde(skip)]
    board: Option<(Grid, Alphabet)>,
}

impl SolveRow {
    /// The solution for people.
    pub fn picture(&self) -> Option<String> {
        self.board.as_ref().map(|(grid, alphabet)| write_grid(grid, *alphabet))
    }
}

/// What was found for all puzzles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveSummary {
    /// Puzzles that were solved.
    pub solved: usize,
    /// How many have no solution, one or several.
    #[serde(flatten)]
    pub count: CountSummary,
    /// The work of searches, of puzzles that keep the rules.
    pub simulations: Option<Spread>,
    /// The same for seconds on the wall.
    pub seconds: Option<Spread>,
    /// The same for seconds of processor time, if they are known of every puzzle.
    pub cpu_seconds: Option<Spread>,
    /// What solved.
    pub agent: String,
    /// The seed.
    pub seed: u64,
}

/// What the rows of a batch add up to.
struct Tally {
    solved: usize,
    count: CountSummary,
    simulations: Vec<f64>,
    seconds: Vec<f64>,
    /// Nothing if it is not known of some puzzle.
    cpu_seconds: Option<Vec<f64>>,
}

impl Default for Tally {
    fn default() -> Self {
        let (count, simulations, seconds) = (CountSummary::default(), Vec::new(), Vec::new());
        Tally { solved: 0, count, simulations, seconds, cpu_seconds: Some(Vec::new()) }
    }
}

impl Tally {
    fn add(&mut self, row: &SolveRow) {
        self.solved += usize::from(row.solved);
        self.count.add(Verdict::of_few(row.solutions), row.error.is_some(), row.stopped);
        if row.error.is_some() {
            return;
        }
        self.simulations.extend(row.simulations.map(|count| count as f64));
        self.seconds.push(row.seconds);
        match (&mut self.cpu_seconds, row.cpu_seconds) {
            (Some(all), Some(seconds)) => all.push(seconds),
            _ => self.cpu_seconds = None,
        }
    }
}

impl Solving {
    /// Solves every puzzle. The options and the agent are tried on an empty board first, so that what is wrong with them
    /// is known before anything is solved.
    pub fn run(
        &self,
        tasks: &[Task],
        on_row: &mut dyn FnMut(&SolveRow) -> ControlFlow<()>,
    ) -> Result<SolveSummary, SudokuError> {
        let options = self.options()?;
        if let Solver::Agent(agent) = &self.solver {
            let size = tasks.first().map_or(3, |task| task.puzzle.grid.geometry().box_size);
            open(&Grid::empty(size), &options)?.agent(agent).map_err(SolveError::from)?;
        }
        let batch = Batch { jobs: self.jobs, stop: self.budget.stop.clone() };
        let mut tally = Tally::default();
        batch.try_run(tasks, |task| self.solve(task, &options), &mut |row| {
            tally.add(&row);
            on_row(&row)
        })?;
        Ok(SolveSummary {
            solved: tally.solved,
            count: tally.count.end(tasks.len()),
            simulations: Spread::of(tally.simulations),
            seconds: Spread::of(tally.seconds),
            cpu_seconds: tally.cpu_seconds.and_then(Spread::of),
            agent: self.agent(),
            seed: self.seed,
        })
    }

    /// The options of the game.
    fn options(&self) -> Result<Options, SudokuError> {
        let names_a_puzzle = |(key, _): &&(String, String)| matches!(key.as_str(), "puzzle" | "file" | "board");
        if let Some((key, _)) = self.options.iter().find(names_a_puzzle) {
            return Err(SudokuError::Puzzle(key.clone()));
        }
        Ok(configure("game `sudoku`", Options::default(), &self.options)?)
    }

    fn agent(&self) -> String {
        match &self.solver {
            Solver::Exact => Solver::EXACT.to_owned(),
            Solver::Agent(agent) => agent.to_string(),
        }
    }

    fn solve(&self, task: &Task, options: &Options) -> Result<SolveRow, SolveError> {
        let row = SolveRow {
            origin: task.origin_of(&task.puzzle.grid),
            solution: None,
            solved: false,
            solutions: Some(0),
            simulations: None,
            unit: None,
            restarts: None,
            nodes: 0,
            seconds: 0.0,
            cpu_seconds: None,
            agent: self.agent(),
            seed: self.seed,
            stopped: false,
            wrong: wrong_digits(task, &self.budget.stop),
            error: task.clash_of(&task.puzzle.grid),
            board: None,
        };
        if row.error.is_some() {
            return Ok(row);
        }
        let (row, grid) = match &self.solver {
            Solver::Exact => self.solve_exactly(task, row),
            Solver::Agent(agent) => self.search(task, options, agent, row)?,
        };
        let grid = grid.filter(|grid| grid.is_solved() && grid.extends(&task.puzzle.grid));
        Ok(SolveRow {
            solved: grid.is_some(),
            solution: grid.as_ref().map(|grid| task.write(grid)),
            board: grid.map(|grid| (grid, task.puzzle.alphabet)),
            ..row
        })
    }

    fn solve_exactly(&self, task: &Task, row: SolveRow) -> (SolveRow, Option<Grid>) {
        let exact = exact::search(&task.puzzle.grid, SEVERAL, &self.budget);
        let row = SolveRow {
            solutions: exact.solutions,
            nodes: exact.nodes,
            seconds: exact.seconds,
            cpu_seconds: Some(exact.cpu_seconds),
            stopped: exact.solutions.is_none() && self.budget.stop.is_raised(),
            ..row
        };
        (row, exact.first)
    }

    fn search(
        &self,
        task: &Task,
        options: &Options,
        agent: &Spec,
        row: SolveRow,
    ) -> Result<(SolveRow, Option<Grid>), SolveError> {
        let givens = &task.puzzle.grid;
        let meter = self.budget.start();
        let mut rng = Random::derive(self.seed, task.stream());
        let (mut simulations, mut restarts, mut nodes, mut seconds, mut cpu_seconds) = (0, 0, 0, 0.0, Some(0.0));
        let mut start = 0;
        loop {
            let mut budget = self.budget.left(&meter, simulations);
            budget.simulations = budget.simulations.into_iter().chain(self.anew_after.map(NonZeroU64::get)).min();
            let most = budget.simulations.unwrap_or(u64::MAX);
            let salted = Options { salt: options.salt.wrapping_add(start), ..options.clone() };
            let Searched { solution, grid, cpu_seconds: more } =
                self.search_once(givens, &salted, agent, &budget, &mut rng)?;
            simulations += solution.simulations;
            restarts += solution.restarts;
            nodes = nodes.max(solution.nodes);
            seconds += solution.seconds;
            cpu_seconds = cpu_seconds.zip(more).map(|(sum, more)| sum + more);
            let is_over =
                solution.solved == Some(true) || solution.simulations < most || meter.exceeded(simulations).is_some();
            if is_over {
                let row = SolveRow {
                    solutions: exact::solutions(givens, &self.budget.stop).solutions,
                    simulations: Some(simulations),
                    unit: Some(solution.unit),
                    restarts: Some(start + restarts),
                    nodes,
                    seconds,
                    cpu_seconds,
                    stopped: solution.stopped,
                    ..row
                };
                return Ok((row, grid));
            }
            start += 1;
        }
    }

    /// One search of a puzzle.
    fn search_once(
        &self,
        givens: &Grid,
        options: &Options,
        agent: &Spec,
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<Searched, SolveError> {
        // Making the game is part of the work: propagation from the givens alone solves many puzzles.
        let (clock, began) = (ThreadTime::now(), Instant::now());
        let game = open(givens, options)?;
        let start = game.start(&mut Random::derive(self.seed, 0));
        let (preparation, prepared) = (clock.elapsed().as_secs_f64(), began.elapsed().as_secs_f64());
        let mut solution = solve(&game, &start, &[], agent, budget, Pace::Shared, rng)?;
        solution.seconds += prepared;
        let cpu_seconds = match (self.jobs, agents::threads(agent)) {
            (_, 1) => Some(clock.elapsed().as_secs_f64()),
            (1, _) => solution.cpu_seconds.map(|seconds| preparation + seconds),
            // The process has done other work as well.
            _ => None,
        };
        let mut end = start;
        replay(&game, &mut end, &solution.line).map_err(|error| SolveError::Line(error.at))?;
        let grid = board(&game.write(&end), givens);
        Ok(Searched { solution, grid, cpu_seconds })
    }
}

/// What one search of a puzzle has found.
struct Searched {
    solution: Solution,
    /// The board at the end of its line.
    grid: Option<Grid>,
    cpu_seconds: Option<f64>,
}

/// The game with this puzzle.
fn open(grid: &Grid, options: &Options) -> Result<NamedGame, SolveError> {
    let game = Sudoku::new(grid.clone(), options.clone());
    games::of_sudoku(game).map_err(|error| SolveError::Open(error.into()))
}

/// The board of a position as the game writes it; flags may follow its cells.
fn board(position: &str, like: &Grid) -> Option<Grid> {
    let geometry = like.geometry();
    let alphabet = Alphabet::default_for(geometry.side);
    let cells = position.split_whitespace().next()?.chars();
    let values: Vec<u8> = cells.map(|sign| alphabet.read(sign, geometry.side).unwrap_or(0)).collect();
    (values.len() == geometry.cells).then(|| Grid::from_values(geometry.box_size, values))
}
