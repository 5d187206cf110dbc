//! Random games against known statistics, with margins of about five standard errors.

use spinney::game::{Game, Moves, NoRecorder, Player};
use spinney::random::Random;
use spinney_games::breakthrough::Breakthrough;
use spinney_games::connect_four::ConnectFour;
use spinney_games::hex::Hex;
use spinney_games::othello::Othello;
use spinney_games::tic_tac_toe::TicTacToe;

struct Statistics {
    mean_length: f64,
    first_wins: f64,
}

fn play<G: Game>(game: &G, playouts: u32) -> Statistics {
    let mut rng = Random::new(2024);
    let mut moves = Moves::new();
    let (mut plies, mut wins) = (0u64, 0u32);
    for _ in 0..playouts {
        let mut state = game.start(&mut rng);
        while game.random_step(&mut state, &mut moves, &mut rng, &mut NoRecorder) {
            plies += 1;
        }
        wins += u32::from(game.payoff(&state, Player(0)) == 1.0);
    }
    Statistics { mean_length: plies as f64 / f64::from(playouts), first_wins: f64::from(wins) / f64::from(playouts) }
}

fn assert_near(what: &str, value: f64, expected: f64, margin: f64) {
    assert!((value - expected).abs() < margin, "{what}: {value} instead of {expected} ± {margin}");
}

#[test]
fn tic_tac_toe() {
    let seen = play(&TicTacToe::default(), 200_000);
    assert_near("length", seen.mean_length, 7.63, 0.025);
    // 737 of 1260, known exactly.
    assert_near("first player wins", seen.first_wins, 737.0 / 1260.0, 0.006);
}

#[test]
fn connect_four() {
    let seen = play(&ConnectFour::default(), 200_000);
    assert_near("length", seen.mean_length, 21.31, 0.12);
    assert_near("first player wins", seen.first_wins, 0.556, 0.006);
}

#[test]
fn othello() {
    let seen = play(&Othello, 20_000);
    // 60 discs in nearly every game; passes and early ends cancel.
    assert_near("length", seen.mean_length, 60.4, 0.3);
    assert_near("first player wins", seen.first_wins, 0.455, 0.02);
}

#[test]
fn breakthrough() {
    let seen = play(&Breakthrough::default(), 20_000);
    // OpenSpiel's rules give 64.2.
    assert_near("length", seen.mean_length, 64.2, 0.8);
}

#[test]
fn hex() {
    let seen = play(&Hex::default(), 5_000);
    // OpenSpiel's rules give 107.7.
    assert_near("length", seen.mean_length, 107.7, 1.0);
}
