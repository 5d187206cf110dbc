//! The command as a user meets it: what it prints, where, and with which exit code.

mod bad_usage;
mod bench;
mod check;
mod engine;
mod explain;
mod fit;
mod gdl;
mod ggp;
#[cfg(unix)]
mod interrupt;
mod leaks;
mod lists;
mod matches;
#[cfg(target_os = "linux")]
mod memory;
mod play;
mod promises;
mod search;
mod sheets;
mod show;
mod solve;
mod sudoku;
mod traces;
mod tree;
mod uct;

use assert_cmd::Command;
use serde_json::Value;

/// The program with these arguments; it must end within half a minute.
fn spinney(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    command.args(args).timeout(std::time::Duration::from_secs(30));
    command
}

/// Standard output of a run that must succeed.
fn stdout(args: &[&str]) -> String {
    String::from_utf8(spinney(args).assert().success().get_output().stdout.clone()).unwrap()
}

/// Standard output with `--json`: an object per line, and nothing else.
fn objects(args: &[&str]) -> Vec<Value> {
    let text = stdout(&[args, &["--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Standard error of a run that must end with this code.
fn stderr_of(args: &[&str], code: i32) -> String {
    String::from_utf8(spinney(args).assert().code(code).get_output().stderr.clone()).unwrap()
}

/// Lines without their runs of spaces.
fn squeezed(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// The lines contain these, in this order.
fn in_order(text: &str, expected: &[&str]) {
    let lines = squeezed(text);
    let mut rest = lines.iter();
    for part in expected {
        assert!(rest.any(|line| line == part), "{part} is missing from {lines:#?}");
    }
}
