//! Tournaments: who plays whom, what is kept, and how one goes on.

use std::path::PathBuf;

use spinney::budget::StopFlag;
use spinney_serve::host::{Folder, Host, Options, Participant, Record, Schedule, Standings};
use tokio::runtime::Runtime;

use super::matches::{options, runtime, schedule, source};

/// A folder that is removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("spinney-serve-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn host(runtime: &Runtime, players: &str, options: Options) -> Host {
    let players = Participant::list(players).unwrap();
    let stop = StopFlag::default();
    Host::new(&source("last-match"), players, options, 5, runtime.handle().clone(), stop).unwrap()
}

/// Plays up to `most` matches that have not been played.
fn go_on(host: &Host, schedule: &Schedule, folder: &Folder, most: u64) -> Vec<Record> {
    let mut records = Vec::new();
    let mut played = 0;
    for number in 0..schedule.len() {
        if let Some(record) = folder.finished(number).unwrap() {
            records.push(record);
        } else if played < most {
            let record = host.play(&schedule.fixture(number), &mut |_| {}).unwrap();
            folder.keep(number, &record).unwrap();
            records.push(record);
            played += 1;
        }
    }
    records
}

#[test]
fn a_round_robin_goes_on_where_it_was_stopped() {
    let (runtime, place) = (runtime(), Temporary::new("round-robin"));
    let players = "local:random,local:exhaustive,local:random";
    let options = || Options { scramble: true, ..options(2.0) };
    let first = host(&runtime, players, options());
    assert_eq!(first.names(), ["local:random", "local:exhaustive", "local:random#2"]);
    let round = schedule(&first, true, 2);
    assert_eq!(round.len(), 12);
    let folder = Folder::open(&place.0, &first, &round, false).unwrap();
    let begun = go_on(&first, &round, &folder, 5);
    assert_eq!(begun.len(), 5);
    drop(first);

    let second = host(&runtime, players, options());
    assert_eq!(Folder::seed(&place.0), Some(5));
    let used = Folder::open(&place.0, &second, &round, false).err().unwrap().to_string();
    assert!(used.ends_with("has a tournament already; --resume continues it"), "{used}");
    let folder = Folder::open(&place.0, &second, &round, true).unwrap();
    let all = go_on(&second, &round, &folder, 100);
    assert_eq!((all.len(), &all[..5]), (12, &begun[..]), "what was finished is kept as it was");

    let table = Standings::of(second.names(), &all);
    assert_eq!((table.games, table.unfinished), (12, 0));
    assert!(table.players.iter().all(|player| player.games == 8 && player.timeouts + player.illegal == 0));
    // The second player of three matches wins unless it errs: a perfect player wins at least half of its games.
    let perfect = table.players.iter().find(|player| player.name == "local:exhaustive").unwrap();
    assert!(perfect.elo.is_some() && perfect.mean >= Some(50.0), "{table:?}");
    assert!(table.players.is_sorted_by(|a, b| a.mean >= b.mean), "{table:?}");

    for (other, what) in [
        (host(&runtime, "local:random,local:exhaustive,local:mcts", options()), "players"),
        (host(&runtime, players, Options { scramble: false, ..options() }), "settings"),
        (host(&runtime, players, Options { play_clock: std::time::Duration::from_secs(1), ..options() }), "clocks"),
    ] {
        let error = Folder::open(&place.0, &other, &round, true).err().unwrap().to_string();
        assert!(error.ends_with(&format!("has another tournament: its {what} differ")), "{error}");
    }
    let nothing = Temporary::new("nothing");
    assert!(Folder::open(&nothing.0, &second, &round, true).is_err());
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let (runtime, place) = (runtime(), Temporary::new("record"));
    let host = host(&runtime, "local:random,local:random", options(2.0));
    let record = host.play(&schedule(&host, false, 1).fixture(0), &mut |_| {}).unwrap();
    let path = place.0.join("deep").join("record.json");
    record.write(&path).unwrap();
    assert_eq!(Record::read(&path).unwrap(), record);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("\"version\":1", "\"version\":9")).unwrap();
    let error = Record::read(&path).unwrap_err().to_string();
    assert!(error.ends_with("a record of version 9; this program reads version 1"), "{error}");
    std::fs::write(&path, "{}").unwrap();
    assert!(Record::read(&path).unwrap_err().to_string().contains("not a match record"));
}
