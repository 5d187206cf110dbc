//! `bench`: structure, never speed.

use serde_json::Value;

use super::{objects, spinney, stderr_of, stdout};

const QUICK: [&str; 5] = ["--simulations", "200", "--seconds", "1ms", "--quiet"];

/// The fields that every row has.
const FIELDS: [&str; 7] =
    ["game", "what", "per_cpu_second", "floor_per_cpu_second", "floor_share", "nodes", "bytes_per_node"];

fn bench(args: &[&str]) -> Vec<Value> {
    let rows = objects(&[&["bench"][..], args, &QUICK].concat());
    for row in &rows {
        assert!(FIELDS.iter().all(|field| row.get(field).is_some()), "{row}");
        assert!(row["per_cpu_second"].as_f64().unwrap() > 0.0 && row["rounds"].as_u64().unwrap() > 0, "{row}");
    }
    rows
}

/// The games with a hand-written loop to compare with.
const WITH_FLOOR: [&str; 6] = ["tic-tac-toe", "connect-four", "othello", "breakthrough", "hex", "go"];

#[test]
fn every_game_has_two_rows_beside_its_floor_if_it_has_one() {
    let rows = bench(&["--threads", "1"]);
    let named: Vec<_> = rows.iter().map(|row| (row["game"].as_str().unwrap(), row["what"].as_str().unwrap())).collect();
    for game in WITH_FLOOR.into_iter().chain(["draughts"]) {
        assert!(named.contains(&(game, "playouts")) && named.contains(&(game, "simulations")), "{named:?}");
    }
    assert!(!named.iter().any(|(game, _)| *game == "tree"));
    for row in &rows {
        let descends = row["what"] == "nodes";
        let has_floor = match descends {
            true => row["game"] == "connect-four",
            false => WITH_FLOOR.iter().any(|game| row["game"] == *game),
        };
        assert_eq!(row["floor_per_cpu_second"].as_f64().is_some_and(|rate| rate > 0.0), has_floor, "{row}");
        let share = row["floor_share"].as_f64();
        assert_eq!(share.is_some_and(|share| share > 0.0 && share.is_finite()), has_floor, "{row}");
        assert_eq!(row["what"] == "simulations", row["nodes"].is_u64() && row["bytes_per_node"].is_f64(), "{row}");
    }
}

#[test]
fn other_sizes_have_no_floor() {
    for game in ["connect-four:width=5,height=4", "tree:((1 2) (3 4))"] {
        let rows = bench(&[game]);
        let what: Vec<_> = rows.iter().map(|row| row["what"].as_str().unwrap()).collect();
        assert_eq!(what[..2], ["playouts", "simulations"]);
        // The tree is searched to its end too soon to be timed.
        assert_eq!(what.get(2), (!game.starts_with("tree")).then_some(&"nodes"), "{what:?}");
        assert!(rows.iter().all(|row| row["floor_share"].is_null() && row["game"] == game));
    }
}

#[test]
fn threads_are_compared_with_one() {
    let rows = bench(&["threads", "--threads", "2"]);
    let parallel: Vec<_> = rows.iter().map(|row| row["parallel"].as_str()).collect();
    assert_eq!(parallel, [None, Some("tree"), Some("root"), Some("leaf")]);
    assert!(rows.iter().all(|row| row["what"] == "threads" && row["game"] == "connect-four"));
    assert_eq!((&rows[0]["threads"], &rows[0]["ratio"]), (&1.into(), &1.0.into()));
    assert!(rows[1..].iter().all(|row| row["threads"] == 2 && row["ratio"].as_f64().unwrap() > 0.0));
}

#[test]
fn people_get_tables() {
    let text = stdout(&[&["bench", "connect-four", "--threads", "2"][..], &QUICK].concat());
    for part in ["per CPU second", "of floor", "bytes/node", "playouts", "simulations", "of 1 thread", "leaf", "idle"] {
        assert!(text.contains(part), "{part} is missing from {text}");
    }
}

#[test]
fn samegame_stands_beside_a_plain_implementation() {
    let rows = bench(&["samegame"]);
    let [.., row] = &rows[..] else { panic!("rows") };
    assert_eq!((&row["what"], &row["policy"]), (&"playouts".into(), &"random-tabu".into()));
    let [ours, plain, times] =
        ["per_cpu_second", "plain_per_cpu_second", "times_plain"].map(|field| row[field].as_f64().unwrap());
    assert!(plain > 0.0 && (ours / plain / times).ln().abs() < 2.0, "{row}");
    assert!(rows[..rows.len() - 1].iter().all(|row| row.get("times_plain").is_none()));
    let text = stdout(&[&["bench", "samegame"][..], &QUICK].concat());
    assert!(text.contains("times the plain") && text.contains("playouts, random-tabu"), "{text}");
    assert!(bench(&["samegame:board=2"]).iter().all(|row| row.get("times_plain").is_none()));
}

#[test]
fn mistakes_are_named() {
    assert!(stderr_of(&["bench", "conect-four"], 2).contains("did you mean `connect-four`?"));
    assert!(stderr_of(&["bench", "threads", "--threads", "1"], 2).contains("--threads 2"));
    assert!(stderr_of(&["bench", "--seconds", "0"], 2).contains("some time"));
    let slow = spinney(&["bench", "tic-tac-toe", "--simulations", "10", "--seconds", "1ms"]).assert().success();
    let warned = String::from_utf8_lossy(&slow.get_output().stderr).contains("without optimisation");
    assert_eq!(warned, cfg!(debug_assertions));
}
