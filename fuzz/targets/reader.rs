//! Fuzzes the reader of expressions.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/spinney-gdl/tests/robustness/mod.rs"]
mod robustness;

fuzz_target!(|bytes: &[u8]| robustness::run("reader", bytes));
