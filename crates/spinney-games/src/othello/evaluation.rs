//! Evaluation of unfinished games: mobility, corners and the cells beside them, stable discs, and, as the board fills,
//! disc count and parity.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, by_measured};
use spinney::game::capabilities::{Evaluate, Feature, Features};
use spinney::game::{Game, PayoffRange, Player};

use super::{Othello, State, bitboard};

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The left and right columns, and the upper and lower rows.
const SIDES: u64 = 0x8181_8181_8181_8181;
const ENDS: u64 = 0xff00_0000_0000_00ff;

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning }
}

/// Every feature is a difference: own less the opponent's. `filled` is the share of the board with discs on it.
const FEATURES: [Feature; 13] = [
    feature("mobility", "moves"),
    feature("mobility-late", "moves, times filled"),
    feature("frontier", "empty cells that touch discs of the opponent: moves to come"),
    feature("frontier-late", "the same, times filled"),
    feature("corners", "corners"),
    feature("x-squares", "discs diagonally beside an empty corner"),
    feature("c-squares", "discs straight beside an empty corner"),
    feature("anchored", "discs along the edges that are joined to an own corner, which cannot be turned"),
    feature("edges", "other discs on the edges"),
    feature("discs", "discs"),
    feature("discs-late", "discs, times filled to the fourth power"),
    feature("parity", "1 if the player would make the last move, else -1; times filled"),
    feature("to-move", "1 if it is the player's turn, else -1"),
];

static WEIGHTS: LazyLock<[f64; FEATURES.len()]> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the weights are TOML");
    let weights = weights.in_order(&FEATURES, &[0.0; FEATURES.len()]).expect("the weights are of these features");
    weights.try_into().expect("one weight per feature")
});

/// The cells diagonally beside a set of corners.
#[inline]
pub(super) fn x_squares(corners: u64) -> u64 {
    (corners & 1) << 9 | (corners & 1 << 7) << 7 | (corners & 1 << 56) >> 7 | (corners & 1 << 63) >> 9
}

/// The cells straight beside a set of corners.
#[inline]
pub(super) fn c_squares(corners: u64) -> u64 {
    let (left, right) = (corners & 0x0100_0000_0000_0001, corners & 0x8000_0000_0000_0080);
    let (top, bottom) = (corners & 0x81, corners & 0x8100_0000_0000_0000);
    left << 1 | right >> 1 | top << 8 | bottom >> 8
}

/// The discs along the edges that are joined to a corner of the same side.
#[inline]
fn anchored(own: u64) -> u64 {
    let mut found = own & CORNERS;
    if found == 0 {
        return 0;
    }
    let (sides, ends) = (own & SIDES, own & ENDS);
    for _ in 0..6 {
        found |= sides & (found << 8 | found >> 8) | ends & (found << 1 | found >> 1);
    }
    found
}

impl Features for Othello {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn weights(&self) -> &[f64] {
        &*WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let moves = [bitboard::mobility(state.mover, state.other), bitboard::mobility(state.other, state.mover)];
        values.copy_from_slice(&measure_with(state, player, moves));
    }
}

/// The features of a position, given the legal moves of the player to move and of the opponent.
#[inline(always)]
fn measure_with(state: &State, player: Player, moves: [u64; 2]) -> [f64; FEATURES.len()] {
    let (own, other) = (state.mover, state.other);
    let empty = !(own | other);
    let sign = if player.0 == state.player { 1.0 } else { -1.0 };
    let difference = |a: u64, b: u64| sign * f64::from(a.count_ones() as i32 - b.count_ones() as i32);
    let filled = 1.0 - f64::from(empty.count_ones()) / 64.0;
    let mobility = difference(moves[0], moves[1]);
    let frontier = difference(bitboard::grown(other) & empty, bitboard::grown(own) & empty);
    let discs = difference(own, other);
    let open_corners = CORNERS & empty;
    let (beside, diagonal) = (c_squares(open_corners), x_squares(open_corners));
    let (own_anchored, other_anchored) = (anchored(own), anchored(other));
    let rim = SIDES | ENDS;
    let last_is_mover = empty.count_ones() & 1 == 1;
    [
        mobility,
        mobility * filled,
        frontier,
        frontier * filled,
        difference(own & CORNERS, other & CORNERS),
        difference(own & diagonal, other & diagonal),
        difference(own & beside, other & beside),
        difference(own_anchored & !CORNERS, other_anchored & !CORNERS),
        difference(own & rim & !own_anchored, other & rim & !other_anchored),
        discs,
        discs * filled.powi(4),
        sign * filled * if last_is_mover { 1.0 } else { -1.0 },
        sign,
    ]
}

impl Evaluate for Othello {
    /// The weighted sum of the features through a logistic curve. The values of the players add up to 1.
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        let moves = [bitboard::mobility(state.mover, state.other), bitboard::mobility(state.other, state.mover)];
        if moves == [0, 0] {
            return self.payoff(state, player);
        }
        value_with(state, player, moves)
    }

    #[inline]
    fn evaluate_if_quiet(&self, state: &State, player: Player) -> Option<f64> {
        let own = bitboard::mobility(state.mover, state.other);
        if own == 0 || own & CORNERS != 0 {
            return None;
        }
        let moves = [own, bitboard::mobility(state.other, state.mover)];
        Some(value_with(state, player, moves))
    }
}

/// The evaluation, given the legal moves of the player to move and of the opponent.
#[inline]
fn value_with(state: &State, player: Player, moves: [u64; 2]) -> f64 {
    by_measured(&WEIGHTS, PayoffRange::new(0.0, 1.0), &measure_with(state, player, moves))
}

#[cfg(test)]
mod tests {
    use spinney::bits::Bits;
    use spinney::random::Random;

    use super::*;

    fn cells(names: &[&str]) -> u64 {
        names.iter().fold(0, |cells, name| {
            let name = name.as_bytes();
            cells | 1 << (u32::from(name[1] - b'1') * 8 + u32::from(name[0] - b'a'))
        })
    }

    #[test]
    fn squares_beside_corners() {
        assert_eq!(x_squares(CORNERS), cells(&["b2", "g2", "b7", "g7"]));
        assert_eq!(c_squares(CORNERS), cells(&["b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"]));
        assert_eq!(c_squares(cells(&["h8"])), cells(&["g8", "h7"]));
        assert_eq!(x_squares(cells(&["a8"])), cells(&["b7"]));
    }

    #[test]
    fn discs_joined_to_corners() {
        assert_eq!(anchored(cells(&["b1", "c1", "a2"])), 0);
        let own = cells(&["a1", "b1", "c1", "e1", "a2", "b2", "h5"]);
        assert_eq!(anchored(own), cells(&["a1", "b1", "c1", "a2"]));
        assert_eq!(anchored(u64::MAX), SIDES | ENDS);
        // By flood fill, cell by cell.
        let mut rng = Random::new(6);
        for _ in 0..2_000 {
            let own = rng.next() | rng.next();
            let rim = own & (SIDES | ENDS);
            let mut expected = own & CORNERS;
            for _ in 0..28 {
                expected = Bits(rim)
                    .filter(|&cell| {
                        let (column, row) = (cell % 8, cell / 8);
                        let beside = Bits(expected).any(|at| (at % 8).abs_diff(column) + (at / 8).abs_diff(row) <= 1);
                        beside || expected >> cell & 1 == 1
                    })
                    .fold(0, |cells, cell| cells | 1 << cell);
            }
            assert_eq!(anchored(own), expected, "{own:x}");
        }
    }

    #[test]
    fn features_of_the_start_and_after_a_move() {
        let game = Othello;
        let mut state = game.start(&mut Random::new(0));
        let mut values = [0.0; FEATURES.len()];
        game.measure(&state, Player(0), &mut values);
        let mut expected = [0.0; FEATURES.len()];
        (expected[11], expected[12]) = (-4.0 / 64.0, 1.0);
        assert_eq!(values, expected);
        // d3 turns one disc: 4 against 1.
        game.play(&mut state, 19);
        game.measure(&state, Player(0), &mut values);
        assert_eq!((values[0], values[9], values[12]), (0.0, 3.0, -1.0));
    }
}
