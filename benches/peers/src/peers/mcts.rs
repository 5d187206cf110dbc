//! mcts 0.3, which has no rollout of its own: it gets the one of [`Board`].

use ::mcts::tree_policy::UCTPolicy;
use ::mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

use crate::board::{Board, Rng};

impl GameState for Board {
    type Move = u8;
    /// Whether it is the player with the first move.
    type Player = bool;
    type MoveList = Vec<u8>;

    fn current_player(&self) -> bool {
        self.first_to_move
    }

    fn available_moves(&self) -> Vec<u8> {
        if self.won() { Vec::new() } else { self.columns().collect() }
    }

    fn make_move(&mut self, column: &u8) {
        self.play(*column);
    }
}

struct Rollout;

impl Evaluator<ConnectFour> for Rollout {
    /// The result for the player with the first move.
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &Board,
        moves: &Vec<u8>,
        handle: Option<SearchHandle<ConnectFour>>,
    ) -> (Vec<()>, i64) {
        // The root is evaluated before there is a handle.
        let result = handle.map_or(0, |mut handle| state.playout(&mut handle.thread_data().extra_data));
        (vec![(); moves.len()], result)
    }

    fn evaluate_existing_state(&self, _: &Board, result: &i64, _: SearchHandle<ConnectFour>) -> i64 {
        // Only ends of games are evaluated again.
        *result
    }

    fn interpret_evaluation_for_player(&self, result: &i64, first: &bool) -> i64 {
        if *first { *result } else { -*result }
    }
}

struct ConnectFour;

impl MCTS for ConnectFour {
    type State = Board;
    type Eval = Rollout;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Rng;
}

/// With the rollout of [`Board`]. The library doubles the exploration constant, as it suits results in -1..1.
pub(crate) fn search(simulations: u64, _seed: u64) -> Option<u8> {
    let policy = UCTPolicy::new(std::f64::consts::SQRT_2);
    let mut manager = MCTSManager::new(Board::START, ConnectFour, Rollout, policy, ());
    manager.playout_n(simulations);
    manager.best_move()
}
