//! The answer to a request: which bytes are the message, and which headers the answer has.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CONNECTION,
    CONTENT_TYPE, HeaderName, HeaderValue,
};
use hyper::{Method, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;
use tokio::time::timeout;

use super::gate::Pass;
use crate::player::{Player, Reply};

/// The header with which ggp-base says how long its permissions hold.
const ALLOW_AGE: HeaderName = HeaderName::from_static("access-control-allow-age");

/// Answers a request. There is no pass for a second one on a connection.
pub(super) async fn respond(
    request: Request<Incoming>,
    player: Arc<Player>,
    pass: Option<Pass>,
    arrived: Instant,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let Some(pass) = pass else {
        return Ok(response(StatusCode::SERVICE_UNAVAILABLE, "one request per connection"));
    };
    Ok(match *request.method() {
        Method::OPTIONS => response(StatusCode::OK, ""),
        Method::POST => match read(request, pass).await {
            Ok((text, pass)) => reply(&player, text, arrived, pass).await,
            Err(refused) => refused,
        },
        Method::GET => {
            let path = request.uri().path_and_query().map_or("", |path| path.as_str());
            let text = path.strip_prefix('/').unwrap_or(path).replace('+', " ");
            let text = percent_decode_str(&text).decode_utf8_lossy().into_owned();
            reply(&player, text, arrived, pass).await
        }
        _ => {
            let mut response = response(StatusCode::METHOD_NOT_ALLOWED, "POST a message");
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST, GET, OPTIONS"));
            response
        }
    })
}

/// Reads the body of a request.
async fn read(request: Request<Incoming>, mut pass: Pass) -> Result<(String, Pass), Response<Full<Bytes>>> {
    let limits = *pass.limits();
    let mut body = request.into_body();
    if body.size_hint().lower() > limits.message as u64 {
        return Err(too_large());
    }
    let reading = async {
        let mut bytes = Vec::new();
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { return Err(response(StatusCode::BAD_REQUEST, "the message breaks off")) };
            let Some(piece) = frame.data_ref() else { continue };
            if bytes.len() + piece.len() > limits.message {
                return Err(too_large());
            }
            if !pass.take(piece.len()) {
                return Err(response(StatusCode::SERVICE_UNAVAILABLE, "too many large messages"));
            }
            bytes.extend_from_slice(piece);
        }
        Ok(bytes)
    };
    match timeout(limits.body, reading).await {
        Ok(bytes) => Ok((String::from_utf8_lossy(&bytes?).into_owned(), pass)),
        Err(_) => Err(response(StatusCode::REQUEST_TIMEOUT, "the message takes too long")),
    }
}

fn too_large() -> Response<Full<Bytes>> {
    response(StatusCode::PAYLOAD_TOO_LARGE, "the message is too large")
}

async fn reply(player: &Arc<Player>, text: String, arrived: Instant, pass: Pass) -> Response<Full<Bytes>> {
    if !pass.wait() {
        return response(StatusCode::SERVICE_UNAVAILABLE, "too many messages wait for an answer");
    }
    match player.answer(text, arrived).await {
        Reply::Text(text) => response(StatusCode::OK, text),
        Reply::NoMessage(reason) => response(StatusCode::BAD_REQUEST, reason),
    }
}

/// An answer with the headers that ggp-base's players send.
fn response(status: StatusCode, text: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(text.into()));
    *response.status_mut() = status;
    let headers = [
        (CONTENT_TYPE, "text/acl"),
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (ACCESS_CONTROL_ALLOW_METHODS, "POST, GET, OPTIONS"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type"),
        (ALLOW_AGE, "86400"),
        (CONNECTION, "close"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
