//! An alpha-beta search with a trace of every node, every window and every cut-off; plain minimax with a trace of
//! every node and every comparison.

use super::config::MAX_DEPTH;
use super::cut_reasons;
use super::knowledge::Knowledge;
use super::plain::Run;
use super::root::Root;
use super::trace::{Event, Step, Via};
use super::worker::Setting;
use super::{Config, MinimaxConfig, mover, prepare_table, root_moves, run};
use crate::budget::{Budget, Limit};
use crate::evaluation::Evaluator;
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::Report;
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
    /// The best move and the expected continuation.
    pub line: Vec<M>,
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
    let player = decider(game, state)?;
    config.check(game)?;
    let mut table = None;
    prepare_table(game, config, budget, &mut table);
    let view = View::of(game, state, player);
    let evaluator = Evaluator::new(game, config.weights.as_ref())?;
    let setting = Setting::new(game, config, player, evaluator, table.as_ref());
    let mut root = Root::new(root_moves(game, config, &view, rng));
    let mut totals = run(&setting, state, &mut root, &budget.start(), rng, Vec::new());
    cut_reasons::find(&mut totals.tracer);
    Ok(Trace {
        events: totals.tracer,
        value: root.known.as_ref().map(|known| known.value),
        best: root.known.as_ref().map(Knowledge::answer).or(root.moves.first().map(|first| first.mv)),
        line: root.known.map_or_else(Vec::new, |known| known.line),
        nodes: totals.nodes,
        leaves: totals.leaves,
        ended_by: root.ended_by,
    })
}

/// The player that decides, or the reason why there is none.
fn decider<G: Game>(game: &G, state: &G::State) -> Result<Player, Refusal> {
    mover(game, state).ok_or_else(|| Refusal::new(RefusalKind::NotToMove, "explain begins where one player is to move"))
}

/// The steps of plain minimax and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct MinimaxTrace<M> {
    /// All steps, in order.
    pub steps: Vec<Step<M>>,
    /// The value of the root, for every player.
    pub payoffs: Option<Vec<f64>>,
    /// The first of the best moves and the expected continuation.
    pub line: Vec<M>,
    /// Positions entered below the root.
    pub nodes: u64,
    /// Positions that were evaluated, or in which the game was over.
    pub leaves: u64,
    /// What ended the search.
    pub ended_by: Limit,
}

/// Searches by plain minimax, in one search to the depth and with the moves in the order of the rules, and records every
/// step. `budget` limits the nodes, since every one of them is recorded.
pub fn trace_minimax<G: Game>(
    game: &G,
    config: &MinimaxConfig,
    state: &G::State,
    budget: &Budget,
) -> Result<MinimaxTrace<G::Move>, Refusal> {
    let player = decider(game, state)?;
    config.check(game)?;
    let evaluator = Evaluator::new(game, config.weights.as_ref())?;
    let meter = budget.start();
    let mut run = Run::new(game, config, &evaluator, player, &meter, Report::new(None), Vec::new());
    // The root is not counted, as in other searches.
    run.most = run.most.saturating_add(1);
    let worth = run.worth(Box::new(state.clone()), config.depth.unwrap_or(MAX_DEPTH), 0, Via::ROOT);
    let finished = if worth.as_ref().is_some_and(|worth| worth.complete) { Limit::Finished } else { Limit::Depth };
    Ok(MinimaxTrace {
        steps: run.tracer,
        payoffs: worth.as_ref().map(|worth| worth.value[..game.info().players()].to_vec()),
        line: worth.map_or_else(Vec::new, |worth| worth.line),
        nodes: run.nodes.saturating_sub(1),
        leaves: run.leaves,
        ended_by: run.stopped.unwrap_or(finished),
    })
}
