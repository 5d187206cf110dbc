//! The speed floor: hand-written loops that say how fast a game *could* be played and searched on this machine.
//!
//! `spinney bench` divides its own rates by these. Each game has a file that implements its rules as bitboards (go: as
//! arrays), independent of the rest of Spinney, and offers the same two calls: `playouts` (random games from the start,
//! uniform except for go, which has light playouts) and `search` (plain UCT from the start, a fresh tree every time).
//! They do the full work: every ply draws among all legal moves and tests for the end, and every selection is UCB1 with
//! its logarithm and square root. But they have none of the generality of the library: two players, perfect
//! information, moves as bytes, no budget but a number of simulations.
//!
//! [`samegame`] is the opposite: a straightforward implementation that `bench` should beat, not a floor.
//!
//! No SIMD lanes are used; a floor that plays many games side by side would be a different, lower one.

pub mod breakthrough;
pub mod connect_four;
pub mod go;
pub mod hex;
pub mod negamax;
pub mod othello;
pub mod samegame;
pub mod tic_tac_toe;
mod uct;

/// The result of a number of playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub playouts: u64,
    /// Moves made in all of them; a forced pass is a move.
    pub plies: u64,
    /// Games that the player with the first move won.
    pub first_wins: u64,
    /// Games without a winner.
    pub draws: u64,
}

impl Tally {
    /// Counts one game with its result for the first player (1, 0 or -1).
    #[inline(always)]
    fn add(&mut self, plies: u32, result: i32) {
        self.playouts += 1;
        self.plies += u64::from(plies);
        self.first_wins += u64::from(result > 0);
        self.draws += u64::from(result == 0);
    }

    /// Mean number of moves per game.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.playouts as f64
    }

    /// Share of the games that the first player won.
    pub fn first_win_share(&self) -> f64 {
        self.first_wins as f64 / self.playouts as f64
    }

    /// Share of the games that were drawn.
    pub fn draw_share(&self) -> f64 {
        self.draws as f64 / self.playouts as f64
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move with the most visits: a column of connect four, a direction and target of breakthrough, a square or point of
    /// the other games.
    pub best: u8,
    /// Nodes in the tree.
    pub nodes: usize,
    /// Visits of each move at the root, in the order of the moves.
    pub root_visits: Vec<(u8, u32)>,
}

/// Wyrand: one addition and one wide multiplication per 64 random bits.
#[derive(Clone, Copy, Debug)]
struct Wyrand(u64);

impl Wyrand {
    /// A generator for a seed.
    fn new(seed: u64) -> Self {
        Wyrand(spinney::random::mix(seed))
    }

    /// 64 random bits.
    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }

    /// Several draws from one random number.
    #[inline(always)]
    fn draws(&mut self) -> Draws {
        Draws(self.next())
    }
}

/// A random number that is consumed gradually. Read as a fraction `f` of 2⁶⁴, a draw below `n` is the integer part of
/// `n · f`, and the fractional part is as random as `f` was, less log₂ `n` bits. After draws below n₁, n₂, … the bias
/// of the last is under n₁ · n₂ · … / 2⁶⁴; the callers keep that product under 2⁴⁸.
struct Draws(u64);

impl Draws {
    /// A number below `n`.
    #[inline(always)]
    fn below(&mut self, n: u32) -> u32 {
        let product = u128::from(self.0) * u128::from(n);
        self.0 = product as u64;
        (product >> 64) as u32
    }
}
