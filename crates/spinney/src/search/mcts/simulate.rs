//! Simulation: from a leaf to the end of the game, or to the cap.

use super::config::Playout;
use super::context::Context;
use super::live;
use super::lookahead::Lookahead;
use super::worker::{Ending, Worker};
use crate::budget::Signal;
use crate::game::capabilities::default_code;
use crate::game::{Game, NoRecorder, Payoffs, Player, Recorder, Turn};
use crate::search::playout::{Course, Played};

/// How a playout ended.
pub(crate) struct Outcome {
    /// Shifted payoffs, or the evaluation where the playout was cut.
    pub(crate) payoffs: Payoffs,
    /// How it came to an end.
    pub(crate) ending: Ending,
}

/// Plays `state` out by the configured policy, recording moves in the worker's trace if it is needed. `None` if the
/// budget ended before the playout did: it has no value then.
pub(crate) fn play_out<G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    state: &mut G::State,
) -> Option<Outcome> {
    let played = if context.config.learns() || context.config.lookahead > 0 {
        chosen(context, worker, state)
    } else if context.plan.listens {
        let mut moves = std::mem::take(&mut worker.trace.moves);
        let result = by_game(context, worker, state, &mut moves);
        worker.trace.moves = moves;
        result
    } else {
        by_game(context, worker, state, &mut NoRecorder)
    };
    match played {
        Played::Stopped(_) => None,
        Played::Cut => Some(Outcome { payoffs: cut(context, worker, state), ending: Ending::Cut }),
        Played::Over(0) => Some(Outcome { payoffs: context.payoffs(state), ending: Ending::Leaf }),
        Played::Over(_) => Some(Outcome { payoffs: context.payoffs(state), ending: Ending::Playout }),
    }
}

/// Uniform play or a policy of the game.
#[inline]
fn by_game<G: Game, L: Recorder<G::Move>>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    state: &mut G::State,
    recorder: &mut L,
) -> Played {
    let mut course =
        Course { scratch: &mut worker.moves, rng: &mut worker.rng, pace: &mut worker.pace, meter: context.meter };
    let report = || live::publish(context, worker.simulations, worker.depth, worker.best.as_ref());
    let played = course.by_policy(context.game, context.plan.policy, state, context.plan.cap, recorder, report);
    if played == Played::Cut && context.plan.policy.is_none() { at_the_cap(context, worker, state) } else { played }
}

/// At the cap: the game may be over there.
fn at_the_cap<G: Game>(context: &Context<'_, G>, worker: &mut Worker<G>, state: &G::State) -> Played {
    worker.moves.clear();
    match context.game.turn(state, &mut worker.moves) {
        Turn::Over => Played::Over(context.plan.cap),
        _ => Played::Cut,
    }
}

/// Play by the statistics of earlier playouts, and by look-ahead.
fn chosen<G: Game>(context: &Context<'_, G>, worker: &mut Worker<G>, state: &mut G::State) -> Played {
    let mut ahead = worker.ahead.take().unwrap_or_default();
    let played = chosen_with(context, worker, state, &mut ahead);
    worker.ahead = Some(ahead);
    played
}

fn chosen_with<G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    state: &mut G::State,
    ahead: &mut Lookahead<G>,
) -> Played {
    let pairs = context.config.playout == Playout::Nst;
    let mut chosen = Vec::new();
    ahead.forget();
    for turns in 0..context.plan.cap {
        let looks = ahead.is_due(context, turns);
        worker.moves.clear();
        match context.game.turn(state, &mut worker.moves) {
            Turn::Over => return Played::Over(turns),
            Turn::Chance => {
                let mv = worker.moves[worker.moves.draw_weighted(&mut worker.rng)];
                worker.trace.moves.push((None, mv));
                ahead.forget();
                context.game.play(state, mv);
            }
            Turn::Player(player) => {
                // The code of the move before: pairs are looked up by the hash of the move, or by its code where the
                // game gives one, exactly as they are learnt.
                let before = pairs.then(|| worker.last_code(context)).flatten();
                let winning = match looks.then(|| ahead.winning(context, worker, state, player)).transpose() {
                    Ok(winning) => winning.flatten(),
                    Err(limit) => return Played::Stopped(limit),
                };
                if winning.is_some() && turns > 0 && ahead.take_back(context, worker, state, player) {
                    continue;
                }
                let listed = &worker.moves;
                let mv = winning.unwrap_or_else(|| {
                    listed[worker.stats.choose(context, state, player.0, listed, before, &mut worker.rng)]
                });
                if looks && winning.is_none() {
                    ahead.remember(worker, state, player, mv);
                }
                worker.record_learnt(context, state, player, mv);
                context.game.play(state, mv);
            }
            Turn::Joint => {
                worker.stats.choose_joint(context, state, &worker.moves, &mut worker.rng, &mut chosen);
                for (seat, &mv) in chosen.iter().enumerate() {
                    worker.trace.moves.push((Some(Player(seat as u8)), mv));
                }
                ahead.forget();
                context.game.play_joint(state, &chosen);
            }
        }
        match worker.pace.step(context.meter) {
            Signal::GoOn => {}
            Signal::Report => live::publish(context, worker.simulations, worker.depth, worker.best.as_ref()),
            Signal::End(limit) => return Played::Stopped(limit),
        }
    }
    at_the_cap(context, worker, state)
}

/// The value of a playout that was cut before its end: the game's evaluation, or the middle of the range.
fn cut<G: Game>(context: &Context<'_, G>, worker: &mut Worker<G>, state: &G::State) -> Payoffs {
    worker.cut_playouts += 1;
    match context.game.capabilities().evaluate.filter(|_| context.config.evaluate) {
        Some(capability) => context.shift(|player| capability.evaluate(state, player)),
        None => [context.shifted_low() + context.width() / 2.0; crate::game::MAX_PLAYERS],
    }
}

impl<G: Game> Worker<G> {
    /// The code of the last move of the trace, for pairs of moves.
    fn last_code(&self, context: &Context<'_, G>) -> Option<u64> {
        match context.game.capabilities().codes {
            Some(_) => self.trace.codes.last().copied(),
            None => self.trace.moves.last().map(|&(_, mv)| default_code(mv)),
        }
    }

    /// Forgets the last move of the trace.
    pub(super) fn forget_last(&mut self, context: &Context<'_, G>) {
        self.trace.moves.pop();
        if context.game.capabilities().codes.is_some() {
            self.trace.codes.pop();
        }
    }

    /// Records a move of a learnt playout together with its code where the game gives one.
    pub(super) fn record_learnt(&mut self, context: &Context<'_, G>, state: &G::State, player: Player, mv: G::Move) {
        self.trace.moves.push((Some(player), mv));
        if let Some(capability) = context.game.capabilities().codes {
            self.trace.codes.push(capability.code(state, mv));
        }
    }
}
