//! Move ordering and pruning: Mr. X keeps away from the agents, and agents approach the bulk of his possible locations.

use spinney::game::Moves;
use spinney::game::capabilities::{Codes, Tactics};
use spinney::random::mix;

use super::cells::{NOWHERE, STRIDE, distance};
use super::{Move, ScotlandYardGrid, State};

/// The direction of a step: 0 up, 1 down, 2 left, 3 right.
#[inline]
pub(super) fn direction(from: u16, to: u16) -> usize {
    match (to / STRIDE).cmp(&(from / STRIDE)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => 2 + usize::from(to > from),
    }
}

impl Tactics for ScotlandYardGrid {
    /// Does not depend on Mr. X's cell beyond what the agents know.
    fn rank(&self, state: &State, mv: Move) -> i32 {
        let board = &state.board;
        if board.turn != 0 {
            let from = board.mover();
            return state.possible.sides(self.rules.size, from)[direction(from, mv.0)] as i32;
        }
        let agents = &board.agents[..self.rules.agents];
        let all: i32 = agents.iter().map(|&agent| i32::from(distance(agent, mv.0))).sum();
        match self.nearest(board, mv.0) {
            0 => -1,
            nearest => 1_000 * i32::from(nearest) + all,
        }
    }

    /// Mr. X does not run into an agent: that loses immediately, and a piece to move always has a free cell. Agents
    /// that know his cell capture him.
    fn prune_dominated(&self, state: &State, moves: &mut Moves<Move>) {
        let board = &state.board;
        if board.turn == 0 {
            if board.x != NOWHERE {
                moves.retain(|mv| board.agent_on(mv.0).is_none());
            }
        } else if state.possible.len(self.rules.size) == 1 {
            let there = state.possible.nth(0);
            if moves.iter().any(|mv| mv.0 == there) {
                moves.retain(|mv| mv.0 == there);
            }
        }
    }
}

impl Codes for ScotlandYardGrid {
    /// The same piece on its way to the same cell.
    fn code(&self, state: &State, mv: Move) -> u64 {
        mix(u64::from(state.board.turn) << 16 | u64::from(mv.0))
    }
}
