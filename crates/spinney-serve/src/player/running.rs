//! A match as messages see it: its thread behind a queue, and the best move that is known so far.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use spinney::budget::StopFlag;
use tokio::sync::{oneshot, watch};

use super::clocks::Due;
use crate::message::Moves;

/// What the thread of a match is asked.
pub(super) enum Task {
    /// The last step, and the next move.
    Play { moves: Moves, arrived: Instant, due: Due, reply: watch::Sender<Option<String>> },
    /// The last step of the match.
    Stop { moves: Moves, reply: oneshot::Sender<()> },
}

/// A question whose answer is on its way, or was sent.
struct Question {
    moves: Moves,
    answer: watch::Receiver<Option<String>>,
}

/// A match that is on.
pub(super) struct Running {
    pub(super) id: String,
    /// The clock of a step, and the longer of the two clocks.
    pub(super) play_clock: Duration,
    longest: Duration,
    tasks: Mutex<Option<Sender<Task>>>,
    question: Mutex<Option<Question>>,
    best: Mutex<String>,
    stop: Mutex<StopFlag>,
    ended: AtomicBool,
    heard: Mutex<Instant>,
}

/// The answer when no legal move is known.
pub(super) const NIL: &str = "nil";

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    pub(super) fn new(id: String, start_clock: Duration, play_clock: Duration, tasks: Sender<Task>) -> Self {
        Running {
            id,
            play_clock,
            longest: start_clock.max(play_clock),
            tasks: Mutex::new(Some(tasks)),
            question: Mutex::default(),
            best: Mutex::new(NIL.to_owned()),
            stop: Mutex::default(),
            ended: AtomicBool::new(false),
            heard: Mutex::new(Instant::now()),
        }
    }

    /// A message of this match has come or was answered.
    pub(super) fn touch(&self) {
        *lock(&self.heard) = Instant::now();
    }

    /// How long nothing was heard, if that is longer than the clocks explain.
    pub(super) fn silence(&self, patience: Duration) -> Option<Duration> {
        let silence = lock(&self.heard).elapsed();
        (silence > self.longest.saturating_add(patience)).then_some(silence)
    }

    /// Asks for a move. A question that is asked again before it is answered is not passed on twice. `None` if the thread
    /// has ended.
    pub(super) fn ask(&self, moves: Moves, arrived: Instant, due: Due) -> Option<watch::Receiver<Option<String>>> {
        let mut question = lock(&self.question);
        if let Some(open) = &*question
            && open.moves == moves
            && open.answer.borrow().is_none()
            && open.answer.has_changed().is_ok()
        {
            return Some(open.answer.clone());
        }
        let (reply, answer) = watch::channel(None);
        self.interrupt();
        self.send(Task::Play { moves: moves.clone(), arrived, due, reply })?;
        *question = Some(Question { moves, answer: answer.clone() });
        Some(answer)
    }

    /// Passes on the last step. `None` if the thread has ended.
    pub(super) fn ask_to_stop(&self, moves: Moves) -> Option<oneshot::Receiver<()>> {
        let (reply, done) = oneshot::channel();
        self.interrupt();
        self.send(Task::Stop { moves, reply })?;
        Some(done)
    }

    fn send(&self, task: Task) -> Option<()> {
        lock(&self.tasks).as_ref()?.send(task).ok()
    }

    /// The best move that is known.
    pub(super) fn best(&self) -> String {
        lock(&self.best).clone()
    }

    pub(super) fn set_best(&self, mv: &str) {
        let mut best = lock(&self.best);
        if *best != mv {
            mv.clone_into(&mut best);
        }
    }

    /// A flag for a search that begins; raised already if the match has ended.
    pub(super) fn fresh_stop(&self) -> StopFlag {
        let flag = StopFlag::default();
        *lock(&self.stop) = flag.clone();
        if self.has_ended() {
            flag.raise();
        }
        flag
    }

    /// Ends the search that is running.
    fn interrupt(&self) {
        lock(&self.stop).raise();
    }

    /// Ends the match: its thread ends after what it is doing.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        *lock(&self.tasks) = None;
        self.interrupt();
    }

    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }
}
