//! `solve`.

use std::path::PathBuf;

use serde_json::Value;

use super::{objects, stderr_of, stdout};

/// Boards small enough to be solved in no time.
const SMALL: &str = "samegame:rows=5,cols=5,colours=3";
const QUICK: [&str; 6] = ["--simulations", "60", "--threads", "1", "--seed", "7"];

fn solve(args: &[&str]) -> Vec<Value> {
    objects(&[&["solve"][..], args, &QUICK].concat())
}

fn text(args: &[&str]) -> String {
    stdout(&[&["solve"][..], args, &QUICK].concat())
}

/// A file that is removed at the end.
pub(super) struct Scratch(pub(super) PathBuf);

impl Scratch {
    pub(super) fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("spinney-solve-{name}-{}.toml", std::process::id())))
    }

    pub(super) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The score that `check` finds for a line.
fn score(game: &str, moves: &Value) -> Value {
    let moves: Vec<&str> = moves.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let object = &objects(&["check", game, "--moves", &moves.join(" ")])[0];
    assert_eq!(object["terminal"], true);
    object["score"].clone()
}

#[test]
fn a_board_is_solved_with_its_line() {
    let [row, total] = &solve(&["samegame:board=3", "--agent", "nrpa"])[..] else { panic!("a row and the total") };
    assert_eq!((&row["game"], &row["board"], &row["stopped"]), (&"samegame:board=3".into(), &3.into(), &false.into()));
    assert_eq!(row["score"], score("samegame:board=3", &row["moves"]));
    assert_eq!((&total["total"], &total["boards"], &total["mean"]), (&row["score"], &1.into(), &row["score"]));
    assert!(total["ci95"].is_null() && total.get("difference").is_none(), "{total}");
    let text = text(&["samegame:board=3", "--agent", "nrpa"]);
    assert!(text.starts_with(&format!("samegame:board=3: {} in ", row["score"].as_f64().unwrap())), "{text}");
    assert!(text.contains(" simulations in ") && text.contains("agent nrpa") && text.contains("seed 7"), "{text}");
    assert!(!text.contains("mean"), "no table of one: {text}");
}

#[test]
fn agents_are_compared_board_by_board() {
    let agents = ["--agent", "nested", "--agent", "mcts:c=0.1|0.4,playout=random-tabu"];
    let lines = solve(&[&[SMALL, "--seeds", "4-6"][..], &agents].concat());
    let (rows, totals) = lines.split_at(9);
    assert_eq!(totals.len(), 3);
    let seeds: Vec<_> = rows.iter().map(|row| row["board_seed"].as_u64().unwrap()).collect();
    assert_eq!(seeds, [4, 4, 4, 5, 5, 5, 6, 6, 6]);
    for (place, total) in totals.iter().enumerate() {
        let scores = |agent: usize| (0..3).map(move |board| rows[3 * board + agent]["score"].as_f64().unwrap());
        assert!((0..3).all(|board| rows[3 * board + place]["agent"] == total["agent"]));
        assert_eq!(total["total"].as_f64().unwrap(), scores(place).sum::<f64>());
        assert_eq!(total["ci95"].as_array().unwrap().len(), 2);
        let difference = scores(place).zip(scores(0)).map(|(mine, first)| mine - first).sum::<f64>() / 3.0;
        assert_eq!(total.get("difference").is_some(), place > 0, "{total}");
        assert!(place == 0 || (total["difference"].as_f64().unwrap() - difference).abs() < 1e-9, "{total}");
    }
    assert!(totals[1]["agent"].as_str().unwrap().starts_with("mcts:c=0.1,playout=random-tabu"));
    assert!(totals[2]["agent"].as_str().unwrap().starts_with("mcts:c=0.4,playout=random-tabu"));
}

#[test]
fn people_get_a_table() {
    let text = text(&[SMALL, "--seeds", "1-3", "--agent", "nested", "--agent", "nrpa"]);
    for part in ["agent ", "boards", "solved", "total", "mean", "to the first", "[", "budget 60 simulations", "seed 7"]
    {
        assert!(text.contains(part), "{part} is missing from {text}");
    }
    assert_eq!(text.lines().filter(|line| line.starts_with("samegame:seed=")).count(), 6, "{text}");
    assert!(text.contains("samegame:seed=2,rows=5,cols=5,colours=3, nrpa"), "{text}");
    let one = stdout(&[&["solve", SMALL, "--seeds", "1-3", "--agent", "nrpa"][..], &QUICK].concat());
    assert!(one.contains("mean") && !one.contains("to the first") && one.contains("agent nrpa"), "{one}");
}

/// Everything but what tells time.
fn timeless(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        for field in ["seconds", "cpu_seconds"] {
            line.as_object_mut().unwrap().remove(field).unwrap();
        }
    }
    lines
}

#[test]
fn boards_at_the_same_time_change_nothing() {
    let args = [SMALL, "--seeds", "1-6", "--agent", "nested", "--agent", "nrpa"];
    let alone = timeless(solve(&args));
    assert_eq!(timeless(solve(&[&args[..], &["--jobs", "3"]].concat())), alone);
    let some = timeless(solve(&[SMALL, "--seeds", "3,5", "--agent", "nested"]));
    assert_eq!(some[..2], [alone[4].clone(), alone[8].clone()], "nor which other boards are solved");
    let single = timeless(solve(&["samegame:seed=3,rows=5,cols=5,colours=3", "--agent", "nested"]));
    assert_eq!(single[0], some[0]);
}

#[test]
fn moves_may_be_searched_one_by_one() {
    let whole = &solve(&["samegame:board=5", "--agent", "nrpa"])[0];
    let each = &solve(&["samegame:board=5", "--agent", "nrpa", "--move-by-move"])[0];
    assert!(each["simulations"].as_u64() > whole["simulations"].as_u64(), "{each}");
    assert!(each["score"].as_f64() >= whole["score"].as_f64());
    assert_eq!(each["score"], score("samegame:board=5", &each["moves"]));
}

#[test]
fn mistakes_are_named_before_anything_is_solved() {
    let refused = |args: &[&str], part: &str| {
        let error = stderr_of(&[&["solve"][..], args, &QUICK].concat(), 2);
        assert!(error.contains(part) && !error.contains("panicked"), "{part} in {error}");
    };
    refused(&["samegame", "--boards", "19-21"], "no board 21");
    refused(&["samegame:board=3", "--boards", "1-2"], "sets board already");
    refused(&["samegame:seed=3", "--seeds", "1-2"], "sets seed already");
    refused(&["samegame", "--boards", "3-1"], "nor a range of numbers");
    refused(&["samegame", "--boards", "1,x"], "`x`");
    refused(&["samegame", "--boards", "1-3,2"], "given twice");
    refused(&["samegame", "--boards", "1", "--seeds", "1"], "cannot be used with");
    refused(&["samegame", "--jobs", "0"], "at least 1");
    refused(&["tree:(p1 [9 0 0] [0 1 9])"], "several players");
    refused(&["kuhn-poker", "--boards", "1-2"], "board");
    refused(&["kuhn-poker", "--jobs", "2"], "single-player");
    refused(&["kuhn-poker", "--agent", "cfr", "--agent", "mccfr"], "one --agent");
    refused(&["kuhn-poker", "--agent", "minimax"], "hidden information");
    refused(&["scotland-yard-grid"], "random start");
    refused(&["connect-four", "--agent", "cfr:nodes=1000"], "more than 1000 nodes");
    refused(&["samegame", "--boards", "1-2", "--agent", "nrpa", "--agent", "pimc"], "hidden information");
    refused(&["samegame", "--agent", "nrpa:level=1|"], "alternative");
    refused(&["samegame", "--agent", "mcts:c=0.1|much"], "c=much");
    refused(&["samegame", "--agent", "nrap"], "did you mean `nrpa`?");
}

#[test]
fn records_take_better_lines_only() {
    let file = Scratch::new("records");
    let args = [SMALL, "--seeds", "1-2", "--agent", "nested", "--record", file.path()];
    let records = |lines: &[Value]| lines[..2].iter().map(|row| row["record"] == true).collect::<Vec<_>>();
    let first = solve(&args);
    assert_eq!(records(&first), [true, true]);
    let written = std::fs::read_to_string(&file.0).unwrap();
    assert_eq!(records(&solve(&args)), [false, false], "the same again is not better");
    assert_eq!(std::fs::read_to_string(&file.0).unwrap(), written);
    let checked = objects(&["check", "--records", file.path()]);
    assert!(checked.iter().zip(&first).all(|(check, row)| check["score"] == row["score"]), "{checked:?}");
}

#[test]
fn known_lines_are_improved() {
    let (known, better) = (Scratch::new("known"), Scratch::new("better"));
    let board = "samegame:rows=8,cols=8,colours=4,seed=1";
    let first = solve(&[board, "--agent", "random", "--record", known.path()]).remove(0);
    let args = [board, "--agent", "anneal", "--from", known.path(), "--record", better.path()];
    let second = solve(&args).remove(0);
    assert!(second["score"].as_f64() > first["score"].as_f64(), "{first} {second}");
    let written = std::fs::read_to_string(&better.0).unwrap();
    assert!(written.contains(&format!("from = {:?}", first["score"].as_f64().unwrap())), "{written}");
    let refused = |args: &[&str]| stderr_of(&[&["solve", board][..], args, &QUICK].concat(), 2);
    assert!(refused(&["--agent", "nrpa", "--from", known.path()]).contains("cannot begin with a known line"));
    assert!(refused(&["--from", "no-such-file"]).contains("there is no line in no-such-file"));
}

#[test]
fn processor_time_is_that_of_one_search() {
    let args =
        ["solve", SMALL, "--seeds", "1-2", "--agent", "nrpa", "--time", "2ms", "--seed", "1", "--processor-time"];
    let error = stderr_of(&[&args[..], &["--jobs", "2"]].concat(), 2);
    assert!(error.contains("--jobs"), "{error}");
    // Two milliseconds for each of two threads, whatever else the machine does.
    let rows = objects(&[&args[..], &["--threads", "2"]].concat());
    assert_eq!(rows.len(), 3);
    assert!(rows[..2].iter().all(|row| row["cpu_seconds"].as_f64() >= Some(0.004)), "{rows:?}");
}

#[test]
fn a_broken_file_of_records_is_refused_and_kept() {
    let file = Scratch::new("broken");
    let args = ["solve", SMALL, "--agent", "nested", "--simulations", "10", "--record", file.path()];
    let refused = |text: &str, part: &str| {
        std::fs::write(&file.0, text).unwrap();
        let error = stderr_of(&args, 1);
        assert!(error.contains(part), "{part} in {error}");
        assert_eq!(std::fs::read_to_string(&file.0).unwrap(), text);
    };
    refused("[[record]]\ngame = 3\n", file.path());
    let rest = "date = \"2026-11-15\"\nagent = \"nrpa\"\nbudget = \"1s\"\nseed = 1\n";
    let game = "samegame:rows=2,cols=2,colours=1";
    let wrong = format!("[[record]]\ngame = \"{game}\"\nscore = 2004.0\n{rest}line = \"0,0\"\n");
    refused(&wrong, "the line is worth 1004, not 2004");
}

#[test]
fn work_is_named_by_its_unit() {
    let args =
        ["solve", "samegame:rows=3,cols=3,colours=2", "--agent", "alpha-beta", "--simulations", "2k", "--seed", "1"];
    let text = stdout(&args);
    assert!(text.contains(" nodes in ") && !text.contains(" simulations in "), "{text}");
    assert_eq!(objects(&args)[0]["unit"], "nodes");
}

#[test]
fn an_agent_that_cannot_solve_is_named_as_it_was_written() {
    let error = stderr_of(&["solve", "samegame", "--agent", "mcts:playout=clever", "--threads", "2"], 2);
    assert!(error.contains("agent `mcts:playout=clever` cannot be used here"), "{error}");
}

/// The second run is the one that its seed alone makes, and the table has a column for the best of both.
#[test]
fn runs_are_repeated_with_the_following_seeds() {
    let game = [
        "solve",
        "samegame:rows=8,cols=8",
        "--seeds",
        "1-2",
        "--simulations",
        "200",
        "--threads",
        "1",
        "--agent",
        "mcts",
    ];
    let run = |more: &[&str]| objects(&[&game[..], more].concat());
    let both = run(&["--seed", "4", "--runs", "2"]);
    let (first, second) = (run(&["--seed", "4"]), run(&["--seed", "5"]));
    let scores = |rows: &[Value]| -> Vec<(Value, Value, Value)> {
        let row = |row: &Value| (row["board_seed"].clone(), row["seed"].clone(), row["score"].clone());
        rows.iter().filter(|row| row.get("score").is_some()).map(row).collect()
    };
    assert_eq!(scores(&both), [scores(&first), scores(&second)].concat());
    let totals: Vec<Value> = [&first, &second].iter().map(|rows| rows.last().unwrap()["total"].clone()).collect();
    let all = both.last().unwrap();
    assert_eq!(all["totals"], Value::from(totals));
    assert_eq!((&all["boards"], &all["searches"]), (&2.into(), &4.into()));
    let text = stdout(&[&game[..], &["--seed", "4", "--runs", "2"]].concat());
    assert!(text.contains("best of all runs") && text.contains("2 × 2") && text.contains("seeds 4 to 5"), "{text}");
    assert!(stderr_of(&[&game[..], &["--runs", "0"]].concat(), 2).contains("at least 1"));
}

/// The solution of Kuhn poker: the value is -1/18, the second player bluffs a jack one time in three.
#[test]
fn two_player_games_have_strategies() {
    let args = ["solve", "kuhn-poker", "--simulations", "2k", "--seed", "1"];
    let lines = objects(&args);
    let (total, states) = lines.split_last().unwrap();
    assert_eq!(states.len(), 12);
    let probability = |seen: &str, mv: &str| {
        let state = states.iter().find(|state| state["information"] == seen).unwrap();
        let action = state["actions"].as_array().unwrap().iter().find(|action| action["move"] == mv).unwrap();
        action["probability"].as_f64().unwrap()
    };
    assert!((probability("?J check", "bet") - 1.0 / 3.0).abs() < 0.02);
    assert!(probability("?K bet", "fold") < 1e-3);
    let number = |field: &str| total[field].as_f64().unwrap();
    assert!((number("value") + 1.0 / 18.0).abs() < 1e-3 && number("exploitability") < 1e-3, "{total}");
    assert_eq!((&total["information_states"], &total["unit"]), (&12.into(), &"iterations".into()));
    let [low, high] = [0, 1].map(|place| total["bounds"][place].as_f64().unwrap());
    assert!(low <= -1.0 / 18.0 && -1.0 / 18.0 <= high && (high - low - 2.0 * number("exploitability")).abs() < 1e-12);
    let text = stdout(&args);
    for part in
        ["information state", "?J check", "value for first: -0.05", "exploitability: 0.000", "iterations", "seed 1"]
    {
        assert!(text.contains(part), "{part} is missing from {text}");
    }
}

/// An agent that cannot mix is exploited.
#[test]
fn any_agent_has_an_exploitability() {
    let solve = |agent: &str, runs: &str, simulations: &str| {
        let budget = ["--runs", runs, "--simulations", simulations, "--seed", "1"];
        objects(&[&["solve", "kuhn-poker", "--agent", agent], &budget[..]].concat()).pop().unwrap()
    };
    let total = solve("ismcts", "3", "100");
    assert_eq!((&total["searches"], &total["simulations"]), (&36.into(), &3600.into()));
    assert!(total["exploitability"].as_f64().unwrap() > 0.03, "{total}");
    let total = solve("mccfr", "1", "10k");
    assert!(total["exploitability"].as_f64().unwrap() < 0.03, "{total}");
}
