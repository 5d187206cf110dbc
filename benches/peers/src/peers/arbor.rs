//! arbor 0.2: once with its own rollout, once with ours through its hook for leaf evaluation.

use std::cell::Cell;

use ::arbor::{Action, GameResult, GameState, MCTS, Player};

use crate::board::{Board, Rng};

#[derive(Clone, Copy, Debug)]
struct Column(u8);
impl Action for Column {}

#[derive(Clone, Copy, Debug, PartialEq)]
struct First(bool);
impl Player for First {}

#[derive(Clone, Copy, Debug)]
struct State(Board);

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

thread_local! {
    /// The hook gets no generator.
    static RNG: Cell<Rng> = const { Cell::new(Rng(1)) };
}

impl GameState<First, Column> for State {
    #[inline(always)]
    fn actions<F: FnMut(Column)>(&self, f: &mut F) {
        self.0.columns().for_each(|column| f(Column(column)));
    }

    #[inline(always)]
    fn make(&self, action: Column) -> Self {
        let mut next = *self;
        next.0.play(action.0);
        next
    }

    #[inline(always)]
    fn gameover(&self) -> Option<GameResult> {
        if self.0.won() {
            Some(GameResult::Lose)
        } else if self.0.full() {
            Some(GameResult::Draw)
        } else {
            None
        }
    }

    #[inline(always)]
    fn player(&self) -> First {
        First(self.0.first_to_move)
    }

    #[inline(always)]
    fn custom_evaluation(&self) -> f32 {
        let mut rng = RNG.get();
        let result = self.0.playout(&mut rng) as f32;
        RNG.set(rng);
        if self.0.first_to_move { 0.5 + 0.5 * result } else { 0.5 - 0.5 * result }
    }
}

/// With arbor's own rollout. It seeds its generator itself.
pub(crate) fn search(simulations: u64, _seed: u64) -> Option<u8> {
    // The default expands a node on its second visit and explores with √2.
    let mut mcts = MCTS::new(State(Board::START));
    mcts.ponder(simulations as usize);
    mcts.best().map(|action| action.0)
}

/// With the rollout of [`Board`].
pub(crate) fn search_own_rollout(simulations: u64, seed: u64) -> Option<u8> {
    RNG.set(Rng(seed));
    let mut mcts = MCTS::new(State(Board::START)).with_custom_evaluation();
    mcts.ponder(simulations as usize);
    mcts.best().map(|action| action.0)
}
