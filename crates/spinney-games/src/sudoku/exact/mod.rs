//! Exact solving.

#[allow(unsafe_code)]
mod lanes;
mod nine;

pub use nine::{count, solve};
