//! Evaluation of unfinished games: men, their advance, protected men, and men that can no longer be stopped.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, by_own_weights};
use spinney::game::capabilities::{Evaluate, Feature, Features, Tactics};
use spinney::game::{Game, PayoffRange, Player};

use super::{Breakthrough, ROW_BITS, State};

const FEATURES: &[Feature] = &[
    Feature { name: "men", meaning: "men on the board" },
    Feature { name: "advancement", meaning: "rows that the men have advanced, as shares of the whole way" },
    Feature { name: "furthest", meaning: "rows that the foremost man has advanced, as a share of the whole way" },
    Feature { name: "guarded", meaning: "men that are protected" },
    Feature { name: "hanging", meaning: "men that are attacked and unprotected" },
    Feature { name: "runner", meaning: "rows that the foremost unstoppable man has advanced" },
    Feature { name: "tempo", meaning: "1 for the player to move" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the game's own weights can be read");
    weights.in_order(FEATURES, &[0.0; FEATURES.len()]).expect("the game's own weights name its features")
});

impl Breakthrough {
    /// The features of one player, before the opponent's are subtracted.
    fn count(&self, men: u64, others: u64, player: u8) -> [f64; 6] {
        let rows = self.options.height;
        let whole_way = (rows - 1) as f64;
        // Every cell that the opponent's men could still reach on an empty board.
        let mut reach = 0;
        let mut front = others;
        for _ in 1..rows {
            let [left, straight, right] = self.steps(front, player ^ 1);
            front = left | straight | right;
            reach |= front;
        }
        let covered = self.attacks(men, player);
        let hanging = men & !covered & self.attacks(others, player ^ 1);
        let by_bit = &self.rows_by_bit[usize::from(player) & 1];
        let advancement: u32 = (0..ROW_BITS).map(|bit| (men & by_bit[bit]).count_ones() << bit).sum();
        [
            f64::from(men.count_ones()),
            f64::from(advancement) / whole_way,
            f64::from(self.foremost(men, player)) / whole_way,
            f64::from((men & covered).count_ones()),
            f64::from(hanging.count_ones()),
            f64::from(self.foremost(men & !reach, player)) / whole_way,
        ]
    }

    /// The number of rows that the most advanced of these men is from home; 0 if there is none.
    #[inline]
    fn foremost(&self, men: u64, player: u8) -> u8 {
        let row = |cell: u32| self.row_of[cell as usize & 63];
        match (men, player) {
            (0, _) => 0,
            (_, 0) => row(63 - men.leading_zeros()),
            _ => self.options.height as u8 - 1 - row(men.trailing_zeros()),
        }
    }
}

impl Features for Breakthrough {
    fn features(&self) -> &'static [Feature] {
        FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let men = state.by_player();
        let (own, other) = (men[player.index()], men[1 - player.index()]);
        let (ours, theirs) = (self.count(own, other, player.0), self.count(other, own, 1 - player.0));
        for (value, (ours, theirs)) in values.iter_mut().zip(ours.into_iter().zip(theirs)) {
            *value = ours - theirs;
        }
        values[6] = if player.0 == state.player { 1.0 } else { -1.0 };
    }
}

impl Evaluate for Breakthrough {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if self.is_over(state) {
            return self.payoff(state, player);
        }
        by_own_weights(self, PayoffRange::new(0.0, 1.0), state, player)
    }

    #[inline]
    fn evaluate_if_quiet(&self, state: &State, player: Player) -> Option<f64> {
        let quiet = !self.is_over(state) && self.is_quiet(state, &[]);
        quiet.then(|| by_own_weights(self, PayoffRange::new(0.0, 1.0), state, player))
    }
}
