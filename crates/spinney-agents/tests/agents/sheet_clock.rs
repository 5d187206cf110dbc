//! Rule sheets under a clock: slow steps end with the search, and a player begins with the first engine that can play.

use std::fmt::Write;
use std::time::{Duration, Instant};

use spinney::budget::Budget;
use spinney::game::{Game, Player};
use spinney::random::Random;
use spinney::search::Step;
use spinney_agents::Spec;
use spinney_agents::rule_sheets::{Source, carry_over, open_at_once};
use spinney_gdl::game::{EngineChoice, LoadOptions};

fn source(text: &str) -> Source {
    Source::read("sheet", "sheet", text.as_bytes()).expect("a text")
}

/// Asks in every step whether twelve pigeons fit into eleven holes, which takes seconds to deny.
fn slow_step() -> String {
    let mut text = "(role p) (init (step 0)) (legal p go) (legal p stay) (succ 0 1) (succ 1 2)
        (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (<= (next (fits)) (does p ?m) (pigeons))
        (<= (next (hole ?x)) (true (hole ?x))) (<= terminal (true (step 2)))
        (<= (goal p 100) (true (fits))) (<= (goal p 40) (not (true (fits)))) (<= (pigeons)"
        .to_owned();
    (0..12).for_each(|pigeon| write!(text, " (true (hole ?{pigeon}))").expect("a string"));
    for pigeon in 0..12 {
        (0..pigeon).for_each(|other| write!(text, " (distinct ?{pigeon} ?{other})").expect("a string"));
    }
    text += ")\n";
    (0..11).for_each(|hole| write!(text, "(init (hole {hole}))").expect("a string"));
    text
}

#[test]
fn a_slow_step_ends_with_the_search_and_is_no_flaw() {
    let mut options = LoadOptions { engine: EngineChoice::Interpreter, ..LoadOptions::default() };
    options.limits.time = Duration::from_secs(6);
    let (game, later) = open_at_once(&source(&slow_step()), &options).unwrap();
    assert!(later.is_none(), "there is one engine to choose from");
    let state = game.start(&mut Random::new(1));
    for agent in ["mcts", "flat", "alpha-beta", "nested", "nrpa"] {
        let mut seat = game.seat(&Spec::agent(agent).unwrap(), Player(0)).unwrap();
        for _ in 0..2 {
            let (budget, began) = (Budget::time(Duration::from_millis(300)), Instant::now());
            let report = seat.search(&state, &budget, &mut Random::new(1)).unwrap();
            let took = began.elapsed().as_secs_f64();
            assert!(took < 1.8, "{agent}: {took} s");
            assert!(report.best.is_some() && !report.proven, "{agent}");
        }
    }
    assert!(game.remarks().is_empty(), "{:?}", game.remarks());
}

/// A player changes over between two moves: it carries its position over and seats its agent anew.
#[test]
fn a_player_changes_over_to_the_engine_that_comes_later() {
    let mut text = "(role ann) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3)
        (<= (legal ann (press ?a ?b)) (true (lit ?a)) (true (lit ?b)) (before ?a ?b))
        (<= (touched ?a) (does ann (press ?a ?b))) (<= (touched ?b) (does ann (press ?a ?b)))
        (<= (next (lit ?a)) (true (lit ?a)) (not (touched ?a)))
        (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
        (<= terminal (true (step 3))) (<= (goal ann 100) (true (lit 0))) (<= (goal ann 0) (not (true (lit 0))))
        (<= (before ?a ?b) (after ?a ?b)) (<= (before ?a ?c) (before ?a ?b) (after ?b ?c))\n"
        .to_owned();
    (0..500).for_each(|lamp| writeln!(text, "(after {lamp} {}) (init (lit {lamp}))", lamp + 1).expect("a string"));
    let options = LoadOptions::default();
    let (mut game, mut later) = open_at_once(&source(&text), &options).unwrap();
    let mut state = game.start(&mut Random::new(1));
    let spec = Spec::agent("mcts").unwrap();
    let mut seat = game.seat(&spec, Player(0)).unwrap();
    let mut engines = 1;
    for _ in 0..3 {
        if let Some(better) = later.as_mut().and_then(|later| later.take_within(Duration::from_secs(20))) {
            state = carry_over(&game, &state, &better).unwrap();
            seat = better.seat(&spec, Player(0)).unwrap();
            game = better;
            engines += 1;
        }
        let report = seat.search(&state, &Budget::simulations(20), &mut Random::new(1)).unwrap();
        let step = Step::Move(Player(0), report.best.unwrap());
        game.play_step(&mut state, &step);
        seat.advance(&step, &state);
    }
    assert!(game.write(&state).contains("(step 3)"));
    assert!(engines <= 2 && later.is_none_or(|mut later| later.is_over()), "{engines} engines");
}
