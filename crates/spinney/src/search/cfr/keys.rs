//! Which decisions a player cannot distinguish.

use super::{Refusal, RefusalKind};
use crate::game::capabilities::Hidden;
use crate::game::{Game, Player, View};
use crate::random::mix_pair;

/// The path of the root.
pub(super) const ROOT: u64 = 0x5eed;

/// The path after the choice at `index`.
pub(super) fn step(path: u64, index: usize) -> u64 {
    mix_pair(path, index as u64 + 1)
}

/// Keys of information sets.
///
/// With hidden information it is the key of the player's [information
/// state](crate::game::capabilities::Hidden::information_key), which the player can compute from its view in any later
/// search. With perfect information it is the path from the root: the turn itself, which is all that the players know
/// before they move simultaneously.
pub(super) struct Keys<'g, G: Game> {
    hidden: Option<&'g HiddenOf<'g, G>>,
}

/// The capability of a game.
type HiddenOf<'g, G> = dyn Hidden<State = <G as Game>::State, Move = <G as Game>::Move> + 'g;

impl<'g, G: Game> Keys<'g, G> {
    pub(super) fn of(game: &'g G) -> Self {
        Keys { hidden: game.capabilities().hidden.filter(|_| game.info().hidden) }
    }

    /// The key of the information set of `player` in a full position.
    pub(super) fn key(&self, state: &G::State, path: u64, player: Player) -> u64 {
        match self.hidden {
            None => mix_pair(path, u64::from(player.0)),
            Some(hidden) => {
                let mut seen = state.clone();
                hidden.conceal(&mut seen, player);
                mix_pair(hidden.information_key(&seen, player), u64::from(player.0))
            }
        }
    }

    /// The key of the information set of a view; with perfect information the view is the root.
    pub(super) fn key_of(&self, view: &View<G::State>) -> u64 {
        let player = view.observer();
        let own = self.hidden.map_or(ROOT, |hidden| hidden.information_key(view.state(), player));
        mix_pair(own, u64::from(player.0))
    }
}

/// Rejects games in which these searches do not lead to an equilibrium.
pub(super) fn check<G: Game>(game: &G, search: &str) -> Result<(), Refusal> {
    let info = game.info();
    let name = &info.name;
    if info.players() != 2 {
        let text = format!("{search} is for two-player games; `{name}` has {}", info.players());
        return Err(Refusal::new(RefusalKind::Players, text));
    }
    if info.constant_sum.is_none() {
        let text = format!("{search} needs payoffs with a constant sum, which the rules of `{name}` do not declare");
        return Err(Refusal::new(RefusalKind::GeneralSum, text));
    }
    if info.hidden && game.capabilities().hidden.is_none() {
        let text = format!("`{name}` has hidden information and no capability that says what each player observes");
        return Err(Refusal::missing_capability(text));
    }
    Ok(())
}
