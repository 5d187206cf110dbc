//! The evaluation of backgammon: the bear-off table against exact values, both sides of a position, and openings on
//! which all books agree.

use std::collections::HashMap;

use spinney::game::capabilities::{Evaluate, Key, Notation, Playouts};
use spinney::game::{Game, Moves, NoRecorder, Player, Turn};
use spinney::random::Random;
use spinney_games::backgammon::{Backgammon, Options, Play, State};

/// A position from the checkers of both on their points 1 to 6, x to roll.
fn at_home(x: [u8; 6], o: [u8; 6]) -> State {
    let mut board = [b'-'; 26];
    for point in 1..=6 {
        if x[point - 1] > 0 {
            board[point] = b'@' + x[point - 1];
        }
        if o[point - 1] > 0 {
            board[25 - point] = b'`' + o[point - 1];
        }
    }
    Backgammon::default().read_state(&format!("{} x roll", std::str::from_utf8(&board).unwrap())).unwrap()
}

/// What x may expect if both play perfectly; `known` are the values found so far, by key.
fn exact(game: &Backgammon, state: &State, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(&value) = known.get(&game.key(state)) {
        return value;
    }
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    let mut after = |mv: Play| {
        let mut after = *state;
        game.play(&mut after, mv);
        exact(game, &after, known)
    };
    let value = match turn {
        Turn::Chance => moves.iter().enumerate().map(|(place, &mv)| moves.weight(place) * after(mv)).sum(),
        Turn::Player(Player(0)) => moves.iter().map(|&mv| after(mv)).fold(f64::NEG_INFINITY, f64::max),
        Turn::Player(_) => moves.iter().map(|&mv| after(mv)).fold(f64::INFINITY, f64::min),
        _ => game.payoff(state, Player(0)),
    };
    known.insert(game.key(state), value);
    value
}

#[test]
fn bearing_off_is_evaluated_exactly() {
    let game = Backgammon::default();
    // 27 of 36 rolls bear off a checker on 6, and o needs one roll.
    let state = at_home([0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0]);
    assert!((game.evaluate(&state, Player(0)) - 0.5).abs() < 1e-6);
    let mut rng = Random::new(21);
    let mut known = HashMap::new();
    for _ in 0..40 {
        let mut sides = [[0; 6]; 2];
        for side in &mut sides {
            (0..1 + rng.below(3)).for_each(|_| side[rng.below(6)] += 1);
        }
        let state = at_home(sides[0], sides[1]);
        let (found, exact) = (game.evaluate(&state, Player(0)), exact(&game, &state, &mut known));
        assert!((found - exact).abs() < 0.01, "{}: {found}, {exact}", game.write_state(&state));
    }
}

#[test]
fn the_value_of_a_roll_is_that_of_its_best_play() {
    let game = Backgammon::default();
    let mut rng = Random::new(22);
    let mut moves = Moves::new();
    for _ in 0..5 {
        let mut state = game.start(&mut rng);
        while game.random_step(&mut state, &mut moves, &mut rng, &mut NoRecorder) {
            let value = game.evaluate(&state, Player(0));
            assert_eq!(value, -game.evaluate(&state, Player(1)));
            moves.clear();
            if let Turn::Player(player) = game.turn(&state, &mut moves) {
                let after = |&mv: &Play| {
                    let mut after = state;
                    game.play(&mut after, mv);
                    game.evaluate(&after, player)
                };
                let best = moves.iter().map(after).fold(f64::NEG_INFINITY, f64::max);
                assert_eq!(game.evaluate(&state, player), best, "{}", game.write_state(&state));
            }
        }
    }
}

#[test]
fn playouts_begin_as_the_books_do() {
    let game = Backgammon::default();
    let books = [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("53", "8/3 6/3"), ("61", "13/7 8/7"), ("65", "24/13")];
    for (dice, expected) in books {
        let state = game.read_state(&format!("-b----E-C---eE---c-e----B- x {dice}")).unwrap();
        let (mut after, mut played) = (state, state);
        game.play(&mut after, game.read_move(&state, expected).unwrap());
        assert!(!game.play_out(0, &mut played, 1, &mut Random::new(1), &mut NoRecorder));
        assert_eq!(game.write_state(&played), game.write_state(&after), "{dice}");
    }
}

#[test]
fn playouts_end_the_game() {
    let game = Backgammon::default();
    let mut rng = Random::new(23);
    for _ in 0..20 {
        let mut state = game.start(&mut rng);
        assert!(game.play_out(0, &mut state, 1_000, &mut rng, &mut NoRecorder));
        assert_eq!(game.turn(&state, &mut Moves::new()), Turn::Over);
    }
}

#[test]
fn gammons_count_only_if_they_do() {
    // x has two checkers left, and o none off and all of them far from home.
    let game = Backgammon::default();
    let state = game.read_state("-B----------j---e--------- x roll").unwrap();
    assert!(game.evaluate(&state, Player(0)) > 1.9);
    let plain = Backgammon::new(Options { gammons: false });
    assert!((0.99..1.0).contains(&plain.evaluate(&state, Player(0))));
    assert!((-1.0..-0.99).contains(&plain.evaluate(&state, Player(1))));
}
