//! An alpha-beta search with a trace of every node, every window and every cut-off.

use super::knowledge::Knowledge;
use super::root::Root;
use super::trace::Event;
use super::worker::Setting;
use super::{Config, mover, prepare_table, root_moves, run};
use crate::budget::{Budget, Limit};
use crate::evaluation::Evaluator;
use crate::game::{Game, Moves, Turn, View};
use crate::random::Random;
use crate::search::{Refusal, RefusalKind};

/// The events of a search and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace<M> {
    /// All events, in order.
    pub events: Vec<Event<M>>,
    /// The value of the root to the player to move there.
    pub value: Option<f64>,
    /// The best move.
    pub best: Option<M>,
    /// Positions entered.
    pub nodes: u64,
    /// Positions that were evaluated, or in which the game was over.
    pub leaves: u64,
    /// What ended the search.
    pub ended_by: Limit,
}

/// The number of leaves of plain minimax to this depth; `None` if more than `most`.
pub fn count_leaves<G: Game>(game: &G, state: &G::State, depth: u32, most: u64) -> Option<u64> {
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    if turn == Turn::Over || depth == 0 {
        return (most > 0).then_some(1);
    }
    let below = if turn == Turn::Chance { depth } else { depth - 1 };
    moves.iter().try_fold(0, |leaves, &mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        Some(leaves + count_leaves(game, &next, below, most - leaves)?)
    })
}

/// Searches and records a trace. `budget` limits the nodes, since every one of them is recorded.
pub fn trace<G: Game>(
    game: &G,
    config: &Config,
    state: &G::State,
    budget: &Budget,
    rng: &mut Random,
) -> Result<Trace<G::Move>, Refusal> {
    if config.threads > 1 {
        return Err(Refusal::contradiction("a search with a trace runs on one thread"));
    }
    let player = mover(game, state)
        .ok_or_else(|| Refusal::new(RefusalKind::NotToMove, "explain begins where one player is to move"))?;
    config.check(game)?;
    let mut table = None;
    prepare_table(game, config, budget, &mut table);
    let view = View::of(game, state, player);
    let evaluator = Evaluator::new(game, config.weights.as_ref())?;
    let setting = Setting::new(game, config, player, evaluator, table.as_ref());
    let mut root = Root::new(root_moves(game, config, &view, rng));
    let totals = run(&setting, state, &mut root, &budget.start(), rng, Vec::new());
    Ok(Trace {
        events: totals.tracer,
        value: root.known.as_ref().map(|known| known.value),
        best: root.known.as_ref().map(Knowledge::answer).or(root.moves.first().map(|first| first.mv)),
        nodes: totals.nodes,
        leaves: totals.leaves,
        ended_by: root.ended_by,
    })
}
