//! `sudoku`: puzzles for people.

mod formats;
mod generate;
mod hint;
#[cfg(unix)]
mod interrupt;
#[cfg(target_os = "linux")]
mod many;
mod rate;
mod solve;

use assert_cmd::assert::Assert;
use serde_json::Value;

use super::spinney;

/// A puzzle of ours with one solution, and the solution.
const PUZZLE: &str = "48...69.2..2..8..19..37..6.84..1.2....37.41....1.6..49.2..85..77..9..6..6.92...18";
const SOLUTION: &str = "487156932362498751915372864846519273593724186271863549124685397738941625659237418";

/// A harder one, and its solution.
const HARD: &str = ".....3.17.15..9..8.6.......1....7.....9...2.....5....4.......2.5..6..34.34.2.....";

/// A small one with one solution, and with several, with none, and against the rules.
const SMALL: &str = "1.....2..3.....4";
const SEVERAL: &str = "12..............";
const NONE: &str = "1..2.3....4....1";
const BROKEN: &str = "1.1.............";

/// The command with this text as standard input.
fn fed(args: &[&str], text: &str) -> Assert {
    spinney(&[&["sudoku"], args].concat()).write_stdin(text).assert()
}

/// Its standard output if it succeeds.
fn text_of(args: &[&str], text: &str) -> String {
    String::from_utf8(fed(args, text).success().get_output().stdout.clone()).unwrap()
}

/// The small puzzle with placed digits, in the sections of `.sdk`.
fn state(line: &str) -> String {
    let rows = |line: &str| -> String { (0..4).map(|row| format!("{}\n", &line[4 * row..4 * row + 4])).collect() };
    format!("[Puzzle]\n{}[State]\n{}", rows(SMALL), rows(line))
}

/// The same as JSON: the rows, and the summary at the end.
fn rows_of(args: &[&str], text: &str) -> (Vec<Value>, Value) {
    let text = text_of(&[args, &["--json"]].concat(), text);
    let mut rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = rows.pop().unwrap();
    (rows, summary)
}

/// Standard error of a run that must end with this code.
fn rejected(args: &[&str], text: &str, code: i32) -> String {
    String::from_utf8(fed(args, text).code(code).get_output().stderr.clone()).unwrap()
}

/// A small batch of every kind.
fn batch() -> String {
    [SMALL, SEVERAL, NONE, BROKEN].join("\n")
}
