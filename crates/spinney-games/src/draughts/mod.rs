//! English draughts (checkers) on 8x8: men step diagonally forwards and capture by jumping. Captures are mandatory; the
//! player may choose among them, and continues jumping while possible. A man that reaches the last row becomes a king,
//! which ends the move; kings go one step in all four directions. A player that cannot move loses.
//!
//! To keep games finite, a game is a draw after a number of plies (80 by default) without a capture or a move of a man.
//! That count is part of a position, of its key and of its text; a repetition of positions is not a draw by itself. A
//! player without a move loses even when the count is full.
//!
//! Boards are bitboards of the 32 dark squares. A whole sequence of jumps is one move.

mod board;
mod drawing;
mod evaluation;
mod moves;
mod notation;
mod tactics;

use spinney::bits::{Bits, nth_bit};
use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};
use spinney::search::parameter::{Configure, Parameter, ParameterError, read};

use crate::registry::Builtin;
use board::back;
pub use moves::Move;

/// The names of the players.
const SIDES: [&str; 2] = ["black", "white"];

/// The pieces that each side begins with.
const PIECES: u32 = 12;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draughts {
    options: Options,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Men and kings of both players, black's first.
    pieces: [u32; 2],
    /// The kings among them.
    kings: u32,
    /// The seat of the player to move.
    player: u8,
    /// Plies since a man was moved or something was taken.
    quiet: u8,
}

/// When a game is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Plies without a capture or a move of a man that make a draw.
    pub draw: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options { draw: 80 }
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter {
            name: "draw",
            default: self.draw.to_string(),
            range: "1-250",
            meaning: "plies without a capture or a move of a man that make a draw",
        }]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        if key != "draw" {
            return Err(ParameterError::Unknown(key.to_owned()));
        }
        let expected = "a whole number from 1 to 250";
        let refuse =
            || ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected: expected.to_owned() };
        let number: u8 = read(key, value, expected)?;
        self.draw = Some(number).filter(|number| (1..=250).contains(number)).ok_or_else(refuse)?;
        Ok(())
    }
}

impl Builtin for Draughts {
    const NAME: &'static str = "draughts";
    const SUMMARY: &'static str = "English draughts (checkers) with forced captures";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        Draughts::new(options)
    }

    fn advice(&self) -> &'static [&'static str] {
        &["alpha-beta"]
    }
}

impl Draughts {
    /// The rules, or an error if the options are invalid.
    pub fn new(options: Options) -> Result<Self, String> {
        if !(1..=250).contains(&options.draw) {
            return Err(format!("draw={}: expected 1 to 250 plies", options.draw));
        }
        Ok(Draughts { options })
    }

    /// Whether the count of quiet plies ends the game here, unless the player to move has already lost.
    #[inline]
    fn is_drawn_out(&self, state: &State) -> bool {
        state.quiet >= self.options.draw
    }

    #[inline]
    fn is_over(&self, state: &State) -> bool {
        self.is_drawn_out(state) || !state.can_move()
    }
}

impl State {
    #[inline]
    fn can_move(&self) -> bool {
        self.jumpers() != 0 || self.steps() != [0; 4]
    }

    /// Plays a move.
    #[inline]
    fn make(&mut self, mv: Move) {
        let (own, other) = (usize::from(self.player) & 1, usize::from(self.player ^ 1) & 1);
        let from = 1 << mv.from();
        let (taken, to) = mv.follow(|_| {});
        let king = self.kings & from != 0;
        // A king may come back to where it started.
        self.pieces[own] = self.pieces[own] & !from | to;
        self.pieces[other] &= !taken;
        self.kings &= !(from | taken);
        if king || to & moves::crown_row(self.player) != 0 {
            self.kings |= to;
        }
        self.quiet = if king && taken == 0 { self.quiet + 1 } else { 0 };
        self.player ^= 1;
    }

    /// Lists all sequences of jumps, or all steps if there are none.
    fn list(&self, moves: &mut Moves<Move>) {
        self.each_capture(|mv| moves.push(mv));
        if moves.is_empty() {
            for (direction, targets) in (0..).zip(self.steps()) {
                let origins = board::step(targets, back(direction));
                moves.extend(Bits(origins.into()).map(|from| Move::quiet(from, direction)));
            }
        }
    }

    /// A uniformly random step, if there is one.
    #[inline]
    fn draw_step(&self, rng: &mut Random) -> Option<Move> {
        let steps = self.steps();
        let total: u32 = steps.iter().map(|targets| targets.count_ones()).sum();
        if total == 0 {
            return None;
        }
        let mut n = rng.below(total as usize) as u32;
        for (direction, targets) in (0..).zip(steps) {
            let count = targets.count_ones();
            if n < count {
                let to = 1 << nth_bit(targets.into(), n);
                return Some(Move::quiet(board::step(to, back(direction)).trailing_zeros(), direction));
            }
            n -= count;
        }
        None
    }
}

impl Game for Draughts {
    type State = State;
    type Move = Move;

    fn info(&self) -> GameInfo {
        // 12 men of each side take 7, 6 or 5 steps to the last row, and 23 captures leave one piece.
        let decisive = 2 * 4 * (7 + 6 + 5) + 23;
        GameInfo {
            longest: Some((decisive + 1) * u32::from(self.options.draw)),
            seats: SIDES.map(str::to_owned).to_vec(),
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    #[inline]
    fn start(&self, _: &mut Random) -> State {
        State { pieces: [0x0000_0fff, 0xfff0_0000], kings: 0, player: 0, quiet: 0 }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<Move>) -> Turn {
        if self.is_drawn_out(state) {
            return Turn::Over;
        }
        state.list(moves);
        if moves.is_empty() { Turn::Over } else { Turn::Player(Player(state.player)) }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        state.make(mv);
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        if state.can_move() { 0.5 } else { f64::from(player.0 != state.player) }
    }

    #[inline]
    fn random_step<L: Recorder<Move>>(
        &self,
        state: &mut State,
        scratch: &mut Moves<Move>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        if self.is_drawn_out(state) {
            return false;
        }
        let mv = if state.jumpers() != 0 {
            scratch.clear();
            state.each_capture(|mv| scratch.push(mv));
            scratch[rng.below(scratch.len())]
        } else {
            match state.draw_step(rng) {
                Some(mv) => mv,
                None => return false,
            }
        };
        recorder.record(Some(Player(state.player)), mv);
        state.make(mv);
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
            ..Capabilities::none()
        }
    }
}

impl Key for Draughts {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let [black, white] = state.pieces.map(u64::from);
        let rest = u64::from(state.kings) << 16 | u64::from(state.quiet) << 8 | u64::from(state.player);
        mix((black << 32 | white) ^ mix(rest))
    }
}

#[cfg(test)]
mod tests;
