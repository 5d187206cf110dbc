//! The rules of movement: the pieces, the turn order, and the end of the game. Independent of what each player
//! observes.

use std::ops::Deref;

use spinney::random::Random;

use super::cells::{MOST, NOWHERE, OUT, STRIDE, cell};

/// The most agents.
pub(super) const MOST_AGENTS: usize = 6;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The game is not over.
    Not,
    /// An agent moved onto Mr. X.
    Caught(u8),
    /// Mr. X moved onto an agent.
    RanInto(u8),
    /// Mr. X had no free cell to go to.
    BoxedIn,
    /// The rounds are over.
    Escaped,
}

/// The pieces and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// Mr. X's cell, or [`NOWHERE`] if it is not known.
    pub(super) x: u16,
    /// The cell where he was last seen.
    pub(super) seen: u16,
    /// The agents' cells.
    pub(super) agents: [u16; MOST_AGENTS],
    /// Moves that Mr. X has made.
    pub(super) moved: u16,
    /// The piece to move: 0 for Mr. X, else the number of the agent.
    pub(super) turn: u8,
    pub(super) end: End,
}

impl Board {
    /// The agent on a cell.
    #[inline]
    pub(super) fn agent_on(&self, cell: u16) -> Option<u8> {
        self.agents.iter().position(|&agent| agent == cell).map(|agent| agent as u8)
    }

    /// The cell of the piece to move.
    #[inline]
    pub(super) fn mover(&self) -> u16 {
        if self.turn == 0 { self.x } else { self.agents[usize::from(self.turn) - 1] }
    }
}

/// Up to four cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Targets {
    cells: [u16; 4],
    len: u8,
}

impl Targets {
    #[inline]
    fn push(&mut self, cell: u16) {
        self.cells[usize::from(self.len) & 3] = cell;
        self.len += 1;
    }

    /// A uniformly random one of them.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Random) -> u16 {
        self.cells[rng.below(usize::from(self.len)) & 3]
    }
}

impl Deref for Targets {
    type Target = [u16];
    #[inline]
    fn deref(&self) -> &[u16] {
        &self.cells[..usize::from(self.len).min(4)]
    }
}

/// The parameters of a game, and the adjacency of its cells.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Columns and rows.
    pub(super) size: usize,
    pub(super) agents: usize,
    pub(super) rounds: u16,
    /// Mr. X is revealed after every `reveal`-th of his moves.
    pub(super) reveal: u16,
    /// By cell: the neighbours above, below, left and right that are on the board.
    neighbours: Vec<Targets>,
}

impl Rules {
    pub(super) fn new(size: usize, agents: usize, rounds: u16, reveal: u16) -> Self {
        let mut neighbours = vec![Targets::default(); MOST * MOST];
        for row in 0..size {
            for column in 0..size {
                let here = cell(column, row);
                let near = &mut neighbours[usize::from(here)];
                let steps = [
                    (row > 0, here.wrapping_sub(STRIDE)),
                    (row + 1 < size, here + STRIDE),
                    (column > 0, here.wrapping_sub(1)),
                    (column + 1 < size, here + 1),
                ];
                steps.iter().filter(|(on_board, _)| *on_board).for_each(|&(_, to)| near.push(to));
            }
        }
        Rules { size, agents, rounds, reveal, neighbours }
    }

    /// The cells next to a cell, in the order up, down, left, right.
    #[inline]
    pub(super) fn near(&self, cell: u16) -> &Targets {
        &self.neighbours[usize::from(cell) & (MOST * MOST - 1)]
    }

    /// The destinations of an agent: the neighbouring cells without an agent.
    #[inline]
    pub(super) fn free_near(&self, board: &Board, cell: u16) -> Targets {
        let mut targets = Targets::default();
        for &to in self.near(cell).iter().filter(|&&to| board.agent_on(to).is_none()) {
            targets.push(to);
        }
        targets
    }

    /// The destinations of the piece to move, in a game that is not over. Mr. X may also run into an agent. His cell
    /// must be known if he is to move.
    #[inline]
    pub(super) fn targets(&self, board: &Board) -> Targets {
        if board.turn == 0 { *self.near(board.x) } else { self.free_near(board, board.mover()) }
    }

    /// Whether every neighbour of this cell is occupied by an agent.
    #[inline]
    pub(super) fn is_boxed_in(&self, board: &Board, cell: u16) -> bool {
        self.near(cell).iter().all(|&to| board.agent_on(to).is_some())
    }

    /// Whether Mr. X is seen after this many moves.
    #[inline]
    pub(super) fn is_sighting(&self, moved: u16) -> bool {
        moved.is_multiple_of(self.reveal)
    }

    /// Moves the piece whose turn it is. Returns whether Mr. X is revealed.
    #[inline]
    pub(super) fn step(&self, board: &mut Board, to: u16) -> bool {
        if board.turn == 0 {
            board.x = to;
            board.moved += 1;
            let seen = self.is_sighting(board.moved);
            if seen {
                board.seen = to;
            }
            match board.agent_on(to) {
                Some(agent) => board.end = End::RanInto(agent),
                None => self.pass_on(board),
            }
            seen
        } else {
            board.agents[usize::from(board.turn) - 1] = to;
            if to == board.x {
                board.end = End::Caught(board.turn - 1);
            } else {
                self.pass_on(board);
            }
            false
        }
    }

    /// Moves all agents together and ends the round.
    #[inline]
    pub(super) fn step_together(&self, board: &mut Board, agents: [u16; MOST_AGENTS]) {
        board.agents = agents;
        match board.agent_on(board.x) {
            Some(agent) => board.end = End::Caught(agent),
            None => self.end_round(board),
        }
    }

    /// Gives the turn to the next agent that can move, or to Mr. X if the round is over.
    #[inline]
    fn pass_on(&self, board: &mut Board) {
        for agent in usize::from(board.turn)..self.agents {
            if !self.is_boxed_in(board, board.agents[agent]) {
                board.turn = agent as u8 + 1;
                return;
            }
        }
        self.end_round(board);
    }

    /// Gives the turn to Mr. X, or ends the game if it is over.
    #[inline]
    fn end_round(&self, board: &mut Board) {
        board.turn = 0;
        if board.moved == self.rounds {
            board.end = End::Escaped;
        } else if board.x != NOWHERE && self.is_boxed_in(board, board.x) {
            board.end = End::BoxedIn;
        }
    }

    /// Places the pieces on distinct random cells such that Mr. X can move.
    pub(super) fn start(&self, rng: &mut Random) -> Board {
        let any = |rng: &mut Random| cell(rng.below(self.size), rng.below(self.size));
        loop {
            let mut board =
                Board { x: NOWHERE, seen: NOWHERE, agents: [OUT; MOST_AGENTS], moved: 0, turn: 0, end: End::Not };
            for agent in 0..self.agents {
                board.agents[agent] = loop {
                    let place = any(rng);
                    if board.agent_on(place).is_none() {
                        break place;
                    }
                };
            }
            board.x = any(rng);
            if board.agent_on(board.x).is_none() && !self.is_boxed_in(&board, board.x) {
                return board;
            }
        }
    }
}
