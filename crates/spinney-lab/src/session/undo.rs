//! Decisions of clients that can be taken back.

use spinney::erased::AnyState;
use spinney::game::Player;
use spinney_agents::NamedGame;

/// Why nothing can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// No decision has been made.
    #[error("there is nothing to undo")]
    Nothing,
    /// The decision was made with less information than the player has now.
    #[error("that cannot be undone: others have moved since, and you would know more than you did then")]
    Revealing,
}

/// The positions in which clients decided, oldest first.
#[derive(Default)]
pub(super) struct Decisions {
    made: Vec<(Player, AnyState)>,
    /// Whether some were forgotten since going back to them would reveal something.
    forgotten: bool,
}

impl Decisions {
    pub(super) fn add(&mut self, player: Player, state: &AnyState) {
        self.made.push((player, state.clone()));
    }

    /// After a step of which `informs` says for which players it brings new information: forgets the decisions to which
    /// they could go back wiser. Players who saw everything when they decided have nothing to learn.
    pub(super) fn forget_revealing(&mut self, game: &NamedGame, informs: impl Fn(Player) -> bool) {
        if !game.info().hidden {
            return;
        }
        let saw_all = |player, state: &AnyState| game.write(&game.observation(state, player)) == game.write(state);
        let before = self.made.len();
        self.made.retain(|(player, state)| !informs(*player) || saw_all(*player, state));
        self.forgotten |= self.made.len() < before;
    }

    /// The position of the last decision, of this player if one is given. Later ones are forgotten.
    pub(super) fn take_back(&mut self, player: Option<Player>) -> Result<AnyState, UndoError> {
        let last = self.made.iter().rposition(|(made_by, _)| player.is_none_or(|player| player == *made_by));
        let Some(last) = last else {
            return Err(if self.forgotten { UndoError::Revealing } else { UndoError::Nothing });
        };
        let (_, state) = self.made.swap_remove(last);
        self.made.truncate(last);
        Ok(state)
    }
}
