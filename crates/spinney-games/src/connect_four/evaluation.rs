//! Evaluation of unfinished games: open lines by the number of missing discs, and threats by the parity of their row.
//!
//! When the rest of the board is full, the first player fills the odd rows and the second the even ones (Allis 1988, *A
//! Knowledge-based Approach of Connect-Four*). A threat of the first player therefore counts for more on an odd row,
//! and one of the second on an even row.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, by_measured};
use spinney::game::capabilities::{Evaluate, Feature, Features, Tactics};
use spinney::game::{Game, PayoffRange, Player};

use super::{CLASSIC_BOTTOM, CLASSIC_FULL, CLASSIC_STRIDE, ConnectFour, State};
use crate::lines::Outcome;

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning }
}

/// Every feature is a difference: own less the opponent's.
const FEATURES: [Feature; 7] = [
    feature("missing-1", "lines that lack one disc and that the other has none in"),
    feature("missing-2", "lines that lack two"),
    feature("missing-3", "lines that lack three"),
    feature("good-threats", "empty cells that complete a line, on rows of the right parity"),
    feature("other-threats", "the same on other rows"),
    feature("centre", "discs in the middle column or columns"),
    feature("to-move", "1 if it is the player's turn, else -1"),
];

static WEIGHTS: LazyLock<[f64; FEATURES.len()]> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the weights are TOML");
    let weights = weights.in_order(&FEATURES, &[0.0; FEATURES.len()]).expect("the weights are of these features");
    weights.try_into().expect("one weight per feature")
});

impl Features for ConnectFour {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn weights(&self) -> &[f64] {
        &*WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        values.copy_from_slice(&self.measured(state, player));
    }
}

/// Steps from a cell to the next on a line of the classic board, and the cells on which lines begin: across, falling, up,
/// rising.
const STEPS: [u32; 4] = [CLASSIC_STRIDE, CLASSIC_STRIDE - 1, 1, CLASSIC_STRIDE + 1];
const LOW_ROWS: u64 = CLASSIC_BOTTOM * 0b00_0111;
const LEFT_COLUMNS: u64 = (1 << (4 * CLASSIC_STRIDE)) - 1;
const BEGINS: [u64; 4] =
    [CLASSIC_FULL & LEFT_COLUMNS, (LOW_ROWS << 3) & LEFT_COLUMNS, LOW_ROWS, LOW_ROWS & LEFT_COLUMNS];

/// Lines of the classic board in which only one side has discs, by the number of missing discs: those of the first
/// player less those of the second. All lines of a direction are counted in parallel, each by the bit of its first
/// cell.
#[inline]
fn open_fours(first: u64, second: u64) -> [i32; 4] {
    // Per direction, the lines in which a side has an odd number of discs, two or three of them, or any.
    let (mut odd, mut two, mut any) = ([[0u64; 4]; 2], [[0u64; 4]; 2], [[0u64; 4]; 2]);
    for (side, discs) in [first, second].into_iter().enumerate() {
        for axis in 0..4 {
            let step = STEPS[axis];
            let cells = [discs, discs >> step, discs >> (2 * step), discs >> (3 * step)];
            let (low, low_carry) = (cells[0] ^ cells[1], cells[0] & cells[1]);
            let (high, high_carry) = (cells[2] ^ cells[3], cells[2] & cells[3]);
            odd[side][axis] = low ^ high;
            two[side][axis] = low_carry ^ high_carry ^ (low & high);
            any[side][axis] = low | low_carry | high | high_carry;
        }
    }
    let mut lacking = [[[0u64; 4]; 3]; 2];
    for side in 0..2 {
        for axis in 0..4 {
            let free = BEGINS[axis] & !any[1 - side][axis];
            let (odd, two) = (odd[side][axis], two[side][axis]);
            lacking[side][0][axis] = odd & two & free;
            lacking[side][1][axis] = two & !odd & free;
            lacking[side][2][axis] = odd & !two & free;
        }
    }
    // Lines across and both diagonals begin in the left columns, on different rows, and fit into one word.
    let count = |[across, falling, up, rising]: [u64; 4]| {
        let packed = across | (falling | rising) << (4 * CLASSIC_STRIDE);
        packed.count_ones() as i32 + up.count_ones() as i32
    };
    let difference = |missing: usize| count(lacking[0][missing]) - count(lacking[1][missing]);
    [0, difference(0), difference(1), difference(2)]
}

impl ConnectFour {
    /// The same on any board, line by line; 0 counts complete lines and those that lack four or more.
    fn open_lines(&self, first: u64, second: u64) -> [i32; 4] {
        let mut open = [0i32; 4];
        let length = self.options.line as u32;
        for &line in &self.lines {
            let (own, other) = ((line & first).count_ones(), (line & second).count_ones());
            let lacking = (length - own.max(other)).min(4) & 3;
            open[lacking as usize] += i32::from(own > 0 && other == 0) - i32::from(other > 0 && own == 0);
        }
        open
    }

    /// The features of a position.
    #[inline(always)]
    fn measured(&self, state: &State, player: Player) -> [f64; FEATURES.len()] {
        let [first, second] = state.by_player();
        let open = if self.classic { open_fours(first, second) } else { self.open_lines(first, second) };
        let empty = self.full & !state.all;
        let threats = [self.completing(first, empty), self.completing(second, empty)];
        let counts = |cells: u64| f64::from(cells.count_ones());
        let sign = if player.0 == 0 { 1.0 } else { -1.0 };
        let centre = self.centre();
        [
            sign * f64::from(open[1]),
            sign * f64::from(open[2]),
            sign * f64::from(open[3]),
            sign * (counts(threats[0] & self.odd_rows) - counts(threats[1] & !self.odd_rows)),
            sign * (counts(threats[0] & !self.odd_rows) - counts(threats[1] & self.odd_rows)),
            sign * (counts(first & centre) - counts(second & centre)),
            if state.discs & 1 == player.0 { 1.0 } else { -1.0 },
        ]
    }

    /// The middle column, or the two.
    fn centre(&self) -> u64 {
        let column = |column: usize| (u64::MAX >> (64 - self.stride)) << (column as u32 * self.stride);
        column(self.options.width / 2) | column((self.options.width - 1) / 2)
    }
}

impl Evaluate for ConnectFour {
    /// The weighted sum of the features through a logistic curve. The values of the players add up to 1.
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if state.outcome != Outcome::Open {
            return self.payoff(state, player);
        }
        by_measured(&WEIGHTS, PayoffRange::new(0.0, 1.0), &self.measured(state, player))
    }

    #[inline]
    fn evaluate_if_quiet(&self, state: &State, player: Player) -> Option<f64> {
        let quiet = state.outcome == Outcome::Open && self.is_quiet(state, &[]);
        quiet.then(|| by_measured(&WEIGHTS, PayoffRange::new(0.0, 1.0), &self.measured(state, player)))
    }
}

#[cfg(test)]
mod tests {
    use spinney::game::capabilities::Notation;
    use spinney::random::Random;

    use super::super::Options;
    use super::*;

    fn measured(game: &ConnectFour, position: &str, player: u8) -> Vec<f64> {
        let state = game.read_state(position).unwrap();
        let mut values = vec![0.0; FEATURES.len()];
        game.measure(&state, Player(player), &mut values);
        values
    }

    #[test]
    fn features_by_hand() {
        let game = ConnectFour::default();
        // x on a1 b1 c1, o above: d1 completes the line of x on an odd row, d2 that of o on an even row. Each side has one
        // line that lacks one; x moves.
        let values = measured(&game, "112233", 0);
        assert_eq!(values[0], 0.0);
        assert_eq!(values[3], 0.0);
        assert_eq!((values[4], values[5], values[6]), (0.0, 0.0, 1.0));
        // Without o's third disc in the row only x has a threat.
        let values = measured(&game, "112237", 0);
        assert_eq!((values[0], values[3], values[4]), (1.0, 1.0, 0.0));
        let other = measured(&game, "112237", 1);
        assert_eq!((other[0], other[3], other[6]), (-1.0, -1.0, -1.0));
    }

    #[test]
    fn lines_counted_at_once_agree_with_the_list_of_lines() {
        let game = ConnectFour::default();
        let mut rng = Random::new(5);
        for round in 0..20_000 {
            // Thin and crowded boards; full lines do not count.
            let filled = if round % 2 == 0 { rng.next() & rng.next() } else { rng.next() | rng.next() } & game.full;
            let first = filled & rng.next();
            let [_, by_one, by_two, by_three] = game.open_lines(first, filled & !first);
            assert_eq!(open_fours(first, filled & !first), [0, by_one, by_two, by_three], "{first:x} {filled:x}");
        }
    }

    #[test]
    fn one_side_gets_what_the_other_loses_on_any_board() {
        for (width, height, line) in [(7, 6, 4), (5, 5, 3), (4, 3, 2), (6, 7, 6)] {
            let game = ConnectFour::new(Options { width, height, line }).unwrap();
            let state = game.read_state("1234").unwrap();
            if state.outcome == Outcome::Open {
                let sum = game.evaluate(&state, Player(0)) + game.evaluate(&state, Player(1));
                assert!((sum - 1.0).abs() < 1e-12);
            }
        }
    }
}
