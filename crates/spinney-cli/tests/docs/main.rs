//! The documentation is true: its commands run, its links lead somewhere, its tables are those of the program,
//! its pictures are real, and dependencies point the way that ARCHITECTURE.md says.
//!
//! After a change, `UPDATE_DOCS=1 cargo test --release --test docs` writes tables, shown output and pictures anew.

mod commands;
mod dependencies;
mod links;
mod page;
mod picture;
mod sudoku;
mod sudoku_sets;
mod tables;
mod thesis;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by a test that may rewrite pages, so that one does not undo what another writes.
fn pages_are_mine() -> MutexGuard<'static, ()> {
    static PAGES: Mutex<()> = Mutex::new(());
    PAGES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the pages are to be rewritten instead of checked.
fn updating() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}
