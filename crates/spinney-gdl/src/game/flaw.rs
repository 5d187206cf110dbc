//! Departures from the rules during play. A [`Game`](spinney::game::Game) has no error path, so play continues somehow,
//! and nothing that was found out about such a game is proven.

use std::sync::OnceLock;
use std::sync::atomic::{Ordering, fence};

use super::RuleSheet;
use crate::limits::Refusal;

/// The first departure from the rules, as a text for the user.
#[derive(Debug, Default)]
pub(super) struct Flaw(OnceLock<String>);

impl Flaw {
    fn note(&self, what: impl FnOnce() -> String) {
        self.0.get_or_init(what);
        // Threads of a search may exchange results by relaxed atomics. With the fence in `what`, any thread that reads a
        // result that depends on the flaw also sees the flaw.
        fence(Ordering::Release);
    }

    /// The text, if there was a departure.
    pub(super) fn what(&self) -> Option<&str> {
        fence(Ordering::Acquire);
        self.0.get().map(String::as_str)
    }
}

impl RuleSheet {
    /// Every role should have a legal move until the game is over.
    #[cold]
    pub(super) fn note_stuck(&self, role: u8) {
        let role = &self.roles[usize::from(role)];
        self.flaw
            .note(|| format!("{role} had no legal move before the end: the game ends there, and nothing is proven"));
    }

    /// Playouts showed no simultaneous moves, but there are some.
    #[cold]
    pub(super) fn note_serial(&self) {
        self.flaw.note(|| {
            "several roles choose simultaneously, which no random playout showed: they choose one after the other, so \
             values are those of another game, and nothing is proven"
                .to_owned()
        });
    }

    /// The state after a step exceeds the limits. If only the search that asked for it was over, that is no flaw.
    #[cold]
    pub(super) fn note_broken(&self, refusal: &Refusal) {
        if matches!(refusal, Refusal::Cut { .. }) {
            return;
        }
        self.flaw
            .note(|| format!("a state could not be computed ({refusal}): the game ends there, and nothing is proven"));
    }

    /// The goals of a state exceed the limits. If only the search that asked for them was over, that is no flaw.
    #[cold]
    pub(super) fn note_no_goals(&self, refusal: &Refusal) {
        if matches!(refusal, Refusal::Cut { .. }) {
            return;
        }
        self.flaw.note(|| {
            format!("the goals of a state could not be computed ({refusal}): all get 0, and nothing is proven")
        });
    }
}
