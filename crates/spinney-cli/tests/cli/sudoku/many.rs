//! Sets of many puzzles: their texts are read, and memory does not grow with the results.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::super::memory::peak;
use super::super::solve::Scratch;
use super::super::stdout;
use super::{PUZZLE, SMALL};

/// The peak memory in KiB of a run whose output goes to a file.
fn peak_of(args: &[&str]) -> u64 {
    let output = Scratch::new(args[0]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_spinney"))
        .arg("sudoku")
        .args(args)
        .stdin(Stdio::null())
        .stdout(File::create(&output.0).unwrap())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(&child).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
    most
}

#[test]
fn results_of_many_puzzles_take_little_memory() {
    let file = Scratch::new("many-puzzles");
    fs::write(&file.0, format!("{PUZZLE}\n").repeat(30_000)).unwrap();
    for command in ["count", "solve"] {
        // A puzzle has 81 cells, and the file has 2.4 MiB.
        let peak = peak_of(&[command, file.path(), "--json"]);
        assert!((1..50 << 10).contains(&peak), "{command}: {peak} KiB");
    }
}

#[test]
fn a_text_may_be_larger_than_a_million_puzzles() {
    let file = Scratch::new("large-text");
    // What matters are the bytes; a comment is read faster than puzzles.
    fs::write(&file.0, format!("#{}\n{SMALL}\n", " ".repeat(82 << 20))).unwrap();
    assert!(stdout(&["sudoku", "count", file.path()]).starts_with("one solution; "));
    let board = format!("sudoku:file={},board=1", file.path());
    assert!(stdout(&["show", &board]).contains("1"));
}
