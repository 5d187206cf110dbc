//! One connection: a request, its answer, and the end.
//!
//! hyper reads and writes HTTP. It takes a POST without a length for one without a body, as HTTP/1.1 says, while managers
//! may send their message to the end of the stream, as HTTP/1.0 allows. So the head of a request is looked at first: if
//! it is a POST that does not say how long its body is, the body is read here, and its length is added to the head.

use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

use super::gate::Pass;
use super::respond::respond;
use crate::kif::ListEnd;
use crate::player::Player;

/// The most bytes of a head, the address of a GET included. hyper reads addresses of up to 65,534 bytes.
const HEAD: usize = 128 << 10;
/// Bytes that are read at a time.
const PIECE: usize = 16 << 10;
/// Bytes that a sender may still send after its answer, before the connection is cut.
const LINGER: usize = 1 << 20;
const LINGER_TIME: std::time::Duration = std::time::Duration::from_millis(500);

/// Serves a connection.
pub(super) async fn serve(stream: TcpStream, player: Arc<Player>, mut pass: Pass, arrived: Instant) {
    // Answers are short, and wait for nothing.
    let _ = stream.set_nodelay(true);
    let (mut from, to) = stream.into_split();
    let limits = *pass.limits();
    let Ok(Some(head)) = timeout(limits.head, read_head(&mut from)).await else { return };
    match head {
        Head::Usual(bytes) => answer(Cursor::new(bytes).chain(from), to, player, pass, arrived).await,
        Head::Lengthless { mut bytes, body } => {
            let Ok(Some(rest)) = timeout(limits.body, read_body(&mut from, &bytes[body..], &mut pass)).await else {
                return;
            };
            let length = format!("Content-Length: {}\r\n", bytes.len() - body + rest.len());
            let line = bytes.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            bytes.splice(line..line, length.into_bytes());
            bytes.extend(rest);
            answer(Cursor::new(bytes).chain(from), to, player, pass, arrived).await;
        }
    }
}

/// The bytes that have arrived when a head is complete.
enum Head {
    /// hyper reads the rest.
    Usual(Vec<u8>),
    /// A POST that does not say how long its body is, and where that begins.
    Lengthless { bytes: Vec<u8>, body: usize },
}

/// Reads at least the head of a request. `None` if the connection ends before.
async fn read_head(from: &mut OwnedReadHalf) -> Option<Head> {
    let mut bytes = Vec::new();
    let mut seen = 0;
    loop {
        let read = read_piece(from, &mut bytes).await?;
        // Only a POST is looked at, and a head that is too large is rejected by hyper.
        if !b"POST "[..bytes.len().min(5)].eq_ignore_ascii_case(&bytes[..bytes.len().min(5)]) || bytes.len() > HEAD {
            return Some(Head::Usual(bytes));
        }
        if let Some(body) = end_of_head(&bytes, seen) {
            let head = String::from_utf8_lossy(&bytes[..body]);
            let says = |name: &str| {
                let mut names = head.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name.trim());
                names.any(|known| known.eq_ignore_ascii_case(name))
            };
            let usual = says("content-length") || says("transfer-encoding");
            return Some(if usual { Head::Usual(bytes) } else { Head::Lengthless { bytes, body } });
        }
        seen = bytes.len().saturating_sub(3);
        if read == 0 {
            return None;
        }
    }
}

/// Where the body begins: after an empty line.
fn end_of_head(bytes: &[u8], from: usize) -> Option<usize> {
    let ends = |at: &usize| bytes[*at..].starts_with(b"\n\r\n") || bytes[*at..].starts_with(b"\n\n");
    (from..bytes.len()).find(ends).map(|at| if bytes[at + 1] == b'\n' { at + 2 } else { at + 3 })
}

/// Reads what follows the first bytes of a body without a length: to the end of the stream, or of the list that is the
/// message. `None` if it is too long.
async fn read_body(from: &mut OwnedReadHalf, first: &[u8], pass: &mut Pass) -> Option<Vec<u8>> {
    let (mut end, mut rest) = (ListEnd::default(), Vec::new());
    let mut ended = end.take(first);
    while !ended {
        let before = rest.len();
        let read = read_piece(from, &mut rest).await?;
        if read == 0 {
            break;
        }
        // The body is in memory twice for a moment: here, and as the message.
        if first.len() + rest.len() > pass.limits().message || !pass.take(read) {
            return None;
        }
        ended = end.take(&rest[before..]);
    }
    Some(rest)
}

async fn read_piece(from: &mut OwnedReadHalf, bytes: &mut Vec<u8>) -> Option<usize> {
    bytes.reserve(PIECE);
    from.read_buf(bytes).await.ok()
}

/// Lets hyper read the request and write the answer.
async fn answer<R>(from: R, to: OwnedWriteHalf, player: Arc<Player>, pass: Pass, arrived: Instant)
where
    R: tokio::io::AsyncRead + Unpin,
{
    let limits = *pass.limits();
    let pass = Mutex::new(Some(pass));
    let service = service_fn(|request| {
        // There is one request: connections are not kept alive.
        let pass = pass.lock().unwrap_or_else(PoisonError::into_inner).take();
        respond(request, Arc::clone(&player), pass, arrived)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .keep_alive(false)
        // A sender may close its side as soon as it has said everything.
        .half_close(true)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(tokio::io::join(from, to)), service)
        .without_shutdown();
    let Ok(parts) = connection.await else { return };
    let (mut from, mut to) = parts.io.into_inner().into_inner();
    // Whoever is still sending would not see the answer if the connection were cut at once.
    if to.shutdown().await.is_ok() {
        let mut rest = (&mut from).take(LINGER as u64);
        let _ = timeout(LINGER_TIME, tokio::io::copy(&mut rest, &mut tokio::io::sink())).await;
    }
}
