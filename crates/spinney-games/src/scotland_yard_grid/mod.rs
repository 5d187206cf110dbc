//! Scotland Yard on a grid: Mr. X hides, agents search for him, and his location is revealed at fixed intervals.
//!
//! In every round Mr. X moves first, then all agents in the order of their numbers. Every piece must move one cell up,
//! down, left or right. An agent cannot enter a cell occupied by another agent; an agent that is boxed in is skipped.
//! Mr. X loses if he moves onto an agent, if all cells next to him are occupied, or if an agent moves onto him. He wins
//! when the last round, including the agents' moves, is over. The pieces start on distinct random cells such that Mr. X
//! can move.
//!
//! The agents are visible to both players. Mr. X is revealed after every `reveal`-th of his moves and at no other time;
//! his initial cell is hidden. There are two players, `mr-x` and `agents`; the agents share their information.
//!
//! A position carries the exact set of possible locations of Mr. X from the agents' point of view: it grows by his
//! moves, loses cells where an agent has looked without finding him, and is a single cell when he is revealed. The set
//! is public; Mr. X knows it too.

mod board;
mod cells;
mod drawing;
mod evaluation;
mod hidden;
mod notation;
mod options;
mod playouts;
mod tactics;

pub mod players;

pub use options::{Options, PRESETS, Preset};

use spinney::game::capabilities::{Coalition, Key, Length};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};

use self::board::{Board, End, Rules};
use self::cells::{Cells, NOWHERE};
use crate::registry::{Builtin, PlayerOf};

/// The seat of Mr. X.
const MR_X: Player = Player(0);
/// The seat of the agents.
const AGENTS: Player = Player(1);

/// The rules.
#[derive(Clone, Debug)]
pub struct ScotlandYardGrid {
    rules: Rules,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    board: Board,
    /// Mr. X's possible locations from the agents' point of view. In a finished game, his actual cell.
    possible: Cells,
    /// His possible locations just before the last sighting. Empty in a position that was parsed from text.
    suspected: Cells,
}

impl State {
    /// The piece to move.
    #[inline]
    fn mover(&self) -> Player {
        if self.board.turn == 0 { MR_X } else { AGENTS }
    }
}

/// A step: the cell that the piece goes to, `32 · row + column`, rows counted from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub u16);

impl Builtin for ScotlandYardGrid {
    const NAME: &'static str = "scotland-yard-grid";
    const SUMMARY: &'static str = "agents hunt Mr. X, who is revealed at intervals, on a grid";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        ScotlandYardGrid::new(options)
    }

    fn players() -> Vec<PlayerOf<Self>> {
        players::all()
    }
}

impl Default for ScotlandYardGrid {
    fn default() -> Self {
        ScotlandYardGrid::new(Options::default()).expect("the usual game is possible")
    }
}

impl ScotlandYardGrid {
    /// The game with these options, or an error if they are invalid.
    pub fn new(options: Options) -> Result<Self, String> {
        let Preset { size, agents, rounds, reveal, .. } = options.numbers()?;
        Ok(ScotlandYardGrid { rules: Rules::new(size, agents, rounds as u16, reveal as u16) })
    }

    /// The possible locations of Mr. X if nothing is known.
    fn anywhere(&self, board: &Board) -> Cells {
        let mut cells = Cells::all(self.rules.size);
        board.agents[..self.rules.agents].iter().for_each(|&agent| cells.remove(agent));
        self.drop_boxed_in(board, &mut cells);
        cells
    }

    /// If Mr. X is to move, he is on a cell from which he can; otherwise the game would be over.
    #[inline]
    fn drop_boxed_in(&self, board: &Board, cells: &mut Cells) {
        if board.turn == 0 {
            for &agent in &board.agents[..self.rules.agents] {
                for &cell in self.rules.near(agent).iter() {
                    if cells.contains(cell) && self.rules.is_boxed_in(board, cell) {
                        cells.remove(cell);
                    }
                }
            }
        }
    }

    /// Moves the piece whose turn it is, and updates the possible locations.
    #[inline]
    fn step(&self, state: &mut State, to: u16) {
        let by_x = state.board.turn == 0;
        let seen = self.rules.step(&mut state.board, to);
        let State { board, possible, suspected } = state;
        if by_x {
            let mut moved = possible.spread(self.rules.size);
            board.agents[..self.rules.agents].iter().for_each(|&agent| moved.remove(agent));
            *possible = moved;
            if seen {
                (*suspected, *possible) = (moved, Cells::only(to));
            }
        } else {
            possible.remove(to);
        }
        if board.end != End::Not && board.x != NOWHERE {
            *possible = Cells::only(board.x);
        } else {
            self.drop_boxed_in(board, possible);
            // A single possible location is known.
            if board.x == NOWHERE && possible.len(self.rules.size) == 1 {
                board.x = possible.nth(0);
            }
        }
    }

    /// Distance from a cell to the nearest agent.
    #[inline]
    fn nearest(&self, board: &Board, place: u16) -> u16 {
        let agents = &board.agents[..self.rules.agents];
        agents.iter().map(|&agent| cells::distance(agent, place)).min().unwrap_or(0)
    }
}

impl Game for ScotlandYardGrid {
    type State = State;
    type Move = Move;

    fn info(&self) -> GameInfo {
        GameInfo {
            hidden: true,
            random_start: true,
            longest: Some(u32::from(self.rules.rounds) * (1 + self.rules.agents as u32)),
            widest: Some(4),
            seats: vec!["mr-x".to_owned(), "agents".to_owned()],
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    fn start(&self, rng: &mut Random) -> State {
        let board = self.rules.start(rng);
        State { board, possible: self.anywhere(&board), suspected: Cells::EMPTY }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<Move>) -> Turn {
        let board = &state.board;
        if board.end != End::Not {
            return Turn::Over;
        }
        if board.mover() == NOWHERE {
            // The agents' point of view: the moves that Mr. X may have.
            moves.extend(state.possible.spread(self.rules.size).iter().map(Move));
        } else {
            moves.extend(self.rules.targets(board).iter().map(|&to| Move(to)));
        }
        Turn::Player(state.mover())
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        self.step(state, mv.0);
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        f64::from((state.board.end == End::Escaped) == (player == MR_X))
    }

    #[inline]
    fn random_step<L: Recorder<Move>>(
        &self,
        state: &mut State,
        scratch: &mut Moves<Move>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        let board = &state.board;
        if board.end != End::Not {
            return false;
        }
        if board.mover() == NOWHERE {
            return spinney::game::random_step_by_listing(self, state, scratch, rng, recorder);
        }
        let to = self.rules.targets(board).draw(rng);
        recorder.record(Some(state.mover()), Move(to));
        self.step(state, to);
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
            tactics: Some(self),
            playouts: Some(self),
            hidden: Some(self),
            belief_prior: Some(self),
            coalition: Some(self),
            length: Some(self),
            ..Capabilities::none()
        }
    }
}

impl Key for ScotlandYardGrid {
    /// Includes the agents' knowledge: positions that differ only in it are played differently.
    fn key(&self, state: &State) -> u64 {
        let board = &state.board;
        let end = match board.end {
            End::Not => 0,
            End::Caught(agent) => 1 + u64::from(agent),
            End::RanInto(agent) => 11 + u64::from(agent),
            End::BoxedIn => 21,
            End::Escaped => 22,
        };
        let places = [board.x, board.seen, board.moved, u16::from(board.turn)];
        let agents = board.agents.chunks(3).map(|agents| agents.iter().fold(0, |all, &a| all << 16 | u64::from(a)));
        let places = places.iter().fold(0, |all, &place| all << 16 | u64::from(place));
        let known = state.possible.0[..self.rules.size].chunks(2);
        let known = known.map(|rows| rows.iter().fold(0, |all, &row| all << 32 | u64::from(row)));
        agents.chain(known).fold(mix(places ^ mix(end)), |key, part| mix(key ^ part))
    }
}

impl Coalition for ScotlandYardGrid {
    fn member(&self, state: &State, _: Move) -> u8 {
        state.board.turn.saturating_sub(1)
    }

    fn achiever(&self, state: &State) -> Option<u8> {
        match state.board.end {
            End::Caught(agent) => Some(agent),
            _ => None,
        }
    }
}

impl Length for ScotlandYardGrid {
    fn unit(&self) -> &'static str {
        "rounds"
    }

    fn length(&self, state: &State) -> u32 {
        state.board.moved.into()
    }
}
