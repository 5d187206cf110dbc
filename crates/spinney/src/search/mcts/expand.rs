//! Expansion: a leaf gets its children, all in one block, in random order where unvisited ones are tried first.

use super::config::{Prior, Unvisited};
use super::context::Context;
use super::transpositions::Known;
use super::tree::{Children, Field, Kind, Node, ROOT, Sharing, Slot};
use super::worker::Worker;
use crate::game::capabilities::default_code;
use crate::game::{Game, Moves, Payoffs, Player, Turn};

/// What became of a leaf.
pub(crate) enum Expansion {
    /// It has children now.
    Done(Children),
    /// The game is over there, with these shifted payoffs.
    Over(Payoffs),
    /// It stays a leaf: memory is used up, or another thread is at it.
    Not,
    /// The budget ended before it had its children.
    Stopped,
}

/// Expands a leaf whose position is `state`.
pub(crate) fn expand<S: Sharing, G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    node: &Node<G::Move>,
    state: &G::State,
) -> Expansion {
    if !node.claim::<S>() {
        return Expansion::Not;
    }
    worker.moves.clear();
    let (kind, player) = match context.game.turn(state, &mut worker.moves) {
        Turn::Over => {
            let payoffs = context.payoffs(state);
            node.release();
            return Expansion::Over(payoffs);
        }
        Turn::Player(player) => (Kind::Choice, player.0),
        Turn::Chance => (Kind::Chance, 0),
        Turn::Joint => (Kind::Joint, 0),
    };
    if kind == Kind::Choice && (context.plan.prune || context.config.merge) {
        let root = std::ptr::eq(node, context.tree.node(ROOT));
        let prune = context.plan.prune && (context.plan.prune_root || !root);
        let mut moves = std::mem::take(&mut worker.moves);
        let whole =
            prune_moves(context.game, state, &mut moves, prune, context.config.merge, || worker.must_stop(context));
        worker.moves = moves;
        if !whole {
            node.release();
            return Expansion::Stopped;
        }
    }
    let key = context
        .config
        .transpositions
        .then(|| context.game.capabilities().key.map(|capability| capability.key(state)))
        .flatten();
    if let Some(known) = key.and_then(|key| context.shared.transpositions.get(key)) {
        let block = context.tree.block(known.children);
        context.tree.publish::<S>(node, known.children, block.nodes.len() as u32, known.kind);
        if block.nodes.iter().any(Node::is_proven) {
            node.bound();
        }
        return Expansion::Done(known.children);
    }
    let total = worker.moves.len();
    if !context.tree.can_hold(total) {
        worker.too_wide = worker.too_wide.max(total);
        node.release();
        return Expansion::Not;
    }
    let count = total as u32;
    let one_by_one = kind == Kind::Choice && context.config.unvisited == Unvisited::First && key.is_none();
    worker.order.clear();
    worker.order.extend(0..count);
    if one_by_one {
        worker.rng.shuffle(&mut worker.order);
    }
    let (order, moves) = (&worker.order, &worker.moves);
    let mover = |position: usize| match kind {
        Kind::Joint => seat_of(moves, position),
        _ => player,
    };
    let added = context.tree.add(total, |position| {
        let listed = order[position] as usize;
        Node::new(moves[listed], mover(listed))
    });
    let Some(children) = added else {
        node.release();
        return Expansion::Not;
    };
    if !fill_tables(context, worker, children, state, kind, Player(player)) {
        node.release();
        return Expansion::Stopped;
    }
    if context.meter.was_cut() {
        node.release();
        return Expansion::Stopped;
    }
    if let Some(key) = key {
        context.shared.transpositions.insert(key, Known { children, kind });
    }
    context.tree.publish::<S>(node, children, if one_by_one { 0 } else { count }, kind);
    Expansion::Done(children)
}

/// Leaves out moves of a player's turn that need no node: dominated ones, and all but the first of several that lead to
/// mirror images of each other. Returns `false` if `must_stop`, called before every move that has to be played, ended
/// it.
pub(super) fn prune_moves<G: Game>(
    game: &G,
    state: &G::State,
    moves: &mut Moves<G::Move>,
    prune: bool,
    merge: bool,
    mut must_stop: impl FnMut() -> bool,
) -> bool {
    let capabilities = game.capabilities();
    if let (Some(tactics), true) = (capabilities.tactics, prune) {
        tactics.prune_dominated(state, moves);
    }
    let mut stopped = false;
    if let (Some(key), true) = (capabilities.key, merge) {
        let mut seen = Vec::with_capacity(moves.len());
        moves.retain(|&mv| {
            stopped = stopped || must_stop();
            if stopped {
                return true;
            }
            let mut after = state.clone();
            game.play(&mut after, mv);
            let Some(key) = key.symmetric_key(&after) else { return true };
            let new = !seen.contains(&key);
            seen.push(key);
            new
        });
    }
    !stopped
}

/// Whose section of a joint turn a listed move belongs to.
fn seat_of<M: Copy>(moves: &Moves<M>, position: usize) -> u8 {
    let mut end = 0;
    for seat in 0..moves.sections() {
        end += moves.section(seat).len();
        if position < end {
            return seat as u8;
        }
    }
    0
}

/// Codes, chance weights and priors of new children. Returns `false` if the budget ended before.
fn fill_tables<G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    children: Children,
    state: &G::State,
    kind: Kind,
    player: Player,
) -> bool {
    let block = context.tree.block(children);
    if context.plan.codes {
        let capability = context.game.capabilities().codes;
        for (slot, node) in block.table(Field::Code).iter().zip(block.nodes) {
            let code =
                capability.map_or_else(|| default_code(node.mv()), |capability| capability.code(state, node.mv()));
            slot.store(code, std::sync::atomic::Ordering::Relaxed);
        }
    }
    let priors = block.table(Field::Prior);
    match kind {
        Kind::Chance => {
            for (slot, &listed) in priors.iter().zip(&worker.order) {
                slot.set(worker.moves.weight(listed as usize));
            }
        }
        Kind::Choice if !priors.is_empty() && context.config.prior == Prior::Evaluate => {
            let Some(weights) = evaluated_priors(context, worker, block.nodes, state, player) else { return false };
            for (slot, weight) in priors.iter().zip(weights) {
                slot.set(weight);
            }
        }
        _ => {
            for slot in priors {
                slot.set(1.0 / priors.len() as f64);
            }
        }
    }
    true
}

/// How sharply evaluations turn into priors: a difference of the whole range is a factor of e⁸.
const SHARPNESS: f64 = 8.0;

/// Softmax over the evaluation of the position behind each move; `None` if the budget ended before.
fn evaluated_priors<G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    nodes: &[Node<G::Move>],
    state: &G::State,
    player: Player,
) -> Option<Vec<f64>> {
    let Some(capability) = context.game.capabilities().evaluate else {
        return Some(vec![1.0 / nodes.len() as f64; nodes.len()]);
    };
    let value = |node: &Node<G::Move>| {
        let mut after = state.clone();
        context.game.play(&mut after, node.mv());
        let value = SHARPNESS * capability.evaluate(&after, player) / context.width();
        (!worker.must_stop(context)).then_some(value)
    };
    let values: Vec<f64> = nodes.iter().map(value).collect::<Option<_>>()?;
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = values.iter().map(|value| (value - most).exp()).collect();
    let all: f64 = weights.iter().sum();
    Some(weights.into_iter().map(|weight| weight / all).collect())
}
