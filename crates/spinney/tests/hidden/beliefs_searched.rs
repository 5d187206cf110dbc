//! Alpha-beta over beliefs.

use spinney::belief::{Belief, Weighing};
use spinney::budget::{Budget, Limit};
use spinney::game::{PerfectInformation, Player};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::belief_search::{BeliefSearch, Config, Opponent};
use spinney::search::exhaustive::solve;
use spinney::search::parameter::Configure;
use spinney_testkit::conformance::{Claim, Claims, Suite};

use super::hunt::{HIDER, Hunt, SEEKERS, State, choices, seen};
use super::oracle;

fn decide(game: &Hunt, state: &State, player: Player, config: Config) -> Report<u8> {
    let mut search = BeliefSearch::new(game, config).unwrap();
    search.search(&seen(game, state, player), &Budget::default(), &mut Random::new(1))
}

fn uniform() -> Config {
    Config { belief: Weighing::Uniform, ..Config::default() }
}

#[test]
fn a_path_is_swept() {
    // The hider is at one end of three places; a first look at the wrong end drives it into the seeker's arms.
    let game = Hunt::path(3, 1, 2, 0);
    let one = decide(&game, &game.at(0, &[1], 1, 1, &[2]), SEEKERS, uniform());
    assert_eq!((one.value, one.ended_by), (Some(0.5), Limit::Finished), "{one:?}");
    let two = decide(&game, &game.at(0, &[1], 1, 0, &[2]), SEEKERS, uniform());
    assert_eq!(two.value, Some(1.0), "{two:?}");
}

#[test]
fn the_likelier_world_decides() {
    // The seeker is at 1 with one move left; the hider may be at 2, one step away, or out of reach.
    let game = Hunt::path(6, 1, 1, 0);
    let report = decide(&game, &game.at(5, &[1], 1, 0, &[2]), SEEKERS, Config::default());
    // Weights 0.2 at one step and 0.4 at four.
    assert_eq!(report.best, Some(2));
    assert!((report.value.unwrap() - 1.0 / 3.0).abs() < 1e-9, "{report:?}");
}

#[test]
fn a_guess_is_worth_a_half_though_each_world_is_won() {
    let (game, state) = fork();
    let report = decide(&game, &state, SEEKERS, uniform());
    assert!((report.value.unwrap() - 0.5).abs() < 1e-9, "{report:?}");
    let open = solve(&PerfectInformation(&game), &state, 1_000_000).unwrap();
    assert_eq!(open.value_of(SEEKERS), 1.0, "who sees everything wins");
}

/// The seeker knows where the hider is, but not to which of two places it will go from there.
pub(crate) fn fork() -> (Hunt, State) {
    let edges = [(0, 1), (0, 2), (3, 4), (3, 5), (4, 1), (4, 2), (5, 1), (5, 2)];
    let game = Hunt::new(6, &edges, 1, 2, 0);
    let state = game.at(0, &[3], 1, 0, &[]);
    (game, state)
}

#[test]
fn pruning_and_table_do_not_change_values() {
    let mut compared = 0;
    for (game, games) in [(Hunt::grid(3, 1, 3, 2), 6), (Hunt::grid(3, 2, 2, 2), 6), (Hunt::path(6, 1, 4, 3), 6)] {
        for state in choices(&game, games, SEEKERS) {
            for (opponent, table) in [
                (Opponent::Uniform, true),
                (Opponent::Uniform, false),
                (Opponent::Worst, true),
                (Opponent::Worst, false),
            ] {
                let config = Config { opponent, table, ..Config::default() };
                let report = decide(&game, &state, SEEKERS, config);
                // Where nothing will be hidden any more the hider is assumed to play its best.
                if report.notes.iter().any(|note| note.contains("perfect information")) {
                    continue;
                }
                let belief = Belief::of(&game, &seen(&game, &state, SEEKERS), Weighing::Game, None).unwrap();
                let belief: Vec<_> =
                    belief.states().iter().map(|candidate| (candidate.state, candidate.weight)).collect();
                let best = oracle::value(&game, &belief, opponent);
                let found = oracle::after(&game, &belief, report.best.unwrap(), opponent);
                assert!((found - best).abs() < 1e-9, "{state:?} {opponent:?}: {found}, best is {best}");
                let value = report.value.unwrap();
                assert!((value - best).abs() < 1e-9, "{state:?} {opponent:?}: {value}, exact {best}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn who_sees_everything_is_served_in_the_open() {
    let game = Hunt::grid(3, 1, 3, 0);
    for state in choices(&game, 8, HIDER) {
        let report = decide(&game, &state, HIDER, Config::default());
        assert!(report.notes.iter().any(|note| note.contains("perfect information")), "{report:?}");
        let exact = solve(&PerfectInformation(&game), &state, 1_000_000).unwrap();
        assert_eq!(report.value, Some(exact.value_of(HIDER)));
        assert!(!report.proven, "the seekers need not know what he knows");
    }
}

#[test]
fn a_greedy_opponent_is_expected_where_he_is_safest() {
    // From 0 the hider goes to 1, next to the seeker, or to 2, far from it.
    let game = Hunt::new(8, &[(0, 1), (0, 2), (1, 3), (3, 4), (4, 5), (5, 2), (3, 6), (6, 7)], 1, 2, 0);
    let state = game.at(0, &[6], 1, 0, &[]);
    let value = |opponent, temperature| {
        decide(&game, &state, SEEKERS, Config { opponent, temperature, ..Config::default() }).value.unwrap()
    };
    let (even, greedy) = (value(Opponent::Uniform, 1.0), value(Opponent::Greedy, 0.05));
    assert!((even - 0.5).abs() < 1e-9 && greedy < 0.2, "{even} {greedy}");
    assert!((value(Opponent::Greedy, 1e6) - even).abs() < 1e-3, "a hot soft-max is even");
}

#[test]
fn a_decision_does_not_depend_on_where_the_hider_is() {
    let game = Hunt::grid(4, 2, 6, 3);
    let answer = |state: &State| {
        let mut search = BeliefSearch::new(&game, Config { depth: Some(4), ..Config::default() }).unwrap();
        let report = search.search(&seen(&game, state, SEEKERS), &Budget::simulations(2_000), &mut Random::new(3));
        report.with_seconds(0.0)
    };
    for state in choices(&game, 3, SEEKERS) {
        let belief = Belief::of(&game, &seen(&game, &state, SEEKERS), Weighing::Uniform, None).unwrap();
        let report = answer(&state);
        assert!(belief.states().iter().all(|candidate| answer(&candidate.state) == report));
    }
}

#[test]
fn budgets_are_kept_and_moves_are_legal() {
    let claims = Claims { unsampled: Claim::Refuses, ..Claims::legal() };
    for opponent in [Opponent::Uniform, Opponent::Greedy, Opponent::Worst] {
        let games = [("grid", Hunt::grid(4, 2, 4, 2)), ("path", Hunt::path(5, 1, 4, 0))];
        let games = games.map(|(name, game)| (name.to_owned(), game));
        let suite = Suite { solve_limit: 1_000, ..Suite::new(claims, 400, 0.0) };
        let config = Config { opponent, ..Config::default() };
        suite.run(games, |game| Ok(Box::new(BeliefSearch::new(game, config.clone())?))).expect_passed();
    }
}

#[test]
fn memory_is_bounded() {
    let game = Hunt::grid(8, 4, 9, 0);
    let state = game.at(0, &[9, 20, 43, 62], 1, 3, &[4, 7, 11, 15, 27, 31, 33, 50, 57]);
    let mut search = BeliefSearch::new(&game, Config::default()).unwrap();
    let budget = Budget::simulations(20_000).with_memory(1 << 16);
    let report = search.search(&seen(&game, &state, SEEKERS), &budget, &mut Random::new(1));
    assert_eq!(report.simulations, 20_000);
    assert!(report.bytes < (1 << 16) + (1 << 20), "{}", report.bytes);
}

#[test]
fn parameters_are_read_as_they_are_written() {
    let mut config = Config::default();
    for parameter in Config::default().parameters() {
        config.set(parameter.name, &parameter.default).unwrap();
    }
    assert_eq!(config, Config::default());
    assert!(config.set("opponent", "asleep").is_err());
    config.set("states", "0").unwrap();
    assert!(BeliefSearch::new(Hunt::path(3, 1, 2, 0), config).is_err());
}
