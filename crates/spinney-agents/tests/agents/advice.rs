//! What games advise: the default agent, and settings that apply where they are not given.

use spinney::game::{Game as _, Player, Turn};
use spinney::random::Random;
use spinney_agents::games::{list_games, open};
use spinney_agents::spec::Spec;

const ADVICE: &[&str] = &["alpha-beta:depth=3", "mcts:c=0.2,evaluate=true"];

/// What a spec means in a game with this advice.
fn advised(advice: &[&str], spec: &str) -> String {
    let game = open(&Spec::plain("connect-four")).unwrap().with_advice(advice);
    game.advised(&Spec::agent(spec).unwrap()).to_string()
}

#[test]
fn auto_is_the_first_of_the_advice() {
    assert_eq!(advised(ADVICE, "auto"), "alpha-beta:depth=3");
    assert_eq!(advised(ADVICE, "auto:threads=2"), "alpha-beta:depth=3,threads=2");
    assert_eq!(advised(ADVICE, "auto:depth=5"), "alpha-beta:depth=5");
    assert_eq!(advised(&[], "auto:c=1"), "mcts:c=1");
}

/// Each selection rule has a scale of its own.
#[test]
fn an_advised_constant_is_that_of_the_advised_rule() {
    let puct = &["mcts:select=puct,c=0.2,prior=evaluate"];
    assert_eq!(advised(puct, "mcts:select=ucb1"), "mcts:prior=evaluate,select=ucb1");
    assert_eq!(advised(puct, "mcts:select=ucb1,c=0.7"), "mcts:prior=evaluate,select=ucb1,c=0.7");
    assert_eq!(advised(puct, "mcts:select=puct"), "mcts:c=0.2,prior=evaluate,select=puct");
    assert_eq!(advised(&["mcts:c=0.2"], "mcts:select=ucb1-tuned"), "mcts:select=ucb1-tuned");
    assert_eq!(advised(&["mcts:c=0.2"], "mcts:threads=2"), "mcts:c=0.2,threads=2");
}

#[test]
fn settings_apply_unless_they_are_given() {
    assert_eq!(advised(ADVICE, "mcts"), "mcts:c=0.2,evaluate=true");
    assert_eq!(advised(ADVICE, "mcts:c=0.5"), "mcts:evaluate=true,c=0.5");
    assert_eq!(advised(ADVICE, "flat"), "flat");
    // What has been applied once stays as it is.
    assert_eq!(advised(ADVICE, "mcts:evaluate=true,c=0.5"), "mcts:evaluate=true,c=0.5");
}

#[test]
fn seats_and_agents_follow_the_advice() {
    let game = open(&Spec::plain("connect-four")).unwrap().with_advice(ADVICE);
    let seat = game.seat_with_threads(&Spec::plain("auto"), Player(0), 2).unwrap();
    assert_eq!(seat.name(), "alpha-beta:depth=3,threads=2");
    assert_eq!(game.default_agent().to_string(), "alpha-beta:depth=3");
    // A setting that the agent does not know is found when the agent is made.
    let wrong = open(&Spec::plain("connect-four")).unwrap().with_advice(&["mcts:evalaute=true"]);
    assert!(wrong.agent(&Spec::plain("mcts")).is_err());
}

/// Every advised agent can be made, and the default agent plays.
#[test]
fn every_game_advises_agents_that_play_it() {
    for entry in list_games().iter().filter(|entry| entry.facts.is_some()) {
        let game = open(&Spec::plain(entry.name)).unwrap();
        for spec in &entry.advice {
            assert!(game.agent(spec).is_ok(), "{}: {spec}: {:?}", entry.name, game.agent(spec).err());
        }
        let mut state = game.start(&mut Random::new(1));
        while game.whose_turn(&state) == Turn::Chance {
            let (_, moves) = game.options(&state);
            game.play_step(&mut state, &spinney::search::Step::Chance(moves[0]));
        }
        let player = match game.whose_turn(&state) {
            Turn::Player(player) => player,
            _ => Player(0),
        };
        let mut seat = game.seat(&game.default_agent(), player).unwrap();
        let budget = spinney::budget::Budget::simulations(50);
        let best = seat.search(&state, &budget, &mut Random::new(1)).unwrap().best;
        assert!(best.is_some(), "{}: {}", entry.name, seat.name());
    }
}
