//! What another program reached: random playouts from the start, per second of processor time of one thread, by the
//! propositional network of C. Sironi's GGP project (a fork of ggp-base, in Java) on the public sheets of these names.
//!
//! Measured on a machine of the kind on which this project is developed, and noisy: ±30 %. A rule sheet may have the name of
//! another game, or of another size of the same: if its playouts are not as long, there is nothing to compare.

/// Sheets by name, with playouts and states per second of processor time.
const RATES: &[(&str, f64, f64)] = &[
    ("tic-tac-toe", 89_533.0, 682_663.0),
    ("connect-four", 38_112.0, 850_551.0),
    ("connect-four-suicide", 37_188.0, 831_387.0),
    ("cephalopod-micro", 3_035.0, 133_139.0),
    ("free-for-all-2p", 5_891.0, 176_732.0),
    ("pentago", 4_508.0, 246_398.0),
    ("nine-board-tic-tac-toe", 4_311.0, 126_102.0),
    ("checkers", 547.0, 54_638.0),
    ("farming-quandries", 6_597.0, 527_738.0),
    ("pilgrimage", 2_694.0, 196_584.0),
    ("breakthrough", 2_503.0, 161_123.0),
    ("breakthrough-small", 8_433.0, 237_117.0),
    ("reversi", 228.0, 13_764.0),
    ("hex", 290.0, 20_546.0),
    ("chinese-checkers-2", 12_923.0, 488_237.0),
    ("knight-through", 3_299.0, 110_579.0),
    ("skirmish", 145.0, 14_388.0),
    ("speed-chess", 258.0, 26_487.0),
    ("eight-puzzle", 3_232.0, 193_916.0),
    ("blocker", 101_446.0, 800_760.0),
    ("battle", 4_625.0, 138_757.0),
    ("tron-10x10", 72_183.0, 217_182.0),
    ("quarto", 286.0, 6_588.0),
    ("ttcc4-2player", 2_068.0, 81_550.0),
    ("amazons-8x8", 1_025.0, 93_181.0),
    ("chinese-checkers-6", 6_374.0, 382_347.0),
    ("english-draughts", 3_245.0, 222_986.0),
    ("sudoku-grade-1", 1_646.0, 58_351.0),
];

/// How much longer or shorter playouts of the same game may be.
const TOLERANCE: f64 = 0.1;

/// The least number of playouts for a mean length that can be compared.
const ENOUGH: u64 = 100;

/// Playouts per second of processor time on the public rule sheet of this name, if it was measured and if these playouts,
/// by their number and total steps, can be of the same game.
pub fn playouts(sheet: &str, playouts: u64, steps: u64) -> Option<f64> {
    let &(_, rate, states) = RATES.iter().find(|(name, _, _)| *name == sheet)?;
    let (length, expected) = (steps as f64 / playouts as f64, states / rate);
    let same = playouts < ENOUGH || (length / expected - 1.0).abs() <= TOLERANCE;
    same.then_some(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_of_another_size_is_not_compared() {
        assert_eq!(playouts("tic-tac-toe", 1000, 7620), Some(89_533.0));
        assert_eq!(playouts("hex", 1000, 21_000), None, "a smaller board");
        assert_eq!(playouts("hex", 0, 0), Some(290.0), "nothing speaks against it");
        assert_eq!(playouts("my-own-game", 1000, 7620), None);
    }
}
