//! Requests that have arrived, and those that have to be handled while a search runs.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError};

use serde_json::Value;
use spinney::budget::StopFlag;

use super::request::{Message, Request};
use super::{Reply, Response};

/// A line of the client, or why there is none any more.
pub type Line = Result<String, String>;

/// Requests that may wait while a search runs; more are not read before it has ended.
const MOST_WAITING: usize = 10_000;

/// What the client has sent.
pub(super) struct Inbox<'l> {
    lines: &'l Receiver<Line>,
    waiting: VecDeque<Message>,
    /// Why nothing more can be read.
    failure: Option<String>,
    /// Whether the client has asked for the end while a search was running.
    quit: bool,
}

impl<'l> Inbox<'l> {
    pub(super) fn new(lines: &'l Receiver<Line>) -> Self {
        Inbox { lines, waiting: VecDeque::new(), failure: None, quit: false }
    }

    /// The next request, waited for; `None` after the last one.
    pub(super) fn next(&mut self) -> Option<Message> {
        loop {
            if self.quit {
                return None;
            }
            if let Some(message) = self.waiting.pop_front() {
                return Some(message);
            }
            let line = self.lines.recv().ok()?;
            self.take(line);
        }
    }

    /// Why no more requests could be read, if that was not the end of the input.
    pub(super) fn failure(self) -> Option<String> {
        self.failure
    }

    fn take(&mut self, line: Line) {
        match line {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => self.waiting.push_back(Message::read(&line)),
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Looks for requests that concern the running search: `stop` and `quit`. The others wait.
    pub(super) fn look(&mut self, running: &mut Running<'_>, out: &mut dyn FnMut(&Response)) {
        while self.waiting.len() < MOST_WAITING {
            match self.lines.try_recv() {
                Ok(line) => self.take(line),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
            let Some(message) = self.waiting.pop_back() else { continue };
            match &message.request {
                Ok(Request::Stop { of }) => {
                    let reply = self.stop(of.as_ref(), Some(running));
                    out(&Response { reply, id: message.id });
                }
                Ok(Request::Quit {}) => {
                    running.stop();
                    self.quit = true;
                }
                _ => self.waiting.push_back(message),
            }
        }
    }

    /// Stops the running search, if it is meant, and drops waiting requests with this id.
    pub(super) fn stop(&mut self, of: Option<&Value>, running: Option<&mut Running<'_>>) -> Reply {
        let meant = running.filter(|running| of.is_none() || of == running.id);
        let stopped = meant.is_some();
        meant.into_iter().for_each(Running::stop);
        let before = self.waiting.len();
        self.waiting.retain(|message| of.is_none() || message.id.as_ref() != of);
        Reply::Stopped { running: stopped, dropped: before - self.waiting.len() }
    }
}

/// The request that is being handled.
pub(super) struct Running<'r> {
    /// Its id.
    pub(super) id: Option<&'r Value>,
    /// Ends its search.
    pub(super) flag: &'r StopFlag,
    /// Whether the client has stopped it.
    pub(super) stopped: bool,
}

impl Running<'_> {
    fn stop(&mut self) {
        self.flag.raise();
        self.stopped = true;
    }
}
