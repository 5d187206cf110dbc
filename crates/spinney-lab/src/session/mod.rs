//! One game between clients and agents: the only way from the true position to a client.
//!
//! A client is a person at a terminal, or another program. A [`Session`] owns the position and gives it to nobody:
//! everything that it returns is the observation of one seat, until the game is over. The [engine](crate::engine) and the
//! command `play` show what they get from here, so that neither can show more.

mod undo;
mod watched;

use spinney::budget::Budget;
use spinney::drawing::{ClickMap, Drawing};
use spinney::erased::{AnyMove, AnyState};
use spinney::game::{Game as _, Player, Turn};
use spinney::random::{Random, mix};
use spinney::report::Report;
use spinney::search::Step;
use spinney_agents::{AgentError, GameError, NamedGame, Seat, SeatError, Spec};

use self::undo::Decisions;
pub use self::undo::UndoError;
pub use self::watched::search_watched;

/// The player in a seat.
enum Sitting {
    /// A client.
    Client,
    /// An agent, with its own generator.
    Agent(Box<Seat>, Random),
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Nothing: it is over.
    Over,
    /// A chance outcome.
    Chance,
    /// A move of this client's seat.
    Client(Player),
    /// Moves of agents: [`Session::agents_move`].
    Agents,
}

/// What a client's seat observes of a step of another seat, or of chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The client's seat.
    pub to: Player,
    /// The seat that moved; `None` for a chance outcome.
    pub mover: Option<Player>,
    /// The observation: the move as text, or what is seen of it.
    pub text: String,
}

/// Moves of agents or a chance outcome, as clients observe them.
#[derive(Clone, Debug, Default)]
pub struct Moved {
    /// What each client's seat observes, in seat order.
    pub observed: Vec<Observed>,
    /// The moves of agents with the evidence for them, by seat, if the game [is open](Session::is_open).
    pub reports: Vec<(Player, Report<String>)>,
    /// The chance outcome, if the game is open.
    pub outcome: Option<String>,
}

/// The newest report of a running search, for those who may see it; asks for the next one.
pub type Latest<'a> = &'a dyn Fn() -> Option<Report<String>>;

/// Called every few milliseconds while a search runs.
pub type Tick<'a> = &'a mut dyn FnMut(Latest<'_>);

/// A running game, or one that has just ended.
pub struct Session {
    game: NamedGame,
    seats: Vec<Sitting>,
    state: AnyState,
    threads: usize,
    luck: Random,
    hints: Random,
    /// For simultaneous moves: those that clients have given so far, by seat.
    given: Vec<Option<AnyMove>>,
    decisions: Decisions,
}

impl Session {
    /// A game from `start`, or from a start that is drawn by the seed. A seat without an agent is a client's.
    pub fn new(
        game: NamedGame,
        players: &[Option<Spec>],
        start: Option<AnyState>,
        threads: usize,
        seed: u64,
    ) -> Result<Self, AgentError> {
        let mut generators = Random::derive(seed, 1);
        let mut seats = Vec::new();
        for (player, agent) in game.info().all_players().zip(players) {
            seats.push(match agent {
                None => Sitting::Client,
                Some(agent) => {
                    let seat = game.seat_with_threads(agent, player, threads)?;
                    Sitting::Agent(Box::new(seat), generators.split())
                }
            });
        }
        let mut luck = Random::derive(mix(seed), 0);
        let state = start.unwrap_or_else(|| game.start(&mut luck));
        let given = vec![None; seats.len()];
        let hints = generators.split();
        Ok(Session { game, seats, state, threads, luck, hints, given, decisions: Decisions::default() })
    }

    /// The game.
    pub fn game(&self) -> &NamedGame {
        &self.game
    }

    /// The spec of the agent in a seat; `None` for a client.
    pub fn agent(&self, player: Player) -> Option<&str> {
        match &self.seats[player.index()] {
            Sitting::Client => None,
            Sitting::Agent(seat, _) => Some(seat.name()),
        }
    }

    /// The clients' seats.
    pub fn clients(&self) -> impl Iterator<Item = Player> {
        self.game.info().all_players().filter(|&player| self.agent(player).is_none())
    }

    /// Whether everything may be shown: nothing is hidden in this game, or from no client.
    pub fn is_open(&self) -> bool {
        !self.game.info().hidden || self.clients().next().is_none()
    }

    /// What the game waits for.
    pub fn waiting(&self) -> Waiting {
        match self.game.whose_turn(&self.state) {
            Turn::Over => Waiting::Over,
            Turn::Chance => Waiting::Chance,
            Turn::Player(player) if self.agent(player).is_none() => Waiting::Client(player),
            Turn::Player(_) => Waiting::Agents,
            Turn::Joint => {
                let open = self.clients().find(|player| self.given[player.index()].is_none());
                open.map_or(Waiting::Agents, Waiting::Client)
            }
        }
    }

    /// Whether the game waits for a move of this client's seat. For simultaneous moves several may be waited for.
    pub fn waits_for(&self, player: Player) -> bool {
        match self.game.whose_turn(&self.state) {
            Turn::Joint => self.agent(player).is_none() && self.given[player.index()].is_none(),
            turn => turn == Turn::Player(player) && self.agent(player).is_none(),
        }
    }

    /// The position as a client's seat observes it, as text; with nothing hidden when the game is over.
    pub fn position(&self, player: Player) -> String {
        match self.waiting() {
            Waiting::Over => self.game.write(&self.state),
            _ => self.game.write(&self.game.observation(&self.state, player)),
        }
    }

    /// The payoff of every seat, if the game is over.
    pub fn payoffs(&self) -> Option<Vec<f64>> {
        self.game.payoffs(&self.state)
    }

    /// The legal moves of a seat for whose move the game waits.
    pub fn moves(&self, player: Player) -> Vec<String> {
        let (turn, moves) = self.game.options(&self.state);
        let list = match turn {
            Turn::Joint => moves.section(player.index()),
            Turn::Player(mover) if mover == player => &moves[..],
            _ => &[],
        };
        list.iter().map(|&mv| self.game.write_move(&self.state, mv)).collect()
    }

    /// The possible chance outcomes with their probabilities.
    pub fn outcomes(&self) -> Vec<(String, f64)> {
        match self.game.options(&self.state) {
            (Turn::Chance, moves) => {
                let write = |(index, &mv)| (self.game.write_move(&self.state, mv), moves.weight(index));
                moves.iter().enumerate().map(write).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A drawing of the game as a seat observes it; in full when it is over, or if the game is open.
    pub fn draw(&self, player: Player) -> Drawing {
        let open = self.waiting() == Waiting::Over || self.is_open();
        self.game.draw(&self.state, Some(player).filter(|_| !open))
    }

    /// The same with the clicks by which the seat makes its moves.
    pub fn clicks(&self, player: Player) -> ClickMap<AnyMove> {
        self.game.clicks(&self.state, Some(player))
    }

    /// Reads a move of a client's seat for whose move the game waits.
    pub fn read_move(&self, player: Player, text: &str) -> Result<AnyMove, GameError> {
        self.game.read_move(&self.state, player, text)
    }

    /// Reads a chance outcome.
    pub fn read_outcome(&self, text: &str) -> Result<AnyMove, GameError> {
        self.game.read_move(&self.state, Player(0), text)
    }

    /// Plays a legal move of a seat. Simultaneous moves are played when all clients' seats have given theirs and the
    /// [agents](Self::agents_move) have decided, or when no agent plays.
    pub fn play(&mut self, player: Player, mv: AnyMove) -> Vec<Observed> {
        if self.agent(player).is_none() {
            self.decisions.add(player, &self.state);
        }
        if self.game.whose_turn(&self.state) != Turn::Joint {
            return self.step(&Step::Move(player, mv));
        }
        self.given[player.index()] = Some(mv);
        match self.given.iter().copied().collect::<Option<Vec<_>>>() {
            Some(joint) => self.step(&Step::Joint(joint)),
            None => Vec::new(),
        }
    }

    /// Plays a chance outcome: the given one, or one that is drawn.
    pub fn play_chance(&mut self, outcome: Option<AnyMove>) -> Moved {
        let outcome = outcome.unwrap_or_else(|| {
            let (_, moves) = self.game.options(&self.state);
            moves[moves.draw_weighted(&mut self.luck)]
        });
        let text = self.is_open().then(|| self.game.write_move(&self.state, outcome));
        Moved { observed: self.step(&Step::Chance(outcome)), reports: Vec::new(), outcome: text }
    }

    /// Lets the agents move for which the game waits.
    pub fn agents_move(&mut self, budget: &Budget, tick: Tick<'_>) -> Result<Moved, SeatError> {
        let players: Vec<Player> = match self.game.whose_turn(&self.state) {
            Turn::Player(player) => vec![player],
            Turn::Joint => self.game.info().all_players().filter(|&player| self.agent(player).is_some()).collect(),
            Turn::Over | Turn::Chance => Vec::new(),
        };
        let open = self.is_open();
        let mut moved = Moved::default();
        let mut decided = Vec::new();
        for player in players {
            let Sitting::Agent(seat, rng) = &mut self.seats[player.index()] else { continue };
            let report = if open {
                search_watched(&self.game, seat, &self.state, budget, rng, tick)?
            } else {
                search_watched(&self.game, seat, &self.state, budget, rng, &mut |_| tick(&|| None))?
            };
            decided.extend(report.best.map(|mv| (player, mv)));
            if open {
                moved.reports.push((player, self.game.write_report(&self.state, player, report)));
            }
        }
        for (player, mv) in decided {
            moved.observed.extend(self.play(player, mv));
        }
        Ok(moved)
    }

    /// What an agent would play for a client's seat for whose move the game waits.
    pub fn hint(
        &mut self,
        player: Player,
        agent: &Spec,
        budget: &Budget,
        tick: Tick<'_>,
    ) -> Result<Report<String>, HintError> {
        let mut seat = self.game.seat_with_threads(agent, player, self.threads)?;
        let rng = &mut self.hints;
        let report = search_watched(&self.game, &mut seat, &self.state, budget, rng, tick)?;
        Ok(self.game.write_report(&self.state, player, report))
    }

    /// Plays a step and returns what each client's seat observes of it.
    fn step(&mut self, step: &Step<AnyMove>) -> Vec<Observed> {
        let parts: Vec<(Option<Player>, AnyMove)> = match step {
            Step::Move(mover, mv) => vec![(Some(*mover), *mv)],
            Step::Chance(outcome) => vec![(None, *outcome)],
            Step::Joint(joint) => self.game.info().all_players().map(Some).zip(joint.iter().copied()).collect(),
        };
        let mut observed = Vec::new();
        for to in self.clients() {
            for &(mover, mv) in parts.iter().filter(|(mover, _)| *mover != Some(to)) {
                observed.push(Observed { to, mover, text: self.game.observed_move(&self.state, mv, to) });
            }
        }
        self.game.play_step(&mut self.state, step);
        self.given.fill(None);
        for sitting in &mut self.seats {
            if let Sitting::Agent(seat, _) = sitting {
                seat.advance(step, &self.state);
            }
        }
        let over = self.waiting() == Waiting::Over;
        self.decisions
            .forget_revealing(&self.game, |player| over || parts.iter().any(|(mover, _)| *mover != Some(player)));
        observed
    }

    /// Goes back to the last decision of a client's seat, or of any if none is given. Agents forget what they knew: they
    /// are somewhere else now.
    pub fn undo(&mut self, player: Option<Player>) -> Result<(), UndoError> {
        self.state = self.decisions.take_back(player)?;
        self.given.fill(None);
        for sitting in &mut self.seats {
            if let Sitting::Agent(seat, _) = sitting {
                seat.reset();
            }
        }
        Ok(())
    }
}

/// Why there is no hint.
#[derive(Debug, thiserror::Error)]
pub enum HintError {
    /// The agent cannot be made.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// It gave no legal move.
    #[error(transparent)]
    Seat(#[from] SeatError),
}
