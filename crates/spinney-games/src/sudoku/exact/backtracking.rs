//! Plain backtracking with singles, for any size of box.

use super::super::grid::Grid;
use super::super::state::{Propagation, State, bits};
use super::Found;

/// Tries the values of a cell with the fewest candidates, one after the other.
pub(super) fn search(
    grid: &Grid,
    limit: usize,
    stop: &mut dyn FnMut() -> bool,
    receiver: &mut dyn FnMut(&Grid),
) -> Found {
    let mut found = Found { count: 0, first: None, complete: true, nodes: 0 };
    let mut open = vec![State::new(grid, Propagation::Singles)];
    while let Some(state) = open.pop().filter(|_| found.count < limit) {
        if stop() {
            found.complete = false;
            break;
        }
        if state.is_dead() {
            continue;
        }
        let fewest =
            state.empty().iter().map(|&cell| usize::from(cell)).min_by_key(|&cell| state.candidates(cell).count_ones());
        let Some(cell) = fewest else {
            found.count += 1;
            receiver(&Grid::from_values(grid.geometry().box_size, state.values().to_vec()));
            continue;
        };
        for value in bits(state.candidates(cell)) {
            found.nodes += 1;
            let mut next = state.clone();
            next.place(cell, value, Propagation::Singles);
            open.push(next);
        }
    }
    found
}
