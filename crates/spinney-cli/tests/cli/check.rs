//! `check`.

use super::{objects, spinney, stderr_of};
use serde_json::{Value, json};

#[test]
fn a_legal_line_is_scored() {
    let object = &objects(&["check", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"])[0];
    assert_eq!(object["legal"], true);
    assert_eq!(object["terminal"], true);
    assert_eq!(object["score"], 1.0);
    assert_eq!(object["error_at"], Value::Null);
    let unfinished = &objects(&["check", "tic-tac-toe", "--moves", "a1"])[0];
    assert_eq!((&unfinished["terminal"], &unfinished["score"]), (&json!(false), &Value::Null));
}

#[test]
fn an_illegal_line_is_located_and_fails() {
    let run = spinney(&["check", "tic-tac-toe", "--moves", "a1 a1", "--json"]).assert().code(1);
    let object: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!((&object["legal"], &object["error_at"]), (&json!(false), &json!(1)));
    assert!(object["error"].as_str().unwrap().contains("a1"));
}

#[test]
fn a_file_is_checked_line_by_line() {
    let lines = "# two lines\n\na1 a2 b1 b2 c1\nb2 b9\n";
    let run = spinney(&["check", "tic-tac-toe", "--solutions", "-", "--json"]).write_stdin(lines).assert().code(1);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let verdicts: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(verdicts.len(), 2);
    assert_eq!((&verdicts[0]["line"], &verdicts[0]["legal"]), (&json!(3), &json!(true)));
    assert_eq!((&verdicts[1]["line"], &verdicts[1]["error_at"]), (&json!(4), &json!(1)));
}

#[test]
fn a_missing_file_and_missing_lines_are_told() {
    assert!(stderr_of(&["check", "tic-tac-toe", "--solutions", "no-such-file"], 1).contains("no-such-file"));
    stderr_of(&["check", "tic-tac-toe"], 2);
}

#[test]
fn records_are_replayed_and_their_scores_compared() {
    let file = std::env::temp_dir().join(format!("spinney-check-{}.toml", std::process::id()));
    let path = file.to_str().unwrap();
    let game = "samegame:rows=2,cols=2,colours=1";
    let record = |score: &str, line: &str| {
        let rest = "date = \"2026-11-15\"\nagent = \"nrpa\"\nbudget = \"1s\"\nseed = 1\n";
        let text = format!("[[record]]\ngame = \"{game}\"\nscore = {score}\n{rest}line = \"{line}\"\n");
        std::fs::write(&file, text).unwrap();
    };
    record("1004.0", "0,1");
    let object = &objects(&["check", "--records", path])[0];
    assert_eq!((&object["game"], &object["legal"]), (&json!(game), &json!(true)));
    assert_eq!((&object["score"], &object["said"]), (&json!(1004.0), &json!(1004.0)));
    assert_eq!(objects(&["check", game, "--records", path]).len(), 1);
    assert!(stderr_of(&["check", "samegame:board=2", "--records", path], 1).contains("no record"));
    record("1005.0", "0,1");
    let run = spinney(&["check", "--records", path]).assert().code(1);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.contains("the file says 1005"), "{text}");
    record("1004.0", "0,1 0,0");
    let run = spinney(&["check", "--records", path]).assert().code(1);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.contains("illegal at move 2"), "{text}");
    std::fs::write(&file, "nonsense").unwrap();
    assert!(stderr_of(&["check", "--records", path], 1).contains(path));
    std::fs::remove_file(&file).unwrap();
    assert!(stderr_of(&["check", "--records", path], 1).contains("no such file"));
}
