//! Bitboard arithmetic of Othello: where a disc can be put, what it turns, and the symmetries of the board.

/// Every cell but the left and the right column, which no run passes through sideways.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Per axis (across, falling, down, rising): the step from a cell to the next, and the cells that runs pass through.
const STEPS: [u32; 4] = [1, 7, 8, 9];
const THROUGH: [u64; 4] = [INNER, INNER, u64::MAX, INNER];

/// The empty cells on which a disc of `own` outflanks discs of `other`.
///
/// Runs are filled in doubling steps (Kogge-Stone), all four axes side by side so that the compiler can use vectors.
#[inline]
pub(super) fn mobility(own: u64, other: u64) -> u64 {
    let mut found = [0u64; 4];
    for axis in 0..4 {
        let (step, through) = (STEPS[axis], other & THROUGH[axis]);
        let mut up = through & (own << step);
        let mut down = through & (own >> step);
        up |= through & (up << step);
        down |= through & (down >> step);
        let pairs_up = through & (through << step);
        let pairs_down = pairs_up >> step;
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        found[axis] = (up << step) | (down >> step);
    }
    (found[0] | found[1] | found[2] | found[3]) & !(own | other)
}

/// Per cell and axis, the cells of the ray towards higher bits and of the one towards lower bits.
static RAYS: [[[u64; 4]; 2]; 64] = rays();

const fn rays() -> [[[u64; 4]; 2]; 64] {
    // Column and row steps of the axes, towards higher bits.
    let axes = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut ray = 0;
        while ray < 8 {
            let sign = if ray < 4 { 1 } else { -1 };
            let (right, down) = (axes[ray % 4].0 * sign, axes[ray % 4].1 * sign);
            let (mut column, mut row) = (cell as i32 % 8 + right, cell as i32 / 8 + down);
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                rays[cell][ray / 4][ray % 4] |= 1 << (row * 8 + column);
                column += right;
                row += down;
            }
            ray += 1;
        }
        cell += 1;
    }
    rays
}

/// The discs of `other` that a disc of `own` on `cell` turns.
///
/// On every ray the first cell that is not `other`'s decides: if it is `own`'s, all cells before it are turned. Towards
/// higher bits it is the lowest bit; towards lower bits it is found by filling the ray from it on, which vectorises
/// (there is no vector count of leading zeros before AVX-512).
#[inline]
pub(super) fn flips(own: u64, other: u64, cell: u32) -> u64 {
    let [higher, lower] = &RAYS[cell as usize & 63];
    let mut turned = [0u64; 4];
    for axis in 0..4 {
        let ends = higher[axis] & !other;
        let first = ends & ends.wrapping_neg() & own;
        let turned_higher = higher[axis] & first.wrapping_sub(u64::from(first != 0));

        let step = STEPS[axis];
        let mut beyond = lower[axis] & !other;
        beyond |= beyond >> step;
        beyond |= beyond >> (2 * step);
        beyond |= beyond >> (4 * step);
        let first = beyond & !(beyond >> step) & own;
        let turned_lower = lower[axis] & (first << 1).wrapping_neg();
        turned[axis] = turned_higher | turned_lower;
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}

/// The board mirrored at the diagonal from `a1` to `h8`.
fn transpose(board: u64) -> u64 {
    let mut board = board;
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let swap = (board ^ (board >> shift)) & mask;
        board ^= swap ^ (swap << shift);
    }
    board
}

/// The board and its seven images under rotations and mirrors.
pub(super) fn symmetries(board: u64) -> [u64; 8] {
    // Reversing all bits is the half turn; reversing the bytes exchanges top and bottom.
    let turned = transpose(board);
    let variants = |b: u64| [b, b.swap_bytes(), b.reverse_bits(), b.reverse_bits().swap_bytes()];
    let ([a, b, c, d], [e, f, g, h]) = (variants(board), variants(turned));
    [a, b, c, d, e, f, g, h]
}

/// The cells that touch a set of cells, with the set itself.
pub(super) fn grown(cells: u64) -> u64 {
    let wide = cells | (cells & !0x8080_8080_8080_8080) << 1 | (cells & !0x0101_0101_0101_0101) >> 1;
    wide | wide << 8 | wide >> 8
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use spinney::bits::Bits;
    use spinney::random::Random;

    use super::*;

    /// The rules cell by cell.
    fn flips_by_walking(own: u64, other: u64, cell: u32) -> u64 {
        let mut turned = 0;
        for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut column, mut row, mut run) = (cell as i32 % 8, cell as i32 / 8, 0);
            loop {
                (column, row) = (column + right, row + down);
                if !(0..8).contains(&column) || !(0..8).contains(&row) {
                    break;
                }
                let bit = 1u64 << (row * 8 + column);
                if other & bit != 0 {
                    run |= bit;
                } else {
                    turned |= if own & bit != 0 { run } else { 0 };
                    break;
                }
            }
        }
        turned
    }

    #[test]
    fn arithmetic_agrees_with_walking_cell_by_cell() {
        let mut rng = Random::new(8);
        for round in 0..20_000 {
            // Crowded boards have long runs.
            let filled = if round % 2 == 0 { rng.next() } else { rng.next() | rng.next() | rng.next() };
            let own = filled & if round % 3 == 0 { rng.next() & rng.next() } else { rng.next() };
            let other = filled & !own;
            let mut expected = 0;
            for cell in Bits(!filled) {
                let turned = flips_by_walking(own, other, cell);
                assert_eq!(flips(own, other, cell), turned, "{own:x} {other:x} {cell}");
                expected |= u64::from(turned != 0) << cell;
            }
            assert_eq!(mobility(own, other), expected, "{own:x} {other:x}");
        }
    }

    #[test]
    fn symmetries_are_eight_and_keep_neighbours() {
        let corner = symmetries(0b11 | 1 << 10);
        assert_eq!(corner.iter().collect::<HashSet<_>>().len(), 8);
        assert!(corner.iter().all(|image| image.count_ones() == 3));
        let mut rng = Random::new(1);
        for _ in 0..1_000 {
            let board = rng.next() & rng.next() & rng.next();
            let images = symmetries(board);
            for (image, grown_image) in images.into_iter().zip(symmetries(grown(board))) {
                assert_eq!(grown(image), grown_image);
                assert_eq!(symmetries(image).into_iter().min(), images.into_iter().min());
            }
        }
    }
}
