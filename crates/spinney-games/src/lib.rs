//! The games built into Spinney, a folder each.

pub mod tree;
