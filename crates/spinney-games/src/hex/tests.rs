//! Winners against a slow path search, and small boards worked by hand.

use spinney::game::NoRecorder;
use spinney::game::capabilities::{Notation, Playouts, Tactics};
use spinney_testkit::game_tests::perft;

use super::distance::Field;
use super::*;

fn board(size: usize) -> Hex {
    Hex::new(Options { size, swap: false }).unwrap()
}

fn play(game: &Hex, state: &mut State, text: &str) {
    let mv = game.read_move(state, text).unwrap();
    game.play(state, mv);
}

/// The board as letters, row by row from the top.
fn letters(game: &Hex, state: &State) -> Vec<Vec<char>> {
    let text = game.write_state(state);
    text.split(' ').next().unwrap().split('/').map(|row| row.chars().collect()).collect()
}

/// The stones that a colour still needs to connect its sides, by relaxing costs cell by cell until nothing changes.
/// `None` if it is cut off.
fn needed_by_walking(board: &[Vec<char>], own: char, bridges: bool) -> Option<u32> {
    let size = board.len() as i32;
    let at = |row: i32, column: i32| match (row, column) {
        (r, c) if (0..size).contains(&r) && (0..size).contains(&c) => board[r as usize][c as usize],
        // The sides are stones; the corners have no owner.
        (-1, c) if own == 'r' && (0..size).contains(&c) => 'r',
        (r, c) if own == 'r' && r == size && (0..size).contains(&c) => 'r',
        (r, -1) if own == 'b' && (0..size).contains(&r) => 'b',
        (r, c) if own == 'b' && c == size && (0..size).contains(&r) => 'b',
        _ => '#',
    };
    let around = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];
    let index = |row: i32, column: i32| ((row + 1) * (size + 2) + column + 1) as usize;
    let mut cost = vec![u32::MAX; ((size + 2) * (size + 2)) as usize];
    for n in 0..size {
        cost[if own == 'r' { index(-1, n) } else { index(n, -1) }] = 0;
    }
    loop {
        let before = cost.clone();
        for row in -1..=size {
            for column in -1..=size {
                let price = match at(row, column) {
                    letter if letter == own => 0,
                    '.' => 1,
                    _ => continue,
                };
                for (n, (down, right)) in around.into_iter().enumerate() {
                    let mut from = vec![(row + down, column + right)];
                    let (next_down, next_right) = around[(n + 1) % 6];
                    let carrier =
                        at(row + down, column + right) == '.' && at(row + next_down, column + next_right) == '.';
                    if bridges && carrier {
                        from.push((row + down + next_down, column + right + next_right));
                    }
                    for (row_from, column_from) in from {
                        if (-1..=size).contains(&row_from) && (-1..=size).contains(&column_from) {
                            let sum = cost[index(row_from, column_from)].saturating_add(price);
                            let here = &mut cost[index(row, column)];
                            *here = sum.min(*here);
                        }
                    }
                }
            }
        }
        if cost == before {
            break;
        }
    }
    let ends = (0..size).map(|n| cost[if own == 'r' { index(size, n) } else { index(n, size) }]);
    ends.min().filter(|&cost| cost != u32::MAX)
}

#[test]
fn winners_and_distances_agree_with_walking() {
    let mut rng = Random::new(1);
    for size in [1, 2, 3, 5, 8, 11, 19] {
        let game = board(size);
        for _ in 0..20 {
            let mut state = game.start(&mut rng);
            loop {
                let over = !game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
                // Large boards are checked occasionally, and at the end.
                if !(over || state.won || size <= 3 || rng.below(size * size / 4) == 0) {
                    continue;
                }
                let letters = letters(&game, &state);
                for player in 0..2 {
                    let own = ['r', 'b'][usize::from(player)];
                    let needed = needed_by_walking(&letters, own, false);
                    let won = state.won && player != state.player;
                    assert_eq!(needed == Some(0), won, "{}", game.write_state(&state));
                    let field = Field::of(&game, &state, player);
                    assert_eq!(field.distance(false), needed, "{}", game.write_state(&state));
                    let bridged = needed_by_walking(&letters, own, true);
                    assert_eq!(field.distance(true), bridged, "{}", game.write_state(&state));
                }
                if over {
                    break;
                }
            }
        }
    }
}

#[test]
fn small_boards_by_hand() {
    assert_eq!([1, 2].map(|depth| perft(&board(1), &board(1).start, depth)), [1, 0]);
    // On 2x2 no player has won before the third stone.
    assert_eq!([1, 2, 3].map(|depth| perft(&board(2), &board(2).start, depth)), [4, 12, 24]);
    let game = board(2);
    for (text, won) in [("r./rb blue", true), ("rb/.r blue", false), (".r/rb blue", true), ("br/.r blue", true)] {
        assert_eq!(game.read_state(text).unwrap().won, won, "{text}");
    }
    // Blue joins left and right by b1-a2, which is the short diagonal.
    assert!(game.read_state("rb/br red").unwrap().won);
}

#[test]
fn distances_by_hand() {
    let game = board(5);
    let state = game.read_state("...../...../..r../...../..... blue").unwrap();
    let distances = |player| {
        let field = Field::of(&game, &state, player);
        (field.distance(false).unwrap(), field.distance(true).unwrap())
    };
    // Red needs two more stones above and two below; by bridges the stone in the third row is one stone away from
    // each side, since its bridge ends in the first row.
    assert_eq!(distances(0), (4, 2));
    // Blue has to go around the stone.
    assert_eq!(distances(1), (5, 3));
}

#[test]
fn swapping_takes_over_the_stone_at_its_mirror_image() {
    let game = Hex::new(Options { size: 4, swap: true }).unwrap();
    let mut state = game.start(&mut Random::new(0));
    play(&game, &mut state, "c1");
    play(&game, &mut state, "SWAP");
    assert_eq!(game.write_state(&state), "..../..../b.../.... red");
    assert_eq!(game.key(&game.read_state("..../..../b.../.... red").unwrap()), game.key(&state));
    assert!(game.read_move(&state, "swap").is_err());
    assert_eq!(game.read_move(&state, "a3").unwrap_err().0, "a3 is taken");
    let plain = board(4);
    let start = plain.start(&mut Random::new(0));
    assert_eq!(plain.read_move(&start, "swap").unwrap_err().0, "`swap` needs the swap rule, hex:swap=true");
}

#[test]
fn positions_that_cannot_arise_are_refused_with_the_rule() {
    let refusal = |text: &str| board(3).read_state(text).unwrap_err().0;
    assert!(refusal("rr./.../... blue").starts_with("2 red and 0 blue stones with blue to move"));
    assert_eq!(refusal("r.b/r.b/r.. red").split(':').next().unwrap(), "3 red and 2 blue stones with red to move");
    assert_eq!(refusal("rb./rb./rb. red"), "red has won already and cannot be to move");
    // Two separate chains of red: no single stone can have been the last.
    assert_eq!(refusal("rbr/rbr/rbr blue").split(':').next().unwrap(), "6 red and 3 blue stones with blue to move");
    let game = board(5);
    let chains = game.read_state("r.r.b/r.r.b/r.r.b/r.rbb/r.rbb blue");
    assert!(chains.is_err());
    assert!(Hex::new(Options { size: 20, swap: false }).is_err());
    assert!(Hex::new(Options { size: 0, swap: false }).is_err());
}

#[test]
fn sifting_keeps_the_value() {
    fn wins(game: &Hex, state: &State) -> bool {
        !state.won
            && game.empty_cells(state).any(|cell| {
                let mut next = *state;
                game.put(&mut next, cell);
                next.won || !wins(game, &next)
            })
    }
    let mut rng = Random::new(2);
    let game = board(3);
    let mut dropped = 0;
    for _ in 0..100 {
        let mut state = game.start(&mut rng);
        for _ in 0..2 {
            game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
        }
        while !state.won {
            let mut moves = Moves::new();
            game.turn(&state, &mut moves);
            let count = moves.len();
            game.prune_dominated(&state, &mut moves);
            dropped += count - moves.len();
            let best = moves.iter().any(|&mv| {
                let mut next = state;
                game.play(&mut next, mv);
                next.won || !wins(&game, &next)
            });
            assert_eq!(best, wins(&game, &state), "{}", game.write_state(&state));
            game.random_step(&mut state, &mut moves, &mut rng, &mut NoRecorder);
        }
    }
    assert!(dropped > 100, "{dropped}");
}

#[test]
fn an_intruded_bridge_is_saved() {
    // Red's stones on c2 and b4 form a bridge over b3 and c3.
    let game = board(5);
    let mut state = game.read_state("...../..r../...../.r.../....b blue").unwrap();
    play(&game, &mut state, "b3");
    let (places, count) = game.saving(&state);
    assert_eq!(count, 1);
    assert_eq!(usize::from(places[0]), game.place(12), "c3");
    let mut recorded = Vec::new();
    game.play_out(0, &mut state, 1, &mut Random::new(1), &mut recorded);
    assert_eq!(recorded, [(Some(Player(0)), 12)]);
    // A stone in the last row but one forms a bridge with the side, over a5 and b5.
    let mut state = game.read_state("...../...../...../.r.../..... blue").unwrap();
    play(&game, &mut state, "a5");
    assert_eq!(game.saving(&state), ([game.place(21) as u16, 0, 0], 1), "b5");
}
