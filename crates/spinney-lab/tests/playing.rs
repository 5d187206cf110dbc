//! Rule sheets play like built-in games: every agent plays every kind of rule sheet, and plays it well,
//! through nothing but the contract of a game.

use std::ops::ControlFlow;

use spinney::budget::{Budget, StopFlag};
use spinney::game::{Game, Player, Turn};
use spinney::random::Random;
use spinney_agents::Spec;
use spinney_agents::games::open;
use spinney_agents::named::{Choices, replay};
use spinney_agents::rule_sheets::{self, Source};
use spinney_agents::{GameError, NamedGame};
use spinney_games::registry::OpenError;
use spinney_gdl::game::{EngineChoice, LoadOptions};
use spinney_lab::matches::{Match, Summary};
use spinney_lab::rule_sheets::{perft, trace};
use spinney_lab::solve::{Pace, solve};

/// A rule sheet of the repository as a game.
fn sheet(name: &str) -> NamedGame {
    open(&Spec::game(&format!("gdl:../../games/{name}.kif")).unwrap()).unwrap()
}

/// A rule sheet as a game, from its text.
fn read(text: &str) -> NamedGame {
    let source = Source::read("test", "test.kif", text.as_bytes()).unwrap();
    NamedGame::new(rule_sheets::load(&source, &LoadOptions::default()).unwrap()).unwrap()
}

/// A match with swapped seats.
fn play(game: &NamedGame, players: &str, games: u64, simulations: u64) -> Summary {
    let plan = Match {
        game,
        agents: Spec::players(players).unwrap(),
        games,
        swap: true,
        start: None,
        seed: 1,
        budget: Budget::simulations(simulations),
        budgets: Vec::new(),
        plies: 500,
        threads: 2,
    };
    let outcome = plan.run(&mut |_| ControlFlow::Continue(()));
    assert!(outcome.failure.is_none(), "{:?}", outcome.failure);
    assert_eq!((outcome.summary.games, outcome.summary.unfinished), (games, 0));
    outcome.summary
}

/// The mean payoff of each agent.
fn means(summary: &Summary) -> Vec<f64> {
    summary.players.iter().map(|player| player.results.mean.unwrap()).collect()
}

#[test]
fn tree_search_beats_random_moves_where_players_take_turns() {
    let tic_tac_toe = play(&sheet("tic-tac-toe"), "mcts,random", 40, 300);
    assert!(means(&tic_tac_toe)[0] > 85.0, "{:?}", means(&tic_tac_toe));
    assert!(tic_tac_toe.players[0].results.losses <= 1, "{:?}", means(&tic_tac_toe));
    let connect_four = play(&sheet("connect-four"), "mcts,random", 10, 200);
    assert!(means(&connect_four)[0] > 85.0, "{:?}", means(&connect_four));
}

#[test]
fn tree_search_beats_random_moves_where_players_move_at_once() {
    let pursuit = play(&sheet("pursuit"), "mcts,random", 40, 200);
    let [ours, theirs] = means(&pursuit)[..] else { panic!() };
    assert!(ours > theirs + 20.0, "{ours} {theirs}");
}

#[test]
fn tree_search_beats_random_moves_of_three_players() {
    let three = play(&sheet("three-in-line"), "mcts,random,random", 30, 300);
    let means = means(&three);
    assert!(means[0] > 80.0 && means[0] > means[1] + 30.0, "{means:?}");
}

#[test]
fn searches_for_one_player_beat_random_moves() {
    for name in ["knights-tour", "peg-solitaire"] {
        let game = sheet(name);
        let start = game.start(&mut Random::new(1));
        let score = |agent: &str, pace, simulations, seed| {
            let (agent, budget) = (Spec::agent(agent).unwrap(), Budget::simulations(simulations));
            solve(&game, &start, &[], &agent, &budget, pace, &mut Random::new(seed)).unwrap().score
        };
        let random = (1..=20).map(|seed| score("random", Pace::MoveByMove, 1, seed)).sum::<f64>() / 20.0;
        for agent in ["mcts", "nrpa:level=2", "nested", "best"] {
            let found = score(agent, Pace::Whole, 2000, 1);
            assert!(found >= random + 15.0, "{name}, {agent}: {found}, random: {random}");
        }
    }
}

/// The other searches can be made as well, or give a reason why not.
#[test]
fn every_search_for_open_games_plays_a_sheet() {
    let game = sheet("tic-tac-toe");
    let mut position = game.start(&mut Random::new(1));
    let line: Vec<String> = ["(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 2 2)"].map(str::to_owned).to_vec();
    replay(&game, &mut position, &line).unwrap();
    for agent in [
        "mcts:transpositions=true",
        "mcts:amaf=grave,playout=mast",
        "flat",
        "alpha-beta:depth=3",
        "minimax:depth=3",
        "exhaustive",
        "df-pn",
        "and-or",
    ] {
        let mut seat = game.seat(&Spec::agent(agent).unwrap(), Player(0)).unwrap();
        let report = seat.search(&position, &Budget::simulations(5000), &mut Random::new(1)).unwrap();
        assert_eq!(game.write_move(&position, report.best.unwrap()), "(mark 3 1)", "{agent}");
    }
    let error = game.seat(&Spec::plain("nrpa"), Player(0)).map(drop).unwrap_err().to_string();
    assert!(error.contains("tic-tac-toe"), "{error}");
}

/// Moves that differ in case only.
const TWO_CASES: &str = "(role a) (role b) (init s) (legal a Go) (legal a go) (legal b Go) (legal b go)
(<= (next (did ?r ?m)) (does ?r ?m))
(<= terminal (true (did a ?m)))
(<= (goal ?r 100) (true (did ?r Go)))
(<= (goal ?r 0) (true (did ?r go)))
";

#[test]
fn letters_count_before_case_is_overlooked() {
    let game = read(TWO_CASES);
    let position = game.start(&mut Random::new(1));
    assert_eq!(game.whose_turn(&position), Turn::Joint);
    for text in ["Go", "go"] {
        for player in [Player(0), Player(1)] {
            let mv = game.read_move(&position, player, text).unwrap();
            assert_eq!(game.write_move(&position, mv), text);
        }
    }
    let mv = game.read_move(&position, Player(0), "GO").unwrap();
    assert!(game.write_move(&position, mv).eq_ignore_ascii_case("go"));
}

#[test]
fn a_position_is_written_and_read_back() {
    for name in ["tic-tac-toe", "pursuit", "three-in-line", "sliding"] {
        let game = sheet(name);
        let start = game.start(&mut Random::new(1));
        let again = game.read(&game.write(&start)).unwrap();
        assert_eq!(game.write(&again), game.write(&start));
        assert_eq!(game.choices(&again), game.choices(&start));
        assert!(!matches!(game.choices(&start), Choices::Over(_)));
    }
}

#[test]
fn both_engines_count_the_same() {
    let count = |name: &str, engine| {
        let source = Source::file(format!("../../games/{name}.kif").as_ref()).unwrap();
        let options = LoadOptions { engine, ..LoadOptions::default() };
        let sheet = rule_sheets::load(&source, &options).unwrap();
        let mut counts = Vec::new();
        let stop = StopFlag::default();
        perft::perft(&sheet, 3, &stop, &mut |count| {
            counts.push((count.nodes, count.terminal));
            ControlFlow::Continue(())
        })
        .unwrap();
        let mut lines = Vec::new();
        trace::trace(&sheet, name, 2, 5, &mut |line| {
            lines.push(line.clone());
            ControlFlow::Continue(())
        })
        .unwrap();
        (counts, lines)
    };
    for name in ["tic-tac-toe", "pursuit", "three-in-line", "peg-solitaire"] {
        assert_eq!(count(name, EngineChoice::Network), count(name, EngineChoice::Interpreter), "{name}");
    }
}

#[test]
fn sheets_have_remarks_and_built_in_games_have_none() {
    assert!(open(&Spec::plain("connect-four")).unwrap().remarks().is_empty());
    assert!(sheet("tic-tac-toe").remarks().is_empty());
}

#[test]
fn what_cannot_be_opened_is_named() {
    let says = |text: &str| open(&Spec::game(text).unwrap()).err().unwrap();
    assert!(matches!(says("gdl"), GameError::Open(OpenError::Impossible { .. })));
    assert!(matches!(says("gdl:no-such-file.kif"), GameError::Sheet(_)));
    let error = says("gdll:x=1").to_string();
    assert!(error.contains("did you mean `gdl`?") && error.ends_with("sudoku, gdl"), "{error}");
}
