//! Every agent on every board.
//!
//! - **Order.** Run by run, in each board by board, and on each board agent by agent, so that whatever is finished can be
//!   compared in pairs. Rows are handed over in this order.
//! - **Seeds.** A search's generator follows from the seed of the run and the number of its board alone: the results are
//!   the same for any number of boards at a time and whatever else is solved, unless the budget is time.
//! - **Stopping.** When the stop flag of the budget is raised, running boards end with the best line so far, and
//!   no other begins.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use spinney::budget::{Budget, Progress};
use spinney::erased::{AnyMove, AnyState};
use spinney::game::Game;
use spinney::random::Random;
use spinney_agents::games::open_within;
use spinney_agents::named::replay;
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::spec::split_moves;
use spinney_agents::{NamedGame, Spec, agents};

use crate::in_order::in_order;
use crate::records::Records;

use super::{AgentSummary, Board, Pace, Solution, SolveError, solve};

/// What is compared.
#[derive(Clone)]
pub struct Comparison {
    /// The boards.
    pub boards: Vec<Board>,
    /// Lines to begin with.
    pub known: Vec<Records>,
    /// The agents; differences are to the first.
    pub agents: Vec<Spec>,
    /// What an agent may spend on a board, or on a move of it.
    pub budget: Budget,
    /// Which of the two.
    pub pace: Pace,
    /// The only source of randomness: the seed of the first run; those of the others follow.
    pub seed: u64,
    /// How often everything is solved.
    pub runs: usize,
    /// How many boards are solved at the same time.
    pub jobs: usize,
    /// The time limit for building a rule sheet.
    pub build_time: BuildTime,
    /// What is being solved, for a progress line.
    pub under_way: UnderWay,
}

/// One run of one agent on one board, all counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The board.
    pub board: usize,
    /// The agent.
    pub agent: usize,
    /// The run.
    pub run: usize,
}

/// What an agent found on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The agent, the board and the run.
    pub work: Work,
    /// What was found.
    pub solution: Solution,
}

/// What became of a comparison. Nothing that was finished is lost, whatever happened afterwards.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A sum for every agent.
    pub summaries: Vec<AgentSummary>,
    /// Warnings for the user about the games, each once.
    pub remarks: Vec<String>,
    /// Whether it was stopped from outside.
    pub stopped: bool,
    /// Why it ended early, if it failed.
    pub failure: Option<SolveError>,
}

/// The searches that are running, by job; clones share it.
#[derive(Clone, Debug, Default)]
pub struct UnderWay(Arc<Mutex<BTreeMap<usize, Running>>>);

/// A search that is running.
type Running = (Work, Instant, Progress);

impl UnderWay {
    /// The running searches, with their times and progress.
    pub fn list(&self) -> Vec<(Work, Duration, Progress)> {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.values().map(|(work, began, progress)| (*work, began.elapsed(), progress.clone())).collect()
    }

    fn begin(&self, job: usize, work: Work, progress: Progress) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(job, (work, Instant::now(), progress));
    }

    fn end(&self, job: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&job);
    }
}

impl Comparison {
    /// Solves. `on_row` is called for every board as soon as all before it are finished. If it breaks, it is not called
    /// again and the rest is left out. What cannot be opened or played is rejected before anything is solved.
    pub fn run(&self, on_row: &mut dyn FnMut(&Row) -> ControlFlow<()>) -> Result<Outcome, SolveError> {
        let games = self.open_all()?;
        let mut rows = Vec::new();
        let mut flow = ControlFlow::Continue(());
        let failure = self.solve_all(&games, &mut |row| {
            if flow.is_continue() {
                flow = on_row(&row);
            }
            rows.push(row);
            flow
        });
        Ok(Outcome {
            summaries: AgentSummary::of_all(&self.agents, &rows),
            remarks: distinct(games.iter().flat_map(NamedGame::remarks)),
            stopped: self.budget.stop.is_raised() && failure.is_none(),
            failure,
        })
    }

    /// Opens every board, and makes every agent once.
    fn open_all(&self) -> Result<Vec<NamedGame>, SolveError> {
        let open = |board: &Board| open_within(&board.spec, self.build_time);
        let opened = self.boards.iter().map(open).collect::<Result<Vec<_>, _>>();
        let games = opened.map_err(|error| SolveError::Open(error.into()))?;
        if let Some(game) = games.first() {
            super::one::check(game)?;
            for agent in &self.agents {
                game.agent(agent)?;
            }
        }
        Ok(games)
    }

    fn work(&self, index: usize) -> Work {
        let (agents, boards) = (self.agents.len(), self.boards.len());
        Work { board: index / agents % boards, agent: index % agents, run: index / agents / boards }
    }

    /// The seed of a run.
    pub fn seed_of(&self, run: usize) -> u64 {
        self.seed.wrapping_add(run as u64)
    }

    fn solve_all(&self, games: &[NamedGame], on_row: &mut dyn FnMut(Row) -> ControlFlow<()>) -> Option<SolveError> {
        let count = games.len() * self.agents.len() * self.runs;
        let worker = |job| {
            move |index| {
                let work = self.work(index as usize);
                self.solve_one(job, work, &games[work.board]).map(|solution| Some(Row { work, solution }))
            }
        };
        let workers = (0..self.jobs.clamp(1, count.max(1))).map(worker).collect();
        in_order(count as u64, workers, &self.budget.stop, on_row)
    }

    fn solve_one(&self, job: usize, work: Work, game: &NamedGame) -> Result<Solution, SolveError> {
        let (board, agent) = (&self.boards[work.board], &self.agents[work.agent]);
        let seed = self.seed_of(work.run);
        let start = game.start(&mut Random::derive(seed, 0));
        let mut rng = Random::derive(seed, board.stream());
        let budget = Budget { progress: Progress::default(), ..self.budget.clone() };
        self.under_way.begin(job, work, budget.progress.clone());
        let clock = ThreadTime::now();
        let known: Vec<_> =
            self.known.iter().filter_map(|records| known_line(records, game, &board.spec, &start)).collect();
        let solution = solve(game, &start, &known, agent, &budget, self.pace, &mut rng);
        self.under_way.end(job);
        let mut solution = solution?;
        if self.jobs > 1 {
            // The process has done other work as well. The time of a search with several threads is not known.
            let alone = agents::threads(agent) == 1;
            solution.cpu_seconds = alone.then(|| clock.elapsed().as_secs_f64());
        }
        Ok(solution)
    }
}

/// The line of a board, if there is one for it that can be played.
fn known_line(records: &Records, game: &NamedGame, board: &Spec, start: &AnyState) -> Option<Vec<AnyMove>> {
    let record = records.find(&board.to_string())?;
    replay(game, &mut start.clone(), &split_moves(&record.line).ok()?).ok()
}

/// Every text once, in order of first appearance.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut list = Vec::new();
    for text in texts {
        if !list.contains(&text) {
            list.push(text);
        }
    }
    list
}
