//! Joint moves: one cell for each agent, all at the same time.
//!
//! An agent's cells leave out those on which another agent stands now, and no two agents end on one cell. So a joint
//! move is legal when the agents make it one after the other too. If there is none (an agent is boxed in by others),
//! the agents move one after the other as by the rules, and an agent that cannot move stays.

use spinney::random::Random;

use super::super::board::{Board, MOST_AGENTS, Rules};

/// A joint move: three bits for each agent, from the first on. They are the place of its cell among its neighbours, or
/// [`STAY`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joint(pub(super) u32);

const STAY: u32 = 4;
const BITS: usize = 3;

/// Attempts to draw a joint move before all of them are listed.
const ATTEMPTS: u32 = 64;

/// The first agent that moves in this round.
#[inline]
fn first(board: &Board) -> usize {
    usize::from(board.turn).max(1) - 1
}

impl Joint {
    /// The cells of all agents after the move.
    #[inline]
    pub(super) fn cells(self, rules: &Rules, board: &Board) -> [u16; MOST_AGENTS] {
        let mut cells = board.agents;
        for (agent, cell) in cells.iter_mut().enumerate().take(rules.agents).skip(first(board)) {
            if let Some(&to) = rules.near(*cell).get((self.0 >> (BITS * agent) & 7) as usize) {
                *cell = to;
            }
        }
        cells
    }

    /// Every joint move of the agents that have not moved in this round, the last agent's cell changing first.
    pub(super) fn list(rules: &Rules, board: &Board, into: &mut Vec<Joint>) {
        into.clear();
        let mut lister = Lister { rules, board, together: true, into };
        lister.extend(first(board), board.agents, 0);
        if lister.into.is_empty() {
            lister.together = false;
            lister.extend(first(board), board.agents, 0);
        }
    }

    /// The cells of all agents after a uniformly random joint move. `scratch` is for the rare position with few of
    /// them.
    #[inline]
    pub(super) fn draw(rules: &Rules, board: &Board, rng: &mut Random, scratch: &mut Vec<Joint>) -> [u16; MOST_AGENTS] {
        'attempt: for _ in 0..ATTEMPTS {
            let mut cells = board.agents;
            for agent in first(board)..rules.agents {
                let to = rules.near(board.agents[agent]).draw(rng);
                // The agents that moved, and those that stand where all stood before.
                if cells.contains(&to) || board.agent_on(to).is_some() {
                    continue 'attempt;
                }
                cells[agent] = to;
            }
            return cells;
        }
        Joint::list(rules, board, scratch);
        scratch[rng.below(scratch.len())].cells(rules, board)
    }
}

/// A list under way.
struct Lister<'l> {
    rules: &'l Rules,
    board: &'l Board,
    /// Whether the cells that the agents leave are closed to the others.
    together: bool,
    into: &'l mut Vec<Joint>,
}

impl Lister<'_> {
    /// Lists the moves of the agents from `agent` on, where `cells` are the places of all.
    fn extend(&mut self, agent: usize, cells: [u16; MOST_AGENTS], code: u32) {
        if agent == self.rules.agents {
            self.into.push(Joint(code));
            return;
        }
        let mut stays = !self.together;
        for (place, &to) in self.rules.near(cells[agent]).iter().enumerate() {
            let closed = self.together && self.board.agent_on(to).is_some();
            if !closed && !cells.contains(&to) {
                stays = false;
                let mut cells = cells;
                cells[agent] = to;
                self.extend(agent + 1, cells, code | (place as u32) << (BITS * agent));
            }
        }
        if stays {
            self.extend(agent + 1, cells, code | STAY << (BITS * agent));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::End;
    use super::super::super::cells::{NOWHERE, OUT, cell};
    use super::*;

    fn board(agents: &[(usize, usize)]) -> Board {
        let mut board =
            Board { x: NOWHERE, seen: NOWHERE, agents: [OUT; MOST_AGENTS], moved: 1, turn: 1, end: End::Not };
        for (place, &(column, row)) in board.agents.iter_mut().zip(agents) {
            *place = cell(column, row);
        }
        board
    }

    fn listed(rules: &Rules, board: &Board) -> Vec<Vec<u16>> {
        let mut list = Vec::new();
        Joint::list(rules, board, &mut list);
        list.iter().map(|joint| joint.cells(rules, board)[..rules.agents].to_vec()).collect()
    }

    /// Agents on a1 and b1 of 3x3: the first goes only down, since b1 is taken now; the second goes down or right.
    #[test]
    fn a_cell_that_another_agent_leaves_is_closed() {
        let rules = Rules::new(3, 2, 9, 3);
        let [a2, b2, c1] = [cell(0, 1), cell(1, 1), cell(2, 0)];
        assert_eq!(listed(&rules, &board(&[(0, 0), (1, 0)])), [[a2, b2], [a2, c1]]);
    }

    /// Agents on a1 and b2 of 3x3 share the cells a2 and b1.
    #[test]
    fn no_two_agents_end_on_one_cell() {
        let rules = Rules::new(3, 2, 9, 3);
        let [a2, b1, c2, b3] = [cell(0, 1), cell(1, 0), cell(2, 1), cell(1, 2)];
        let expected = [[a2, b1], [a2, b3], [a2, c2], [b1, b3], [b1, a2], [b1, c2]];
        assert_eq!(listed(&rules, &board(&[(0, 0), (1, 1)])), expected);
    }

    /// Four agents far from each other and from the edge have 256 joint moves.
    #[test]
    fn four_agents_have_256() {
        let rules = Rules::new(15, 4, 35, 3);
        assert_eq!(listed(&rules, &board(&[(2, 2), (2, 12), (12, 2), (12, 12)])).len(), 256);
    }

    /// The first agent is boxed in on a1 until another leaves, so the agents move one after the other.
    #[test]
    fn an_agent_that_is_boxed_in_waits_for_the_others() {
        let rules = Rules::new(3, 3, 9, 3);
        let [a1, b2, c1] = [cell(0, 0), cell(1, 1), cell(2, 0)];
        let mut board = board(&[(1, 0), (0, 0), (0, 1)]);
        let list = listed(&rules, &board);
        // b1 leaves for b2 or c1, then a1 follows to b1, then a2 goes where there is room.
        assert!(list.iter().all(|cells| [b2, c1].contains(&cells[0]) && cells[1] == cell(1, 0)), "{list:?}");
        assert!(list.iter().any(|cells| cells[2] == a1));
        // On its own turn it has not yet moved, and is left out.
        board.turn = 3;
        assert!(listed(&rules, &board).iter().all(|cells| cells[1] == a1));
    }

    #[test]
    fn random_joint_moves_are_uniform() {
        let rules = Rules::new(3, 2, 9, 3);
        let (mut rng, mut scratch) = (Random::new(1), Vec::new());
        let board = board(&[(0, 0), (1, 1)]);
        let list = listed(&rules, &board);
        let mut counts = vec![0u32; list.len()];
        for _ in 0..60_000 {
            let cells = Joint::draw(&rules, &board, &mut rng, &mut scratch);
            counts[list.iter().position(|listed| *listed == cells[..2]).expect("a joint move")] += 1;
        }
        // Six sigma around 10,000 with a standard deviation of about 91.
        assert!(counts.iter().all(|count| (9_450..=10_550).contains(count)), "{counts:?}");
    }

    #[test]
    fn boxed_in_agents_are_drawn_too() {
        let rules = Rules::new(3, 3, 9, 3);
        let board = board(&[(1, 0), (0, 0), (0, 1)]);
        let list = listed(&rules, &board);
        let (mut rng, mut scratch) = (Random::new(1), Vec::new());
        for _ in 0..100 {
            let cells = Joint::draw(&rules, &board, &mut rng, &mut scratch);
            assert!(list.iter().any(|listed| *listed == cells[..3]));
        }
    }
}
