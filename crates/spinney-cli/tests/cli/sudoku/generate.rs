//! `sudoku generate`.

use serde_json::Value;

use super::super::{objects, stdout};
use super::{rejected, rows_of};

fn generate(args: &[&str]) -> Vec<Value> {
    objects(&[&["sudoku", "generate", "--seed", "1"], args].concat())
}

#[test]
fn puzzles_are_as_wished_for() {
    let rows = generate(&["--count", "4", "--symmetry", "rotational", "--level", "medium"]);
    assert_eq!(rows.len(), 4);
    let puzzles: Vec<&str> = rows.iter().map(|row| row["puzzle"].as_str().unwrap()).collect();
    let (rated, _) = rows_of(&["rate"], &puzzles.join("\n"));
    for (row, rated) in rows.iter().zip(&rated) {
        assert_eq!(
            (&rated["solutions"], &rated["level"], &row["level"]),
            (&1.into(), &"medium".into(), &"medium".into())
        );
        let given: Vec<bool> = row["puzzle"].as_str().unwrap().chars().map(|sign| sign != '.').collect();
        assert!(given.iter().eq(given.iter().rev()), "{row}");
        assert_eq!(row["givens"], given.iter().filter(|&&given| given).count());
    }
    let [row] = &generate(&["--givens", "35"])[..] else { panic!("one puzzle") };
    assert_eq!(row["givens"], 35);
    let (solved, _) = rows_of(&["solve"], row["puzzle"].as_str().unwrap());
    assert_eq!((&solved[0]["solution"], &solved[0]["solutions"]), (&row["solution"], &1.into()));
}

#[test]
fn every_size_and_format_is_read_again() {
    for size in ["4", "9", "16x16"] {
        let line = stdout(&["sudoku", "generate", "--seed", "2", "--size", size, "--count", "2"]);
        for format in ["grid", "sdk", "ss"] {
            let text =
                stdout(&["sudoku", "generate", "--seed", "2", "--size", size, "--count", "2", "--format", format]);
            let (rows, summary) = rows_of(&["count"], &text);
            let puzzles: Vec<&str> = rows.iter().map(|row| row["puzzle"].as_str().unwrap()).collect();
            assert_eq!(
                (puzzles.join("\n") + "\n", &summary["unique"]),
                (line.clone(), &2.into()),
                "{size} {format}: {text}"
            );
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let run = |seed: &str, jobs: &str| {
        stdout(&["sudoku", "generate", "--count", "6", "--seed", seed, "--jobs", jobs, "--level", "easy"])
    };
    assert_eq!(run("1", "1"), run("1", "3"));
    assert_ne!(run("1", "1"), run("2", "1"));
    let csv = stdout(&["sudoku", "generate", "--count", "2", "--seed", "1", "--csv"]);
    assert!(csv.starts_with("number,puzzle,solution,givens,size,symmetry,level,"), "{csv}");
    assert_eq!(csv.lines().count(), 3);
}

#[test]
fn impossible_requirements_are_rejected() {
    for (args, code, part) in [
        (&["--givens", "81"][..], 1, "fewer than 81 givens"),
        (&["--givens", "17", "--tries", "1"], 1, "no such puzzle in 1 try; "),
        (&["--size", "4", "--givens", "5", "--symmetry", "rotational"], 1, "even number"),
        (&["--givens", "0"], 1, "at least 17 givens"),
        (&["--size", "-9"], 2, "expected 4, 9, 16 or 25"),
        (&["--format", "grid", "--json"], 2, "cannot be used with"),
        (&["--format", "grid", "--csv"], 2, "cannot be used with"),
        (&["--size", "10"], 2, "expected 4, 9, 16 or 25"),
        (&["--level", "hrad"], 2, "did you mean `hard`?"),
        (&["--symmetry", "rotation"], 2, "did you mean `rotational`?"),
        (&["--format", "lines"], 2, "did you mean `line`?"),
        (&["--count", "0"], 2, "at least 1"),
    ] {
        let error = rejected(&[&["generate", "--seed", "1"], args].concat(), "", code);
        assert!(error.contains(part), "{args:?}: {error}");
    }
}
