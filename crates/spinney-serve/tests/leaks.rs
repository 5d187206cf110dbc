//! Two hundred matches in a row leave nothing behind: no thread, no open file, no memory. Alone in its process, so that
//! nothing else counts.
#![cfg(target_os = "linux")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use spinney::budget::StopFlag;
use spinney_agents::Spec;
use spinney_agents::rule_sheets::Source;
use spinney_serve::host::{Host, Options, Participant, Schedule};
use spinney_serve::http::{Limits, serve};
use spinney_serve::player::{Config, Player};
use tokio::net::TcpListener;

/// What the system says of this process.
#[derive(Debug)]
struct Usage {
    threads: u64,
    files: usize,
    memory: u64,
}

fn usage() -> Usage {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let files = std::fs::read_dir("/proc/self/fd").unwrap().count();
    Usage { threads: field("Threads:"), files, memory: field("VmRSS:") }
}

/// The usage when the threads and connections of the last match have ended.
fn settled(idle: &Usage) -> Usage {
    let began = Instant::now();
    loop {
        let now = usage();
        if now.threads <= idle.threads && now.files <= idle.files || began.elapsed() > Duration::from_secs(10) {
            return now;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn two_hundred_matches_leave_nothing_behind() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut addresses = Vec::new();
    for seed in 0..2 {
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        addresses.push(listener.local_addr().unwrap().to_string());
        let config = Config::new(Spec::agent("mcts").unwrap(), 1, seed);
        let player = Player::new(config, Arc::new(|_| {}));
        runtime.spawn(serve(listener, player, Limits::default(), std::future::pending()));
    }
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/last-match.kif")).unwrap();
    let source = Source { name: "last-match".to_owned(), label: "last-match".to_owned(), text };
    let options = Options { scramble: true, ..Options::new(Duration::from_secs(10), Duration::from_secs(2)) };
    let players = Participant::list(&addresses.join(",")).unwrap();
    let host = Host::new(&source, players, options, 1, runtime.handle().clone(), StopFlag::default()).unwrap();
    let schedule = Schedule {
        game: "last-match".to_owned(),
        roles: host.rules().roles().to_vec(),
        players: 2,
        round_robin: false,
        games: 300,
        seed: 1,
    };
    let play = |number: u64| {
        let record = host.play(&schedule.fixture(number), &mut |_| {}).unwrap();
        let marks = record.steps.iter().flat_map(|step| &step.marks).flatten().count();
        let started = record.start.iter().flatten().all(|asked| asked.reply.as_deref() == Some("ready"));
        assert!(record.end.complete && started && marks == 0, "{record:?}");
    };
    let idle = usage();
    (0..100).for_each(play);
    let before = settled(&idle);
    (100..300).for_each(play);
    let after = settled(&idle);
    // Starting up may have had a thread of its own.
    let same = after.threads <= idle.threads && after.files <= idle.files;
    assert!(same && after.threads <= before.threads, "{idle:?} {before:?} {after:?}");
    // The allocator keeps some: a match that left its rule sheet behind would need about 100 kB each.
    assert!(after.memory < before.memory + 6_000, "{before:?} {after:?}");
    println!("{before:?} {after:?}");
}
