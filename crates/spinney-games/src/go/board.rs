//! Stones and chains. A chain is a ring of stones with one of them as its head; the head counts the *pseudo-liberties*
//! of the chain, pairs of a stone and an empty neighbour, so that a chain is captured exactly when the count is zero.
//! Pseudo-liberties and the list of empty points are the ideas of Ł. Lew's libego, described in his thesis of 2011.
//!
//! Points are numbered along rows, with one column of border between them and a row of border above and below, so that
//! neighbours are found by adding and subtracting. Point 0 is border; it stands for "none", and is the head of all that
//! is no stone, so that counts can be changed without asking what a neighbour is.

/// A point of the board, or 0 for none.
pub type Point = u16;

/// Numbers of points; enough for 19x19 with its border, and a power of two so that an index is masked, not checked.
pub(super) const CELLS: usize = 512;
/// The largest board.
pub const MOST_SIZE: usize = 19;
const MOST_POINTS: usize = MOST_SIZE * MOST_SIZE;

/// Contents of a point. The sum over four neighbours holds the numbers of empty points, black and white stones in three
/// bits each.
pub(super) const BORDER: u8 = 0;
pub(super) const EMPTY: u8 = 1;

/// The contents that a player's stone is.
#[inline(always)]
pub(super) fn stone(player: u8) -> u8 {
    8 << (3 * player)
}

/// The bits of a neighbour sum that count empty points.
const EMPTY_BITS: u32 = 7;
/// The bits that count stones of each player. Four stones of white need the tenth bit.
const STONE_BITS: [u32; 2] = [7 << 3, 15 << 6];

/// Random numbers for the keys of stones, by point and player.
pub(super) static ZOBRIST: [[u64; 2]; CELLS] = zobrist();

const fn zobrist() -> [[u64; 2]; CELLS] {
    let mut table = [[0; 2]; CELLS];
    let mut state: u64 = 0x60;
    let mut index = 0;
    while index < 2 * CELLS {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[index / 2][index % 2] = x ^ (x >> 31);
        index += 1;
    }
    table
}

/// The index of a point in tables of all cells.
#[inline(always)]
pub(super) fn at(point: Point) -> usize {
    usize::from(point) & (CELLS - 1)
}

/// The stones on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    contents: [u8; CELLS],
    /// The head of a stone's chain; 0 for all that is no stone.
    head: [Point; CELLS],
    /// The next stone in the ring of a chain.
    next: [Point; CELLS],
    /// Pseudo-liberties of a chain, at its head.
    liberties: [u16; CELLS],
    /// Stones of a chain, at its head.
    size: [u16; CELLS],
    /// Where an empty point is in the list of them.
    place: [u16; CELLS],
    empty: [Point; MOST_POINTS],
    empties: u16,
    /// Stones of black and white.
    pub(super) stones: [u16; 2],
    /// The distance between rows.
    pub(super) stride: u16,
    /// The exclusive or of the keys of all stones.
    pub(super) hash: u64,
}

impl Board {
    /// An empty board.
    pub(super) fn new(size: usize) -> Self {
        let mut board = Board {
            contents: [BORDER; CELLS],
            head: [0; CELLS],
            next: [0; CELLS],
            liberties: [0; CELLS],
            size: [0; CELLS],
            place: [0; CELLS],
            empty: [0; MOST_POINTS],
            empties: 0,
            stones: [0, 0],
            stride: size as u16 + 1,
            hash: 0,
        };
        for row in 0..size {
            for column in 0..size {
                let point = point_at(size, column, row);
                board.contents[at(point)] = EMPTY;
                board.add_empty(point);
            }
        }
        board
    }

    #[inline(always)]
    pub(super) fn contents(&self, point: Point) -> u8 {
        self.contents[at(point)]
    }

    #[inline(always)]
    pub(super) fn is_empty(&self, point: Point) -> bool {
        self.contents(point) == EMPTY
    }

    #[inline(always)]
    pub(super) fn empties(&self) -> usize {
        usize::from(self.empties)
    }

    /// One of the empty points.
    #[inline(always)]
    pub(super) fn nth_empty(&self, n: usize) -> Point {
        self.empty[n]
    }

    #[inline(always)]
    pub(super) fn head(&self, point: Point) -> Point {
        self.head[at(point)]
    }

    /// The number of stones in the chain with this head.
    #[inline(always)]
    pub(super) fn chain_size(&self, head: Point) -> u16 {
        self.size[at(head)]
    }

    /// The stones of the chain with this head.
    pub(super) fn chain(&self, head: Point) -> impl Iterator<Item = Point> + '_ {
        let mut stone = head;
        (0..self.chain_size(head)).map(move |_| {
            stone = self.next[at(stone)];
            stone
        })
    }

    #[inline(always)]
    pub(super) fn neighbours(&self, point: Point) -> [Point; 4] {
        [point - 1, point + 1, point - self.stride, point + self.stride]
    }

    /// The numbers of empty points, black and white stones beside a point, in three bits each (four for white).
    #[inline(always)]
    fn neighbour_sum(&self, point: Point) -> u32 {
        self.neighbours(point).into_iter().map(|next| u32::from(self.contents(next))).sum()
    }

    /// Whether a stone of `player` on an empty point has a liberty after its captures.
    #[inline(always)]
    pub(super) fn is_no_suicide(&self, point: Point, player: u8) -> bool {
        self.neighbour_sum(point) & EMPTY_BITS != 0 || self.breathes(point, player)
    }

    /// The same for a point without empty neighbours: some own chain beside it has a further liberty, or some other
    /// chain has none.
    fn breathes(&self, point: Point, player: u8) -> bool {
        let neighbours = self.neighbours(point);
        let (own, other) = (stone(player), stone(1 - player));
        neighbours.into_iter().any(|next| {
            let contents = self.contents(next);
            let left = || self.liberties[at(self.head(next))] - self.contacts(point, self.head(next));
            contents == own && left() > 0 || contents == other && left() == 0
        })
    }

    /// How many stones of a chain are beside a point.
    #[inline(always)]
    fn contacts(&self, point: Point, head: Point) -> u16 {
        self.neighbours(point).into_iter().map(|next| u16::from(self.head(next) == head)).sum()
    }

    /// The heads of the other player's chains that a stone of `player` would capture; each may appear more than once.
    pub(super) fn captured_by(&self, point: Point, player: u8) -> impl Iterator<Item = Point> + '_ {
        let other = stone(1 - player);
        self.neighbours(point)
            .into_iter()
            .filter(move |&next| self.contents(next) == other)
            .map(|next| self.head(next))
            .filter(move |&head| self.liberties[at(head)] == self.contacts(point, head))
    }

    /// Whether an empty point is an eye of `player` that should not be filled: all neighbours are its stones, and at
    /// most one diagonal point is the opponent's, none at the edge.
    #[inline(always)]
    pub(super) fn is_eye(&self, point: Point, player: u8) -> bool {
        self.neighbour_sum(point) & !STONE_BITS[usize::from(player)] == 0 && self.is_eye_by_diagonals(point, player)
    }

    fn is_eye_by_diagonals(&self, point: Point, player: u8) -> bool {
        let (up, down) = (point - self.stride, point + self.stride);
        let other = stone(1 - player);
        let (mut others, mut border) = (0, 0);
        for next in [up - 1, up + 1, down - 1, down + 1] {
            others += u8::from(self.contents(next) == other);
            border |= u8::from(self.contents(next) == BORDER);
        }
        others + border < 2
    }

    /// Plays a stone, which must be legal, and removes captured stones. Returns the ko point, if there is one: where a
    /// single stone was captured by a single stone that could be recaptured.
    #[inline(always)]
    pub(super) fn place(&mut self, point: Point, player: u8) -> Point {
        let (own, other) = (stone(player), stone(1 - player));
        let neighbours = self.neighbours(point);
        self.remove_empty(point);
        self.contents[at(point)] = own;
        self.hash ^= ZOBRIST[at(point)][usize::from(player)];
        self.stones[usize::from(player)] += 1;
        let mut empties = 0;
        for next in neighbours {
            let head = at(self.head(next));
            self.liberties[head] = self.liberties[head].wrapping_sub(1);
            empties += u16::from(self.contents(next) == EMPTY);
        }
        self.head[at(point)] = point;
        self.next[at(point)] = point;
        self.size[at(point)] = 1;
        self.liberties[at(point)] = empties;
        let (mut captured, mut last) = (0, 0);
        for next in neighbours {
            let (contents, head) = (self.contents(next), self.head(next));
            if contents == own {
                self.join(self.head(point), head);
            } else if contents == other && self.liberties[at(head)] == 0 {
                captured += self.capture(head, 1 - player);
                last = next;
            }
        }
        let alone = self.size[at(self.head(point))] == 1 && self.liberties[at(self.head(point))] == 1;
        if captured == 1 && alone { last } else { 0 }
    }

    /// Merges two chains, which may be the same.
    #[inline(always)]
    fn join(&mut self, one: Point, other: Point) {
        if one == other {
            return;
        }
        let (large, small) =
            if self.size[at(one)] >= self.size[at(other)] { (at(one), at(other)) } else { (at(other), at(one)) };
        self.liberties[large] += self.liberties[small];
        self.size[large] += self.size[small];
        let mut stone = small;
        loop {
            self.head[stone] = large as Point;
            stone = at(self.next[stone]);
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
    }

    /// Removes a chain from the board and returns the number of its stones.
    fn capture(&mut self, head: Point, player: u8) -> u16 {
        let count = self.size[at(head)];
        self.stones[usize::from(player)] -= count;
        let mut stone = head;
        for _ in 0..count {
            self.contents[at(stone)] = EMPTY;
            self.head[at(stone)] = 0;
            self.hash ^= ZOBRIST[at(stone)][usize::from(player)];
            self.add_empty(stone);
            for next in self.neighbours(stone) {
                let beside = at(self.head(next));
                self.liberties[beside] = self.liberties[beside].wrapping_add(1);
            }
            stone = self.next[at(stone)];
        }
        count
    }

    #[inline(always)]
    fn add_empty(&mut self, point: Point) {
        self.place[at(point)] = self.empties;
        self.empty[usize::from(self.empties)] = point;
        self.empties += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, point: Point) {
        self.empties -= 1;
        let last = self.empty[usize::from(self.empties)];
        let place = self.place[at(point)];
        self.empty[usize::from(place)] = last;
        self.place[at(last)] = place;
    }

    /// Whether every chain has a liberty, as it must have between moves.
    pub(super) fn all_breathe(&self) -> bool {
        (1..CELLS as Point).all(|point| self.head(point) != point || self.liberties[at(point)] > 0)
    }

    /// Puts a stone without captures, to set up positions.
    pub(super) fn set_up(&mut self, point: Point, player: u8) {
        let own = stone(player);
        self.remove_empty(point);
        self.contents[at(point)] = own;
        self.hash ^= ZOBRIST[at(point)][usize::from(player)];
        self.stones[usize::from(player)] += 1;
        self.head[at(point)] = point;
        self.next[at(point)] = point;
        self.size[at(point)] = 1;
        self.liberties[at(point)] = 0;
        for next in self.neighbours(point) {
            if self.contents(next) == EMPTY {
                self.liberties[at(point)] += 1;
            } else {
                let head = at(self.head(next));
                self.liberties[head] = self.liberties[head].wrapping_sub(1);
            }
        }
        for next in self.neighbours(point) {
            if self.contents(next) == own {
                self.join(self.head(point), self.head(next));
            }
        }
    }

    /// The liberties of a chain, each counted once, up to two.
    pub(super) fn few_liberties(&self, head: Point) -> usize {
        let mut first = 0;
        for stone in self.chain(head) {
            for next in self.neighbours(stone) {
                if self.is_empty(next) && next != first {
                    if first != 0 {
                        return 2;
                    }
                    first = next;
                }
            }
        }
        usize::from(first != 0)
    }

    /// Area score: black's points less white's. Stones count, and empty regions that touch one colour only.
    #[inline(always)]
    pub(super) fn area(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        for &point in &self.empty[..self.empties()] {
            let sum = self.neighbour_sum(point);
            if sum & EMPTY_BITS != 0 {
                return self.area_by_regions();
            }
            area += i32::from(sum & STONE_BITS[1] == 0) - i32::from(sum & STONE_BITS[0] == 0);
        }
        area
    }

    fn area_by_regions(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        let mut seen = [false; CELLS];
        let mut open = [0; MOST_POINTS];
        for &start in &self.empty[..self.empties()] {
            if std::mem::replace(&mut seen[at(start)], true) {
                continue;
            }
            open[0] = start;
            let (mut found, mut looked, mut touched) = (1, 0, 0);
            while looked < found {
                for next in self.neighbours(open[looked]) {
                    let contents = self.contents(next);
                    touched |= contents;
                    if contents == EMPTY && !std::mem::replace(&mut seen[at(next)], true) {
                        open[found] = next;
                        found += 1;
                    }
                }
                looked += 1;
            }
            let [black, white] = [0, 1].map(|player| touched & stone(player) != 0);
            area += found as i32 * (i32::from(black && !white) - i32::from(white && !black));
        }
        area
    }
}

/// The point in a column from the left and a row from the top, both from 0.
#[inline]
pub(super) fn point_at(size: usize, column: usize, row: usize) -> Point {
    ((row + 1) * (size + 1) + column + 1) as Point
}
