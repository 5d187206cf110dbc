//! Exact solving: whether a board has no solution, one or several, for boxes of any size.
//!
//! 9×9 boards go to a solver of their own (`nine.rs`), which is fastest; all others to the general one.

mod general;
#[allow(unsafe_code)]
mod lanes;
mod learning;
mod nine;

#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod tests;

use super::grid::Grid;

pub(super) use general::random_board;
pub use nine::{count, solve};

/// What an exact search has found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of solutions, up to the limit.
    pub count: usize,
    /// The first solution.
    pub first: Option<Grid>,
    /// Whether the count is certain: the limit was reached, or there are no further solutions. False if the search was
    /// stopped before.
    pub complete: bool,
    /// The number of choices that the search made.
    pub nodes: u64,
}

/// Counts the solutions of a board up to a limit. `stop` is asked about once a millisecond or more often.
///
/// On boards other than 9×9 each solution takes memory, up to a kilobyte. They are for finding out whether there are
/// several solutions rather than for counting millions.
pub fn search(grid: &Grid, limit: usize, stop: &mut dyn FnMut() -> bool) -> Found {
    let mut first = None;
    let found = search_each(grid, limit, stop, &mut |solution| {
        if first.is_none() {
            first = Some(solution.clone());
        }
    });
    Found { first, ..found }
}

/// Passes the solutions of a board to `receiver`, up to a limit. [`Found::first`] stays empty.
pub fn search_each(
    grid: &Grid,
    limit: usize,
    stop: &mut dyn FnMut() -> bool,
    receiver: &mut dyn FnMut(&Grid),
) -> Found {
    match <&[u8; 81]>::try_from(grid.values()) {
        Ok(cells) => {
            let mut pass_on = |solution: &[u8; 81]| receiver(&Grid::from_values(3, solution.to_vec()));
            let nine::Outcome { count, nodes, stopped } = nine::solve_until(cells, limit, &mut pass_on, stop);
            Found { count, first: None, complete: count == limit || !stopped, nodes }
        }
        Err(_) => general::search(grid, limit, stop, receiver),
    }
}
