//! How nearly goals are reached: values by hand.

mod texts;

use std::fs;
use std::time::Duration;

use spinney::game::capabilities::{Degree, GoalDegree};
use spinney::game::{Game, Player};
use spinney_gdl::game::{EngineChoice, LoadOptions, RuleSheet};
use spinney_gdl::limits::Limits;
use texts::{folder, load};

const ENGINES: [EngineChoice; 2] = [EngineChoice::Network, EngineChoice::Interpreter];

/// A rule sheet with these rules in which the first move leads to one of some states, which are then the end.
fn with_states(rules: &str, states: &[&[&str]]) -> String {
    let mut text = format!("(role a) (init begin) (legal a stay) (<= terminal (not (true begin)))\n{rules}\n");
    for (number, facts) in states.iter().enumerate() {
        text += &format!("(<= (legal a (go {number})) (true begin))\n");
        for fact in *facts {
            text += &format!("(<= (next {fact}) (does a (go {number})))\n");
        }
    }
    text
}

/// Checks degrees and tie-breakers of states given by their facts.
fn check(rules: &str, states: &[(&[&str], f64, f64)]) {
    let facts: Vec<&[&str]> = states.iter().map(|(facts, ..)| *facts).collect();
    let text = with_states(rules, &facts);
    for engine in ENGINES {
        let sheet = load(&text, engine);
        for (number, (facts, goal, tie_break)) in states.iter().enumerate() {
            let mut state = sheet.start_state();
            sheet.play_texts(&mut state, &[format!("(go {number})")]).expect("a move");
            near(sheet.degree(&state, Player(0)), *goal, *tie_break, &format!("{engine:?} {rules} {facts:?}"));
        }
    }
}

fn near(degree: Degree, goal: f64, tie_break: f64, what: &str) {
    let equal = (degree.goal - goal).abs() < 1e-12 && (degree.tie_break - tie_break).abs() < 1e-12;
    assert!(equal, "{what}: {degree:?}, not {goal} and {tie_break}");
}

#[test]
fn a_rule_is_the_mean_of_its_conditions() {
    check(
        "(s 1) (<= (goal a 100) (true p) (not (true q)) (s 1))",
        &[
            // (1 + (1 - 0) + 1) / 3
            (&["p"], 1.0, 1.0),
            // (0 + (1 - 1) + 1) / 3
            (&["q"], 1.0 / 3.0, 1.0 / 3.0),
            (&["p", "q"], 2.0 / 3.0, 2.0 / 3.0),
            (&["r"], 2.0 / 3.0, 2.0 / 3.0),
        ],
    );
}

#[test]
fn the_best_rule_of_the_highest_payoff_counts_and_their_mean_breaks_ties() {
    check(
        "(<= (goal a 100) (true p) (true q)) (<= (goal a 100) (true r)) (<= (goal a 50) (true s))",
        &[
            // max(1/2, 0); (1/2 + 0) / 2
            (&["p"], 0.5, 0.25),
            (&["r"], 1.0, 0.5),
            (&["p", "q", "r"], 1.0, 1.0),
            (&["s"], 0.0, 0.0),
        ],
    );
}

#[test]
fn an_or_is_unfolded_to_rules() {
    check(
        "(<= (goal a 100) (true p) (or (true q) (true r)))",
        &[
            (&["p"], 0.5, 0.5),
            // max(1, 1/2); (1 + 1/2) / 2
            (&["p", "q"], 1.0, 0.75),
            (&["r"], 0.5, 0.25),
        ],
    );
}

#[test]
fn a_variable_of_one_condition_stays_free_in_its_query() {
    check(
        "(<= (goal a 100) (true (cell ?i ?who)) (true p))",
        &[
            // One instance: the first condition holds for some cell, or for none.
            (&["(cell 1 x)"], 0.5, 0.5),
            (&["(cell 1 x)", "(cell 2 o)", "p"], 1.0, 1.0),
            (&["q"], 0.0, 0.0),
        ],
    );
    // The lines that a free ?l can be are all children of one condition: l1 with 1 and 2, l2 with 2 and 3.
    let lines = "
        (in l1 1 2) (in l2 2 3)
        (<= (line ?l) (in ?l ?i ?j) (true (cell ?i x)) (true (cell ?j x)))
        (<= (goal a 100) (line ?l) (true p))";
    check(
        lines,
        &[
            // l1 (1 + 1 + 1) / 3, l2 (1 + 1 + 0) / 3: greatest 1, mean 5/6; with the other condition 1/2 and 5/12.
            (&["(cell 1 x)", "(cell 2 x)"], 0.5, 5.0 / 12.0),
            // l1 1/3, l2 2/3: greatest 2/3, mean 1/2; and 1 for p.
            (&["(cell 3 x)", "p"], 5.0 / 6.0, 0.75),
        ],
    );
}

#[test]
fn variables_are_bound_consistently_within_an_instance() {
    check(
        "(<= (goal a 100) (true (cell ?i x)) (true (mark ?i)))",
        &[
            // Either condition holds for some ?i, but not both for the same one: 1/2 for 1 and for 2.
            (&["(cell 1 x)", "(mark 2)"], 0.5, 0.5),
            // 1 and 0
            (&["(cell 2 x)", "(mark 2)"], 1.0, 0.5),
            (&["(cell 1 x)", "(cell 2 x)", "(mark 1)"], 1.0, 0.75),
        ],
    );
}

#[test]
fn instances_that_cannot_hold_do_not_exist() {
    check(
        // Neither 1, which is not even, nor 2, nor 6, which no cell is.
        "(even 2) (even 4) (even 6) (<= (goal a 100) (even ?i) (distinct ?i 2) (true (cell ?i x)))",
        &[(&["(cell 1 x)", "(cell 2 x)"], 2.0 / 3.0, 2.0 / 3.0), (&["(cell 4 x)"], 1.0, 1.0)],
    );
    // What can never be negated is of value 1.
    check("(<= (goal a 100) (true p) (not (true (cell 7 7))))", &[(&["q"], 0.5, 0.5), (&["p"], 1.0, 1.0)]);
}

#[test]
fn a_negated_rule_is_one_less_its_degree() {
    let lost = "(<= (goal a 100) (not lost)) (<= lost (true p) (true q))";
    // A goal that is reached need not have the degree 1: `lost` is false and half true.
    check(lost, &[(&["p"], 0.5, 0.5), (&["p", "q"], 0.0, 0.0), (&["r"], 1.0, 1.0)]);
}

#[test]
fn what_depends_on_itself_is_true_or_false() {
    let reach = "
        (reach 1)
        (<= (reach ?y) (reach ?x) (true (edge ?x ?y)) (not (blocked ?y)))
        (<= (blocked ?y) (true (wall ?y)) (true closed))
        (<= (goal a 100) (reach 3) (true p))";
    check(
        reach,
        &[
            (&["(edge 1 2)", "(edge 2 3)"], 0.5, 0.5),
            (&["(edge 1 2)", "(edge 3 2)"], 0.0, 0.0),
            // A circle does not hold itself up.
            (&["(edge 2 3)", "(edge 3 2)", "p"], 0.5, 0.5),
            // A wall that is not closed is half a block, and not one.
            (&["(edge 1 2)", "(edge 2 3)", "(wall 2)", "p"], 1.0, 1.0),
            (&["(edge 1 2)", "(edge 2 3)", "(wall 2)", "closed", "p"], 0.5, 0.5),
        ],
    );
    let free = "
        (<= (reach ?x) (true (start ?x)))
        (<= (reach ?y) (reach ?x) (true (edge ?x ?y)))
        (<= (goal a 100) (not (reach 9)) (reach ?x) (true p))";
    check(
        free,
        &[
            // (1 - 0, 1, 0)
            (&["(start 1)"], 2.0 / 3.0, 2.0 / 3.0),
            (&["(start 1)", "(edge 1 9)", "p"], 2.0 / 3.0, 2.0 / 3.0),
        ],
    );
}

#[test]
fn the_highest_payoff_is_found_by_role() {
    let text = with_states(
        "(role b) (legal b stay) (number 3)
        (worth 0 0) (worth 1 40) (worth 2 90)
        (<= (goal ?r ?v) (distinct ?r b) (role ?r) (true (score ?n)) (worth ?n ?v))
        (<= (goal b 100) (true never))
        (<= (goal b 30) (true (score 1)))
        (<= (goal b 10) (not (true (score 1))))",
        &[&["(score 1)"], &["(score 2)"]],
    );
    for engine in ENGINES {
        let sheet = load(&text, engine);
        // No state has the fact `never`.
        assert_eq!(sheet.degree_report().goals, [Some(90), Some(30)], "{engine:?}");
        let mut state = sheet.start_state();
        sheet.play_texts(&mut state, &["(go 1)".to_owned(), "stay".to_owned()]).expect("moves");
        near(sheet.degree(&state, Player(0)), 1.0, 1.0, "a");
        near(sheet.degree(&state, Player(1)), 0.0, 0.0, "b");
        assert_eq!(sheet.degree(&state, Player(2)), Degree::default(), "nobody");
    }
}

#[test]
fn tic_tac_toe_by_hand() {
    let text = fs::read_to_string(folder("games/tic-tac-toe.kif")).expect("a text");
    for engine in ENGINES {
        let sheet = load(&text, engine);
        assert!(sheet.capabilities().goal_degree.is_some());
        let mut state = sheet.start_state();
        let mut after = |x: &str, o: &str| {
            sheet.play_texts(&mut state, &[x.to_owned(), o.to_owned()]).expect("moves");
            [sheet.degree(&state, Player(0)), sheet.degree(&state, Player(1))]
        };
        // Each of the eight lines has two conditions that always hold, and a stone for each of the others.
        let [x, o] = after("(mark 1 1)", "wait");
        near(x, 0.6, (3.0 * 0.6 + 5.0 * 0.4) / 8.0, "three lines have one");
        near(o, 0.4, 0.4, "no stone");
        let [x, o] = after("wait", "(mark 2 2)");
        near(x, 0.6, (3.0 * 0.6 + 5.0 * 0.4) / 8.0, "stones of the other side do not count");
        near(o, 0.6, (4.0 * 0.6 + 4.0 * 0.4) / 8.0, "four lines have one");
        let [x, _] = after("(mark 1 2)", "wait");
        // The first column has two stones, the second row, the first row and a diagonal one.
        near(x, 0.8, (0.8 + 3.0 * 0.6 + 4.0 * 0.4) / 8.0, "two in a line");
        after("wait", "(mark 3 3)");
        let [x, o] = after("(mark 1 3)", "wait");
        // The first column, all three rows and both diagonals.
        near(x, 1.0, (1.0 + 5.0 * 0.6 + 2.0 * 0.4) / 8.0, "three in a line");
        // The diagonal from the first corner has two; the second and the third row and column and the other
        // diagonal have one.
        near(o, 0.8, (0.8 + 5.0 * 0.6 + 2.0 * 0.4) / 8.0, "two in a line");
        assert!(sheet.is_terminal(&state));
    }
}

#[test]
fn what_is_too_large_is_left_out() {
    // 30 values in each of five places are more instances than there may be; the other condition remains.
    let mut many = String::new();
    for number in 0..30 {
        many +=
            &format!("(<= (next (f n{number})) (true (f n{number}))) (<= (legal a (put n{number})) (true begin))\n");
    }
    let rules = "
        (<= (next (f ?n)) (does a (put ?n)))
        (<= many (true (f ?a)) (true (f ?b)) (true (f ?c)) (true (f ?d)) (true (f ?e))
            (distinct ?a ?b) (distinct ?b ?c) (distinct ?c ?d) (distinct ?d ?e))
        (<= (goal a 100) many (true p))
        (<= (goal a 0) (not many))";
    let text = with_states(&format!("{many}{rules}"), &[&["p"]]);
    let sheet = load(&text, EngineChoice::Interpreter);
    let report = sheet.degree_report();
    assert_eq!((&report.left_out[..], report.conditions_left_out), (&["many".to_owned()][..], 1));
    let mut state = sheet.start_state();
    near(sheet.degree(&state, Player(0)), 0.0, 0.0, "without p");
    sheet.play_texts(&mut state, &["(go 0)".to_owned()]).expect("a move");
    near(sheet.degree(&state, Player(0)), 1.0, 1.0, "with p");
}

#[test]
fn relations_may_be_deep_and_terms_grow() {
    // A chain of relations that is far too deep for the tree, and for a stack.
    let mut chain = "(<= (goal a 100) (d0)) (<= d3000 (true p))\n".to_owned();
    (0..3_000).for_each(|number| chain += &format!("(<= d{number} d{})\n", number + 1));
    let sheet = load(&with_states(&chain, &[&["p"]]), EngineChoice::Interpreter);
    assert_eq!(sheet.degree_report().goals, [None]);
    assert_eq!(sheet.degree(&sheet.start_state(), Player(0)), Degree::default());
    // Terms without end: there are no columns.
    let growing = "
        (role a) (init (f z)) (legal a go) (<= terminal (true never))
        (<= (next (f (s ?x))) (true (f ?x)))
        (<= (goal a 100) (true (f (s (s z)))))";
    let sheet = load(growing, EngineChoice::Interpreter);
    assert_eq!(sheet.degree_report().goals, [None]);
}

#[test]
fn trees_of_odd_rule_sheets_are_built_or_given_up() {
    let mut built = 0;
    for target in ["grounder", "checker", "reader"] {
        for entry in fs::read_dir(folder("fuzz/corpus").join(target)).expect("a corpus") {
            let bytes = fs::read(entry.expect("an entry").path()).expect("a file");
            let limits = Limits { time: Duration::from_millis(200), memory: 64 << 20 };
            let options = LoadOptions { limits, engine: EngineChoice::Interpreter, ..LoadOptions::default() };
            if let Ok(sheet) = RuleSheet::load("odd", &String::from_utf8_lossy(&bytes), &options) {
                let degree = sheet.degree(&sheet.start_state(), Player(0));
                assert!((0.0..=1.0).contains(&degree.goal) && (0.0..=1.0).contains(&degree.tie_break));
                built += usize::from(sheet.degree_report().nodes > 0);
            }
        }
    }
    assert!(built > 5, "{built}");
}
