//! Breakthrough (D. Troyka, 2000) on any board of up to 64 cells: men step forward, straight or diagonally, onto empty
//! cells, and capture diagonally. The player that reaches the last row, or captures every opposing man, wins. There are
//! no draws: the most advanced man of a side has an empty or enemy cell diagonally in front, so a player with men can
//! move (which is why a board has at least two columns).
//!
//! Boards are bitboards, bit `row * width + column`, rows counted from white's side at the bottom. White moves first,
//! towards higher bits. A turn is three masks of target cells, one per direction; a random move is drawn from them
//! without a list.

mod drawing;
mod evaluation;
mod notation;
mod playouts;
mod tactics;

use spinney::bits::{Bits, nth_bit};
use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix_pair};
use spinney::search::parameter::{Configure, Parameter, ParameterError};

use crate::registry::Builtin;
use crate::size::{self, Size};

/// The names of the players.
const SIDES: [&str; 2] = ["white", "black"];

/// The rules on a board of a given size.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    options: Options,
    /// Bits from a row to the next.
    width: u32,
    /// All cells.
    board: u64,
    /// All cells but the first column, and all but the last.
    off_left: u64,
    off_right: u64,
    /// Per player, the row to reach and the one before it.
    goal: [u64; 2],
    threshold: [u64; 2],
    /// The row of every cell, from white's side.
    row_of: [u8; 64],
    /// Per player, the cells whose number of rows from home has a bit, for every bit of such a number.
    rows_by_bit: [[u64; ROW_BITS]; 2],
}

/// Bits of the number of a row.
const ROW_BITS: usize = 5;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The men of the player to move.
    mover: u64,
    /// The men of the other player.
    other: u64,
    /// The seat of the player to move.
    player: u8,
}

impl State {
    /// The men of both players, white's first.
    fn by_player(&self) -> [u64; 2] {
        if self.player == 0 { [self.mover, self.other] } else { [self.other, self.mover] }
    }
}

/// A step of a man: the bits of its origin and its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The origin.
    pub from: u8,
    /// The destination.
    pub to: u8,
}

/// The destinations of one player's men: by a diagonal step to the left, straight on, and to the right.
type Targets = [u64; 3];

/// The size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Columns, 2 to 26, since they are lettered.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Rows of men that each player starts with.
    pub rows: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { width: 8, height: 8, rows: 2 }
    }
}

const SIZES: [Size; 3] = [
    Size { name: "width", most: 26, range: "2-26", meaning: "columns; width x height is at most 64" },
    Size { name: "height", most: 32, range: "2-32", meaning: "rows" },
    Size { name: "rows", most: 16, range: "1-16", meaning: "rows of men of each player, at most half of all rows" },
];

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        size::parameters(&SIZES, [self.width, self.height, self.rows])
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        size::set(&SIZES, [&mut self.width, &mut self.height, &mut self.rows], key, value)
    }
}

impl Builtin for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "bring a man to the last row; 8x8 or any board of up to 64 cells";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        Breakthrough::new(options)
    }

    fn advice(&self) -> &'static [&'static str] {
        &["alpha-beta"]
    }
}

impl Default for Breakthrough {
    fn default() -> Self {
        Breakthrough::new(Options::default()).expect("the classic board is possible")
    }
}

impl Breakthrough {
    /// The rules on a board, or an error if there is no such board.
    pub fn new(options: Options) -> Result<Self, String> {
        let Options { width, height, rows } = options;
        if !(2..=26).contains(&width) || height < 2 || width.saturating_mul(height) > 64 {
            return Err(format!(
                "a board of {width}x{height} is not possible: 2 to 26 columns, at least 2 rows, at most 64 cells"
            ));
        }
        if rows == 0 || 2 * rows > height {
            return Err(format!("{rows} rows of men for each side do not fit into {height} rows"));
        }
        let board = u64::MAX >> (64 - width * height);
        let row = |row: usize| ((1u64 << width) - 1) << (row * width);
        let left = (0..height).fold(0, |cells, row| cells | 1u64 << (row * width));
        Ok(Breakthrough {
            options,
            width: width as u32,
            board,
            off_left: board & !left,
            off_right: board & !(left << (width - 1)),
            goal: [row(height - 1), row(0)],
            threshold: [row(height - 2), row(1)],
            row_of: std::array::from_fn(|cell| (cell / width) as u8),
            rows_by_bit: [0, 1].map(|player: usize| {
                let from_home = |index: usize| if player == 0 { index } else { height - 1 - index };
                std::array::from_fn(|bit| {
                    (0..height)
                        .filter(|&index| from_home(index) >> bit & 1 == 1)
                        .fold(0, |cells, index| cells | row(index))
                })
            }),
        })
    }

    /// The men of both players at the start.
    fn armies(&self) -> [u64; 2] {
        let Options { width, height, rows } = self.options;
        let white = (1u64 << (width * rows)) - 1;
        [white, white << (width * (height - rows))]
    }

    /// The cells that men of `player` step to, whether the cell is free or not.
    #[inline(always)]
    fn steps(&self, men: u64, player: u8) -> Targets {
        let (left, right) = (men & self.off_left, men & self.off_right);
        if player == 0 {
            // On boards of less than 64 bits a step from the last row ends above the board.
            [left << (self.width - 1), men << self.width, right << (self.width + 1)].map(|cells| cells & self.board)
        } else {
            [left >> (self.width + 1), men >> self.width, right >> (self.width - 1)]
        }
    }

    /// The legal targets of the player to move, in a game that is not over.
    #[inline(always)]
    fn targets(&self, state: &State) -> Targets {
        let [left, straight, right] = self.steps(state.mover, state.player);
        [left & !state.mover, straight & !(state.mover | state.other), right & !state.mover]
    }

    /// The cells that men of `player` attack.
    #[inline]
    fn attacks(&self, men: u64, player: u8) -> u64 {
        let [left, _, right] = self.steps(men, player);
        left | right
    }

    /// The origin of a man that stepped in a direction (0 left, 1 straight, 2 right).
    #[inline(always)]
    fn origin(&self, to: u32, direction: u32, player: u8) -> u32 {
        let sideways = to + 1 - direction;
        if player == 0 { sideways - self.width } else { sideways + self.width }
    }

    /// Whether the player that moved last has won.
    #[inline(always)]
    fn is_over(&self, state: &State) -> bool {
        state.other & self.goal[usize::from(state.player ^ 1) & 1] != 0 || state.mover == 0
    }

    /// Draws one of the targets uniformly.
    #[inline(always)]
    fn draw(&self, targets: &Targets, player: u8, rng: &mut Random) -> Move {
        let [left, straight, right] = *targets;
        let (lefts, straights) = (left.count_ones(), straight.count_ones());
        let mut n = rng.below((lefts + straights + right.count_ones()) as usize) as u32;
        let (mut mask, mut direction) = (left, 0);
        if n >= lefts {
            n -= lefts;
            (mask, direction) = (straight, 1);
            if n >= straights {
                n -= straights;
                (mask, direction) = (right, 2);
            }
        }
        let to = nth_bit(mask, n);
        Move { from: self.origin(to, direction, player) as u8, to: to as u8 }
    }

    /// The board mirrored from left to right.
    fn mirror(&self, cells: u64) -> u64 {
        let width = self.width;
        Bits(cells).fold(0, |mirrored, cell| mirrored | 1 << (cell / width * width + width - 1 - cell % width))
    }
}

/// Plays a step.
#[inline(always)]
fn step(state: &mut State, mv: Move) {
    let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
    *state = State { mover: state.other & !to, other: state.mover ^ (from | to), player: state.player ^ 1 };
}

impl Game for Breakthrough {
    type State = State;
    type Move = Move;

    fn info(&self) -> GameInfo {
        let Options { width, height, rows } = self.options;
        // Every step advances a man by one row, and only the last step of a game ends on the last row.
        let longest = 2 * width * (0..rows).map(|row| height - 2 - row.min(height - 2)).sum::<usize>() + 1;
        GameInfo {
            longest: Some(longest as u32),
            widest: Some((3 * width * rows) as u32),
            seats: SIDES.map(str::to_owned).to_vec(),
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    #[inline]
    fn start(&self, _: &mut Random) -> State {
        let [mover, other] = self.armies();
        State { mover, other, player: 0 }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<Move>) -> Turn {
        if self.is_over(state) {
            return Turn::Over;
        }
        for (direction, targets) in self.targets(state).into_iter().enumerate() {
            moves.extend(Bits(targets).map(|to| {
                let from = self.origin(to, direction as u32, state.player);
                Move { from: from as u8, to: to as u8 }
            }));
        }
        Turn::Player(Player(state.player))
    }

    #[inline(always)]
    fn play(&self, state: &mut State, mv: Move) {
        step(state, mv);
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        // The winner is the player that moved last.
        f64::from(player.0 != state.player)
    }

    #[inline(always)]
    fn random_step<L: Recorder<Move>>(
        &self,
        state: &mut State,
        _: &mut Moves<Move>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        if self.is_over(state) {
            return false;
        }
        let mv = self.draw(&self.targets(state), state.player, rng);
        recorder.record(Some(Player(state.player)), mv);
        step(state, mv);
        true
    }

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, State, Move> {
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

#[inline]
fn key_of(mover: u64, other: u64, player: u8) -> u64 {
    mix_pair(mover, other).wrapping_add(player.into())
}

impl Key for Breakthrough {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        key_of(state.mover, state.other, state.player)
    }

    fn symmetric_key(&self, state: &State) -> Option<u64> {
        let mirrored = (self.mirror(state.mover), self.mirror(state.other));
        let (mover, other) = mirrored.min((state.mover, state.other));
        Some(key_of(mover, other, state.player))
    }
}

#[cfg(test)]
mod tests;
