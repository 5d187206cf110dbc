//! Keys of positions and codes of moves, of a game with its types erased.

use super::rules::Erased;
use super::{AnyMove, AnyState};
use crate::game::Game;
use crate::game::capabilities::{Codes, Key, default_code};

impl<G: Game + 'static> Erased<G> {
    fn own_key(&self) -> &dyn Key<State = G::State, Move = G::Move> {
        self.game.capabilities().key.expect("offered only if the game offers it")
    }
}

impl<G: Game + 'static> Key for Erased<G> {
    fn key(&self, state: &AnyState) -> u64 {
        self.own_key().key(self.see(state))
    }

    fn timeless_key(&self, state: &AnyState) -> Option<u64> {
        self.own_key().timeless_key(self.see(state))
    }

    fn symmetric_key(&self, state: &AnyState) -> Option<u64> {
        self.own_key().symmetric_key(self.see(state))
    }
}

impl<G: Game + 'static> Codes for Erased<G> {
    fn code(&self, state: &AnyState, mv: AnyMove) -> u64 {
        let mv = self.own(mv);
        self.game.capabilities().codes.map_or_else(|| default_code(mv), |codes| codes.code(self.see(state), mv))
    }

    fn code_anywhere(&self, mv: AnyMove) -> Option<u64> {
        let mv = self.own(mv);
        self.game.capabilities().codes.map_or_else(|| Some(default_code(mv)), |codes| codes.code_anywhere(mv))
    }
}
