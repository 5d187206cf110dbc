//! The lab: games and agents by name, tables at which they meet, matches, and the statistics of matches.
//!
//! Everything here works on any game that has a [`Notation`](spinney::game::skills::Notation): a [`Table`] hides the
//! types of positions and moves behind text, so that a front end is written once for all games.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`spec`] | `NAME[:key=value,…]` for games and agents, and lists of players |
//! | [`quantity`] | counts, sizes and durations as people write them |
//! | [`agents`] | the registry of agents |
//! | [`games`] | the list of games |
//! | [`table`] | any game behind text: positions, moves, drawings, seats |
//! | [`rule_sheets`] | games from rule sheets in GDL, and what is done with sheets as such |
//! | [`explain`] | cycles of a search step by step, and lessons |
//! | [`mod@engine`] | a line protocol by which other programs play |
//! | [`tree_file`] | the tree of a search as JSON and DOT |
//! | [`mod@matches`] | many games between agents |
//! | [`mod@solve`] | the best line of a game of one player; agents compared on many boards |
//! | [`records`] | a file of the best lines ever found |
//! | [`mod@bench`] | playouts and searches timed beside the floor |
//! | [`mod@fit`] | weights of evaluations from self-play |
//! | [`floor`] | hand-written loops that say how fast a game could be |
//! | [`statistics`] | intervals for win rates and means |

pub mod agents;
pub mod bench;
pub mod engine;
pub mod explain;
pub mod fit;
pub mod floor;
pub mod games;
pub mod matches;
pub mod quantity;
pub mod records;
pub mod rule_sheets;
pub mod solve;
pub mod spec;
pub mod statistics;
pub mod table;
pub mod tree_file;

pub use spec::Spec;
pub use table::{Position, Seat, Table};
