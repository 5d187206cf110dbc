//! Standard output for millions of short lines: each of them a write of its own would take longer than the work.

use std::io::{self, Write};
use std::mem::take;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long a line waits for others at most, so that the reader of a pipe sees results as they come.
const DELAY: Duration = Duration::from_millis(100);

/// How many bytes are written together.
const FULL: usize = 64 << 10;

/// Lines that are written together.
pub(super) struct Lines<W: Write + Send + 'static> {
    waiting: Arc<Mutex<Waiting<W>>>,
    /// Dropped to end the thread that writes what has waited long enough.
    end: mpsc::Sender<()>,
    writer: JoinHandle<()>,
}

struct Waiting<W> {
    bytes: Vec<u8>,
    out: W,
    /// The first error, until it is reported.
    failure: Option<io::Error>,
}

impl<W: Write> Waiting<W> {
    fn write(&mut self) {
        let bytes = take(&mut self.bytes);
        if !bytes.is_empty() && self.failure.is_none() {
            self.failure = self.out.write_all(&bytes).and_then(|()| self.out.flush()).err();
        }
    }

    fn outcome(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }
}

impl<W: Write + Send + 'static> Lines<W> {
    pub(super) fn new(out: W) -> Self {
        let waiting = Arc::new(Mutex::new(Waiting { bytes: Vec::new(), out, failure: None }));
        let (end, ended) = mpsc::channel();
        let shared = Arc::clone(&waiting);
        let writer = thread::spawn(move || {
            while ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                shared.lock().unwrap_or_else(PoisonError::into_inner).write();
            }
        });
        Lines { waiting, end, writer }
    }

    /// Adds a line. The error may be that of an earlier one.
    pub(super) fn push(&self, line: &str) -> io::Result<()> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.bytes.extend_from_slice(line.as_bytes());
        waiting.bytes.push(b'\n');
        if waiting.bytes.len() >= FULL {
            waiting.write();
        }
        waiting.outcome()
    }

    /// Writes all that is left.
    pub(super) fn end(self) -> io::Result<()> {
        drop(self.end);
        // It has nothing to say, and does not panic.
        let _ = self.writer.join();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.write();
        waiting.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every write as one text.
    struct Writes(mpsc::Sender<String>);

    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let sent = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_written_together_and_none_is_lost() {
        let (sender, writes) = mpsc::channel();
        let lines = Lines::new(Writes(sender));
        (0..100_000).for_each(|number| lines.push(&number.to_string()).unwrap());
        lines.end().unwrap();
        let writes: Vec<String> = writes.into_iter().collect();
        assert!(writes.len() < 1_000, "{}", writes.len());
        assert!(writes.concat().lines().map(|line| line.parse::<u64>().unwrap()).eq(0..100_000));
    }

    #[test]
    fn a_line_does_not_wait_for_the_next_one() {
        let (sender, writes) = mpsc::channel();
        let lines = Lines::new(Writes(sender));
        lines.push("alone").unwrap();
        assert_eq!(writes.recv_timeout(Duration::from_secs(10)).as_deref(), Ok("alone\n"));
        lines.end().unwrap();
    }

    #[test]
    fn a_closed_pipe_is_an_error() {
        let (sender, writes) = mpsc::channel();
        drop(writes);
        let lines = Lines::new(Writes(sender));
        lines.push("lost").unwrap();
        assert_eq!(lines.end().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
