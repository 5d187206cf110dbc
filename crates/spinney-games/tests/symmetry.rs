//! Mirror images and rotations share a symmetric key, and nothing else does.

use std::collections::HashMap;

use spinney::game::capabilities::{Key, Notation};
use spinney::game::{Moves, NoRecorder};
use spinney::random::Random;
use spinney_games::breakthrough::Breakthrough;
use spinney_games::connect_four::ConnectFour;
use spinney_games::hex::{self, Hex};
use spinney_games::othello::Othello;
use spinney_games::tic_tac_toe::{Options, TicTacToe};

type Image = fn(&[Vec<char>]) -> Vec<Vec<char>>;

fn mirrored(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn upside_down(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    rows.iter().rev().cloned().collect()
}

fn turned(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    upside_down(&mirrored(rows))
}

fn transposed(rows: &[Vec<char>]) -> Vec<Vec<char>> {
    (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

fn rewrite(text: &str, image: Image) -> String {
    let (board, side) = text.split_once(' ').map_or((text, String::new()), |(board, side)| (board, format!(" {side}")));
    let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    image(&rows).into_iter().map(String::from_iter).collect::<Vec<_>>().join("/") + &side
}

/// Checks random positions against their images, and that equal symmetric keys mean that some image is equal.
fn check<G: Notation + Key>(game: &G, images: &[Image]) {
    let mut rng = Random::new(5);
    let mut moves = Moves::new();
    let mut classes: HashMap<u64, String> = HashMap::new();
    for _ in 0..200 {
        let mut state = game.start(&mut rng);
        while game.random_step(&mut state, &mut moves, &mut rng, &mut NoRecorder) {
            let text = game.write_state(&state);
            let key = game.symmetric_key(&state).expect("these games have symmetries");
            // The images generate the whole group; collect its orbit.
            let mut orbit = vec![text.clone()];
            let mut next = 0;
            while next < orbit.len() {
                for &image in images {
                    let other = rewrite(&orbit[next], image);
                    if !orbit.contains(&other) {
                        orbit.push(other);
                    }
                }
                next += 1;
            }
            for other in &orbit {
                let other_state = game.read_state(other).expect("an image of a position can arise too");
                assert_eq!(game.symmetric_key(&other_state), Some(key), "{text} and {other}");
                assert_eq!(game.key(&other_state) == game.key(&state), *other == text, "{text} and {other}");
            }
            let least = orbit.into_iter().min().expect("an orbit has a member");
            assert_eq!(*classes.entry(key).or_insert_with(|| least.clone()), least);
        }
    }
}

#[test]
fn tic_tac_toe_has_eight() {
    check(&TicTacToe::default(), &[mirrored, transposed]);
}

#[test]
fn oblong_boards_have_four() {
    let game = TicTacToe::new(Options { width: 4, height: 3, line: 3 }).unwrap();
    check(&game, &[mirrored, upside_down]);
}

#[test]
fn connect_four_has_two() {
    check(&ConnectFour::default(), &[mirrored]);
}

#[test]
fn othello_has_eight() {
    check(&Othello, &[mirrored, transposed]);
}

#[test]
fn breakthrough_has_two() {
    check(&Breakthrough::default(), &[mirrored]);
}

#[test]
fn hex_has_the_half_turn() {
    check(&Hex::new(hex::Options { size: 4, swap: true }).unwrap(), &[turned]);
}
