//! Hidden information: a player knows its own card, the public card and all bets, and the other card once it is shown.
//!
//! A position contains every bet, so equal information keys mean equal histories of observations: players have perfect
//! recall.

use spinney::game::Player;
use spinney::game::capabilities::{Hidden, MoveObservation};
use spinney::random::{Random, mix_pair};

use super::betting::Next;
use super::notation::card_text;
use super::{LeducPoker, Move, State, code};

impl State {
    /// Every position that differs only in cards of these players that are not known.
    fn completions(&self, players: &[usize]) -> Vec<State> {
        let mut states = vec![*self];
        for &player in players {
            if self.dealt && self.cards[player].is_none() {
                let with = |state: State| {
                    let cards: Vec<u8> = state.unseen().collect();
                    cards.into_iter().map(move |card| {
                        let mut state = state;
                        state.cards[player] = Some(card);
                        state
                    })
                };
                states = states.into_iter().flat_map(with).collect();
            }
        }
        states
    }
}

impl Hidden for LeducPoker {
    fn conceal(&self, state: &mut State, observer: Player) {
        if state.next() != Next::Showdown {
            state.cards[1 - observer.index()] = None;
        }
    }

    fn is_complete(&self, state: &State) -> bool {
        !state.dealt || state.cards.iter().all(Option::is_some)
    }

    /// The other card is any of the remaining ones with equal probability. The other player's bets are not used as
    /// evidence.
    fn sample(&self, concealed: &State, _: Player, rng: &mut Random) -> State {
        let states = concealed.completions(&[0, 1]);
        states[rng.below(states.len())]
    }

    fn information_key(&self, concealed: &State, observer: Player) -> u64 {
        mix_pair(code(concealed), u64::from(observer.0))
    }

    /// Bets and the public card are seen by both; of the deal, each player sees only its own card.
    fn observe(&self, _: &State, mv: Move, observer: Player) -> MoveObservation {
        match mv {
            Move::Deal(first, second) => MoveObservation::partial(card_text(Some([first, second][observer.index()]))),
            _ => MoveObservation::Full,
        }
    }

    fn possible_states(&self, concealed: &State, _: Player, possible: &mut Vec<State>) -> bool {
        possible.extend(concealed.completions(&[0, 1]));
        true
    }

    fn public_states(&self, state: &State, possible: &mut Vec<State>) -> bool {
        let mut public = *state;
        if state.next() != Next::Showdown {
            public.cards = [None; 2];
        }
        possible.extend(public.completions(&[0, 1]));
        true
    }
}
