//! Evaluation of unfinished games: the number of stones that each player still needs to connect its sides.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, by_own_weights};
use spinney::game::capabilities::{Evaluate, Feature, Features};
use spinney::game::{Game, PayoffRange, Player};

use super::distance::Field;
use super::{Hex, State};

const FEATURES: &[Feature] = &[
    Feature { name: "distance", meaning: "stones that the opponent still needs, less own" },
    Feature { name: "bridged", meaning: "the same with bridges counted as connections" },
    Feature { name: "tempo", meaning: "1 for the player to move" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the game's own weights can be read");
    weights.in_order(FEATURES, &[0.0; FEATURES.len()]).expect("the game's own weights name its features")
});

impl Features for Hex {
    fn features(&self) -> &'static [Feature] {
        FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let fields = [player.0, 1 - player.0].map(|player| Field::of(self, state, player));
        for (value, bridges) in values.iter_mut().zip([false, true]) {
            // In an unfinished game no player is cut off.
            let [own, other] = [&fields[0], &fields[1]].map(|field| f64::from(field.distance(bridges).unwrap_or(0)));
            *value = other - own;
        }
        values[2] = if player.0 == state.player { 1.0 } else { -1.0 };
    }
}

impl Evaluate for Hex {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if state.won {
            return self.payoff(state, player);
        }
        by_own_weights(self, PayoffRange::new(0.0, 1.0), state, player)
    }
}
