//! The baseline of every match: a uniformly random legal move.

use super::{Decision, Refusal, Search};
use crate::budget::Budget;
use crate::game::{Game, Moves, Turn, View};
use crate::random::Random;
use crate::report::{Report, Unit};

/// Plays at random. Plays every game, since a view lists the observer's own moves.
pub struct RandomMover<G: Game> {
    game: G,
    /// Used again and again.
    moves: Moves<G::Move>,
}

impl<G: Game> RandomMover<G> {
    /// A random player for `game`.
    pub fn new(game: G) -> Result<Self, Refusal> {
        Ok(RandomMover { game, moves: Moves::new() })
    }
}

/// The moves that the observer of `position` may choose from; empty if it is another player's turn.
pub(crate) fn own_moves<G: Game>(game: &G, position: &View<G::State>) -> Vec<G::Move> {
    let mut moves = Moves::new();
    match game.turn(position.state(), &mut moves) {
        Turn::Player(player) if player == position.observer() => moves.to_vec(),
        Turn::Joint => moves.section(position.observer().index()).to_vec(),
        _ => Vec::new(),
    }
}

/// The same without moves that may as well be made later in the turn.
pub(crate) fn own_moves_once<G: Game>(game: &G, position: &View<G::State>) -> Vec<G::Move> {
    let mut moves = Moves::new();
    match (game.turn(position.state(), &mut moves), game.capabilities().tactics) {
        (Turn::Player(player), Some(tactics)) if player == position.observer() => {
            tactics.prune_reordered(position.state(), &mut moves);
            moves.to_vec()
        }
        _ => own_moves(game, position),
    }
}

impl<G: Game> Search<G> for RandomMover<G> {
    fn search(&mut self, position: &View<G::State>, _: &Budget, rng: &mut Random) -> Report<G::Move> {
        let moves = own_moves(&self.game, position);
        let best = (!moves.is_empty()).then(|| moves[rng.below(moves.len())]);
        Report::of_moves(moves).with_best(best, None)
    }

    fn decide(&mut self, position: &View<G::State>, _: &Budget, rng: &mut Random) -> Decision<G::Move> {
        self.moves.clear();
        let own = match self.game.turn(position.state(), &mut self.moves) {
            Turn::Player(player) if player == position.observer() => &self.moves[..],
            Turn::Joint => self.moves.section(position.observer().index()),
            _ => &[],
        };
        Decision { mv: (!own.is_empty()).then(|| own[rng.below(own.len())]), simulations: 0, unit: Unit::default() }
    }
}
