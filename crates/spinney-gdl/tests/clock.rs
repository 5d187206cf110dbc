//! Rule sheets that are hard under a clock, one of each kind: each is loaded within its limit, and a search ends in time.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use spinney::budget::Budget;
use spinney::game::capabilities::Notation;
use spinney::game::{Game, Moves, NoRecorder, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::mcts::{Config, Mcts};
use spinney_gdl::game::{LoadOptions, RuleSheet};
use spinney_gdl::limits::Limits;

/// What a busy machine may add to every limit.
const SLACK: f64 = 1.5;

fn options(seconds: f64) -> LoadOptions {
    let limits = Limits { time: Duration::from_secs_f64(seconds), memory: 2 << 30 };
    LoadOptions { limits, ..LoadOptions::default() }
}

/// Two counters on one table of numbers, with their sum at the end: 10^10 rows of sums.
fn huge_table(numbers: usize) -> String {
    let mut text = "(role p) (init (left 0)) (init (right 0)) (init (step 0))
        (<= (number ?x) (succ ?x ?y))
        (<= (sum ?x 0 ?x) (number ?x))
        (<= (sum ?x ?y ?z) (succ ?v ?y) (succ ?u ?z) (sum ?x ?v ?u))
        (<= (legal p (turn left)) (true (left ?x)) (number ?x))
        (<= (legal p (turn right)) (true (right ?x)) (number ?x))
        (<= (next (left ?y)) (does p (turn left)) (true (left ?x)) (succ ?x ?y))
        (<= (next (left ?x)) (does p (turn right)) (true (left ?x)))
        (<= (next (right ?y)) (does p (turn right)) (true (right ?x)) (succ ?x ?y))
        (<= (next (right ?x)) (does p (turn left)) (true (right ?x)))
        (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
        (<= terminal (true (step 10)))
        (<= (goal p 100) (true (left ?x)) (true (right ?y)) (sum ?x ?y ?z) (sum ?z ?z 20))
        (<= (goal p 0) (true (step 3)))\n"
        .to_owned();
    for number in 0..numbers {
        writeln!(text, "(succ {number} {})", number + 1).expect("a string");
    }
    text
}

/// Whether twelve pigeons fit into eleven holes, asked in every step: some 10^8 rows, and far more ground rules.
fn slow_step() -> String {
    let mut text = "(role p) (init (step 0)) (legal p go) (legal p stay) (succ 0 1) (succ 1 2) (succ 2 3)
        (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
        (<= (next (fits)) (does p go) (pigeons))
        (<= (next (hole ?x)) (true (hole ?x)))
        (<= terminal (true (step 3)))
        (<= (goal p 100) (true (fits)))
        (<= (goal p 0) (not (true (fits))))\n(<= (pigeons)"
        .to_owned();
    (0..12).for_each(|pigeon| write!(text, " (true (hole ?{pigeon}))").expect("a string"));
    for pigeon in 0..12 {
        (0..pigeon).for_each(|other| write!(text, " (distinct ?{pigeon} ?{other})").expect("a string"));
    }
    text += ")\n";
    (0..11).for_each(|hole| write!(text, "(init (hole {hole}))").expect("a string"));
    text
}

/// A counter without end.
const ENDLESS: &str = "(role p) (init (n 0)) (legal p a) (legal p b) (goal p 50)
    (<= (next (n (s ?x))) (true (n ?x)) (does p a)) (<= (next (n (t ?x))) (true (n ?x)) (does p b))
    (<= terminal (true (n (s (s (s (s ?x)))))))";

#[test]
fn loading_and_searching_end_in_time() {
    let kinds = [("huge table", huge_table(50_000)), ("slow step", slow_step()), ("endless", ENDLESS.to_owned())];
    for (kind, text) in &kinds {
        for seconds in [4.0, 8.0] {
            let began = Instant::now();
            let sheet = RuleSheet::load(kind, text, &options(seconds));
            let sheet = Arc::new(sheet.unwrap_or_else(|error| panic!("{kind}, {seconds} s: {error}")));
            let loaded = began.elapsed().as_secs_f64();
            assert!(loaded < seconds + SLACK, "{kind}: {loaded} s of {seconds}");
            search(kind, &sheet, Duration::from_millis(500));
        }
    }
}

/// Searches from the start, with steps that end when the search does.
fn search(kind: &str, sheet: &Arc<RuleSheet>, time: Duration) {
    let mut mcts = Mcts::new(Arc::clone(sheet), Config::default()).expect("a game for trees");
    let state = sheet.start_state();
    let view = View::of(&**sheet, &state, spinney::game::Player(0));
    let budget = Budget::time(time);
    let began = Instant::now();
    let steps = budget.limit_steps();
    let report = mcts.search(&view, &budget, &mut Random::new(1));
    drop(steps);
    let took = began.elapsed().as_secs_f64();
    assert!(took < time.as_secs_f64() + SLACK, "{kind}: {took} s");
    let best = report.best.expect("a decision");
    let mut moves = Moves::new();
    sheet.turn(&state, &mut moves);
    assert!(moves.contains(&best), "{kind}: {}", sheet.write_move(&state, best));
    assert!(!sheet.is_flawed(), "{kind}: {:?}", sheet.remarks());
    if kind == "slow step" {
        assert!(report.candidates.iter().all(|found| found.proven.is_none()) && !report.proven, "nothing is known");
    }
}

/// Lamps of which two are pressed together: many pairs, which the network updates and the interpreter finds anew.
fn lamps(count: usize) -> String {
    let mut text = "(role ann) (role bob) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (legal ann (press ?a ?b)) (true (lit ?a)) (true (lit ?b)) (before ?a ?b))
        (legal bob wait) (<= (legal bob (toggle ?a)) (lamp ?a) (true (lit ?a)) (true (step 0)))
        (<= (touched ?a) (does ann (press ?a ?b))) (<= (touched ?b) (does ann (press ?a ?b)))
        (<= (next (lit ?a)) (true (lit ?a)) (not (touched ?a)))
        (<= (next (lit ?a)) (lamp ?a) (not (true (lit ?a))) (touched ?a))
        (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
        (<= terminal (true (step 4)))
        (<= (goal ann 100) (true (lit 0))) (<= (goal ann 0) (not (true (lit 0)))) (goal bob 50)
        (<= (before ?a ?b) (after ?a ?b)) (<= (before ?a ?c) (before ?a ?b) (after ?b ?c))\n"
        .to_owned();
    for lamp in 0..count {
        writeln!(text, "(lamp {lamp}) (after {lamp} {}) (init (lit {lamp}))", lamp + 1).expect("a string");
    }
    text
}

/// The first engine plays at once, and the other one goes on from its state.
#[test]
fn a_game_begins_with_the_first_engine_and_changes_over_to_a_faster_one() {
    let began = Instant::now();
    let (first, later) = RuleSheet::load_at_once("lamps", &lamps(600), &options(60.0)).expect("it plays");
    println!("{} plays after {:.2} s", first.report().engine, began.elapsed().as_secs_f64());
    let (mut rng, mut state) = (Random::new(3), first.start_state());
    assert!(first.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder));
    // A machine may be so fast that the network is the first engine.
    let Some(mut later) = later else { return };
    while !later.is_over() {
        let Some(second) = later.take_within(Duration::from_secs(1)) else { continue };
        println!("{} after {:.2} s", second.report().engine, began.elapsed().as_secs_f64());
        assert_ne!(second.report().engine, first.report().engine);
        let mut carried = second.read_state(&first.write_state(&state)).expect("the same state");
        for _ in 0..3 {
            assert_eq!(second.facts(&carried), first.facts(&state));
            assert_eq!(second.is_terminal(&carried), first.is_terminal(&state));
            let legal: Vec<Vec<String>> = (0..2).map(|role| first.legal(&state, role)).collect();
            assert_eq!((0..2).map(|role| second.legal(&carried, role)).collect::<Vec<_>>(), legal);
            let moves: Vec<String> = legal.iter().map(|legal| legal[legal.len() / 2].clone()).collect();
            first.play_texts(&mut state, &moves).expect("legal moves");
            second.play_texts(&mut carried, &moves).expect("legal moves");
        }
        assert_eq!(second.goals(&carried), first.goals(&state));
        assert!(later.take_if_ready().is_none() && later.is_over(), "it comes once");
    }
}

#[test]
fn a_small_game_has_no_second_engine_and_an_impossible_one_none() {
    let small = "(role p) (init a) (legal p (go)) (<= (next b) (true a)) (<= terminal (true b)) (goal p 7)";
    let (sheet, later) = RuleSheet::load_at_once("small", small, &options(10.0)).expect("it plays");
    assert!(later.is_none() && sheet.report().engine == "network");
    assert!(RuleSheet::load_at_once("nothing", "(role p)", &options(1.0)).is_err());
    let squares =
        "(role p) (legal p go) (goal p 0) (<= terminal (true q)) (k 1) (k 2) (k 3) (k 4) (k 5) (k 6) (k 7) (k 8)
        (<= (init (w ?a ?b ?c ?d ?e ?f ?g ?h ?i)) (k ?a) (k ?b) (k ?c) (k ?d) (k ?e) (k ?f) (k ?g) (k ?h) (k ?i))";
    let began = Instant::now();
    assert!(RuleSheet::load_at_once("squares", squares, &options(1.0)).is_err());
    assert!(began.elapsed().as_secs_f64() < 1.0 + SLACK);
}
