//! Named features for a linear evaluation: the race, made points and exposed checkers. The game itself evaluates by
//! networks and a bear-off table (`evaluation.rs`); the features serve agents with `weights=@FILE` and `spinney fit`.

use std::sync::LazyLock;

use spinney::evaluation::Weights;
use spinney::game::Player;
use spinney::game::capabilities::{Feature, Features};

use super::{BAR, Backgammon, OFF, State};

const FEATURES: &[Feature] = &[
    Feature { name: "pips", meaning: "lead in the pip count, in tens" },
    Feature { name: "race", meaning: "the same, once the sides have passed each other" },
    Feature { name: "off", meaning: "checkers borne off" },
    Feature { name: "bar", meaning: "opposing checkers on the bar" },
    Feature { name: "blots", meaning: "opposing blots that can be hit" },
    Feature { name: "home", meaning: "points made in the home board" },
    Feature { name: "prime", meaning: "consecutive points in front of an opposing checker, beyond two" },
    Feature {
        name: "anchor",
        meaning: "1 for a point made in the opponent's home board, against two or more made points",
    },
    Feature { name: "turn", meaning: "1 for the player to roll or to play" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("features.toml").parse().expect("the file is part of the program");
    weights.in_order(FEATURES, &[0.0; 9]).expect("the file names the features above")
});

const HOME: u32 = 0b111_1110;
const BOARD: u32 = !1 & !(1 << BAR);

impl State {
    /// Whether there is contact: some checker has still to pass one of the opponent's.
    pub(super) fn has_contact(&self) -> bool {
        let furthest = |player: usize| self.held[player].checked_ilog2().unwrap_or(0);
        furthest(0) + furthest(1) >= 25
    }

    /// The features of one side, before the opponent's are subtracted.
    fn side(&self, player: usize) -> [f64; 9] {
        let other = 1 - player;
        let theirs = State::seen_from_other_side(self.held[other]);
        let on_bar = self.men[other][BAR] > 0;
        // Points that some opposing checker has still to pass.
        let nearest = if on_bar { 1 } else { theirs.trailing_zeros().min(25) };
        let exposed = self.held[player] & !self.made[player] & BOARD;
        let reachable = exposed & (u32::MAX << nearest);
        let pips = f64::from(self.pips(player)) / 10.0;
        let made_at_home = (self.made[player] & HOME).count_ones();
        let their_home = (self.made[other] & HOME).count_ones();
        let anchored = self.made[player] & (HOME << 18) != 0 && their_home >= 2;
        [
            -pips,
            if self.has_contact() { 0.0 } else { -pips },
            f64::from(self.men[player][OFF]),
            -f64::from(self.men[player][BAR]),
            if self.has_contact() { -f64::from(reachable.count_ones()) } else { 0.0 },
            if self.has_contact() { f64::from(made_at_home) } else { 0.0 },
            f64::from(self.longest_prime(player, nearest).saturating_sub(2)),
            f64::from(u8::from(anchored)),
            f64::from(u8::from(player == usize::from(self.player) && !self.opening)),
        ]
    }

    /// The longest run of made points in front of an opposing checker.
    fn longest_prime(&self, player: usize, nearest: u32) -> u32 {
        let mut rows = self.made[player] & BOARD & (u32::MAX << nearest);
        let mut length = 0;
        while rows != 0 {
            rows &= rows >> 1;
            length += 1;
        }
        length
    }
}

impl Features for Backgammon {
    fn features(&self) -> &'static [Feature] {
        FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let (own, other) = (state.side(player.index()), state.side(1 - player.index()));
        for (value, (own, other)) in values.iter_mut().zip(own.into_iter().zip(other)) {
            *value = own - other;
        }
    }
}
