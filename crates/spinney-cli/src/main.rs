//! The command `spinney`.
fn main() {}
