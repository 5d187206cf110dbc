//! What follows from a placement is right, the cells and rewards are those that the options name, and playouts keep to
//! them.

use spinney::drawing::{Body, Text};
use spinney::game::capabilities::{Notation, Playouts, Render, ScoreBounds};
use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;
use spinney::search::parameter::Configure;

use super::generate::random_board;
use super::geometry::BOX_SIZES;
use super::state::{Propagation, State};
use super::{CellRule, Grid, Move, Options, Reward, Sudoku, sets};

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

/// Rewards of the same few moves.
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
    assert_eq!(payoff("conflicts", &[(1, 2), (6, 1)]), 2.0 / 12.0, "nothing is impossible yet");
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

/// Propagation fills cells before the start; a position that was written without it has fewer.
#[test]
fn positions_may_have_fewer_cells_filled_than_the_start() {
    for reward in ["share", "conflicts", "simulated", "solved"] {
        let game = game(&[("board", "3"), ("reward", reward)]);
        let line = ".....3.17.15..9..8.6.......1....7.....9...2.....5....4.......2.5..6..34.34.2.....";
        let state = game.read_state(&format!("{line} dead")).expect("the givens alone");
        assert!(state.empty().len() > start(&game).empty().len());
        assert_eq!((game.payoff(&state, Player(0)), game.stage(&state)), (0.0, 1), "{reward}");
    }
}

/// The order of the options does not matter, and what is given holds.
#[test]
fn a_preset_is_what_is_not_given() {
    let thesis = ("preset", "thesis");
    let rules = |options: &[(&str, &str)]| game(options).rules;
    assert_eq!(rules(&[thesis, ("cell", "unit")]), rules(&[("cell", "unit"), thesis]));
    assert_eq!(rules(&[("cell", "unit"), thesis]).cell, CellRule::Unit);
    let stated = rules(&[thesis]);
    assert_eq!((stated.propagate, stated.cell, stated.reward), (Propagation::None, CellRule::Near, Reward::Simulated));
}

#[test]
fn text_tells_givens_from_placed_digits_and_shows_candidates() {
    let game = game(&[("puzzle", "1.....2..3.....4"), ("propagate", "none")]);
    let mut state = start(&game);
    game.play(&mut state, Move { cell: 1, value: 4 });
    let Body::Scene(scene) = game.draw(&state).body else { panic!("a scene") };
    let Text::Lines(lines) = scene.text else { panic!("lines") };
    let text = lines.join("\n");
    assert!(text.contains("| 1  4' | 3? 3? |"), "{text}");
    assert!(text.ends_with("' placed, ? the only candidate"), "{text}");
}

/// Cells that cannot be filled and values that no cell of a unit can take, counted from the digits alone.
fn impossible(values: &[u8]) -> usize {
    let places = || (0..81).map(|cell| (cell / 9, cell % 9));
    let shares = |(row, column), (of_row, of_column)| {
        row == of_row || column == of_column || (row / 3, column / 3) == (of_row / 3, of_column / 3)
    };
    let allows = |place: (usize, usize), value| match values[9 * place.0 + place.1] {
        0 => !places().any(|other| shares(place, other) && values[9 * other.0 + other.1] == value),
        digit => digit == value,
    };
    let units = (0..9).flat_map(|number| {
        let in_box = move |(row, column)| 3 * (row / 3) + column / 3 == number;
        let in_row = move |(row, _)| row == number;
        let in_column = move |(_, column)| column == number;
        [
            places().filter(|&place| in_row(place)).collect::<Vec<_>>(),
            places().filter(|&place| in_column(place)).collect(),
            places().filter(|&place| in_box(place)).collect(),
        ]
    });
    let lost =
        |unit: Vec<(usize, usize)>| (1..=9).filter(|&value| !unit.iter().any(|&place| allows(place, value))).count();
    let stuck = places().filter(|&place| !(1..=9).any(|value| allows(place, value))).count();
    stuck + units.map(lost).sum::<usize>()
}

#[test]
fn conflicts_are_counted_as_the_digits_have_them() {
    let game = game(&[("board", "1"), ("propagate", "none"), ("reward", "conflicts")]);
    let (mut seen, all) = ([false; 5], start(&game).empty().len());
    for seed in 0..200 {
        let (mut state, mut moves, mut rng) = (start(&game), Moves::new(), Random::new(seed));
        loop {
            let filled = all - state.empty().len();
            let conflicts = impossible(state.values());
            let share = filled.saturating_sub(conflicts) as f64 / all as f64;
            if game.turn(&state, &mut moves) == Turn::Over {
                break;
            }
            assert_eq!(game.payoff(&state, Player(0)), share, "{filled} filled, {conflicts} conflicts");
            seen[conflicts.min(4)] |= filled > conflicts;
            let mv = moves[rng.below(moves.len())];
            game.play(&mut state, mv);
            moves.clear();
        }
    }
    assert_eq!(seen, [true; 5], "boards with 0, 1, 2, 3 and more conflicts");
}

/// Propagation may notice that there is no solution after it has filled cells; the position has its givens all the same.
#[test]
fn a_refuted_puzzle_keeps_its_givens() {
    for level in ["auto", "check", "singles", "locked", "subsets"] {
        let game = game(&[("puzzle", "123....4........"), ("propagate", level)]);
        let state = start(&game);
        assert!(state.is_dead(), "{level}");
        assert_eq!(state.values(), game.givens().values(), "{level}");
        assert_eq!(game.write_state(&state), "123....4........ dead");
        let again = game.read_state(&game.write_state(&state)).expect("its own position");
        assert_eq!(again.values(), state.values(), "{level}");
    }
}

/// Moves and positions have the signs of the puzzle.
#[test]
fn the_game_keeps_the_alphabet_of_its_puzzle() {
    for (zero_based, sign) in [(true, '0'), (false, 'G')] {
        let line: String = "0123456789ABCDEF".chars().chain(std::iter::repeat_n('.', 240)).collect();
        let line = if zero_based { line } else { line.replacen('0', "G", 1) };
        let game = game(&[("puzzle", &line), ("propagate", "none")]);
        let state = start(&game);
        assert_eq!(game.write_state(&state), line);
        let mv = game.read_move(&state, &format!("r5c3={sign}")).expect("a legal move");
        assert_eq!(game.write_move(&state, mv), format!("r5c3={sign}"));
    }
}
