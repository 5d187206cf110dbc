//! Searches make sense: they prove what is small, and beat chance where it is large. Seeded, so never by luck.

use std::ops::ControlFlow;

use spinney::budget::Budget;
use spinney_agents::Spec;
use spinney_lab::matches::{DEFAULT_PLIES, Match};

use crate::{open_game, search};

#[test]
fn tic_tac_toe_is_proven_a_draw() {
    let game = open_game("tic-tac-toe");
    for agent in ["mcts", "mcts:transpositions=true", "exhaustive"] {
        let report = search(&game, agent, 5_000_000, 1).unwrap();
        assert_eq!((report.proven, report.value), (true, Some(0.5)), "{agent}: {report:?}");
    }
}

/// The share of wins of `mcts` over `random` in 40 games with swapped seats.
fn win_rate(name: &str) -> f64 {
    let game = open_game(name);
    let plan = Match {
        game: &game,
        agents: Spec::players("mcts:threads=1,random").unwrap(),
        games: 40,
        swap: true,
        start: None,
        seed: 1,
        budget: Budget::simulations(1_000),
        budgets: Vec::new(),
        plies: DEFAULT_PLIES,
        threads: 1,
    };
    let outcome = plan.run(&mut |_| ControlFlow::Continue(()));
    assert!(outcome.failure.is_none());
    assert_eq!(outcome.summary.games, 40);
    outcome.summary.players[0].results.win_rate.unwrap()
}

#[test]
fn connect_four_is_won_against_chance() {
    let rate = win_rate("connect-four");
    assert!(rate >= 0.95, "{rate}");
}

#[test]
fn othello_is_won_against_chance() {
    let rate = win_rate("othello");
    assert!(rate >= 0.95, "{rate}");
}
