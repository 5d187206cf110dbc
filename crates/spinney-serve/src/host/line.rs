//! The line to a player: one message, one answer, in time or not at all.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Method, Request, Version};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout_at;

use super::participant::{Address, Participant};
use crate::player::{Config, Player, Reply};

/// The time in which a connection must be made.
const CONNECT: Duration = Duration::from_secs(5);
/// The most bytes of an answer: it is a move.
const LONGEST: usize = 64 << 10;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// None in time.
    Late,
    /// The connection failed, or what came was no answer.
    Connection(String),
}

/// An answer, and how long it took.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) seconds: f64,
    pub(super) text: Result<String, Fault>,
}

/// A player that can be asked.
#[derive(Clone)]
pub(super) enum Line {
    /// Over HTTP; by its address, and the name that the header of a message carries.
    Http(Address, String),
    /// In this program.
    Local(Arc<Player>),
}

impl Line {
    pub(super) fn new(participant: &Participant, name: &str, threads: usize, seed: u64) -> Self {
        match participant {
            Participant::Http(address) => Line::Http(address.clone(), name.to_owned()),
            Participant::Local(spec) => {
                let config = Config::new(spec.clone(), threads, seed);
                Line::Local(Player::new(config, Arc::new(|_| {})))
            }
        }
    }

    /// Sends a message, and waits for the answer until the time is up.
    pub(super) async fn ask(self, message: String, time: Duration) -> Answer {
        let began = Instant::now();
        let until = (began + time).into();
        let text = match self {
            Line::Http(address, name) => timeout_at(until, post(address, name, message)).await,
            Line::Local(player) => timeout_at(until, local(player.answer(message, began))).await,
        };
        Answer { seconds: began.elapsed().as_secs_f64(), text: text.unwrap_or(Err(Fault::Late)) }
    }
}

async fn local(answer: impl Future<Output = Reply>) -> Result<String, Fault> {
    match answer.await {
        Reply::Text(text) => Ok(text),
        Reply::NoMessage(reason) => Err(Fault::Connection(reason)),
    }
}

/// One message on a connection of its own, as ggp-base sends it.
async fn post(address: Address, name: String, message: String) -> Result<String, Fault> {
    let failed = |error: &dyn std::fmt::Display| Fault::Connection(error.to_string());
    let host = address.host.trim_start_matches('[').trim_end_matches(']');
    let stream = match tokio::time::timeout(CONNECT, TcpStream::connect((host, address.port))).await {
        Ok(stream) => stream.map_err(|error| failed(&error))?,
        Err(_) => return Err(Fault::Late),
    };
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .title_case_headers(true)
        .ignore_invalid_headers_in_responses(true)
        .handshake(TokioIo::new(stream))
        .await;
    let (mut sender, connection) = connection.map_err(|error| failed(&error))?;
    let request = Request::builder()
        .method(Method::POST)
        .uri("/")
        .version(Version::HTTP_10)
        .header("Accept", "text/delim")
        .header("Host", address.to_string())
        .header("Sender", "GAMESERVER")
        .header("Receiver", name)
        .header("Content-Type", "text/acl")
        .body(Full::new(Bytes::from(message)))
        .map_err(|error| failed(&error))?;
    let exchange = async {
        let response = sender.send_request(request).await.map_err(|error| failed(&error))?;
        if !response.status().is_success() {
            return Err(Fault::Connection(format!("status {}", response.status().as_u16())));
        }
        let mut body = response.into_body();
        let mut bytes = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| failed(&error))?;
            bytes.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
            if bytes.len() > LONGEST {
                return Err(Fault::Connection(format!("an answer of more than {LONGEST} bytes")));
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    // The connection is driven here, so that nothing of it is left when the time is up.
    tokio::pin!(exchange);
    tokio::select! {
        answer = &mut exchange => answer,
        ended = connection => match ended {
            // What has arrived by then may be the whole answer.
            Ok(()) => exchange.await,
            Err(error) => Err(failed(&error)),
        },
    }
}
