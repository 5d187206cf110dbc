//! Tic-tac-toe and its family, the m,n,k games: players in turn occupy cells of a board, and the first with a straight
//! line of the required length wins; a full board without a line is a draw.
//!
//! Stones are bitboards of up to 64 cells, bit `row * width + column`, rows counted from the bottom. A line is looked
//! up in a table of 512 entries on the 3x3 board and found by shifts on any other.

mod drawing;
mod notation;
mod playouts;
mod tactics;

use spinney::bits::{Bits, isolate_nth};
use spinney::game::capabilities::{Evaluate, Key};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};
use spinney::search::parameter::{Configure, Parameter, ParameterError};

use crate::lines::{self, Outcome};
use crate::registry::Builtin;
use crate::size::{self, Size};

/// The rules on a board of a given size.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    options: Options,
    /// The number of cells.
    cells: u8,
    /// The classic board, which has a table.
    classic: bool,
    /// All cells.
    full: u64,
    /// Per direction, the shift to the next cell and the cells at which a line can begin.
    directions: [(u32, u64); 4],
    /// Every line.
    lines: Vec<u64>,
    /// Every symmetry of the board but the identity: where each cell goes.
    symmetries: Vec<[u8; 64]>,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The stones of the player to move.
    mover: u64,
    /// The stones of the player that moved last.
    other: u64,
    /// The number of stones on the board.
    stones: u8,
    outcome: Outcome,
}

impl State {
    /// The stones of both players, the first player's first.
    fn by_player(&self) -> [u64; 2] {
        if self.stones & 1 == 0 { [self.mover, self.other] } else { [self.other, self.mover] }
    }
}

/// The size of the board and of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Columns, 1 to 26, since they are lettered.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Cells in a winning line.
    pub line: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { width: 3, height: 3, line: 3 }
    }
}

const SIZES: [Size; 3] = [
    Size { name: "width", most: 26, range: "1-26", meaning: "columns; width x height is at most 64" },
    Size { name: "height", most: 64, range: "1-64", meaning: "rows" },
    Size { name: "line", most: 64, range: "1-64", meaning: "cells in a winning line, at most the longer side" },
];

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        size::parameters(&SIZES, [self.width, self.height, self.line])
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        size::set(&SIZES, [&mut self.width, &mut self.height, &mut self.line], key, value)
    }
}

impl Builtin for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const SUMMARY: &'static str = "three in a row, or any m,n,k game on up to 64 cells";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        TicTacToe::new(options)
    }
}

impl Default for TicTacToe {
    fn default() -> Self {
        TicTacToe::new(Options::default()).expect("the classic board is possible")
    }
}

impl TicTacToe {
    /// The rules on a board, or an error if there is no such board.
    pub fn new(options: Options) -> Result<Self, String> {
        let Options { width, height, line } = options;
        if !(1..=26).contains(&width) || height == 0 || width * height > 64 {
            return Err(format!("a board of {width}x{height} is not possible: 1 to 26 columns, at most 64 cells"));
        }
        if line == 0 || line > width.max(height) {
            return Err(format!("no line of {line} fits on {width}x{height}"));
        }
        let bit = |column: usize, row: usize| (row * width + column) as u32;
        let starts = |columns: std::ops::Range<usize>, rows: usize| {
            columns.flat_map(|column| (0..rows).map(move |row| 1u64 << bit(column, row))).fold(0, |a, b| a | b)
        };
        let (across, up) = ((width + 1).saturating_sub(line), (height + 1).saturating_sub(line));
        let step = width as u32;
        Ok(TicTacToe {
            options,
            cells: (width * height) as u8,
            classic: options == Options::default(),
            full: u64::MAX >> (64 - width * height),
            directions: [
                (1, starts(0..across, height)),
                (step, starts(0..width, up)),
                (step + 1, starts(0..across, up)),
                (step - 1, starts(line - 1..width.max(line - 1), up)),
            ],
            lines: lines::all(width, height, line, bit),
            symmetries: symmetries(width, height),
        })
    }

    /// Whether these stones contain a line.
    #[inline]
    fn has_line(&self, stones: u64) -> bool {
        if self.classic { CLASSIC_WINS[stones as usize & 511] } else { self.has_line_by_shifts(stones) }
    }

    fn has_line_by_shifts(&self, stones: u64) -> bool {
        self.directions.iter().any(|&(step, starts)| {
            let mut found = stones & starts;
            let mut rest = stones;
            for _ in 1..self.options.line {
                rest >>= step;
                found &= rest;
            }
            found != 0
        })
    }

    /// Puts a stone of the player to move on the one cell in `cell`.
    #[inline]
    fn place(&self, state: &mut State, cell: u64) {
        let placed = state.mover | cell;
        state.mover = state.other;
        state.other = placed;
        state.stones += 1;
        state.outcome = if self.has_line(placed) {
            Outcome::Won
        } else if state.stones == self.cells {
            Outcome::Drawn
        } else {
            Outcome::Open
        };
    }
}

/// Which of the 512 sets of cells of the classic board contain a line.
static CLASSIC_WINS: [bool; 512] = {
    let lines = [0b111, 0b111_000, 0b111_000_000, 0b001_001_001, 0b010_010_010, 0b100_100_100, 0o421, 0o124];
    let mut wins = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut index = 0;
        while index < lines.len() {
            wins[set] |= set & lines[index] == lines[index];
            index += 1;
        }
        set += 1;
    }
    wins
};

/// Where the symmetries of a board send each cell: mirrors and the half turn, and on a square the quarter turns too.
fn symmetries(width: usize, height: usize) -> Vec<[u8; 64]> {
    let mut found = Vec::new();
    for variant in 1..if width == height { 8 } else { 4 } {
        let mut image = [0; 64];
        for row in 0..height {
            for column in 0..width {
                let to_column = if variant & 1 == 0 { column } else { width - 1 - column };
                let to_row = if variant & 2 == 0 { row } else { height - 1 - row };
                let (to_column, to_row) = if variant & 4 == 0 { (to_column, to_row) } else { (to_row, to_column) };
                image[row * width + column] = (to_row * width + to_column) as u8;
            }
        }
        found.push(image);
    }
    found
}

impl Game for TicTacToe {
    type State = State;
    /// The bit of the cell.
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo {
            longest: Some(self.cells.into()),
            widest: Some(self.cells.into()),
            seats: vec!["x".to_owned(), "o".to_owned()],
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    #[inline]
    fn start(&self, _: &mut Random) -> State {
        State { mover: 0, other: 0, stones: 0, outcome: Outcome::Open }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        if state.outcome != Outcome::Open {
            return Turn::Over;
        }
        moves.extend(Bits(self.full & !(state.mover | state.other)).map(|bit| bit as u8));
        Turn::Player(Player(state.stones & 1))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        self.place(state, 1 << mv);
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        state.outcome.payoff(state.stones, player)
    }

    // As short as the call of it would be.
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
        let empty = self.full & !(state.mover | state.other);
        let cell = isolate_nth(empty, rng.below(usize::from(self.cells - state.stones)) as u32);
        recorder.record(Some(Player(state.stones & 1)), cell.trailing_zeros() as u8);
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
            tactics: Some(self),
            playouts: Some(self),
            ..Capabilities::none()
        }
    }
}

impl Key for TicTacToe {
    /// The side to move follows from the numbers of stones.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        mix(state.mover ^ mix(state.other))
    }

    fn symmetric_key(&self, state: &State) -> Option<u64> {
        let image = |map: &[u8; 64], stones| Bits(stones).fold(0, |mask, bit| mask | 1u64 << map[bit as usize]);
        let images = self.symmetries.iter().map(|map| (image(map, state.mover), image(map, state.other)));
        let (mover, other) = images.fold((state.mover, state.other), |least, image| least.min(image));
        Some(mix(mover ^ mix(other)))
    }
}

impl Evaluate for TicTacToe {
    /// Counts the lines that are still open to one side only ([`lines::open_line_value`]).
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if state.outcome != Outcome::Open {
            return self.payoff(state, player);
        }
        let [first, second] = state.by_player();
        let value = lines::open_line_value(&self.lines, first, second);
        if player.0 == 0 { value } else { 1.0 - value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_shifts_agree() {
        let game = TicTacToe::default();
        for set in 0..512 {
            assert_eq!(game.has_line(set), game.has_line_by_shifts(set), "{set:09b}");
        }
    }

    #[test]
    fn shifts_agree_with_the_list_of_lines() {
        let mut rng = Random::new(3);
        for (width, height, line) in [(3, 3, 3), (7, 5, 4), (8, 8, 5), (1, 9, 3), (26, 2, 2), (5, 4, 1), (2, 30, 6)] {
            let game = TicTacToe::new(Options { width, height, line }).unwrap();
            for _ in 0..2_000 {
                let stones = rng.next() & (rng.next() | rng.next()) & game.full;
                assert_eq!(game.has_line(stones), lines::complete(&game.lines, stones) != 0, "{stones:b}");
            }
        }
    }

    #[test]
    fn impossible_boards_are_refused() {
        for (width, height, line) in [(0, 3, 3), (3, 0, 3), (9, 8, 3), (3, 3, 4), (3, 3, 0), (27, 1, 3)] {
            assert!(TicTacToe::new(Options { width, height, line }).is_err());
        }
    }
}
