//! A line protocol for other programs: one JSON object per line in, one or several out.
//!
//! An [`Engine`] holds at most one game. The other program takes any of its seats; agents have the rest. It gets
//! the observations of its own seats and nothing more, and the agents get no more than theirs, so that both can play games
//! with hidden information. `docs/engine.md` describes every request and response.

mod game;
mod message;

use std::time::Duration;

use spinney::budget::Budget;
use spinney::game::{Player, Turn};
use spinney::random::Random;
use spinney_agents::agents::default_agent;
use spinney_agents::quantity::read_duration;
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::text_file::shorten;
use spinney_agents::{NamedGame, Spec, games};

use self::game::Game;
use self::message::{Limits, Looks};
pub use self::message::{PROTOCOL, Reply, Request, RequestError};

/// Defaults for requests.
#[derive(Clone)]
pub struct Defaults {
    /// The game.
    pub game: Spec,
    /// The budget of one decision.
    pub budget: Budget,
    /// The time of a decision, if the user has set one: building a rule sheet is limited by it as well.
    pub time: Option<Duration>,
    /// Threads of an agent.
    pub threads: usize,
    /// The seed of the first game; later games count up from there.
    pub seed: u64,
}

/// Whether another request is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Yes.
    On,
    /// The other program has ended the session.
    Quit,
}

/// Handles requests of another program.
pub struct Engine {
    defaults: Defaults,
    game: Option<Game>,
}

/// Where responses go.
pub type Out<'o> = &'o mut dyn FnMut(&Reply);

impl Engine {
    /// An engine without a game yet.
    pub fn new(defaults: Defaults) -> Self {
        Engine { defaults, game: None }
    }

    /// The first response, before any request.
    pub fn greeting(&self) -> Reply {
        Reply::Ready {
            engine: "spinney",
            version: env!("CARGO_PKG_VERSION"),
            protocol: PROTOCOL,
            game: self.defaults.game.to_string(),
        }
    }

    /// Handles one line. A request that fails gives [`Reply::Error`] and changes nothing.
    pub fn answer(&mut self, line: &str, out: Out<'_>) -> Next {
        if line.trim().is_empty() {
            return Next::On;
        }
        let answered = match Request::read(line) {
            Ok(Request::Quit {}) => return Next::Quit,
            Ok(request) => self.fulfil(request, out),
            Err(error) => Err(error),
        };
        if let Err(error) = answered {
            out(&Reply::Error { message: shorten(&error.0) });
        }
        Next::On
    }

    fn fulfil(&mut self, request: Request, out: Out<'_>) -> Result<(), RequestError> {
        match request {
            Request::New { game, seats, position, seed, limits } => {
                let budget = self.budget(&limits)?;
                let (spec, game) = self.open(game.as_deref(), BuildTime::for_game(self.time(&limits)?))?;
                let seed = seed.unwrap_or(self.defaults.seed);
                let mut game = Game::new(game, &seats, position.as_deref(), budget, self.defaults.threads, seed)?;
                self.defaults.seed = seed.wrapping_add(1);
                out(&game.started(&spec));
                let played = game.go_on(out);
                self.game = Some(game);
                played
            }
            Request::Move { mv, seat } => self.under_way()?.take(&mv, seat.as_deref(), out),
            Request::Show { seat, looks } => {
                let game = self.under_way()?;
                let picture = game.picture(seat.as_deref())?;
                out(&match looks {
                    Looks::Text => Reply::Picture { text: Some(picture.to_text()), svg: None },
                    Looks::Svg => Reply::Picture { text: None, svg: Some(picture.to_svg(game.name())) },
                });
                Ok(())
            }
            Request::Search { game, position, seat, agent, seed, limits } => {
                let budget = self.budget(&limits)?;
                let (_, game) = self.open(game.as_deref(), BuildTime::for_decision(self.time(&limits)?))?;
                let agent = agent.as_deref().map_or(Ok(default_agent()), Spec::agent)?;
                let seed = seed.unwrap_or(self.defaults.seed);
                out(&self.decide(&game, &position, seat.as_deref(), &agent, seed, &budget)?);
                Ok(())
            }
            Request::Quit {} => Ok(()),
        }
    }

    fn open(&self, game: Option<&str>, time: BuildTime) -> Result<(Spec, NamedGame), RequestError> {
        let spec = game.map_or(Ok(self.defaults.game.clone()), Spec::game)?;
        let game = games::open_within(&spec, time)?;
        Ok((spec, game))
    }

    fn under_way(&mut self) -> Result<&mut Game, RequestError> {
        self.game.as_mut().ok_or_else(|| RequestError::new("no game is running: start one by {\"do\":\"new\"}"))
    }

    /// The time of a decision that the request or the user has set.
    fn time(&self, limits: &Limits) -> Result<Option<Duration>, RequestError> {
        Ok(read_time(limits)?.or(self.defaults.time))
    }

    /// The budget of a decision: that of the request, or the default.
    fn budget(&self, limits: &Limits) -> Result<Budget, RequestError> {
        let time = read_time(limits)?;
        if time.is_none() && limits.simulations.is_none() {
            return Ok(self.defaults.budget.clone());
        }
        if time == Some(Duration::ZERO) || limits.simulations == Some(0) {
            return Err(RequestError::new("a decision needs some time, or a simulation at least"));
        }
        Ok(Budget { time, simulations: limits.simulations, ..self.defaults.budget.clone() })
    }

    /// One decision in a position that the client keeps.
    fn decide(
        &self,
        game: &NamedGame,
        position: &str,
        seat: Option<&str>,
        agent: &Spec,
        seed: u64,
        budget: &Budget,
    ) -> Result<Reply, RequestError> {
        let state = game.read(position)?;
        let named = seat.map(|name| message::find_seat(game.info(), name)).transpose()?;
        let player = match game.whose_turn(&state) {
            Turn::Player(player) => player,
            Turn::Joint => named.unwrap_or(Player(0)),
            Turn::Chance => return Err(RequestError::new("nothing to decide: it is a chance turn")),
            Turn::Over => return Err(RequestError::new("nothing to decide: the game is over")),
        };
        if let Some(named) = named.filter(|&named| named != player) {
            let seats = &game.info().seats;
            let (named, player) = (&seats[named.index()], &seats[player.index()]);
            return Err(RequestError(format!("it is not the turn of {named}, but of {player}")));
        }
        let mut seat = game.seat_with_threads(agent, player, self.defaults.threads)?;
        let report = seat.search(&state, budget, &mut Random::derive(seed, 1))?;
        let report = game.write_report(&state, player, report);
        Ok(Reply::Decision {
            seat: game.info().seats[player.index()].clone(),
            mv: report.best.unwrap_or_default(),
            value: report.value,
            proven: report.proven,
            simulations: report.simulations,
            unit: report.unit,
            candidates: report.candidates,
            pv: report.pv,
            seed,
        })
    }
}

/// The time of a request's limits.
fn read_time(limits: &Limits) -> Result<Option<Duration>, RequestError> {
    Ok(limits.time.as_deref().map(read_duration).transpose()?)
}
