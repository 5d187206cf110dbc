//! Agents by name, matches, statistics.

pub mod floor;
