//! A fast exact solver for 9x9 Sudoku: bit boards, with all digits and bands propagated together in vector registers.
//!
//! One 32-bit lane holds the candidate places of one digit in one band (three rows): row `r` of the band is at bits
//! `10 * r ..= 10 * r + 8`, and the tenth bit of each row is spare, to catch carries. A vector holds two digits, each
//! with its three bands and an unused lane; five vectors hold the board (and an unused tenth digit).
//!
//! One sweep (in `lanes.rs`) applies, to everything at once and without branches: naked singles; in each band, which box may hold
//! the digit in which row (only pairings of rows and boxes that can be completed stay, which covers hidden singles,
//! locked candidates and their pairs); the same for columns in each stack; and rows with one place left. Sweeps repeat
//! as long as they solve cells; then the search tries one candidate and afterwards the board without that candidate.

use super::lanes::{ALL, Board, End, ROW, V, equal_bytes, every, fix_rows, propagate, real, rows_with};

/// For each bit of a band, the cells in the same row or box.
const NEAR: [u32; 32] = {
    let mut near = [0; 32];
    let mut at = 0;
    while at < 30 {
        near[at] = 0x1FF << (at / 10 * 10) | (ROW * 7) << (at % 10 / 3 * 3);
        at += 1;
    }
    near
};

/// Who gets the solutions.
type Receiver<'a> = &'a mut dyn FnMut(&[u8; 81]);

/// Says whether to stop.
type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// How many choices are made between two questions whether to stop: less than a millisecond's worth.
const POLL: u64 = 1 << 10;

/// A search in progress.
struct Search<'a> {
    limit: usize,
    count: usize,
    nodes: u64,
    stopped: bool,
    found: Option<Receiver<'a>>,
    stop: Option<Stop<'a>>,
}

/// How a search ended.
pub(super) struct Outcome {
    /// The number of solutions, up to the limit.
    pub(super) count: usize,
    /// The number of choices.
    pub(super) nodes: u64,
    /// Whether it was stopped from outside.
    pub(super) stopped: bool,
}

impl Search<'_> {
    /// Counts a choice, and asks now and then whether to stop.
    #[inline(always)]
    fn count_choice(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.stopped = self.stop.as_mut().is_some_and(|stop| stop());
        }
    }

    /// Passes a solved board on.
    fn report(&mut self, x: &Board) {
        self.count += 1;
        let Some(found) = &mut self.found else { return };
        let mut cells = [0; 81];
        for digit in 0..9 {
            let lanes = x[digit % 5].lanes();
            for (band, &lane) in lanes[digit / 5 * 4..][..3].iter().enumerate() {
                let mut rest = lane;
                while rest != 0 {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    cells[band * 27 + bit / 10 * 9 + bit % 10] = digit as u8 + 1;
                }
            }
        }
        found(&cells);
    }

    /// Solves the board `x`, until the limit is reached.
    fn run(&mut self, mut x: Board) {
        loop {
            let two = match propagate(&mut x) {
                End::Contradiction => return,
                End::Solved => return self.report(&x),
                End::Open { two } => two,
            };
            self.count_choice();
            let (digit, band, bit) = choose(&x, two);
            let (i, lane) = (digit % 5, digit / 5 * 4 + band);
            let mut only = [0; 8];
            only[lane] = bit;
            let only = V::new(only);
            let mut child = x;
            child[i] = fix_rows(x[i], only).0;
            let mut cell = [0; 8];
            cell[band] = bit;
            cell[band + 4] = bit;
            let cell = V::new(cell);
            for (j, y) in child.iter_mut().enumerate() {
                *y = y.without(if j == i { cell.xor(only) } else { cell });
            }
            self.run(child);
            if self.count >= self.limit || self.stopped {
                return;
            }
            x[i] = x[i].without(only);
        }
    }
}

/// Chooses the candidate to try: digit, band and bit. `two` has the cells with at least two candidates.
#[inline(always)]
fn choose(x: &Board, two: V) -> (usize, usize, u32) {
    // Cells with at least three candidates, first per half of the digits.
    let (mut a1, mut a2, mut a3) = (x[0], every(0), every(0));
    for y in &x[1..] {
        a3 = a3.or(a2.and(*y));
        a2 = a2.or(a1.and(*y));
        a1 = a1.or(*y);
    }
    let three = a3.or(a3.swap()).or(a2.and(a1.swap())).or(a1.and(a2.swap()));
    let pair = two.without(three).lanes();
    let boards: [[u32; 4]; 10] = {
        let lanes = x.map(V::lanes);
        std::array::from_fn(|slot| std::array::from_fn(|lane| lanes[slot / 2][slot % 2 * 4 + lane]))
    };
    // Of the cells with two candidates take the one whose digits have most candidates in the cells it sees; those in
    // cells with two candidates count four times.
    let (mut best, mut choice) = (0, None);
    for band in 0..3 {
        let (next, last) = ((band + 1) % 3, (band + 2) % 3);
        let mut rest = pair[band];
        while rest != 0 {
            let at = rest.trailing_zeros() as usize % 32;
            let bit = rest & rest.wrapping_neg();
            rest ^= bit;
            let (near, column) = (NEAR[at], ROW << (at % 10));
            let weight = |slot: usize| {
                let board = &boards[slot];
                let (a, b, c) = (board[band] & near, board[next] & column, board[last] & column);
                a.count_ones()
                    + b.count_ones()
                    + c.count_ones()
                    + 3 * ((a & pair[band]).count_ones()
                        + (b & pair[next]).count_ones()
                        + (c & pair[last]).count_ones())
            };
            let slots = slots_at(&boards, band, bit);
            let slot = slots.trailing_zeros() as usize % 16;
            let score = weight(slot) + weight(slots.ilog2() as usize);
            if score > best {
                (best, choice) = (score, Some((digit_of(slot), band, bit)));
            }
        }
    }
    if let Some(choice) = choice {
        return choice;
    }
    // A digit with two places in a row.
    for digit in 0..9 {
        let y = x[digit % 5];
        let more = y.and(y.sub(every(ROW)));
        let (_, first) = rows_with(more);
        let (rows, _) = rows_with(more.and(more.sub(first)));
        let twins = more.without(rows).lanes();
        for band in 0..3 {
            let twin = twins[digit / 5 * 4 + band];
            if twin != 0 {
                return (digit, band, twin & twin.wrapping_neg());
            }
        }
    }
    let open = two.lanes();
    let band = (0..3).find(|&band| open[band] != 0).unwrap_or(0);
    let bit = open[band] & open[band].wrapping_neg();
    (digit_of(slots_at(&boards, band, bit).trailing_zeros() as usize), band, bit)
}

/// The halves of vectors whose digits are candidates in this cell, as a bit mask.
#[inline(always)]
fn slots_at(boards: &[[u32; 4]; 10], band: usize, bit: u32) -> u32 {
    (0..10).fold(0, |slots, slot| slots | ((boards[slot][band] & bit != 0) as u32) << slot)
}

/// The digit in a half of a vector, counted over all vectors.
#[inline(always)]
fn digit_of(slot: usize) -> usize {
    slot / 2 + slot % 2 * 5
}

/// The board of the givens, or `None` if they clash in a row or a value is above 9.
#[inline(always)]
fn start(cells: &[u8; 81]) -> Option<Board> {
    let mut parts = [[0xFF; 32]; 3];
    for (part, band) in parts.iter_mut().zip(cells.as_chunks::<27>().0) {
        part[..27].copy_from_slice(band);
    }
    let mut given = [[0; 8]; 5];
    let mut known = [0; 3];
    for band in 0..3 {
        known[band] = equal_bytes(&parts[band], 0);
        for digit in 0..9 {
            let m = equal_bytes(&parts[band], digit as u8 + 1);
            known[band] |= m;
            given[digit % 5][digit / 5 * 4 + band] = m & 0x1FF | (m & 0x3FE00) << 1 | (m & 0x7FC0000) << 2;
        }
    }
    if known != [(1 << 27) - 1; 3] {
        return None;
    }
    let given = given.map(V::new);
    let mut placed = given.iter().fold(every(0), |all, y| all.or(*y));
    placed = placed.or(placed.swap());
    let mut board = given;
    let mut bad = every(0);
    for i in 0..5 {
        let (y, clash) = fix_rows(real(i, ALL), given[i]);
        bad = bad.or(clash);
        board[i] = y.without(placed.without(given[i]));
    }
    bad.is_zero().then_some(board)
}

/// Starts the search.
fn search<'a>(cells: &[u8; 81], limit: usize, found: Option<Receiver<'a>>, stop: Option<Stop<'a>>) -> Outcome {
    let mut search = Search { limit, count: 0, nodes: 0, stopped: false, found, stop };
    if let Some(board) = start(cells).filter(|_| limit > 0) {
        search.run(board);
    }
    Outcome { count: search.count, nodes: search.nodes, stopped: search.stopped }
}

/// Finds up to `limit` solutions like [`solve`], until `stop` says so.
pub(super) fn solve_until(
    cells: &[u8; 81],
    limit: usize,
    found: &mut dyn FnMut(&[u8; 81]),
    stop: &mut dyn FnMut() -> bool,
) -> Outcome {
    search(cells, limit, Some(found), Some(stop))
}

/// Finds up to `limit` solutions of a 9x9 Sudoku (values 0 = empty, 1..=9, row by row), passes each to `found`, and
/// returns how many there were. Clashing givens and values above 9 give 0.
pub fn solve(cells: &[u8; 81], limit: usize, found: &mut dyn FnMut(&[u8; 81])) -> usize {
    search(cells, limit, Some(found), None).count
}

/// Counts the solutions up to `limit`, like `solve`, without building them.
pub fn count(cells: &[u8; 81], limit: usize) -> usize {
    search(cells, limit, None, None).count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells from text; everything but digits is empty.
    fn parse(text: &str) -> [u8; 81] {
        std::array::from_fn(|i| text.as_bytes()[i].saturating_sub(b'0'))
    }

    /// Whether `value` may stand at `at`.
    fn fits(cells: &[u8; 81], at: usize, value: u8) -> bool {
        let same = |i: usize| i / 9 == at / 9 || i % 9 == at % 9 || (i / 27 == at / 27 && i % 9 / 3 == at % 9 / 3);
        (0..81).all(|i| i == at || cells[i] != value || !same(i))
    }

    /// Collects up to `limit` solutions by plain backtracking, in at most `steps` steps.
    fn plain(cells: &mut [u8; 81], limit: usize, steps: &mut usize, out: &mut Vec<[u8; 81]>) {
        if *steps == 0 {
            return;
        }
        *steps -= 1;
        let options = |i: usize| (1..=9).filter(|&v| fits(cells, i, v)).collect::<Vec<u8>>();
        let best = (0..81).filter(|&i| cells[i] == 0).map(|i| (i, options(i))).min_by_key(|(_, o)| o.len());
        let Some((at, values)) = best else {
            return out.push(*cells);
        };
        for value in values {
            if out.len() < limit {
                cells[at] = value;
                plain(cells, limit, steps, out);
                cells[at] = 0;
            }
        }
    }

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn known_puzzle() {
        let mut all = vec![];
        assert_eq!(solve(&parse(PUZZLE), 10, &mut |s| all.push(*s)), 1);
        assert_eq!(all, [parse(SOLUTION)]);
        assert_eq!(solve(&parse(SOLUTION), 10, &mut |s| assert_eq!(*s, parse(SOLUTION))), 1);
        assert_eq!(count(&parse(PUZZLE), 0), 0);
    }

    #[test]
    fn empty_board() {
        let mut all = std::collections::BTreeSet::new();
        assert_eq!(solve(&[0; 81], 1000, &mut |s| assert!(all.insert(*s))), 1000);
        assert!(all.iter().all(|s| (0..81).all(|i| fits(s, i, s[i]))));
        assert_eq!(count(&[0; 81], 1000), 1000);
    }

    #[test]
    fn two_solutions() {
        // Emptying the corners of a rectangle with two values over two boxes leaves exactly two ways to fill it.
        let full = parse("123456789456789123789123456214365897365897214897214365531642978642978531978531642");
        let mut two = None;
        for (r, s, c, d) in
            (0..9).flat_map(|r| (r + 1..9).flat_map(move |s| (0..81).map(move |k| (r, s, k / 9, k % 9))))
        {
            let [p, q, t, u] = [r * 9 + c, r * 9 + d, s * 9 + c, s * 9 + d];
            if c < d && full[p] == full[u] && full[q] == full[t] && (r / 3 == s / 3) != (c / 3 == d / 3) {
                two = Some([p, q, t, u]);
            }
        }
        let mut cells = full;
        two.expect("a rectangle").into_iter().for_each(|i| cells[i] = 0);
        let mut all = vec![];
        assert_eq!(solve(&cells, 10, &mut |s| all.push(*s)), 2);
        assert!(all.contains(&full) && all[0] != all[1]);
        assert_eq!((count(&cells, 1), count(&cells, 2)), (1, 2));
    }

    #[test]
    fn impossible() {
        for (a, b) in [(0, 8), (0, 72), (0, 10), (30, 50), (40, 44), (80, 60)] {
            let mut cells = [0; 81];
            (cells[a], cells[b]) = (7, 7);
            assert_eq!(count(&cells, 2), 0);
        }
        // The last cell of the first row can only be 9, which its column already has.
        let mut cells = parse(&format!("12345678.{}9{}", ".".repeat(35), ".".repeat(36)));
        assert_eq!(count(&cells, 2), 0);
        // A digit without a place in the first box; no cell is empty of candidates.
        cells = parse(&format!("...1.........1...{}1..{}", ".".repeat(10 + 9), ".".repeat(42)));
        cells[54 + 1] = 1;
        cells[18] = 2;
        (cells[19], cells[20]) = (3, 4);
        cells[2] = 5;
        cells[11] = 6;
        let mut none = vec![];
        plain(&mut cells.clone(), 1, &mut 1_000_000, &mut none);
        assert_eq!((count(&cells, 1), none.len()), (0, 0));
        assert_eq!(count(&[10; 81], 1), 0);
    }

    #[test]
    fn random_boards() {
        let mut seed = 88172645463325252u64;
        let mut next = move |n: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 20) as usize % n
        };
        let mut seen = [0; 3];
        for round in 0..600 {
            let mut cells = [0; 81];
            if round % 2 == 0 {
                // Part of a shuffled solution, sometimes with one value changed.
                let shift = next(9) as u8;
                let full = parse(SOLUTION).map(|v| (v + shift) % 9 + 1);
                let keep = 22 + next(60);
                (0..keep).map(|_| next(81)).for_each(|i| cells[i] = full[i]);
                if round % 4 == 0 {
                    let i = next(81);
                    cells[i] = (1..=9).rev().find(|&v| fits(&cells, i, v)).unwrap_or(0);
                }
            } else {
                // Random values that do not clash.
                for _ in 0..20 + next(20) {
                    let (i, v) = (next(81), next(9) as u8 + 1);
                    if fits(&cells, i, v) {
                        cells[i] = v;
                    }
                }
            }
            let (mut want, mut got) = (vec![], vec![]);
            let mut steps = 2000;
            plain(&mut cells.clone(), 20, &mut steps, &mut want);
            if steps == 0 {
                continue;
            }
            assert_eq!(solve(&cells, 20, &mut |s| got.push(*s)), want.len());
            assert_eq!(count(&cells, 20), want.len());
            assert!(got.iter().all(|s| (0..81).all(|i| fits(s, i, s[i]) && (cells[i] == 0 || cells[i] == s[i]))));
            if want.len() < 20 {
                want.sort();
                got.sort();
                assert_eq!(got, want);
            }
            seen[want.len().min(2)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
    }
}
