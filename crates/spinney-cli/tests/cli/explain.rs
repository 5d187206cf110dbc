//! `explain` for Monte-Carlo tree search, and `search --tree`.

use std::path::PathBuf;

use serde_json::Value;

use super::{objects, spinney, squeezed, stderr_of, stdout};

const LESSON: [&str; 4] = ["explain", "tic-tac-toe", "--lesson", "article"];

/// The text of one cycle.
fn cycle(text: &str, number: usize) -> &str {
    let head = |number| format!("── cycle {number} ──");
    let rest = &text[text.find(&head(number)).unwrap()..];
    &rest[..rest.find(&head(number + 1)).or(rest.find("\nanswer")).unwrap()]
}

/// The printed lines of a cycle contain these, in this order.
fn says(text: &str, number: usize, expected: &[&str]) {
    let lines = squeezed(cycle(text, number));
    let mut rest = lines.iter();
    for part in expected {
        assert!(rest.any(|line| line.starts_with(part)), "cycle {number}: {part} is missing from {lines:#?}");
    }
}

/// Every number of the article.
#[test]
fn the_lesson_prints_the_numbers_of_the_article() {
    let text = stdout(&LESSON);
    for part in ["one of the sixteen positions that fit", "Two\nchoices are forced", "a3, a2, a1 and b1"] {
        assert!(text.contains(part), "{part}");
    }
    says(&text, 1, &["2. expansion: the root gets children for x: a1 b1 a2 a3", "continues to a2", "result: x 1, o 0"]);
    says(&text, 1, &["root x 0/0 → 1/1", "a2 x 0/0 → 1/1"]);
    says(
        &text,
        2,
        &["at the root, N = 1: x takes the highest", "a1 0/0 1.000 0.000 1.000", "b1 0/0 1.000 0.000 1.000 ◄"],
    );
    for number in [2, 4, 7, 8] {
        says(&text, number, &["2. expansion: ", "3. simulation: moves after the leaf: "]);
    }
    says(&text, 2, &["2. expansion: b1 is added to the tree (its own children come with its second visit)"]);
    says(&text, 4, &["c2 0/0 1.000 0.000 1.000 ◄ tied for the lowest value, chosen by the script"]);
    says(&text, 4, &["2. expansion: a2 c2 is added to the tree", "node payoff of before after"]);
    says(&text, 2, &["a2 1/1 1.000 0.000 1.000", "result: x 0.5, o 0.5", "root x 1/1 → 1.5/2", "b1 x 0/0 → 0.5/1"]);
    says(&text, 3, &["a1 0/0 1.000 0.000 1.000", "b1 0.5/1 0.500 0.833 1.333", "a2 1/1 1.000 0.833 1.833 ◄ highest"]);
    says(&text, 3, &["a3 0/0 1.000 0.000 1.000", "2. expansion: a2 gets children for o: a1 b1 c1 c2 a3 c3"]);
    says(&text, 6, &["Forced: O replies a1 again", "at a2, N = 3: o takes the lowest value"]);
    says(&text, 6, &["a1 1/1 1.000 1.048 2.048 ◄ forced by the script, against the rule"]);
    says(&text, 7, &["Forced: X tries a3", "a3 0/0 1.000 0.000 1.000 ◄ forced by the script, against the rule"]);
    says(&text, 8, &["a1 0/0 1.000 0.000 1.000", "b1 0.5/2 0.250 0.986 1.236", "a2 3/4 0.750 0.697 1.447 ◄ highest"]);
    says(&text, 8, &["a3 0/1 0.000 1.395 1.395", "at a2, N = 4: o takes the lowest value"]);
    says(&text, 8, &["a1 1.5/2 0.750 0.833 1.583", "b1 0/0 1.000 0.000 1.000 ◄ tied", "c1 0/0 1.000 0.000 1.000"]);
    says(&text, 8, &["c2 0.5/1 0.500 1.177 1.677", "a3 0/0 1.000 0.000 1.000", "c3 0/0 1.000 0.000 1.000"]);
    says(&text, 8, &["5. the tree now", "root 4.5/8", "├─ a2 4/5", "│ ├─ a1 1.5/2"]);
    assert!(text.contains("answer after 8 cycles: a2, most visits (5), mean 0.800"), "{text}");
    assert!(text.contains("next best: b1, 2 visits"), "{text}");
}

#[test]
fn a_lesson_can_be_shortened_and_put_under_another_rule() {
    let short = stdout(&[&LESSON[..], &["--cycles", "2"]].concat());
    assert!(short.contains("cycle 2") && !short.contains("cycle 3") && short.contains("answer after 2"));
    // If every move has to be tried first, the article's third cycle is against the rule.
    let error = stderr_of(&[&LESSON[..], &["--agent", "mcts:select=article,unvisited=first"]].concat(), 1);
    assert!(error.contains("article:") && error.contains("cycle 3") && error.contains("a2 1.833"), "{error}");
    assert!(stderr_of(&[&LESSON[..], &["--cycles", "9"]].concat(), 2).contains("8 cycles"));
    assert!(stderr_of(&["explain", "othello", "--lesson", "article"], 2).contains("about tic-tac-toe"));
    assert!(stderr_of(&["explain", "othello", "--lesson", "no-such.toml"], 1).contains("article"));
}

#[test]
fn json_gives_an_object_per_step() {
    let steps = objects(&["explain", "tic-tac-toe", "--cycles", "3", "--seed", "2"]);
    let names: Vec<&str> = steps.iter().map(|step| step["step"].as_str().unwrap()).collect();
    let cycle = ["selection", "expansion", "simulation", "update"];
    assert_eq!(names, [&["start"][..], &cycle, &cycle, &cycle, &["answer"]].concat());
    let start = &steps[0];
    assert_eq!((&start["values_of"], &start["seed"], &start["seats"][0]), (&"mover".into(), &2.into(), &"x".into()));
    let choice = &steps[5]["choices"][0];
    assert_eq!((&choice["visits"], &choice["player"], &choice["why"]), (&1.into(), &0.into(), &"unvisited".into()));
    let candidate = &choice["candidates"][0];
    for field in ["move", "visits", "sum", "mean", "value", "exploration", "uct", "proven", "eligible"] {
        assert!(candidate.get(field).is_some(), "{field} is missing from {candidate}");
    }
    assert_eq!(steps[2]["expanded"][0]["moves"].as_array().map(Vec::len), Some(9));
    assert!(steps[3]["moves"][0]["move"].is_string() && steps[3]["payoffs"].as_array().unwrap().len() == 2);
    let change = &steps[4]["changes"][0];
    assert_eq!((&change["before"]["visits"], &change["after"]["visits"]), (&0.into(), &1.into()));
    assert_eq!(steps[12]["tree"]["visits"], 3);
    let answer = steps.last().unwrap();
    assert!(answer["best"]["move"].is_string() && answer["reason"] == "most-visits" && answer["cycles"] == 3);
}

#[test]
fn explain_and_search_build_the_same_tree() {
    let explained = objects(&["explain", "connect-four", "--cycles", "60", "--seed", "4"]);
    let args = ["search", "connect-four", "--simulations", "60", "--seed", "4", "--threads", "1"];
    let searched = &objects(&args)[0];
    assert_eq!(explained.last().unwrap()["candidates"], searched["moves"]);
}

#[test]
fn every_rule_of_mcts_is_told_and_other_agents_are_refused() {
    for rule in
        ["select=ucb1-tuned", "select=ucb-v", "select=thompson", "select=puct", "amaf=rave", "amaf=grave", "widen-k=1"]
    {
        let agent = format!("mcts:{rule}");
        let text = stdout(&["explain", "connect-four", "--agent", &agent, "--cycles", "12", "--seed", "1"]);
        assert!(text.contains("cycle 12") && text.contains("answer after 12 cycles"), "{text}");
    }
    let error = stderr_of(&["explain", "tic-tac-toe", "--agent", "random"], 2);
    assert!(error.contains("can be explained, `random` cannot"), "{error}");
    assert!(stderr_of(&["explain", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"], 2).contains("to move"));
    let proven = stdout(&["explain", "tic-tac-toe", "--moves", "a1 a2 b1 b2", "--cycles", "500", "--seed", "1"]);
    assert!(proven.contains("answer after") && proven.contains("proven"), "{proven}");
}

/// A file for one test, removed at its end.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("spinney-{}-{name}", std::process::id())))
    }

    pub(super) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn search_writes_its_tree_as_json_and_dot() {
    let search = |file: &str| {
        let args = ["search", "tic-tac-toe", "--simulations", "200", "--seed", "1", "--threads", "1", "--tree", file];
        spinney(&args).assert().success();
        std::fs::read_to_string(file).unwrap()
    };
    let (json, dot) = (Scratch::new("tree.json"), Scratch::new("tree.dot"));
    let tree: Value = serde_json::from_str(&search(json.path())).unwrap();
    assert_eq!(tree["tree"]["visits"], 200);
    assert_eq!(tree["tree"]["children"].as_array().unwrap().len(), 9);
    assert!(tree["tree"]["children"][0]["move"].is_string() && tree["seats"][1] == "o");
    let text = search(dot.path());
    assert!(
        text.starts_with("digraph tree {") && text.contains("n0 -> n1;") && text.contains("\\n200 visits"),
        "{text}"
    );
    let ask = |more: &[&str]| stderr_of(&[&["search", "tic-tac-toe", "--simulations", "9"], more].concat(), 2);
    assert!(ask(&["--tree", "tree.png"]).contains(".json or .dot"));
    assert!(ask(&["--agent", "random", "--tree", "tree.dot"]).contains("keeps no tree"));
}
