//! Evaluation of unfinished games: the score of each player, and half of the turn total.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, by_own_weights};
use spinney::game::capabilities::{Evaluate, Feature, Features};
use spinney::game::{Game, PayoffRange, Player};

use super::{Pig, State};

const FEATURES: &[Feature] = &[
    Feature { name: "lead", meaning: "points ahead, as a share of the target" },
    Feature { name: "total", meaning: "the turn total of the player to move, as a share of the target" },
    Feature { name: "turn", meaning: "1 for the player to move" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the file is part of the program");
    weights.in_order(FEATURES, &[0.0; 3]).expect("the file names the features above")
});

impl Features for Pig {
    fn features(&self) -> &'static [Feature] {
        FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let target = f64::from(self.target);
        let [own, other] = [player.index(), 1 - player.index()].map(|seat| f64::from(state.scores[seat]));
        let sign = if player.0 == state.player { 1.0 } else { -1.0 };
        values[0] = (own - other) / target;
        values[1] = sign * f64::from(state.total) / target;
        values[2] = sign;
    }
}

impl Evaluate for Pig {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        match self.winner(state) {
            Some(_) => self.payoff(state, player),
            None => by_own_weights(self, PayoffRange::new(0.0, 1.0), state, player),
        }
    }
}
