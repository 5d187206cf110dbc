//! Rule sheets as games of the other commands.

use serde_json::json;

use super::gdl::{Temporary, game};
use super::{objects, spinney, stdout};

#[test]
fn a_sheet_is_shown_and_searched_like_any_game() {
    let game = game("tic-tac-toe");
    let line = "(mark 1 1) (mark 1 2) (mark 2 1) (mark 2 2)";
    let object = &objects(&["show", &game, "--moves", line])[0];
    assert_eq!((&object["game"], &object["to_move"]), (&json!(game), &json!("x")));
    assert!(object["moves"].as_array().unwrap().contains(&json!("(mark 3 1)")), "{object}");
    let position = object["position"].as_str().unwrap();
    let again = &objects(&["show", &game, "--position", position])[0];
    assert_eq!((&again["moves"], &again["position"]), (&object["moves"], &object["position"]));

    let args = ["search", &game, "--moves", line, "--simulations", "2k", "--seed", "1", "--threads", "1"];
    let object = &objects(&args)[0];
    assert_eq!(
        (&object["best"], &object["proven"], &object["value"]),
        (&json!("(mark 3 1)"), &json!(true), &json!(100.0))
    );
    let text = stdout(&args);
    assert!(text.contains("(mark 3 1)") && text.contains("visits"), "{text}");
    let interpreted = format!("{game},engine=interpreter,time=5s");
    let object = &objects(&["search", &interpreted, "--moves", line, "--simulations", "500", "--seed", "1"])[0];
    assert_eq!((&object["best"], &object["game"]), (&json!("(mark 3 1)"), &json!(interpreted)));
    let line = "(mark 1 1) (mark 1 2) (mark 2 1) (mark 2 2) (mark 3 1)";
    let object = &objects(&["check", &game, "--moves", line])[0];
    assert_eq!((&object["terminal"], &object["payoffs"]), (&json!(true), &json!([100.0, 0.0])));
    assert!(stdout(&["explain", &game, "--cycles", "2", "--seed", "1"]).contains("cycle 2"));
}

#[test]
fn sheets_of_every_kind_are_played_in_matches() {
    for (name, players) in
        [("tic-tac-toe", "mcts,random"), ("pursuit", "mcts,random"), ("three-in-line", "mcts,random,random")]
    {
        let rows = objects(&[
            "match",
            &game(name),
            "--players",
            players,
            "--games",
            "2",
            "--simulations",
            "30",
            "--swap",
            "--quiet",
        ]);
        let total = rows.last().unwrap();
        assert_eq!((rows.len(), &total["games"], &total["unfinished"]), (3, &json!(2), &json!(0)), "{total}");
    }
    let rows = objects(&["solve", &game("peg-solitaire"), "--simulations", "100", "--quiet", "--seed", "1"]);
    assert!(rows[0]["score"].is_f64() && rows[0]["moves"].as_array().unwrap().len() > 5, "{rows:?}");
}

#[test]
fn people_play_sheets_by_typing_moves() {
    let play = |game: &str, input: &str| {
        let args = ["play", game, "--players", "human,human", "--quiet"];
        let run = spinney(&args).write_stdin(input.as_bytes()).assert().success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    let text = play(
        &game("tic-tac-toe"),
        "(mark 1 1)\nmark nothing\n(mark 9 9)\n(mark 1 2)\nmoves\n(mark 2 1)\n(mark 2 2)\nundo\n(mark 2 2)\n(mark 3 1)\n",
    );
    assert!(text.contains("The game is over: x 100, o 0"), "{text}");
    assert!(text.contains("mark nothing") && text.contains("(mark 2 1) "), "{text}");
    let text = play(&game("pursuit"), "stay\n(go up)\n(go down)\nstay\nquit\n");
    assert!(text.contains("fox, your move> ") && text.contains("hare, your move> "), "{text}");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn the_list_of_games_has_sheets() {
    assert!(stdout(&["games"]).contains("\n  gdl "));
    let object = &objects(&["games", "gdl"])[0];
    assert_eq!((&object["name"], &object["raw_parameter"]), (&json!("gdl"), &json!("file")));
    let text = stdout(&["games", "gdl"]);
    assert!(text.contains("gdl:FILE") && text.contains("engine") && text.contains("30s"), "{text}");
}

/// A rule sheet of 60^4 reachable facts, only a few of which hold in any state: quickly interpreted, slowly grounded.
fn slow_to_build(name: &str) -> Temporary {
    let mut text = "(role p) (init (mem 1 1 1 1)) (init (step 0))\n".to_owned();
    for number in 1..=60 {
        text += &format!("(succ {number} {})\n", number % 60 + 1);
    }
    for wheel in ["a", "b", "c", "d"] {
        text += &format!(
            "(init ({wheel} 1)) (legal p (turn {wheel}))
             (<= (next ({wheel} ?y)) (true ({wheel} ?x)) (does p (turn {wheel})) (succ ?x ?y))
             (<= (next ({wheel} ?x)) (true ({wheel} ?x)) (not (does p (turn {wheel}))))\n"
        );
    }
    text += "(<= (next (mem ?a ?b ?c ?d)) (true (a ?a)) (true (b ?b)) (true (c ?c)) (true (d ?d)))
             (<= (next (step ?t)) (true (step ?s)) (plus ?s ?t))
             (plus 0 1) (plus 1 2) (plus 2 3) (plus 3 4)
             (<= terminal (true (step 4)))
             (<= (goal p 100) (true (mem 2 2 1 1)))
             (<= (goal p 0) (not (true (mem 2 2 1 1))))\n";
    Temporary::new(name, text)
}

#[test]
fn the_time_of_a_decision_limits_the_building_of_a_sheet() {
    let (sheet, tree) = (slow_to_build("limited.kif"), Temporary::new("limited.json", ""));
    let game = format!("gdl:{}", sheet.path());
    let interpreted = |command: &[&str], input: &str, limit: &str| {
        let args = [command, &["--simulations", "20", "--threads", "1", "--seed", "1"]].concat();
        let run = spinney(&args).write_stdin(input).assert().success();
        let note = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        let expected = format!("takes longer than {limit} s: the rule sheet is interpreted, which is slower");
        assert!(note.contains(&expected), "{args:?}: {note}");
    };
    interpreted(&["search", &game, "--time", "200ms"], "", "1");
    interpreted(&["search", &game, "--time", "2s", "--tree", tree.path()], "", "2");
    interpreted(&["solve", &game, "--time", "1s"], "", "1");
    interpreted(&["match", &game, "--players", "mcts", "--games", "2", "--time", "120ms"], "", "1.2");
    interpreted(&["play", &game, "--time", "10ms"], "quit\n", "1");
    interpreted(&["engine", &game, "--time", "10ms"], "{\"do\":\"quit\"}\n", "1");
}

#[test]
fn a_time_in_the_spec_takes_precedence_over_the_time_of_a_decision() {
    let sheet = slow_to_build("explicit.kif");
    let game = format!("gdl:{},time=1500ms", sheet.path());
    let args = ["search", &game, "--time", "10ms", "--seed", "1"];
    let note = String::from_utf8(spinney(&args).assert().success().get_output().stderr.clone()).unwrap();
    assert!(note.contains("takes longer than 1.5 s"), "{note}");
}
