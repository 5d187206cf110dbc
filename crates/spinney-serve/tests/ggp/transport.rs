//! HTTP in all its forms, and connections that do harm.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::thread::sleep;
use std::time::{Duration, Instant};

use spinney_serve::http::Limits;

use super::peer::{Served, config, post, rest};

const FREE: &str = "( ( name spinney ) ( status available ) ( species alien ) )";

fn served() -> Served {
    let limits = Limits {
        message: 100_000,
        messages: 250_000,
        head: Duration::from_millis(1200),
        body: Duration::from_millis(1200),
        reading: 20,
        waiting: 8,
    };
    Served::with(config("random"), limits)
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or(answer, |(_, body)| body)
}

#[test]
fn both_versions_of_http_are_spoken() {
    let served = served();
    let answer = served.exchange(post("(INFO)").as_bytes(), false);
    assert!(answer.starts_with("HTTP/1.0 200 OK\r\n"), "{answer}");
    assert_eq!(body(&answer), FREE);
    let head = answer.to_ascii_lowercase();
    for header in [
        "content-type: text/acl\r\n",
        "content-length: 59\r\n",
        "access-control-allow-origin: *\r\n",
        "access-control-allow-methods: post, get, options\r\n",
        "access-control-allow-headers: content-type\r\n",
        "access-control-allow-age: 86400\r\n",
    ] {
        assert!(head.contains(header), "{header} is missing: {answer}");
    }
    let answer = served.exchange(b"POST /any/path HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n(INFO)", false);
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && body(&answer) == FREE, "{answer}");
    let chunked = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n(IN\r\n3\r\nFO)\r\n0\r\n\r\n";
    assert_eq!(body(&served.exchange(chunked, false)), FREE);
    // Header names in any case, and lines that end with a line feed only.
    assert_eq!(body(&served.exchange(b"POST / HTTP/1.0\ncOnTeNt-LeNgTh: 6\n\n(INFO)", false)), FREE);
    let split = post("(INFO)");
    let mut stream = served.connect();
    for piece in split.as_bytes().chunks(7) {
        stream.write_all(piece).unwrap();
        sleep(Duration::from_millis(1));
    }
    assert_eq!(body(&rest(&mut stream)), FREE);
}

#[test]
fn a_body_without_a_length_ends_with_the_stream_or_the_message() {
    let served = served();
    let lengthless = |version: &str, body: &str| format!("POST / HTTP/{version}\r\nSender: GAMESERVER\r\n\r\n{body}");
    assert_eq!(body(&served.exchange(lengthless("1.0", "( INFO )").as_bytes(), true)), FREE);
    assert_eq!(body(&served.exchange(lengthless("1.1", "( INFO )").as_bytes(), true)), FREE);
    assert_eq!(body(&served.exchange(lengthless("1.0", "info").as_bytes(), true)), FREE);
    // The other side need not close.
    assert_eq!(body(&served.exchange(lengthless("1.0", "; one (\n ( INFO )").as_bytes(), false)), FREE);
    let mut stream = served.connect();
    for piece in ["POST / HTTP/1.0\r\n\r", "\n( IN", "FO ", ")"] {
        stream.write_all(piece.as_bytes()).unwrap();
        sleep(Duration::from_millis(20));
    }
    assert_eq!(body(&rest(&mut stream)), FREE);
}

#[test]
fn get_and_options_are_answered() {
    let served = served();
    for address in ["/%28INFO%29", "/(INFO)", "/(+INFO+)", "/%28%20INFO%20%29", "/info"] {
        let answer = served.exchange(format!("GET {address} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes(), false);
        assert_eq!(body(&answer), FREE, "{address}");
    }
    let answer = served.exchange(b"OPTIONS / HTTP/1.1\r\nHost: x\r\n\r\n", false);
    assert!(answer.starts_with("HTTP/1.1 200") && body(&answer).is_empty(), "{answer}");
    assert!(answer.to_ascii_lowercase().contains("access-control-allow-origin: *\r\n"), "{answer}");
    let answer = served.exchange(b"DELETE / HTTP/1.1\r\nHost: x\r\n\r\n", false);
    assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");
    let answer = served.exchange(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", false);
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}

#[test]
fn what_is_no_message_does_no_harm() {
    let served = served();
    let deep = "(".repeat(90_000);
    for text in ["", "hello", "(((((", ")", "(start)", "(play)", "\u{0}\u{1}", deep.as_str()] {
        let answer = served.exchange(post(text).as_bytes(), true);
        assert!(answer.starts_with("HTTP/1.0 400"), "{text:.20}: {answer}");
    }
    for bytes in [&b"\x16\x03\x01\x02\x00"[..], b"nonsense\r\n\r\n", b"POST", b"", b"POST / HTTP/9.9\r\n\r\n"] {
        let _ = served.exchange(bytes, true);
    }
    assert_eq!(served.send("(INFO)"), FREE);
}

#[test]
fn a_million_parentheses_are_no_message() {
    let served = Served::new(config("random"));
    let (open, close) = ("(".repeat(1_000_000), ")".repeat(1_000_000));
    let answer = served.exchange(post(&open).as_bytes(), false);
    assert!(answer.starts_with("HTTP/1.0 400"), "{answer}");
    let answer = served.exchange(post(&format!("{open}{close}")).as_bytes(), false);
    assert!(answer.starts_with("HTTP/1.0 400"), "{answer}");
    // A message that is one, with a rule sheet or a move that is not.
    let answer = served.exchange(post(&format!("(START m x {open}{close} 5 1)")).as_bytes(), false);
    assert!(answer.ends_with("\r\n\r\nbusy"), "{answer}");
    assert_eq!(served.send(&format!("(START m ann {} 5 1)", super::peer::sheet("last-match"))), "ready");
    let mv = served.send(&format!("(PLAY m ({open}{close} wait))"));
    assert!(mv.starts_with("(take "), "{mv}");
}

#[test]
fn messages_that_are_too_large_are_refused() {
    let served = served();
    let large = format!("({})", "a ".repeat(60_000));
    let answer = served.exchange(post(&large).as_bytes(), false);
    assert!(answer.starts_with("HTTP/1.0 413"), "{answer}");
    let chunk = format!("{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
    let chunked = format!("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}");
    let answer = served.exchange(chunked.as_bytes(), false);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    // Without a length nothing says where it ends: the connection is cut.
    let answer = served.exchange(format!("POST / HTTP/1.0\r\n\r\n{large}").as_bytes(), false);
    assert_eq!(answer, "");
    let address = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(300_000));
    let answer = served.exchange(address.as_bytes(), false);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    assert_eq!(served.send("(INFO)"), FREE);
}

#[test]
fn slow_and_half_open_connections_are_cut() {
    let served = served();
    let began = Instant::now();
    let mut silent = served.connect();
    let mut half_head = served.connect();
    half_head.write_all(b"POST / HT").unwrap();
    let mut half_get = served.connect();
    half_get.write_all(b"GET /(INFO").unwrap();
    let mut half_body = served.connect();
    half_body.write_all(b"POST / HTTP/1.0\r\nContent-Length: 60\r\n\r\n(IN").unwrap();
    let mut no_length = served.connect();
    no_length.write_all(b"POST / HTTP/1.0\r\n\r\n(IN").unwrap();
    let mut drops = served.connect();
    // A byte from time to time does not help.
    for byte in b"POST / HTTP/1.0\r\nX: aaaaaaaaaaaaaaaa" {
        if drops.write_all(&[*byte]).is_err() {
            break;
        }
        sleep(Duration::from_millis(30));
    }
    assert_eq!(served.send("(INFO)"), FREE, "others are answered meanwhile");
    for stream in [&mut silent, &mut half_head, &mut half_get, &mut no_length, &mut drops] {
        let answer = rest(stream);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
    let answer = rest(&mut half_body);
    assert!(answer.starts_with("HTTP/1.0 408"), "{answer}");
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_crowd_of_silent_connections_keeps_nobody_out() {
    let served = served();
    let crowd: Vec<_> = (0..200).map(|_| served.connect()).collect();
    assert_eq!(served.send("(INFO)"), FREE);
    // The oldest have made room.
    let mut oldest = &crowd[0];
    assert_eq!(oldest.read(&mut [0]).unwrap_or(0), 0);
    drop(crowd);
    // And bodies that are never finished.
    let mut crowd = Vec::new();
    for _ in 0..30 {
        let mut stream = served.connect();
        let _ = stream
            .write_all(format!("POST / HTTP/1.0\r\nContent-Length: 90000\r\n\r\n{}", " ".repeat(50_000)).as_bytes());
        crowd.push(stream);
    }
    assert_eq!(served.send("(INFO)"), FREE);
    for stream in &crowd {
        let _ = stream.shutdown(Shutdown::Both);
    }
    assert_eq!(served.send("(INFO)"), FREE);
}

#[test]
fn many_messages_at_the_same_time_are_all_answered() {
    let served = Served::new(config("random"));
    std::thread::scope(|scope| {
        let asked: Vec<_> =
            (0..50).map(|_| scope.spawn(|| (0..4).map(|_| served.send("(INFO)")).collect::<Vec<_>>())).collect();
        assert!(asked.into_iter().flat_map(|asked| asked.join().unwrap()).all(|answer| answer == FREE));
    });
}
