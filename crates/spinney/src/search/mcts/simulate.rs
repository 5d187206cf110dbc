//! Simulation: from a leaf to the end of the game, or to the cap.

use super::config::Playout;
use super::context::Context;
use super::tree::Sharing;
use super::worker::{Ending, Worker};
use crate::game::{Deaf, Game, Listener, Payoffs, Player, Turn};

/// How a playout ended.
pub(crate) struct Outcome {
    /// Shifted payoffs, or the evaluation where the playout was cut.
    pub(crate) payoffs: Payoffs,
    /// How it came to an end.
    pub(crate) ending: Ending,
}

/// Plays `state` out by the configured policy, reporting moves to the worker's trace if anybody listens.
pub(crate) fn play_out<S: Sharing, G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    state: &mut G::State,
) -> Outcome {
    let (over, turns) = if context.config.learns() {
        learnt(context, worker, state)
    } else if context.plan.listens {
        let mut moves = std::mem::take(&mut worker.trace.moves);
        let result = by_game(context, worker, state, &mut moves);
        worker.trace.moves = moves;
        result
    } else {
        by_game(context, worker, state, &mut Deaf)
    };
    match (over, turns) {
        (false, _) => Outcome { payoffs: cut::<S, G>(context, worker, state), ending: Ending::Cut },
        (true, 0) => Outcome { payoffs: context.payoffs::<S>(state), ending: Ending::Leaf },
        (true, _) => Outcome { payoffs: context.payoffs::<S>(state), ending: Ending::Playout },
    }
}

/// Uniform play or a policy of the game. Returns whether the end was reached, and the turns it took.
#[inline]
fn by_game<G: Game, L: Listener<G::Move>>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    state: &mut G::State,
    listener: &mut L,
) -> (bool, u32) {
    if let (Some(policy), Some(playouts)) = (context.plan.policy, context.game.skills().playouts) {
        let mut counter = Counter { listener, count: 0 };
        let over = playouts.play_out(policy, state, context.plan.cap, &mut worker.rng, &mut counter);
        return (over, counter.count);
    }
    let mut turns = 0;
    while turns < context.plan.cap {
        if !context.game.random_step(state, &mut worker.moves, &mut worker.rng, listener) {
            return (true, turns);
        }
        turns += 1;
    }
    worker.moves.clear();
    (context.game.turn(state, &mut worker.moves) == Turn::Over, turns)
}

/// Counts moves on their way to a listener.
struct Counter<'l, L> {
    listener: &'l mut L,
    count: u32,
}

impl<M, L: Listener<M>> Listener<M> for Counter<'_, L> {
    fn hear(&mut self, player: Option<Player>, mv: M) {
        self.count += 1;
        self.listener.hear(player, mv);
    }
}

/// Play by the statistics of earlier playouts.
fn learnt<G: Game>(context: &Context<'_, G>, worker: &mut Worker<G>, state: &mut G::State) -> (bool, u32) {
    let pairs = context.config.playout == Playout::Nst;
    let mut chosen = Vec::new();
    for turns in 0..context.plan.cap {
        worker.moves.clear();
        match context.game.turn(state, &mut worker.moves) {
            Turn::Over => return (true, turns),
            Turn::Chance => {
                let mv = worker.moves[worker.moves.draw_weighted(&mut worker.rng)];
                worker.trace.moves.push((None, mv));
                context.game.play(state, mv);
            }
            Turn::Player(player) => {
                // The code of the move before: pairs are looked up by the hash of the move, or by its code where the
                // game gives one, exactly as they are learnt.
                let before = pairs.then(|| worker.last_code(context)).flatten();
                let position = worker.stats.choose(context, state, player.0, &worker.moves, before, &mut worker.rng);
                let mv = worker.moves[position];
                worker.hear_learnt(context, state, player, mv);
                context.game.play(state, mv);
            }
            Turn::Joint => {
                worker.stats.choose_joint(context, state, &worker.moves, &mut worker.rng, &mut chosen);
                for (seat, &mv) in chosen.iter().enumerate() {
                    worker.trace.moves.push((Some(Player(seat as u8)), mv));
                }
                context.game.play_joint(state, &chosen);
            }
        }
    }
    worker.moves.clear();
    (context.game.turn(state, &mut worker.moves) == Turn::Over, context.plan.cap)
}

/// What a playout is worth that was cut before its end: the game's evaluation, or the middle of the range.
fn cut<S: Sharing, G: Game>(context: &Context<'_, G>, worker: &mut Worker<G>, state: &G::State) -> Payoffs {
    worker.cut_playouts += 1;
    match context.game.skills().evaluate.filter(|_| context.config.evaluate) {
        Some(skill) => context.shift::<S>(|player| skill.evaluate(state, player)),
        None => [context.shifted_low() + context.width() / 2.0; crate::game::MAX_PLAYERS],
    }
}
