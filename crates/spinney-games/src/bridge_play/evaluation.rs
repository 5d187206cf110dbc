//! Evaluation of an unfinished play, in tricks: those taken, sure winners, and the strength of the remaining cards.

use std::sync::LazyLock;

use spinney::bits::Bits;
use spinney::evaluation::{Weights, by_own_weights};
use spinney::game::capabilities::{Evaluate, Feature, Features};
use spinney::game::{PayoffRange, Player};

use super::cards::{EAST, NORTH, SOUTH, WEST, lane};
use super::{BridgePlay, State};

const FEATURES: [Feature; 5] = [
    Feature { name: "tricks", meaning: "tricks taken, as a share of all" },
    Feature { name: "winners", meaning: "highest cards of their suits in a row, as a share of all tricks" },
    Feature {
        name: "strength",
        meaning: "4-3-2-1 points of the four highest cards left in each suit, by what is left",
    },
    Feature { name: "trumps", meaning: "trumps, as a share of those left, by what is left" },
    Feature { name: "lead", meaning: "the lead to this trick, as a share of all tricks" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the file holds weights");
    weights.in_order(&FEATURES, &[0.0; FEATURES.len()]).expect("the file names features")
});

impl Evaluate for BridgePlay {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if self.is_over(state) {
            return f64::from(state.won[player.index()]);
        }
        by_own_weights(self, PayoffRange::new(0.0, f64::from(self.cards)), state, player)
    }
}

impl Features for BridgePlay {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let all = f64::from(self.cards);
        let left = 1.0 - f64::from(state.won[0] + state.won[1]) / all;
        let ours = state.hand(NORTH) | state.hand(SOUTH);
        let theirs = state.hand(EAST) | state.hand(WEST);
        let (mut winners, mut strength, mut worth) = (0, 0, 0);
        for suit in 0..4 {
            let cards = (ours | theirs) & lane(suit);
            let Some(top) = cards.checked_ilog2() else { continue };
            let top_is_ours = ours >> top & 1 == 1;
            let rivals = cards & if top_is_ours { theirs } else { ours };
            let run = rivals.checked_ilog2().map_or(cards, |rival| cards & !((2 << rival) - 1)).count_ones() as i32;
            winners += if top_is_ours { run } else { -run };
            let mut rest = cards;
            for points in (1..=4).rev() {
                let Some(card) = rest.checked_ilog2() else { break };
                strength += if ours >> card & 1 == 1 { points } else { -points };
                worth += points;
                rest &= !(1 << card);
            }
        }
        let share = |a: i32, b: i32| if b == 0 { 0.0 } else { f64::from(a) / f64::from(b) };
        let trumps = self.trump.map_or((0, 0), |suit| {
            let count = |cards: u64| Bits(cards & lane(suit)).count() as i32;
            (count(ours) - count(theirs), count(ours) + count(theirs))
        });
        let sign = if player.0 == 0 { 1.0 } else { -1.0 };
        let lead = if state.leader & 1 == 0 { 1.0 } else { -1.0 };
        let measured = [
            f64::from(i32::from(state.won[0]) - i32::from(state.won[1])) / all,
            f64::from(winners) / all,
            share(strength, worth) * left,
            share(trumps.0, trumps.1) * left,
            lead / all,
        ];
        values.iter_mut().zip(measured).for_each(|(value, measured)| *value = sign * measured);
    }
}
