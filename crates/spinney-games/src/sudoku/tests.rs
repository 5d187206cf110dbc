//! What follows from a placement is right, the cells and rewards are those that the options name, and playouts keep to
//! them.

use spinney::game::capabilities::Playouts;
use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;
use spinney::search::parameter::Configure;

use super::generate::random_board;
use super::geometry::BOX_SIZES;
use super::state::{Propagation, State};
use super::{Grid, Move, Options, Sudoku, sets};

const LEVELS: [Propagation; 5] =
    [Propagation::None, Propagation::Check, Propagation::Singles, Propagation::Locked, Propagation::Subsets];

const SOLUTION: &str = "487156932362498751915372864846519273593724186271863549124685397738941625659237418";

fn game(options: &[(&str, &str)]) -> Sudoku {
    let mut made = Options::default();
    for (key, value) in options {
        made.set(key, value).expect("a known option");
    }
    Sudoku::from_options(made).expect("a puzzle")
}

fn start(game: &Sudoku) -> State {
    game.start(&mut Random::new(0))
}

/// The moves that a search considers.
fn considered(game: &Sudoku, state: &State) -> Vec<Move> {
    let mut moves = Moves::new();
    assert_eq!(game.turn(state, &mut moves), Turn::Player(Player(0)));
    game.keep_selected(state, &mut moves);
    moves.iter().copied().collect()
}

fn cell(row: usize, column: usize) -> u16 {
    ((row - 1) * 9 + column - 1) as u16
}

/// A solution of a random part of a board is still possible after every placement that belongs to it.
#[test]
fn propagation_loses_no_solution() {
    let mut rng = Random::new(7);
    for box_size in BOX_SIZES {
        for round in 0..(if box_size < 4 { 60 } else { 6 }) {
            let board = random_board(box_size, &mut rng, &mut || false).expect("there is one");
            let cells = board.values().len();
            let mut givens = Grid::empty(box_size);
            for _ in 0..cells * (round % 6) / 10 {
                let cell = rng.below(cells);
                givens.set(cell, board.values()[cell]);
            }
            for level in LEVELS {
                let mut state = State::new(&givens, level);
                loop {
                    assert!(!state.is_dead(), "{level:?}, boxes of {box_size}");
                    for (cell, &value) in board.values().iter().enumerate() {
                        let possible = match state.values()[cell] {
                            0 => state.candidates(cell) & sets::bit(value) != 0,
                            placed => placed == value,
                        };
                        assert!(possible, "{level:?}, boxes of {box_size}: {value} in cell {cell}");
                    }
                    let Some(&empty) = state.empty().first() else { break };
                    let cell = usize::from(empty);
                    state.place(cell, board.values()[cell], level);
                }
                assert!(state.is_solved());
            }
        }
    }
}

/// Each level excludes whatever the one before it does.
#[test]
fn stronger_propagation_leaves_no_more_candidates() {
    let givens = game(&[("board", "3")]).givens().clone();
    let open = |level| {
        let state = State::new(&givens, level);
        (0..81).map(|cell| state.candidates(cell).count_ones()).sum::<u32>()
    };
    let left = LEVELS.map(open);
    assert!(left.is_sorted_by(|more, fewer| more >= fewer), "{left:?}");
    assert!(left[1] > left[2] && left[2] > left[3] && left[3] > left[4], "{left:?}");
}

/// Four empty cells, none of them forced without propagation: r1c2, r1c3, r2c2, r2c3 of a 4x4 board.
#[test]
fn rewards_are_shares_of_the_cells() {
    let payoff = |reward: &str, moves: &[(u16, u8)]| {
        let game = game(&[("puzzle", "1..43..2........"), ("propagate", "none"), ("reward", reward)]);
        let mut state = start(&game);
        for &(cell, value) in moves {
            game.play(&mut state, Move { cell, value });
        }
        game.payoff(&state, Player(0))
    };
    // Twelve cells are empty. Two are filled, then the third cannot be.
    let moves = [(1, 2), (9, 1), (2, 0)];
    assert_eq!(payoff("solved", &moves), 0.0);
    assert_eq!(payoff("share", &moves), 2.0 / 12.0);
    assert_eq!(payoff("simulated", &moves), 0.0, "no playout has filled a cell");
    // A 2 in r1c2 leaves 3 for r1c3. With a 3 in r3c3, r1c3 has no candidate, and row 1 no place for a 3; neither has
    // box 2 one that is lost, nor any other unit.
    assert_eq!(payoff("conflicts", &[(1, 2), (10, 3)]), 0.0);
}

#[test]
fn a_playout_is_worth_the_cells_that_it_fills_itself() {
    let game = game(&[("board", "2"), ("preset", "thesis")]);
    let mut rng = Random::new(3);
    let mut filled_before = start(&game);
    for mv in considered(&game, &filled_before.clone()).into_iter().take(1) {
        game.play(&mut filled_before, mv);
    }
    let policy = game.policies().iter().position(|policy| policy.name == "random").expect("in the list");
    for _ in 0..200 {
        let mut state = filled_before.clone();
        let mut line: Vec<(Option<Player>, Move)> = Vec::new();
        assert!(game.play_out(policy, &mut state, u32::MAX, &mut rng, &mut line));
        let filled = line.iter().filter(|(_, mv)| mv.value != 0).count() as f64;
        let empty = state.empty().len() as f64;
        assert!(empty > 0.0, "random playouts do not solve this puzzle");
        assert_eq!(game.payoff(&state, Player(0)), filled / (filled + empty));
    }
}

/// Pseudo-random playouts and the tree of the thesis go to the row of the last move, then to the column, then to the box.
#[test]
fn the_neighbourhood_is_row_column_box() {
    let first = |empty: &[(usize, usize)]| {
        let puzzle: String = (0..81)
            .map(|at| if empty.contains(&(at / 9 + 1, at % 9 + 1)) { '.' } else { SOLUTION.as_bytes()[at] as char })
            .collect();
        let game = game(&[("puzzle", &puzzle), ("preset", "thesis")]);
        let mut state = start(&game);
        let value = SOLUTION.as_bytes()[usize::from(cell(5, 5))] - b'0';
        game.play(&mut state, Move { cell: cell(5, 5), value });
        let cells: Vec<u16> = considered(&game, &state).iter().map(|mv| mv.cell).collect();
        assert!(cells.iter().all(|&at| at == cells[0]), "one cell");
        cells[0]
    };
    assert_eq!(first(&[(5, 5), (4, 4), (1, 5), (5, 9), (5, 8)]), cell(5, 8));
    assert_eq!(first(&[(5, 5), (4, 4), (9, 5), (1, 5)]), cell(1, 5));
    assert_eq!(first(&[(5, 5), (6, 6), (6, 4), (1, 1)]), cell(6, 4));
    assert_eq!(first(&[(5, 5), (1, 1)]), cell(1, 1), "anywhere, if the neighbourhood is full");
}

#[test]
fn rules_select_one_cell_a_unit_or_everything() {
    let cells = |rule: &str| {
        let game = game(&[("board", "3"), ("propagate", "check"), ("cell", rule)]);
        let mut cells: Vec<u16> = considered(&game, &start(&game)).iter().map(|mv| mv.cell).collect();
        cells.dedup();
        cells
    };
    assert_eq!(cells("any").len(), 81 - 22);
    assert_eq!((cells("random").len(), cells("near").len(), cells("fewest").len()), (1, 1, 1));
    let unit = cells("unit");
    assert!(unit.len() > 1 && unit.iter().all(|cell| cell / 9 == unit[0] / 9), "a row: {unit:?}");
    let fewest = game(&[("board", "3"), ("propagate", "check"), ("cell", "fewest")]);
    let state = start(&fewest);
    let least = state.empty().iter().map(|&cell| state.candidates(usize::from(cell)).count_ones()).min();
    assert_eq!(Some(considered(&fewest, &state).len() as u32), least);
}

#[test]
fn another_salt_draws_other_cells() {
    let first = |salt: u32| {
        let game = game(&[("board", "3"), ("preset", "thesis"), ("salt", &salt.to_string())]);
        considered(&game, &start(&game))[0].cell
    };
    let mut cells: Vec<u16> = (0..40).map(first).collect();
    assert_eq!(first(5), cells[5]);
    cells.sort_unstable();
    cells.dedup();
    assert!(cells.len() > 15, "{cells:?}");
}

/// Backtracking playouts stay within the moves of the rules, and what a thread keeps of one board does not leak into the
/// next one.
#[test]
fn backtracking_playouts_end_full_or_dead() {
    let small = game(&[("puzzle", "1..............."), ("propagate", "check")]);
    let large = game(&[("board", "3"), ("propagate", "check")]);
    let policy = large.policies().iter().position(|policy| policy.name == "backtrack").expect("in the list");
    let mut rng = Random::new(11);
    let mut solved = 0;
    for round in 0..20 {
        let game = if round % 2 == 0 { &small } else { &large };
        let mut state = start(game);
        let mut line: Vec<(Option<Player>, Move)> = Vec::new();
        assert!(game.play_out(policy, &mut state, u32::MAX, &mut rng, &mut line));
        let mut again = start(game);
        for (_, mv) in line {
            let mut moves = Moves::new();
            game.turn(&again, &mut moves);
            assert!(moves.contains(&mv));
            game.play(&mut again, mv);
        }
        assert_eq!(again.values(), state.values());
        solved += u32::from(state.is_solved());
    }
    assert!(solved >= 10, "all small boards at least: {solved}");
}
