//! An agent that plays for one player.

use spinney::budget::Budget;
use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney::report::{Report, Unit};
use spinney::search::{Search, Step};
use spinney::search::{TreeLimits, TreeView};

/// An error of an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// It was asked out of turn.
    #[error("agent `{agent}` was asked for a move, but {seat} is not to move")]
    NotToMove {
        /// The agent.
        agent: String,
        /// Its seat by name.
        seat: String,
    },
    /// It gave no move although there were legal ones.
    #[error("agent `{agent}` gave no move in the position {position}")]
    NoAnswer {
        /// The agent.
        agent: String,
        /// The position as text.
        position: String,
    },
    /// It gave a move that is not legal.
    #[error("agent `{agent}` gave an illegal move in the position {position}")]
    Illegal {
        /// The agent.
        agent: String,
        /// The position as text.
        position: String,
    },
}

/// Uses a search within a budget, also where a step of the rules takes longer. A search that may keep what such a step led
/// to forgets everything.
fn within<T>(search: &mut dyn Search<AnyGame>, budget: &Budget, work: impl FnOnce(&mut dyn Search<AnyGame>) -> T) -> T {
    let steps = budget.limit_steps();
    let result = work(search);
    if steps.was_cut() && !search.survives_cut_steps() {
        search.reset();
    }
    result
}

/// An agent that plays for one player of a game. It is given full positions, of which it sees what its player observes; its
/// moves are checked.
pub struct Seat {
    game: AnyGame,
    search: Box<dyn Search<AnyGame>>,
    name: String,
    player: Player,
    hidden: bool,
}

impl Seat {
    /// Seats a search under any name.
    pub fn new(game: AnyGame, search: Box<dyn Search<AnyGame>>, name: String, player: Player) -> Self {
        let hidden = game.info().hidden;
        Seat { game, search, name, player, hidden }
    }

    /// For whom it plays.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The agent's spec.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Decides, with the evidence.
    pub fn search(
        &mut self,
        state: &AnyState,
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<Report<AnyMove>, SeatError> {
        let (turn, moves) = self.game.options(state);
        self.check_turn(turn)?;
        let view = View::of(&self.game, state, self.player);
        let report = within(&mut *self.search, budget, |search| search.search(&view, budget, rng));
        self.check_move(state, &moves, report.best)?;
        Ok(report)
    }

    /// Decides without the evidence, in a position whose turn the caller has looked at already: all that a match needs.
    /// Also returns the work of the search, in its unit.
    pub fn decide(
        &mut self,
        state: &AnyState,
        (turn, moves): (Turn, &Moves<AnyMove>),
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<(AnyMove, u64, Unit), SeatError> {
        self.check_turn(turn)?;
        let view = View::of(&self.game, state, self.player);
        let decision = within(&mut *self.search, budget, |search| search.decide(&view, budget, rng));
        Ok((self.check_move(state, moves, decision.mv)?, decision.simulations, decision.unit))
    }

    fn check_turn(&self, turn: Turn) -> Result<(), SeatError> {
        if turn == Turn::Player(self.player) || turn == Turn::Joint {
            return Ok(());
        }
        let seat = self.game.info().seats[self.player.index()].clone();
        Err(SeatError::NotToMove { agent: self.name.clone(), seat })
    }

    /// Rejects a missing move, and one that is not legal.
    fn check_move(
        &self,
        state: &AnyState,
        moves: &Moves<AnyMove>,
        best: Option<AnyMove>,
    ) -> Result<AnyMove, SeatError> {
        let legal = match moves.sections() {
            0 => &moves[..],
            _ => moves.section(self.player.index()),
        };
        // As the agent's player sees it: an error is read by everybody.
        let position = || {
            let view = View::of(&self.game, state, self.player);
            self.game.capabilities().notation.map_or_else(String::new, |notation| notation.write_state(view.state()))
        };
        let agent = || self.name.clone();
        match best {
            None => Err(SeatError::NoAnswer { agent: agent(), position: position() }),
            Some(mv) if !legal.contains(&mv) => Err(SeatError::Illegal { agent: agent(), position: position() }),
            Some(mv) => Ok(mv),
        }
    }

    /// The game went on by `step` to `after`. In a game with hidden information the agent does not learn the step itself,
    /// which may be secret, but only what its own player observes afterwards.
    pub fn advance(&mut self, step: &Step<AnyMove>, after: &AnyState) {
        if self.hidden {
            self.search.observe(&View::of(&self.game, after, self.player));
        } else {
            self.search.advance(step);
        }
    }

    /// A new game begins, or the game goes on from another position.
    pub fn reset(&mut self) {
        self.search.reset();
    }

    /// Lets the agent use time in which no decision of it is due.
    pub fn prepare(&mut self, state: &AnyState, budget: &Budget, rng: &mut Random) {
        let view = View::of(&self.game, state, self.player);
        within(&mut *self.search, budget, |search| search.prepare(&view, budget, rng));
    }

    /// Lets the next search begin with a line to the end of the game; returns whether the agent can do that.
    pub fn begin_with(&mut self, line: &[AnyMove]) -> bool {
        self.search.begin_with(line)
    }

    /// The tree of the last search, if the agent keeps one.
    pub fn tree(&self, limits: &TreeLimits) -> Option<TreeView<AnyMove>> {
        self.search.tree(limits)
    }
}
