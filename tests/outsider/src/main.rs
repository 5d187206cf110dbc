//! A game and a search from outside: tested, searched, watched, and played in a match against the agents of the list.

mod nim;
mod parity;

use std::ops::ControlFlow;

use spinney::search::live;
use spinney::search::mcts::{Config, Mcts};
use spinney::{Budget, Game, Player, Random, Search, View};
use spinney_agents::{NamedGame, Spec};
use spinney_lab::matches::Match;

use nim::Nim;
use parity::Parity;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Nim(21);
    spinney_testkit::game_tests::check(&game);

    let mut rng = Random::new(1);
    let view = View::of(&game, &game.start(&mut rng), Player(0));
    let report = Mcts::new(&game, Config::default())?.search(&view, &Budget::simulations(3_000), &mut rng);
    assert_eq!(report.best, Some(1), "leaves 20, a multiple of 4");

    // The same without a limit, watched while it runs.
    let config = Config { solver: false, ..Config::default() };
    let search = Mcts::new(Nim(21), config)?;
    let running = live::start::<Nim, _>(search, view, Budget::default(), Random::new(1))?;
    while running.report().is_none_or(|report| report.simulations < 3_000) {
        std::thread::yield_now();
    }
    running.stop();
    let report = running.join()?.report;
    assert!(report.simulations >= 3_000 && report.best.is_some_and(|mv| (1..=3).contains(&mv)));

    let named = NamedGame::new(game)?.with_agent("parity", |game| Ok(Box::new(Parity(game.clone()))));
    let plan = Match {
        agents: Spec::players("parity,random")?,
        games: 40,
        swap: true,
        ..Match::new(&named, Budget::simulations(50))
    };
    let outcome = plan.run(&mut |record| {
        assert!(plan.write(record).finished);
        ControlFlow::Continue(())
    });
    assert!(outcome.failure.is_none());
    let results = &outcome.summary.players[0].results;
    println!("parity against random: {:?} of {} games, 95 % {:?}", results.win_rate, results.games, results.win_rate_ci95);
    assert!(results.win_rate > Some(0.9));
    Ok(())
}
