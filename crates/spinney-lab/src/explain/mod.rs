//! Explained searches at a table: cycles of Monte-Carlo tree search as text, run freely, by script, or by the script of
//! a [`Lesson`]; and alpha-beta searches [node by node](ToldSearch).

mod error;
mod lesson;
mod nodes;

use std::sync::Arc;

use spinney::game::skills::Notation;
use spinney::game::{Game, Moves, Open, Player, Turn, View};
use spinney::random::Random;
use spinney::search::Refusal;
use spinney::search::mcts::explain::{Cycle, Explained, Explainer, ScriptError};
use spinney::search::mcts::{Config, Viewpoint};

pub use error::{FollowError, LessonError};
pub use lesson::{Expectation, ExpectedAnswer, Lesson, Opened, ScriptedCycle, lessons};

pub use nodes::ToldSearch;
pub(crate) use nodes::tell;

use crate::agents::{AgentError, mcts_config};
use crate::spec::Spec;
use crate::table::{Position, hold, notation_of};

/// A cycle in notation, with the positions in which its parts end.
pub struct Told {
    /// What happened.
    pub cycle: Cycle<String>,
    /// The position of the leaf.
    pub leaf: Box<dyn Position>,
    /// The position at the end of the simulation.
    pub end: Box<dyn Position>,
}

/// A search that tells what it does, with the types of its game erased.
pub trait Explain {
    /// For whom it decides.
    fn player(&self) -> Player;

    /// How it is configured.
    fn config(&self) -> &Config;

    /// Whose payoffs values are.
    fn viewpoint(&self) -> Viewpoint;

    /// Whether the root is proven, so that there is nothing left to search.
    fn is_proven(&self) -> bool;

    /// Runs one cycle as the search would.
    fn cycle(&mut self) -> Told;

    /// Runs one cycle by script: the moves from the root to the end of the game. After an error it is not to be used
    /// further.
    fn follow(&mut self, moves: &[String], force: bool) -> Result<Told, FollowError>;

    /// The answer so far, and why; `None` before the first cycle.
    fn answer(&self) -> Option<Explained<String>>;
}

/// The explained search that an agent spec names, from a position of `game`; with `merge`, one of several mirror-equal
/// moves stands for all.
pub(crate) fn explain<G: Game + 'static>(
    game: Arc<G>,
    spec: &Spec,
    state: &G::State,
    merge: bool,
    rng: &mut Random,
) -> Result<Box<dyn Explain>, AgentError> {
    let config = mcts_config(spec)?;
    refuse_hidden(&*game, spec)?;
    let refused = |reason: Refusal| AgentError::Refused { agent: spec.to_string(), reason };
    let Turn::Player(player) = game.turn(state, &mut Moves::new()) else {
        return Err(refused(Refusal::new("explain begins where one player is to move")));
    };
    let symmetric = || game.skills().key.and_then(|key| key.symmetric_key(state));
    if merge && symmetric().is_none() {
        return Err(refused(Refusal::new("no moves can be merged: the game knows no mirror images of its positions")));
    }
    let view = View::of(&*game, state, player);
    let config = Config { merge: merge || config.merge, ..config };
    let explainer = Explainer::new(Open(Arc::clone(&game)), config, &view, rng).map_err(refused)?;
    Ok(Box::new(GameExplainer { game, explainer, player }))
}

/// Searches that are told look at everything.
fn refuse_hidden<G: Game>(game: &G, spec: &Spec) -> Result<(), AgentError> {
    let info = game.info();
    if !info.hidden {
        return Ok(());
    }
    let reason = Refusal::new(format!("only searches of open games are told, and `{}` hides information", info.name));
    Err(AgentError::Refused { agent: spec.to_string(), reason })
}

/// An explainer of a game, of the very type that agents have: not compiled twice.
struct GameExplainer<G: Game> {
    game: Arc<G>,
    explainer: Explainer<Open<Arc<G>>>,
    player: Player,
}

impl<G: Game + 'static> GameExplainer<G> {
    fn notation(&self) -> &dyn Notation<State = G::State, Move = G::Move> {
        notation_of(&*self.game)
    }

    fn tell(&self, cycle: Cycle<G::Move>) -> Told {
        let root = self.explainer.root();
        let after = |moves: &[G::Move]| {
            let mut state = root.clone();
            moves.iter().for_each(|&mv| self.game.play(&mut state, mv));
            hold(state)
        };
        let (leaf, end) = (after(&cycle.path()), after(&cycle.moves()));
        let mut write = |state: &G::State, mv: G::Move| {
            let mut after = state.clone();
            self.game.play(&mut after, mv);
            (self.notation().write_move(state, mv), after)
        };
        Told { cycle: cycle.map(root, &mut write), leaf, end }
    }

    /// Reads a line of moves by the rules alone.
    fn read(&self, texts: &[String]) -> Result<Vec<G::Move>, FollowError> {
        let mut state = self.explainer.root().clone();
        let mut line = Vec::new();
        let mut moves = Moves::new();
        for (at, text) in texts.iter().enumerate() {
            let illegal = |reason: String| FollowError::Illegal { at, reason };
            moves.clear();
            self.game.turn(&state, &mut moves);
            let mv = self.notation().read_move(&state, text).map_err(|error| illegal(error.to_string()))?;
            if !moves.contains(&mv) {
                return Err(illegal(format!("`{text}` is no legal move here")));
            }
            self.game.play(&mut state, mv);
            line.push(mv);
        }
        Ok(line)
    }

    /// A script error in notation.
    fn write_error(&self, error: ScriptError<G::Move>, texts: &[String], line: &[G::Move]) -> FollowError {
        let state_before = |at: usize| {
            let mut state = self.explainer.root().clone();
            line[..at].iter().for_each(|&mv| self.game.play(&mut state, mv));
            state
        };
        match error {
            ScriptError::TooShort { at } => FollowError::TooShort { at },
            ScriptError::TooLong { at, proven } => FollowError::TooLong { at, text: texts[at].clone(), proven },
            ScriptError::NoChild { at, children } => {
                let state = state_before(at);
                let children = children.into_iter().map(|mv| self.notation().write_move(&state, mv)).collect();
                FollowError::NoChild { at, text: texts[at].clone(), children }
            }
            ScriptError::AgainstRule { at, choice } => {
                let state = state_before(at);
                let choice = choice.map(|mv, _| self.notation().write_move(&state, mv));
                FollowError::AgainstRule { at, choice: Box::new(choice) }
            }
        }
    }
}

impl<G: Game + 'static> Explain for GameExplainer<G> {
    fn player(&self) -> Player {
        self.player
    }

    fn config(&self) -> &Config {
        self.explainer.config()
    }

    fn viewpoint(&self) -> Viewpoint {
        self.explainer.viewpoint()
    }

    fn is_proven(&self) -> bool {
        self.explainer.is_proven()
    }

    fn cycle(&mut self) -> Told {
        let cycle = self.explainer.cycle();
        self.tell(cycle)
    }

    fn follow(&mut self, moves: &[String], force: bool) -> Result<Told, FollowError> {
        let line = self.read(moves)?;
        match self.explainer.follow(&line, force) {
            Ok(cycle) => Ok(self.tell(cycle)),
            Err(error) => Err(self.write_error(error, moves, &line)),
        }
    }

    fn answer(&self) -> Option<Explained<String>> {
        let root = self.explainer.root();
        Some(self.explainer.answer()?.map(|mv| self.notation().write_move(root, mv)))
    }
}
