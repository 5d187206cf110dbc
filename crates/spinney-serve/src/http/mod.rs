//! A player as an HTTP server.
//!
//! Whoever finds the port can send anything, so everything is bounded: the connections that are read at the same time (a
//! new one takes the place of the oldest), the time for a request, its size, the bytes of all requests together, and the
//! questions that wait for an answer.

mod connection;
mod gate;
mod respond;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;

use crate::player::Player;
use gate::Gate;

/// The bounds of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a message.
    pub message: usize,
    /// Bytes of all messages that are being read.
    pub messages: usize,
    /// Time for the head of a request.
    pub head: Duration,
    /// Time for its body.
    pub body: Duration,
    /// Connections that are read at the same time.
    pub reading: usize,
    /// Messages that wait for an answer at the same time.
    pub waiting: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            message: 16 << 20,
            messages: 64 << 20,
            head: Duration::from_secs(5),
            body: Duration::from_secs(10),
            reading: 128,
            waiting: 64,
        }
    }
}

/// How often a silent match is looked for.
const LOOK: Duration = Duration::from_millis(500);
/// The pause after a connection could not be accepted: usually there are too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves a player until `shutdown` is complete. Then the match that is on ends, and no connection is left.
pub async fn serve(
    listener: TcpListener,
    player: Arc<Player>,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let gate = Arc::new(Gate::new(limits));
    let mut look = tokio::time::interval(LOOK);
    tokio::pin!(shutdown);
    loop {
        tokio::select! {
            () = &mut shutdown => break,
            _ = look.tick() => player.drop_if_dead(),
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => gate.admit(stream, &player, Instant::now()),
                Err(_) => tokio::time::sleep(PAUSE).await,
            },
        }
    }
    player.close();
    gate.close();
    Ok(())
}
