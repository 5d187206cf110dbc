//! Solving games. Single-player games: the best line to the end that an agent finds, on one board or on many, and agents
//! compared by what they find. Two-player games: the strategies of both players, and their exploitability.
//!
//! | file | contents |
//! | --- | --- |
//! | `one.rs` | one agent on one board |
//! | `series.rs` | which boards of a game are meant: `1-20`, `3,7` |
//! | `comparison.rs` | every agent on every board, several boards at the same time |
//! | `equilibrium.rs` | strategies of a two-player game, and best responses to them |
//! | `summary.rs` | what an agent reached on all boards, and the paired difference to the first |
//!
//! Agents that differ in the values of some parameters are written as one, with alternatives:
//! [`Spec::alternatives`](spinney_agents::Spec::alternatives).

mod comparison;
mod equilibrium;
mod one;
mod series;
mod summary;

pub use comparison::{Comparison, Outcome, Row, UnderWay, Work};
pub use equilibrium::{Action, Equilibrium, InformationState, find_equilibrium};
pub use one::{Pace, Solution, SolveError, solve};
pub use series::{Board, Numbers, Series, SeriesError};
pub use summary::AgentSummary;
