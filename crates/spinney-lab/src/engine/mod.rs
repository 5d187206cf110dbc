//! A line protocol for other programs: one JSON object per line in, one or several out.
//!
//! An [`Engine`] holds at most one game. The other program takes any of its seats; agents have the rest. It gets
//! the observations of its own seats and nothing more, and the agents get no more than theirs, so that both can play games
//! with hidden information ([`session`](crate::session)). `docs/engine.md` describes every request and response.

mod inbox;
mod play;
mod reply;
mod request;
mod search;

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use serde_json::Value;
use spinney::budget::{Budget, StopFlag, Watch};
use spinney::random::fresh_seed;
use spinney_agents::quantity::read_duration;
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::text_file::shorten;
use spinney_agents::{NamedGame, Spec, games};

pub use self::inbox::Line;
use self::inbox::{Inbox, Running};
use self::play::Play;
pub use self::reply::{Evidence, Outcome, Reply, Response};
use self::request::{Limits, Message};
pub use self::request::{Request, RequestError};
use crate::session::Latest;

/// The version of the protocol; it changes with every incompatible change.
pub const PROTOCOL: u32 = 3;

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
    /// The seed of the first game, if the user has chosen one: later games count up from there. Otherwise every game
    /// has a fresh one, which does not follow from those before.
    pub seed: Option<u64>,
}

/// Handles requests of another program.
pub struct Engine {
    defaults: Defaults,
    play: Option<Play>,
}

/// Where responses go.
pub type Out<'o> = &'o mut dyn FnMut(&Response);

/// What a request is handled with.
struct Desk<'d, 'l> {
    inbox: &'d mut Inbox<'l>,
    out: Out<'d>,
    id: Option<Value>,
    /// Whether the client has stopped the request.
    stopped: bool,
}

impl Desk<'_, '_> {
    /// Sends a response to the request.
    fn say(&mut self, reply: Reply) {
        (self.out)(&Response { reply, id: self.id.clone() });
    }

    /// Called while a search runs: reports every so often, and looks for requests to stop it.
    fn tick(&mut self, latest: Latest<'_>, flag: &StopFlag, reports: &mut Reports, index: Option<usize>) {
        if let Some(report) = reports.is_due().then(latest).flatten() {
            let (mv, evidence) = Evidence::of(report);
            self.say(Reply::Progress { mv, index, evidence });
        }
        let mut running = Running { id: self.id.as_ref(), flag, stopped: self.stopped };
        self.inbox.look(&mut running, self.out);
        self.stopped = running.stopped;
    }
}

/// When a running search reports.
struct Reports {
    every: Option<Duration>,
    last: Instant,
}

impl Reports {
    fn new(every: Option<Duration>) -> Self {
        Reports { every, last: Instant::now() }
    }

    fn is_due(&mut self) -> bool {
        let due = self.every.is_some_and(|every| self.last.elapsed() >= every);
        if due {
            self.last = Instant::now();
        }
        due
    }
}

/// The limits of one decision.
#[derive(Clone)]
struct Pace {
    budget: Budget,
    report_every: Option<Duration>,
}

impl Pace {
    /// A budget for one search, with a stop flag and a watch of its own.
    fn budget(&self) -> Budget {
        Budget { stop: StopFlag::default(), watch: Watch::default(), ..self.budget.clone() }
    }
}

impl Engine {
    /// An engine without a game yet.
    pub fn new(defaults: Defaults) -> Self {
        Engine { defaults, play: None }
    }

    /// Handles lines until the other program ends the session or its input. A request that fails gives
    /// [`Reply::Error`] and changes nothing.
    ///
    /// # Errors
    ///
    /// The error of the last line, if the input ended with one.
    pub fn run(&mut self, lines: &Receiver<Line>, out: Out<'_>) -> Result<(), String> {
        out(&Response { reply: self.greeting(), id: None });
        let mut inbox = Inbox::new(lines);
        while let Some(Message { id, request }) = inbox.next() {
            let mut desk = Desk { inbox: &mut inbox, out: &mut *out, id, stopped: false };
            let fulfilled = match request {
                Ok(Request::Quit {}) => return Ok(()),
                Ok(request) => self.fulfil(request, &mut desk),
                Err(error) => Err(error),
            };
            if let Err(error) = fulfilled {
                desk.say(Reply::Error { message: shorten(&error.0) });
            }
        }
        inbox.failure().map_or(Ok(()), Err)
    }

    fn greeting(&self) -> Reply {
        Reply::Ready {
            engine: "spinney",
            version: env!("CARGO_PKG_VERSION"),
            protocol: PROTOCOL,
            game: self.defaults.game.to_string(),
        }
    }

    fn fulfil(&mut self, request: Request, desk: &mut Desk<'_, '_>) -> Result<(), RequestError> {
        match request {
            Request::New { game, seats, position, seed, chance, limits } => {
                let pace = self.pace(&limits)?;
                let (spec, game) = self.open(game.as_deref(), BuildTime::for_game(self.time(&limits)?))?;
                let seed = self.seed(seed);
                let settings = play::Settings { spec, seats, position, chance, seed, threads: self.defaults.threads };
                let mut play = Play::new(game, &settings, pace)?;
                self.count_up(seed);
                desk.say(play.started());
                let played = play.go_on(desk);
                self.play = Some(play);
                played
            }
            Request::Move { mv, seat } => self.under_way()?.take(&mv, seat.as_deref(), desk),
            Request::Chance { outcome } => self.under_way()?.take_outcome(&outcome, desk),
            Request::Undo { seat } => self.under_way()?.undo(seat.as_deref(), desk),
            Request::Hint { seat, agent, limits } => {
                let pace = match limits {
                    Limits { time: None, simulations: None, report_every: None } => None,
                    _ => Some(self.pace(&limits)?),
                };
                let agent = agent.as_deref().map(Spec::agent).transpose()?;
                self.under_way()?.hint(seat.as_deref(), agent, pace, desk)
            }
            Request::Show { seat, looks } => {
                let picture = self.under_way()?.picture(seat.as_deref(), looks)?;
                desk.say(picture);
                Ok(())
            }
            Request::Search { game, position, positions, seat, agent, seed, limits } => {
                let pace = self.pace(&limits)?;
                let (_, game) = self.open(game.as_deref(), BuildTime::for_decision(self.time(&limits)?))?;
                let seed = self.seed(seed).number();
                let asked = search::Asked::new(&game, position, positions, seat.as_deref(), agent.as_deref(), seed)?;
                asked.decide(self.defaults.threads, &pace, desk)
            }
            Request::Stop { of } => {
                let reply = desk.inbox.stop(of.as_ref(), None);
                desk.say(reply);
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

    fn under_way(&mut self) -> Result<&mut Play, RequestError> {
        self.play.as_mut().ok_or_else(|| RequestError::new("no game is running: start one by {\"do\":\"new\"}"))
    }

    /// The seed of a request: as given, the next of those that count up, or a fresh one.
    fn seed(&self, given: Option<u64>) -> GameSeed {
        match given.or(self.defaults.seed) {
            Some(seed) => GameSeed::Chosen(seed),
            None => GameSeed::Drawn(fresh_seed()),
        }
    }

    /// The next game counts up from a chosen seed.
    fn count_up(&mut self, used: GameSeed) {
        if let GameSeed::Chosen(seed) = used {
            self.defaults.seed = self.defaults.seed.map(|_| seed.wrapping_add(1));
        }
    }

    /// The time of a decision that the request or the user has set.
    fn time(&self, limits: &Limits) -> Result<Option<Duration>, RequestError> {
        Ok(read_time(limits.time.as_deref())?.or(self.defaults.time))
    }

    /// The limits of a decision: those of the request, or the default.
    fn pace(&self, limits: &Limits) -> Result<Pace, RequestError> {
        let time = read_time(limits.time.as_deref())?;
        let report_every = read_time(limits.report_every.as_deref())?;
        if time == Some(Duration::ZERO) || limits.simulations == Some(0) {
            return Err(RequestError::new("a decision needs some time, or a simulation at least"));
        }
        let default = self.defaults.budget.clone();
        let budget = match (time, limits.simulations) {
            (None, None) => default,
            (time, simulations) => Budget { time, simulations, ..default },
        };
        Ok(Pace { budget, report_every })
    }
}

/// The seed of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameSeed {
    /// The client or the user has chosen it.
    Chosen(u64),
    /// It was drawn, and stays secret until the game is over.
    Drawn(u64),
}

impl GameSeed {
    fn number(self) -> u64 {
        match self {
            GameSeed::Chosen(seed) | GameSeed::Drawn(seed) => seed,
        }
    }
}

/// A duration of a request.
fn read_time(text: Option<&str>) -> Result<Option<Duration>, RequestError> {
    Ok(text.map(read_duration).transpose()?)
}
