//! Moves of the agents that were decided before their turns.

use super::super::board::{Board, MOST_AGENTS};

/// A move of one agent, and the position in which it is due.
#[derive(Clone, Copy, Debug)]
struct Planned {
    agents: [u16; MOST_AGENTS],
    moved: u16,
    turn: u8,
    to: u16,
}

/// The agents' plan.
///
/// It outlives the reset of a search, since with hidden information a search is reset after each move. A plan belongs
/// to positions and is followed there only, and the first move of a game is never part of an old one.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan(Vec<Planned>);

/// A step of a line: whose turn it is (0 is Mr. X), and the cell it goes to.
pub(super) type LineStep = (u8, u16);

impl Plan {
    /// Replaces the plan by the agents' moves of a line from `root` on. The first move is made now, so it is left out.
    pub(super) fn keep(&mut self, root: &Board, line: &[LineStep]) {
        self.0.clear();
        let Board { mut agents, mut moved, .. } = *root;
        for (index, &(turn, to)) in line.iter().enumerate() {
            if turn == 0 {
                moved += 1;
                continue;
            }
            if index > 0 {
                self.0.push(Planned { agents, moved, turn, to });
            }
            agents[usize::from(turn) - 1] = to;
        }
    }

    /// The planned move for a position.
    pub(super) fn find(&self, board: &Board) -> Option<u16> {
        let fits =
            |step: &&Planned| step.agents == board.agents && step.moved == board.moved && step.turn == board.turn;
        self.0.iter().find(fits).map(|step| step.to)
    }
}
