//! Solving single-player games: the best line to the end that an agent finds, on one board or on many, and agents
//! compared by what they find.
//!
//! | file | contents |
//! | --- | --- |
//! | `one.rs` | one agent on one board |
//! | `series.rs` | which boards of a game are meant: `1-20`, `3,7` |
//! | `comparison.rs` | every agent on every board, several boards at the same time |
//! | `summary.rs` | what an agent reached on all boards, and the paired difference to the first |
//!
//! Agents that differ in the values of some parameters are written as one, with alternatives:
//! [`Spec::alternatives`](spinney_agents::Spec::alternatives).

mod comparison;
mod one;
mod series;
mod summary;

pub use comparison::{Comparison, Outcome, Row, UnderWay, Work};
pub use one::{Pace, Solution, SolveError, solve};
pub use series::{Board, Numbers, Series, SeriesError};
pub use summary::AgentSummary;
