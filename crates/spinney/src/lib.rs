#![doc = include_str!("../README.md")]

pub mod belief;
pub mod bits;
pub mod budget;
pub mod drawing;
pub mod erased;
pub mod evaluation;
pub mod game;
pub mod random;
pub mod report;
pub mod search;
pub mod spelling;
