//! Admits connections and messages, and keeps their number and size within the limits.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::net::TcpStream;
use tokio::task::AbortHandle;

use super::{Limits, connection};
use crate::player::Player;

/// The connections of a server.
pub(super) struct Gate {
    pub(super) limits: Limits,
    next: AtomicU64,
    /// Connections whose request has not arrived in full, the oldest first.
    reading: Mutex<BTreeMap<u64, AbortHandle>>,
    /// Connections that wait for an answer.
    waiting: Mutex<BTreeMap<u64, AbortHandle>>,
    /// Bytes that are being read.
    bytes: AtomicUsize,
}

/// A connection in the gate's books; it leaves them when it is dropped.
pub(super) struct Pass {
    gate: Arc<Gate>,
    number: u64,
    bytes: usize,
}

impl Gate {
    pub(super) fn new(limits: Limits) -> Self {
        Gate {
            limits,
            next: AtomicU64::new(0),
            reading: Mutex::default(),
            waiting: Mutex::default(),
            bytes: AtomicUsize::new(0),
        }
    }

    fn reading(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, AbortHandle>> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, AbortHandle>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Serves a connection on a task of its own. If too many are being read, the oldest of them makes room.
    pub(super) fn admit(self: &Arc<Self>, stream: TcpStream, player: &Arc<Player>, arrived: Instant) {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let pass = Pass { gate: Arc::clone(self), number, bytes: 0 };
        let mut reading = self.reading();
        if reading.len() >= self.limits.reading
            && let Some((_, oldest)) = reading.pop_first()
        {
            oldest.abort();
        }
        // The books are closed until the task is in them, so that it cannot leave them before.
        let task = tokio::spawn(connection::serve(stream, Arc::clone(player), pass, arrived));
        reading.insert(number, task.abort_handle());
    }

    /// Ends all connections.
    pub(super) fn close(&self) {
        let both = [std::mem::take(&mut *self.reading()), std::mem::take(&mut *self.waiting())];
        both.iter().flat_map(BTreeMap::values).for_each(AbortHandle::abort);
    }
}

impl Pass {
    pub(super) fn limits(&self) -> &Limits {
        &self.gate.limits
    }

    /// Counts bytes that were read, until the connection ends. If there are too many on all connections together, the
    /// oldest that is being read makes room. `false` if it is this one.
    pub(super) fn take(&mut self, bytes: usize) -> bool {
        let before = self.gate.bytes.fetch_add(bytes, Ordering::SeqCst);
        self.bytes += bytes;
        if before + bytes <= self.gate.limits.messages {
            return true;
        }
        let mut reading = self.gate.reading();
        match reading.first_key_value() {
            Some((number, _)) if *number == self.number => false,
            Some(_) => {
                if let Some((_, oldest)) = reading.pop_first() {
                    oldest.abort();
                }
                true
            }
            None => false,
        }
    }

    /// The request has arrived: from now on it waits for its answer. `false` if too many do.
    pub(super) fn wait(&self) -> bool {
        let Some(task) = self.gate.reading().remove(&self.number) else { return false };
        let mut waiting = self.gate.waiting();
        let room = waiting.len() < self.gate.limits.waiting;
        if room {
            waiting.insert(self.number, task);
        }
        room
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.gate.reading().remove(&self.number);
        self.gate.waiting().remove(&self.number);
        self.gate.bytes.fetch_sub(self.bytes, Ordering::SeqCst);
    }
}
