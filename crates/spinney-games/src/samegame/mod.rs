//! SameGame (K. Moribe, 1985; also Chain Shot): remove groups of two or more stones of one colour. Stones fall down,
//! empty columns close to the left. A group of n stones is worth (n − 2)² points and an empty board 1,000 more; stones
//! that are left at the end may cost points.
//!
//! A board has up to 16 columns of up to 15 rows and up to 7 colours. Positions are bit-sliced: the groups of all
//! colours are found in parallel, by shifts. A move is the first cell of its group, column by column from the left and
//! in each from the bottom.

mod boards;
mod cells;
mod drawing;
mod evaluation;
mod groups;
mod guided;
mod notation;
mod options;
mod packed;
mod patterns;
mod playouts;
mod score_bounds;
mod stones;

use spinney::game::capabilities::{Codes, Key};
use spinney::game::{Capabilities, Game, GameInfo, Moves, Player, Recorder, Turn};
use spinney::random::{Random, mix};

use cells::Cells;
pub use options::{Options, Penalty, Scan, Tabu};
use stones::{MOST_COLOURS, Stones};

use crate::registry::Builtin;

/// Points for an empty board.
const BONUS: i32 = 1_000;

/// The rules on one board.
#[derive(Clone, Debug)]
pub struct SameGame {
    options: Options,
    columns: usize,
    rows: usize,
    start: Stones,
    /// The colours by their number of stones at the start, the most frequent first.
    by_frequency: [u8; MOST_COLOURS],
    has_patterns: bool,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    stones: Stones,
    /// Points for the groups removed so far.
    score: i32,
    /// Groups removed so far.
    removed: u16,
}

impl State {
    /// Removes a group and returns the cells that have changed.
    #[inline(always)]
    fn remove(&mut self, group: Cells) -> Cells {
        let removal = self.stones.remove(group);
        self.score += worth(removal.size);
        self.removed += 1;
        removal.changed
    }
}

/// A move: the first cell of the group that is removed, `16 * column + row`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u8);

/// The score of a group of this many stones.
#[inline(always)]
fn worth(stones: u32) -> i32 {
    let over = stones as i32 - 2;
    over * over
}

/// The penalty for this many leftover stones.
fn penalty(stones: u32) -> i32 {
    if stones > 2 { worth(stones) } else { 0 }
}

/// The colours by their number of stones, the most frequent first and of equals the one with the lower number.
fn ranked(stones: &Stones) -> [u8; MOST_COLOURS] {
    let counts = stones.counts();
    let mut colours: [u8; MOST_COLOURS] = std::array::from_fn(|index| index as u8 + 1);
    colours.sort_by_key(|&colour| std::cmp::Reverse(counts[usize::from(colour) - 1]));
    colours
}

impl Builtin for SameGame {
    const NAME: &'static str = "samegame";
    const SUMMARY: &'static str =
        "remove groups of one colour; the 20 standard boards, random boards, boards from a file";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        SameGame::new(options)
    }

    fn advice(&self) -> &'static [&'static str] {
        &["portfolio"]
    }
}

impl Default for SameGame {
    fn default() -> Self {
        SameGame::new(Options::default()).expect("the first standard board is possible")
    }
}

impl SameGame {
    /// The rules on the board that the options describe, or an error if there is no such board.
    pub fn new(options: Options) -> Result<Self, String> {
        let board = options.board()?;
        let (columns, rows) = (board.columns, board.rows);
        let start = Stones::new(columns, rows, |column, row| board.colour(column, row));
        Ok(SameGame {
            options,
            columns,
            rows,
            start,
            by_frequency: ranked(&start),
            has_patterns: patterns::has_patterns(&start),
        })
    }

    /// The points of a position if the game ended there.
    fn points(&self, state: &State) -> i32 {
        let left = || state.stones.occupied().len();
        match self.options.penalty {
            _ if state.stones.occupied().is_empty() => state.score + BONUS,
            Penalty::None => state.score,
            Penalty::Whole => state.score - penalty(left()),
            Penalty::PerColour => state.score - state.stones.counts().into_iter().map(penalty).sum::<i32>(),
        }
    }
}

impl Game for SameGame {
    type State = State;
    type Move = Move;

    fn info(&self) -> GameInfo {
        let stones = self.start.occupied().len();
        GameInfo { longest: Some(stones / 2), widest: Some(stones / 2), ..GameInfo::one_player(Self::NAME, None) }
    }

    fn start(&self, _: &mut Random) -> State {
        State { stones: self.start, score: 0, removed: 0 }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<Move>) -> Turn {
        let links = state.stones.links();
        let mut rest = links.cells();
        if rest.is_empty() {
            return Turn::Over;
        }
        while !rest.is_empty() {
            let first = rest.first();
            rest = rest.without(links.group(first));
            moves.push(Move(first));
        }
        Turn::Player(Player(0))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let group = state.stones.links().group(mv.0);
        state.remove(group);
    }

    #[inline]
    fn payoff(&self, state: &State, _: Player) -> f64 {
        f64::from(self.points(state))
    }

    #[inline]
    fn random_step<L: Recorder<Move>>(
        &self,
        state: &mut State,
        _: &mut Moves<Move>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        let links = state.stones.links();
        let corners = links.corners();
        if corners.is_empty() {
            return false;
        }
        let group = playouts::draw(&links, corners, corners.len(), rng);
        recorder.record(Some(Player(0)), Move(group.first()));
        state.remove(group);
        true
    }

    fn capabilities(&self) -> Capabilities<'_, State, Move> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            codes: Some(self),
            evaluate: Some(self),
            features: Some(self),
            playouts: Some(self),
            guided: Some(self),
            score_bounds: Some(self),
            stable_move_id: Some(self),
            patterns: if self.has_patterns { Some(self) } else { None },
            ..Capabilities::none()
        }
    }
}

impl Key for SameGame {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        mix(key_of(&state.stones) ^ state.score as u64)
    }
}

/// A key of the stones and their cells.
#[inline]
fn key_of(stones: &Stones) -> u64 {
    stones.words().fold(0, |key, word| mix(key ^ word))
}

impl Codes for SameGame {
    /// Depends on the removed stones and their cells only, not on the rest of the board.
    #[inline]
    fn code(&self, state: &State, mv: Move) -> u64 {
        let group = state.stones.links().group(mv.0);
        self.code_of(group, state.stones.colour(mv.0))
    }
}

impl SameGame {
    /// The code of removing these cells in this colour: the exclusive or of a number per cell and colour.
    #[inline(always)]
    fn code_of(&self, group: Cells, colour: u8) -> u64 {
        let numbers = &ZOBRIST[usize::from(colour - 1)];
        group.iter().fold(0, |code, cell| code ^ numbers[usize::from(cell)])
    }
}

/// A number per colour and cell.
static ZOBRIST: [[u64; 256]; MOST_COLOURS] = zobrist();

const fn zobrist() -> [[u64; 256]; MOST_COLOURS] {
    let mut table = [[0; 256]; MOST_COLOURS];
    let mut index = 0u64;
    while index < 256 * MOST_COLOURS as u64 {
        table[index as usize / 256][index as usize % 256] = mix(index);
        index += 1;
    }
    table
}
