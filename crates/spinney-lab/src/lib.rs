//! The lab: matches, solvers compared, searches explained, weights fitted, and the statistics of all that.
//!
//! Everything here works on any [`NamedGame`](spinney_agents::NamedGame) and is written once for all games.
//!
//! | module | contents |
//! | --- | --- |
//! | [`mod@matches`] | many games between agents |
//! | [`mod@solve`] | the best line of a single-player game; agents compared on many boards |
//! | [`explain`] | cycles of a search step by step, lessons, alpha-beta traced node by node |
//! | [`mod@engine`] | a line protocol by which other programs play |
//! | [`mod@session`] | one game between clients and agents, hidden information kept |
//! | [`tree_file`] | the tree of a search as JSON and DOT |
//! | [`records`] | a file of the best lines ever found |
//! | [`mod@fit`] | weights of evaluations from self-play |
//! | [`sightings`] | how often hidden things turn out to be where |
//! | [`rule_sheets`] | GDL rule sheets timed, traced and counted |
//! | [`mod@sudoku`] | Sudoku for people: many puzzles solved, counted, rated; hints |
//! | [`statistics`] | intervals for win rates and means |

#[cfg(doctest)]
mod pages;

pub mod engine;
pub mod explain;
pub mod fit;
mod in_order;
pub mod matches;
pub mod records;
pub mod rule_sheets;
pub mod session;
pub mod sightings;
pub mod solve;
pub mod statistics;
pub mod sudoku;
pub mod tree_file;
