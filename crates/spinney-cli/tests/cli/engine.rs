//! `engine`: another program at the table.

use std::process::Command;

use serde_json::{Value, json};

use super::spinney;

/// The responses of the engine to these requests.
fn converse(game: &str, requests: &[Value]) -> Vec<Value> {
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    answers(game, input.as_bytes())
}

fn answers(game: &str, input: &[u8]) -> Vec<Value> {
    let args = ["engine", game, "--simulations", "50", "--threads", "1", "--seed", "3", "--quiet"];
    let run = spinney(&args).write_stdin(input).assert().success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_kind<'a>(answers: &'a [Value], kind: &str) -> Vec<&'a Value> {
    answers.iter().filter(|answer| answer["is"] == kind).collect()
}

#[test]
fn a_client_is_mr_x_and_sees_everything() {
    let said = converse("scotland-yard-grid", &[json!({"do": "new", "seats": {"mr-x": "client"}})]);
    assert_eq!(said[0]["is"], "ready");
    assert_eq!(said[0]["protocol"], 2);
    assert_eq!(said[1]["seats"]["mr-x"], "client");
    assert_eq!(said[2]["is"], "turn");
    assert!(!said[2]["position"].as_str().unwrap().contains("x=?"), "{}", said[2]);
    let first = said[2]["moves"][0].clone();
    let requests = [json!({"do": "new", "seats": {"mr-x": "client"}, "seed": 3}), json!({"do": "move", "move": first})];
    let said = converse("scotland-yard-grid", &requests);
    let moved = of_kind(&said, "moved");
    assert_eq!(moved.len(), 2, "two agents answer: {said:?}");
    assert!(moved.iter().all(|moved| moved["seat"] == "agents" && moved["to"] == "mr-x"));
}

#[test]
fn a_client_among_the_agents_does_not_learn_where_mr_x_is() {
    let new = json!({"do": "new", "seats": {"agents": "client", "mr-x": "random"}, "seed": 5});
    let said = converse("scotland-yard-grid:reveal=3", &[new]);
    assert_eq!(of_kind(&said, "moved")[0]["observed"], "unseen");
    assert!(of_kind(&said, "turn")[0]["position"].as_str().unwrap().contains("x=?"));
    let new = json!({"do": "new", "seats": {"detectives": "client", "mr-x": "random"}, "seed": 5});
    let said = converse("scotland-yard", &[new, json!({"do": "show"}), json!({"do": "show", "as": "svg"})]);
    let observed = of_kind(&said, "moved")[0]["observed"].as_str().unwrap();
    assert!(["t", "b", "u", "x", "t2", "b2", "u2", "x2"].contains(&observed), "{observed}");
    assert!(of_kind(&said, "turn")[0]["position"].as_str().unwrap().starts_with("X:?"));
    let pictures = of_kind(&said, "picture");
    assert!(pictures[0]["text"].is_string() && pictures[0].get("svg").is_none());
    assert!(pictures[1]["svg"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn wrong_requests_are_answered_and_change_nothing() {
    let input = "no json\n{\"do\":\"dance\"}\n\n{\"do\":\"move\",\"move\":\"up\"}\n{\"do\":\"new\",\"seats\":{\"moon\":\"client\"}}\n\
                 {\"do\":\"new\",\"game\":\"chess\"}\n{\"do\":\"new\",\"time\":\"0s\"}\n{\"do\":\"new\",\"seats\":{\"mr-x\":\"client\"}}\n\
                 {\"do\":\"move\",\"move\":\"sideways\"}\n{\"do\":\"move\",\"move\":\"up\",\"seat\":\"agents\"}\n\
                 {\"do\":\"show\",\"seat\":\"agents\"}\n{\"do\":\"show\"}\n{\"do\":\"quit\"}\n{\"do\":\"show\"}\n";
    let said = answers("scotland-yard-grid", &[input.as_bytes(), b"\xff\n"].concat());
    let kinds: Vec<_> = said.iter().map(|answer| answer["is"].as_str().unwrap()).collect();
    let expected = [
        "ready", "error", "error", "error", "error", "error", "error", "started", "turn", "error", "error", "error",
        "picture",
    ];
    assert_eq!(kinds, expected, "{said:#?}");
    assert!(of_kind(&said, "error")[6]["message"].as_str().unwrap().contains("`sideways` is not a direction"));
}

#[test]
fn a_position_of_somebody_else_is_decided() {
    let position = "x=? agents=c2,d3 moves=3 next=agent-1 seen=c3 possible=c3";
    let said =
        converse("scotland-yard-grid", &[json!({"do": "search", "position": position, "agent": "ismcts:solver=true"})]);
    let decision = of_kind(&said, "decision")[0];
    assert_eq!((&decision["seat"], &decision["move"]), (&json!("agents"), &json!("down")), "{decision}");
    let over = "x=c3 agents=c3,d3 moves=3 next=caught-by-1 seen=c3 possible=c3";
    let said = converse("scotland-yard-grid", &[json!({"do": "search", "position": over})]);
    assert!(of_kind(&said, "error")[0]["message"].as_str().unwrap().contains("the game is over"));
}

#[test]
fn turns_of_several_and_of_nature() {
    let said = converse("kuhn-poker", &[json!({"do": "new", "seats": {"second": "client", "first": "random"}})]);
    assert_eq!(of_kind(&said, "moved")[0]["seat"], "chance");
    assert_eq!(of_kind(&said, "turn")[0]["seat"], "second");
}

#[test]
fn the_example_client_plays_to_the_end() {
    if Command::new("node").arg("--version").output().is_err() {
        eprintln!("skipped: there is no node here");
        return;
    }
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engine-client.mjs");
    for (game, seat) in [("scotland-yard-grid", "agents"), ("tic-tac-toe", "o")] {
        let run = Command::new("node").args([client, game, seat, env!("CARGO_BIN_EXE_spinney")]).output().unwrap();
        let text = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success() && text.contains("over:"), "{text}{}", String::from_utf8_lossy(&run.stderr));
    }
}

#[test]
fn keys_that_no_request_has_are_rejected() {
    let said = converse("tic-tac-toe", &[json!({"do": "new", "sede": 3}), json!({"do": "serach"})]);
    let errors: Vec<_> = of_kind(&said, "error").iter().map(|error| error["message"].as_str().unwrap()).collect();
    assert!(errors[0].starts_with("request `new` has no key `sede`, did you mean `seed`?"), "{errors:?}");
    assert!(errors[1].starts_with("no request `serach`, did you mean `search`?"), "{errors:?}");
}

#[test]
fn wrong_numbers_and_long_names_are_reported_in_plain_words() {
    let long = json!({ "do": "x".repeat(100_000) });
    let answers = converse("tic-tac-toe", &[json!({ "do": "new", "simulations": -1 }), long]);
    let message = |answer: &Value| answer["message"].as_str().unwrap().to_owned();
    assert!(message(&answers[1]).ends_with("expected a whole number, 0 or more"), "{}", answers[1]);
    assert!(message(&answers[2]).len() < 500 && message(&answers[2]).contains("characters"));
}

/// A line without end is given up, like a file without end.
#[cfg(unix)]
#[test]
fn a_request_without_end_is_given_up() {
    let zero = std::fs::File::open("/dev/zero").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_spinney"));
    let run = command.args(["engine", "tic-tac-toe", "--quiet"]).stdin(zero).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8(run.stderr).unwrap().contains("larger than 64 MiB"));
}
