//! Hidden information. The declarer sees its own hand and dummy; a defender sees its own hand and dummy. Before the
//! lead dummy is hidden from all. Cards that are played are public.

use spinney::game::Player;
use spinney::game::capabilities::{Hidden, MoveObservation};
use spinney::random::{Random, mix};

use super::cards::{EAST, NORTH, SOUTH, WEST, write_card, write_hand};
use super::{BridgePlay, State};

impl State {
    /// The hand from which a side observes: the declarer's, or that of the defender that plays next.
    fn eyes(&self, observer: Player) -> usize {
        match (observer.0, self.next_hand()) {
            (0, _) => SOUTH,
            (_, NORTH | EAST) => EAST,
            _ => WEST,
        }
    }
}

impl Hidden for BridgePlay {
    fn conceal(&self, state: &mut State, observer: Player) {
        let eyes = state.eyes(observer);
        let open = state.played != 0;
        for hand in (0..4).filter(|&hand| hand != eyes && !(hand == NORTH && open)) {
            state.dealt[hand] &= state.played;
        }
    }

    fn is_complete(&self, state: &State) -> bool {
        self.sees_all(state)
    }

    fn sample(&self, concealed: &State, _: Player, rng: &mut Random) -> State {
        self.fill(concealed, rng)
    }

    fn information_key(&self, concealed: &State, observer: Player) -> u64 {
        let known = concealed.dealt.iter().fold(u64::from(observer.0), |key, &hand| mix(key ^ hand));
        mix(known ^ self.position_key(concealed) ^ mix(u64::from(concealed.voids)))
    }

    /// Everybody sees the cards that are played; after the first of them dummy's hand is laid down.
    fn observe(&self, state: &State, card: u8, _: Player) -> MoveObservation {
        match state.played {
            0 => MoveObservation::Partial(format!("{} dummy {}", write_card(card), write_hand(state.dealt[NORTH]))),
            _ => MoveObservation::Full,
        }
    }

    fn observation_key(&self, state: &State, card: u8, _: Player) -> u64 {
        let laid_down = if state.played == 0 { state.dealt[NORTH] } else { 0 };
        mix(u64::from(card)) ^ laid_down
    }
}
