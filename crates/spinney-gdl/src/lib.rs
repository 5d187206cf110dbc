#![doc = include_str!("../README.md")]

pub mod analyse;
pub mod check;
mod components;
mod degree;
pub mod diagnostic;
pub mod game;
pub mod ground;
pub mod interpret;
pub mod limits;
pub mod network;
pub mod print;
pub mod program;
mod prove;
pub mod read;
pub mod simplify;
pub mod terms;
