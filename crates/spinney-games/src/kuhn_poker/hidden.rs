//! Hidden information: a player knows its own card and all bets, and the other card once it is shown.

use spinney::game::Player;
use spinney::game::capabilities::{Hidden, MoveObservation};
use spinney::random::{Random, mix};

use super::notation::letter;
use super::{KuhnPoker, Move, Stage, State, code};

impl Hidden for KuhnPoker {
    fn conceal(&self, state: &mut State, observer: Player) {
        if !state.is_shown() {
            state.cards[1 - observer.index()] = None;
        }
    }

    fn is_complete(&self, state: &State) -> bool {
        state.stage == Stage::Deal || state.cards.iter().all(Option::is_some)
    }

    /// The other card is one of the remaining two with equal probability. The other player's bets are not used as
    /// evidence.
    fn sample(&self, concealed: &State, observer: Player, rng: &mut Random) -> State {
        let mut state = *concealed;
        let other = &mut state.cards[1 - observer.index()];
        if let (None, Some(own)) = (*other, concealed.cards[observer.index()]) {
            *other = Some((own + 1 + rng.below(2) as u8) % 3);
        }
        state
    }

    fn information_key(&self, concealed: &State, observer: Player) -> u64 {
        mix(code(concealed) << 1 | u64::from(observer.0))
    }

    /// Bets are public; of the deal, each player sees only its own card.
    fn observe(&self, _: &State, mv: Move, observer: Player) -> MoveObservation {
        match mv {
            Move::Deal(first, second) => MoveObservation::partial(letter(Some([first, second][observer.index()]))),
            _ => MoveObservation::Full,
        }
    }

    fn observation_key(&self, _: &State, mv: Move, observer: Player) -> u64 {
        mix(match mv {
            Move::Deal(first, second) => u64::from([first, second][observer.index()]),
            Move::Check => 3,
            Move::Bet => 4,
            Move::Call => 5,
            Move::Fold => 6,
        })
    }
}
