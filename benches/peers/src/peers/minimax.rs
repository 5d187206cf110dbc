//! minimax 0.6, its Monte-Carlo strategy: once with its own rollout, once with a policy that draws without listing.
//! It includes a solver, and its exploration is fixed at √2 with a binary logarithm.

use ::minimax::{Game, MCTSOptions, MonteCarloTreeSearch, RolloutPolicy, Strategy, Winner};
use rand::RngCore;
use rand::rngs::SmallRng;

use crate::board::Board;

struct ConnectFour;

#[inline(always)]
fn winner(board: &Board) -> Option<Winner> {
    if board.won() {
        Some(Winner::PlayerJustMoved)
    } else if board.full() {
        Some(Winner::Draw)
    } else {
        None
    }
}

impl Game for ConnectFour {
    type S = Board;
    type M = u8;

    #[inline(always)]
    fn generate_moves(state: &Board, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = winner(state);
        if winner.is_none() {
            moves.extend(state.columns());
        }
        winner
    }

    #[inline(always)]
    fn apply(state: &mut Board, column: u8) -> Option<Board> {
        let mut next = *state;
        next.play(column);
        Some(next)
    }

    #[inline(always)]
    fn get_winner(state: &Board) -> Option<Winner> {
        winner(state)
    }
}

struct Draw;

impl RolloutPolicy for Draw {
    type G = ConnectFour;

    #[inline(always)]
    fn random_move(&self, state: &mut Board, _: &mut Vec<u8>, rng: &mut SmallRng) -> Result<u8, Winner> {
        match winner(state) {
            Some(winner) => Err(winner),
            None => Ok(state.random_column(rng.next_u32())),
        }
    }
}

fn options() -> MCTSOptions {
    MCTSOptions::default().with_num_threads(1).with_rollouts_before_expanding(1)
}

fn run(mut strategy: MonteCarloTreeSearch<ConnectFour>, simulations: u64) -> Option<u8> {
    strategy.set_max_rollouts(simulations as u32);
    strategy.choose_move(&Board::START)
}

/// With minimax's own rollout. It takes its seeds from the operating system.
pub(crate) fn search(simulations: u64, _seed: u64) -> Option<u8> {
    run(MonteCarloTreeSearch::new(options()), simulations)
}

/// With a rollout policy that draws a column without listing them all.
pub(crate) fn search_own_policy(simulations: u64, _seed: u64) -> Option<u8> {
    run(MonteCarloTreeSearch::new_with_policy(options(), Box::new(Draw)), simulations)
}
