//! `sudoku solve` and `sudoku count`.

use std::path::Path;

use serde_json::Value;

use super::super::{objects, stderr_of, stdout};
use super::{BROKEN, HARD, NONE, PUZZLE, SEVERAL, SMALL, SOLUTION, batch, fed, rejected, rows_of, state, text_of};

#[test]
fn a_puzzle_is_solved_and_drawn() {
    let text = stdout(&["sudoku", "solve", PUZZLE]);
    assert!(text.starts_with("+-------+-------+-------+\n| 4 8 7 | 1 5 6 | 9 3 2 |\n"), "{text}");
    assert!(text.contains("\none solution; exact: "), "{text}");
    let row = &objects(&["sudoku", "solve", PUZZLE, "--seed", "3"])[0];
    assert_eq!((&row["line"], &row["puzzle"], &row["solution"]), (&1.into(), &PUZZLE.into(), &SOLUTION.into()));
    assert_eq!((&row["solved"], &row["solutions"]), (&true.into(), &1.into()));
    assert_eq!((&row["agent"], &row["seed"]), (&"exact".into(), &3.into()));
    assert!(row["simulations"].is_null() && row["restarts"].is_null() && row["error"].is_null(), "{row}");
    assert!(row["seconds"].is_f64() && row["cpu_seconds"].is_f64(), "{row}");
    assert!(stdout(&["sudoku", "solve", SEVERAL]).contains("\nseveral solutions; exact: "));
}

#[test]
fn a_batch_goes_on_after_a_puzzle_that_cannot_be_solved() {
    let text = text_of(&["solve"], &batch());
    for part in [
        "line 1: 1243342143122134\n",
        "  several solutions\n",
        "line 3: no solution\n",
        "line 4: the puzzle breaks the rules: r1c1 and r1c3 both have 1 (row 1)\n",
        "solved 2 of 4 puzzles; 1 with one solution, 1 with several, 2 without a solution (1 invalid)\n",
        "median  99th percentile",
        "agent exact",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let (rows, summary) = rows_of(&["solve"], &batch());
    let solved: Vec<_> = rows.iter().map(|row| (row["solved"].as_bool(), row["solutions"].as_u64())).collect();
    let expected = [(true, 1), (true, 2), (false, 0), (false, 0)];
    assert_eq!(solved, expected.map(|(solved, solutions)| (Some(solved), Some(solutions))));
    assert_eq!((&summary["puzzles"], &summary["solved"], &summary["broken"]), (&4.into(), &2.into(), &1.into()));
    let csv = text_of(&["solve", "--csv"], &batch());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5, "{csv}");
    assert!(lines[0].starts_with("file,line,number,puzzle,solution,solved,solutions,simulations,"), "{csv}");
    assert!(lines[1].starts_with(&format!("-,1,1,{SMALL},1243342143122134,true,1,,,")), "{csv}");
    assert!(
        lines[4].starts_with(&format!("-,4,4,{BROKEN},,false,0,,,")) && lines[4].contains("breaks the rules"),
        "{csv}"
    );
}

#[test]
fn one_puzzle_that_cannot_be_solved_is_a_failure() {
    for command in ["solve", "count", "hint", "rate"] {
        let error = stderr_of(&["sudoku", command, BROKEN], 1);
        assert!(error.contains("r1c1 and r1c3 both have 1 (row 1)"), "{command}: {error}");
    }
    fed(&["solve", NONE], "").code(1);
    fed(&["count", NONE], "").code(0);
    assert!(rejected(&["hint", NONE], "", 1).contains("no solution"));
    assert!(rejected(&["rate", NONE], "", 1).contains("no solution"));
    assert!(rejected(&["rate", SEVERAL], "", 1).contains("several solutions"));
}

#[test]
fn agents_solve_and_are_checked() {
    for agent in ["mcts", "mcts:c=0.2", "iterative-sampling", "nested", "nrpa:level=1", "portfolio"] {
        let args = ["solve", PUZZLE, HARD, "--agent", agent, "--simulations", "2k", "--seed", "1"];
        let (rows, summary) = rows_of(&args, "");
        assert!(rows.iter().all(|row| row["solved"] == true && row["solutions"] == 1), "{agent}: {rows:?}");
        assert_eq!(rows[0]["solution"], SOLUTION);
        assert_eq!(summary["solved"], 2);
        assert!(rows[1]["simulations"].as_u64() >= Some(1) && rows[1]["restarts"].is_u64(), "{agent}: {}", rows[1]);
        assert!(rows[0]["agent"].as_str().unwrap().starts_with(agent));
    }
    let text = stdout(&["sudoku", "solve", HARD, "--agent", "mcts", "--simulations", "2k", "--seed", "5"]);
    assert!(
        text.contains("one solution; mcts") && text.contains("budget 2,000 simulations a puzzle; seed 5"),
        "{text}"
    );
    // A search that is over before it finds anything.
    let lost = ["solve", HARD, SMALL, "--agent", "random", "--game", "propagate=none,cell=any", "--seed", "1"];
    assert!(text_of(&lost, "").contains("puzzle 1: not solved; one solution\n"));
}

#[test]
fn the_same_seed_gives_the_same_output() {
    let run = |jobs: &str, seed: &str| {
        let args = [
            "solve",
            "--agent",
            "mcts:playout=random",
            "--simulations",
            "300",
            "--game",
            "propagate=check",
            "--seed",
            seed,
            "--jobs",
            jobs,
        ];
        let (rows, _) = rows_of(&args, &[HARD, PUZZLE, HARD, SMALL].join("\n"));
        let known = ["puzzle", "solution", "simulations", "nodes", "restarts"];
        rows.iter().map(|row| known.map(|name| row[name].clone())).collect::<Vec<_>>()
    };
    let first = run("1", "4");
    assert_eq!(run("3", "4"), first, "how many at the same time changes nothing");
    assert_ne!(first[0][2..], first[2][2..], "the same puzzle twice is searched in two ways: {first:?}");
    assert_ne!(run("1", "5"), first);
}

#[test]
fn mistakes_are_bad_usage() {
    for (args, part) in [
        (&["solve", SMALL, "--agent", "mtcs"][..], "did you mean `mcts`?"),
        (&["solve", SMALL, "--agent", "Exact"], "did you mean `exact`?"),
        (&["solve", SMALL, "--agent", "exakt"], "did you mean `exact`?"),
        (&["solve", SMALL, "--agent", "exact:x=1"], "the exact solver has no parameters"),
        (&["solve", SMALL, "--agent", "exact", "--threads", "2"], "--threads is for agents"),
        (&["solve", SMALL, "--memory", "1GiB"], "--memory is for agents"),
        (&["solve", "-", "-"], "can be read only once"),
        (&["solve", ""], "an empty argument is no puzzle"),
        (&["solve", SMALL, "--agent", "human"], "human"),
        (&["solve", SMALL, "--agent", "cfr"], "two-player"),
        (&["solve", SMALL, "--simulations", "5"], "the exact solver makes no simulations"),
        (&["solve", SMALL, "--game", "cell=any"], "--game is for agents"),
        (&["solve", SMALL, "--agent", "mcts", "--game", "cel=any"], "did you mean `cell`?"),
        (&["solve", SMALL, "--agent", "mcts", "--game", "file=x"], "option `file`"),
        (&["solve", SMALL, "--agent", "mcts", "--game", "any"], "key=value"),
        (&["solve", SMALL, "--json", "--csv"], "cannot be used with"),
        (&["solve", SMALL, "--processor-time", "--jobs", "2"], "cannot be used with"),
        (&["count", SMALL, "--limit", "0"], "at least 1"),
        (&["count", SMALL, "--limit", "1", "--unique"], "--limit 2"),
        (&["hint", SMALL, "--step", "0"], "at least 1"),
        (&["hint", SMALL, "--vague", "--path"], "cannot be used with"),
        (&["rate", SMALL, "--jobs", "none"], "whole number"),
        (&["sovle", SMALL], "solve"),
    ] {
        let error = rejected(args, "", 2);
        assert!(error.contains(part) && !error.contains("panicked"), "{args:?}: {part} in {error}");
    }
}

#[test]
fn solutions_are_counted_up_to_a_limit() {
    assert!(stdout(&["sudoku", "count", PUZZLE]).starts_with("one solution; 36 givens; "));
    assert!(stdout(&["sudoku", "count", NONE]).starts_with("no solution; "));
    assert!(stdout(&["sudoku", "count", SEVERAL]).starts_with("several solutions; "));
    assert!(stdout(&["sudoku", "count", SEVERAL, "--limit", "10"]).starts_with("at least 10 solutions; "));
    assert!(stdout(&["sudoku", "count", SEVERAL, "--limit", "100"]).starts_with("24 solutions; "));
    assert!(stdout(&["sudoku", "count", SMALL, "--limit", "1"]).starts_with("at least one solution; "));
    let text = text_of(&["count"], &batch());
    let summary = "4 puzzles: 1 with one solution, 1 with several, 2 without a solution (1 invalid)\n";
    assert!(text.starts_with("line 1: one solution\nline 2: several solutions\nline 3: no solution\n"), "{text}");
    assert!(text.ends_with(summary), "{text}");
    let (rows, total) = rows_of(&["count", "--limit", "100"], &batch());
    let counts: Vec<_> = rows.iter().map(|row| row["solutions"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1, 24, 0, 0]);
    assert_eq!((&total["unique"], &total["several"], &total["without"]), (&1.into(), &1.into(), &2.into()));
    let (_, total) = rows_of(&["count", "--limit", "1"], &batch());
    assert_eq!(
        (&total["unique"], &total["unknown"], &total["without"]),
        (&0.into(), &2.into(), &2.into()),
        "one solution need not be the only one"
    );
    let text = text_of(&["count", "--limit", "1"], &batch());
    assert!(text.ends_with("4 puzzles: 2 without a solution, 2 unknown (1 invalid)\n"), "{text}");
    let csv = text_of(&["count", "--csv"], &batch());
    assert!(csv.contains(&format!("\n-,2,2,{SEVERAL},2,2,2,false,false,")), "{csv}");
}

#[test]
fn a_count_without_end_has_several_solutions() {
    let empty = ".".repeat(81);
    let text = stdout(&["sudoku", "count", &empty, &empty, "--limit", "1000000000", "--time", "100ms"]);
    assert!(text.contains("puzzle 1: at least ") && text.ends_with("2 puzzles: 2 with several\n"), "{text}");
    let text = stdout(&["sudoku", "count", &empty, "--limit", "1000"]);
    assert!(text.starts_with("at least 1,000 solutions; 0 givens; "), "{text}");
}

#[test]
fn wrong_digits_explain_why_there_is_no_solution() {
    let (rows, _) = rows_of(&["solve", "-", SMALL], &state("14....2..3.....4"));
    assert_eq!((&rows[0]["puzzle"], &rows[0]["solutions"]), (&"14....2..3.....4".into(), &0.into()));
    assert_eq!(rows[0]["wrong"], serde_json::json!([{"cell": "r1c2", "value": "4"}]));
    assert_eq!(rows[1]["wrong"], serde_json::json!([]));
    let text = text_of(&["solve", "-", SMALL], &state("14....2..3.....4"));
    assert!(text.starts_with("line 2: no solution  wrong digit: r1c2=4\n"), "{text}");
    assert!(rejected(&["solve"], &state("14....2..3.....4"), 1).contains("warning: wrong digit: r1c2=4\n"));
    assert!(text_of(&["solve"], &state("12....2..3.....4")).contains("one solution; exact: "));
}

#[test]
fn unique_is_a_filter() {
    let text = [&batch(), PUZZLE].map(str::to_owned).join("\n");
    let run = fed(&["count", "--unique"], &text).success();
    let (out, said) = (&run.get_output().stdout, String::from_utf8_lossy(&run.get_output().stderr));
    assert_eq!(String::from_utf8_lossy(out), format!("{SMALL}\n{PUZZLE}\n"));
    assert!(said.contains("5 puzzles: 2 with one solution"), "{said}");
    let (rows, summary) = rows_of(&["count", "--unique"], &text);
    assert_eq!((rows.len(), &summary["puzzles"]), (2, &5.into()));
}

/// Every puzzle of these sets has one solution, and tree search finds it within 10 s of processor time. The sets are no part
/// of the project.
#[test]
fn public_puzzles_are_solved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/sudoku");
    for (name, count) in [("easy50.txt", 50), ("top95.txt", 95), ("hardest.txt", 188), ("sudoku17-1000.txt", 1000)] {
        let path = folder.join(name);
        let Some(path) = path.to_str().filter(|_| path.exists()) else {
            eprintln!("skipped: there is no {name}");
            continue;
        };
        let total = objects(&["sudoku", "solve", path]).pop().unwrap();
        assert_eq!(
            (&total["puzzles"], &total["unique"], &total["solved"]),
            (&count.into(), &count.into(), &count.into())
        );
        is_searched(path, count);
    }
    let large = folder.join("16x16.txt");
    if let Some(path) = large.to_str().filter(|_| large.exists()) {
        is_searched(path, 85);
    }
}

/// Tree search solves every puzzle of a file: as it is by default, and with a playout a simulation.
fn is_searched(path: &str, count: u64) {
    for agent in ["mcts", "mcts:playout=fewest"] {
        let limits = ["--time", "10s", "--processor-time", "--seed", "1"];
        let total = objects(&[&["sudoku", "solve", path, "--agent", agent], &limits[..]].concat()).pop().unwrap();
        assert_eq!((&total["puzzles"], &total["solved"]), (&count.into(), &count.into()), "{path}, {agent}");
    }
}

/// Another start is another first cell, and all of them share the budget.
#[test]
fn a_search_starts_anew_from_another_first_cell() {
    let thesis = ["--agent", "mcts:playout=random,c=0.2", "--game", "preset=thesis", "--seed", "1"];
    let limited =
        rejected_row(&[&["solve", HARD], &thesis[..], &["--anew-after", "500", "--simulations", "1800"]].concat());
    let counted = (&limited["solved"], &limited["simulations"], &limited["restarts"]);
    assert_eq!(counted, (&false.into(), &1800.into(), &3.into()));
    let solved = [&["solve", HARD], &thesis[..], &["--anew-after", "70k", "--simulations", "20M"]].concat();
    let solved = rows_of(&solved, "").0.remove(0);
    assert_eq!((&solved["solved"], &solved["solutions"]), (&true.into(), &1.into()));
    let simulations = solved["simulations"].as_u64().unwrap();
    assert_eq!(solved["restarts"].as_u64().unwrap(), (simulations - 1) / 70_000, "{solved}");
    // A search that has seen everything does not start anew.
    let without =
        rejected_row(&["solve", NONE, "--agent", "mcts", "--anew-after", "1M", "--time", "10m", "--seed", "1"]);
    assert_eq!((&without["solved"], &without["restarts"]), (&false.into(), &0.into()));
    assert!(rejected(&["solve", HARD, "--anew-after", "10"], "", 2).contains("--agent"));
    assert!(rejected(&["solve", HARD, "--agent", "exact", "--anew-after", "10"], "", 2).contains("for agents"));
}

/// Agents that return only a move have no more than one budget for a puzzle, either.
#[test]
fn agents_that_decide_move_by_move_share_the_budget() {
    for agent in ["flat", "alpha-beta", "df-pn"] {
        let game = ["--game", "propagate=none,cell=any", "--seed", "1", "--simulations", "2k"];
        let row = rejected_row(&[&["solve", HARD, "--agent", agent], &game[..]].concat());
        let work = row["simulations"].as_u64().unwrap();
        assert!(work < 3_000, "{agent}: {row}");
    }
}

/// The row of a single puzzle that is not solved.
fn rejected_row(args: &[&str]) -> Value {
    let assert = fed(&[args, &["--json"]].concat(), "").code(1);
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}
