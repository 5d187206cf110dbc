//! Puzzles whose number of solutions is known: our own, and the data sets beside the project, without which the tests
//! say so and pass.

use std::path::Path;

use super::super::text::read_all;
use super::{general, search};

fn data_set(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/sudoku").join(name);
    let text = std::fs::read_to_string(path).ok();
    if text.is_none() {
        println!("skipped: no {name} beside the project");
    }
    text
}

/// Whether the index of a data set calls each of its puzzles unique.
fn uniqueness(index: &str) -> Vec<bool> {
    index.lines().map(|line| line.ends_with("; unique")).collect()
}

#[test]
fn our_own_puzzles_have_the_number_of_solutions_that_they_name() {
    let lines = include_str!("examples.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let (cells, rest) = line.split_once(' ').expect("a board and its number of solutions");
        let expected: usize = rest[..1].parse().expect("0, 1 or 2");
        let grid = &read_all(cells).expect("a board")[0].grid;
        let general = general::search(grid, 2, &mut || false, &mut |solution| {
            assert!(solution.is_solved() && solution.extends(grid));
        });
        let found = search(grid, 2, &mut || false);
        assert!(general.complete && found.complete);
        assert_eq!((general.count, found.count), (expected, expected), "{line}");
        assert_eq!(found.first.is_some(), expected > 0);
    }
}

#[test]
fn every_9x9_puzzle_is_unique() {
    for name in ["easy50.txt", "top95.txt", "hardest.txt", "sudoku17-1000.txt"] {
        let Some(text) = data_set(name) else { continue };
        let puzzles = read_all(&text).expect("puzzles");
        for (at, puzzle) in puzzles.iter().enumerate() {
            let found = search(&puzzle.grid, 2, &mut || false);
            assert_eq!((found.count, found.complete), (1, true), "{name}, {}", at + 1);
            let first = found.first.expect("a solution");
            assert!(first.is_solved() && first.extends(&puzzle.grid));
            if at < 50 {
                let general = general::search(&puzzle.grid, 2, &mut || false, &mut |solution| {
                    assert_eq!(*solution, first);
                });
                assert_eq!(general.count, 1, "{name}, {}", at + 1);
            }
        }
    }
}

/// Checks the puzzles of a data set but the slow ones.
fn check_large(name: &str, index: &str, slow: &[usize]) {
    let (Some(text), Some(index)) = (data_set(name), data_set(index)) else { return };
    let puzzles = read_all(&text).expect("puzzles");
    let unique = uniqueness(&index);
    assert_eq!(puzzles.len(), unique.len());
    for (at, (puzzle, unique)) in puzzles.iter().zip(unique).enumerate() {
        if slow.contains(&(at + 1)) {
            continue;
        }
        let found = search(&puzzle.grid, 2, &mut || false);
        assert_eq!((found.count, found.complete), (if unique { 1 } else { 2 }, true), "{name}, {}", at + 1);
        let first = found.first.expect("a solution");
        assert!(first.is_solved() && first.extends(&puzzle.grid));
    }
}

#[test]
fn every_16x16_puzzle_is_unique_where_the_index_says_so() {
    check_large("16x16.txt", "16x16.index.txt", &[]);
}

#[test]
fn the_faster_25x25_puzzles_are_unique_where_the_index_says_so() {
    // The others take seconds each, and are part of the comparison in `benches/peers`.
    check_large("25x25.txt", "25x25.index.txt", &[1, 4, 5, 6, 7, 8]);
}
