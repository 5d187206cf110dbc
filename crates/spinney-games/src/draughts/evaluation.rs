//! Evaluation of unfinished games: material, placement and mobility. The terms are those of A. L. Samuel, *Some Studies
//! in Machine Learning Using the Game of Checkers*, 1959.

use std::sync::LazyLock;

use spinney::bits::Bits;
use spinney::evaluation::{Weights, by_own_weights};
use spinney::game::capabilities::{Evaluate, Feature, Features};
use spinney::game::{Game, PayoffRange, Player};

use super::board::{self, CENTRE, EDGE};
use super::moves::crown_row;
use super::{Draughts, State};

const FEATURES: &[Feature] = &[
    Feature { name: "men", meaning: "men on the board" },
    Feature { name: "kings", meaning: "kings on the board" },
    Feature { name: "advancement", meaning: "rows that the men have advanced" },
    Feature { name: "back", meaning: "men that still guard the home row" },
    Feature { name: "centre", meaning: "pieces on the eight squares in the middle" },
    Feature { name: "mobility", meaning: "steps and pieces that can take" },
    Feature { name: "trapped", meaning: "kings on the edge that cannot move" },
    Feature { name: "tempo", meaning: "1 for the player to move" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the game's own weights can be read");
    weights.in_order(FEATURES, &[0.0; FEATURES.len()]).expect("the game's own weights name its features")
});

/// The features of one player, before the opponent's are subtracted.
fn count(state: &State, player: u8) -> [f64; 7] {
    let state = State { player, ..*state };
    let own = state.pieces[usize::from(player) & 1];
    let (men, kings) = (own & !state.kings, own & state.kings);
    let rows = |bit: u32| if player == 0 { board::row(bit) } else { 7 - board::row(bit) };
    let steps = state.steps();
    let movable = (0..)
        .zip(steps)
        .fold(state.jumpers(), |found, (direction, targets)| found | board::step(targets, board::back(direction)));
    let mobility = steps.iter().map(|targets| targets.count_ones()).sum::<u32>() + state.jumpers().count_ones();
    [
        men.count_ones(),
        kings.count_ones(),
        Bits(men.into()).map(rows).sum(),
        (men & crown_row(player ^ 1)).count_ones(),
        (own & CENTRE).count_ones(),
        mobility,
        (kings & EDGE & !movable).count_ones(),
    ]
    .map(f64::from)
}

impl Features for Draughts {
    fn features(&self) -> &'static [Feature] {
        FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let (ours, theirs) = (count(state, player.0), count(state, 1 - player.0));
        for (value, (ours, theirs)) in values.iter_mut().zip(ours.into_iter().zip(theirs)) {
            *value = ours - theirs;
        }
        values[7] = if player.0 == state.player { 1.0 } else { -1.0 };
    }
}

impl Evaluate for Draughts {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if self.is_over(state) {
            return self.payoff(state, player);
        }
        by_own_weights(self, PayoffRange::new(0.0, 1.0), state, player)
    }
}
