//! The floor of alpha-beta: a hand-written search of connect four, with iterative deepening, a table, forced moves and
//! threats first, as a solver of this one game would be written.

/// Bits of a column: six cells and one that is always empty.
const STRIDE: u32 = 7;
/// The lowest cell of every column.
const BOTTOM: u64 = 0x0000_4081_0204_0810 >> 4;
/// All cells.
const FULL: u64 = BOTTOM * 0x3f;
/// The value of a win; sooner ones are worth more.
const WIN: i32 = 1000;
/// Slots of the table.
const SLOTS: usize = 1 << 18;

/// An entry of the table: key, value, depth and whether the value is exact (0), a lower (1) or an upper (2) bound, and
/// the best column.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: i16,
    depth: u8,
    bound: u8,
    best: u8,
}

/// A position: the stones of the player to move, and all stones.
#[derive(Clone, Copy)]
struct Position {
    own: u64,
    all: u64,
}

impl Position {
    const START: Position = Position { own: 0, all: 0 };

    /// The cells on which a dropped stone would land.
    #[inline(always)]
    fn landings(self) -> u64 {
        (self.all + BOTTOM) & FULL
    }

    #[inline(always)]
    fn play(self, cell: u64) -> Position {
        Position { own: self.own ^ self.all, all: self.all | cell }
    }

    /// A unique key: the stones to move above a mark on top of each column.
    #[inline(always)]
    fn key(self) -> u64 {
        self.own + self.all + BOTTOM
    }

    /// Open threats of the player to move, less those of the opponent.
    fn evaluate(self) -> i32 {
        let empty = FULL & !self.all;
        let count = |stones| completing(stones, empty).count_ones() as i32;
        count(self.own) - count(self.own ^ self.all)
    }
}

/// The cells among `empty` that complete four of `stones`.
#[inline(always)]
fn completing(stones: u64, empty: u64) -> u64 {
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    for step in [STRIDE - 1, STRIDE, STRIDE + 1] {
        let up = (stones << step) & (stones << (2 * step));
        let down = (stones >> step) & (stones >> (2 * step));
        cells |= up & ((stones << (3 * step)) | (stones >> step));
        cells |= down & ((stones >> (3 * step)) | (stones << step));
    }
    cells & empty
}

struct Search {
    table: Vec<Entry>,
    left: u64,
}

impl Search {
    /// The value for the player to move; void once no nodes are left.
    fn negamax(&mut self, position: Position, depth: u8, mut alpha: i32, beta: i32) -> i32 {
        if self.left == 0 {
            return 0;
        }
        self.left -= 1;
        let played = position.all.count_ones() as i32;
        let landings = position.landings();
        if completing(position.own, landings) != 0 {
            return WIN - played;
        }
        let needed = completing(position.own ^ position.all, FULL & !position.all);
        let block = needed & landings;
        let candidates = if block == 0 { landings & !(needed >> 1) } else { block & !(needed >> 1) };
        if block.count_ones() > 1 || candidates == 0 {
            return if landings == 0 { 0 } else { played + 1 - WIN };
        }
        if depth == 0 {
            return position.evaluate();
        }
        let key = position.key();
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOTS.ilog2())) as usize;
        let known = self.table[slot];
        let mut hint = u8::MAX;
        if known.key == key {
            hint = known.best;
            let value = i32::from(known.value);
            let decides =
                known.bound == 0 || (known.bound == 1 && value >= beta) || (known.bound == 2 && value <= alpha);
            if known.depth >= depth && decides {
                return value;
            }
        }
        let (moves, count) = order(position, candidates, hint);
        let (mut best, mut best_column, first_alpha) = (-WIN, hint, alpha);
        for &(_, column) in &moves[..count] {
            let cell = candidates & (0x7f << (u32::from(column) * STRIDE));
            let value = -self.negamax(position.play(cell), depth - 1, -beta, -alpha);
            if value > best {
                (best, best_column) = (value, column);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        if self.left > 0 {
            let bound = if best >= beta { 1 } else { 2 * u8::from(best <= first_alpha) };
            self.table[slot] = Entry { key, value: best as i16, depth, bound, best: best_column };
        }
        best
    }
}

/// The columns of the candidates, best first, and their number.
fn order(position: Position, candidates: u64, hint: u8) -> ([(i32, u8); 7], usize) {
    let mut moves = [(0, 0); 7];
    let mut count = 0;
    for column in [3u8, 2, 4, 1, 5, 0, 6] {
        let cell = candidates & (0x7f << (u32::from(column) * STRIDE));
        if cell == 0 {
            continue;
        }
        let threats = completing(position.own | cell, FULL & !(position.all | cell)).count_ones() as i32;
        let score = if column == hint { i32::MAX } else { threats };
        let mut at = count;
        while at > 0 && moves[at - 1].0 < score {
            moves[at] = moves[at - 1];
            at -= 1;
        }
        moves[at] = (score, column);
        count += 1;
    }
    (moves, count)
}

/// Searches the empty board for this number of nodes, with a fresh table. Returns the value of the last finished depth.
pub fn nodes(nodes: u64) -> i32 {
    let mut search = Search { table: vec![Entry::default(); SLOTS], left: nodes };
    let mut value = 0;
    for depth in 1..=42 {
        let found = search.negamax(Position::START, depth, -WIN, WIN);
        if search.left == 0 {
            break;
        }
        value = found;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(columns: &str) -> i32 {
        let mut position = Position::START;
        for column in columns.bytes() {
            position = position.play(position.landings() & (0x7f << (u32::from(column - b'1') * STRIDE)));
        }
        Search { table: vec![Entry::default(); SLOTS], left: 10_000_000 }.negamax(position, 42, -WIN, WIN)
    }

    #[test]
    fn published_results() {
        // Positions of Pascal Pons' test sets, with the sign of their scores.
        for (columns, sign) in [
            ("2252576253462244111563365343671351441", -1),
            ("7422341735647741166133573473242566", 1),
            ("23163416124767223154467471272416755633", 0),
            ("52677675164321472411331752454", 0),
            ("1233722555341451114725221333", -1),
            ("52753311433677442422121", 1),
            ("6242432155656447531617622", 0),
        ] {
            assert_eq!(solve(columns).signum(), sign, "{columns}");
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let mut search = Search { table: vec![Entry::default(); SLOTS], left: 1000 };
        search.negamax(Position::START, 20, -WIN, WIN);
        assert_eq!(search.left, 0);
        assert!(nodes(100_000).abs() < WIN / 2, "nobody wins soon");
    }
}
