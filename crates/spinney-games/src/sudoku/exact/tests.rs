//! Both exact solvers against each other and against brute force.

use std::collections::BTreeSet;

use spinney::random::Random;

use super::super::Grid;
use super::super::text::read_all;
use super::{general, nine, search, search_each};

/// All solutions up to a limit by the solver for any size, in ascending order, and checked.
fn general_solutions(grid: &Grid, limit: usize) -> Vec<Vec<u8>> {
    let mut solutions = BTreeSet::new();
    let found = general::search(grid, limit, &mut || false, &mut |solution| {
        assert!(solution.is_solved() && solution.extends(grid));
        assert!(solutions.insert(solution.values().to_vec()), "found twice");
    });
    assert!(found.complete);
    assert_eq!(found.count, solutions.len());
    solutions.into_iter().collect()
}

/// The number of ways to fill the cells from `cell` on.
fn brute_force(grid: &mut Grid, cell: usize) -> usize {
    if grid.clash().is_some() {
        return 0;
    }
    match (cell..grid.values().len()).find(|&cell| grid.values()[cell] == 0) {
        None => 1,
        Some(cell) => {
            let mut count = 0;
            for value in 1..=grid.geometry().side as u8 {
                grid.set(cell, value);
                count += brute_force(grid, cell + 1);
            }
            grid.set(cell, 0);
            count
        }
    }
}

/// A board with some cells of a full one, some of them changed.
fn perturbed(full: &Grid, keep: usize, change: usize, rng: &mut Random) -> Grid {
    let mut cells: Vec<usize> = (0..full.values().len()).collect();
    rng.shuffle(&mut cells);
    let mut grid = Grid::empty(full.geometry().box_size);
    for &cell in &cells[..keep] {
        grid.set(cell, full.values()[cell]);
    }
    for &cell in &cells[..change] {
        grid.set(cell, 1 + rng.below(full.geometry().side) as u8);
    }
    grid
}

#[test]
fn small_boards_have_the_solutions_of_brute_force() {
    let mut rng = Random::new(1);
    let full = search(&Grid::empty(2), 1, &mut || false).first.expect("a solution");
    let mut seen = [0; 3];
    for round in 0..400 {
        let mut grid = perturbed(&full, 3 + round % 9, round / 9 % 3, &mut rng);
        let count = brute_force(&mut grid, 0);
        assert_eq!(general_solutions(&grid, usize::MAX).len(), count, "{grid:?}");
        seen[count.min(2)] += 1;
    }
    assert!(seen.iter().all(|&boards| boards > 20), "{seen:?}");
}

#[test]
fn an_empty_small_board_has_288_solutions() {
    assert_eq!(general_solutions(&Grid::empty(2), usize::MAX).len(), 288);
}

#[test]
fn both_solvers_find_the_same_solutions_of_9x9_boards() {
    let mut rng = Random::new(2);
    let full = read_all("123456789456789123789123456214365897365897214897214365531642978642978531978531642");
    let full = full.expect("a full board").remove(0).grid;
    let mut seen = [0; 3];
    for round in 0..600 {
        let grid = perturbed(&full, 22 + round % 36, round / 36 % 3, &mut rng);
        let cells: [u8; 81] = grid.values().try_into().expect("81 cells");
        let count = nine::count(&cells, 41);
        assert_eq!(general_solutions(&grid, 41).len(), count, "{grid:?}");
        if count < 41 {
            let mut all = BTreeSet::new();
            nine::solve(&cells, 41, &mut |solution| assert!(all.insert(solution.to_vec())));
            assert_eq!(general_solutions(&grid, 41), all.into_iter().collect::<Vec<_>>());
        }
        seen[count.min(2)] += 1;
    }
    assert!(seen.iter().all(|&boards| boards > 20), "{seen:?}");
}

#[test]
fn boards_with_few_cells_filled_are_solved_in_every_size() {
    for box_size in 2..=5 {
        let mut grid = Grid::empty(box_size);
        for filled in 0..3 {
            let mut solutions = Vec::new();
            let found = search_each(&grid, 2, &mut || false, &mut |solution| {
                assert!(solution.is_solved() && solution.extends(&grid));
                solutions.push(solution.clone());
            });
            assert!(found.complete && found.count == 2 && solutions[0] != solutions[1]);
            assert_eq!(search(&grid, 1, &mut || false).count, 1);
            grid.set(filled, 3 - filled as u8);
        }
    }
}

#[test]
fn contradictions_and_full_boards() {
    for box_size in 2..=5 {
        let full = search(&Grid::empty(box_size), 1, &mut || false).first.expect("a solution");
        let found = search(&full, 2, &mut || false);
        assert_eq!((found.count, found.first.as_ref(), found.complete), (1, Some(&full), true));
        let mut clash = full.clone();
        clash.set(1, full.values()[0]);
        assert_eq!(search(&clash, 2, &mut || false).count, 0);
        // A cell that sees every value: the rest of its row but one, and that one in its column.
        let side = full.geometry().side;
        let mut stuck = Grid::empty(box_size);
        (1..side - 1).for_each(|cell| stuck.set(cell, cell as u8));
        stuck.set(side * (side - 1), side as u8 - 1);
        stuck.set(side * (side - 2), side as u8);
        let found = search(&stuck, 2, &mut || false);
        assert!(found.complete && found.count == 0 && found.first.is_none());
        assert_eq!(search(&full, 0, &mut || false).count, 0);
    }
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    // Boards with more solutions than can be counted.
    for box_size in 3..=5 {
        let mut questions = 0;
        let mut stop = || {
            questions += 1;
            questions > 20
        };
        let found = search(&Grid::empty(box_size), usize::MAX, &mut stop);
        assert!(!found.complete && found.nodes > 0);
        assert_eq!(found.count > 0, found.first.is_some());
        assert_eq!(questions, 21);
    }
}
