//! `search`.

use serde_json::Value;

use super::{objects, spinney, stderr_of, stdout};

/// The fields that every answer has.
const FIELDS: [&str; 18] = [
    "best",
    "value",
    "moves",
    "pv",
    "simulations",
    "unit",
    "seconds",
    "cpu_seconds",
    "simulations_per_second",
    "nodes",
    "bytes",
    "seed",
    "agent",
    "game",
    "position",
    "proven",
    "ended_by",
    "depth",
];

#[test]
fn json_has_the_fields_of_the_contract() {
    let [object] = &objects(&["search", "tic-tac-toe", "--simulations", "500", "--seed", "3"])[..] else {
        panic!("one object")
    };
    assert!(FIELDS.iter().all(|field| object.get(field).is_some()), "{object}");
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    assert!(moves.iter().all(|mv| mv["move"].is_string() && mv["visits"].is_u64()));
    assert_eq!(object["seed"], 3);
    assert!(object["simulations"].as_u64().unwrap() > 0 && object["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn the_winning_move_is_found() {
    let object = &objects(&["search", "tic-tac-toe", "--moves", "a1 a2 b1 b2", "--simulations", "1k"])[0];
    assert_eq!(object["best"], "c1");
    assert_eq!(object["pv"][0], "c1");
}

#[test]
fn one_thread_and_one_seed_give_the_same_answer() {
    let run = || {
        let args = ["search", "connect-four", "--simulations", "300", "--seed", "9", "--threads", "1"];
        let mut object = objects(&args).remove(0);
        for varying in ["seconds", "cpu_seconds", "simulations_per_second"] {
            object[varying] = Value::Null;
        }
        object
    };
    assert_eq!(run(), run());
}

#[test]
fn people_get_the_board_the_table_the_seed_and_the_budget() {
    let text = stdout(&["search", "tic-tac-toe", "--agent", "mcts:c=0.5", "--simulations", "200", "--seed", "5"]);
    for part in ["mcts:c=0.5", "visits", "pv: ", "seed 5", "200 simulations a decision"] {
        assert!(text.contains(part), "{part} is missing from {text}");
    }
}

#[test]
fn a_tiny_budget_still_answers() {
    for budget in [["--simulations", "1"], ["--time", "1us"], ["--memory", "1MiB"]] {
        let args = [&["search", "connect-four", "--time", "20ms"][..], &budget].concat();
        let args: Vec<_> =
            if budget[0] == "--time" { args[..2].iter().chain(&budget).copied().collect() } else { args };
        assert!(objects(&args)[0]["best"].is_string(), "{budget:?}");
    }
}

#[test]
fn a_finished_game_leaves_nothing_to_decide() {
    let error = stderr_of(&["search", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"], 1);
    assert!(error.contains("the game is over: x 1, o 0"), "{error}");
}

#[test]
fn standard_error_is_quiet_when_asked() {
    let run = spinney(&["search", "tic-tac-toe", "--simulations", "10", "--quiet"]).assert().success();
    assert!(run.get_output().stderr.is_empty());
}

#[test]
fn work_is_named_by_its_unit() {
    let args = ["search", "tic-tac-toe", "--agent", "alpha-beta", "--simulations", "500", "--seed", "1"];
    let text = stdout(&args);
    assert!(!text.contains("simulations") && text.contains("500 nodes a decision"), "{text}");
    assert_eq!(objects(&args)[0]["unit"], "nodes");
    assert_eq!(objects(&["search", "tic-tac-toe", "--simulations", "50"])[0]["unit"], "simulations");
}

#[test]
fn a_chance_turn_is_answered_with_an_example_that_works() {
    let error = stderr_of(&["search", "backgammon"], 2);
    let (_, example) = error.split_once("--moves '").unwrap();
    let (moves, _) = example.split_once('\'').unwrap();
    stdout(&["search", "backgammon", "--moves", moves, "--simulations", "5"]);
}
