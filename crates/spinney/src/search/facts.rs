//! What configurations are checked against. It does not depend on the game's types, so that the checks are compiled once.

use super::Refusal;
use crate::game::capabilities::PolicyName;
use crate::game::{Game, GameInfo};

/// The metadata of a game and what it is capable of.
pub(crate) struct Facts<'g> {
    pub(crate) info: GameInfo,
    /// It has hash keys.
    pub(crate) key: bool,
    /// It has an evaluation.
    pub(crate) evaluate: bool,
    /// It recommends the pruning of dominated moves.
    pub(crate) prefers_pruning: bool,
    /// The names of its playout policies.
    pub(crate) policies: &'g [PolicyName],
    /// The policy that it prefers.
    pub(crate) preferred: Option<usize>,
}

impl<'g> Facts<'g> {
    pub(crate) fn of<G: Game>(game: &'g G) -> Self {
        let capabilities = game.capabilities();
        let playouts = capabilities.playouts;
        Facts {
            info: game.info(),
            key: capabilities.key.is_some(),
            evaluate: capabilities.evaluate.is_some(),
            prefers_pruning: capabilities.tactics.is_some_and(|tactics| tactics.prefers_pruning()),
            policies: playouts.map_or(&[], |playouts| playouts.policies()),
            preferred: playouts.and_then(|playouts| playouts.preferred()),
        }
    }

    /// Rejects `merge` in a game without keys that recognise mirror images.
    pub(crate) fn check_merge(&self, merge: bool) -> Result<(), Refusal> {
        if !merge || self.key {
            return Ok(());
        }
        let name = &self.info.name;
        Err(Refusal::missing_capability(format!(
            "merge=true needs keys that are equal for mirror images, which `{name}` does not have"
        )))
    }
}
