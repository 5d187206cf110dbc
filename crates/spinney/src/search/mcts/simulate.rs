//! Simulation: from a leaf to the end of the game, or to the cap.

use super::config::Playout;
use super::core::Core;
use super::node::Sharing;
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
    core: &Core<'_, G>,
    worker: &mut Worker<G>,
    state: &mut G::State,
) -> Outcome {
    let (over, turns) = if core.config.learns() {
        learnt(core, worker, state)
    } else if core.plan.listens {
        let mut moves = std::mem::take(&mut worker.trace.moves);
        let result = by_game(core, worker, state, &mut moves);
        worker.trace.moves = moves;
        result
    } else {
        by_game(core, worker, state, &mut Deaf)
    };
    match (over, turns) {
        (false, _) => Outcome { payoffs: cut::<S, G>(core, worker, state), ending: Ending::Cut },
        (true, 0) => Outcome { payoffs: core.payoffs::<S>(state), ending: Ending::Leaf },
        (true, _) => Outcome { payoffs: core.payoffs::<S>(state), ending: Ending::Playout },
    }
}

/// Uniform play or a policy of the game. Answers whether the end was reached, and the turns it took.
#[inline]
fn by_game<G: Game, L: Listener<G::Move>>(
    core: &Core<'_, G>,
    worker: &mut Worker<G>,
    state: &mut G::State,
    listener: &mut L,
) -> (bool, u32) {
    if let (Some(policy), Some(playouts)) = (core.plan.policy, core.game.skills().playouts) {
        let mut counter = Counter { listener, count: 0 };
        let over = playouts.play_out(policy, state, core.plan.cap, &mut worker.rng, &mut counter);
        return (over, counter.count);
    }
    let mut turns = 0;
    while turns < core.plan.cap {
        if !core.game.random_step(state, &mut worker.moves, &mut worker.rng, listener) {
            return (true, turns);
        }
        turns += 1;
    }
    worker.moves.clear();
    (core.game.turn(state, &mut worker.moves) == Turn::Over, turns)
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

/// Play by the tables that earlier playouts filled.
fn learnt<G: Game>(core: &Core<'_, G>, worker: &mut Worker<G>, state: &mut G::State) -> (bool, u32) {
    let pairs = core.config.playout == Playout::Nst;
    let mut chosen = Vec::new();
    for turns in 0..core.plan.cap {
        worker.moves.clear();
        match core.game.turn(state, &mut worker.moves) {
            Turn::Over => return (true, turns),
            Turn::Chance => {
                let mv = worker.moves[worker.moves.draw_weighted(&mut worker.rng)];
                worker.trace.moves.push((None, mv));
                core.game.play(state, mv);
            }
            Turn::Player(player) => {
                // The code of the move before: pairs are looked up by the hash of the move, or by its code where the
                // game gives one, exactly as they are learnt.
                let before = pairs.then(|| worker.last_code(core)).flatten();
                let position = worker.tables.choose(core, state, player.0, &worker.moves, before, &mut worker.rng);
                let mv = worker.moves[position];
                worker.hear_learnt(core, state, player, mv);
                core.game.play(state, mv);
            }
            Turn::Joint => {
                worker.tables.choose_joint(core, state, &worker.moves, &mut worker.rng, &mut chosen);
                for (seat, &mv) in chosen.iter().enumerate() {
                    worker.trace.moves.push((Some(Player(seat as u8)), mv));
                }
                core.game.play_joint(state, &chosen);
            }
        }
    }
    worker.moves.clear();
    (core.game.turn(state, &mut worker.moves) == Turn::Over, core.plan.cap)
}

/// What a playout is worth that was cut before its end: the game's evaluation, or the middle of the range.
fn cut<S: Sharing, G: Game>(core: &Core<'_, G>, worker: &mut Worker<G>, state: &G::State) -> Payoffs {
    worker.cut_playouts += 1;
    match core.game.skills().evaluate.filter(|_| core.config.evaluate) {
        Some(skill) => core.shift::<S>(|player| skill.evaluate(state, player)),
        None => [core.shifted_low() + core.width() / 2.0; crate::game::MAX_PLAYERS],
    }
}
