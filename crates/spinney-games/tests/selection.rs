//! How a search goes down: after how many playouts a leaf is expanded, and by what numbers children are compared.

use std::collections::HashMap;

use spinney::budget::{Budget, Limit};
use spinney::game::{Game, Moves, PayoffRange, Player, Turn, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::mcts::explain::Explainer;
use spinney::search::mcts::{Config, Mcts, Selection};
use spinney_games::samegame::{Options, SameGame};
use spinney_games::tic_tac_toe::TicTacToe;
use spinney_games::tree::TreeGame;

fn explainer<G: Game>(game: G, config: Config) -> Explainer<G> {
    let view = View::of(&game, &game.start(&mut Random::new(0)), Player(0));
    Explainer::new(game, config, &view, &mut Random::new(3)).unwrap()
}

/// With expand=k a leaf is played out k times; the next simulation through it expands it and plays out one of the new
/// children. The root is expanded by the first simulation.
#[test]
fn a_leaf_is_expanded_after_k_playouts() {
    let game = TicTacToe::default();
    for k in [1, 2, 5] {
        let mut explainer = explainer(&game, Config { expand: k, solver: false, ..Config::default() });
        let mut playouts: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut expanded = 0;
        for number in 0..500 {
            let cycle = explainer.cycle();
            let path = cycle.path();
            assert!(!path.is_empty());
            for end in 1..path.len() {
                assert_eq!(playouts[&path[..end]], k, "{:?} has a child", &path[..end]);
            }
            let new = cycle.expansion.len();
            assert!(new <= 1 && (new == 1 || number > 0), "the root at once, then one at most");
            // The playout begins at a child that nobody has visited.
            assert!(new == 0 || !playouts.contains_key(&path));
            expanded += new;
            let count = playouts.entry(path.clone()).or_default();
            *count += 1;
            let mut state = game.start(&mut Random::new(0));
            path.iter().for_each(|&mv| game.play(&mut state, mv));
            assert!(*count <= k || game.turn(&state, &mut Moves::new()) == Turn::Over);
        }
        assert!(expanded > 20, "{expanded}");
    }
}

/// UCB-Tuned without a constant, by hand. N = 404: 8 payoffs of 10 and 392 of 0 behind the first move (V = 0.1928 on
/// 0…10, 0.1781 on −5…15), 4, 6, 6, 4 behind the second (V above ¼). Terms are in points.
#[test]
fn ucb_tuned_by_hand() {
    for (range, first, second) in
        [(None, 0.537_872_158, 6.124_446_341), (Some((-5.0, 15.0)), 1.033_926_997, 12.248_892_683)]
    {
        let game = TreeGame::parse("(max (max 0 10) (max 4 6))").unwrap();
        let config = Config {
            select: Selection::Ucb1Tuned,
            range: range.map(|(low, high)| PayoffRange::new(low, high)),
            expand: 1_000,
            solver: false,
            ..Config::default()
        };
        let mut explainer = explainer(game, config);
        let mut play = |line: [u32; 2]| explainer.follow(&line, true).unwrap().selection;
        for number in 0..400 {
            play([0, u32::from(number < 8)]);
        }
        for last in [0, 1, 1, 0] {
            play([1, last]);
        }
        let arms = &play([0, 0])[0].candidates;
        for (arm, mean, expected) in [(&arms[0], 0.2, first), (&arms[1], 5.0, second)] {
            assert!((arm.value.unwrap() - mean).abs() < 1e-9);
            assert!((arm.exploration.unwrap() - expected).abs() < 1e-8, "{:?} instead of {expected}", arm.exploration);
        }
    }
}

/// Rewards are (score − low) / width: under UCB1 only c · width matters.
#[test]
fn a_range_sets_the_scale_of_the_constant() {
    let game = SameGame::new(Options::standard(1)).unwrap();
    let view = View::of(&game, &game.start(&mut Random::new(0)), Player(0));
    let search = |c, low, high| {
        let config = Config { c: Some(c), range: Some(PayoffRange::new(low, high)), expand: 3, ..Config::default() };
        let mut mcts = Mcts::new(game.clone(), config).unwrap();
        let report = mcts.search(&view, &Budget::simulations(3_000), &mut Random::new(1));
        report.candidates.iter().map(|candidate| (candidate.mv, candidate.visits)).collect::<Vec<_>>()
    };
    let base = search(0.1, -1_500.0, 4_500.0);
    assert_eq!(base, search(0.2, -1_500.0, 1_500.0));
    assert_ne!(base, search(0.1, -1_500.0, 1_500.0));
}

/// A small board is searched to the end; with a given range, which may not be the game's, nothing is proven.
#[test]
fn a_range_switches_the_solver_off() {
    let board = Options { rows: Some(3), cols: Some(3), colours: Some(2), ..Options::random(1) };
    let game = SameGame::new(board).unwrap();
    let view = View::of(&game, &game.start(&mut Random::new(0)), Player(0));
    let search = |range| {
        let config = Config { range, ..Config::default() };
        Mcts::new(game.clone(), config).unwrap().search(&view, &Budget::simulations(5_000), &mut Random::new(1))
    };
    let (proven, open) = (search(None), search(Some(PayoffRange::new(-1_500.0, 4_500.0))));
    assert_eq!((proven.ended_by, open.ended_by), (Limit::Finished, Limit::Simulations));
    assert_eq!(open.simulations, 5_000);
    assert!(proven.candidates.iter().any(|candidate| candidate.proven.is_some()));
    assert!(open.candidates.iter().all(|candidate| candidate.proven.is_none()));
}
