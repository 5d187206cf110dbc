//! Tables of numbers that are far too large to be derived as a whole: the interpreter derives what is asked for, whatever
//! the time it is given.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use spinney_gdl::check::check;
use spinney_gdl::interpret::{Derivation, Interpreter, Position};
use spinney_gdl::limits::Limits;

/// A race of two runners on a board whose coordinates, clock and score are numbers of one table. Sums, comparisons and
/// the squares of the board are relations over it.
fn race(numbers: usize) -> String {
    let mut text = "(role ann) (role bob)
        (init (at ann 3 4)) (init (at bob 4 3)) (init (step 0)) (init (score ann 0)) (init (score bob 0))
        (<= (number ?x) (succ ?x ?y)) (<= (number ?y) (succ ?x ?y))
        (<= (less ?x ?y) (succ ?x ?y))
        (<= (less ?x ?z) (less ?x ?y) (succ ?y ?z))
        (<= (sum ?x 0 ?x) (number ?x))
        (<= (sum ?x ?y ?z) (succ ?v ?y) (succ ?u ?z) (sum ?x ?v ?u))
        (<= (square ?x ?y) (number ?x) (number ?y))
        (<= (apart ?a ?b ?c ?d) (square ?a ?b) (square ?c ?d) (distinct ?a ?c))
        (<= (apart ?a ?b ?c ?d) (square ?a ?b) (square ?c ?d) (distinct ?b ?d))
        (<= (behind ?x ?y) (number ?x) (number ?y) (not (less ?x ?y)) (distinct ?x ?y))
        (<= (legal ?p (go ?u ?y)) (true (at ?p ?x ?y)) (succ ?x ?u) (square ?u ?y))
        (<= (legal ?p (go ?x ?v)) (true (at ?p ?x ?y)) (succ ?y ?v) (square ?x ?v))
        (<= (next (at ?p ?x ?y)) (does ?p (go ?x ?y)))
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
        (<= (next (score ?p ?n)) (does ?p (go ?x ?y)) (true (score ?p ?m)) (sum ?x ?y ?z) (sum ?m ?z ?n))
        (<= (meet) (true (at ann ?a ?b)) (true (at bob ?c ?d)) (not (apart ?a ?b ?c ?d)))
        (<= terminal (true (step 9)))
        (<= terminal (meet))
        (<= (ahead ?p) (true (score ?p ?m)) (true (score ?q ?n)) (distinct ?p ?q) (behind ?m ?n))
        (<= (goal ?p 100) (ahead ?p))
        (<= (goal ?p 50) (role ?p) (not (ahead ann)) (not (ahead bob)))
        (<= (goal ?p 0) (role ?p) (role ?q) (ahead ?q) (distinct ?p ?q))\n"
        .to_owned();
    for number in 0..numbers {
        writeln!(text, "(succ {number} {})", number + 1).expect("a string");
    }
    text
}

/// Plays a game by choosing moves by number; what was played and scored, and the number of steps.
fn play(interpreter: &Interpreter, seed: usize) -> (Vec<String>, usize) {
    let mut position: Position = interpreter.start().expect("a state");
    let (mut seen, mut steps) = (Vec::new(), 0);
    while !position.is_terminal() {
        let choose = |role: usize| position.legal(role)[(seed * 5 + steps * 3 + role) % position.legal(role).len()];
        let joint: Vec<_> = (0..interpreter.roles().len()).map(choose).collect();
        seen.extend(joint.iter().map(|&mv| interpreter.write(mv)));
        position = interpreter.next(&position, &joint).expect("a state");
        steps += 1;
    }
    let mut facts: Vec<String> = position.facts().iter().map(|&fact| interpreter.write(fact)).collect();
    facts.sort_unstable();
    let goals = interpreter.goals(&position).expect("goals");
    seen.extend(facts);
    seen.extend(goals.concat().iter().map(|&value| interpreter.write(value)));
    (seen, steps)
}

fn interpreter(text: &str, seconds: f64, derivation: Derivation) -> Interpreter {
    let program = check(text).program.expect("a valid sheet");
    let limits = Limits { time: Duration::from_secs_f64(seconds), ..Limits::default() };
    Interpreter::with(Arc::new(program), limits, derivation).unwrap_or_else(|refusal| panic!("{seconds} s: {refusal}"))
}

/// Small tables are derived as a whole, large ones on demand: the game is the same.
#[test]
fn tables_on_demand_hold_what_they_hold_as_a_whole() {
    let small = race(200);
    let large = race(20_000);
    for derivation in [Derivation::Whole, Derivation::OnDemand, Derivation::Chosen] {
        let (small, large) = (interpreter(&small, 30.0, derivation), interpreter(&large, 60.0, derivation));
        for seed in 0..5 {
            assert_eq!(play(&small, seed), play(&large, seed), "{derivation:?}");
        }
    }
}

/// How fast the interpreter is does not depend on the time that it had for its preparation.
#[test]
fn the_time_to_load_does_not_decide_how_fast_steps_are() {
    let text = race(100_000);
    let mut rates = Vec::new();
    for seconds in [6.0, 15.0, 60.0] {
        let began = Instant::now();
        let interpreter = interpreter(&text, seconds, Derivation::Chosen);
        let ready = began.elapsed().as_secs_f64();
        assert!(ready < 1.2 * seconds, "{ready} s of {seconds}");
        // The first game asks what the others know.
        play(&interpreter, 0);
        let (began, mut steps) = (Instant::now(), 0);
        for seed in 0..40 {
            steps += play(&interpreter, seed).1;
        }
        rates.push(steps as f64 / began.elapsed().as_secs_f64());
        println!("{seconds} s: ready after {ready:.2} s, {:.0} steps a second", rates[rates.len() - 1]);
    }
    let (least, most) = rates.iter().fold((f64::MAX, 0.0), |(least, most), &rate| (rate.min(least), rate.max(most)));
    assert!(most < 10.0 * least, "{rates:?}");
}
