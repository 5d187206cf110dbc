//! The horizon: positions are evaluated, and noisy moves followed until it is quiet (quiescence search).

use super::descend::VOID;
use super::table::Bound;
use super::trace::{Event, NodeKind, Tracer, Via};
use super::worker::{Found, Window, Worker};
use crate::game::{Game, Turn};

impl<G: Game, T: Tracer<Event<G::Move>>> Worker<'_, G, T> {
    /// The value of the position in level `ply`, whose moves are listed: its evaluation, or what noisy moves make of
    /// it. The mover need not make a noisy move, unless there is no other.
    pub(super) fn horizon(&mut self, ply: usize, turn: Turn, left: u32, window: Window) -> Found {
        let may_stand = if left > 0 && turn != Turn::Chance { self.keep_noisy(ply) } else { None };
        let (Turn::Player(player), Some(may_stand)) = (turn, may_stand) else {
            self.trace_enter(ply, NodeKind::Horizon, window);
            let found = self.evaluate(ply);
            self.trace_leave(ply, found.value, Bound::Exact);
            return found;
        };
        let is_hero = player == self.setting.hero;
        self.trace_enter(ply, if is_hero { NodeKind::QuiescenceMax } else { NodeKind::QuiescenceMin }, window);
        let found = self.settle(ply, is_hero, may_stand, left, window);
        self.trace_leave(ply, found.value, window.bound(found.value));
        found
    }

    /// Keeps only the noisy moves of the position in level `ply`; returns whether there were others, or `None` if no move is
    /// noisy.
    fn keep_noisy(&mut self, ply: usize) -> Option<bool> {
        let tactics = self.setting.tactics()?;
        let level = &mut self.levels[ply];
        if tactics.is_quiet(&level.state, &level.moves) {
            return None;
        }
        self.prune_dominated(ply);
        let level = &mut self.levels[ply];
        let all = level.moves.len();
        let state = &level.state;
        level.moves.retain(|&mv| tactics.is_noisy(state, mv));
        (!level.moves.is_empty()).then_some(level.moves.len() < all)
    }

    /// The best of the listed noisy moves, and of the evaluation if the mover may stand pat.
    fn settle(&mut self, ply: usize, is_hero: bool, may_stand: bool, left: u32, window: Window) -> Found {
        let sign = if is_hero { 1.0 } else { -1.0 };
        let (mut low, high) = if is_hero { (window.alpha, window.beta) } else { (-window.beta, -window.alpha) };
        let mut best = Found { value: f64::NEG_INFINITY, complete: true };
        if may_stand {
            let quiet = self.evaluate(ply);
            self.trace_stand_pat(ply, quiet.value);
            best = Found { value: sign * quiet.value, complete: false };
            low = low.max(best.value);
            if low >= high {
                if T::ENABLED {
                    self.order(ply, usize::from(!is_hero));
                    self.trace_cut(ply, 0, is_hero, quiet.value, sign * high);
                }
                return quiet;
            }
        }
        self.order(ply, usize::from(!is_hero));
        for nth in 0..self.levels[ply].moves.len() {
            let place = self.levels[ply].picker.pick(nth);
            let mv = self.levels[ply].moves[place];
            self.play(ply, mv);
            self.reach_by(|| Via::player(mv));
            let below = if is_hero { Window { alpha: low, beta: high } } else { Window { alpha: -high, beta: -low } };
            let found = self.follow(ply + 1, left - 1, below);
            if self.stopped.is_some() {
                return VOID;
            }
            let value = sign * found.value;
            best.complete &= found.complete;
            if value > best.value {
                best.value = value;
                low = low.max(value);
                if value >= high {
                    best.complete = found.complete;
                    self.trace_cut(ply, nth + 1, is_hero, sign * value, sign * high);
                    break;
                }
            }
        }
        Found { value: sign * best.value, complete: best.complete }
    }

    /// A node beyond the horizon.
    fn follow(&mut self, ply: usize, left: u32, window: Window) -> Found {
        if !self.count(ply) {
            return VOID;
        }
        let level = &mut self.levels[ply];
        level.line.clear();
        level.moves.clear();
        let turn = self.setting.game.turn(&level.state, &mut level.moves);
        if turn == Turn::Over {
            self.trace_enter(ply, NodeKind::Over, window);
            let found = self.over(ply);
            self.trace_leave(ply, found.value, Bound::Exact);
            return found;
        }
        self.horizon(ply, turn, left, window)
    }
}
