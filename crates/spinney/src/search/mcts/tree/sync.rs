//! The atomics that [`node`](super::node) is built on. The protocol test compiles that file with loom's instead.

pub(super) use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
