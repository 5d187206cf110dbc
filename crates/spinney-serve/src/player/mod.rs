//! A player of the protocol: what it answers to each message, whatever carries the messages.
//!
//! Messages are answered by [`Player::answer`], several at a time: a player that thinks still says who it is. A match has
//! a thread of its own, which follows the game, and its agent thinks on another one. The answer never waits for either
//! longer than the clock allows: it is then the best move of the last report, or any legal move.

mod alive;
mod clocks;
mod config;
mod event;
mod running;
mod table;
mod thinker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use spinney::random::mix;
use spinney::search::live::guarded;
use spinney_agents::GameError;
use spinney_agents::rule_sheets::{Later, SheetError};
use spinney_gdl::game::{EngineChoice, LoadOptions};
use spinney_gdl::limits::Limits;
use tokio::sync::oneshot;
use tokio::time::timeout_at;

pub use clocks::{Due, Margin};
pub use config::{Config, DEFAULT_AGENT, MakeSearch, OwnAgent};
pub use event::{Chosen, Event, Log};

use crate::message::{Message, Moves};
use crate::rules::Rules;
use alive::Alive;
use running::Running;
use table::Opening;

/// The part of the start clock in which a rule sheet must be loaded.
const LOADING: f64 = 0.85;
/// Threads of matches and searches that may be alive when a match begins: those of earlier matches that do not end.
const MOST_THREADS: usize = 8;
/// The stack of the thread of a match.
const STACK: usize = 16 << 20;
/// Messages beyond this size are not read on the thread that serves connections.
const LARGE: usize = 64 << 10;

const BUSY: &str = "busy";
const READY: &str = "ready";

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An answer of the protocol.
    Text(String),
    /// The text was no message; why not.
    NoMessage(String),
}

impl From<&str> for Reply {
    fn from(text: &str) -> Self {
        Reply::Text(text.to_owned())
    }
}

/// Why a rule sheet was not loaded.
#[derive(Debug, thiserror::Error)]
enum LoadFailure {
    /// It took too long, or too much memory.
    #[error("{0}")]
    Limits(String),
    /// It cannot be played.
    #[error("{0}")]
    Other(String),
}

/// What error messages call a rule sheet that came by the wire.
const THE_MATCH: &str = "the match";

/// A rule sheet that is ready, and its faster engine if one may come.
type Loading = (Arc<Rules>, Option<Later>);

/// A rule sheet that was loaded in advance.
struct Loaded {
    sheet: String,
    rules: Arc<Rules>,
}

/// A player. It plays one match at a time.
pub struct Player {
    config: Arc<Config>,
    log: Log,
    current: Mutex<Option<Arc<Running>>>,
    preview: Mutex<Option<Loaded>>,
    /// A rule sheet is being loaded in advance: one at a time.
    previewing: AtomicBool,
    matches: AtomicU64,
    alive: Alive,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Player {
    /// A player without a match.
    pub fn new(config: Config, log: Log) -> Arc<Self> {
        Arc::new(Player {
            config: Arc::new(config),
            log,
            current: Mutex::default(),
            preview: Mutex::default(),
            previewing: AtomicBool::new(false),
            matches: AtomicU64::new(0),
            alive: Alive::default(),
        })
    }

    /// Its settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Reports an event.
    pub fn log(&self, event: Event) {
        (self.log)(event);
    }

    /// Threads of matches that are alive.
    pub fn threads(&self) -> usize {
        self.alive.count()
    }

    /// Answers a message that began to arrive at that time.
    pub async fn answer(self: &Arc<Self>, text: String, arrived: Instant) -> Reply {
        let message = if text.len() < LARGE {
            Message::read(&text)
        } else {
            match tokio::task::spawn_blocking(move || Message::read(&text)).await {
                Ok(message) => message,
                Err(error) => return Reply::NoMessage(error.to_string()),
            }
        };
        self.drop_if_dead();
        let margin = self.config.margin;
        match message {
            Err(error) => {
                self.refuse("message", &error.to_string());
                Reply::NoMessage(error.to_string())
            }
            Ok(Message::Info) => Reply::Text(self.introduction()),
            Ok(Message::Ping) => if self.is_busy() { BUSY } else { READY }.into(),
            Ok(Message::Preview { sheet, clock }) => self.preview(sheet, margin.answer(arrived, clock)).await.into(),
            Ok(Message::Start { id, role, sheet, start, play }) => {
                let due = margin.answer(arrived, start);
                self.log(Event::Start {
                    id: id.clone(),
                    role: role.clone(),
                    start_clock: start.as_secs_f64(),
                    play_clock: play.as_secs_f64(),
                });
                self.start(id, role, sheet, (start, play), due).await.into()
            }
            Ok(Message::Play { id, moves }) => Reply::Text(self.play(&id, moves, arrived).await),
            Ok(Message::Stop { id, moves }) => self.stop(&id, moves, arrived).await.into(),
            Ok(Message::Abort { id }) => self.abort(&id).into(),
        }
    }

    /// Whether a match is on.
    pub fn is_busy(&self) -> bool {
        lock(&self.current).is_some()
    }

    fn introduction(&self) -> String {
        let status = if self.is_busy() { BUSY } else { "available" };
        format!("( ( name {} ) ( status {status} ) ( species alien ) )", self.config.name)
    }

    fn refuse(&self, message: &str, reason: &str) -> &'static str {
        self.log(Event::Refused { message: message.to_owned(), reason: reason.to_owned() });
        BUSY
    }

    /// Loads a rule sheet in advance.
    async fn preview(self: &Arc<Self>, sheet: String, due: Due) -> &'static str {
        if self.is_busy() {
            return self.refuse("preview", "a match is on");
        }
        if self.threads() >= MOST_THREADS || self.previewing.swap(true, Ordering::SeqCst) {
            return READY;
        }
        let (player, held) = (Arc::clone(self), self.alive.hold());
        let (done, waiting) = oneshot::channel();
        let work = move || {
            let began = Instant::now();
            // There is time for the better engine.
            let options = player.options(due);
            let loaded = player.guard(|| Ok((Rules::load(THE_MATCH, &sheet, &options)?, None)));
            let rules = loaded.ok().map(|(rules, _)| rules);
            player.log(Event::Preview {
                engine: rules.as_ref().map(|rules| rules.engine()),
                seconds: began.elapsed().as_secs_f64(),
            });
            if let Some(rules) = rules {
                *lock(&player.preview) = Some(Loaded { sheet, rules });
            }
            player.previewing.store(false, Ordering::SeqCst);
            let _ = done.send(());
            drop(held);
        };
        match Builder::new().name("ggp-preview".to_owned()).stack_size(STACK).spawn(work) {
            Ok(_) => {
                let _ = timeout_at(due.by.into(), waiting).await;
            }
            Err(_) => self.previewing.store(false, Ordering::SeqCst),
        }
        READY
    }

    /// Loads a rule sheet in time, or takes the one that was loaded in advance. It is played by the first engine that can;
    /// a faster one may come later.
    fn load(&self, sheet: &str, due: Due) -> Result<Loading, LoadFailure> {
        // It is needed once: the next match will have its own words.
        if let Some(loaded) = lock(&self.preview).take()
            && loaded.sheet == sheet
        {
            return Ok((loaded.rules, None));
        }
        let options = self.options(due);
        self.guard(|| Rules::load_at_once(THE_MATCH, sheet, &options))
    }

    fn options(&self, due: Due) -> LoadOptions {
        let time = due.think.saturating_duration_since(Instant::now()).mul_f64(LOADING);
        LoadOptions { limits: Limits { time, ..Limits::default() }, ..LoadOptions::default() }
    }

    /// Loads a rule sheet for a match that has begun without it.
    fn load_late(&self, sheet: &str) -> Result<Loading, LoadFailure> {
        let options = LoadOptions { engine: EngineChoice::Interpreter, ..LoadOptions::default() };
        self.guard(|| Ok((Rules::load(THE_MATCH, sheet, &options)?, None)))
    }

    fn guard(&self, load: impl FnOnce() -> Result<(Rules, Option<Later>), GameError>) -> Result<Loading, LoadFailure> {
        match guarded(load) {
            Ok(Ok((rules, later))) => Ok((Arc::new(self.config.with_own_agent(rules)), later)),
            Ok(Err(GameError::Sheet(SheetError::Refused { reason, .. }))) => Err(LoadFailure::Limits(reason)),
            Ok(Err(error)) => Err(LoadFailure::Other(error.to_string())),
            Err(error) => Err(LoadFailure::Other(error.to_string())),
        }
    }

    /// Begins a match.
    async fn start(
        self: &Arc<Self>,
        id: String,
        role: String,
        sheet: String,
        (start, play): (Duration, Duration),
        due: Due,
    ) -> &'static str {
        let (sender, tasks) = channel();
        let (ready, waiting) = oneshot::channel();
        let running = Arc::new(Running::new(id, start, play, sender));
        {
            let mut current = lock(&self.current);
            if let Some(other) = &*current {
                let reason = format!("the match {} is on", other.id);
                return self.refuse("start", &reason);
            }
            if self.threads() >= MOST_THREADS {
                return self.refuse("start", "searches of earlier matches have not ended");
            }
            let opening = Opening {
                running: Arc::clone(&running),
                config: Arc::clone(&self.config),
                log: Arc::clone(&self.log),
                role,
                seed: mix(self.config.seed ^ self.matches.fetch_add(1, Ordering::Relaxed)),
                due,
                alive: self.alive.clone(),
            };
            let (player, held) = (Arc::clone(self), self.alive.hold());
            let work = move || {
                let began = Instant::now();
                let loaded = player.load(&sheet, due).or_else(|failure| match failure {
                    LoadFailure::Limits(reason) => {
                        let reason = format!("{reason}; loading goes on while the match does");
                        player.log(Event::Warning { id: opening.running.id.clone(), reason });
                        player.load_late(&sheet)
                    }
                    failure => Err(failure),
                });
                match loaded {
                    Ok(rules) => {
                        drop((player, sheet));
                        opening.play(rules, began.elapsed().as_secs_f64(), &tasks, ready);
                    }
                    Err(failure) => {
                        let reason = failure.to_string();
                        // Nobody may be waiting any more.
                        if ready.send(Err(reason.clone())).is_err() {
                            player.log(Event::Warning { id: opening.running.id.clone(), reason });
                        }
                    }
                }
                drop(held);
            };
            if let Err(error) = Builder::new().name("ggp-match".to_owned()).stack_size(STACK).spawn(work) {
                return self.refuse("start", &error.to_string());
            }
            *current = Some(Arc::clone(&running));
        }
        let answer = timeout_at(due.by.into(), waiting).await;
        running.touch();
        match answer {
            Ok(Ok(Ok(()))) => READY,
            // It may still be loaded in time for the first move.
            Err(_) => READY,
            Ok(failed) => {
                self.forget(&running);
                let reason = failed.ok().and_then(Result::err);
                self.refuse("start", &reason.unwrap_or_else(|| "the match has ended by a panic".to_owned()))
            }
        }
    }

    async fn play(&self, id: &str, moves: Moves, arrived: Instant) -> String {
        let Some(running) = self.find(id) else {
            return self.refuse("play", &format!("no match {id}")).to_owned();
        };
        let due = self.config.margin.answer(arrived, running.play_clock);
        let Some(mut answer) = running.ask(moves, arrived, due) else {
            self.forget(&running);
            return self.refuse("play", &format!("the match {id} cannot be played")).to_owned();
        };
        let found = match timeout_at(due.by.into(), answer.wait_for(Option::is_some)).await {
            Ok(Ok(found)) => found.clone(),
            _ => None,
        };
        running.touch();
        found.unwrap_or_else(|| {
            let best = running.best();
            let reason = format!("the thread of the match is late or has failed; {best} was sent in its place");
            self.log(Event::Warning { id: id.to_owned(), reason });
            best
        })
    }

    async fn stop(&self, id: &str, moves: Moves, arrived: Instant) -> &'static str {
        let Some(running) = self.find(id) else {
            return self.refuse("stop", &format!("no match {id}"));
        };
        let due = self.config.margin.answer(arrived, running.play_clock);
        if let Some(done) = running.ask_to_stop(moves) {
            let _ = timeout_at(due.by.into(), done).await;
        }
        self.forget(&running);
        "done"
    }

    fn abort(&self, id: &str) -> &'static str {
        let Some(running) = self.find(id) else {
            return self.refuse("abort", &format!("no match {id}"));
        };
        self.forget(&running);
        self.log(Event::Abort { id: id.to_owned() });
        "aborted"
    }

    fn find(&self, id: &str) -> Option<Arc<Running>> {
        let running = lock(&self.current).clone().filter(|running| running.id == id)?;
        running.touch();
        Some(running)
    }

    /// Ends a match: the player is free for the next one.
    fn forget(&self, running: &Arc<Running>) {
        running.end();
        let mut current = lock(&self.current);
        if current.as_ref().is_some_and(|current| Arc::ptr_eq(current, running)) {
            *current = None;
        }
    }

    /// Gives up a match of which nothing was heard for too long. Called from time to time, and before every answer.
    pub fn drop_if_dead(&self) {
        let Some(running) = lock(&self.current).clone() else { return };
        if let Some(silence) = running.silence(self.config.patience) {
            self.forget(&running);
            self.log(Event::Dropped { id: running.id.clone(), seconds: silence.as_secs_f64() });
        }
    }

    /// Ends the match that is on, if there is one: the program is about to end.
    pub fn close(&self) {
        if let Some(running) = lock(&self.current).take() {
            running.end();
        }
    }
}
