//! A game that was opened by name: its rules as an [`AnyGame`], positions and moves as text, drawings, and the agents
//! that can play it.
//!
//! Text is made here, where a person or a protocol reads it, and nowhere below. A [`NamedGame`] can also be made of a game
//! that is in no list ([`NamedGame::new`]): all agents then play it, matches included.

mod line;
mod report;
mod text;

use std::ops::Deref;
use std::sync::Arc;

use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, GameInfo, Player};
use spinney::search::{Refusal, Search, Step};
use spinney_games::registry::{OpenError, PlayerOf};

pub use line::{LineError, replay};
pub use text::Choices;

use crate::agents::natives::Natives;
use crate::agents::{self, Advice, AgentError, OwnPlayers};
use crate::rule_sheets::SheetError;
use crate::seat::Seat;
use crate::spec::Spec;

/// An error of opening a game, or of a text in its notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// There is no such game, or not with these parameters.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no such rule sheet, or it cannot be played.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// The game cannot write its moves down.
    #[error("the game `{0}` has no notation, so it can be played by programs only")]
    NoNotation(String),
    /// The text is not a position or move of this game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A step for another kind of turn than this one.
    #[error("{0}")]
    WrongTurn(String),
}

/// A game with its notation and its agents.
///
/// It is the [`AnyGame`] that it stands for, so that everything a game can do is called directly. The methods that take
/// a position panic if it comes from another game: that is a mistake of the program, never of its user.
pub struct NamedGame {
    game: AnyGame,
    info: GameInfo,
    natives: Option<Natives>,
    players: OwnPlayers,
    advice: Advice,
    remarks: Box<dyn Fn() -> Vec<String> + Send + Sync>,
}

impl Deref for NamedGame {
    type Target = AnyGame;

    fn deref(&self) -> &AnyGame {
        &self.game
    }
}

impl NamedGame {
    /// A game of any type; rejected if it has no notation.
    pub fn new<G: Game + 'static>(game: G) -> Result<Self, GameError> {
        Self::of(Arc::new(game))
    }

    /// The same for a game that is shared already.
    pub fn of<G: Game + 'static>(game: Arc<G>) -> Result<Self, GameError> {
        let info = game.info();
        if game.capabilities().notation.is_none() {
            return Err(GameError::NoNotation(info.name));
        }
        let game = AnyGame::of(game);
        let (players, advice) = (OwnPlayers::default(), Advice::default());
        Ok(NamedGame { game, info, natives: None, players, advice, remarks: Box::new(Vec::new) })
    }

    /// The same game with searches that are compiled for its own types.
    #[must_use]
    pub fn with_natives(self, natives: Natives) -> Self {
        NamedGame { natives: Some(natives), ..self }
    }

    /// The same game with players of its own.
    #[must_use]
    pub fn with_players<G: Game + 'static>(self, players: Vec<PlayerOf<G>>) -> Self {
        NamedGame { players: OwnPlayers::new(players), ..self }
    }

    /// The same game with the agents that play it best, as specs, best first.
    ///
    /// # Panics
    ///
    /// If a text is not the spec of an agent.
    #[must_use]
    pub fn with_advice(self, specs: &[&str]) -> Self {
        NamedGame { advice: Advice::new(specs), ..self }
    }

    /// The same game with one more agent, which plays this game only: a search of your own under a name, for matches and
    /// wherever else agents are named.
    #[must_use]
    pub fn with_agent(
        mut self,
        name: &'static str,
        make: impl Fn(&AnyGame) -> Result<Box<dyn Search<AnyGame>>, Refusal> + Send + Sync + 'static,
    ) -> Self {
        self.players.add(name, make);
        self
    }

    /// The same game with warnings for the user, which may change while it is played.
    #[must_use]
    pub fn with_remarks(self, remarks: impl Fn() -> Vec<String> + Send + Sync + 'static) -> Self {
        NamedGame { remarks: Box::new(remarks), ..self }
    }

    /// What kind of game it is.
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// The game without its texts and agents.
    pub fn any(&self) -> &AnyGame {
        &self.game
    }

    /// Warnings for the user: that a rule sheet is interpreted, for example. Those found during play come last.
    pub fn remarks(&self) -> Vec<String> {
        (self.remarks)()
    }

    /// The searches that are compiled for the game's own types, if there are any.
    pub fn natives(&self) -> Option<&Natives> {
        self.natives.as_ref()
    }

    /// The agents that play it best, as far as the game advises any, best first.
    pub fn advice(&self) -> &[Spec] {
        self.advice.specs()
    }

    /// The agent that is meant where none is named.
    pub fn default_agent(&self) -> Spec {
        self.advice.default_agent()
    }

    /// The agent that a spec means in this game: the advised one for `auto`, and with the settings that the game advises,
    /// unless the spec has its own.
    pub fn advised(&self, spec: &Spec) -> Spec {
        self.advice.apply(spec)
    }

    /// Makes the agent that a spec names.
    pub fn agent(&self, spec: &Spec) -> Result<Box<dyn Search<AnyGame>>, AgentError> {
        let spec = &self.advised(spec);
        match self.players.build(&self.game, spec) {
            Some(made) => made,
            None => agents::build(&self.game, self.natives.as_ref(), spec),
        }
    }

    /// Makes the agent that a spec names and seats it.
    pub fn seat(&self, spec: &Spec, player: Player) -> Result<Seat, AgentError> {
        let spec = self.advised(spec);
        Ok(Seat::new(self.game.clone(), self.agent(&spec)?, spec.to_string(), player))
    }

    /// The same with `threads=N` added where the agent knows that parameter and the user did not set it. Errors name the
    /// agent as the user wrote it.
    pub fn seat_with_threads(&self, spec: &Spec, player: Player, threads: usize) -> Result<Seat, AgentError> {
        self.seat(&agents::with_threads(&self.advised(spec), threads), player).map_err(|error| error.about(spec))
    }

    fn notation(&self) -> &dyn Notation<State = AnyState, Move = AnyMove> {
        self.game.capabilities().notation.expect("a named game has a notation")
    }

    /// Whose name a step has: the seat, or `chance`.
    pub fn mover_name(&self, mover: Option<Player>) -> &str {
        mover.map_or("chance", |player| &self.info.seats[player.index()])
    }

    /// Plays a step, which must be legal.
    pub fn play_step(&self, state: &mut AnyState, step: &Step<AnyMove>) {
        match step {
            Step::Move(_, mv) | Step::Chance(mv) => self.game.play(state, *mv),
            Step::Joint(moves) => self.game.play_joint(state, moves),
        }
    }
}
