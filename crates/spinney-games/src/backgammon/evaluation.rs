//! Evaluation by phase: the bear-off table when all checkers are at home, one network for races, one for positions with
//! contact. `contact.net` and `race.net` were trained by self-play; docs/backgammon.md has the command.

use std::sync::LazyLock;

use spinney::game::capabilities::Evaluate;
use spinney::game::{Game, Moves, Player};
use spinney::random::mix;

use super::bear_off;
use super::cache::Cache;
use super::inputs::Inputs;
use super::network::{Estimate, Network};
use super::{Backgammon, NO_MOVE, OFF, Play, State, generation};

/// The part of the game that decides how a position is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Some checker has still to pass one of the opponent's.
    Contact,
    /// All have passed each other.
    Race,
}

/// A network for each phase. The bear-off table goes before both.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// For positions with contact.
    pub contact: Network,
    /// For races.
    pub race: Network,
}

static EVALUATION: LazyLock<Evaluation> = LazyLock::new(|| {
    let read = |text: &str| text.parse().expect("the file is part of the program");
    Evaluation { contact: read(include_str!("contact.net")), race: read(include_str!("race.net")) }
});

static CACHE: LazyLock<Cache> = LazyLock::new(Cache::new);

impl State {
    /// The phase, for positions that the bear-off table lacks.
    #[inline]
    pub fn phase(&self) -> Phase {
        if self.has_contact() { Phase::Contact } else { Phase::Race }
    }

    /// How the game may end for the player to roll, if that is known without a network: from the bear-off table.
    #[inline]
    pub fn known(&self) -> Option<Estimate> {
        bear_off::chance_to_win(self).map(|win| Estimate([win, 0.0, 0.0, 0.0, 0.0]))
    }

    /// What is possible at all: a player that has borne off a checker loses no gammon, and a backgammon is a gammon.
    #[inline]
    fn possible(&self, estimate: Estimate) -> Estimate {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = estimate.0;
        let bounded = |player: u8, chance: f32, gammon: f32, backgammon: f32| {
            let gammon = if self.men[usize::from(player)][OFF] > 0 { 0.0 } else { gammon.min(chance) };
            (gammon, backgammon.min(gammon))
        };
        let (gammon, backgammon) = bounded(1 - self.player, win, gammon, backgammon);
        let (lost_gammon, lost_backgammon) = bounded(self.player, 1.0 - win, lost_gammon, lost_backgammon);
        Estimate([win, gammon, backgammon, lost_gammon, lost_backgammon])
    }
}

impl Evaluation {
    /// How an unfinished game may end for the player to roll.
    #[inline]
    pub fn estimate(&self, state: &State) -> Estimate {
        state.known().unwrap_or_else(|| {
            let estimate = match state.phase() {
                Phase::Contact => self.contact.estimate(&Inputs::of(state, true)),
                Phase::Race => self.race.estimate(&Inputs::of(state, false)),
            };
            state.possible(estimate)
        })
    }
}

impl Backgammon {
    /// What the player to roll may expect in an unfinished game before the roll.
    #[inline]
    fn expected(&self, state: &State) -> f64 {
        let rules = u64::from(state.player) | u64::from(self.options.gammons) << 1;
        let equity = CACHE.get(mix(state.hash ^ mix(rules)), || {
            let estimate = EVALUATION.estimate(state);
            if self.options.gammons { estimate.equity() } else { estimate.plain_equity() }
        });
        // Not to be mistaken for a result.
        f64::from(equity).clamp(0.9999 * self.range().low, 0.9999 * self.range().high)
    }

    /// What the player that has just moved may expect.
    #[inline]
    pub(super) fn after_move(&self, state: &State) -> f64 {
        let mover = 1 - state.player;
        if state.winner().is_some() { self.payoff(state, Player(mover)) } else { -self.expected(state) }
    }

    /// The best play of the dice, and what the player to move may expect by it.
    pub(super) fn best_play(&self, state: &State, plays: &mut Moves<Play>) -> (Play, f64) {
        plays.clear();
        generation::list(state, plays);
        let mut best = (NO_MOVE, f64::NEG_INFINITY);
        for &play in plays.iter() {
            let mut after = *state;
            self.play(&mut after, play);
            let value = self.after_move(&after);
            if value > best.1 {
                best = (play, value);
            }
        }
        best
    }
}

impl Evaluate for Backgammon {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if state.winner().is_some() {
            return self.payoff(state, player);
        }
        let value = match state {
            State { opening: true, .. } => 0.0,
            State { dice: [0, 0], .. } => self.expected(state),
            _ => self.best_play(state, &mut Moves::new()).1,
        };
        if player.0 == state.player { value } else { -value }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CONTACT_INPUTS, RACE_INPUTS};
    use super::*;

    #[test]
    fn the_networks_have_a_weight_for_every_input() {
        assert_eq!(EVALUATION.contact.inputs.len(), CONTACT_INPUTS);
        assert_eq!(EVALUATION.race.inputs.len(), RACE_INPUTS);
    }
}
