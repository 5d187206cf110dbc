//! The solvers, and whether they agree.

use spinney_games::sudoku::exact;

/// A solver under comparison, which starts from 81 values.
pub(crate) struct Solver {
    /// Its name.
    pub(crate) name: &'static str,
    /// The number of solutions, up to 2.
    pub(crate) count: fn(&[u8; 81]) -> usize,
    /// The only solution, if there is one.
    solution: fn(&[u8; 81]) -> Option<[u8; 81]>,
}

/// All of them, our own first.
pub(crate) const ALL: [Solver; 3] = [
    Solver {
        name: "spinney",
        count: |cells| exact::count(cells, 2),
        solution: |cells| {
            let mut first = None;
            let count = exact::solve(cells, 2, &mut |solution| first = Some(*solution));
            first.filter(|_| count == 1)
        },
    },
    Solver {
        name: "msolve 0.6",
        count: |cells| msolve::Sudoku::from(cells).count_solutions(2),
        solution: |cells| Some(msolve::Sudoku::from(cells).solve_unique()?.to_array()),
    },
    Solver {
        name: "sudoku 0.8",
        count: |cells| sudoku::Sudoku::from_bytes(*cells).map_or(0, |puzzle| puzzle.solutions_count_up_to(2)),
        solution: |cells| Some(sudoku::Sudoku::from_bytes(*cells).ok()?.solution()?.to_bytes()),
    },
];

/// Checks that all solvers find the same number of solutions of each puzzle, and the same one if it is the only one.
pub(crate) fn check(name: &str, puzzles: &[[u8; 81]]) -> Result<(), String> {
    for (at, cells) in puzzles.iter().enumerate() {
        let answers = ALL.each_ref().map(|solver| ((solver.count)(cells), (solver.solution)(cells)));
        for (solver, answer) in ALL.iter().zip(&answers) {
            if *answer != answers[0] || answer.1.is_some() != (answer.0 == 1) {
                return Err(format!("{name}, puzzle {}: {} and {} disagree", at + 1, ALL[0].name, solver.name));
            }
        }
    }
    Ok(())
}
