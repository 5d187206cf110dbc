//! Sudoku of any size as constraints on truth values, solved by clause learning.
//!
//! There is a variable for each candidate that singles leave (the direct encoding): a cell takes exactly one of its
//! values, and a value exactly one of its places in a unit.

use spinney::random::Random;

use super::super::grid::Grid;
use super::super::sets;
use super::super::state::{Propagation, State};
use super::Found;
use super::learning::{Outcome, Solver};

/// A candidate: a value for a cell.
#[derive(Clone, Copy)]
struct Candidate {
    cell: u16,
    value: u8,
}

/// The candidates of a position that is not dead, which are the variables, and the groups of which exactly one is true.
struct Encoding {
    candidates: Vec<Candidate>,
    groups: Vec<Vec<usize>>,
}

impl Encoding {
    fn new(state: &State) -> Encoding {
        let geometry = state.geometry();
        let side = geometry.side;
        let mut candidates = Vec::new();
        // The places of the value v in the unit u are in group u * side + v - 1, and then come the cells.
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); geometry.units.len() * side + geometry.cells];
        for cell in 0..geometry.cells {
            for value in sets::values(state.candidates(cell)) {
                let variable = candidates.len();
                for unit in geometry.units_of[cell] {
                    groups[usize::from(unit) * side + usize::from(value) - 1].push(variable);
                }
                groups[geometry.units.len() * side + cell].push(variable);
                candidates.push(Candidate { cell: cell as u16, value });
            }
        }
        // Filled cells and placed values have no candidates.
        groups.retain(|group| !group.is_empty());
        Encoding { candidates, groups }
    }

    /// A search under these constraints.
    fn solver(&self) -> Solver {
        Solver::new(self.candidates.len(), &self.groups)
    }

    /// Writes the solution that was found into the board.
    fn write(&self, solver: &Solver, board: &mut Grid) {
        for (variable, candidate) in self.candidates.iter().enumerate() {
            if solver.is_true(variable) {
                board.set(usize::from(candidate.cell), candidate.value);
            }
        }
    }
}

/// The values that were placed so far.
fn board(state: &State) -> Grid {
    Grid::from_values(state.geometry().box_size, state.values().to_vec())
}

/// Passes the solutions of a board to `receiver`, up to a limit.
pub(super) fn search(
    grid: &Grid,
    limit: usize,
    stop: &mut dyn FnMut() -> bool,
    receiver: &mut dyn FnMut(&Grid),
) -> Found {
    let mut found = Found { count: 0, first: None, complete: true, nodes: 0 };
    let state = State::new(grid, Propagation::Singles);
    if limit == 0 || state.is_dead() {
        return found;
    }
    let encoding = Encoding::new(&state);
    let mut solver = encoding.solver();
    let mut solution = board(&state);
    while found.count < limit {
        match solver.search(stop) {
            Outcome::Solution => {}
            Outcome::None => break,
            Outcome::Stopped => {
                found.complete = false;
                break;
            }
        }
        encoding.write(&solver, &mut solution);
        found.count += 1;
        receiver(&solution);
        solver.exclude();
    }
    found.nodes = solver.decisions;
    found
}

/// A random solution of an empty board, unless `stop` says so before. Solutions are not equally likely.
pub(in crate::sudoku) fn random_board(
    box_size: usize,
    rng: &mut Random,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Grid> {
    let state = State::new(&Grid::empty(box_size), Propagation::Singles);
    let encoding = Encoding::new(&state);
    let mut solver = encoding.solver();
    solver.randomise(rng);
    let mut solution = board(&state);
    (solver.search(stop) == Outcome::Solution).then(|| {
        encoding.write(&solver, &mut solution);
        solution
    })
}
