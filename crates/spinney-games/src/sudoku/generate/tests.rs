//! Generated puzzles meet the requirements.

use std::collections::BTreeSet;

use spinney::random::Random;

use super::super::techniques::rate;
use super::*;

fn make(requirements: &Requirements, seed: u64) -> Generated {
    let made = generate(requirements, &mut Random::new(seed), &mut || false);
    let made = made.unwrap_or_else(|failure| panic!("{requirements:?}: {failure}"));
    assert!(made.solution.is_solved() && made.solution.extends(&made.puzzle));
    assert_eq!(solutions(&made.puzzle), 1);
    made
}

fn solutions(puzzle: &Grid) -> usize {
    exact::search(puzzle, 2, &mut || false).count
}

#[test]
fn random_boards_are_full_and_differ() {
    for box_size in BOX_SIZES {
        let mut rng = Random::new(1);
        let mut next = || random_board(box_size, &mut rng, &mut || false).expect("a board");
        let (first, second) = (next(), next());
        assert!(first.is_solved() && second.is_solved());
        assert_ne!(first, second);
    }
}

#[test]
fn every_4x4_board_comes_up() {
    let mut rng = Random::new(1);
    let boards: BTreeSet<Vec<u8>> =
        (0..6_000).map(|_| random_board(2, &mut rng, &mut || false).expect("a board").values().to_vec()).collect();
    assert_eq!(boards.len(), 288);
}

#[test]
fn no_clue_is_superfluous() {
    for (box_size, seeds) in [(2, 20), (3, 20)] {
        for seed in 0..seeds {
            let mut puzzle = make(&Requirements { box_size, ..Requirements::default() }, seed).puzzle;
            for cell in 0..puzzle.values().len() {
                let value = puzzle.values()[cell];
                if value != 0 {
                    puzzle.set(cell, 0);
                    assert_eq!(solutions(&puzzle), 2);
                    puzzle.set(cell, value);
                }
            }
        }
    }
}

#[test]
fn givens_are_symmetric() {
    for symmetry in Symmetry::ALL {
        for box_size in 2..=4 {
            let puzzle = make(&Requirements { box_size, symmetry, ..Requirements::default() }, 1).puzzle;
            let geometry = puzzle.geometry();
            for cell in 0..geometry.cells {
                let image = symmetry.image(geometry, cell);
                assert_eq!(symmetry.image(geometry, image), cell);
                assert_eq!(puzzle.values()[cell] == 0, puzzle.values()[image] == 0, "{symmetry}");
            }
        }
    }
}

#[test]
fn the_number_of_givens_is_as_wished() {
    for (box_size, givens) in [(2, 4), (2, 7), (3, 25), (3, 31), (3, 80), (4, 120), (4, 131), (5, 400)] {
        let made = make(&Requirements { box_size, givens: Some(givens), ..Requirements::default() }, 1);
        assert_eq!(made.puzzle.filled(), givens);
    }
    let symmetric = Requirements { symmetry: Symmetry::Rotational, givens: Some(33), ..Requirements::default() };
    assert_eq!(make(&symmetric, 1).puzzle.filled(), 33);
}

#[test]
fn the_level_is_as_wished() {
    for level in [Level::Easy, Level::Medium, Level::Hard, Level::Expert, Level::Extreme] {
        let made = make(&Requirements { level: Some(level), ..Requirements::default() }, 1);
        assert_eq!(rate(&made.puzzle).expect("a rating").level, level);
    }
    let both = Requirements { level: Some(Level::Medium), givens: Some(30), ..Requirements::default() };
    let made = make(&both, 1);
    assert_eq!((rate(&made.puzzle).expect("a rating").level, made.puzzle.filled()), (Level::Medium, 30));
}

#[test]
fn the_same_generator_gives_the_same_puzzle() {
    for box_size in 2..=4 {
        let requirements = Requirements { box_size, symmetry: Symmetry::Diagonal, ..Requirements::default() };
        assert_eq!(make(&requirements, 7), make(&requirements, 7));
        assert_ne!(make(&requirements, 7), make(&requirements, 8));
    }
}

#[test]
fn what_cannot_be_had_is_said() {
    let failure = |requirements: Requirements| {
        generate(&requirements, &mut Random::new(1), &mut || false).expect_err("a failure")
    };
    let impossible = [
        Requirements { box_size: 6, ..Requirements::default() },
        Requirements { givens: Some(81), ..Requirements::default() },
        // No search is needed for what is known to be too few.
        Requirements { givens: Some(0), ..Requirements::default() },
        Requirements { givens: Some(16), ..Requirements::default() },
        Requirements { box_size: 2, givens: Some(3), ..Requirements::default() },
        Requirements { box_size: 4, givens: Some(14), ..Requirements::default() },
        Requirements { box_size: 4, symmetry: Symmetry::Rotational, givens: Some(131), ..Requirements::default() },
    ];
    for requirements in impossible {
        assert!(matches!(failure(requirements), Failure::Impossible(_)));
    }
    let too_few = Requirements { givens: Some(17), tries: 3, ..Requirements::default() };
    assert!(matches!(failure(too_few), Failure::NotFound { tries: 3, fewest: 17.., too_easy: 0 }));
    let too_easy =
        failure(Requirements { givens: Some(80), level: Some(Level::Medium), tries: 4, ..Requirements::default() });
    assert_eq!(too_easy.to_string(), "no such puzzle in 4 tries; 4 of them were too easy for the level");
    for requirements in [Requirements::default(), Requirements { box_size: 5, ..Requirements::default() }] {
        assert_eq!(generate(&requirements, &mut Random::new(1), &mut || true), Err(Failure::Stopped));
    }
}
