//! `engine`: another program at the table.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

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
    assert_eq!(said[0]["protocol"], 3);
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

/// Both players once were told both cards.
#[test]
fn the_deal_shows_a_player_its_own_card_only() {
    for (seat, other) in [("first", "second"), ("second", "first")] {
        let said = converse("kuhn-poker", &[json!({"do": "new", "seats": {seat: "client", other: "random"}})]);
        let deal = of_kind(&said, "moved")[0];
        assert_eq!((&deal["seat"], &deal["to"]), (&json!("chance"), &json!(seat)));
        let card = deal["observed"].as_str().unwrap();
        assert!(["J", "Q", "K"].contains(&card), "{deal}");
        let position = of_kind(&said, "turn")[0]["position"].as_str().unwrap();
        let (own, hidden) = if seat == "first" { (0, 1) } else { (1, 0) };
        assert_eq!((&position[own..=own], &position[hidden..=hidden]), (card, "?"), "{position}");
    }
}

/// What `turn` writes, `search` reads.
#[test]
fn positions_that_the_engine_writes_can_be_searched() {
    for (game, seat) in [
        ("kuhn-poker", "first"),
        ("kuhn-poker", "second"),
        ("bridge-play", "defence"),
        ("bridge-play", "declarer"),
        ("scotland-yard", "detectives"),
        ("scotland-yard-grid", "agents"),
    ] {
        let said = converse(game, &[json!({"do": "new", "seats": {seat: "client"}})]);
        let seats = &said[1]["seats"];
        assert_eq!(seats[seat], "client", "{game}: {said:?}");
        let position = of_kind(&said, "turn")[0]["position"].clone();
        let said = converse(game, &[json!({"do": "search", "position": position, "agent": "ismcts", "id": 1})]);
        let decision = of_kind(&said, "decision");
        assert_eq!(decision.len(), 1, "{game}, {position}: {said:?}");
        assert_eq!((&decision[0]["seat"], &decision[0]["id"]), (&json!(seat), &json!(1)));
    }
}

#[test]
fn a_drawn_seed_is_told_at_the_end_and_does_not_follow_from_the_last() {
    let run = |seed: &[&str]| {
        let requests: String = (0..2)
            .map(|_| json!({"do": "new", "seats": {"first": "random", "second": "random"}}).to_string() + "\n")
            .collect();
        let args = [&["engine", "kuhn-poker", "--simulations", "10", "--quiet"], seed].concat();
        let run = spinney(&args).write_stdin(requests.as_bytes()).assert().success();
        let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let seeds = |said: &[Value], kind| of_kind(said, kind).iter().map(|it| it["seed"].as_u64()).collect::<Vec<_>>();
    let drawn = run(&[]);
    assert_eq!(seeds(&drawn, "started"), [None, None]);
    let [Some(first), Some(second)] = seeds(&drawn, "over")[..] else { panic!("{drawn:?}") };
    assert!(first.abs_diff(second) > 1, "{first} {second}");
    let chosen = run(&["--seed", "7"]);
    assert_eq!(seeds(&chosen, "started"), [Some(7), Some(8)]);
    assert_eq!(seeds(&chosen, "over"), [Some(7), Some(8)]);
}

#[test]
fn hints_undo_and_the_evidence_of_an_agents_move() {
    let new = json!({"do": "new", "seats": {"x": "client", "o": "mcts"}, "id": "game"});
    let requests =
        [new, json!({"do": "hint"}), json!({"do": "move", "move": "b2"}), json!({"do": "undo"}), json!({"do": "undo"})];
    let said = converse("tic-tac-toe", &requests);
    let kinds: Vec<_> = said.iter().map(|reply| reply["is"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["ready", "started", "turn", "decision", "moved", "turn", "undone", "turn", "error"]);
    assert!(said[1]["id"] == "game" && said[2]["id"] == "game" && said[3].get("id").is_none());
    assert!(said[3]["candidates"].as_array().unwrap().len() == 9 && said[3].get("seed").is_none(), "{}", said[3]);
    assert!(said[4]["simulations"].as_u64() > Some(0) && said[4]["pv"].is_array(), "{}", said[4]);
    assert_eq!(said[7]["position"], said[2]["position"]);
    assert_eq!(said[8]["message"], "there is nothing to undo");
}

/// Nobody looks around a corner and goes back.
#[test]
fn a_seat_that_has_learnt_something_cannot_undo() {
    let new = json!({"do": "new", "seats": {"agents": "client", "mr-x": "random"}, "seed": 5});
    let said = converse("scotland-yard-grid", std::slice::from_ref(&new));
    let first = of_kind(&said, "turn")[0]["moves"][0].clone();
    let undo = json!({"do": "undo"});
    let said = converse("scotland-yard-grid", &[new.clone(), json!({"do": "move", "move": first}), undo.clone()]);
    assert_eq!(of_kind(&said, "undone").len(), 1, "the other agent is the same player: {said:?}");
    let second = of_kind(&said, "turn")[1]["moves"][0].clone();
    let moves = [first, second].map(|mv| json!({"do": "move", "move": mv}));
    let said = converse("scotland-yard-grid", &[&[new], &moves[..], std::slice::from_ref(&undo)].concat());
    assert!(of_kind(&said, "error")[0]["message"].as_str().unwrap().contains("you would know more"), "{said:?}");
    // Mr. X sees everything, so there is nothing to learn for him.
    let new = json!({"do": "new", "seats": {"mr-x": "client", "agents": "random"}, "seed": 5});
    let said = converse("scotland-yard-grid", std::slice::from_ref(&new));
    let mv = json!({"do": "move", "move": of_kind(&said, "turn")[0]["moves"][0]});
    assert_eq!(of_kind(&converse("scotland-yard-grid", &[new, mv, undo]), "undone").len(), 1);
}

#[test]
fn the_client_throws_the_dice() {
    let said = converse("pig", &[json!({"do": "new", "chance": "client"}), json!({"do": "move", "move": "roll"})]);
    let outcomes = of_kind(&said, "chance")[0]["outcomes"].as_array().unwrap().clone();
    let sum: f64 = outcomes.iter().map(|outcome| outcome["probability"].as_f64().unwrap()).sum();
    assert!(outcomes.len() == 6 && (sum - 1.0).abs() < 1e-9, "{outcomes:?}");
    let roll = json!({"do": "chance", "outcome": outcomes[4]["outcome"]});
    let requests = [json!({"do": "new", "chance": "client"}), json!({"do": "move", "move": "roll"}), roll.clone()];
    let said = converse("pig", &requests);
    assert_eq!(of_kind(&said, "moved").last().unwrap()["observed"], outcomes[4]["outcome"], "{said:?}");
    let early = converse("pig", &[json!({"do": "new", "chance": "client"}), roll]);
    assert_eq!(of_kind(&early, "error")[0]["message"], "it is not a chance turn");
    let secret = converse("kuhn-poker", &[json!({"do": "new", "chance": "client"})]);
    assert!(of_kind(&secret, "error")[0]["message"].as_str().unwrap().contains("may be secret"), "{secret:?}");
}

#[test]
fn several_positions_and_reports_and_stop() {
    let requests =
        [["4", "44", "444"], ["9", "4", "4"]].map(|positions| json!({"do": "search", "positions": positions, "id": 1}));
    let said = converse("connect-four", &requests);
    let indices: Vec<_> = of_kind(&said, "decision").iter().map(|it| it["index"].clone()).collect();
    assert_eq!(indices, [json!(0), json!(1), json!(2)]);
    assert!(of_kind(&said, "error")[0]["message"].as_str().unwrap().starts_with("positions[0]: "), "{said:?}");
    // A search without an end of its own, which reports and is stopped.
    let mut engine = Command::new(env!("CARGO_BIN_EXE_spinney"))
        .args(["engine", "go", "--threads", "1", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut to, from) = (engine.stdin.take().unwrap(), BufReader::new(engine.stdout.take().unwrap()));
    let mut replies = from.lines().map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    assert_eq!(replies.next().unwrap()["is"], "ready");
    let position = spinney(&["show", "go", "--json"]).assert().success().get_output().stdout.clone();
    let position: Value = serde_json::from_slice(&position).unwrap();
    let request = json!({"do": "search", "positions": [position["position"], position["position"]], "time": "10m",
                         "report_every": "20ms", "id": "long"});
    writeln!(to, "{request}").unwrap();
    let progress = replies.next().unwrap();
    assert_eq!((&progress["is"], &progress["id"], &progress["index"]), (&json!("progress"), &json!("long"), &json!(0)));
    writeln!(to, "{}", json!({"do": "stop", "of": "long", "id": 2})).unwrap();
    let rest: Vec<Value> = replies.by_ref().skip_while(|reply| reply["is"] == "progress").take(2).collect();
    assert_eq!((&rest[0]["is"], &rest[0]["running"], &rest[0]["id"]), (&json!("stopped"), &json!(true), &json!(2)));
    assert_eq!((&rest[1]["is"], &rest[1]["index"]), (&json!("decision"), &json!(0)), "the second position is left out");
    writeln!(to, "{}", json!({"do": "quit"})).unwrap();
    assert!(replies.next().is_none() && engine.wait().unwrap().success());
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
