//! One agent on one board.

use std::time::Instant;

use cpu_time::ProcessTime;
use spinney::budget::{Budget, Limit};
use spinney::game::{Player, Turn};
use spinney::random::Random;
use spinney::search::Step;

use crate::agents::AgentError;
use crate::spec::Spec;
use crate::table::{LineError, Position, SeatError, Table, TableError, replay};

/// How time is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// One search for the whole game.
    Whole,
    /// A search before every move, each with the whole budget.
    MoveByMove,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The moves from the start to the end.
    pub line: Vec<String>,
    /// What the player gets for them, by the rules.
    pub score: f64,
    /// Whether the game calls that solved, if it says.
    pub solved: Option<bool>,
    /// Whether nothing better is possible.
    pub proven: bool,
    /// Simulations of all searches.
    pub simulations: u64,
    /// Nodes of the largest tree.
    pub nodes: u64,
    /// Seconds on the wall.
    pub seconds: f64,
    /// Seconds of processor time, where they can be told from those of other searches at the same time.
    pub cpu_seconds: Option<f64>,
    /// Whether it was stopped from outside.
    pub stopped: bool,
    /// Remarks of the searches.
    pub notes: Vec<String>,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// Only games of one player can be solved.
    #[error("`{0}` has several players; solve is for games of one (try `search` or `match`)")]
    Players(String),
    /// Lines are certain only where nature does not draw.
    #[error("`{0}` has chance turns, so no line can be sure")]
    Chance(String),
    /// The game is over before it begins.
    #[error("nothing to solve: the game is over")]
    Over,
    /// There is no such game or board.
    #[error("{0}")]
    Open(TableError),
    /// The agent cannot play this game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The agent did something wrong.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// A step could not be told to the agent.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The line of an agent cannot be played.
    #[error("the line of the agent is wrong: {0}")]
    Line(#[from] LineError),
}

/// Refuses games that have no line to look for.
pub(super) fn check(table: &dyn Table) -> Result<(), SolveError> {
    let info = table.info();
    match info.players() {
        1 if info.chance => Err(SolveError::Chance(info.name.clone())),
        1 => Ok(()),
        _ => Err(SolveError::Players(info.name.clone())),
    }
}

/// Lets an agent solve the game from a position on.
pub fn solve(
    table: &dyn Table,
    start: &dyn Position,
    agent: &Spec,
    budget: &Budget,
    pace: Pace,
    rng: &mut Random,
) -> Result<Solution, SolveError> {
    check(table)?;
    let mut seat = table.agent(agent, Player(0))?;
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let mut position = start.boxed_clone();
    let mut played: Vec<String> = Vec::new();
    let mut best: Option<Best> = None;
    let (mut simulations, mut nodes, mut notes) = (0, 0, Vec::new());
    let mut stopped = false;
    while table.turn(&*position) != Turn::Over {
        let report = seat.search(&*position, budget, rng)?;
        simulations += report.simulations;
        nodes = nodes.max(report.nodes);
        notes.extend(report.notes);
        stopped = report.ended_by == Limit::Stopped;
        let found = Best::of(table, start, played.iter().chain(&report.line), report.proven)?;
        best = best.into_iter().chain(found).reduce(|old, new| if new.score > old.score { new } else { old });
        // The best line that is known goes on from here; without a whole line, the move that the agent would make.
        let next = match &best {
            Some(best) if pace == Pace::Whole || stopped || best.proven => {
                played.clone_from(&best.line);
                break;
            }
            Some(best) if best.line.starts_with(&played) => Some(best.line[played.len()].clone()),
            _ => report.best,
        };
        let Some(next) = next else { break };
        let step = Step::Move(Player(0), next.clone());
        seat.advance(&*position, &step)?;
        table.play(&mut *position, &step)?;
        played.push(next);
    }
    let last = Best::of(table, start, played.iter(), false)?;
    let best = best.into_iter().chain(last).reduce(|old, new| if new.score > old.score { new } else { old });
    let best = best.ok_or(SolveError::Over)?;
    Ok(Solution {
        line: best.line,
        score: best.score,
        solved: best.solved,
        proven: best.proven,
        simulations,
        nodes,
        seconds: wall.elapsed().as_secs_f64(),
        cpu_seconds: Some(cpu.elapsed().as_secs_f64()),
        stopped,
        notes,
    })
}

/// A line to the end, scored by the rules.
struct Best {
    line: Vec<String>,
    score: f64,
    solved: Option<bool>,
    proven: bool,
}

impl Best {
    /// Replays a line; `None` if it does not lead to the end of the game.
    fn of<'l>(
        table: &dyn Table,
        start: &dyn Position,
        line: impl Iterator<Item = &'l String>,
        proven: bool,
    ) -> Result<Option<Best>, LineError> {
        let line: Vec<String> = line.cloned().collect();
        let mut position = start.boxed_clone();
        replay(table, &mut *position, &line)?;
        let score = table.payoffs(&*position).map(|payoffs| payoffs[0]);
        Ok(score.map(|score| Best { solved: table.solved(&*position), line, score, proven }))
    }
}
