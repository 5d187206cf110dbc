//! The rules against published counts of positions.
//!
//! Othello: A. J. C. Bik's table. Draughts: published counts to depth 8; the deeper two have no source that was looked
//! up. Tic-tac-toe: every order of play. Connect four: powers of 7 until the first column is full and the first lines end
//! games.

use spinney::game::Game;
use spinney::random::Random;
use spinney_games::connect_four::ConnectFour;
use spinney_games::draughts::Draughts;
use spinney_games::othello::Othello;
use spinney_games::tic_tac_toe::TicTacToe;
use spinney_testkit::game_tests::perft;

fn counts<G: Game>(game: &G, depth: u32) -> Vec<u64> {
    let start = game.start(&mut Random::new(0));
    (1..=depth).map(|depth| perft(game, &start, depth)).collect()
}

#[test]
fn tic_tac_toe() {
    let expected = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_eq!(counts(&TicTacToe::default(), 9), expected);
}

#[test]
fn connect_four() {
    let expected = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(counts(&ConnectFour::default(), 8), expected);
}

#[test]
fn othello() {
    let expected = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    assert_eq!(counts(&Othello, 9), expected);
}

#[test]
fn draughts() {
    let expected = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564];
    assert_eq!(counts(&Draughts::default(), 10), expected);
}
