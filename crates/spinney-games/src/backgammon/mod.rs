//! Backgammon: one game without the doubling cube. Both players roll one die to begin, and the one with the higher
//! number plays both; from then on the players roll two dice in turn. The player that first bears off all fifteen
//! checkers wins one point, two (a gammon) if the opponent has borne off none, three (a backgammon) if the opponent
//! also has a checker on the bar or in the winner's home board. With `gammons=false` every win is one point.
//!
//! A move is the whole play of a roll. Plays that lead to the same position are one move.

mod bear_off;
mod cache;
mod clicks;
mod contact;
mod drawing;
mod evaluation;
mod features;
mod generation;
mod inputs;
pub mod network;
mod notation;
mod picture;
mod playouts;
mod tactics;

use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};
use spinney::search::parameter::{Configure, Parameter, ParameterError, read};

pub use evaluation::{Evaluation, Phase};
pub use inputs::{CONTACT_INPUTS, Inputs, RACE_INPUTS};

use crate::registry::Builtin;

/// The number of checkers of a player.
pub const CHECKERS: u8 = 15;
/// The bar, as a point that is further away than any other.
pub(crate) const BAR: usize = 25;
/// The index of checkers that are borne off.
pub(crate) const OFF: usize = 0;

/// The whole play of a roll: four bytes, each a point to move from and in the upper three bits the die, in the order of
/// play; 0 if no checker can move. A roll itself is two bytes whose point is 31.
pub type Play = u32;

/// The play of a player that cannot move.
pub const NO_MOVE: Play = 0;

/// The lower bits of a byte: the point.
const POINT: u8 = 31;

/// One checker moved by one die.
#[inline(always)]
pub(crate) fn step(from: u32, die: u8) -> Play {
    from | u32::from(die) << 5
}

/// The roll of two dice.
#[inline(always)]
pub(crate) fn roll(dice: [u8; 2]) -> Play {
    step(POINT.into(), dice[0]) | step(POINT.into(), dice[1]) << 8
}

/// The steps of a play: points to move from and dice.
pub(crate) fn steps(play: Play) -> impl Iterator<Item = (usize, u8)> {
    play.to_le_bytes().into_iter().take_while(|&byte| byte != 0).map(|byte| (usize::from(byte & POINT), byte >> 5))
}

/// The parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Gammons count two points and backgammons three.
    pub gammons: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { gammons: true }
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter {
            name: "gammons",
            default: self.gammons.to_string(),
            range: "true, false",
            meaning: "gammons count two points and backgammons three",
        }]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "gammons" => self.gammons = read(key, value, "true, false")?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backgammon {
    options: Options,
}

impl Backgammon {
    /// Backgammon with these parameters.
    pub fn new(options: Options) -> Self {
        Backgammon { options }
    }

    fn range(&self) -> PayoffRange {
        let most = if self.options.gammons { 3.0 } else { 1.0 };
        PayoffRange::new(-most, most)
    }
}

/// A position. Points are numbered from 1 to 24 from each player's own side: the home board is 1 to 6, and point `p` is
/// the opponent's 25 - p.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Checkers of each player by point; borne off at 0, on the bar at 25.
    men: [[u8; 26]; 2],
    /// Points with checkers of each player, and with two or more, a bit each. Bit 0 is never set.
    held: [u32; 2],
    made: [u32; 2],
    /// The player to move or to roll.
    player: u8,
    /// The dice, the higher first; zeros before the roll.
    dice: [u8; 2],
    /// The initial roll is still to come.
    opening: bool,
    /// The sum of the keys of all checkers.
    hash: u64,
}

/// Random numbers for the keys of checkers, by player and point.
static KEYS: [[u64; 26]; 2] = keys();

const fn keys() -> [[u64; 26]; 2] {
    let mut table = [[0; 26]; 2];
    let mut state: u64 = 0xb6;
    let mut index = 0;
    while index < 52 {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[index / 26][index % 26] = x ^ (x >> 31);
        index += 1;
    }
    table
}

impl State {
    /// The start: 24 two, 13 five, 8 three, 6 five, for both.
    fn start() -> Self {
        let mut state = State::with([[0; 26]; 2]);
        for player in 0..2 {
            for (point, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
                (0..count).for_each(|_| state.put(player, point));
            }
        }
        state.opening = true;
        state
    }

    /// The position with these checkers, the first player to roll.
    fn with(men: [[u8; 26]; 2]) -> Self {
        let mut state =
            State { men: [[0; 26]; 2], held: [0; 2], made: [0; 2], player: 0, dice: [0, 0], opening: false, hash: 0 };
        for (player, men) in men.iter().enumerate() {
            for (point, &count) in men.iter().enumerate() {
                (0..count).for_each(|_| state.put(player, point));
            }
        }
        state
    }

    #[inline(always)]
    fn put(&mut self, player: usize, point: usize) {
        self.men[player][point] += 1;
        self.note(player, point);
        self.hash = self.hash.wrapping_add(KEYS[player][point]);
    }

    #[inline(always)]
    fn take(&mut self, player: usize, point: usize) {
        self.men[player][point] -= 1;
        self.note(player, point);
        self.hash = self.hash.wrapping_sub(KEYS[player][point]);
    }

    /// Updates the masks.
    #[inline(always)]
    fn note(&mut self, player: usize, point: usize) {
        if point == OFF {
            return;
        }
        let count = self.men[player][point];
        let bit = 1 << point;
        self.held[player] = self.held[player] & !bit | u32::from(count > 0) << point;
        self.made[player] = self.made[player] & !bit | u32::from(count > 1) << point;
    }

    /// Moves a checker of the player to move; a blot on the destination goes to the bar.
    #[inline(always)]
    fn step(&mut self, from: usize, die: u8) {
        let (own, other) = (usize::from(self.player), usize::from(1 - self.player));
        let to = from.saturating_sub(die.into());
        self.take(own, from);
        self.put(own, to);
        if to != OFF && self.held[other] >> (25 - to) & 1 == 1 {
            self.take(other, 25 - to);
            self.put(other, BAR);
        }
    }

    #[inline(always)]
    fn winner(&self) -> Option<usize> {
        (0..2).find(|&player| self.men[player][OFF] == CHECKERS)
    }

    /// The opponent's points from the player's side: bit `p` for the opponent's `25 - p`. The bar is left out.
    #[inline(always)]
    fn seen_from_other_side(mask: u32) -> u32 {
        (mask & !(1 << BAR)).reverse_bits() >> 6
    }

    /// The pip count.
    fn pips(&self, player: usize) -> u32 {
        self.men[player].iter().enumerate().map(|(point, &count)| point as u32 * u32::from(count)).sum()
    }
}

impl Builtin for Backgammon {
    const NAME: &'static str = "backgammon";
    const SUMMARY: &'static str = "race fifteen checkers home by dice, with gammons and without the cube";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        Ok(Backgammon::new(options))
    }

    fn advice(&self) -> &'static [&'static str] {
        &["mcts:select=puct,prior=evaluate,c=0.2,unvisited=parent,playout=greedy,playout-cap=1,evaluate=true"]
    }
}

impl Game for Backgammon {
    type State = State;
    type Move = Play;

    fn info(&self) -> GameInfo {
        GameInfo {
            chance: true,
            seats: notation::SEATS.map(str::to_owned).to_vec(),
            ..GameInfo::two_player(Self::NAME, self.range())
        }
    }

    fn start(&self, _: &mut Random) -> State {
        State::start()
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<Play>) -> Turn {
        if state.winner().is_some() {
            return Turn::Over;
        }
        if state.dice[0] == 0 {
            rolls(state.opening, moves);
            return Turn::Chance;
        }
        generation::list(state, moves);
        Turn::Player(Player(state.player))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Play) {
        if state.dice[0] == 0 {
            let [first, second, ..] = mv.to_le_bytes().map(|byte| byte >> 5);
            if state.opening {
                state.opening = false;
                state.player = u8::from(second > first);
            }
            state.dice = [first.max(second), first.min(second)];
            return;
        }
        for (from, die) in steps(mv) {
            state.step(from, die);
        }
        state.dice = [0, 0];
        state.player ^= 1;
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        let Some(winner) = state.winner() else { return 0.0 };
        let loser = 1 - winner;
        let behind = state.held[loser] >> 19 != 0;
        let points = match (self.options.gammons && state.men[loser][OFF] == 0, behind) {
            (false, _) => 1.0,
            (true, false) => 2.0,
            (true, true) => 3.0,
        };
        if player.index() == winner { points } else { -points }
    }

    #[inline]
    fn random_step<L: Recorder<Play>>(
        &self,
        state: &mut State,
        scratch: &mut Moves<Play>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        let (who, mv) = if state.winner().is_some() {
            return false;
        } else if state.dice[0] != 0 {
            scratch.clear();
            generation::list(state, scratch);
            (Some(Player(state.player)), scratch[rng.below(scratch.len())])
        } else if state.opening {
            let drawn = rng.below(30) as u8;
            let (first, second) = (drawn / 5, drawn % 5);
            // The second die is one of the five other numbers.
            (None, roll([first + 1, second + 1 + u8::from(second >= first)]))
        } else {
            let drawn = rng.below(36) as u8;
            let (first, second) = (drawn / 6 + 1, drawn % 6 + 1);
            (None, roll([first.max(second), first.min(second)]))
        };
        recorder.record(who, mv);
        self.play(state, mv);
        true
    }

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, State, Play> {
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

/// All rolls: initially one die for each player and no doubles; later two dice, regardless of order.
fn rolls(opening: bool, moves: &mut Moves<Play>) {
    for first in 1..=6 {
        let others = if opening { 1..=6 } else { 1..=first };
        for second in others {
            match (opening, first == second) {
                (true, true) => {}
                (true, false) => moves.push_weighted(roll([first, second]), 1.0 / 30.0),
                (false, double) => {
                    let weight = if double { 1.0 / 36.0 } else { 2.0 / 36.0 };
                    moves.push_weighted(roll([first, second]), weight);
                }
            }
        }
    }
}

impl Key for Backgammon {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let [high, low] = state.dice.map(u64::from);
        mix(state.hash ^ mix(u64::from(state.player) | high << 1 | low << 4 | u64::from(state.opening) << 7))
    }
}
