//! Threats: empty cells that would complete a line, found by shifts.

use spinney::bits::Bits;

use super::{CLASSIC_STRIDE, ConnectFour};

impl ConnectFour {
    /// Those of `cells` that would complete a line of these discs.
    #[inline(always)]
    pub(super) fn completing(&self, discs: u64, cells: u64) -> u64 {
        if self.classic {
            return completing_four(discs, CLASSIC_STRIDE) & cells;
        }
        if self.four && self.stride <= 20 {
            return completing_four(discs, self.stride) & cells;
        }
        Bits(cells).map(|cell| 1 << cell).filter(|cell| self.has_line(discs | cell)).sum()
    }
}

/// The cells that would complete a line of four, on a board with this stride of at most 20; cells beyond the board may be
/// among them.
#[inline(always)]
fn completing_four(discs: u64, stride: u32) -> u64 {
    let mut found = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [stride - 1, stride, stride + 1] {
        let below = (discs << step) & (discs << (2 * step));
        let above = (discs >> step) & (discs >> (2 * step));
        found |= below & ((discs << (3 * step)) | (discs >> step));
        found |= above & ((discs >> (3 * step)) | (discs << step));
    }
    found
}

#[cfg(test)]
mod tests {
    use spinney::game::{Game, Moves, NoRecorder};
    use spinney::random::Random;

    use super::super::Options;
    use super::*;
    use crate::lines::Outcome;

    #[test]
    fn shifts_find_the_cells_that_complete_a_line() {
        let mut rng = Random::new(4);
        for (width, height) in [(7, 6), (4, 4), (5, 8), (9, 6), (12, 4), (20, 2), (32, 1), (3, 20), (4, 15), (2, 31)] {
            let game = ConnectFour::new(Options { width, height, line: 4 }).unwrap();
            for _ in 0..100 {
                let mut state = game.start(&mut rng);
                while state.outcome == Outcome::Open {
                    let cells = game.full & !state.all;
                    for discs in state.by_player() {
                        let completes = |cell: &u64| game.has_line_by_shifts(discs | cell);
                        let expected: u64 = Bits(cells).map(|cell| 1 << cell).filter(completes).sum();
                        assert_eq!(game.completing(discs, cells), expected, "{width}x{height} {discs:b}");
                    }
                    game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
                }
            }
        }
    }
}
