//! Ctrl-C: a search prints its result so far, a match its sum.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// The objects that are printed by a command that is interrupted after the first one.
fn interrupted_after_a_line(args: &[&str]) -> Vec<Value> {
    let mut child = start(args);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    out.read_line(&mut text).unwrap();
    interrupt(&child);
    out.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_search_prints_the_best_answer_so_far() {
    let began = Instant::now();
    let mut child = start(&["search", "connect-four", "--time", "1h", "--json", "--memory", "16MiB"]);
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&child);
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let object: Value = serde_json::from_str(&text).unwrap();
    assert!(object["best"].is_string());
    assert_eq!(object["ended_by"], "stopped");
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_match_prints_the_sum_of_the_finished_games() {
    let args = ["match", "tic-tac-toe", "--players", "mcts,random", "--games", "1M", "--simulations", "20", "--json"];
    let lines = interrupted_after_a_line(&args);
    let total = lines.last().unwrap();
    assert_eq!(total["stopped"], true);
    assert_eq!(total["games"], lines.len() - 1, "every finished game was printed, the first one before");
}

#[test]
fn a_measurement_prints_the_rows_that_stand() {
    let args = ["bench", "--seconds", "200ms", "--simulations", "1k", "--json", "--threads", "1"];
    let rows = interrupted_after_a_line(&args);
    assert!((1..=3).contains(&rows.len()), "{rows:?}");
}

#[test]
fn a_comparison_of_solvers_sums_up_what_is_finished() {
    let args = ["solve", "samegame", "--boards", "1-20", "--agent", "nested", "--agent", "nrpa", "--time", "150ms"];
    let lines = interrupted_after_a_line(&[&args[..], &["--jobs", "2", "--json"]].concat());
    let (totals, rows): (Vec<&Value>, Vec<&Value>) = lines.iter().partition(|line| line.get("total").is_some());
    assert_eq!(totals.len(), 2);
    assert!(rows.len() < 40, "the rest is left out");
    for total in totals {
        let mine = || rows.iter().filter(|row| row["agent"] == total["agent"]);
        assert_eq!(total["boards"], mine().filter(|row| row["stopped"] == false).count());
        assert_eq!(total["unfinished"], mine().filter(|row| row["stopped"] == true).count());
    }
}

#[test]
fn at_the_prompt_it_leaves_with_130() {
    let mut child = start(&["play", "tic-tac-toe", "--players", "human,human"]);
    // Waiting for the child closes its input, and the end of input would end the game first.
    let _input = child.stdin.take();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("to move") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "the board is drawn");
    }
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// What is finished is printed, a running search ends unsolved, and the rest is left out.
#[test]
fn a_batch_of_puzzles_prints_what_is_finished() {
    // Without a solution, which playouts cannot notice.
    let endless = "9....3.17.15..9..8.6.......1....7.....9...2.....5....4.......2.5..6..34.34.2.....";
    let agent = ["--agent", "iterative-sampling", "--game", "propagate=none,cell=any", "--time", "1h", "--jobs", "1"];
    let puzzles = ["sudoku", "solve", "1234341221434321", endless, endless, "--json"];
    let lines = interrupted_after_a_line(&[&puzzles[..], &agent].concat());
    let solved: Vec<_> = lines.iter().map(|line| (line["solved"].clone(), line["stopped"].clone())).collect();
    assert_eq!(solved[0], (true.into(), false.into()));
    let total = lines.last().unwrap();
    assert_eq!((&total["solved"], &total["stopped"]), (&1.into(), &true.into()), "{lines:?}");
    assert!(lines.len() == 2 || (lines.len() == 3 && solved[1] == (false.into(), true.into())), "{lines:?}");
}
