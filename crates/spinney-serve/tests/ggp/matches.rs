//! Whole matches between our host and our player.

use std::sync::Mutex;
use std::time::Duration;

use spinney::budget::StopFlag;
use spinney_agents::rule_sheets::Source;
use spinney_serve::host::{Host, Moment, Options, Participant, Record, Replay, Schedule};
use tokio::runtime::Runtime;

use super::peer::{Served, config, sheet_text};

pub(crate) fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

pub(crate) fn source(name: &str) -> Source {
    Source { name: name.to_owned(), label: name.to_owned(), text: sheet_text(name) }
}

/// Short clocks, and hardly any patience with those who miss them.
pub(crate) fn options(play_clock: f64) -> Options {
    Options {
        scramble: true,
        grace: Duration::from_millis(300),
        ..Options::new(Duration::from_secs(5), Duration::from_secs_f64(play_clock))
    }
}

pub(crate) fn schedule(host: &Host, round_robin: bool, games: u64) -> Schedule {
    Schedule {
        game: host.game().to_owned(),
        roles: host.rules().roles().to_vec(),
        players: host.participants().len(),
        round_robin,
        games,
        seed: 5,
    }
}

/// One match of these players.
pub(crate) fn play(source: &Source, players: &str, options: Options) -> Record {
    let runtime = runtime();
    let players = Participant::list(players).unwrap();
    let host = Host::new(source, players, options, 1, runtime.handle().clone(), StopFlag::default()).unwrap();
    host.play(&schedule(&host, false, 1).fixture(0), &mut |_| {}).unwrap()
}

pub(crate) fn marks(record: &Record, role: usize) -> Vec<&str> {
    record.marks_of(role).collect()
}

#[test]
fn games_of_every_kind_are_played_without_a_fault() {
    for (name, agents) in [
        ("tic-tac-toe", &["mcts", "random"][..]),
        ("pursuit", &["random", "random"]),
        ("three-in-line", &["random", "random", "random"]),
        ("peg-solitaire", &["random"]),
        ("connect-four", &["random", "random"]),
    ] {
        let players: Vec<Served> = agents.iter().map(|agent| Served::new(config(agent))).collect();
        let urls: Vec<String> = players.iter().map(Served::url).collect();
        let preview_clock = Some(Duration::from_secs(2));
        let record = play(&source(name), &urls.join(","), Options { preview_clock, ..options(2.0) });
        assert!(record.end.complete && record.scrambled, "{name}");
        for role in 0..record.roles.len() {
            assert_eq!(marks(&record, role), [""; 0], "{name}: {record:?}");
            for asked in [&record.preview, &record.start, &record.stop].into_iter().map(|asked| asked[role].as_ref()) {
                let asked = asked.unwrap();
                assert!(asked.mark.is_none() && ["ready", "done"].contains(&asked.reply.as_deref().unwrap()));
            }
        }
        assert_eq!((record.preview_clock, record.play_clock, record.start_clock), (Some(2.0), 2.0, 5.0));
        Replay::of(&record).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(players.iter().all(|player| !player.player.is_busy()), "{name}: STOP has arrived");
    }
}

#[test]
fn local_players_and_the_role_random_take_part() {
    let dice = "((role hero) (role random) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3)
        (<= (legal random (roll ?d)) (die ?d)) (die 1) (die 2) (die 3)
        (<= (legal hero (bet ?d)) (die ?d))
        (<= (next (n ?m)) (true (n ?n)) (succ ?n ?m)) (<= (next hit) (does hero (bet ?d)) (does random (roll ?d)))
        (<= terminal (true (n 3))) (<= (goal hero 100) (true hit)) (<= (goal hero 0) (not (true hit)))
        (goal random 0))";
    let dice = Source { name: "dice".to_owned(), label: "dice".to_owned(), text: dice.to_owned() };
    let record = play(&dice, "local:mcts:c=0.5,expand=2", options(0.5));
    assert_eq!(record.steps.len(), 3);
    assert_eq!((record.players[0].number, record.players[1].number), (Some(0), None));
    assert_eq!(record.players[0].player.as_deref(), Some("local:mcts:c=0.5,expand=2"));
    assert!(record.steps.iter().all(|step| step.seconds[0].is_some() && step.seconds[1].is_none()));
    assert!((0..2).all(|role| marks(&record, role).is_empty()), "{record:?}");
    Replay::of(&record).unwrap();
    let again = play(&dice, "local:random", options(2.0));
    let rolls = |record: &Record| record.steps.iter().map(|step| step.moves[1].clone()).collect::<Vec<_>>();
    assert_eq!(rolls(&record), rolls(&again), "the seed decides");
}

#[test]
fn a_host_that_is_stopped_aborts_the_match() {
    let player = Served::new(config("mcts:solver=false"));
    let runtime = runtime();
    let stop = StopFlag::default();
    let players = Participant::list(&format!("{},local:random", player.url())).unwrap();
    let host = Host::new(&source("connect-four"), players, options(10.0), 1, runtime.handle().clone(), stop.clone());
    let host = host.unwrap();
    let begun = Mutex::new(false);
    let record = host.play(&schedule(&host, false, 1).fixture(0), &mut |moment| {
        if let Moment::Started { .. } = moment {
            *begun.lock().unwrap() = true;
            let stop = stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(100));
                stop.raise();
            });
        }
    });
    assert!(record.is_err() && *begun.lock().unwrap());
    assert!(!player.player.is_busy(), "it was told");
}

#[test]
fn a_record_that_is_wrong_is_found_out() {
    let record = play(&source("last-match"), "local:random,local:random", options(2.0));
    let wrong = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        Replay::of(&record).err().expect("a difference").to_string()
    };
    Replay::of(&record).unwrap();
    assert_eq!(wrong(&|record| record.steps[1].state[0] = "(left 0)".to_owned()), {
        "step 2: the state is not that of the rules: (left 0) does not hold"
    });
    assert!(
        wrong(&|record| record.steps[0].moves[1] = "(take 1)".to_owned()).contains("`(take 1)` is not a legal move")
    );
    assert!(wrong(&|record| record.end.goals.swap(0, 1)).starts_with("the record has the goals"));
    assert!(wrong(&|record| record.end.complete = false).contains("not over"));
    assert!(wrong(&|record| drop(record.end.state.pop())).contains("is missing"));
    assert!(wrong(&|record| record.roles.swap(0, 1)).contains("roles"));
    assert!(wrong(&|record| record.rules.clear()).contains("empty"));
}
