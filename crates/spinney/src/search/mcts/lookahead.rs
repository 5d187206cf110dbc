//! Look-ahead in playouts: a move that wins at once is played, and a move that lets the next player win at once is
//! taken back while there is another.

use super::context::Context;
use super::worker::Worker;
use crate::budget::{Limit, Signal};
use crate::game::{Game, Moves, Player, Turn};

/// What a look-ahead keeps from turn to turn.
pub(super) struct Lookahead<G: Game> {
    /// The state before the last move, and who made it.
    before: Option<(G::State, Player)>,
    /// The moves that were not tried there.
    untried: Vec<G::Move>,
    next: Option<G::State>,
    moves: Moves<G::Move>,
    /// Turns that were looked at, and those of them that had a winning move.
    looked: u32,
    found: u32,
}

/// Turns that are looked at before their share of wins is judged.
const TRIAL: u32 = 300;

impl<G: Game> Default for Lookahead<G> {
    fn default() -> Self {
        Lookahead { before: None, untried: Vec::new(), next: None, moves: Moves::new(), looked: 0, found: 0 }
    }
}

impl<G: Game> Lookahead<G> {
    /// Whether it is worth looking at a turn of a playout, by how often that has found something.
    pub(super) fn is_due(&self, context: &Context<'_, G>, turns: u32) -> bool {
        let least = context.config.lookahead_least;
        turns < context.config.lookahead
            && (self.looked < TRIAL || f64::from(self.found) >= least * f64::from(self.looked))
    }

    /// A listed move after which the game is over with the top payoff for the player that makes it. `Err` if the budget
    /// ended.
    pub(super) fn winning(
        &mut self,
        context: &Context<'_, G>,
        worker: &mut Worker<G>,
        state: &G::State,
        player: Player,
    ) -> Result<Option<G::Move>, Limit> {
        let mut next = self.next.take().unwrap_or_else(|| state.clone());
        let mut found = None;
        for at in 0..worker.moves.len() {
            let mv = worker.moves[at];
            next.clone_from(state);
            context.game.play(&mut next, mv);
            self.moves.clear();
            let over = context.game.turn(&next, &mut self.moves) == Turn::Over;
            if over && context.game.payoff(&next, player) - context.plan.low >= context.shifted_low() + context.width()
            {
                found = Some(mv);
                break;
            }
            if let Signal::End(limit) = worker.pace.step(context.meter) {
                return Err(limit);
            }
        }
        self.next = Some(next);
        self.looked += 1;
        self.found += u32::from(found.is_some());
        Ok(found)
    }

    /// Goes back to the state before the last move, which let `player` win, if another move is left there: it is played.
    /// Returns whether it did.
    pub(super) fn take_back(
        &mut self,
        context: &Context<'_, G>,
        worker: &mut Worker<G>,
        state: &mut G::State,
        player: Player,
    ) -> bool {
        let Some((before, mover)) = self.before.as_ref().filter(|(_, mover)| *mover != player) else { return false };
        if self.untried.is_empty() {
            return false;
        }
        let mv = self.untried.swap_remove(worker.rng.below(self.untried.len()));
        state.clone_from(before);
        worker.forget_last(context);
        worker.record_learnt(context, state, *mover, mv);
        context.game.play(state, mv);
        true
    }

    /// Forgets the last move: it cannot be taken back.
    pub(super) fn forget(&mut self) {
        self.untried.clear();
    }

    /// Remembers a state and the moves other than the one that is about to be made.
    pub(super) fn remember(&mut self, worker: &Worker<G>, state: &G::State, player: Player, made: G::Move) {
        match &mut self.before {
            Some((before, mover)) => {
                before.clone_from(state);
                *mover = player;
            }
            None => self.before = Some((state.clone(), player)),
        }
        self.untried.clear();
        self.untried.extend(worker.moves.iter().copied().filter(|&mv| mv != made));
    }
}
