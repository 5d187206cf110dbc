//! The strategies by which simulations choose their moves, and what they learn.

mod history;
mod learnt;
mod rate;
mod score;
mod symbols;

pub(super) use history::History;
pub(super) use learnt::Learnt;
pub(super) use rate::{Pick, Rater, Scratch, Situation};
