//! The moves that lead to a failure, so that it can be repeated by hand.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use spinney::game::{Game, Player};

/// Longer games are cut in messages.
const MOST_SHOWN: usize = 200;

/// The positions of a game and the moves between them.
pub(crate) struct Trail<G: Game> {
    /// All positions, from the start.
    pub(crate) states: Vec<G::State>,
    /// The moves made in each position but the last.
    pub(crate) steps: Vec<Vec<(Option<Player>, G::Move)>>,
    /// The position under test.
    pub(crate) at: usize,
}

impl<G: Game> Trail<G> {
    pub(crate) fn new(start: G::State) -> Self {
        Trail { states: vec![start], steps: Vec::new(), at: 0 }
    }

    /// The game went on with these moves.
    pub(crate) fn push(&mut self, step: Vec<(Option<Player>, G::Move)>, next: G::State) {
        self.steps.push(step);
        self.states.push(next);
        self.at = self.steps.len();
    }

    /// The moves up to the position under test, as text.
    pub(crate) fn describe(&self, game: &G) -> String {
        let steps = self.states.iter().zip(&self.steps).take(self.at);
        let mut words: Vec<String> =
            steps.take(MOST_SHOWN).map(|(state, step)| write_step(game, state, step)).collect();
        if self.at > MOST_SHOWN {
            words.push(format!("… ({} in all)", self.at));
        }
        if words.is_empty() { "at its start".to_owned() } else { format!("after {}", words.join(" ")) }
    }
}

/// One step as text; simultaneous moves are joined by `+`. The game under test may be unable to write its moves.
fn write_step<G: Game>(game: &G, state: &G::State, step: &[(Option<Player>, G::Move)]) -> String {
    let write =
        |mv| catch_unwind(AssertUnwindSafe(|| write_move(game, state, mv))).unwrap_or_else(|_| format!("{mv:?}"));
    step.iter().map(|&(_, mv)| write(mv)).collect::<Vec<_>>().join("+")
}

/// A move in the game's notation if it has one.
pub(crate) fn write_move<G: Game>(game: &G, state: &G::State, mv: G::Move) -> String {
    match game.capabilities().notation {
        Some(notation) => notation.write_move(state, mv),
        None => format!("{mv:?}"),
    }
}

/// Runs `test`. If it panics, panics with the message and the context.
pub(crate) fn in_context<T>(test: impl FnOnce(&mut T), context: &mut T, describe: impl FnOnce(&T) -> String) {
    let Err(payload) = catch_unwind(AssertUnwindSafe(|| test(context))) else { return };
    let text = payload.downcast_ref::<String>().map(String::as_str);
    match text.or_else(|| payload.downcast_ref::<&str>().copied()) {
        Some(message) => panic!("{message}\n  in {}", describe(context)),
        None => resume_unwind(payload),
    }
}
