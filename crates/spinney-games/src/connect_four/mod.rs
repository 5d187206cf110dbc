//! Connect four on any board: discs fall to the lowest free cell of a column, and the first player with a straight line of
//! four (or of another length) wins; a full board without a line is a draw.
//!
//! The bitboards run up the columns, with one bit above each column that stays empty, so that shifts cannot run from
//! one column into the next (J. Tromp, <https://tromp.github.io/c4/c4.html>). A board of `width` columns and `height`
//! rows therefore needs `width * (height + 1)` bits, which must not be more than 64.

mod drawing;
mod evaluation;
mod notation;
mod playouts;
mod tactics;
mod threats;

use spinney::bits::{Bits, isolate_nth};
use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};
use spinney::search::parameter::{Configure, Parameter, ParameterError};

use crate::lines::{self, Outcome};
use crate::registry::Builtin;
use crate::size::{self, Size};

/// The rules on a board of a given size.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    options: Options,
    /// The classic board, whose shifts are compile-time constants.
    classic: bool,
    /// A line of four on a board whose shifts stay below 64.
    four: bool,
    /// Bits from a column to the next.
    stride: u32,
    /// The lowest cell of every column.
    bottom: u64,
    /// All cells, without the bits above the columns.
    full: u64,
    /// Every line.
    lines: Vec<u64>,
    /// The first, third, fifth … row.
    odd_rows: u64,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The discs of the player to move.
    mover: u64,
    /// The discs of both players.
    all: u64,
    /// The number of discs.
    discs: u8,
    outcome: Outcome,
}

impl State {
    /// The discs of both players, the first player's first.
    fn by_player(&self) -> [u64; 2] {
        let other = self.all ^ self.mover;
        if self.discs & 1 == 0 { [self.mover, other] } else { [other, self.mover] }
    }
}

/// The size of the board and of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Cells in a winning line.
    pub line: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { width: 7, height: 6, line: 4 }
    }
}

const SIZES: [Size; 3] = [
    Size { name: "width", most: 32, range: "1-32", meaning: "columns; width x (height + 1) is at most 64" },
    Size { name: "height", most: 63, range: "1-63", meaning: "rows" },
    Size { name: "line", most: 63, range: "1-63", meaning: "cells in a winning line, at most the longer side" },
];

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        size::parameters(&SIZES, [self.width, self.height, self.line])
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        size::set(&SIZES, [&mut self.width, &mut self.height, &mut self.line], key, value)
    }
}

impl Builtin for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SUMMARY: &'static str = "drop discs into columns, four in a row win; any size up to 64 bits";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        ConnectFour::new(options)
    }
}

impl Default for ConnectFour {
    fn default() -> Self {
        ConnectFour::new(Options::default()).expect("the classic board is possible")
    }
}

/// The classic 7x6 board as constants.
const CLASSIC_STRIDE: u32 = 7;
const CLASSIC_BOTTOM: u64 = bottom_row(7, CLASSIC_STRIDE);
const CLASSIC_FULL: u64 = CLASSIC_BOTTOM * 0b11_1111;

/// The lowest cells of `width` columns.
const fn bottom_row(width: usize, stride: u32) -> u64 {
    let mut cells = 0;
    let mut column = 0;
    while column < width {
        cells |= 1 << (column as u32 * stride);
        column += 1;
    }
    cells
}

/// Whether the discs have a line of four on a board with this stride.
#[inline(always)]
fn has_four(discs: u64, stride: u32) -> bool {
    let pairs = |step: u32| discs & (discs >> step);
    let (up, right) = (pairs(1), pairs(stride));
    let (rising, falling) = (pairs(stride + 1), pairs(stride - 1));
    let four = (up & (up >> 2))
        | (right & (right >> (2 * stride)))
        | (rising & (rising >> (2 * stride + 2)))
        | (falling & (falling >> (2 * stride - 2)));
    four != 0
}

impl ConnectFour {
    /// The rules on a board, or an error if there is no such board.
    pub fn new(options: Options) -> Result<Self, String> {
        let Options { width, height, line } = options;
        if width == 0 || height == 0 || width.saturating_mul(height + 1) > 64 {
            let bits = width.saturating_mul(height + 1);
            return Err(format!(
                "a board of {width}x{height} is not possible: width x (height + 1) must be 1 to 64, not {bits}"
            ));
        }
        if line == 0 || line > width.max(height) {
            return Err(format!("no line of {line} fits on {width}x{height}"));
        }
        let stride = height as u32 + 1;
        let bottom = bottom_row(width, stride);
        Ok(ConnectFour {
            options,
            classic: options == Options::default(),
            four: line == 4 && stride <= 30,
            stride,
            bottom,
            full: bottom * ((1 << height) - 1),
            odd_rows: (0..height as u32).step_by(2).fold(0, |rows, row| rows | bottom << row),
            lines: lines::all(width, height, line, |column, row| column as u32 * stride + row as u32),
        })
    }

    /// Whether these discs contain a line.
    #[inline(always)]
    fn has_line(&self, discs: u64) -> bool {
        if self.classic {
            has_four(discs, CLASSIC_STRIDE)
        } else if self.four {
            has_four(discs, self.stride)
        } else {
            self.has_line_by_shifts(discs)
        }
    }

    fn has_line_by_shifts(&self, discs: u64) -> bool {
        [1, self.stride - 1, self.stride, self.stride + 1].into_iter().any(|step| {
            let mut found = discs;
            let mut rest = discs;
            for _ in 1..self.options.line {
                rest = rest.checked_shr(step).unwrap_or(0);
                found &= rest;
            }
            found != 0
        })
    }

    /// The lowest free cell of every column that has one.
    #[inline(always)]
    fn landings(&self, all: u64) -> u64 {
        if self.classic { (all + CLASSIC_BOTTOM) & CLASSIC_FULL } else { (all + self.bottom) & self.full }
    }

    /// The column of a cell.
    #[inline]
    fn column(&self, cell: u32) -> u8 {
        (if self.classic { cell / CLASSIC_STRIDE } else { cell / self.stride }) as u8
    }

    /// Drops a disc of the player to move on the one cell in `cell`.
    #[inline(always)]
    fn place(&self, state: &mut State, cell: u64) {
        let placed = state.mover | cell;
        state.mover ^= state.all;
        state.all |= cell;
        state.discs += 1;
        let full = if self.classic { CLASSIC_FULL } else { self.full };
        state.outcome = if self.has_line(placed) {
            Outcome::Won
        } else if state.all == full {
            Outcome::Drawn
        } else {
            Outcome::Open
        };
    }

    /// A unique key: per column, the discs of the mover below a one bit.
    #[inline]
    fn code(&self, state: &State) -> u64 {
        state.mover + state.all + self.bottom
    }

    /// The same with the columns in the opposite order.
    fn mirror(&self, bits: u64) -> u64 {
        let column = u64::MAX >> (64 - self.stride);
        let width = self.options.width as u32;
        (0..width)
            .fold(0, |mirrored, c| mirrored | (bits >> (c * self.stride) & column) << ((width - 1 - c) * self.stride))
    }
}

impl Game for ConnectFour {
    type State = State;
    /// The column, from 0.
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo {
            longest: Some(self.full.count_ones()),
            widest: Some(self.options.width as u32),
            seats: vec!["x".to_owned(), "o".to_owned()],
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    #[inline]
    fn start(&self, _: &mut Random) -> State {
        State { mover: 0, all: 0, discs: 0, outcome: Outcome::Open }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        if state.outcome != Outcome::Open {
            return Turn::Over;
        }
        moves.extend(Bits(self.landings(state.all)).map(|cell| self.column(cell)));
        Turn::Player(Player(state.discs & 1))
    }

    #[inline(always)]
    fn play(&self, state: &mut State, mv: u8) {
        let below = 1u64 << (u32::from(mv) * self.stride);
        // Adding to the lowest cell carries up to the first free one.
        let cell = (state.all + below) & !state.all;
        self.place(state, cell);
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        state.outcome.payoff(state.discs, player)
    }

    #[inline(always)]
    fn random_step<L: Recorder<u8>>(
        &self,
        state: &mut State,
        _: &mut Moves<u8>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        if state.outcome != Outcome::Open {
            return false;
        }
        let landings = self.landings(state.all);
        let cell = isolate_nth(landings, rng.below(landings.count_ones() as usize) as u32);
        recorder.record(Some(Player(state.discs & 1)), self.column(cell.trailing_zeros()));
        self.place(state, cell);
        true
    }

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, State, u8> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            evaluate: Some(self),
            features: Some(self),
            tactics: Some(self),
            playouts: Some(self),
            ..Capabilities::none()
        }
    }
}

impl Key for ConnectFour {
    /// The side to move follows from the number of discs. Different positions never share a key.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        mix(self.code(state))
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> Option<u64> {
        let code = self.code(state);
        Some(mix(code.min(self.mirror(code))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_agree_with_the_list_of_lines() {
        let mut rng = Random::new(3);
        for (width, height, line) in [(7, 6, 4), (8, 7, 4), (9, 6, 5), (4, 4, 3), (1, 63, 4), (32, 1, 3), (2, 2, 2)] {
            let game = ConnectFour::new(Options { width, height, line }).unwrap();
            for _ in 0..2_000 {
                let discs = rng.next() & (rng.next() | rng.next()) & game.full;
                let expected = lines::complete(&game.lines, discs) != 0;
                assert_eq!(game.has_line(discs), expected, "{discs:b}");
                assert_eq!(game.has_line_by_shifts(discs), expected, "{discs:b}");
            }
        }
    }

    #[test]
    fn impossible_boards_are_refused() {
        for (width, height, line) in [(0, 6, 4), (7, 0, 4), (8, 8, 4), (3, 3, 4), (7, 6, 0), (33, 1, 4)] {
            assert!(ConnectFour::new(Options { width, height, line }).is_err());
        }
        let error = ConnectFour::new(Options { width: 8, height: 8, line: 4 }).unwrap_err();
        assert_eq!(error, "a board of 8x8 is not possible: width x (height + 1) must be 1 to 64, not 72");
    }
}
