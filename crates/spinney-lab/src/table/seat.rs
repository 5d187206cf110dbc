//! Agents at a table.

use std::sync::Arc;

use spinney::budget::Budget;
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::mcts::{TreeLimits, TreeView};
use spinney::search::{Search, Step};

use super::TableError;
use super::erased::{notation, play_step, read_step};
use super::position::{Position, state_of};

/// What an agent did wrong.
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
    #[error("agent `{agent}` answered with the illegal move {answer} in the position {position}")]
    Illegal {
        /// The agent.
        agent: String,
        /// Its answer, as the program prints it, since notation is for legal moves.
        answer: String,
        /// The position as text.
        position: String,
    },
}

/// An agent that plays for one player of a table.
pub trait Seat: Send {
    /// For whom it plays.
    fn player(&self) -> Player;

    /// The agent's spec.
    fn name(&self) -> &str;

    /// Decides. The agent sees the position as its own player does. The answer is checked: it is a legal move.
    fn search(
        &mut self,
        position: &dyn Position,
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<Report<String>, SeatError>;

    /// The game went on from `before` by `step`. In a game with hidden information the agent does not learn the step
    /// itself, which may be secret, but only what its own player observes afterwards.
    fn advance(&mut self, before: &dyn Position, step: &Step<String>) -> Result<(), TableError>;

    /// A new game begins, or the game goes on from another position.
    fn reset(&mut self);

    /// The tree of the last search, which was about `position`, if the agent keeps one.
    fn tree(&self, position: &dyn Position, limits: &TreeLimits) -> Option<TreeView<String>>;
}

/// A search on games of type `G` as a [`Seat`].
pub(super) struct GameSeat<G: Game> {
    game: Arc<G>,
    search: Box<dyn Search<Arc<G>>>,
    name: String,
    player: Player,
    hidden: bool,
}

impl<G: Game> GameSeat<G> {
    pub(super) fn new(
        game: Arc<G>,
        search: Box<dyn Search<Arc<G>>>,
        name: String,
        player: Player,
        hidden: bool,
    ) -> Self {
        GameSeat { game, search, name, player, hidden }
    }

    /// The moves that this seat may choose from; `None` if it is not to move.
    fn own_moves(&self, state: &G::State) -> Option<Vec<G::Move>> {
        let mut moves = Moves::new();
        match self.game.turn(state, &mut moves) {
            Turn::Player(player) if player == self.player => Some(moves.to_vec()),
            Turn::Joint => Some(moves.section(self.player.index()).to_vec()),
            _ => None,
        }
    }
}

impl<G: Game + 'static> Seat for GameSeat<G> {
    fn player(&self) -> Player {
        self.player
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn search(
        &mut self,
        position: &dyn Position,
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<Report<String>, SeatError> {
        let state: &G::State = state_of(position);
        let Some(legal) = self.own_moves(state) else {
            let seat = self.game.info().seats[self.player.index()].clone();
            return Err(SeatError::NotToMove { agent: self.name.clone(), seat });
        };
        let view = View::of(&self.game, state, self.player);
        let report = self.search.search(&view, budget, rng);
        let written = || notation(&*self.game).write_state(state);
        match report.best {
            None => Err(SeatError::NoAnswer { agent: self.name.clone(), position: written() }),
            Some(mv) if !legal.contains(&mv) => {
                Err(SeatError::Illegal { agent: self.name.clone(), answer: format!("{mv:?}"), position: written() })
            }
            Some(_) => Ok(in_notation(&*self.game, &view, report)),
        }
    }

    fn advance(&mut self, before: &dyn Position, step: &Step<String>) -> Result<(), TableError> {
        let step = read_step(&*self.game, state_of(before), step)?;
        if self.hidden {
            let mut after = state_of::<G::State>(before).clone();
            play_step(&*self.game, &mut after, &step);
            self.search.observe(&View::of(&self.game, &after, self.player));
        } else {
            self.search.advance(&step);
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.search.reset();
    }

    fn tree(&self, position: &dyn Position, limits: &TreeLimits) -> Option<TreeView<String>> {
        let mut write = |state: &G::State, mv: G::Move| {
            let mut after = state.clone();
            // Nothing is told of what follows a joint turn.
            if self.game.turn(state, &mut Moves::new()) != Turn::Joint {
                self.game.play(&mut after, mv);
            }
            (notation(&*self.game).write_move(state, mv), after)
        };
        let view = View::of(&self.game, state_of(position), self.player);
        Some(self.search.tree(limits)?.map(view.state(), &mut write))
    }
}

/// A report with its moves written out. Only moves that are legal at the root are written by notation: a candidate
/// that is not is a mistake of the search, and is left out with a note.
fn in_notation<G: Game>(game: &G, view: &View<G::State>, report: Report<G::Move>) -> Report<String> {
    let state = view.state();
    let mut moves = Moves::new();
    game.turn(state, &mut moves);
    let write = |mv: G::Move| notation(game).write_move(state, mv);
    let mut notes = report.notes;
    let all = report.candidates.len();
    let candidates: Vec<_> =
        report.candidates.into_iter().filter(|c| moves.contains(&c.mv)).map(|c| c.map(write)).collect();
    if candidates.len() < all {
        notes.push(format!("{} candidates that are not legal here are left out", all - candidates.len()));
    }
    Report {
        best: report.best.map(write),
        value: report.value,
        proven: report.proven,
        candidates,
        line: line_in_notation(game, view, &report.line),
        simulations: report.simulations,
        nodes: report.nodes,
        bytes: report.bytes,
        depth: report.depth,
        seconds: report.seconds,
        ended_by: report.ended_by,
        notes,
    }
}

/// A line of moves written out, each in the position in which it is played. A joint turn takes one move per player, in
/// seat order; a line that breaks off within one ends with the observer's own move, if that is all there is.
fn line_in_notation<G: Game>(game: &G, view: &View<G::State>, line: &[G::Move]) -> Vec<String> {
    let mut state = view.state().clone();
    let mut written = Vec::new();
    let mut moves = Moves::new();
    let mut rest = line;
    while let Some(&mv) = rest.first() {
        moves.clear();
        let turn = game.turn(&state, &mut moves);
        let write = |mv: G::Move| notation(game).write_move(&state, mv);
        let (step, taken) = match turn {
            Turn::Player(player) if moves.contains(&mv) => (Step::Move(player, mv), 1),
            Turn::Chance if moves.contains(&mv) => (Step::Chance(mv), 1),
            Turn::Joint => {
                let players = moves.sections();
                let legal = |joint: &[G::Move]| joint.iter().enumerate().all(|(i, m)| moves.section(i).contains(m));
                match rest.get(..players).filter(|joint| legal(joint)) {
                    Some(joint) => (Step::Joint(joint.to_vec()), players),
                    None => {
                        let own = moves.section(view.observer().index()).contains(&mv);
                        written.extend(own.then(|| write(mv)));
                        break;
                    }
                }
            }
            _ => break,
        };
        written.extend(rest[..taken].iter().map(|&mv| write(mv)));
        play_step(game, &mut state, &step);
        rest = &rest[taken..];
    }
    written
}
