//! Hostile rule sheets: each is rejected with a reason or loads, within the limits.

mod meter;

use std::fmt::Write;
use std::time::Duration;

use spinney::game::{Game, Moves, Turn};
use spinney_gdl::game::{EngineChoice, LoadOptions, RuleSheet};
use spinney_gdl::ground::Way;
use spinney_gdl::limits::Limits;

/// A frame in which hostile rules can stand.
const FRAME: &str = "(role a) (init p) (legal a m) (goal a 100) (<= terminal (true q))\n";

fn framed(rules: impl AsRef<str>) -> String {
    format!("{FRAME}{}", rules.as_ref())
}

/// Numbered pieces of text, one after the other.
fn each(numbers: std::ops::Range<usize>, write: impl Fn(usize) -> String) -> String {
    numbers.map(write).collect::<Vec<_>>().join(" ")
}

/// Loads with every engine, and grounded in every way. What becomes of it must begin in the given way: with Auto, Network, Interpreter.
fn expect(name: &str, text: &str, outcomes: [&str; 3]) -> Option<RuleSheet> {
    let engines = [EngineChoice::Auto, EngineChoice::Network, EngineChoice::Interpreter];
    let mut kept = None;
    for (engine, wanted) in engines.into_iter().zip(outcomes) {
        let loaded = meter::load(name, text, engine);
        let outcome = meter::outcome(&loaded);
        assert!(outcome.starts_with(wanted), "{name} with {engine:?}: {outcome}, not {wanted}");
        kept = kept.or(loaded.ok());
    }
    for way in [Way::Parts, Way::OnDemand] {
        let _ = meter::load_grounded(name, text, way);
    }
    kept
}

const INVALID: [&str; 3] = ["invalid"; 3];
const REFUSED: [&str; 3] = ["refused"; 3];
const PLAYS: [&str; 3] = ["plays"; 3];
const INTERPRETED: [&str; 3] = ["plays: interpreter", "refused", "plays"];
/// It cannot be grounded. The interpreter refuses it too, or plays it to where a step takes too long and is cut.
const EXPLODES: [&str; 3] = ["", "refused", ""];
/// It depends on the speed of the machine.
const ANY: [&str; 3] = [""; 3];

#[test]
fn endless_counters() {
    let counter = "(<= (next (n (s ?x))) (true (n ?x))) (init (n 0))";
    expect("counter", &framed(counter), INTERPRETED);
    let pair = "(<= (next (n (s ?x ?y))) (true (n ?x)) (true (n ?y))) (<= (next (n ?x)) (true (n ?x))) (init (n 0))";
    expect("tree", &framed(pair), ["", "refused", ""]);
    let doubling = "(<= (next (n (s ?x ?x))) (true (n ?x))) (init (n 0))";
    expect("doubling", &framed(doubling), INTERPRETED);
    let moves = "(<= (legal a (s ?m)) (true (n ?m))) (<= (next (n ?m)) (does a ?m)) (init (n 0))";
    expect("moves", &framed(moves), INTERPRETED);
}

#[test]
fn static_recursion_explodes() {
    expect("growing", &framed("(f 0) (<= (f (s ?x)) (f ?x))"), INVALID);
    let closure = each(0..400, |i| format!("(e {i} {}) (e {i} {})", (i * 7 + 1) % 400, (i * 3 + 2) % 400));
    let closure = closure + "(<= (r ?x ?y) (e ?x ?y)) (<= (r ?x ?z) (r ?x ?y) (r ?y ?z)) (<= (next q) (r 0 1))";
    expect("closure", &framed(closure), ANY);
    let digits = each(0..10, |i| format!("(d {i})"));
    let odometer = "(<= (c ?a ?b ?c ?d ?e ?f ?g) (c ?b ?c ?d ?e ?f ?g ?h) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) \
                    (d ?g) (d ?h)) (c 0 0 0 0 0 0 0) (<= (next q) (c 1 2 3 4 5 6 7))";
    expect("odometer", &framed(format!("{digits} {odometer}")), ANY);
}

#[test]
fn cross_products() {
    let constants = each(0..100, |i| format!("(k {i})"));
    let variables = each(0..8, |i| format!("?v{i}"));
    let body = each(0..8, |i| format!("(k ?v{i})"));
    expect(
        "static",
        &framed(format!("{constants} (<= (w {variables}) {body}) (<= (next q) (w {variables}))")),
        EXPLODES,
    );
    expect("facts", &framed(format!("{constants} (<= (next (w {variables})) {body})")), EXPLODES);
    expect("initial", &framed(format!("{constants} (<= (init (w {variables})) {body})")), EXPLODES);
    expect("moves", &framed(format!("{constants} (<= (legal a (w {variables})) {body})")), EXPLODES);
    let unequal = each(0..7, |i| format!("(distinct ?v{i} ?v{})", i + 1));
    expect("unequal", &framed(format!("{constants} (<= (next q) {body} {unequal} (not (true (z {variables}))))")), ANY);
    let facts = each(0..100, |i| format!("(init (k {i}))"));
    let body = each(0..8, |i| format!("(true (k ?v{i}))"));
    expect("states", &framed(format!("{facts} (<= (next (k {variables})) {body})")), INVALID);
    expect("squares", &framed(format!("{facts} (<= (next (w {variables})) {body})")), EXPLODES);
}

#[test]
fn long_bodies_and_wide_relations() {
    let literals = each(0..10_000, |i| format!("(true (f {i}))"));
    expect("10000 literals", &framed(format!("(<= (next q) {literals})")), ["plays", "", "plays"]);
    let chain = each(0..10_000, |i| format!("(e ?v{i} ?v{})", i + 1));
    expect("10000 variables", &framed(format!("(e 1 1) (<= (next q) {chain})")), REFUSED);
    let negations = each(0..10_000, |i| format!("(not (true (f {i})))"));
    expect("10000 negations", &framed(format!("(<= (next q) {negations})")), ["plays", "", "plays"]);
    let arguments = each(0..100_000, |i| i.to_string());
    expect("100000 arguments", &framed(format!("(w {arguments}) (<= (next q) (w {arguments}))")), ANY);
    let variables = each(0..100_000, |i| format!("?v{i}"));
    expect("100000 variables", &framed(format!("(w {arguments}) (<= (next (w {variables})) (w {variables}))")), ANY);
    let ors = each(0..1_000, |i| format!("(or (true (f {i})) (true (g {i})))"));
    expect("1000 ors", &framed(format!("(<= (next q) {ors})")), ["plays", "", "plays"]);
    let loose = each(0..1_000, |i| format!("(or (true (f ?x{i})) (true (g ?x{})))", i + 1));
    expect("1000 loose ors", &framed(format!("(<= (next q) {loose})")), ANY);
    let long = each(0..240, |i| format!("(true (f {i}))"));
    let many = each(0..200, |i| format!("(<= (next (g {i})) {long})"));
    expect("200 long rules", &framed(many), ANY);
    let tangled = each(0..124, |i| format!("(true (f ?x{i})) (distinct ?x{i} ?x{})", (i + 1) % 124));
    let many = each(0..1_000, |i| format!("(<= (g{i}) {tangled})"));
    let read = each(0..1_000, |i| format!("(<= (next q) (g{i}))"));
    expect("1000 tangled rules", &framed(many + &read), ANY);
    let wide = |i: usize| format!("(true (f {}))", each(0..10, |k| format!("?x{}", (i * 7 + k * 13) % 900)));
    let many = each(0..100, |i| format!("(<= (next (g {i})) {})", each(0..240, wide)));
    expect("100 rules of 900 variables", &framed(many), ANY);
    let mut nested = "(true q)".to_owned();
    (0..60).for_each(|i| nested = format!("(or (true (f {i})) (not {nested}))"));
    expect("nested ors", &framed(format!("(<= (next q) {nested})")), PLAYS);
}

#[test]
fn many_rules_of_one_head() {
    let rules = each(0..50_000, |i| format!("(<= (next q) (true (f {i})))\n"));
    let facts = each(0..20_000, |i| format!("(<= (next (f {i})) (true (f {i})))\n(init (f {i}))\n"));
    expect("50000 rules", &framed(&rules), ANY);
    expect("50000 live rules", &framed(format!("{rules}{facts}")), ANY);
    let goals = each(0..10_000, |i| format!("(<= (goal a {i}) (true (f {i})))"));
    expect("10000 goals", &framed(goals), ANY);
    let relations = each(0..10_000, |i| format!("(<= (r{} ?x) (r{i} ?x))", i + 1));
    expect("10000 relations", &framed(format!("{relations} (r0 1) (<= (next q) (r10000 1))")), ANY);
    let dynamic = each(0..10_000, |i| format!("(<= (r{} ?x) (r{i} ?x))", i + 1));
    expect("10000 gates", &framed(format!("{dynamic} (<= (r0 ?x) (true ?x)) (<= (next q) (r10000 p))")), ANY);
    let asked = each(0..10_000, |i| format!("(<= (c{i} ?x ?y) (true ?x) (c{} ?x ?y))", i + 1));
    let ends = "(<= (c10000 ?x ?y) (true ?x) (true ?y)) (<= (next q) (c0 p ?y))";
    expect("10000 questions", &framed(format!("{asked} {ends}")), ANY);
    let negated = each(0..5_000, |i| format!("(<= (r{} ?x) (true ?x) (not (r{i} ?x)))", i + 1));
    expect("5000 strata", &framed(format!("{negated} (r0 p) (<= (next q) (r5000 p))")), ANY);
}

#[test]
fn unreasonable_roles() {
    expect("no role", "(init p) (legal a m) (goal a 100) terminal", INVALID);
    let roles = each(0..5_000, |i| format!("(role r{i})"));
    expect("5000 roles", &format!("{roles} {FRAME} (<= (legal ?r m) (role ?r))"), REFUSED);
    expect(
        "9 roles",
        &format!("{} {FRAME} (<= (legal ?r m) (role ?r))", each(0..8, |i| format!("(role r{i})"))),
        REFUSED,
    );
    let stranger = "(legal b m) (legal (a) n) (<= (next (seen ?r ?m)) (does ?r ?m)) (<= (next q) (does b m))";
    let sheet = expect("strangers", &framed(stranger), PLAYS).expect("it plays");
    let mut state = sheet.start_state();
    sheet.play_texts(&mut state, &["m".to_owned()]).expect("a legal move");
    assert_eq!(sheet.facts(&state), ["(seen a m)"], "those who are no roles do nothing");
}

#[test]
fn unreasonable_goals() {
    let sheet =
        expect("numberless", "(role a) (legal a m) (goal a many) (goal b 3) terminal", PLAYS).expect("it plays");
    assert_eq!(sheet.goals(&sheet.start_state()), [None]);
    let huge = "(role a) (legal a m) (goal a 999999999999) terminal";
    let sheet = expect("huge", huge, PLAYS).expect("it plays");
    assert_eq!(sheet.goals(&sheet.start_state()), [None]);
    expect("growing", &framed("(<= (next (g ?n)) (true (g ?n))) (init (g 7)) (<= (goal a ?n) (true (g ?n)))"), PLAYS);
}

#[test]
fn broken_forms() {
    for (name, text) in [("nothing", ""), ("blanks", " \n\t"), ("empty list", "()"), ("empty lists", "(()())")] {
        expect(name, text, INVALID);
    }
    expect("comment", "; (role a)", INVALID);
    expect("deep", &format!("{}a{}", "(".repeat(1_000_000), ")".repeat(1_000_000)), INVALID);
    expect("open", &"(".repeat(1_000_000), INVALID);
    expect("closed", &")".repeat(1_000_000), INVALID);
    expect("long name", &framed(format!("(p {})", "x".repeat(5_000_000))), PLAYS);
    let deep = format!("{}0{}", "(f ".repeat(190), ")".repeat(190));
    expect("deep term", &framed(format!("(init {deep}) (<= (next {deep}) (true {deep}))")), PLAYS);
    expect("unstratified", &framed("(<= x (not y)) (<= y (not x)) (<= (next q) x)"), INVALID);
    expect("many errors", &"(<= (p ?x) (not (q ?x)))\n(role)\n".repeat(20_000), INVALID);
}

#[test]
fn equalities_that_double() {
    let mut rule = "(<= (next (f ?x0)) (true ?x40)".to_owned();
    (0..40).for_each(|i| write!(rule, "(not (distinct ?x{i} (g ?x{} ?x{})))", i + 1, i + 1).expect("a string"));
    expect("doubling", &framed(rule + ")"), INVALID);
}

#[test]
fn games_that_cannot_be_played() {
    let stuck = "(role a) (role b) (init p) (<= (legal a m) (true p)) (<= (legal b m) (true q)) (goal a 5) (goal b 7) \
                 (<= terminal (true q))";
    let over = "(role a) (init p) (legal a m) (goal a 30) (<= terminal (true p))";
    for (name, text) in [("nobody can move", stuck), ("over at once", over)] {
        let sheet = expect(name, text, PLAYS).expect("it plays");
        let state = sheet.start_state();
        assert_eq!(sheet.turn(&state, &mut Moves::new()), Turn::Over, "{name}");
        assert!(sheet.goals(&state).iter().all(Option::is_some), "{name}");
    }
}

#[test]
fn facts_that_are_endless_when_written() {
    let doubling = framed("(<= (next (n (s ?x ?x))) (true (n ?x))) (init (n 0))");
    let sheet = meter::load("doubling", &doubling, EngineChoice::Interpreter).expect("it plays");
    let mut state = sheet.start_state();
    for _ in 0..50 {
        sheet.play_texts(&mut state, &["m".to_owned()]).expect("a legal move");
    }
    assert!(sheet.facts(&state)[0].len() < 32 << 20);
}

#[test]
fn memory_is_counted() {
    let constants = each(0..100, |i| format!("(k {i})"));
    let (variables, body) = (each(0..8, |i| format!("?v{i}")), each(0..8, |i| format!("(k ?v{i})")));
    let limits = Limits { time: Duration::from_secs(10), memory: 16 << 20 };
    for (name, rules) in [
        ("counter", "(<= (next (n (s ?x))) (true (n ?x))) (init (n 0))".to_owned()),
        (
            "tree",
            "(<= (next (n (s ?x ?y))) (true (n ?x)) (true (n ?y))) (<= (next ?f) (true ?f)) (init (n 0))".to_owned(),
        ),
        ("facts", format!("{constants} (<= (next (w {variables})) {body})")),
        ("initial", format!("{constants} (<= (init (w {variables})) {body})")),
        ("moves", format!("{constants} (<= (legal a (w {variables})) {body})")),
        ("static", format!("{constants} (<= (w {variables}) {body}) (<= (next q) (w {variables}))")),
        ("negated", format!("{constants} (<= (next q) {body} (not (true (z {variables}))))")),
    ] {
        let text = framed(rules);
        let network = meter::load_within(name, &text, LoadOptions { limits, engine: EngineChoice::Network, way: None });
        assert!(meter::outcome(&network).starts_with("refused: "), "{name}: {}", meter::outcome(&network));
        let _ = meter::load_within(name, &text, LoadOptions { limits, engine: EngineChoice::Interpreter, way: None });
    }
}
