//! `sudoku rate`.

use serde_json::Value;

use super::super::{in_order, stdout};
use super::{HARD, NONE, PUZZLE, SEVERAL, SMALL, batch, rows_of, state, text_of};

#[test]
fn a_rating_names_the_hardest_technique() {
    let text = stdout(&["sudoku", "rate", HARD]);
    assert!(text.starts_with("medium, difficulty 3.0 (naked pair), 63 steps; 22 givens\n"), "{text}");
    in_order(&text, &["technique steps difficulty level", "full house 19 1.0 easy", "naked pair 1 3.0 medium"]);
}

#[test]
fn a_batch_has_a_table_of_levels() {
    let text = text_of(&["rate"], &format!("{HARD}\n{PUZZLE}\n{}", batch()));
    for part in [
        "line 1: medium, difficulty 3.0 (naked pair), 63 steps\n",
        "line 4: the puzzle has several solutions\n",
        "line 5: the puzzle has no solution\n",
        "line 6: the puzzle breaks the rules: ",
        "rated 3 of 6 puzzles; 3 with one solution, 1 with several, 2 without a solution (1 invalid)\n",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    in_order(&text, &["level puzzles share", "easy 2 66.7 %", "medium 1 33.3 %", "hard 0 0.0 %", "naked pair 1"]);
}

#[test]
fn no_rating_is_no_table() {
    let text = text_of(&["rate"], &format!("{SEVERAL}\n{NONE}"));
    assert_eq!(text.lines().last(), Some("rated 0 of 2 puzzles; 1 with several, 1 without a solution"), "{text}");
}

#[test]
fn the_givens_are_rated_whatever_was_placed() {
    // Right, wrong, and against the rules.
    for line in ["12....2..3.....4", "14....2..3.....4", "13....2..3.....4"] {
        for command in ["rate", "count"] {
            let (rows, _) = rows_of(&[command], &state(line));
            let row = &rows[0];
            assert_eq!((&row["puzzle"], &row["givens"]), (&SMALL.into(), &4.into()), "{command} {line}");
            assert_eq!((&row["solutions"], &row["error"]), (&1.into(), &Value::Null), "{command} {line}");
        }
    }
}

#[test]
fn ratings_as_json_and_csv() {
    let (rows, summary) = rows_of(&["rate"], &format!("{HARD}\n{SMALL}\n{}", batch()));
    let row = &rows[0];
    assert_eq!(
        (&row["level"], &row["hardest"], &row["difficulty"]),
        (&"medium".into(), &"naked pair".into(), &3.0.into())
    );
    assert_eq!((&row["steps"], &row["counts"]["naked pair"], &row["givens"]), (&63.into(), &1.into(), &22.into()));
    let counts = row["counts"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum::<u64>();
    assert_eq!(counts, 63);
    assert!(rows[4]["level"].is_null() && rows[4]["error"] == "the puzzle has no solution", "{}", rows[4]);
    assert_eq!(
        (&summary["rated"], &summary["levels"]["easy"], &summary["levels"]["extreme"]),
        (&3.into(), &2.into(), &0.into())
    );
    let csv = text_of(&["rate", "--csv"], &format!("{HARD}\n{SMALL}"));
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines[0].starts_with("file,line,number,puzzle,givens,solutions,level,difficulty,hardest,steps,counts"),
        "{csv}"
    );
    assert!(lines[1].starts_with(&format!("-,1,1,{HARD},22,1,medium,3.0,naked pair,63,")), "{csv}");
    assert!(lines[1].contains(";naked pair=1;"), "{csv}");
}
