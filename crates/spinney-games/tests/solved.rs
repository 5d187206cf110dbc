//! Games with known values, found again by proof-number search, by AND/OR search, by alpha-beta and by Monte-Carlo tree
//! search with proven values. A new game is one line of the table.

mod spec;

use std::collections::HashMap;

use spinney::budget::Budget;
use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::game::{Game, Moves, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::mcts::{Config, Mcts, Prune};
use spinney::search::minimax::{self, AlphaBeta};
use spinney::search::proof::{AndOr, AndOrConfig, DfPn, DfPnConfig};
use spinney_games::registry::{self, Erase};

/// The game, what the player to move gets, and the searches that are expected to prove it within [`NODES`] positions or
/// simulations: d df-pn, a and-or, m mcts, x alpha-beta. With b the value is also worked out here by brute force over all
/// positions, which knows nothing of tactics and symmetries.
///
/// Tic-tac-toe is folklore, and so are the wins by three in a row on larger boards and the draw by four on 4x4. The values
/// of the trees are worked by hand.
const SOLVED: &[(&str, f64, &str)] = &[
    ("tic-tac-toe", 0.5, "damxb"),
    ("tic-tac-toe:width=4,height=3,line=3", 1.0, "damxb"),
    ("tic-tac-toe:width=4,height=4,line=3", 1.0, "damx"),
    ("tic-tac-toe:width=4,height=4,line=4", 0.5, "da"),
    ("tic-tac-toe:width=2,height=2,line=2", 1.0, "damx"),
    ("connect-four:width=4,height=4", 0.5, "daxb"),
    ("connect-four:width=5,height=4", 0.5, "dax"),
    ("connect-four:width=4,height=5", 0.5, "dax"),
    ("connect-four:width=4,height=4,line=3", 1.0, "damxb"),
    ("connect-four:width=5,height=3,line=3", 1.0, "damxb"),
    ("hex:size=2", 1.0, "damxb"),
    ("hex:size=3", 1.0, "damxb"),
    ("hex:size=4", 1.0, "damx"),
    ("breakthrough:width=3,height=4", 0.0, "damxb"),
    ("breakthrough:width=3,height=5", 0.0, "damxb"),
    ("breakthrough:width=4,height=4", 0.0, "damxb"),
    ("breakthrough:width=5,height=4", 0.0, "dx"),
    ("tree:((3 12 8) (2 4 6) (14 5 2))", 3.0, "damx"),
    ("tree:(max 1 (max 5 2) 4)", 5.0, "damx"),
];

/// Positions or simulations for each game.
const NODES: u64 = 600_000;

fn solve(game: &AnyGame, spec: &str, value: f64, searches: &str) {
    // Tree search also with as few moves as the game thinks right.
    for name in searches.replace('m', "mn").chars() {
        if name == 'b' {
            let state = game.start(&mut Random::new(1));
            assert_eq!(brute_force(game, &state, &mut HashMap::new()), value, "{spec} by brute force");
            continue;
        }
        let few = Config { prune: Prune::On, merge: true, ..Config::default() };
        let report = match name {
            'd' => ask(&mut DfPn::new(game, DfPnConfig::default()).unwrap(), game),
            'a' => ask(&mut AndOr::new(game, AndOrConfig::default()).unwrap(), game),
            'x' => ask(&mut AlphaBeta::new(game, minimax::Config::default()).unwrap(), game),
            'n' => ask(&mut Mcts::new(game, few).unwrap(), game),
            _ => ask(&mut Mcts::new(game, Config::default()).unwrap(), game),
        };
        println!("{spec} {name}: {} of {NODES}", report.simulations);
        assert!(report.proven, "{spec} by {name}: {:?}", report.notes);
        assert_eq!(report.value, Some(value), "{spec} by {name}");
    }
}

fn ask<'g>(search: &mut dyn Search<&'g AnyGame>, game: &'g AnyGame) -> Report<AnyMove> {
    let state = game.start(&mut Random::new(1));
    let Turn::Player(player) = game.turn(&state, &mut Moves::new()) else { panic!("nobody is to move") };
    search.search(&View::of(&game, &state, player), &Budget::simulations(NODES), &mut Random::new(1))
}

/// What the player to move gets, by a look at every position.
fn brute_force(game: &AnyGame, state: &AnyState, known: &mut HashMap<u64, f64>) -> f64 {
    let key = game.capabilities().key.expect("hash keys").key(state);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut moves = Moves::new();
    let Turn::Player(player) = game.turn(state, &mut moves) else { panic!("finished games have no mover") };
    let mut best = f64::MIN;
    for &mv in moves.iter() {
        let mut next = state.clone();
        game.play(&mut next, mv);
        best = best.max(match game.turn(&next, &mut Moves::new()) {
            Turn::Over => game.payoff(&next, player),
            _ => 1.0 - brute_force(game, &next, known),
        });
    }
    known.insert(key, best);
    best
}

#[test]
fn known_values_are_found_again() {
    for &(spec, value, searches) in SOLVED {
        let (name, parameters) = spec::split(spec);
        solve(&registry::open(name, &parameters, Erase).unwrap(), spec, value, searches);
    }
}
