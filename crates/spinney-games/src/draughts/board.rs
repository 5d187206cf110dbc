//! The 32 dark squares as bits, and the four directions on them.
//!
//! Bit `n` is square `n + 1` of the usual numbering: rows of four from the top, the first row on the second, fourth,
//! sixth and eighth column, the second on the first, third, fifth and seventh, and so on.

/// A direction, counted so that two bits hold it. The first two lead down, towards higher squares.
pub(super) type Direction = u32;

/// Down-left, down-right, up-left, up-right.
pub(super) const DIRECTIONS: [Direction; 4] = [0, 1, 2, 3];

/// The first, third, fifth and seventh row.
const SHIFTED: u32 = 0x0f0f_0f0f;
/// The leftmost squares of the other rows, and the rightmost of the shifted ones: they touch the edge.
const LEFT_EDGE: u32 = 0x1010_1010;
const RIGHT_EDGE: u32 = 0x0808_0808;

/// The first and the last row.
pub(super) const TOP: u32 = 0x0000_000f;
pub(super) const BOTTOM: u32 = 0xf000_0000;
/// Every square on an edge of the board.
pub(super) const EDGE: u32 = TOP | BOTTOM | LEFT_EDGE | RIGHT_EDGE;
/// The eight squares in the middle.
pub(super) const CENTRE: u32 = 1 << 9 | 1 << 10 | 1 << 13 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 21 | 1 << 22;

/// All squares moved one step; those that would leave the board are lost.
#[inline(always)]
pub(super) fn step(squares: u32, direction: Direction) -> u32 {
    let (shifted, plain) = (squares & SHIFTED, squares & !SHIFTED);
    match direction {
        0 => shifted << 4 | (plain & !LEFT_EDGE) << 3,
        1 => (shifted & !RIGHT_EDGE) << 5 | plain << 4,
        2 => shifted >> 4 | (plain & !LEFT_EDGE) >> 5,
        _ => (shifted & !RIGHT_EDGE) >> 3 | plain >> 4,
    }
}

/// The opposite direction.
#[inline(always)]
pub(super) fn back(direction: Direction) -> Direction {
    3 - direction
}

/// The row of a square, from 0 at the top.
pub(super) fn row(square: u32) -> u32 {
    square / 4
}

/// The column of a square on the whole board, from 0 at the left.
pub(super) fn column(square: u32) -> u32 {
    2 * (square % 4) + (1 - row(square) % 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_agree_with_rows_and_columns() {
        for square in 0..32 {
            for (direction, (right, down)) in DIRECTIONS.into_iter().zip([(-1, 1), (1, 1), (-1, -1), (1, -1)]) {
                let at = |s: u32| (column(s) as i32, row(s) as i32);
                let (column, row) = at(square);
                let expected = (0..32).find(|&to| at(to) == (column + right, row + down));
                let bits = expected.map_or(0, |to| 1 << to);
                assert_eq!(step(1 << square, direction), bits, "square {} towards {direction}", square + 1);
                if bits != 0 {
                    assert_eq!(step(bits, back(direction)), 1 << square);
                }
            }
            let (column, row) = (column(square), row(square));
            let edge = column % 7 == 0 || row % 7 == 0;
            assert_eq!(EDGE >> square & 1 == 1, edge);
            let centre = (2..6).contains(&column) && (2..6).contains(&row);
            assert_eq!(CENTRE >> square & 1 == 1, centre);
        }
    }
}
