//! Matches: repeatable, fair to both sides, and nothing finished is lost.

mod small_games;

use std::ops::ControlFlow;

use small_games::{Card, Endless, Pennies};
use spinney::budget::Budget;
use spinney::game::Game;
use spinney::random::Random;
use spinney_agents::NamedGame;
use spinney_agents::Spec;
use spinney_agents::named::replay;
use spinney_lab::matches::{DEFAULT_PLIES, Match, MatchError, WrittenRecord};

fn plan(game: &NamedGame, games: u64) -> Match<'_> {
    Match {
        agents: game.info().seats.iter().map(|_| Spec::plain("random")).collect(),
        game,
        games,
        swap: false,
        start: None,
        seed: 7,
        budget: Budget::simulations(10),
        budgets: Vec::new(),
        plies: DEFAULT_PLIES,
        threads: 1,
    }
}

fn records(plan: &Match<'_>) -> Vec<WrittenRecord> {
    let mut records = Vec::new();
    let outcome = plan.run(&mut |record| {
        records.push(WrittenRecord { seconds: 0.0, ..plan.write(record) });
        ControlFlow::Continue(())
    });
    assert!(outcome.failure.is_none());
    records
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let game = NamedGame::new(Pennies).unwrap();
    let alone = records(&plan(&game, 40));
    assert_eq!(alone.len(), 40);
    assert!(alone.iter().map(|record| record.game).eq(1..=40), "in order");
    assert_eq!(alone, records(&Match { threads: 4, ..plan(&game, 40) }));
    assert_ne!(alone, records(&Match { seed: 8, ..plan(&game, 40) }));
}

#[test]
fn a_record_replays_to_its_payoffs() {
    let game = NamedGame::new(Pennies).unwrap();
    for record in records(&plan(&game, 20)) {
        let mut position = game.start(&mut Random::new(0));
        replay(&game, &mut position, &record.moves).unwrap();
        assert_eq!(game.payoffs(&position), record.payoffs);
        assert_eq!((record.plies, record.moves.len()), (4, 7));
    }
}

#[test]
fn tree_search_plays_joint_and_chance_turns() {
    let game = NamedGame::new(Pennies).unwrap();
    let agents = vec![Spec::plain("mcts"), Spec::plain("random")];
    let records = records(&Match { agents, swap: true, ..plan(&game, 6) });
    assert!(records.len() == 6 && records.iter().all(|record| record.finished));
}

#[test]
fn swapped_games_share_the_start_and_rotate_the_seats() {
    let game = NamedGame::new(Card).unwrap();
    let agents = vec![Spec::plain("random"), Spec::plain("ismcts")];
    let records = records(&Match { agents, swap: true, ..plan(&game, 20) });
    for pair in records.chunks(2) {
        assert_eq!(pair[0].start, pair[1].start);
        assert_eq!(
            (&pair[0].agents[..], &pair[1].agents[..]),
            (&["random", "ismcts"].map(str::to_owned)[..], &["ismcts", "random"].map(str::to_owned)[..])
        );
    }
    let starts: std::collections::HashSet<_> = records.iter().map(|record| &record.start).collect();
    assert!(starts.len() > 2, "pairs differ from each other");
}

#[test]
fn the_summary_adds_up_by_agent_and_by_seat() {
    let game = NamedGame::new(Pennies).unwrap();
    let outcome = Match { swap: true, ..plan(&game, 30) }.run(&mut |_| ControlFlow::Continue(()));
    let summary = outcome.summary;
    assert_eq!(summary.games, 30);
    assert!(summary.distinct > 10 && summary.distinct <= 30);
    let [one, two] = summary.players.as_slice() else { panic!("two players") };
    assert_eq!((one.results.wins, one.results.losses), (two.results.losses, two.results.wins));
    assert_eq!(one.results.games, 30);
    assert!((one.results.mean.unwrap() + two.results.mean.unwrap()).abs() < 1e-9);
    assert_eq!(one.seat, None);
    assert_eq!(one.by_seat.iter().map(|seat| seat.results.games).collect::<Vec<_>>(), [15, 15]);
    assert_eq!(one.by_seat.iter().map(|seat| seat.results.wins).sum::<u64>(), one.results.wins);
}

#[test]
fn a_game_without_end_is_broken_off_and_counted_apart() {
    let game = NamedGame::new(Endless).unwrap();
    let outcome = Match { plies: 25, ..plan(&game, 2) }.run(&mut |record| {
        assert!(record.payoffs.is_none() && record.plies == 25);
        ControlFlow::Continue(())
    });
    assert_eq!((outcome.summary.games, outcome.summary.unfinished, outcome.summary.distinct), (2, 2, 1));
    assert_eq!(outcome.summary.players[0].results.mean, None);
}

#[test]
fn stopping_keeps_what_is_finished() {
    let game = NamedGame::new(Pennies).unwrap();
    let mut reported = 0;
    let outcome = plan(&game, 1_000_000).run(&mut |_| {
        reported += 1;
        if reported == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(outcome.stopped && outcome.failure.is_none());
    assert!((5..1_000_000).contains(&reported));
    assert_eq!(outcome.summary.games, reported);
}

#[test]
fn too_few_agents_and_humans_are_refused() {
    let game = NamedGame::new(Pennies).unwrap();
    let one = Match { agents: vec![Spec::plain("random")], ..plan(&game, 1) };
    let error = one.run(&mut |_| ControlFlow::Continue(())).failure.unwrap();
    assert!(matches!(error, MatchError::Players { given: 1, .. }), "{error}");
    let budgets = Match { budgets: vec![Budget::simulations(10)], ..plan(&game, 1) };
    let error = budgets.run(&mut |_| ControlFlow::Continue(())).failure.expect("one budget for two agents");
    assert!(matches!(error, MatchError::Budgets { agents: 2, given: 1 }), "{error}");
    let human = Match { agents: vec![Spec::plain("random"), Spec::plain("human")], ..plan(&game, 1) };
    assert!(matches!(human.run(&mut |_| ControlFlow::Continue(())).failure, Some(MatchError::Agent(_))));
}
