//! Fuzzes the checker.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

mod mutator;
#[path = "../../crates/spinney-gdl/tests/robustness/mod.rs"]
mod robustness;

fuzz_target!(|bytes: &[u8]| robustness::run("checker", bytes));
fuzz_mutator!(|buffer: &mut [u8], size: usize, most: usize, seed: u32| { mutator::mutate(buffer, size, most, seed) });
