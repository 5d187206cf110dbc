//! What a simulation is worth to the agents. Mr. X's reward is the opposite.

use super::super::board::{Board, End, Rules};
use super::super::cells::distance;
use super::config::Count;

/// The reward of a simulation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reward {
    /// 1 for a win and 0 for a loss.
    Result,
    /// (100 − moves)·50 for a catch and −1,000 for an escape, less the distances after every move.
    Distance(Count),
}

/// The reward of a simulation under way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    moves: i32,
    sum: i32,
}

impl Reward {
    /// Whether moves in the tree count, before the playout.
    #[inline]
    pub(super) fn counts_tree(self) -> bool {
        matches!(self, Reward::Distance(Count::Search))
    }

    /// Counts a move of a side. The agents' moves of a round are one.
    #[inline]
    pub(super) fn count(self, tally: &mut Tally, rules: &Rules, board: &Board, by_x: bool) {
        if let Reward::Distance(_) = self {
            tally.moves += 1;
            // The moves that each agent has left, that of this round included if it is still to come.
            let left = i32::from(rules.rounds - board.moved) + i32::from(by_x);
            for &agent in &board.agents[..rules.agents] {
                let steps = i32::from(distance(agent, board.x));
                tally.sum -= if steps > left { (steps + 10) * 5 } else { steps };
            }
        }
    }

    /// The agents' reward at the end of a simulation.
    #[inline]
    pub(super) fn at_end(self, tally: Tally, board: &Board) -> f64 {
        let escaped = board.end == End::Escaped;
        match self {
            Reward::Result => f64::from(!escaped),
            Reward::Distance(_) => f64::from(tally.sum + if escaped { -1_000 } else { (100 - tally.moves) * 50 }),
        }
    }

    /// Mr. X's reward, given the agents'.
    #[inline]
    pub(super) fn turned(self, reward: f64) -> f64 {
        match self {
            Reward::Result => 1.0 - reward,
            Reward::Distance(_) => -reward,
        }
    }

    /// A mean reward as a payoff of the game, if it is one.
    pub(super) fn payoff(self, mean: f64) -> Option<f64> {
        matches!(self, Reward::Result).then_some(mean)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::MOST_AGENTS;
    use super::super::super::cells::{OUT, cell};
    use super::*;

    const REWARD: Reward = Reward::Distance(Count::Playout);

    /// Two agents on 5x5, Mr. X on c3, in the last of three rounds.
    fn board(agents: [(usize, usize); 2]) -> Board {
        let mut board =
            Board { x: cell(2, 2), seen: OUT, agents: [OUT; MOST_AGENTS], moved: 2, turn: 0, end: End::Not };
        for (place, (column, row)) in board.agents.iter_mut().zip(agents) {
            *place = cell(column, row);
        }
        board
    }

    /// Mr. X goes from c3 to c4 and the agents from a4 and e1 to b4 and e2; then he goes to c3, and one catches him
    /// there.
    #[test]
    fn a_catch_by_hand() {
        let rules = Rules::new(5, 2, 4, 3);
        let mut tally = Tally::default();
        let mut board = Board { moved: 1, ..board([(0, 3), (4, 0)]) };
        // Three rounds are left: 2 steps and 5 steps, which is too far for three moves: (5 + 10)·5.
        (board.x, board.moved) = (cell(2, 3), 2);
        REWARD.count(&mut tally, &rules, &board, true);
        assert_eq!(tally.sum, -2 - 75);
        // Two moves are left: 1 step, and 4 steps are too far.
        board.agents[..2].copy_from_slice(&[cell(1, 3), cell(4, 1)]);
        REWARD.count(&mut tally, &rules, &board, false);
        assert_eq!(tally.sum, -77 - 1 - 70);
        // Still two moves: 2 steps, and 3 steps are too far.
        (board.x, board.moved) = (cell(2, 2), 3);
        REWARD.count(&mut tally, &rules, &board, true);
        assert_eq!(tally.sum, -148 - 2 - 65);
        // An agent on c3 (it jumps there for the sake of the sum), the other three steps away with one move left.
        board.agents[..2].copy_from_slice(&[cell(2, 2), cell(4, 1)]);
        board.end = End::Caught(0);
        REWARD.count(&mut tally, &rules, &board, false);
        assert_eq!(tally.sum, -215 - 65);
        // Four moves in all.
        assert_eq!(REWARD.at_end(tally, &board), -280.0 + (100.0 - 4.0) * 50.0);
        assert_eq!(REWARD.turned(-280.0), 280.0);
    }

    #[test]
    fn an_escape_costs_1000_and_the_distances() {
        let rules = Rules::new(5, 2, 2, 3);
        let mut tally = Tally::default();
        let mut board = board([(0, 2), (4, 4)]);
        // No move is left, so both are too far.
        board.end = End::Escaped;
        REWARD.count(&mut tally, &rules, &board, false);
        assert_eq!(REWARD.at_end(tally, &board), -1_000.0 - 60.0 - 70.0);
        assert_eq!(Reward::Result.at_end(tally, &board), 0.0);
        assert_eq!(Reward::Result.turned(0.0), 1.0);
        board.end = End::BoxedIn;
        assert_eq!(Reward::Result.at_end(tally, &board), 1.0);
    }
}
