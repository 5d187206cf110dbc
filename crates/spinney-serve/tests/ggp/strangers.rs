//! Players that do everything wrong: the record says so, and nobody waits for them longer than the clock.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use spinney_serve::host::{Record, Replay};

use super::matches::{marks, options, play, source};
use super::peer::{Served, config};

/// What a bad player does with a connection after it has read a message.
type Deed = fn(&mut TcpStream, &AtomicBool);

/// A player that listens as long as this is alive.
struct Stranger {
    url: String,
    stop: Arc<AtomicBool>,
}

impl Stranger {
    fn new(deed: Deed) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = listener.local_addr().unwrap().to_string();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        thread::spawn(move || {
            while let Ok((mut stream, _)) = listener.accept() {
                if flag.load(Ordering::SeqCst) {
                    return;
                }
                let flag = Arc::clone(&flag);
                thread::spawn(move || {
                    let _ = stream.read(&mut [0; 4096]);
                    deed(&mut stream, &flag);
                });
            }
        });
        Stranger { url, stop }
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(&self.url);
    }
}

fn say(stream: &mut TcpStream, text: &str) {
    let _ = write!(stream, "HTTP/1.0 200 OK\r\nContent-Length: {}\r\n\r\n{text}", text.len());
}

fn rest_until(stream: &mut TcpStream, stop: &AtomicBool, piece: &str) {
    while !stop.load(Ordering::SeqCst) && stream.write_all(piece.as_bytes()).is_ok() {}
}

fn nap_until(stop: &AtomicBool) {
    while !stop.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(10));
    }
}

/// A match of our player against a stranger; both are asked in every step.
fn meet(stranger: &str) -> (Record, Duration) {
    let ours = Served::new(config("random"));
    let began = Instant::now();
    let mut options = options(0.4);
    options.start_clock = Duration::from_millis(500);
    let record = play(&source("last-match"), &format!("{stranger},{}", ours.url()), options);
    (record, began.elapsed())
}

fn check(what: &str, mark: &str, stranger: &str) {
    let (record, took) = meet(stranger);
    assert!(record.end.complete, "{what}");
    let seen = marks(&record, 0);
    assert_eq!(seen.len(), record.steps.len(), "{what}: every move is drawn: {seen:?}");
    assert!(seen.iter().all(|seen| *seen == mark), "{what}: {seen:?}");
    assert_eq!(marks(&record, 1), [""; 0], "{what}: ours is not to blame");
    Replay::of(&record).unwrap_or_else(|error| panic!("{what}: {error}"));
    // START, three steps and STOP at the most, each with its clock; and a machine that does other things.
    assert!(took < Duration::from_secs(15), "{what}: {took:?}");
    for seconds in record.steps.iter().filter_map(|step| step.seconds[0]) {
        assert!(seconds < 3.0, "{what}: {seconds}");
    }
}

#[test]
fn strangers_are_marked_and_hold_nobody_up() {
    let deeds: [(&str, &str, Deed); 10] = [
        ("never answers", "TO", |_, stop| nap_until(stop)),
        ("answers late", "TO", |stream, _| {
            thread::sleep(Duration::from_millis(1500));
            say(stream, "wait");
        }),
        ("closes at once", "CE", |_, _| {}),
        ("closes in the head", "CE", |stream, _| drop(stream.write_all(b"HTTP/1.0 200 OK\r\nConte"))),
        ("closes in the body", "CE", |stream, _| {
            drop(stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 90\r\n\r\n(take"));
        }),
        ("is no server", "CE", |stream, _| drop(stream.write_all(b"\x16\x03\x01 hello\r\n\r\n"))),
        ("fails", "CE", |stream, _| drop(stream.write_all(b"HTTP/1.0 500 No\r\n\r\nwait"))),
        ("endless body", "CE", |stream, stop| {
            let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
            rest_until(stream, stop, "((((((((((((((((((((((((((((((((");
        }),
        ("endless head", "CE", |stream, stop| {
            let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n");
            rest_until(stream, stop, "X: a\r\n");
        }),
        ("drips", "TO", |stream, stop| {
            let _ = stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 1000\r\n\r\n");
            while !stop.load(Ordering::SeqCst) && stream.write_all(b"(").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        }),
    ];
    thread::scope(|scope| {
        for (what, mark, deed) in deeds {
            scope.spawn(move || check(what, mark, &Stranger::new(deed).url));
        }
    });
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    check("is not there", "CE", &nobody.to_string());
}

#[test]
fn moves_that_are_none_are_quoted() {
    let answers: [(&str, Deed); 5] = [
        ("IL (mark 9 9)", |stream, _| say(stream, "(mark 9 9)")),
        ("IL ", |stream, _| say(stream, "")),
        ("IL )))(((", |stream, _| say(stream, ")))(((")),
        ("IL (take", |stream, _| say(stream, "(take")),
        ("IL busy", |stream, _| say(stream, "BUSY busy busy")),
    ];
    for (mark, deed) in answers {
        let stranger = Stranger::new(deed);
        let (record, _) = meet(&stranger.url);
        let seen = marks(&record, 0);
        assert!(seen.iter().all(|seen| seen.to_lowercase().starts_with(&mark.to_lowercase())), "{mark}: {seen:?}");
        assert_eq!(seen.len(), record.steps.len());
    }
}

/// Whatever a player is called and however it writes, a legal move is one.
#[test]
fn spelling_does_not_matter_where_nothing_depends_on_it() {
    // Without scrambling the words are known.
    let stranger = Stranger::new(|stream, _| say(stream, " ( TAKE  1 ) ; one\n"));
    let mut options = options(0.4);
    options.scramble = false;
    let record = play(&source("last-match"), &format!("{},local:random", stranger.url), options);
    let own: Vec<&str> = record.steps.iter().map(|step| step.moves[0].as_str()).collect();
    for (step, mv) in own.iter().enumerate() {
        let mark = &record.steps[step].marks[0];
        assert_eq!(mark.is_none(), *mv == "(take 1)", "{mark:?} {mv}");
    }
    assert_eq!(own[0], "(take 1)");
}
