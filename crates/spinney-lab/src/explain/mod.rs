//! Explained searches: cycles of Monte-Carlo tree search as text, run freely, by script, or by the script of
//! a [`Lesson`]; alpha-beta searches [node by node](Trace); plain minimax [step by step](MinimaxTrace);
//! perfect-information Monte Carlo [one determinization after the other](PimcTrace).

mod error;
mod lesson;
mod minimax;
mod nodes;
mod paper;
mod pimc;

use std::sync::Arc;

use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::game::{Game, Player, Turn, View};
use spinney::random::Random;
use spinney::search::mcts::explain::{Cycle, Explained, Explainer, ScriptError};
use spinney::search::mcts::{Config, Viewpoint};
use spinney::search::{Refusal, RefusalKind};
use spinney_agents::agents::mcts_config;
use spinney_agents::{AgentError, NamedGame, Spec};

pub use error::{FollowError, LessonError};
pub use lesson::{Expectation, ExpectedAnswer, Lesson, Opened, ScriptedCycle, lessons};
pub use minimax::{MinimaxTrace, trace_minimax};
pub use nodes::{Trace, trace};
pub use paper::{PaperChange, PaperChoice, PaperError, PaperTree};
pub use pimc::{PimcTrace, trace_pimc};

/// A cycle in notation, with the positions in which its parts end.
pub struct WrittenCycle {
    /// What happened.
    pub cycle: Cycle<String>,
    /// The position of the leaf.
    pub leaf: AnyState,
    /// The position at the end of the simulation.
    pub end: AnyState,
}

/// A tree search that shows each of its cycles, in notation.
pub struct Explain {
    game: Arc<NamedGame>,
    explainer: Explainer<AnyGame>,
    player: Player,
}

/// Rejects hidden information: most explained searches see the whole state.
fn reject_hidden(game: &NamedGame, spec: &Spec) -> Result<(), AgentError> {
    let info = game.info();
    if !info.hidden {
        return Ok(());
    }
    let reason = Refusal::new(
        RefusalKind::HiddenInformation,
        format!("`{}` has hidden information, where pimc is the agent that can be explained", info.name),
    );
    Err(AgentError::Refused { agent: spec.to_string(), reason })
}

impl Explain {
    /// The explained search that an agent spec names, from a position of `game`; with `merge`, one of several
    /// mirror-equal moves stands for all.
    pub fn new(
        game: &Arc<NamedGame>,
        spec: &Spec,
        state: &AnyState,
        merge: bool,
        rng: &mut Random,
    ) -> Result<Self, AgentError> {
        let config = mcts_config(&game.advised(spec))?;
        reject_hidden(game, spec)?;
        let refused = |reason: Refusal| AgentError::Refused { agent: spec.to_string(), reason };
        let Turn::Player(player) = game.whose_turn(state) else {
            return Err(refused(Refusal::new(RefusalKind::NotToMove, "explain begins where one player is to move")));
        };
        let symmetric = || game.capabilities().key.and_then(|key| key.symmetric_key(state));
        if merge && symmetric().is_none() {
            let reason = "no moves can be merged: the game knows no mirror images of its positions";
            return Err(refused(Refusal::missing_capability(reason)));
        }
        let view = View::of(game.any(), state, player);
        let config = Config { merge: merge || config.merge, ..config };
        let explainer = Explainer::new(game.any().clone(), config, &view, rng).map_err(refused)?;
        Ok(Explain { game: Arc::clone(game), explainer, player })
    }

    /// For whom it decides.
    pub fn player(&self) -> Player {
        self.player
    }

    /// How it is configured.
    pub fn config(&self) -> &Config {
        self.explainer.config()
    }

    /// Whose payoffs values are.
    pub fn viewpoint(&self) -> Viewpoint {
        self.explainer.viewpoint()
    }

    /// Whether everything below the root has been searched.
    pub fn is_complete(&self) -> bool {
        self.explainer.is_complete()
    }

    /// Runs one cycle as the search would.
    pub fn cycle(&mut self) -> WrittenCycle {
        let cycle = self.explainer.cycle();
        self.write(cycle)
    }

    /// Runs one cycle by script: the moves from the root to the end of the game. After an error it is not to be used
    /// further.
    pub fn follow(&mut self, moves: &[String], force: bool) -> Result<WrittenCycle, FollowError> {
        let line = self.read(moves)?;
        match self.explainer.follow(&line, force) {
            Ok(cycle) => Ok(self.write(cycle)),
            Err(error) => Err(self.write_error(error, moves, &line)),
        }
    }

    /// The answer so far, and why; `None` before the first cycle.
    pub fn answer(&self) -> Option<Explained<String>> {
        let root = self.explainer.root();
        Some(self.explainer.answer()?.map(|mv| self.game.write_move(root, mv)))
    }

    fn write(&self, cycle: Cycle<AnyMove>) -> WrittenCycle {
        let root = self.explainer.root();
        let after = |moves: &[AnyMove]| {
            let mut state = root.clone();
            moves.iter().for_each(|&mv| self.game.play(&mut state, mv));
            state
        };
        let (leaf, end) = (after(&cycle.path()), after(&cycle.moves()));
        let mut write = |state: &AnyState, mv: AnyMove| {
            let mut after = state.clone();
            self.game.play(&mut after, mv);
            (self.game.write_move(state, mv), after)
        };
        WrittenCycle { cycle: cycle.map(root, &mut write), leaf, end }
    }

    /// Reads a line of moves by the rules alone.
    fn read(&self, texts: &[String]) -> Result<Vec<AnyMove>, FollowError> {
        let mut state = self.explainer.root().clone();
        let mut line = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let mv = self.game.read_move(&state, self.player, text);
            let mv = mv.map_err(|error| FollowError::Illegal { at, reason: error.to_string() })?;
            self.game.play(&mut state, mv);
            line.push(mv);
        }
        Ok(line)
    }

    /// A script error in notation.
    fn write_error(&self, error: ScriptError<AnyMove>, texts: &[String], line: &[AnyMove]) -> FollowError {
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
                let children = children.into_iter().map(|mv| self.game.write_move(&state, mv)).collect();
                FollowError::NoChild { at, text: texts[at].clone(), children }
            }
            ScriptError::AgainstRule { at, choice } => {
                let state = state_before(at);
                let choice = choice.map(|mv, _| self.game.write_move(&state, mv));
                FollowError::AgainstRule { at, choice: Box::new(choice) }
            }
        }
    }
}
