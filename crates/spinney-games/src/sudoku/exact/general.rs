//! Sudoku of any size as constraints on truth values, solved by clause learning.
//!
//! There is a variable for each candidate that singles leave (the direct encoding): a cell takes exactly one of its
//! values, and a value exactly one of its places in a unit.

use super::super::grid::Grid;
use super::super::state::{Propagation, State, bits};
use super::Found;
use super::learning::{Literal, Outcome, Solver};

/// A candidate: a value for a cell.
#[derive(Clone, Copy)]
struct Candidate {
    cell: u16,
    value: u8,
}

/// The candidates of a position that is not dead, which are the variables, and the constraints on them.
struct Encoding {
    candidates: Vec<Candidate>,
    pairs: Vec<[Literal; 2]>,
    clauses: Vec<Vec<Literal>>,
}

impl Encoding {
    fn new(state: &State) -> Encoding {
        let geometry = state.geometry();
        let side = geometry.side;
        let mut encoding = Encoding { candidates: Vec::new(), pairs: Vec::new(), clauses: Vec::new() };
        // The places of a value in a unit, by `unit * side + value - 1`.
        let mut places: Vec<Vec<Literal>> = vec![Vec::new(); geometry.units.len() * side];
        for cell in 0..geometry.cells {
            let first = encoding.candidates.len();
            for value in bits(state.candidates(cell)) {
                let literal = Literal::positive(encoding.candidates.len());
                for unit in geometry.units_of[cell] {
                    places[usize::from(unit) * side + usize::from(value) - 1].push(literal);
                }
                encoding.candidates.push(Candidate { cell: cell as u16, value });
            }
            encoding.exactly_one((first..encoding.candidates.len()).map(Literal::positive).collect());
        }
        for group in places {
            encoding.exactly_one(group);
        }
        encoding
    }

    /// Exactly one literal of the group holds. A group without literals is a filled cell or a placed value.
    fn exactly_one(&mut self, group: Vec<Literal>) {
        for (at, &first) in group.iter().enumerate() {
            self.pairs.extend(group[at + 1..].iter().map(|&second| [!first, !second]));
        }
        if !group.is_empty() {
            self.clauses.push(group);
        }
    }
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
    let mut solver = Solver::new(encoding.candidates.len(), &encoding.pairs, &encoding.clauses);
    let mut solution = Grid::from_values(grid.geometry().box_size, state.values().to_vec());
    while found.count < limit {
        match solver.search(stop) {
            Outcome::Solution => {}
            Outcome::None => break,
            Outcome::Stopped => {
                found.complete = false;
                break;
            }
        }
        for (variable, candidate) in encoding.candidates.iter().enumerate() {
            if solver.is_true(variable) {
                solution.set(usize::from(candidate.cell), candidate.value);
            }
        }
        found.count += 1;
        receiver(&solution);
        solver.exclude();
    }
    found.nodes = solver.decisions;
    found
}
