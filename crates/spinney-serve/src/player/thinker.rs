//! An agent that thinks on a thread of its own, so that neither a panic nor a search that overruns its time can hold up
//! the match.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use spinney::budget::{Budget, StopFlag, Watch};
use spinney::erased::{AnyMove, AnyState};
use spinney::game::Player;
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Step;
use spinney::search::live::{SearchError, guarded};
use spinney_agents::{AgentError, Seat, SeatError, Spec};

use super::alive::Alive;
use crate::rules::Rules;

/// The stack of the thread: rule sheets and searches may recurse.
const STACK: usize = 16 << 20;

/// What the agent is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Find a move.
    Decide,
    /// Use time in which no move is due.
    Prepare,
}

/// What the thread gives back.
struct Back {
    seat: Seat,
    rng: Random,
    report: Option<Result<Report<AnyMove>, SeatError>>,
}

/// A task in progress.
struct Thinking {
    back: Receiver<Result<Back, SearchError>>,
    stop: StopFlag,
    watch: Watch,
}

/// How a task stands.
pub(super) enum Progress {
    /// It has ended, with a report if a move was to be found.
    Ended(Option<Result<Report<AnyMove>, SeatError>>),
    /// It has panicked; the agent is a new one now.
    Failed(String),
    /// It goes on.
    Running,
}

/// Which agent plays whom in which game.
#[derive(Clone)]
pub(super) struct Seating {
    pub(super) rules: Arc<Rules>,
    pub(super) agent: Spec,
    pub(super) threads: usize,
    pub(super) player: Player,
    /// How long a search may take to notice that it is to end, before it is left alone.
    pub(super) patience: Duration,
    pub(super) alive: Alive,
}

impl Seating {
    fn seat(&self) -> Result<Seat, AgentError> {
        self.rules.game().seat_with_threads(&self.agent, self.player, self.threads)
    }
}

/// An agent of a match.
pub(super) struct Thinker {
    seating: Seating,
    /// `None` while the thread has it.
    seat: Option<Seat>,
    rng: Random,
    thinking: Option<Thinking>,
}

impl Thinker {
    /// Seats an agent.
    pub(super) fn new(seating: Seating, rng: Random) -> Result<Self, AgentError> {
        let seat = Some(seating.seat()?);
        Ok(Thinker { seating, seat, rng, thinking: None })
    }

    /// The same agent on another engine of the same rule sheet. It knows nothing of the game so far.
    pub(super) fn on(&mut self, rules: Arc<Rules>) -> Result<Self, AgentError> {
        Self::new(Seating { rules, ..self.seating.clone() }, self.rng.split())
    }

    /// The agent with all its parameters.
    pub(super) fn name(&self) -> String {
        self.seat.as_ref().map_or_else(|| self.seating.agent.to_string(), |seat| seat.name().to_owned())
    }

    /// Begins to look for a move.
    pub(super) fn decide(&mut self, state: &AnyState, budget: Budget) -> bool {
        self.begin(Task::Decide, state, budget)
    }

    /// Begins to use time in which no move is due.
    pub(super) fn prepare(&mut self, state: &AnyState, budget: Budget) -> bool {
        self.begin(Task::Prepare, state, budget)
    }

    /// Begins a task; `false` if there is no thread for it.
    fn begin(&mut self, task: Task, state: &AnyState, budget: Budget) -> bool {
        self.interrupt();
        let Some(mut seat) = self.seat.take() else { return false };
        let (sender, back) = channel();
        let (stop, watch) = (budget.stop.clone(), budget.watch.clone());
        let (state, mut rng, held) = (state.clone(), self.rng.split(), self.seating.alive.hold());
        let work = move || {
            let result = guarded(move || {
                let report = match task {
                    Task::Decide => Some(seat.search(&state, &budget, &mut rng)),
                    Task::Prepare => {
                        seat.prepare(&state, &budget, &mut rng);
                        None
                    }
                };
                Back { seat, rng, report }
            });
            // The match may be over.
            let _ = sender.send(result);
            drop(held);
        };
        if Builder::new().name("ggp-search".to_owned()).stack_size(STACK).spawn(work).is_err() {
            self.renew();
            return false;
        }
        self.thinking = Some(Thinking { back, stop, watch });
        true
    }

    /// Waits for the end of the task.
    pub(super) fn wait(&mut self, until: Instant) -> Progress {
        let Some(thinking) = &self.thinking else { return Progress::Ended(None) };
        let result = match thinking.back.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => return Progress::Running,
            Err(RecvTimeoutError::Disconnected) => Err(SearchError::Panicked("the thread has ended".to_owned())),
        };
        self.thinking = None;
        match result {
            Ok(Back { seat, rng, report }) => {
                self.seat = Some(seat);
                self.rng = rng;
                Progress::Ended(report)
            }
            Err(error) => {
                self.renew();
                Progress::Failed(error.to_string())
            }
        }
    }

    /// The newest report of a running search; asks for the next one.
    pub(super) fn report(&self) -> Option<Report<AnyMove>> {
        let watch = &self.thinking.as_ref()?.watch;
        watch.ask();
        watch.latest()
    }

    /// Ends a task. One that does not end is left alone, and a new agent takes its place.
    pub(super) fn interrupt(&mut self) {
        let Some(thinking) = &self.thinking else { return };
        thinking.stop.raise();
        if matches!(self.wait(Instant::now() + self.seating.patience), Progress::Running) {
            self.thinking = None;
            self.renew();
        }
    }

    /// Asks a task to end, without waiting.
    pub(super) fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.raise();
        }
    }

    /// The game went on.
    pub(super) fn advance(&mut self, step: &Step<AnyMove>, after: &AnyState) {
        self.interrupt();
        if let Some(mut seat) = self.seat.take() {
            let advanced = guarded(move || {
                seat.advance(step, after);
                seat
            });
            match advanced {
                Ok(seat) => self.seat = Some(seat),
                Err(_) => self.renew(),
            }
        }
    }

    /// The next position does not follow from the last one.
    pub(super) fn reset(&mut self) {
        self.interrupt();
        if let Some(seat) = &mut self.seat {
            seat.reset();
        }
    }

    fn renew(&mut self) {
        self.seat = self.seating.seat().ok();
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}
