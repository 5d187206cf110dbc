//! Information-set search: beliefs, public states, sides of several pieces, screened moves, history, proofs.

use spinney::belief::Weighing;
use spinney::budget::{Budget, Limit};
use spinney::game::{Game, PerfectInformation, Player};
use spinney::random::Random;
use spinney::report::{Candidate, Report};
use spinney::search::Search;
use spinney::search::exhaustive::solve;
use spinney::search::ismcts::{Config, Ismcts, Observers, SampleFrom};
use spinney::search::parameter::Configure;
use spinney_testkit::conformance::{Claim, Claims, Suite};

use super::beliefs_searched::fork;
use super::hunt::{HIDER, Hunt, SEEKERS, State, choices, seen};

fn decide(game: &Hunt, state: &State, player: Player, config: Config, simulations: u64) -> Report<u8> {
    let mut search = Ismcts::new(game, config).unwrap();
    search.search(&seen(game, state, player), &Budget::simulations(simulations), &mut Random::new(1))
}

fn of<M: PartialEq>(report: &Report<M>, mv: M) -> &Candidate<M> {
    report.candidates.iter().find(|candidate| candidate.mv == mv).unwrap()
}

fn single() -> Config {
    Config { belief: Weighing::Game, ..Config::default() }
}

fn multi(sample_from: SampleFrom) -> Config {
    Config { observers: Observers::Multi, sample_from, ..single() }
}

#[test]
fn worlds_are_drawn_by_their_weights() {
    // One move left. Of the places that can be reached 0 and 2 are possible; others are not.
    let game = Hunt::new(5, &[(0, 1), (1, 2), (2, 3), (3, 4)], 1, 1, 0);
    let state = game.at(4, &[1], 1, 0, &[2]);
    for (belief, expected) in [(Weighing::Sample, 0.5), (Weighing::Uniform, 0.5), (Weighing::Game, 1.0 / 3.0)] {
        for observers in [Observers::Single, Observers::Multi] {
            let config = Config { belief, observers, ..Config::default() };
            let report = decide(&game, &state, SEEKERS, config, 20_000);
            assert_eq!(report.best, Some(2));
            let mean = of(&report, 2).mean.unwrap();
            assert!((mean - expected).abs() < 0.02, "{belief:?} {observers:?}: {mean}");
        }
    }
}

/// Most places where the hider may be lead to 1 alone. It is at 6, from where it can also go to 2; the seeker at 0 can
/// look at one of the two.
fn crowd() -> (Hunt, State) {
    let game = Hunt::new(7, &[(0, 1), (0, 2), (3, 1), (4, 1), (5, 1), (6, 1), (6, 2)], 1, 1, 0);
    let state = game.at(6, &[0], 0, 0, &[3, 4, 5]);
    (game, state)
}

#[test]
fn who_knows_more_sees_how_others_act_on_what_they_know() {
    let (game, state) = crowd();
    let config = Config { belief: Weighing::Uniform, ..multi(SampleFrom::Public) };
    let report = decide(&game, &state, HIDER, config, 10_000);
    assert_eq!(report.best, Some(2), "{report:?}");
    assert!(of(&report, 2).mean.unwrap() > 0.95, "the seeker looks where most would be: {report:?}");
    let own = decide(&game, &state, HIDER, multi(SampleFrom::Own), 10_000);
    assert!(of(&own, 2).mean.unwrap() < 0.75, "a seeker who knows the place guesses between two: {own:?}");
    let open = solve(&PerfectInformation(&game), &state, 1_000).unwrap();
    assert_eq!(open.value_of(HIDER), 0.0, "a seeker who sees everything catches him");
}

#[test]
fn those_who_know_no_more_than_all_search_with_roots_of_their_own() {
    let (game, mut state) = crowd();
    game.play(&mut state, 2);
    let config = Config { belief: Weighing::Uniform, ..multi(SampleFrom::Public) };
    // Both places are possible now, and equally likely to an observer that has not counted the ways there.
    let report = decide(&game, &state, SEEKERS, config, 10_000);
    assert!((report.value.unwrap() - 0.5).abs() < 0.05, "{report:?}");
}

#[test]
fn a_colleagues_catch_is_worth_less() {
    // The first seeker can catch the hider himself, or go aside and leave it to the second.
    let game = Hunt::new(5, &[(0, 1), (1, 2), (0, 3)], 2, 1, 0);
    let state = game.at(1, &[0, 2], 1, 0, &[]);
    for (coalition, expected) in [(0.0, 1.0), (0.25, 0.75), (1.0, 0.0)] {
        let report = decide(&game, &state, SEEKERS, Config { coalition, ..single() }, 3_000);
        assert_eq!(of(&report, 1).mean, Some(1.0));
        // The second seeker's only move is the catch.
        assert!((of(&report, 3).mean.unwrap() - expected).abs() < 1e-9, "{coalition}: {report:?}");
    }
}

#[test]
fn wasted_moves_are_left_out_where_that_is_asked_for() {
    let mut game = Hunt::grid(3, 1, 3, 0);
    game.wasted = 1 << 5;
    let state = game.at(0, &[4], 1, 0, &[8]);
    for (prune_heuristic, looked_at) in [(false, true), (true, false)] {
        let report = decide(&game, &state, SEEKERS, Config { prune_heuristic, ..single() }, 500);
        assert_eq!(of(&report, 5).visits > 0, looked_at, "{report:?}");
        assert_eq!(report.candidates.len(), 4);
    }
}

#[test]
fn history_helps_and_does_not_mislead() {
    let game = Hunt::path(3, 1, 2, 0);
    let state = game.at(0, &[1], 1, 0, &[2]);
    for observers in [Observers::Single, Observers::Multi] {
        let config = Config { history: 2.0, observers, ..single() };
        let report = decide(&game, &state, SEEKERS, config, 3_000);
        assert!(report.value.unwrap() > 0.95, "{report:?}");
    }
    let game = Hunt::grid(4, 2, 6, 3);
    let state = game.at(0, &[5, 10], 1, 1, &[3, 12, 15]);
    let plain = decide(&game, &state, SEEKERS, single(), 300);
    let helped = decide(&game, &state, SEEKERS, Config { history: 5.0, ..single() }, 300);
    let visits = |report: &Report<u8>| report.candidates.iter().map(|candidate| candidate.visits).collect::<Vec<_>>();
    assert_ne!(visits(&plain), visits(&helped), "the option does something");
}

#[test]
fn decisive_moves_are_found_at_once() {
    let game = Hunt::grid(4, 1, 9, 0);
    let state = game.at(6, &[5], 1, 0, &[]);
    for seed in 0..10 {
        let mut search = Ismcts::new(&game, Config { solver: true, ..single() }).unwrap();
        let report = search.search(&seen(&game, &state, SEEKERS), &Budget::simulations(1_000), &mut Random::new(seed));
        assert_eq!((report.best, report.value, report.proven), (Some(6), Some(1.0), true), "{report:?}");
        assert_eq!((report.simulations, report.ended_by), (1, Limit::Finished));
    }
}

#[test]
fn what_hangs_on_a_move_that_will_be_hidden_is_not_proven() {
    let (game, state) = fork();
    let report = decide(&game, &state, SEEKERS, Config { solver: true, ..single() }, 3_000);
    assert!(!report.proven && report.simulations == 3_000, "{report:?}");
    // The hider, too, is only lost if the seekers see its move.
    let mut state = state;
    game.play(&mut state, 4);
    let report = decide(&game, &state, HIDER, Config { solver: true, ..single() }, 3_000);
    assert!(!report.proven, "{report:?}");
}

#[test]
fn with_nothing_hidden_proofs_are_those_of_the_open_game() {
    // Seen after every move.
    let game = Hunt::grid(3, 1, 4, 1);
    let mut proven = 0;
    for player in [HIDER, SEEKERS] {
        for state in choices(&game, 6, player) {
            if player == SEEKERS && state.possible.count_ones() > 1 {
                continue;
            }
            let report = decide(&game, &state, player, Config { solver: true, ..single() }, 20_000);
            let exact = solve(&PerfectInformation(&game), &state, 1_000_000).unwrap();
            if report.proven {
                proven += 1;
                assert_eq!(report.value, Some(exact.value_of(player)), "{state:?}");
                assert_eq!(exact.loss(player, report.best.unwrap()), Some(0.0), "{state:?}");
            }
        }
    }
    assert!(proven >= 10, "{proven}");
}

#[test]
fn what_is_learnt_is_forgotten_with_the_game() {
    let game = Hunt::path(6, 1, 9, 3);
    let mut state = game.at(3, &[0], 0, 0, &[]);
    [2, 1, 3, 0, 4, 1, 5].into_iter().for_each(|mv| game.play(&mut state, mv));
    let config = Config { belief: Weighing::Learnt, ..Config::default() };
    let mut search = Ismcts::new(&game, config).unwrap();
    let answer = |search: &mut Ismcts<&Hunt>| {
        let report = search.search(&seen(&game, &state, SEEKERS), &Budget::simulations(500), &mut Random::new(2));
        report.with_seconds(0.0)
    };
    let first = answer(&mut search);
    assert_eq!(answer(&mut search), first, "a sighting counts once");
    search.reset();
    assert_eq!(answer(&mut search), first);
}

#[test]
fn budgets_are_kept_with_every_option() {
    let claims = Claims { unsampled: Claim::Refuses, ..Claims::legal() };
    let all = Config { history: 1.0, coalition: 0.3, prune_heuristic: true, ..single() };
    let configs = [
        Config { solver: true, ..all.clone() },
        Config {
            belief: Weighing::Learnt,
            observers: Observers::Multi,
            sample_from: SampleFrom::Public,
            ..all.clone()
        },
        Config { belief: Weighing::Sample, sample_from: SampleFrom::Public, observers: Observers::Multi, ..all },
    ];
    for config in configs {
        let games = [("grid", Hunt::grid(4, 2, 4, 2)), ("path", Hunt::path(5, 1, 4, 0))];
        let games = games.map(|(name, game)| (name.to_owned(), game));
        let suite = Suite { solve_limit: 1_000, ..Suite::new(claims, 400, 0.0) };
        suite.run(games, |game| Ok(Box::new(Ismcts::new(game, config.clone())?))).expect_passed();
    }
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let make = |config: Config| Ismcts::new(Hunt::path(4, 1, 3, 0), config).err().map(|refusal| refusal.to_string());
    let public = Config { sample_from: SampleFrom::Public, ..Config::default() };
    assert!(make(public).unwrap().contains("observers=multi"));
    let solver = Config { solver: true, observers: Observers::Multi, ..Config::default() };
    assert!(make(solver).unwrap().contains("observers=single"));
    assert!(make(Config { coalition: 1.5, ..Config::default() }).is_some());
    let mut config = Config::default();
    for parameter in Config::default().parameters() {
        config.set(parameter.name, &parameter.default).unwrap();
    }
    assert_eq!(config, Config::default());
}
