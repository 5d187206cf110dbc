//! One binary for all tests of this crate: the library, with its copies of searches for every game, is compiled once.

mod advice;
mod agents;
mod pig;
mod quantity;
mod sheet_clock;
mod sheet_files;
mod sheet_options;
mod spec;
mod text_file;
