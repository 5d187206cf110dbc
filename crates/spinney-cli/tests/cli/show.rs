//! `show`.

use super::{objects, spinney, stderr_of, stdout};

#[test]
fn a_position_is_drawn_with_its_moves() {
    let text = stdout(&["show", "tic-tac-toe", "--moves", "b2 a1"]);
    assert!(text.contains("2 . x .") && text.contains("moves: b1 c1 a2"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let [object] = &objects(&["show", "tic-tac-toe", "--moves", "b2 a1"])[..] else { panic!("one object") };
    assert_eq!(object["game"], "tic-tac-toe");
    assert_eq!(object["to_move"], "x");
    assert_eq!(object["moves"].as_array().unwrap().len(), 7);
    let position = object["position"].as_str().unwrap();
    let again = objects(&["show", "tic-tac-toe", "--position", position]);
    assert_eq!(again[0]["position"], position);
    assert_eq!(again[0]["moves"], object["moves"]);
}

#[test]
fn a_finished_game_has_payoffs_and_nobody_to_move() {
    let object = &objects(&["show", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"])[0];
    assert!(object["to_move"].is_null());
    assert_eq!(object["moves"].as_array().unwrap().len(), 0);
    assert_eq!(object["payoffs"], serde_json::json!([1.0, 0.0]));
}

#[test]
fn a_picture_goes_to_a_file() {
    let file = std::env::temp_dir().join(format!("spinney-board-{}.svg", std::process::id()));
    spinney(&["show", "connect-four", "--svg"]).arg(&file).assert().success();
    assert!(std::fs::read_to_string(&file).unwrap().contains("<svg"));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn what_a_move_would_change_is_marked() {
    let text = stdout(&["show", "samegame:board=3", "--moves", "0,0"]);
    assert!(text.starts_with("14 ") && text.contains(" 14\n") && !text.contains('['), "numbers on both axes: {text}");
    let marked = stdout(&["show", "samegame:board=3", "--moves", "0,0", "--mark", "0,3"]);
    let brackets = marked.matches('[').count();
    assert!(brackets > 0 && brackets == marked.matches(']').count(), "{marked}");
    assert_eq!(marked.replace(['[', ']', ' '], ""), text.replace(' ', ""));
    let error = stderr_of(&["show", "samegame:board=3", "--mark", "15,0"], 2);
    assert!(error.contains("off the board"), "{error}");
}

/// A position may begin with a dash, as backgammon's does.
#[test]
fn a_position_that_is_written_is_read_again() {
    for game in ["backgammon", "tic-tac-toe", "othello"] {
        let position = objects(&["show", game])[0]["position"].as_str().unwrap().to_owned();
        assert_eq!(objects(&["show", game, "--position", &position])[0]["position"], position.as_str());
    }
}

#[test]
fn missing_folders_are_created() {
    let folder = std::env::temp_dir().join(format!("spinney-folders-{}", std::process::id()));
    let [svg, tree] = ["a/board.svg", "b/tree.json"].map(|name| folder.join(name));
    spinney(&["show", "connect-four", "--svg"]).arg(&svg).assert().success();
    spinney(&["search", "tic-tac-toe", "--simulations", "10", "--tree"]).arg(&tree).assert().success();
    let out = folder.join("c/weights.toml");
    let fit = ["fit", "connect-four", "--games", "5", "--simulations", "5", "--seed", "3", "--out"];
    spinney(&fit).arg(&out).assert().success();
    assert!(svg.is_file() && tree.is_file() && out.is_file());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn zero_has_no_sign() {
    let text = stdout(&["show", "tree:(-0 1)", "--moves", "a"]);
    assert!(text.contains("over: ") && !text.contains(" -0"), "{text}");
    let empty = std::env::temp_dir().join(format!("spinney-empty-{}.toml", std::process::id()));
    std::fs::write(&empty, "").unwrap();
    let text = stdout(&["check", "--records", empty.to_str().unwrap()]);
    std::fs::remove_file(empty).unwrap();
    assert!(text.contains("0 records, 0 points in all"), "{text}");
}
