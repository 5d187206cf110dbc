//! `explain`, `uct` and `search --tree`.

use std::path::PathBuf;

use serde_json::Value;

use super::{objects, spinney, stderr_of, stdout};

const LESSON: [&str; 4] = ["explain", "tic-tac-toe", "--lesson", "article"];

/// The text of one cycle.
fn cycle(text: &str, number: usize) -> &str {
    let head = |number| format!("── cycle {number} ──");
    let rest = &text[text.find(&head(number)).unwrap()..];
    &rest[..rest.find(&head(number + 1)).or(rest.find("\nanswer")).unwrap()]
}

/// Lines without their runs of spaces.
fn squeezed(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
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
    says(&text, 1, &["2. expansion: the root gets children for x: a1 b1 a2 a3", "on to a2", "result: x 1, o 0"]);
    says(&text, 1, &["root x 0/0 → 1/1", "a2 x 0/0 → 1/1"]);
    says(
        &text,
        2,
        &["at the root, N = 1: x takes the highest", "a1 0/0 1.000 0.000 1.000", "b1 0/0 1.000 0.000 1.000 ◄"],
    );
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

#[test]
fn uct_works_out_the_example_of_the_article() {
    let args = ["uct", "3/6", "10/12", "1/2", "--visits", "20", "--c", "1"];
    let lines = squeezed(&stdout(&args));
    let expected = ["3/6 0.500 0.707 1.207", "10/12 0.833 0.500 1.333", "1/2 0.500 1.224 1.724 ◄ highest"];
    assert_eq!(lines[2..], expected);
    assert_eq!(objects(&args)[0]["children"][2]["eligible"], true);
    // A child that was never visited counts 1; below the third node it is more than the one that was.
    let article = ["--agent", "mcts:select=article"];
    let root = squeezed(&stdout(&[&["uct", "3/6", "10/12", "1/2", "0/0", "--visits", "20"], &article[..]].concat()));
    assert_eq!(root[4..], ["1/2 0.500 1.224 1.724 ◄ highest", "0/0 1.000 0.000 1.000"]);
    let below = squeezed(&stdout(&[&["uct", "0/1", "0/0", "--visits", "2"], &article[..]].concat()));
    assert_eq!(below[2..], ["0/1 0.000 0.833 0.833", "0/0 1.000 0.000 1.000 ◄ highest"]);
    assert!(stderr_of(&["uct", "3"], 2).contains("V/N"));
    assert!(stderr_of(&["uct", "9/2"], 2).contains("from 0 to n"));
}

#[test]
fn uct_shows_the_choice_of_the_opponent() {
    let children = ["uct", "1.5/2", "0.5/1", "0/0", "--visits", "4", "--agent"];
    let lowest = squeezed(&stdout(&[&children[..], &["mcts:select=article", "--opponent"]].concat()));
    assert_eq!(lowest[2..], ["1.5/2 0.750 0.833 1.583", "0.5/1 0.500 1.177 1.677", "0/0 1.000 0.000 1.000 ◄ lowest"]);
    // With any other rule each node counts for the player who moved there, who takes the highest.
    let own = squeezed(&stdout(&[&children[..], &["mcts:c=1", "--opponent"]].concat()));
    assert_eq!(own[4], "0/0 ◄ unvisited first");
}

/// The tree of the lecture, in which 5/9 is the root.
const FIGURE: &str = "5/9 (4/6 (0/1 4/5 (1/2 3/3)) 0/1 1/2 (0/1 1/1))";

#[test]
fn a_tree_from_paper_is_read_and_gets_a_cycle() {
    let look = squeezed(&stdout(&["uct", FIGURE]));
    assert_eq!(look[1..4], ["root 5/9", "├─ a 4/6", "│ ├─ a 0/1"]);
    assert!(!look.iter().any(|line| line.starts_with("4. update")));
    let cycle = squeezed(&stdout(&["uct", FIGURE, "--agent", "mcts:select=article", "--result", "1"]));
    let mut rest = cycle.iter();
    for part in [
        "at the root, N = 9: the player to move takes the highest value",
        "c 1/2 0.500 1.048 1.548 ◄ highest",
        "at c, N = 2: the opponent takes the lowest value",
        "a 0/1 0.000 0.833 0.833 ◄ lowest",
        "2. expansion: a gets a child",
        "root: 5/9 → 6/10",
        "c: 1/2 → 2/3",
        "a: 0/1 → 1/2",
        "new: 0/0 → 1/1",
        "root 6/10",
    ] {
        assert!(rest.any(|line| line == part), "{part} is missing from {cycle:#?}");
    }
    let object = &objects(&["uct", FIGURE, "--agent", "mcts:select=article", "--result", "0"])[0];
    assert_eq!((&object["tree_after"]["visits"], &object["tree_after"]["sum"]), (&10.into(), &5.0.into()));
    assert_eq!((&object["selection"][1]["takes"], &object["selection"][1]["chosen"]), (&"lowest".into(), &"a".into()));
    // By any other rule v counts for the player who moved there.
    let own = &objects(&["uct", "9/10 (x=1/4 y=3/6)", "--agent", "mcts:c=1", "--result", "1"])[0];
    assert_eq!(own["update"][0]["after"], serde_json::json!([9.0, 11]), "the root counts for the opponent");
    assert_eq!(own["update"][1]["after"], serde_json::json!([4.0, 7]));
}

#[test]
fn wrong_trees_are_refused() {
    let refusal = |tree: &str| stderr_of(&["uct", tree], 2);
    for (tree, part) in [
        ("5/9 (4/6", "brackets"),
        ("5/9 )(", "brackets"),
        ("(1/2)", "brackets"),
        ("5/9 ()", "brackets"),
        ("1/1 2/2 (1/1)", "one root"),
        ("5/9 (4)", "no node"),
        ("5/9 (7/6)", "from 0 to n"),
        ("5/9 (a=1/2 a=1/3)", "called `a`"),
    ] {
        assert!(refusal(tree).contains(part), "{tree}: {}", refusal(tree));
    }
    assert!(stderr_of(&["uct", "1/2", "--result", "1"], 2).contains("tree"));
    assert!(stderr_of(&["uct", FIGURE, "--result", "2"], 2).contains("0 to 1"));
    assert!(stderr_of(&["uct", FIGURE, "--opponent"], 2).contains("in turn"));
}

/// A file for one test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("spinney-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
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

const LECTURE: &str = "tree:((3 12 8) (2 4 6) (14 5 2))";
const DICE: &str = "tree:((chance 1:(min 2 2) 1:(min 2 1)) (chance 1:(min 0 1) 1:(min 1 1)))";

#[test]
fn alpha_beta_is_told_node_by_node() {
    let text = stdout(&["explain", LECTURE, "--agent", "alpha-beta", "--seed", "1"]);
    let lines = squeezed(&text);
    let mut rest = lines.iter();
    for part in [
        "root max (−∞, +∞)",
        "a min (−∞, +∞)",
        "a = 3",
        "b = 12",
        "c = 8",
        "a = 3",
        "b min (3, +∞)",
        "a = 2",
        "cut: 2 ≤ α = 3: max has better above and will not come here; left out: b c",
        "b ≤ 2",
        "root = 3",
        "answer: a, value 3",
        "10 nodes, 7 of 9 leaves looked at",
    ] {
        assert!(rest.any(|line| line == part), "{part} is missing from {lines:#?}");
    }
}

/// The lines contain these, in this order.
fn in_order(text: &str, expected: &[&str]) {
    let lines = squeezed(text);
    let mut rest = lines.iter();
    for part in expected {
        assert!(rest.any(|line| line == part), "{part} is missing from {lines:#?}");
    }
}

const NAMED: &str = "tree:(a1=(b1=3 b2=12 b3=8) a2=(c1=2 c2=4 c3=6) a3=(d1=14 d2=5 d3=2))";

#[test]
fn minimax_is_traced_comparison_by_comparison() {
    in_order(
        &stdout(&["explain", NAMED, "--agent", "minimax"]),
        &[
            "root max",
            "a1 min",
            "b1 = 3: best so far",
            "b2 = 12, not below 3: b1 stays",
            "a1 = 3: best so far",
            "a2 min",
            "a2 = 2, not above 3: a1 stays",
            "d2 = 5, below 14: best so far",
            "a3 = 2, not above 3: a1 stays",
            "root = 3",
            "answer: a1, value 3",
            "expected play: a1 b1",
            "12 nodes, 9 leaves looked at",
        ],
    );
    let equal = stdout(&["explain", "tree:(max 1 2 2)", "--agent", "minimax"]);
    in_order(&equal, &["c = 2, equal to 2: b stays, the first of equal moves", "answer: b, value 2"]);
    // Every player for itself: payoffs of all.
    let three = stdout(&["explain", "tree:(p0 (p1 [5 1 0] [1 2 0]) (p2 [9 9 0] [3 0 1]))", "--agent", "minimax"]);
    in_order(&three, &["a p1", "b = [1 2 0], above 1: best so far", "b = [3 0 1], above 1: best so far"]);
    in_order(&three, &["answer: b, value [3 0 1]"]);
}

#[test]
fn expectiminimax_is_traced_with_its_sums() {
    let coins = "tree:((chance 1:(min 2 4) 1:(min 7 4)) (chance 1:(min 6 0) 1:(min 5 -2)))";
    in_order(
        &stdout(&["explain", coins, "--agent", "minimax"]),
        &[
            "a chance",
            "with 0.5: a min",
            "with 0.5: a = 2, sum 1",
            "with 0.5: b = 4, sum 3",
            "a = 3: best so far",
            "with 0.5: b = −2, sum −1",
            "b = −1, not above 3: a stays",
            "root = 3",
            "answer: a, value 3",
        ],
    );
}

#[test]
fn minimax_stops_refuses_and_prints_json() {
    let text = stdout(&["explain", "connect-four", "--agent", "minimax:depth=2", "--nodes", "20"]);
    assert!(text.contains("20 nodes") && text.contains("no answer yet") && text.contains("stopped early"), "{text}");
    let shallow = stdout(&["explain", "connect-four", "--agent", "minimax:depth=1"]);
    assert!(shallow.contains("7 nodes, 7 leaves") && shallow.contains("by evaluation: best so far"), "{shallow}");
    assert!(stderr_of(&["explain", NAMED, "--agent", "minimax", "--cycles", "3"], 2).contains("--nodes"));
    assert!(stderr_of(&["explain", "kuhn-poker", "--agent", "minimax"], 2).contains("hidden information"));
    let steps = objects(&["explain", NAMED, "--agent", "minimax"]);
    let compared: Vec<&Value> = steps.iter().filter(|step| step["step"] == "compare" && step["ply"] == 0).collect();
    let taken: Vec<_> = compared.iter().map(|step| step["taken"].as_bool().unwrap()).collect();
    assert_eq!(taken, [true, false, false]);
    let answer = steps.last().unwrap();
    assert_eq!((&answer["best"], &answer["payoffs"]), (&"a1".into(), &vec![3.0, -3.0].into()));
}

#[test]
fn chance_turns_are_told_with_their_intervals() {
    let traced = |bounds: &str| {
        let agent = format!("alpha-beta:bounds={bounds}");
        objects(&["explain", DICE, "--agent", &agent, "--seed", "1"])
    };
    let (bounded, unbounded) = (traced("-2..2"), traced("none"));
    let last = |objects: &[Value]| objects.last().unwrap()["leaves"].as_u64().unwrap();
    assert_eq!((last(&bounded), last(&unbounded)), (5, 7));
    let cut = bounded.iter().find(|object| object["reason"] == "chance-below").unwrap();
    assert_eq!((&cut["value"], &cut["against"]), (&Value::from(1.0), &Value::from(1.5)));
    let intervals = |objects: &[Value]| -> Vec<(Value, Value)> {
        let intervals = objects.iter().filter(|object| object["step"] == "interval");
        intervals.map(|object| (object["low"].clone(), object["high"].clone())).collect()
    };
    let interval = |low: f64, high: f64| (Value::from(low), Value::from(high));
    assert_eq!(intervals(&bounded), [interval(0.0, 2.0), interval(1.5, 1.5), interval(-2.0, 1.0)]);
    // Null is an infinity.
    assert_eq!(intervals(&unbounded).last(), Some(&(Value::Null, Value::from(0.5))));
}

#[test]
fn told_searches_stop_and_refuse() {
    let agent = "alpha-beta:depth=4";
    let text = stdout(&["explain", "connect-four", "--agent", agent, "--nodes", "20", "--seed", "1"]);
    assert!(text.contains("20 nodes") && text.contains("stopped early"), "{text}");
    let error = stderr_of(&["explain", "connect-four", "--agent", "alpha-beta", "--cycles", "3"], 2);
    assert!(error.contains("--nodes"), "{error}");
}

const BRIDGE: [&str; 6] = ["explain", "bridge-play:cards=4", "--agent", "pimc:determinizations=6", "--seed", "3"];

#[test]
fn determinizations_are_traced_with_their_means() {
    let steps = objects(&BRIDGE);
    let samples = &steps[1..steps.len() - 1];
    assert_eq!((samples.len(), &steps[0]["step"]), (6, &"start".into()));
    let moves = |sample: &Value| sample["moves"].as_array().unwrap().clone();
    for (place, first) in moves(&samples[0]).iter().enumerate() {
        let values = samples.iter().map(|sample| moves(sample)[place]["value"].as_f64().unwrap());
        for (count, sample) in samples.iter().enumerate() {
            let mean = values.clone().take(count + 1).sum::<f64>() / (count + 1) as f64;
            let told = moves(sample)[place]["mean"].as_f64().unwrap();
            assert!((told - mean).abs() < 1e-9, "{} after {}: {told}, not {mean}", first["move"], count + 1);
        }
    }
    let text = stdout(&BRIDGE);
    in_order(&text, &["── determinization 1 ──", "── determinization 6 ──"]);
    assert!(text.contains("the best on average") && text.contains("◄ best mean"), "{text}");
}

#[test]
fn explained_and_searched_determinizations_agree() {
    let explained = objects(&[&BRIDGE[..], &["--nodes", "60000"]].concat());
    let search = [&["search"], &BRIDGE[1..], &["--simulations", "60000"]].concat();
    let searched = &objects(&search)[0];
    let answer = explained.last().unwrap();
    assert_eq!((&answer["best"], &answer["candidates"]), (&searched["best"], &searched["moves"]));
}

/// The seat holds a jack: whatever the other one holds, the output is the same.
#[test]
fn nothing_hidden_is_told() {
    for more in [&[][..], &["--json"]] {
        let told = |deal: &str| {
            stdout(&[&["explain", "kuhn-poker", "--moves", deal, "--agent", "pimc", "--seed", "1"], more].concat())
        };
        assert_eq!(told("JQ"), told("JK"));
        assert!(told("JQ").contains("determinization"));
    }
}

#[test]
fn pimc_refuses_what_it_cannot_explain() {
    assert!(stderr_of(&["explain", "tic-tac-toe", "--agent", "pimc"], 2).contains("perfect information"));
    let error = stderr_of(&["explain", "kuhn-poker", "--moves", "JQ", "--agent", "pimc", "--cycles", "3"], 2);
    assert!(error.contains("determinizations=N"), "{error}");
    assert!(stderr_of(&["explain", "kuhn-poker", "--agent", "pimc"], 2).contains("to move"));
    assert!(stderr_of(&["explain", "kuhn-poker", "--moves", "JQ"], 2).contains("pimc"));
    let few =
        stdout(&["explain", "bridge-play", "--agent", "pimc:determinizations=2", "--seed", "1", "--nodes", "500"]);
    assert!(few.contains("2 of 2 were not searched to the end"), "{few}");
}
