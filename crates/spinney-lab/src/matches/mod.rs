//! Matches: many games between agents, repeatable from one seed.
//!
//! - **Seeds.** Game `g` gives its agents generators derived from the match's seed and `g`. Start position and chance
//!   have a generator of their own, so that luck does not depend on how much randomness an agent uses.
//! - **Swapped seats.** With [`Match::swap`] the agents move one seat on from game to game, and as many games as there
//!   are seats share start position and chance: every agent meets the same luck in every seat.
//! - **Threads.** If every agent uses one thread, games are played in parallel. Results are handed over in the order of
//!   the games and are the same for any number of threads, unless the budget is time.
//! - **Stopping.** When the stop flag of the budget is raised, running games are abandoned and finished games kept.
//! - **Long games.** After [`Match::plies`] steps a game is broken off. It has no payoffs; the summary counts it as
//!   unfinished and nowhere else.
//! - **Illegal moves.** An agent that gives no legal move ends the match with an error.

mod game;
mod lengths;
mod summary;

use std::ops::ControlFlow;
use std::time::Instant;

use spinney::budget::Budget;
use spinney::game::{Player, Turn};

use spinney::erased::AnyState;
use spinney_agents::{AgentError, NamedGame, Seat, SeatError, Spec, agents};

use crate::in_order::in_order;

pub use game::{GameRecord, WrittenRecord};
pub use lengths::{Bin, Lengths, LengthsOfResult};
pub use summary::{PlayerSummary, Results, SeatSummary, Summary};

/// The most steps of a game of which the rules give no bound.
pub const DEFAULT_PLIES: u32 = 10_000;

/// The plan of a match.
pub struct Match<'g> {
    /// The game.
    pub game: &'g NamedGame,
    /// The agents, one per seat; in game 0 they have the seats in this order.
    pub agents: Vec<Spec>,
    /// How many games.
    pub games: u64,
    /// Whether the agents change seats.
    pub swap: bool,
    /// Where all games begin, instead of the rules' start.
    pub start: Option<AnyState>,
    /// The only source of randomness.
    pub seed: u64,
    /// What an agent may spend on a move; its stop flag ends the match.
    pub budget: Budget,
    /// The budgets of the agents where they differ, one for each; otherwise empty. Their stop flags do not end the match.
    pub budgets: Vec<Budget>,
    /// The most steps of a game.
    pub plies: u32,
    /// How many games may be played in parallel.
    pub threads: usize,
}

/// Why a match cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// Not an agent for each seat.
    #[error("{game} needs one agent per seat, {} in all ({}); {given} given", .seats.len(), .seats.join(", "))]
    Players {
        /// The game's name.
        game: String,
        /// The seats by name.
        seats: Vec<String>,
        /// How many agents were given.
        given: usize,
    },
    /// Not a budget for each agent.
    #[error("{agents} agents need as many budgets; {given} given")]
    Budgets {
        /// How many agents there are.
        agents: usize,
        /// How many budgets were given.
        given: usize,
    },
    /// The start position is the end of a game.
    #[error("nothing to play: the game is over in the start position")]
    Over,
    /// There is no such agent, or not for this game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// An agent did something wrong.
    #[error("game {game}: {error}")]
    Seat {
        /// The game, counted from 1.
        game: u64,
        /// What it did.
        error: SeatError,
    },
}

/// What became of a match. Nothing that was finished is lost, whatever happened afterwards.
pub struct Outcome {
    /// The sum of all finished games.
    pub summary: Summary,
    /// Whether the match was stopped from outside.
    pub stopped: bool,
    /// Why it ended early, if it failed.
    pub failure: Option<MatchError>,
}

impl<'g> Match<'g> {
    /// One game on one thread between default agents, from the rules' start, by seed 0: what a plan changes is filled in.
    pub fn new(game: &'g NamedGame, budget: Budget) -> Self {
        Match {
            game,
            agents: game.info().seats.iter().map(|_| game.default_agent()).collect(),
            games: 1,
            swap: false,
            start: None,
            seed: 0,
            budget,
            budgets: Vec::new(),
            plies: game.info().longest.unwrap_or(DEFAULT_PLIES),
            threads: 1,
        }
    }
}

impl Match<'_> {
    /// Plays the match. `on_game` is called for every finished game, in order; if it breaks, the match stops.
    pub fn run(&self, on_game: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>) -> Outcome {
        let began = Instant::now();
        let mut summary = Summary::new(self.game, &self.agents, self.swap);
        let failure = match self.workers() {
            Ok(workers) => self.play_all(workers, &mut |record| {
                summary.add(self.game, record);
                on_game(record)
            }),
            Err(error) => Some(error),
        };
        summary.seconds = began.elapsed().as_secs_f64();
        Outcome { summary, stopped: self.budget.stop.is_raised() && failure.is_none(), failure }
    }

    /// Seats for every worker: one set for each game that is played at the same time.
    fn workers(&self) -> Result<Vec<Vec<Roster>>, MatchError> {
        let info = self.game.info();
        if self.agents.len() != info.players() {
            let (game, seats) = (info.name.clone(), info.seats.clone());
            return Err(MatchError::Players { game, seats, given: self.agents.len() });
        }
        if !self.budgets.is_empty() && self.budgets.len() != self.agents.len() {
            return Err(MatchError::Budgets { agents: self.agents.len(), given: self.budgets.len() });
        }
        if self.start.as_ref().is_some_and(|start| self.game.whose_turn(start) == Turn::Over) {
            return Err(MatchError::Over);
        }
        let alone = self.agents.iter().all(|agent| agents::threads(agent) == 1);
        let workers = if alone { self.threads.clamp(1, self.games.clamp(1, 1024) as usize) } else { 1 };
        (0..workers).map(|_| (0..self.agents.len()).map(|place| self.roster(place)).collect()).collect()
    }

    /// The agent at one place of the list, in every seat that it will take.
    fn roster(&self, place: usize) -> Result<Roster, MatchError> {
        let agent = &self.agents[place];
        let takes = |seat: Player| self.swap || seat.index() == place;
        self.game
            .info()
            .all_players()
            .map(|seat| if takes(seat) { Ok(Some(self.game.seat(agent, seat)?)) } else { Ok(None) })
            .collect()
    }

    /// Plays all games, and hands the records on in order.
    fn play_all(
        &self,
        workers: Vec<Vec<Roster>>,
        on_game: &mut dyn FnMut(&GameRecord) -> ControlFlow<()>,
    ) -> Option<MatchError> {
        let worker = |mut rosters: Vec<Roster>| move |game| self.play_game(game, &mut rosters);
        let workers = workers.into_iter().map(worker).collect();
        in_order(self.games, workers, &self.budget.stop, &mut |record| on_game(&record))
    }
}

/// An agent in the seats that it takes, by seat.
type Roster = Vec<Option<Seat>>;
