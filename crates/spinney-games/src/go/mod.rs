//! Go on boards from 2x2 to 19x19: area scoring, suicide forbidden, simple ko or positional superko, two passes end the
//! game. The rules are those of J. Tromp and B. Taylor but for suicide, and for ko where `superko=simple`.
//!
//! Games are finite: after 2·size² + 10·size moves the board is scored as it stands.

mod board;
mod drawing;
mod evaluation;
mod key;
mod notation;
mod playouts;
mod tactics;

use std::fmt;

use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::Random;
use spinney::search::parameter::{Configure, Parameter, ParameterError, read};

use self::board::{Board, ZOBRIST, at, point_at};
pub use self::board::{MOST_SIZE, Point};
use crate::registry::Builtin;

/// The pass; all other moves are points.
pub const PASS: Point = 0;

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Superko {
    /// Immediate recapture of a ko.
    Simple,
    /// Any board that has occurred before, whichever player is to move. Positions remember every board.
    Positional,
}

impl fmt::Display for Superko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Superko::Simple => "simple",
            Superko::Positional => "positional",
        })
    }
}

/// The parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Lines of the board, 2 to 19.
    pub size: usize,
    /// Points that white gets for moving second.
    pub komi: f64,
    /// Which repetitions are forbidden.
    pub superko: Superko,
}

impl Default for Options {
    fn default() -> Self {
        Options { size: 9, komi: 7.5, superko: Superko::Simple }
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("size", self.size.to_string(), "2 … 19", "lines of the board"),
            row("komi", self.komi.to_string(), "-400 … 400", "points for white; whole numbers allow draws"),
            row("superko", self.superko.to_string(), "simple, positional", "which repetitions are forbidden"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let refuse = |expected: &str| {
            Err(ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected: expected.to_owned() })
        };
        match key {
            "size" => match read(key, value, "a whole number from 2 to 19")? {
                size @ 2..=MOST_SIZE => self.size = size,
                _ => return refuse("a whole number from 2 to 19"),
            },
            "komi" => match read::<f64>(key, value, "a number of points")? {
                komi if komi.abs() <= 400.0 => self.komi = komi,
                _ => return refuse("a number of points from -400 to 400"),
            },
            "superko" => {
                self.superko = match value {
                    "simple" => Superko::Simple,
                    "positional" => Superko::Positional,
                    _ => return refuse("simple, positional"),
                }
            }
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The rules.
#[derive(Clone, Debug)]
pub struct Go {
    options: Options,
    /// The game ends after this many moves.
    longest: u16,
    /// Every point, row by row from the top.
    points: Vec<Point>,
}

impl Default for Go {
    fn default() -> Self {
        Go::new(Options::default()).expect("the default is possible")
    }
}

impl Go {
    /// Go with these parameters, or an error if they are invalid.
    pub fn new(options: Options) -> Result<Self, String> {
        let size = options.size;
        if !(2..=MOST_SIZE).contains(&size) {
            return Err(format!("a board of {size}x{size} is not possible: expected 2 to {MOST_SIZE} lines"));
        }
        if !options.komi.is_finite() {
            return Err(format!("a komi of {} is not possible", options.komi));
        }
        let points = (0..size * size).map(|index| point_at(size, index % size, index / size)).collect();
        Ok(Go { options, longest: (2 * size * size + 10 * size) as u16, points })
    }

    /// Whether the player to move may put a stone there.
    pub(crate) fn is_legal(&self, state: &State, point: Point) -> bool {
        state.board.is_empty(point)
            && point != state.ko
            && state.board.is_no_suicide(point, state.player)
            && !self.repeats(state, point)
    }

    /// Whether a stone would repeat an earlier board, if the rules forbid it.
    #[inline(always)]
    fn repeats(&self, state: &State, point: Point) -> bool {
        self.options.superko == Superko::Positional && state.history.contains(&state.hash_after(point))
    }

    #[inline(always)]
    fn is_over(&self, state: &State) -> bool {
        state.passes >= 2 || state.number >= self.longest
    }

    #[inline(always)]
    fn put(&self, state: &mut State, point: Point) {
        state.ko = state.board.place(point, state.player);
        state.passes = 0;
        state.step(point);
        if self.options.superko == Superko::Positional {
            state.history.push(state.board.hash);
        }
    }

    /// Area score: black's points less white's, including komi.
    pub fn margin(&self, state: &State) -> f64 {
        f64::from(state.board.area()) - self.options.komi
    }
}

/// A position.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
    /// The point that may not be recaptured now, or 0.
    ko: Point,
    /// Passes in a row.
    passes: u8,
    /// 0 is black, 1 white.
    player: u8,
    /// Moves made, passes included.
    number: u16,
    /// The last two moves. Drawings and move ordering use them; they are not part of the position.
    last: [Point; 2],
    /// The boards so far, the present one last; only with superko.
    history: Vec<u64>,
}

impl State {
    #[inline(always)]
    fn step(&mut self, mv: Point) {
        self.number += 1;
        self.player ^= 1;
        self.last = [mv, self.last[0]];
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.ko = 0;
        self.passes += 1;
        self.step(PASS);
    }

    /// The hash of the stones after a stone of the player to move.
    fn hash_after(&self, point: Point) -> u64 {
        let mut hash = self.board.hash ^ ZOBRIST[at(point)][usize::from(self.player)];
        let mut taken = [0; 4];
        for (index, head) in self.board.captured_by(point, self.player).enumerate() {
            if !taken.contains(&head) {
                taken[index] = head;
                let other = usize::from(1 - self.player);
                hash = self.board.chain(head).fold(hash, |hash, stone| hash ^ ZOBRIST[at(stone)][other]);
            }
        }
        hash
    }
}

impl Builtin for Go {
    const NAME: &'static str = "go";
    const SUMMARY: &'static str = "surround territory, on 9x9 or any board up to 19x19";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        Go::new(options)
    }
}

impl Game for Go {
    type State = State;
    /// The point, or [`PASS`].
    type Move = Point;

    fn info(&self) -> GameInfo {
        GameInfo {
            longest: Some(u32::from(self.longest)),
            widest: Some(self.points.len() as u32 + 1),
            seats: vec!["black".to_owned(), "white".to_owned()],
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    fn start(&self, _: &mut Random) -> State {
        let history = if self.options.superko == Superko::Positional { vec![0] } else { Vec::new() };
        let board = Board::new(self.options.size);
        State { board, ko: 0, passes: 0, player: 0, number: 0, last: [0, 0], history }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<Point>) -> Turn {
        if self.is_over(state) {
            return Turn::Over;
        }
        moves.extend(self.points.iter().copied().filter(|&point| self.is_legal(state, point)));
        moves.push(PASS);
        Turn::Player(Player(state.player))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Point) {
        if mv == PASS { state.pass() } else { self.put(state, mv) }
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        let margin = self.margin(state);
        let black = if margin == 0.0 { 0.5 } else { f64::from(u8::from(margin > 0.0)) };
        if player.0 == 0 { black } else { 1.0 - black }
    }

    /// Draws among empty points and the pass until the move is legal: all legal moves are equally likely.
    #[inline]
    fn random_step<L: Recorder<Point>>(
        &self,
        state: &mut State,
        _: &mut Moves<Point>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        if self.is_over(state) {
            return false;
        }
        let empties = state.board.empties();
        let mv = loop {
            let index = rng.below(empties + 1);
            if index == empties {
                break PASS;
            }
            let point = state.board.nth_empty(index);
            if self.is_legal(state, point) {
                break point;
            }
        };
        recorder.record(Some(Player(state.player)), mv);
        self.play(state, mv);
        true
    }

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, State, Point> {
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
