//! Hex (P. Hein 1942, J. Nash 1948) on a rhombus of hexagonal cells: players in turn put a stone on any empty cell. Red
//! moves first and connects the top with the bottom, blue connects the left with the right side. One of them always
//! succeeds, so there are no draws. With the swap rule, which is off by default, blue may take over red's first stone
//! instead of moving: it turns blue and is mirrored at the long diagonal.
//!
//! The board is an array of cells with a border of stones: red ones above and below, blue ones to the left and right.
//! Every stone records which of its two sides it is connected with. A new stone combines the flags of its six
//! neighbours; if it connects stones to a new side, a flood fill updates their group, at most once per stone, side and
//! game. A stone with both flags wins. Empty cells are also kept as a bitboard, from which random moves are drawn.

mod distance;
mod drawing;
mod evaluation;
mod notation;
mod playouts;
mod tactics;

use spinney::bits::{Bits, nth_bit};
use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};
use spinney::search::parameter::{Configure, Parameter, ParameterError, read};

use crate::registry::{Builtin, read_size};

/// The names of the players.
const SIDES: [&str; 2] = ["red", "blue"];

/// The longest side of a board.
pub const MAX_SIZE: usize = 19;

/// Words of a bitboard of the largest board.
const WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);

/// Places of a row of cells, the border at both ends included.
const STRIDE: usize = MAX_SIZE + 2;
/// Places in all; a power of two, so that no place is out of bounds.
const PLACES: usize = 512;
const _: () = assert!(STRIDE * STRIDE <= PLACES);

/// From a place to its six neighbours, in the order around it.
const AROUND: [usize; 6] = {
    let up = PLACES - STRIDE;
    [up, up + 1, 1, STRIDE, STRIDE - 1, PLACES - 1]
};

/// The flags of a place: the owner of its stone and the sides it is connected with. `RED << 1` is blue's.
const RED: u8 = 1;
const BLUE: u8 = 2;
/// Connected with the top (red) or the left side (blue).
const FIRST: u8 = 4;
/// Connected with the bottom or the right side.
const SECOND: u8 = 8;

/// The rules on a board of a given size.
#[derive(Clone, Debug)]
pub struct Hex {
    options: Options,
    /// The number of cells.
    cells: u16,
    /// Words of a bitboard.
    words: usize,
    /// The place of every cell.
    place: [u16; MAX_SIZE * MAX_SIZE],
    start: State,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct State {
    places: [u8; PLACES],
    /// The empty cells.
    empty: [u64; WORDS],
    /// The hash key of all stones.
    key: u64,
    stones: u16,
    /// The place of the last stone, or 0 if it is not known.
    last: u16,
    /// The seat of the player to move.
    player: u8,
    /// The player that moved last has won.
    won: bool,
}

/// The size of the board and the swap rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Cells along each side.
    pub size: usize,
    /// Whether the second player may take over the first stone.
    pub swap: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { size: 11, swap: false }
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("size", self.size.to_string(), "1-19", "cells along each side"),
            row("swap", self.swap.to_string(), "true, false", "blue may take over the first stone"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "size" => self.size = read_size(key, value, MAX_SIZE)?,
            "swap" => self.swap = read(key, value, "true or false")?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

impl Builtin for Hex {
    const NAME: &'static str = "hex";
    const SUMMARY: &'static str = "join your two sides of a rhombus, 11x11 or any size up to 19";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        Hex::new(options)
    }
}

impl Default for Hex {
    fn default() -> Self {
        Hex::new(Options::default()).expect("the classic board is possible")
    }
}

impl State {
    /// The flags of a place.
    #[inline(always)]
    fn at(&self, place: usize) -> u8 {
        self.places[place % PLACES]
    }

    /// The sides with which a stone of a player on a place would be connected, and whether some adjacent stone is
    /// connected with fewer.
    #[inline(always)]
    fn links(&self, place: usize, player: u8) -> (u8, bool) {
        let (mut joined, mut lacking) = (0, 0);
        for step in AROUND {
            let beside = self.at(place + step);
            // Branchless, since the owner of the stone is unpredictable.
            let ours = (beside >> (player & 1) & 1).wrapping_neg();
            joined |= beside & ours;
            lacking |= !beside & ours;
        }
        let joined = joined & (FIRST | SECOND);
        (joined, lacking & joined != 0)
    }

    /// Marks a group as connected with a side.
    fn spread(&mut self, place: usize, own: u8, side: u8) {
        for step in AROUND {
            let next = (place + step) % PLACES;
            let known = self.places[next];
            if known & own != 0 && known & side == 0 {
                self.places[next] = known | side;
                self.spread(next, own, side);
            }
        }
    }

    /// Puts a stone of a player on an empty cell. Returns whether it connects the player's two sides.
    #[inline(always)]
    fn put(&mut self, cell: usize, place: usize, player: u8) -> bool {
        let own = RED << player;
        let (joined, lacking) = self.links(place, player);
        self.places[place % PLACES] = own | joined;
        self.empty[cell / 64 % WORDS] &= !(1 << (cell % 64));
        self.key ^= mix((cell as u64) << 1 | u64::from(player));
        self.stones += 1;
        self.last = place as u16;
        if joined == FIRST | SECOND {
            return true;
        }
        if lacking {
            self.spread(place, own, joined);
        }
        false
    }
}

impl Hex {
    /// The rules on a board, or an error if there is no such board.
    pub fn new(options: Options) -> Result<Self, String> {
        let size = options.size;
        if !(1..=MAX_SIZE).contains(&size) {
            return Err(format!("a board of {size}x{size} is not possible: the size is 1 to {MAX_SIZE}"));
        }
        let cells = size * size;
        let mut place = [0; MAX_SIZE * MAX_SIZE];
        for (cell, place) in place.iter_mut().enumerate().take(cells) {
            *place = ((cell / size + 1) * STRIDE + cell % size + 1) as u16;
        }
        let mut places = [0; PLACES];
        for n in 1..=size {
            places[n] = RED | FIRST;
            places[(size + 1) * STRIDE + n] = RED | SECOND;
            places[n * STRIDE] = BLUE | FIRST;
            places[n * STRIDE + size + 1] = BLUE | SECOND;
        }
        let mut empty = [0; WORDS];
        (0..cells).for_each(|cell| empty[cell / 64] |= 1 << (cell % 64));
        let start = State { places, empty, key: 0, stones: 0, last: 0, player: 0, won: false };
        Ok(Hex { options, cells: cells as u16, words: cells.div_ceil(64), place, start })
    }

    /// The move by which blue takes over the first stone.
    fn swap_move(&self) -> u16 {
        self.cells
    }

    #[inline(always)]
    fn can_swap(&self, state: &State) -> bool {
        self.options.swap && state.stones == 1 && state.player == 1
    }

    #[inline(always)]
    fn place(&self, cell: usize) -> usize {
        usize::from(self.place[cell])
    }

    /// Puts a stone of the player to move.
    #[inline(always)]
    fn put(&self, state: &mut State, cell: usize) {
        let player = state.player;
        state.won = state.put(cell, self.place(cell), player);
        state.player = player ^ 1;
    }

    /// Replaces the first stone by one of blue, mirrored at the long diagonal.
    fn swap(&self, state: &mut State) {
        let size = self.options.size;
        let cell = self.stones(state, RED).next().expect("red has moved");
        let mirrored = cell % size * size + cell / size;
        *state = self.start;
        state.won = state.put(mirrored, self.place(mirrored), 1);
    }

    /// The empty cells, in order.
    #[inline]
    fn empty_cells(&self, state: &State) -> impl Iterator<Item = usize> + use<> {
        let empty = state.empty;
        (0..self.words).flat_map(move |word| Bits(empty[word]).map(move |bit| word * 64 + bit as usize))
    }

    /// The cells with stones of a colour, in order.
    fn stones<'s>(&'s self, state: &'s State, own: u8) -> impl Iterator<Item = usize> + 's {
        (0..usize::from(self.cells)).filter(move |&cell| state.at(self.place(cell)) & own != 0)
    }

    /// The `n`-th empty cell, counted from 0. Branchless, since the word that contains it is unpredictable.
    #[inline(always)]
    fn nth_empty(&self, state: &State, n: usize) -> usize {
        let (mut word, mut before, mut skipped) = (0, 0, 0);
        for bits in &state.empty[..self.words - 1] {
            before += bits.count_ones() as usize;
            let past = n >= before;
            word += usize::from(past);
            skipped = if past { before } else { skipped };
        }
        word * 64 + nth_bit(state.empty[word % WORDS], (n - skipped) as u32) as usize
    }

    /// Draws an empty cell.
    #[inline(always)]
    fn draw(&self, state: &State, rng: &mut Random) -> usize {
        self.nth_empty(state, rng.below(usize::from(self.cells - state.stones)))
    }
}

impl Game for Hex {
    type State = State;
    /// The cell, row by row from the top left; the number of cells stands for the swap.
    type Move = u16;

    fn info(&self) -> GameInfo {
        let swap = u32::from(self.options.swap);
        GameInfo {
            longest: Some(u32::from(self.cells) + swap),
            widest: Some(u32::from(self.cells)),
            seats: SIDES.map(str::to_owned).to_vec(),
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    #[inline]
    fn start(&self, _: &mut Random) -> State {
        self.start
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<u16>) -> Turn {
        if state.won {
            return Turn::Over;
        }
        moves.extend(self.empty_cells(state).map(|cell| cell as u16));
        if self.can_swap(state) {
            moves.push(self.swap_move());
        }
        Turn::Player(Player(state.player))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u16) {
        if mv == self.swap_move() { self.swap(state) } else { self.put(state, mv.into()) }
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        f64::from(player.0 != state.player)
    }

    #[inline(always)]
    fn random_step<L: Recorder<u16>>(
        &self,
        state: &mut State,
        _: &mut Moves<u16>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        if state.won {
            return false;
        }
        let player = Some(Player(state.player));
        if self.can_swap(state) && rng.below(self.cells.into()) == 0 {
            recorder.record(player, self.swap_move());
            self.swap(state);
            return true;
        }
        let cell = self.draw(state, rng);
        recorder.record(player, cell as u16);
        self.put(state, cell);
        true
    }

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, State, u16> {
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

/// The key of all stones with that of the side to move, which the stones do not determine after a swap.
#[inline]
fn with_side(stones: u64, player: u8) -> u64 {
    stones ^ if player == 0 { 0 } else { 0x9d8f_2c3b_7a61_45e7 }
}

impl Key for Hex {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        with_side(state.key, state.player)
    }

    /// The half turn preserves both players' sides.
    fn symmetric_key(&self, state: &State) -> Option<u64> {
        let last = usize::from(self.cells) - 1;
        let turned = (0..2).fold(0, |key, player: u8| {
            let keys =
                self.stones(state, RED << player).map(|cell| mix(((last - cell) as u64) << 1 | u64::from(player)));
            keys.fold(key, |key, stone| key ^ stone)
        });
        Some(with_side(state.key.min(turned), state.player))
    }
}

#[cfg(test)]
mod tests;
