//! The bitboards against a cell-by-cell implementation of the rules, and small boards worked by hand.

use spinney::game::capabilities::{Notation, Tactics};
use spinney::game::{NoRecorder, random_step_by_listing};
use spinney_testkit::game_tests::perft;

use super::*;

fn sizes() -> impl Iterator<Item = Breakthrough> {
    [(8, 8, 2), (4, 4, 1), (5, 5, 2), (4, 4, 2), (3, 5, 1), (2, 2, 1), (26, 2, 1), (2, 32, 3), (6, 7, 2)]
        .into_iter()
        .map(|(width, height, rows)| Breakthrough::new(Options { width, height, rows }).unwrap())
}

/// The steps of the player to move as pairs of cells, by walking over the cells.
fn steps_by_walking(game: &Breakthrough, state: &State) -> Vec<(usize, usize)> {
    let Options { width, height, .. } = game.options;
    let up = if state.player == 0 { 1 } else { -1 };
    let mut steps = Vec::new();
    for cell in (0..width * height).filter(|cell| state.mover >> cell & 1 == 1) {
        for right in [-1, 0, 1] {
            let (column, row) = ((cell % width) as i32 + right, (cell / width) as i32 + up);
            if !(0..width as i32).contains(&column) || !(0..height as i32).contains(&row) {
                continue;
            }
            let to = row as usize * width + column as usize;
            let (own, enemy) = (state.mover >> to & 1 == 1, state.other >> to & 1 == 1);
            let blocked = own || enemy && right == 0;
            if !blocked {
                steps.push((cell, to));
            }
        }
    }
    steps.sort_unstable();
    steps
}

#[test]
fn masks_agree_with_walking_cell_by_cell() {
    let mut rng = Random::new(3);
    for game in sizes() {
        for _ in 0..100 {
            let mut state = game.start(&mut rng);
            loop {
                let mut moves = Moves::new();
                if game.turn(&state, &mut moves) == Turn::Over {
                    break;
                }
                let mut listed: Vec<_> = moves.iter().map(|mv| (mv.from.into(), mv.to.into())).collect();
                listed.sort_unstable();
                assert_eq!(listed, steps_by_walking(&game, &state), "{}", game.write_state(&state));
                random_step_by_listing(&game, &mut state, &mut moves, &mut rng, &mut NoRecorder);
            }
            let [white, black] = state.by_player();
            let (top, bottom) = (white & game.goal[0] != 0, black & game.goal[1] != 0);
            assert!(top || bottom || white == 0 || black == 0, "{}", game.write_state(&state));
        }
    }
}

#[test]
fn small_boards_by_hand() {
    // Both white men can capture the man diagonally in front of them, and win by it; no man can go straight on.
    let game = Breakthrough::new(Options { width: 2, height: 2, rows: 1 }).unwrap();
    let start = game.start(&mut Random::new(0));
    assert_eq!([1, 2].map(|depth| perft(&game, &start, depth)), [2, 0]);
    // Each corner man has two steps and the middle one three; no step prevents one of black's.
    let game = Breakthrough::new(Options { width: 3, height: 4, rows: 1 }).unwrap();
    let start = game.start(&mut Random::new(0));
    assert_eq!(perft(&game, &start, 1), 7);
    // On 8x8 the second row has 6 men with three steps and two with two.
    let game = Breakthrough::default();
    let start = game.start(&mut Random::new(0));
    assert_eq!([1, 2].map(|depth| perft(&game, &start, depth)), [22, 22 * 22]);
}

#[test]
fn straight_steps_do_not_take_and_diagonal_ones_do() {
    let game = Breakthrough::new(Options { width: 3, height: 5, rows: 1 }).unwrap();
    assert!(game.read_state("..b/.b./bw./.../...").is_err(), "a side to move is asked for");
    let state = game.read_state("..b/.b./bw./.../... white").unwrap();
    let mut moves = Moves::new();
    game.turn(&state, &mut moves);
    let texts: Vec<_> = moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
    assert_eq!(texts, ["b3a4", "b3c4"]);
    let state = game.read_state("..b/bb./.w./.../... white").unwrap();
    let mv = game.read_move(&state, "b3xa4").unwrap();
    let mut next = state;
    game.play(&mut next, mv);
    assert_eq!(game.write_state(&next), "..b/wb./.../.../... black");
}

#[test]
fn moves_are_refused_with_the_reason() {
    let game = Breakthrough::new(Options { width: 26, height: 2, rows: 1 }).unwrap();
    let start = game.start(&mut Random::new(0));
    assert_eq!(game.read_move(&start, "x1xw2"), Ok(Move { from: 23, to: 26 + 22 }));
    assert_eq!(game.read_move(&start, "W1XX2"), Ok(Move { from: 22, to: 26 + 23 }));
    let refusal = |text: &str| game.read_move(&start, text).unwrap_err().0;
    assert_eq!(refusal("w1x2"), "`w1x2` is written w1xx2");
    assert_eq!(refusal("a1a2"), "the man on a1 cannot go to a2");
    assert_eq!(refusal("a2b1"), "white has no man on a2");
    assert_eq!(refusal("a1b3"), "`b3` is off the board, which goes from a1 to z2");
    for text in ["", "a", "a1", "1", "a1x", "xx"] {
        assert!(game.read_move(&start, text).is_err(), "{text}");
    }
}

#[test]
fn impossible_boards_and_positions_are_refused() {
    for (width, height, rows) in [(1, 8, 2), (8, 1, 1), (9, 8, 2), (27, 2, 1), (8, 8, 5), (8, 8, 0)] {
        assert!(Breakthrough::new(Options { width, height, rows }).is_err());
    }
    let game = Breakthrough::new(Options { width: 3, height: 4, rows: 1 }).unwrap();
    let refusal = |text: &str| game.read_state(text).unwrap_err().0;
    assert_eq!(refusal("..w/.../b../... white"), "white has won already and cannot be to move");
    assert_eq!(refusal("w.w/.../b../... black"), "two men on the last row: the first ends the game");
    assert_eq!(refusal("bbb/b../.../..w white"), "4 black men: each side begins with 3");
    assert_eq!(refusal(".../.../.../... white"), "there are no men");
    assert_eq!(refusal("bbb/.../.../www red"), "`red` is not a side to move: expected white or black");
    assert!(game.read_state("bbb/.../.../... white").is_ok(), "white has lost all men");
}

/// The values of all moves, by exhaustive search.
fn wins(game: &Breakthrough, state: &State) -> bool {
    let mut moves = Moves::new();
    if game.turn(state, &mut moves) == Turn::Over {
        return false;
    }
    moves.iter().any(|&mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        !wins(game, &next)
    })
}

#[test]
fn sifting_keeps_the_value() {
    let mut rng = Random::new(6);
    let game = Breakthrough::new(Options { width: 3, height: 5, rows: 1 }).unwrap();
    let mut dropped = 0;
    for _ in 0..40 {
        let mut state = game.start(&mut rng);
        let mut moves = Moves::new();
        while game.turn(&state, &mut moves) != Turn::Over {
            let count = moves.len();
            game.prune_dominated(&state, &mut moves);
            dropped += count - moves.len();
            let best = moves.iter().any(|&mv| {
                let mut next = state;
                game.play(&mut next, mv);
                !wins(&game, &next)
            });
            assert_eq!(best, wins(&game, &state), "{}", game.write_state(&state));
            game.random_step(&mut state, &mut moves, &mut rng, &mut NoRecorder);
            moves.clear();
        }
    }
    assert!(dropped > 20, "{dropped}");
}

#[test]
fn the_policy_wins_or_takes_the_runner() {
    let game = Breakthrough::new(Options { width: 4, height: 5, rows: 1 }).unwrap();
    let all = |text: &str| {
        let targets = game.decisive(&game.read_state(text).unwrap());
        targets.map(u64::count_ones)
    };
    // The man on b4 wins by any of three steps.
    assert_eq!(all("..../.w../..b./..../...w white"), [1, 1, 1]);
    // The man on c2 is about to win: only the man on d1 can take it.
    assert_eq!(all("..../..../.w../..b./...w white"), [1, 0, 0]);
}
