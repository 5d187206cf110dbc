//! Sudoku for people: puzzles from texts, many at the same time, solved, counted, explained and rated.
//!
//! | file | contents |
//! | --- | --- |
//! | `tasks.rs` | puzzles with their places in the texts that they come from |
//! | `exact.rs` | the number of solutions, under a budget |
//! | `wrong.rs` | placed digits that differ from the only solution of the givens |
//! | `batch.rs` | many puzzles at the same time, results in order |
//! | `solve.rs` | puzzles solved by the exact solver or by an agent, every solution checked against the rules |
//! | `count.rs` | solutions counted up to a limit |
//! | `hint.rs` | the next step of a person, or all of them |
//! | `rate.rs` | how hard puzzles are for people |
//! | `generate.rs` | puzzles made at random |
//!
//! Every result is a row that can be serialised, with the puzzle that it belongs to. A puzzle that breaks the rules has
//! a row as well, with an `error` that names the cells.

mod batch;
mod count;
mod exact;
mod generate;
mod hint;
mod rate;
mod solve;
mod tasks;
mod wrong;

pub use count::{CountRow, CountSummary, Counting};
pub use exact::{SEVERAL, in_words};
pub use generate::{Format, GenerateRow, Generation, read_level, read_size, read_symmetry};
pub use hint::{Hint, Reach, StepRow, hint};
pub use rate::{RateRow, RateSummary, Rating};
pub use solve::{SolveRow, SolveSummary, Solver, Solving, SudokuError};
pub use spinney_games::sudoku::generate::{Requirements, Symmetry};
pub use spinney_games::sudoku::techniques::Level;
pub use tasks::{Origin, ReadError, Source, Task, read_all_of};
pub use wrong::{CellValue, name_wrong};
