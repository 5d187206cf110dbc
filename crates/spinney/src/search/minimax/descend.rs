//! The recursion: fail-soft alpha-beta over turns of players, chance turns and the horizon.

use super::config::{MAX_DEPTH, Others, Variant};
use super::order::{Hints, SCORED};
use super::table::Bound;
use super::trace::{CutReason, Event, NodeKind, Tracer};
use super::worker::{Found, Window, Worker};
use crate::game::{Game, Player, Turn};

/// The return value of a stopped search. It is not used.
pub(super) const VOID: Found = Found { value: 0.0, complete: false };

/// A node that is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub ply: usize,
    /// Decisions still to be looked ahead.
    pub depth: u32,
    /// In best-reply search: one of the others has replied already.
    pub spent: bool,
}

/// The moves of a node while they are searched, from the point of view of the player to move.
struct Choice {
    /// 1 for the hero, -1 for the others: turns the hero's payoffs into the mover's.
    sign: f64,
    /// The window from the mover's point of view.
    low: f64,
    high: f64,
    best: f64,
    place: usize,
    complete: bool,
}

impl<G: Game, T: Tracer<Event<G::Move>>> Worker<'_, G, T> {
    /// The value of the position in level `ply`, as far as it lies within the window: below it an upper bound is
    /// returned, above it a lower bound.
    pub(super) fn descend(&mut self, task: Task, window: Window) -> Found {
        let Task { ply, depth, spent } = task;
        if !self.count(ply) {
            return VOID;
        }
        let setting = self.setting;
        let mut uses_table = setting.table.is_some() && depth > 0;
        let mut key = 0;
        if let (Some(table), true) = (setting.table, uses_table) {
            key = setting.table_key(&self.levels[ply].state, spent);
            table.prefetch(key);
        }
        let lists_first = setting.lists_first();
        let mut known = Err(None);
        if uses_table && !lists_first {
            known = self.recall(key, depth, window);
            if let Ok(found) = known {
                return self.known(task, found, window);
            }
        }
        let is_leaf = depth == 0 || ply >= DEEPEST;
        if is_leaf && let Some(found) = self.evaluate_if_quiet(ply) {
            return found;
        }
        let level = &mut self.levels[ply];
        level.line.clear();
        level.moves.clear();
        let turn = setting.game.turn(&level.state, &mut level.moves);
        if turn == Turn::Over {
            self.trace_enter(ply, NodeKind::Over, window);
            let found = self.over(ply);
            self.trace_leave(ply, found.value, Bound::Exact);
            return found;
        }
        if is_leaf {
            return self.horizon(ply, turn, setting.config.quiescence, window);
        }
        if setting.selective
            && let Some(found) = self.cut_off(ply, window)
        {
            return found;
        }
        if let Turn::Player(_) = turn {
            self.prune_dominated(ply);
        }
        if lists_first && uses_table {
            uses_table = self.levels[ply].moves.len() > 1;
            if uses_table {
                known = self.recall(key, depth, window);
            }
            if let Ok(found) = known {
                return self.known(task, found, window);
            }
        }
        let (found, bound, best) = match turn {
            Turn::Player(player) => {
                let kind = if player == setting.hero { NodeKind::Max } else { NodeKind::Min };
                self.trace_enter(ply, kind, window);
                let best = known.err().flatten().filter(|_| setting.config.order.hash);
                let (found, place) = self.choose(task, player, window, best);
                (found, self.bound_of(player, found.value, window), Some(place))
            }
            Turn::Chance => {
                self.trace_enter(ply, NodeKind::Chance, window);
                let (found, bound) = self.average(task, window);
                (found, bound, None)
            }
            Turn::Over | Turn::Joint => unreachable!("games with simultaneous moves are rejected"),
        };
        if self.stopped.is_some() {
            return VOID;
        }
        self.trace_leave(ply, found.value, bound);
        if uses_table {
            self.remember(key, depth, found, bound, best);
        }
        found
    }

    /// The table has the value of a node.
    #[inline]
    fn known(&mut self, task: Task, found: Found, window: Window) -> Found {
        self.levels[task.ply].line.clear();
        self.trace_enter(task.ply, NodeKind::Known, window);
        self.trace_leave(task.ply, found.value, window.bound(found.value));
        found
    }

    /// The bound of a value. The best payoff of the game is exact, unless the window lies beyond it: there it is what
    /// every move that fails returns.
    fn bound_of(&self, player: Player, value: f64, window: Window) -> Bound {
        let [low, high] = [self.setting.low, self.setting.high];
        let best = match player == self.setting.hero {
            true => value >= high && window.alpha < high,
            false => value <= low && window.beta > low,
        };
        if best { Bound::Exact } else { window.bound(value) }
    }

    /// A player's turn: the best of the listed moves, and its place in the list. The move of the table, if there is one,
    /// is tried first.
    fn choose(&mut self, task: Task, player: Player, window: Window, known: Option<u16>) -> (Found, usize) {
        let setting = self.setting;
        let is_hero = player == setting.hero;
        let mut choice = match is_hero {
            true => Choice::new(1.0, window.alpha, window.beta),
            false => Choice::new(-1.0, -window.beta, -window.alpha),
        };
        let top = if is_hero { setting.high } else { -setting.low };
        let replies = setting.many && setting.config.others == Others::BestReply && !is_hero;
        let count = self.levels[task.ply].moves.len();
        // Another player has replied already: this one makes the first move.
        let tried = if replies && task.spent { 1 } else { count };
        self.levels[task.ply].seen.clear();
        // The move of the table often causes a cut-off, and then the others need not be ranked. A trace needs the ranks: it
        // lists the moves that were cut off in their order.
        let known = known.map(usize::from).filter(|&place| count <= SCORED && place < count);
        let mut late = known.filter(|_| !T::ENABLED);
        if late.is_none() {
            self.order(task.ply, usize::from(!is_hero));
            self.levels[task.ply].picker.promote(known);
        }
        let mut pruned = Vec::new();
        let mut nth = 0;
        while nth < tried {
            let place = match late {
                Some(place) if nth == 0 => place,
                Some(place) if nth == 1 => {
                    late = None;
                    self.order(task.ply, usize::from(!is_hero));
                    let picker = &mut self.levels[task.ply].picker;
                    picker.drop(place);
                    picker.pick(nth)
                }
                _ => self.levels[task.ply].picker.pick(nth),
            };
            nth += 1;
            let mv = self.levels[task.ply].moves[place];
            let mut depth = task.depth - 1;
            if setting.selective {
                let Some(extension) = self.select(task.ply, task.depth, mv, nth) else {
                    choice.complete = false;
                    if T::ENABLED {
                        pruned.push(mv);
                    }
                    continue;
                };
                depth += extension;
            }
            self.play(task.ply, mv);
            if setting.config.merge && !self.is_new(task.ply) {
                continue;
            }
            let spent = replies && (task.spent || nth > 1);
            let below = Task { ply: task.ply + 1, depth, spent };
            let found = self.try_move(below, mv, &choice, nth == 1);
            if self.stopped.is_some() {
                return (VOID, 0);
            }
            if choice.take(place, found) {
                if choice.best < choice.high {
                    self.set_line(task.ply, mv);
                }
                if choice.best >= choice.high || choice.best >= top {
                    // This move alone decides the node, whatever the moves before it are worth.
                    choice.complete = found.complete;
                    self.cut(task, mv, nth, usize::from(!is_hero), &choice, top);
                    break;
                }
            }
        }
        if T::ENABLED && !pruned.is_empty() {
            self.tracer.record(Event::Late { ply: task.ply, depth: task.depth, skipped: pruned });
        }
        (Found { value: choice.sign * choice.best, complete: choice.complete }, choice.place)
    }

    /// Searches one move: with the full window, or first with a null window.
    fn try_move(&mut self, below: Task, mv: G::Move, choice: &Choice, first: bool) -> Found {
        let above = choice.low.next_up();
        self.reach_by_move(below.ply, mv);
        let scout = self.setting.config.search != Variant::AlphaBeta && !first && above < choice.high;
        if scout {
            let found = self.descend(below, choice.window(choice.low, above));
            let value = choice.sign * found.value;
            if self.stopped.is_some() || value <= choice.low || value >= choice.high {
                return found;
            }
            // It is better than the best so far: how much?
            self.reach_by_move(below.ply, mv);
        }
        self.descend(below, choice.window(choice.low, choice.high))
    }

    /// Prunes dominated moves.
    pub(super) fn prune_dominated(&mut self, ply: usize) {
        let level = &mut self.levels[ply];
        if self.setting.config.prune
            && let Some(tactics) = self.setting.tactics()
        {
            tactics.prune_dominated(&level.state, &mut level.moves);
        }
    }

    /// Orders the moves of a level by everything except the table.
    pub(super) fn order(&mut self, ply: usize, side: usize) {
        let setting = self.setting;
        let level = &mut self.levels[ply];
        if let [_] = level.moves[..] {
            return level.picker.clear();
        }
        let hints = Hints {
            order: setting.config.order,
            best: None,
            killers: &level.killers,
            history: &self.history,
            side,
            tactics: setting.tactics(),
        };
        level.picker.fill(&level.state, &level.moves, &hints);
    }

    /// Whether the position below `ply` is not a mirror image of one that was searched after another move.
    pub(super) fn is_new(&mut self, ply: usize) -> bool {
        let key = self.setting.table_key(&self.levels[ply + 1].state, false);
        let seen = &mut self.levels[ply].seen;
        let new = !seen.contains(&key);
        seen.push(key);
        new
    }

    /// A move caused a cut-off: remembers it for the order of moves, and traces it.
    fn cut(&mut self, task: Task, mv: G::Move, picked: usize, side: usize, choice: &Choice, top: f64) {
        let level = &mut self.levels[task.ply];
        if level.killers[0] != Some(mv) {
            level.killers = [Some(mv), level.killers[0]];
        }
        self.history.reward(side, &mv, task.depth);
        let value = choice.sign * choice.best;
        if choice.best < top {
            self.trace_cut(task.ply, picked, choice.sign > 0.0, value, choice.sign * choice.high);
        } else if T::ENABLED && picked < self.levels[task.ply].moves.len() {
            let (reason, against) = (CutReason::BestPayoff, choice.sign * top);
            let skipped = self.rest(task.ply, picked);
            self.tracer.record(Event::Cut { ply: task.ply, reason, value, against, skipped });
        }
    }
}

/// The deepest ply; chance turns and quiescence may go beyond the depth in decisions.
const DEEPEST: usize = 2 * MAX_DEPTH as usize;

impl Choice {
    fn new(sign: f64, low: f64, high: f64) -> Self {
        Choice { sign, low, high, best: f64::NEG_INFINITY, place: 0, complete: true }
    }

    /// A window of the mover as one of the hero.
    fn window(&self, low: f64, high: f64) -> Window {
        if self.sign > 0.0 { Window { alpha: low, beta: high } } else { Window { alpha: -high, beta: -low } }
    }

    /// Records a move. Returns whether it is the best so far and better than the mover's bound.
    fn take(&mut self, place: usize, found: Found) -> bool {
        let value = self.sign * found.value;
        self.complete &= found.complete;
        if value <= self.best {
            return false;
        }
        self.best = value;
        self.place = place;
        let raised = value > self.low;
        if raised {
            self.low = value;
        }
        raised || value >= self.high
    }
}
