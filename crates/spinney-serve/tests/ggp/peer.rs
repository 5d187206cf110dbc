//! A player that is served on a port of its own, and connections to it.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use spinney_agents::Spec;
use spinney_serve::http::{self, Limits};
use spinney_serve::player::{Config, Event, Player};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// A player that listens as long as this is alive.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) player: Arc<Player>,
    events: Arc<Mutex<Vec<Event>>>,
    shutdown: Option<oneshot::Sender<()>>,
    runtime: Option<Runtime>,
}

/// An agent with few simulations a move.
pub(crate) fn config(agent: &str) -> Config {
    Config::new(Spec::agent(agent).unwrap(), 1, 1)
}

impl Served {
    pub(crate) fn new(config: Config) -> Self {
        Self::with(config, Limits::default())
    }

    pub(crate) fn with(config: Config, limits: Limits) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let events = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&events);
        let player = Player::new(config, Arc::new(move |event| log.lock().unwrap().push(event)));
        let (shutdown, ended) = oneshot::channel();
        let serving = http::serve(listener, Arc::clone(&player), limits, async {
            let _ = ended.await;
        });
        runtime.spawn(serving);
        Served { address, player, events, shutdown: Some(shutdown), runtime: Some(runtime) }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn events(&self) -> Vec<Event> {
        self.events.lock().unwrap().clone()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Sends bytes, closes this side if `close`, and returns everything that comes back.
    pub(crate) fn exchange(&self, bytes: &[u8], close: bool) -> String {
        let mut stream = self.connect();
        // A server that has seen enough may close before everything is written.
        let _ = stream.write_all(bytes);
        if close {
            let _ = stream.shutdown(Shutdown::Write);
        }
        rest(&mut stream)
    }

    /// Sends a message as ggp-base does, and returns the answer, which must be a success.
    pub(crate) fn send(&self, message: &str) -> String {
        let answer = self.exchange(post(message).as_bytes(), false);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer}"));
        assert!(head.contains(" 200 "), "{answer}");
        body.to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.shutdown.take());
        self.runtime.take().unwrap().shutdown_timeout(Duration::from_secs(5));
    }
}

/// What the other side sends until it closes.
pub(crate) fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8(bytes).unwrap()
}

/// A message as ggp-base sends it.
pub(crate) fn post(message: &str) -> String {
    format!(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: here\r\nSender: GAMESERVER\r\nReceiver: player\r\n\
         Content-Type: text/acl\r\nContent-Length: {}\r\n\r\n{message}",
        message.len()
    )
}

/// A rule sheet of the repository, in parentheses as START sends it.
pub(crate) fn sheet(name: &str) -> String {
    format!("(\n{}\n)", sheet_text(name))
}

pub(crate) fn sheet_text(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{name}.kif"));
    std::fs::read_to_string(path).unwrap()
}
