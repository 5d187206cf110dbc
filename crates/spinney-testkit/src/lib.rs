//! Tests for games and searches that are written with [`spinney`]: a dev-dependency for your crate.
//!
//! - [`game_tests::check`] plays random games and tests whether the rules satisfy the contract that searches rely on.
//! - [`conformance::Suite`] runs a search on small games of every kind and compares it with exhaustive search.
//! - [`twins`] finds pairs of positions that a player cannot tell apart, for tests that nothing hidden gets out.
//!
//! A failure names the game, the seed and the moves that lead to it.

pub mod conformance;
pub mod game_tests;
mod trail;
pub mod twins;
