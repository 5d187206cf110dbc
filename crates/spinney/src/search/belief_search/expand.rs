//! What follows: the hero's move in every state, or the moves of another player in each.

use super::config::Opponent;
use super::pool::{Fresh, Group, Level, Outcome, code_of};
use super::worker::{Setting, Worker};
use crate::game::{Game, Player, Turn};

type Pool<G> = Level<<G as Game>::State, <G as Game>::Move>;

impl<G: Game> Worker<'_, G> {
    /// Plays a move of the hero in all states of a node; what follows is in the pool below.
    pub(super) fn play_all(&mut self, ply: usize, group: &Group, mv: G::Move) {
        let setting = self.setting;
        self.levels[ply + 1].clear();
        for place in group.range() {
            let [above, below] = self.neighbours(ply);
            let Outcome { weight, state, .. } = above.outcomes[place];
            let fresh = step(setting, below, above.state(state), mv, None);
            settle(setting, below, fresh, weight, false);
            if !self.step() {
                return;
            }
        }
        self.levels[ply + 1].gather(setting.config.states);
    }

    /// The value of a move of the hero at the horizon, and whether it ends the game in all states.
    pub(super) fn value_at_horizon(&mut self, ply: usize, group: &Group, mv: G::Move) -> (f64, bool) {
        let setting = self.setting;
        self.levels[ply + 1].clear();
        for place in group.range() {
            let [above, below] = self.neighbours(ply);
            let Outcome { weight, state, .. } = above.outcomes[place];
            let (place, turn) = below.play(setting.game, above.state(state), mv);
            below.settled += weight * setting.worth(below.state(place), turn);
            below.guessed |= turn != Turn::Over;
            below.forget_last();
            if !self.step() {
                break;
            }
        }
        let below = &self.levels[ply + 1];
        let found = (below.settled, !below.guessed);
        self.leaves += group.states() as u64;
        found
    }

    /// Plays all moves of another player, or all chance outcomes, in all states of a node. With `last`, what follows is valued at
    /// once and only `settled` is of use.
    pub(super) fn play_others(&mut self, ply: usize, group: &Group, last: bool) {
        let setting = self.setting;
        let mover = match group.turn {
            Turn::Player(mover) => Some(mover),
            _ => None,
        };
        let opponent = setting.config.opponent;
        let judge = mover.filter(|_| opponent == Opponent::Greedy && !setting.evaluator.is_flat());
        self.levels[ply + 1].clear();
        let mut moves = std::mem::take(&mut self.levels[ply].moves);
        for (candidate, place) in group.range().enumerate() {
            let [above, below] = self.neighbours(ply);
            let Outcome { weight, state: number, .. } = above.outcomes[place];
            moves.clear();
            let turn = setting.game.turn(above.state(number), &mut moves);
            if let (Turn::Player(_), Some(tactics)) = (turn, setting.tactics) {
                tactics.prune_reordered(above.state(number), &mut moves);
            }
            below.fresh.clear();
            for (index, &mv) in moves.iter().enumerate() {
                if !self.step() {
                    break;
                }
                let [above, below] = self.neighbours(ply);
                let state = above.state(number);
                let mut fresh = step(setting, below, state, mv, judge);
                if mover.is_none() {
                    fresh.score = moves.weight(index);
                } else if judge.is_none() {
                    fresh.score = setting.tactics.map_or(0.0, |tactics| f64::from(tactics.rank(state, mv)));
                }
                below.fresh.push(fresh);
            }
            if self.stopped.is_some() {
                break;
            }
            let [_, below] = self.neighbours(ply);
            match (mover, opponent) {
                (None, _) => {}
                (Some(_), Opponent::Greedy) => soften(setting, &mut below.fresh, judge.is_some()),
                (Some(_), _) => {
                    let share = 1.0 / below.fresh.len() as f64;
                    below.fresh.iter_mut().for_each(|fresh| fresh.score = share);
                }
            }
            if mover.is_some() && opponent == Opponent::Worst {
                claim(setting, below, candidate as u32);
            }
            for index in 0..below.fresh.len() {
                let fresh = below.fresh[index];
                settle(setting, below, fresh, weight * fresh.score, last);
            }
        }
        self.levels[ply].moves = moves;
        if last {
            self.leaves += group.states() as u64;
        } else if self.stopped.is_none() {
            self.levels[ply + 1].gather(setting.config.states);
        }
    }

    /// The pool of a depth and the one below it.
    fn neighbours(&mut self, ply: usize) -> [&mut Pool<G>; 2] {
        let (above, below) = self.levels.split_at_mut(ply + 1);
        [&mut above[ply], &mut below[0]]
    }
}

/// Plays a move in a copy of a state; `judge` is the player for which it is evaluated.
#[inline]
fn step<G: Game>(
    setting: &Setting<'_, G>,
    below: &mut Pool<G>,
    state: &G::State,
    mv: G::Move,
    judge: Option<Player>,
) -> Fresh {
    let noticed = setting.notices(state, mv);
    let (place, turn) = below.play(setting.game, state, mv);
    let score = judge.map_or(0.0, |judge| match turn {
        Turn::Over => setting.game.payoff(below.state(place), judge),
        _ => setting.evaluator.value(below.state(place), judge),
    });
    Fresh { turn, code: code_of(noticed, turn), state: place, score }
}

/// Adds the successor of a move with its weight: to the settled states if the game is over or the horizon is reached,
/// else to the outcomes.
#[inline]
fn settle<G: Game>(setting: &Setting<'_, G>, below: &mut Pool<G>, fresh: Fresh, weight: f64, last: bool) {
    let Fresh { turn, code, state, .. } = fresh;
    if turn == Turn::Over || last {
        below.settled += weight * setting.worth(below.state(state), turn);
        below.guessed |= turn != Turn::Over;
        return;
    }
    let key = setting.key.map_or(u64::from(state), |key| key.key(below.state(state)));
    below.outcomes.push(Outcome { code, key, weight, state });
}

/// Records the possible observations of a state and the worst immediate end.
fn claim<G: Game>(setting: &Setting<'_, G>, below: &mut Pool<G>, candidate: u32) {
    let mut end = f64::INFINITY;
    for index in 0..below.fresh.len() {
        let fresh = below.fresh[index];
        match fresh.turn {
            Turn::Over => end = end.min(setting.game.payoff(below.state(fresh.state), setting.hero)),
            _ => below.claims.push((candidate, fresh.code)),
        }
    }
    below.ends.push(end);
}

/// Turns scores into probabilities: a soft-max over scores as shares of the payoff range, or of the range that they have.
fn soften<G: Game>(setting: &Setting<'_, G>, fresh: &mut [Fresh], judged: bool) {
    let of = |pick: fn(f64, f64) -> f64, from: f64| fresh.iter().fold(from, |best, fresh| pick(best, fresh.score));
    let (least, most) = (of(f64::min, f64::INFINITY), of(f64::max, f64::NEG_INFINITY));
    let declared = setting.high - setting.low;
    let width = if judged && declared.is_finite() { declared } else { most - least };
    let scale = if width > 0.0 { 1.0 / (width * setting.config.temperature) } else { 0.0 };
    let mut sum = 0.0;
    for fresh in &mut *fresh {
        fresh.score = ((fresh.score - most) * scale).exp();
        sum += fresh.score;
    }
    fresh.iter_mut().for_each(|fresh| fresh.score /= sum);
}
