//! `explain` for alpha-beta, minimax and perfect-information Monte Carlo.

use serde_json::Value;

use super::{in_order, objects, squeezed, stderr_of, stdout};

/// The line that begins with this text.
fn line_of<'t>(lines: &'t [String], start: &str) -> &'t str {
    lines.iter().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no {start} in {lines:#?}"))
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
        "cut: 2 ≤ α = 3: max has better above and will not come here; pruned: b c",
        "b ≤ 2",
        "root = 3",
        "answer: a, value 3",
        "PV: a a",
        "10 nodes, 7 of 9 leaves visited",
    ] {
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
            "PV: a1 b1",
            "12 nodes, 9 leaves visited",
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

/// A branch ends where the evaluation is clear, which costs fewer nodes.
#[test]
fn a_cut_off_by_value_saves_nodes() {
    let nodes = |cutoff: &str| {
        let agent = format!("minimax:depth=4,cutoff={cutoff}");
        let search = ["search", "connect-four", "--moves", "4 4 3 3", "--agent", &agent, "--seed", "1"];
        objects(&search)[0]["simulations"].as_u64().unwrap()
    };
    assert_eq!((nodes("0.7"), nodes("none")), (1_540, 2_548));
    let text = stdout(&["explain", "connect-four", "--moves", "4 4 3 3", "--agent", "minimax:depth=2,cutoff=0.8"]);
    in_order(
        &text,
        &["5 = 0.834 by evaluation, beyond the cut-off, above 0.821: best so far", "answer: 5, value 0.834"],
    );
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
fn cuts_are_printed_with_their_true_reasons() {
    let cuts = |tree: &str, agent: &str| -> Vec<String> {
        let lines = squeezed(&stdout(&["explain", tree, "--agent", agent, "--seed", "1"]));
        lines.into_iter().filter(|line| line.starts_with("cut:")).collect()
    };
    assert_eq!(
        cuts(DICE, "alpha-beta:bounds=none"),
        ["cut: 1 ≤ α = 3: too little even for the mean: b would have to exceed 3 to reach 1.5; pruned: b"]
    );
    assert_eq!(
        cuts("tree:((3 12) (3 4))", "alpha-beta"),
        ["cut: 3 ≤ α = 3: max already has as much above and need not come here; pruned: b"]
    );
    assert_eq!(
        cuts("tree:((3 -5 2) (4 5))", "alpha-beta")[0],
        "cut: −5 is the best payoff that min can get; pruned: c"
    );
    assert_eq!(cuts("tree:(max 7 1)", "alpha-beta"), ["cut: 7 is the best payoff that max can get; pruned: b"]);
}

const NOISY: &str = "tree:(a=1 b=(~2 !x=-1 !y=-5 z=2) c=(~0 !x=-1 !y=-5 z=0))";

#[test]
fn the_trace_goes_on_beyond_the_horizon() {
    let args = ["explain", NOISY, "--agent", "alpha-beta:depth=1,quiescence=1", "--seed", "1"];
    in_order(
        &stdout(&args),
        &[
            "a = 1",
            "b min beyond the horizon (1, +∞)",
            "stand pat 2",
            "x = −1",
            "cut: −1 ≤ α = 1: max has better above and will not come here; pruned: y",
            "b ≤ −1",
            "c min beyond the horizon (1, +∞)",
            "stand pat 0",
            "cut: 0 ≤ α = 1: max has better above and will not come here; pruned: x y",
            "c ≤ 0",
            "answer: a, value 1",
        ],
    );
    let steps = objects(&args);
    let stood: Vec<&Value> = steps.iter().filter(|step| step["step"] == "stand-pat").collect();
    assert_eq!((stood.len(), &stood[0]["value"]), (2, &2.0.into()));
    assert!(steps.iter().any(|step| step["kind"] == "quiescence-min"));
    assert!(steps.iter().any(|step| step["relation"] == "at-most" && step["value"] == -1.0));
}

#[test]
fn values_from_the_table_may_be_bounds() {
    let args = ["explain", "tic-tac-toe", "--moves", "a1 b2 c3", "--agent", "alpha-beta:table=true,depth=4", "--nodes"];
    let lines = squeezed(&stdout(&[&args[..], &["600", "--seed", "1"]].concat()));
    let known: Vec<&String> = lines.iter().filter(|line| line.ends_with("from the table")).collect();
    assert!(known.iter().any(|line| line.contains('≤')) && known.iter().any(|line| line.contains('=')), "{known:#?}");
}

/// The horizon effect on a real position; the head does not repeat what the drawing says.
#[test]
fn an_exchange_at_draughts_is_traced_to_the_horizon() {
    let told = |agent: &str| {
        let args = ["explain", "draughts", "--position", "B:W20,23,30:B12,16,24,26", "--agent", agent, "--seed", "1"];
        squeezed(&stdout(&args))
    };
    let blind = told("alpha-beta:depth=3");
    assert_eq!(line_of(&blind, "answer"), "answer: 16-19, value 0.77");
    assert_eq!(line_of(&blind, "PV"), "PV: 16-19 23x16 12x19");
    assert_eq!(blind.iter().filter(|line| line.contains("black to move")).count(), 1);
    assert_eq!(line_of(&told("alpha-beta:depth=3,quiescence=8"), "answer"), "answer: 26-31, value 0.537");
    assert_eq!(line_of(&told("alpha-beta:depth=3,extend=forced"), "answer"), "answer: 26-31, value 0.545");
}

/// One visit is no plural, and ties are called ties.
#[test]
fn answers_are_worded_exactly() {
    let once = stdout(&["explain", "tic-tac-toe", "--cycles", "2", "--seed", "1"]);
    assert!(once.contains(", 1 visit, mean") && !once.contains("1 visits"), "{once}");
    let tied = stdout(&["explain", "kuhn-poker", "--moves", "QJ", "--agent", "pimc", "--seed", "1"]);
    assert!(tied.contains("answer: check, tied; first move: mean 1 of 8 determinizations"), "{tied}");
    let clear = stdout(&["explain", "kuhn-poker", "--moves", "QJ", "--agent", "pimc", "--seed", "2"]);
    assert!(clear.contains("answer: check, the best on average: mean 0 of 8 determinizations"), "{clear}");
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
    assert!(
        text.contains("answer: DA, tied; ranked first by the game: mean 2.833") && text.contains("◄ best mean"),
        "{text}"
    );
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
