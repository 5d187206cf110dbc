//! Move ordering, pruning and playouts: win cheaply, play low to a lost trick, and try only one of several equivalent
//! cards.

use spinney::bits::Bits;
use spinney::game::capabilities::{Playouts, PolicyName, Tactics};
use spinney::game::{Game, Moves, Player, Recorder};
use spinney::random::Random;

use super::cards::{lane, rank_of, suit_of};
use super::{BridgePlay, State};

impl BridgePlay {
    /// The cards of a suit that are higher than a card and not yet played.
    fn higher(&self, state: &State, card: u8) -> u64 {
        let above = !((2u64 << card) - 1) & lane(suit_of(card));
        self.pack & !state.played & above
    }

    /// The ordering score of a card. It uses only what its holder observes.
    #[inline]
    fn promise(&self, state: &State, card: u8) -> i32 {
        let rank = i32::from(rank_of(card));
        let own = state.hand(state.next_hand());
        let is_master = || self.higher(state, card) & !own == 0;
        if state.len == 0 {
            let trump = i32::from(self.trump == Some(suit_of(card)));
            return if is_master() { 200 + rank - 20 * trump } else { 100 - rank - 10 * trump };
        }
        let ours = (state.winner ^ state.next_hand() as u8) & 1 == 0;
        let low = 100 - rank - 20 * i32::from(self.trump == Some(suit_of(card)) && !self.follows(state, card));
        if !self.beats(card, state.winning) {
            return low;
        }
        match state.len {
            3 if !ours => 300 - rank,
            2 if !ours => 200 + rank,
            1 if is_master() => 250 - rank,
            1 => low + 5,
            // The trick is already won.
            _ => low - 20,
        }
    }

    fn follows(&self, state: &State, card: u8) -> bool {
        suit_of(card) == suit_of(state.trick[0])
    }
}

impl Tactics for BridgePlay {
    fn rank(&self, state: &State, mv: u8) -> i32 {
        self.promise(state, mv)
    }

    /// Of touching cards of one hand (all cards between them are played), the lowest is kept. The card that wins the
    /// current trick still separates its neighbours.
    fn prune_dominated(&self, state: &State, moves: &mut Moves<u8>) {
        let own = state.hand(state.next_hand());
        let winning = if state.len > 0 { 1u64 << state.winning } else { 0 };
        let others = self.pack & !state.played & !own | winning;
        moves.retain(|&card| {
            let below = (own | others) & lane(suit_of(card)) & ((1u64 << card) - 1);
            // The next card below is absent, or belongs to another hand.
            below == 0 || others >> (63 - below.leading_zeros()) & 1 == 1
        });
    }
}

/// One playout move in this many is random.
const WHIM: usize = 5;

impl Playouts for BridgePlay {
    fn policies(&self) -> &'static [PolicyName] {
        &[PolicyName { name: "sensible", summary: "the best-ranked card, one time in five a random one" }]
    }

    fn preferred(&self) -> Option<usize> {
        Some(0)
    }

    fn play_out(
        &self,
        _: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<u8>,
    ) -> bool {
        let mut scratch = Moves::new();
        for _ in 0..cap {
            if self.is_over(state) {
                return true;
            }
            if rng.below(WHIM) == 0 {
                let mut relay = Relay { recorder: &mut *recorder, goes_on: true };
                self.random_step(state, &mut scratch, rng, &mut relay);
                if !relay.goes_on {
                    return false;
                }
                continue;
            }
            let card = Bits(state.legal()).max_by_key(|&card| self.promise(state, card as u8));
            let card = card.expect("an unfinished game has a card to play") as u8;
            if !recorder.record(Some(Player(state.next_hand() as u8 & 1)), card) {
                return false;
            }
            self.play(state, card);
        }
        self.is_over(state)
    }
}

/// A recorder behind a reference as a recorder of its own.
struct Relay<'l> {
    recorder: &'l mut dyn Recorder<u8>,
    /// What it said last.
    goes_on: bool,
}

impl Recorder<u8> for Relay<'_> {
    fn record(&mut self, player: Option<Player>, mv: u8) -> bool {
        self.goes_on = self.recorder.record(player, mv);
        self.goes_on
    }
}
