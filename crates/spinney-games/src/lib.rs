//! The games built into Spinney, one folder each, and the [`registry`] that opens them by name.
//!
//! A folder holds the rules (`mod.rs`), the text notation of moves and positions (`notation.rs`), the drawing
//! (`drawing.rs`) and, where the game has one, the evaluation of unfinished games (`evaluation.rs`). Shared code has
//! its own modules: [`grid`] for the notation of rectangular boards, [`lines`] for games of straight lines, [`size`]
//! for board sizes as parameters.

pub mod backgammon;
pub mod breakthrough;
pub mod bridge_play;
mod choices;
pub mod connect_four;
pub mod draughts;
pub mod go;
pub mod goofspiel;
pub mod grid;
pub mod hex;
pub mod kuhn_poker;
pub mod leduc_poker;
pub mod lines;
pub mod othello;
pub mod pig;
pub mod registry;
pub mod samegame;
pub mod scotland_yard;
pub mod scotland_yard_grid;
pub mod size;
pub mod sudoku;
pub mod text_file;
pub mod tic_tac_toe;
pub mod tree;
