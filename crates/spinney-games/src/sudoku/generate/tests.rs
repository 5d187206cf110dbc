//! Generated puzzles are like the wishes.

use std::collections::BTreeSet;

use spinney::random::Random;

use super::super::techniques::rate;
use super::*;

fn make(wishes: &Wishes, seed: u64) -> Generated {
    let made = generate(wishes, &mut Random::new(seed), &mut || false);
    let made = made.unwrap_or_else(|failure| panic!("{wishes:?}: {failure}"));
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
            let mut puzzle = make(&Wishes { box_size, ..Wishes::default() }, seed).puzzle;
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
            let puzzle = make(&Wishes { box_size, symmetry, ..Wishes::default() }, 1).puzzle;
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
        let made = make(&Wishes { box_size, givens: Some(givens), ..Wishes::default() }, 1);
        assert_eq!(made.puzzle.filled(), givens);
    }
    let symmetric = Wishes { symmetry: Symmetry::Rotational, givens: Some(33), ..Wishes::default() };
    assert_eq!(make(&symmetric, 1).puzzle.filled(), 33);
}

#[test]
fn the_level_is_as_wished() {
    for level in [Level::Easy, Level::Medium, Level::Hard, Level::Expert, Level::Extreme] {
        let made = make(&Wishes { level: Some(level), ..Wishes::default() }, 1);
        assert_eq!(rate(&made.puzzle).expect("a rating").level, level);
    }
    let both = Wishes { level: Some(Level::Medium), givens: Some(30), ..Wishes::default() };
    let made = make(&both, 1);
    assert_eq!((rate(&made.puzzle).expect("a rating").level, made.puzzle.filled()), (Level::Medium, 30));
}

#[test]
fn the_same_generator_gives_the_same_puzzle() {
    for box_size in 2..=4 {
        let wishes = Wishes { box_size, symmetry: Symmetry::Diagonal, ..Wishes::default() };
        assert_eq!(make(&wishes, 7), make(&wishes, 7));
        assert_ne!(make(&wishes, 7), make(&wishes, 8));
    }
}

#[test]
fn what_cannot_be_had_is_said() {
    let failure = |wishes: Wishes| generate(&wishes, &mut Random::new(1), &mut || false).expect_err("a failure");
    let impossible = [
        Wishes { box_size: 6, ..Wishes::default() },
        Wishes { givens: Some(81), ..Wishes::default() },
        // No search is needed for what is known to be too few.
        Wishes { givens: Some(0), ..Wishes::default() },
        Wishes { givens: Some(16), ..Wishes::default() },
        Wishes { box_size: 2, givens: Some(3), ..Wishes::default() },
        Wishes { box_size: 4, givens: Some(14), ..Wishes::default() },
        Wishes { box_size: 4, symmetry: Symmetry::Rotational, givens: Some(131), ..Wishes::default() },
    ];
    for wishes in impossible {
        assert!(matches!(failure(wishes), Failure::Impossible(_)));
    }
    let too_few = Wishes { givens: Some(17), tries: 3, ..Wishes::default() };
    assert!(matches!(failure(too_few), Failure::NotFound { tries: 3, fewest: 17.. }));
    for wishes in [Wishes::default(), Wishes { box_size: 5, ..Wishes::default() }] {
        assert_eq!(generate(&wishes, &mut Random::new(1), &mut || true), Err(Failure::Stopped));
    }
}
