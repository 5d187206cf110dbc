//! One agent on one board.

use std::time::Instant;

use cpu_time::ProcessTime;
use spinney::budget::{Budget, Limit};
use spinney::erased::{AnyMove, AnyState};
use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;
use spinney::report::Unit;
use spinney::search::{Refusal, Step};
use spinney_agents::{AgentError, GameError, NamedGame, SeatError, Spec};

/// How the budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// One search for the whole game. Agents that return only a move search before every move, each time with the whole
    /// budget.
    Whole,
    /// The same, but all searches share the budget.
    Shared,
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
    /// Whether the game counts that as solved, if it defines it.
    pub solved: Option<bool>,
    /// Whether nothing better is possible.
    pub proven: bool,
    /// The work of all searches, in units.
    pub simulations: u64,
    /// What is counted.
    pub unit: Unit,
    /// Nodes of the largest tree.
    pub nodes: u64,
    /// How often the search started anew.
    pub restarts: u64,
    /// Seconds on the wall.
    pub seconds: f64,
    /// Seconds of processor time, if they can be attributed to this search.
    pub cpu_seconds: Option<f64>,
    /// Whether it was stopped from outside.
    pub stopped: bool,
    /// Remarks of the searches.
    pub notes: Vec<String>,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The game has too many players.
    #[error("`{0}` has several players; solve is for single-player and two-player games (try `search` or `match`)")]
    Players(String),
    /// The game has no strategies that can be listed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It was stopped before there was any result.
    #[error("stopped before the game tree was complete")]
    Stopped,
    /// With chance, no line is certain.
    #[error("`{0}` has chance turns, so no line is certain")]
    Chance(String),
    /// The game is over before it begins.
    #[error("nothing to solve: the game is over")]
    Over,
    /// There is no such game or board.
    #[error("{0}")]
    Open(Box<GameError>),
    /// The agent cannot play this game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The agent did something wrong.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// The agent cannot begin with a line.
    #[error("agent `{0}` cannot begin with a known line; portfolio, anneal and beam:learn=true can")]
    BeginsAnew(String),
    /// The line of an agent cannot be played.
    #[error("the line of the agent is wrong: its move {} is not legal", .0 + 1)]
    Line(usize),
}

/// Rejects games that have no line to look for.
pub(super) fn check(game: &NamedGame) -> Result<(), SolveError> {
    let info = game.info();
    match info.players() {
        1 if info.chance => Err(SolveError::Chance(info.name.clone())),
        1 => Ok(()),
        _ => Err(SolveError::Players(info.name.clone())),
    }
}

/// Lets an agent solve the game from a position on. It begins with the lines that are known.
pub fn solve(
    game: &NamedGame,
    start: &AnyState,
    known: &[Vec<AnyMove>],
    agent: &Spec,
    budget: &Budget,
    pace: Pace,
    rng: &mut Random,
) -> Result<Solution, SolveError> {
    check(game)?;
    let mut seat = game.seat(agent, Player(0))?;
    if known.iter().any(|line| !seat.begin_with(line)) {
        return Err(SolveError::BeginsAnew(agent.to_string()));
    }
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let mut state = start.clone();
    let mut played: Vec<AnyMove> = Vec::new();
    let mut best: Option<Best> = None;
    let (mut simulations, mut unit, mut nodes, mut restarts) = (0, Unit::default(), 0, 0);
    let mut notes = Vec::new();
    let mut stopped = false;
    let meter = budget.start();
    while game.whose_turn(&state) != Turn::Over {
        let left = match pace {
            Pace::Shared => budget.left(&meter, simulations),
            Pace::Whole | Pace::MoveByMove => budget.clone(),
        };
        let report = seat.search(&state, &left, rng)?;
        simulations += report.simulations;
        unit = report.unit;
        nodes = nodes.max(report.nodes);
        restarts += report.restarts;
        notes.extend(report.notes);
        stopped = report.ended_by == Limit::Stopped;
        let line = played.iter().chain(&report.pv).copied().collect();
        let found = Best::of(game, start, line, report.proven)?;
        // Of equally good lines the last one: its search knew more of the moves that are played.
        best = best.into_iter().chain(found).reduce(|old, new| if new.score >= old.score { new } else { old });
        // The best line that is known goes on from here; without a whole line, the move that the agent would make.
        let next = match &best {
            Some(best) if pace != Pace::MoveByMove || stopped || best.proven => {
                played.clone_from(&best.line);
                break;
            }
            Some(best) if best.line.starts_with(&played) => Some(best.line[played.len()]),
            _ => report.best,
        };
        let Some(next) = next else { break };
        let step = Step::Move(Player(0), next);
        game.play_step(&mut state, &step);
        seat.advance(&step, &state);
        played.push(next);
    }
    let last = Best::of(game, start, played, false)?;
    let best = best.into_iter().chain(last).reduce(|old, new| if new.score > old.score { new } else { old });
    let best = best.ok_or(SolveError::Over)?;
    Ok(Solution {
        line: game.write_line(start, Player(0), &best.line),
        score: best.score,
        solved: best.solved,
        proven: best.proven,
        simulations,
        unit,
        nodes,
        restarts,
        seconds: wall.elapsed().as_secs_f64(),
        cpu_seconds: Some(cpu.elapsed().as_secs_f64()),
        stopped,
        notes,
    })
}

/// A line to the end, scored by the rules.
struct Best {
    line: Vec<AnyMove>,
    score: f64,
    solved: Option<bool>,
    proven: bool,
}

impl Best {
    /// Replays a line; `None` if it does not lead to the end of the game.
    fn of(game: &NamedGame, start: &AnyState, line: Vec<AnyMove>, proven: bool) -> Result<Option<Best>, SolveError> {
        let mut state = start.clone();
        let mut moves = Moves::new();
        for (at, &mv) in line.iter().enumerate() {
            moves.clear();
            game.turn(&state, &mut moves);
            if !moves.contains(&mv) {
                return Err(SolveError::Line(at));
            }
            game.play(&mut state, mv);
        }
        let score = game.payoffs(&state).map(|payoffs| payoffs[0]);
        Ok(score.map(|score| Best { solved: game.solved(&state), line, score, proven }))
    }
}
