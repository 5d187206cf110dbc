//! `sudoku hint`.

use super::super::{objects, stdout};
use super::{HARD, NONE, PUZZLE, SEVERAL, SMALL, SOLUTION, fed, rejected, state, text_of};

#[test]
fn a_hint_draws_the_board_and_says_what_follows() {
    let text = stdout(&["sudoku", "hint", HARD, "--step", "9"]);
    for part in
        ["+---", "34", "* shows why", "- loses candidates", "\nstep 9, level medium, difficulty 3.0\n", "Naked pair: "]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let first = stdout(&["sudoku", "hint", HARD]);
    assert!(first.contains("3 can only go to r3c3 in box 1. r3c3=3") && first.contains("+ takes a value"), "{first}");
    assert_eq!(stdout(&["sudoku", "hint", HARD, "--vague"]), "hidden single in a box: level easy, difficulty 1.2\n");
}

#[test]
fn the_path_leads_to_the_solution() {
    let text = stdout(&["sudoku", "hint", PUZZLE, "--path"]);
    assert!(text.starts_with("  1. ") && text.contains("\n 45. ") && text.ends_with("solved in 45 steps\n"), "{text}");
    let hint = &objects(&["sudoku", "hint", PUZZLE, "--all"])[0];
    assert_eq!((&hint["solved"], &hint["solutions"]), (&true.into(), &1.into()));
    let mut board: Vec<String> = PUZZLE.chars().map(String::from).collect();
    for step in hint["steps"].as_array().unwrap() {
        for placed in step["placements"].as_array().unwrap() {
            let (row, column) = placed["cell"].as_str().unwrap()[1..].split_once('c').unwrap();
            let cell = 9 * (row.parse::<usize>().unwrap() - 1) + column.parse::<usize>().unwrap() - 1;
            board[cell] = placed["value"].as_str().unwrap().to_owned();
        }
    }
    assert_eq!(board.concat(), SOLUTION);
}

#[test]
fn a_step_has_everything_as_json() {
    let hint = &objects(&["sudoku", "hint", HARD, "--step", "9"])[0];
    let [step] = &hint["steps"].as_array().unwrap()[..] else { panic!("one step: {hint}") };
    assert_eq!(
        (&step["number"], &step["technique"], &step["level"]),
        (&9.into(), &"naked pair".into(), &"medium".into())
    );
    assert_eq!((&step["because"], &step["units"][0]), (&serde_json::json!(["r1c3", "r1c4"]), &"row 1".into()));
    assert_eq!(step["eliminations"][0], serde_json::json!({"cell": "r1c1", "value": "4"}));
    assert!(step["explanation"].as_str().unwrap().starts_with("Naked pair: "), "{step}");
}

#[test]
fn several_solutions_or_none_are_warned_of() {
    let run = fed(&["hint", SEVERAL], "").success();
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains("warning: the puzzle has several solutions"), "{said}");
    assert!(rejected(&["hint", NONE], "", 1).contains("the puzzle has no solution"));
    assert!(rejected(&["hint", SMALL, "--step", "99"], "", 1).contains("the puzzle is solved after 12 steps"));
    assert!(rejected(&["hint", "1234341221434321"], "", 1).contains("solved already"));
    let run = fed(&["hint", SEVERAL, "--path"], "").success();
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains("no technique applies after 2 steps: the puzzle has several solutions"), "{said}");
}

#[test]
fn wrong_digits_are_named() {
    let right = text_of(&["hint", "--vague"], &state("12....2..3.....4"));
    assert!(right.contains("level easy"), "{right}");
    let error = rejected(&["hint"], &state("13....2..3.....4"), 1);
    assert!(error.contains("warning: wrong digit: r1c2=3\n"), "{error}");
    assert!(error.contains("error: line 2: the puzzle breaks the rules: r1c2 and r3c2 both have 3"), "{error}");
    let error = rejected(&["hint"], &state("14....2..3.....4"), 1);
    assert!(error.contains("error: line 2: the state has no solution: take back r1c2=4"), "{error}");
}

#[test]
fn several_puzzles_have_a_hint_each() {
    let text = text_of(&["hint", "--vague"], &format!("{SMALL}\n{NONE}\n{SMALL}\n"));
    assert_eq!(text.lines().filter(|line| line.starts_with("line ")).count(), 3, "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("difficulty")).count(), 2, "{text}");
}

#[test]
fn a_warning_in_a_batch_names_its_puzzle() {
    let text = format!("{SMALL}\n{SEVERAL}\n{NONE}\n{}", state("13....2..3.....4"));
    let run = fed(&["hint", "--path"], &text).success();
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    for part in [
        "warning: line 2: the puzzle has several solutions\n",
        "warning: line 2: no technique applies after 2 steps: the puzzle has several solutions\n",
        "error: line 3: the puzzle has no solution\n",
        "warning: line 5: wrong digit: r1c2=3\n",
        "error: line 5: the puzzle breaks the rules: ",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}
