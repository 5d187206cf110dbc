//! Moves: a step, or a whole sequence of jumps in one word.

use super::State;
use super::board::{BOTTOM, DIRECTIONS, Direction, TOP, back, step};

/// A move with its whole path: the square it starts from, how many men it takes, and the direction of every step.
///
/// A jump goes two rows and two columns on, so a piece that jumps only ever comes to 8 squares, which have 9 jumps
/// between them; no man can be jumped twice, so no sequence is longer than 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    #[inline]
    pub(super) fn quiet(from: u32, direction: Direction) -> Self {
        Move(from | direction << 9)
    }

    #[inline]
    fn jump_from(from: u32) -> Self {
        Move(from)
    }

    #[inline]
    fn and(self, direction: Direction) -> Self {
        let jumps = self.jumps();
        Move((self.0 + (1 << 5)) | direction << (9 + 2 * jumps))
    }

    /// The bit of the square that it starts from.
    #[inline]
    pub fn from(self) -> u32 {
        self.0 & 31
    }

    /// How many men and kings it takes.
    #[inline]
    pub fn jumps(self) -> u32 {
        self.0 >> 5 & 15
    }

    #[inline]
    fn direction(self, index: u32) -> Direction {
        self.0 >> (9 + 2 * index) & 3
    }

    /// The squares of captured pieces and the destination, each as a mask; `landed` is called with the squares on the
    /// way.
    #[inline]
    pub(super) fn follow(self, mut landed: impl FnMut(u32)) -> (u32, u32) {
        let mut at = 1u32 << self.from();
        let mut taken = 0;
        if self.jumps() == 0 {
            at = step(at, self.direction(0));
            landed(at);
        }
        for index in 0..self.jumps() {
            let over = step(at, self.direction(index));
            taken |= over;
            at = step(over, self.direction(index));
            landed(at);
        }
        (taken, at)
    }

    /// The square it ends on, as a mask.
    #[inline]
    pub(super) fn end(self) -> u32 {
        self.follow(|_| {}).1
    }
}

impl State {
    /// The pieces of the player to move that can go in a direction.
    #[inline(always)]
    fn movable(&self, direction: Direction) -> u32 {
        let own = self.pieces[usize::from(self.player) & 1];
        // Black's men go down, white's go up.
        let men_go = (direction < 2) == (self.player == 0);
        if men_go { own } else { own & self.kings }
    }

    #[inline(always)]
    fn empty(&self) -> u32 {
        !(self.pieces[0] | self.pieces[1])
    }

    /// Per direction, where pieces of the player to move can step to.
    #[inline]
    pub(super) fn steps(&self) -> [u32; 4] {
        let towards = |direction| step(self.movable(direction), direction) & self.empty();
        // Written out, so that the compiler knows each direction.
        [towards(0), towards(1), towards(2), towards(3)]
    }

    /// The pieces of the player to move that can take something.
    #[inline]
    pub(super) fn jumpers(&self) -> u32 {
        let others = self.pieces[usize::from(self.player ^ 1) & 1];
        let towards = |direction| {
            let way_back = back(direction);
            let before_gap = step(self.empty(), way_back) & others;
            step(before_gap, way_back) & self.movable(direction)
        };
        towards(0) | towards(1) | towards(2) | towards(3)
    }

    /// Calls `found` with every sequence of jumps.
    pub(super) fn each_capture(&self, mut found: impl FnMut(Move)) {
        let mut jumpers = self.jumpers();
        while jumpers != 0 {
            let from = jumpers.trailing_zeros();
            jumpers &= jumpers - 1;
            let king = self.kings >> from & 1 == 1;
            let hunt = Hunt {
                others: self.pieces[usize::from(self.player ^ 1) & 1],
                // The square that the piece leaves can be landed on again.
                empty: self.empty() | 1 << from,
                directions: match (king, self.player) {
                    (true, _) => &DIRECTIONS,
                    (false, 0) => &DIRECTIONS[..2],
                    (false, _) => &DIRECTIONS[2..],
                },
                // A man that becomes a king stops.
                stop: if king { 0 } else { crown_row(self.player) },
            };
            hunt.follow(1 << from, 0, Move::jump_from(from), &mut found);
        }
    }
}

/// The row on which men of a player become kings.
#[inline]
pub(super) fn crown_row(player: u8) -> u32 {
    if player == 0 { BOTTOM } else { TOP }
}

/// One piece looking for sequences of jumps.
struct Hunt<'d> {
    others: u32,
    empty: u32,
    directions: &'d [Direction],
    stop: u32,
}

impl Hunt<'_> {
    /// Continues from a square after `taken`; a sequence ends where nothing more can be captured.
    fn follow(&self, at: u32, taken: u32, path: Move, found: &mut impl FnMut(Move)) {
        let mut ends = true;
        if at & self.stop == 0 {
            for &direction in self.directions {
                let over = step(at, direction) & self.others & !taken;
                let to = step(over, direction) & self.empty;
                if to != 0 {
                    ends = false;
                    self.follow(to, taken | over, path.and(direction), found);
                }
            }
        }
        if ends && taken != 0 {
            found(path);
        }
    }
}
