//! The other libraries, each with its traits implemented for the same [`Board`](crate::board::Board).
//!
//! Every function searches from the empty board with a fresh tree on one thread, destroys the tree, and answers the
//! column. Exploration is the textbook √2 for results in 0..1 wherever a library lets the caller choose, and a node is
//! expanded on its second visit.

pub(crate) mod arbor;
pub(crate) mod mcts;
pub(crate) mod minimax;
