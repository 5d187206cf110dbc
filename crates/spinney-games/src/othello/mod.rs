//! Othello on 8x8: a disc must outflank at least one run of the opponent's discs, and turns all it outflanks. A player
//! that cannot move passes; when neither player can move, the game is over and the larger number of discs wins.
//!
//! Boards are bitboards read like a page: bit 0 is `a1` at the top left, bit 63 `h8` at the bottom right.

mod bitboard;
mod drawing;
mod evaluation;
mod notation;
mod tactics;

use spinney::bits::{Bits, nth_bit};
use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix_pair};
use spinney::search::parameter::NoParameters;

use crate::registry::Builtin;

/// The move of a player that cannot move; all others are the bit of the cell.
pub const PASS: u8 = 64;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Othello;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The discs of the player to move.
    mover: u64,
    /// The discs of the other player.
    other: u64,
    /// The seat of the player to move.
    player: u8,
}

impl State {
    /// The discs of both players, the first player's first.
    fn by_player(&self) -> [u64; 2] {
        if self.player == 0 { [self.mover, self.other] } else { [self.other, self.mover] }
    }

    /// Puts a disc on `cell` and turns what it outflanks.
    #[inline]
    fn place(&mut self, cell: u32) {
        let turned = bitboard::flips(self.mover, self.other, cell);
        let placed = self.mover ^ turned ^ (1 << cell);
        *self = State { mover: self.other ^ turned, other: placed, player: self.player ^ 1 };
    }

    #[inline]
    fn pass(&mut self) {
        *self = State { mover: self.other, other: self.mover, player: self.player ^ 1 };
    }

    /// The cells on which the player to move can put a disc.
    #[inline]
    fn placements(&self) -> u64 {
        bitboard::mobility(self.mover, self.other)
    }

    /// Whether the other player could put a disc if it were to move.
    #[inline]
    fn other_can_move(&self) -> bool {
        bitboard::mobility(self.other, self.mover) != 0
    }
}

impl Builtin for Othello {
    const NAME: &'static str = "othello";
    const SUMMARY: &'static str = "outflank and turn discs on 8x8, the most discs win (also called reversi)";
    type Options = NoParameters;

    fn build(_: NoParameters) -> Result<Self, String> {
        Ok(Othello)
    }

    fn advice(&self) -> &'static [&'static str] {
        &["alpha-beta", "mcts:playout-cap=4,evaluate=true"]
    }
}

impl Game for Othello {
    type State = State;
    /// The bit of the cell, or [`PASS`].
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo {
            // There are at most 60 discs to place, and a pass is always followed by a disc; the first move is not a
            // pass.
            longest: Some(119),
            widest: Some(60),
            seats: vec!["x".to_owned(), "o".to_owned()],
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    #[inline]
    fn start(&self, _: &mut Random) -> State {
        State { mover: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36, player: 0 }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        let placements = state.placements();
        if placements != 0 {
            moves.extend(Bits(placements).map(|cell| cell as u8));
        } else if state.other_can_move() {
            moves.push(PASS);
        } else {
            return Turn::Over;
        }
        Turn::Player(Player(state.player))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        if mv == PASS { state.pass() } else { state.place(mv.into()) }
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        let (mover, other) = (state.mover.count_ones(), state.other.count_ones());
        let value = if mover == other { 0.5 } else { f64::from(mover > other) };
        if player.0 == state.player { value } else { 1.0 - value }
    }

    #[inline]
    fn random_step<L: Recorder<u8>>(
        &self,
        state: &mut State,
        _: &mut Moves<u8>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        let placements = state.placements();
        let player = Some(Player(state.player));
        if placements != 0 {
            let cell = nth_bit(placements, rng.below(placements.count_ones() as usize) as u32);
            recorder.record(player, cell as u8);
            state.place(cell);
        } else if state.other_can_move() {
            recorder.record(player, PASS);
            state.pass();
        } else {
            return false;
        }
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
            ..Capabilities::none()
        }
    }
}

#[inline]
fn key_of(mover: u64, other: u64, player: u8) -> u64 {
    mix_pair(mover, other).wrapping_add(player.into())
}

impl Key for Othello {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        key_of(state.mover, state.other, state.player)
    }

    fn symmetric_key(&self, state: &State) -> Option<u64> {
        let images = bitboard::symmetries(state.mover).into_iter().zip(bitboard::symmetries(state.other));
        let (mover, other) = images.min().expect("there are eight");
        Some(key_of(mover, other, state.player))
    }
}
