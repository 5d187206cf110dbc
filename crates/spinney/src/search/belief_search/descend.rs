//! The recursion: the hero's turns, those of others, and the mean over the hero's observations.
//!
//! A value is the hero's expected payoff over the states of a node. With weights pᵢ of the groups that it can
//! distinguish, values vᵢ of those searched and bounds L ≤ vᵢ ≤ U of the others, the mean lies between `Σ seen pᵢ·vᵢ +
//! L · Σ unseen pᵢ` and the same with U. As soon as that lies outside of the window the rest is pruned (Star1, Ballard
//! 1983).

use super::config::Opponent;
use super::pool::Group;
use super::worker::Worker;
use crate::game::{Game, Turn};
use crate::search::minimax::Order;
use crate::search::minimax::order::Hints;
use crate::search::minimax::table::{Bound, Entry, TO_THE_END};

/// The window: values of at most `alpha` or at least `beta` need not be exact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: f64,
    pub beta: f64,
}

impl Window {
    pub(super) const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    fn bound(self, value: f64) -> Bound {
        match value {
            value if value <= self.alpha => Bound::Upper,
            value if value >= self.beta => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}

/// A value, and whether no horizon was met on the way to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub value: f64,
    pub complete: bool,
}

/// The result of a search that has to end; it is not read.
const VOID: Found = Found { value: 0.0, complete: false };

impl<G: Game> Worker<'_, G> {
    /// The value of a node, whose states lie in the pool of `ply`.
    pub(super) fn descend(&mut self, ply: usize, group: Group, depth: u32, window: Window) -> Found {
        if depth == 0 {
            let level = &self.levels[ply];
            let value =
                level.states(&group).map(|(state, weight)| weight * self.setting.worth(state, group.turn)).sum();
            self.leaves += group.states() as u64;
            return Found { value, complete: false };
        }
        if !self.count(ply) {
            return VOID;
        }
        let key = self.setting.table.map(|table| (table, self.belief_key(ply, &group)));
        let known = key.and_then(|(table, key)| table.probe(key));
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth) {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= window.beta,
                Bound::Upper => entry.value <= window.alpha,
            };
            if enough {
                return Found { value: entry.value, complete: entry.depth == TO_THE_END };
            }
        }
        let (found, best) = match group.turn {
            Turn::Player(player) if player == self.setting.hero => {
                self.choose(ply, &group, depth, window, known.and_then(|entry| entry.best))
            }
            _ => (self.suffer(ply, &group, depth, window), None),
        };
        if let (Some((table, key)), None) = (key, self.stopped) {
            let depth = if found.complete { TO_THE_END } else { depth as u8 };
            table.store(key, Entry { value: found.value, bound: window.bound(found.value), depth, best });
        }
        found
    }

    /// The hero's turn: the best of its moves, which are the same in all states.
    fn choose(
        &mut self,
        ply: usize,
        group: &Group,
        depth: u32,
        window: Window,
        hint: Option<u16>,
    ) -> (Found, Option<u16>) {
        let setting = self.setting;
        let level = &mut self.levels[ply];
        let first = level.outcomes[group.from as usize].state;
        let mut moves = std::mem::take(&mut level.moves);
        let mut picker = std::mem::take(&mut level.picker);
        moves.clear();
        setting.game.turn(level.state(first), &mut moves);
        if let Some(tactics) = setting.tactics {
            tactics.prune_reordered(level.state(first), &mut moves);
        }
        picker.fill(
            level.state(first),
            &moves,
            &Hints {
                order: Order::ALL,
                best: hint,
                killers: &level.killers,
                history: &self.history,
                side: 0,
                tactics: setting.tactics,
            },
        );
        let mut best = Found { value: f64::NEG_INFINITY, complete: true };
        let mut best_place = None;
        let mut alpha = window.alpha;
        for nth in 0..moves.len() {
            let place = picker.pick(nth);
            let found = self.value_of(ply, group, depth, moves[place], Window { alpha, beta: window.beta });
            if self.stopped.is_some() {
                break;
            }
            best.complete &= found.complete;
            if found.value > best.value {
                best.value = found.value;
                best_place = Some(place as u16);
                alpha = alpha.max(found.value);
            }
            if best.value >= window.beta || best.value >= setting.high {
                self.reward(ply, moves[place], depth);
                // No value exceeds the best payoff, so the moves that were not searched do not count.
                best.complete = if best.value >= setting.high { found.complete } else { best.complete };
                break;
            }
        }
        let level = &mut self.levels[ply];
        (level.moves, level.picker) = (moves, picker);
        (best, best_place)
    }

    /// The value of a move of the hero.
    pub(super) fn value_of(&mut self, ply: usize, group: &Group, depth: u32, mv: G::Move, window: Window) -> Found {
        if depth == 1 {
            let (value, complete) = self.value_at_horizon(ply, group, mv);
            return Found { value, complete };
        }
        self.play_all(ply, group, mv);
        if self.stopped.is_some() {
            return VOID;
        }
        self.average(ply + 1, depth - 1, window)
    }

    /// A move caused a cut-off.
    fn reward(&mut self, ply: usize, mv: G::Move, depth: u32) {
        let killers = &mut self.levels[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.history.reward(0, &mv, depth);
    }

    /// Another player's turn, or a chance turn.
    fn suffer(&mut self, ply: usize, group: &Group, depth: u32, window: Window) -> Found {
        let nature = !matches!(group.turn, Turn::Player(_));
        let worst = self.setting.config.opponent == Opponent::Worst && !nature;
        let rest = if nature { depth } else { depth - 1 };
        let last = rest == 0 && !worst;
        self.play_others(ply, group, last);
        if self.stopped.is_some() {
            return VOID;
        }
        match worst {
            _ if last => {
                let below = &self.levels[ply + 1];
                Found { value: below.settled, complete: !below.guessed }
            }
            false => self.average(ply + 1, rest, window),
            true if group.states() == 1 => self.least(ply + 1, rest, window),
            true => self.worst(ply, group, rest),
        }
    }

    /// The mean over the hero's observations; or, outside of the window, a bound of it.
    fn average(&mut self, ply: usize, depth: u32, window: Window) -> Found {
        let (low, high) = (self.setting.low, self.setting.high);
        let mut sum = self.levels[ply].settled;
        let mut complete = true;
        let mut unseen: f64 = self.levels[ply].groups.iter().map(|group| group.weight).sum();
        for index in 0..self.levels[ply].groups.len() {
            let group = self.levels[ply].groups[index];
            let is_last = index + 1 == self.levels[ply].groups.len();
            unseen = if is_last { 0.0 } else { unseen - group.weight };
            let (rest_low, rest_high) = if unseen > 0.0 { (unseen * low, unseen * high) } else { (0.0, 0.0) };
            let part = Window {
                alpha: (window.alpha - sum - rest_high) / group.weight,
                beta: (window.beta - sum - rest_low) / group.weight,
            };
            if part.alpha >= high {
                return Found { value: (sum + group.weight * high + rest_high).min(window.alpha), complete };
            }
            if part.beta <= low {
                return Found { value: (sum + group.weight * low + rest_low).max(window.beta), complete };
            }
            let found = self.descend(ply, group, depth, part);
            if self.stopped.is_some() {
                return VOID;
            }
            complete &= found.complete;
            sum += group.weight * found.value;
            if found.value <= part.alpha {
                return Found { value: (sum + rest_high).min(window.alpha), complete };
            }
            if found.value >= part.beta {
                return Found { value: (sum + rest_low).max(window.beta), complete };
            }
        }
        Found { value: sum, complete }
    }

    /// The worst observation of a known state: plain alpha-beta.
    fn least(&mut self, ply: usize, depth: u32, window: Window) -> Found {
        let mut best = Found { value: self.levels[ply].ends[0], complete: true };
        for index in 0..self.levels[ply].groups.len() {
            if best.value <= window.alpha || best.value <= self.setting.low {
                break;
            }
            let group = self.levels[ply].groups[index];
            let found = self.descend(ply, group, depth, Window { beta: window.beta.min(best.value), ..window });
            if self.stopped.is_some() {
                return VOID;
            }
            best = Found { value: best.value.min(found.value), complete: best.complete && found.complete };
        }
        best
    }

    /// Every state yields the worst possible observation for the hero. The states that can yield it make up the hero's
    /// belief then, so each group is valued only once.
    fn worst(&mut self, ply: usize, group: &Group, depth: u32) -> Found {
        let mut complete = true;
        let below = ply + 1;
        self.levels[below].groups.sort_unstable_by_key(|group| group.code);
        for index in 0..self.levels[below].groups.len() {
            let node = self.levels[below].groups[index];
            let found = self.descend(below, node, depth, Window::OPEN);
            if self.stopped.is_some() {
                return VOID;
            }
            complete &= found.complete;
            // The weight of a group is not needed here; it carries the value.
            self.levels[below].groups[index].weight = found.value;
        }
        let [above, below] = &mut self.levels[ply..ply + 2] else { unreachable!("there is a pool below") };
        for &(candidate, code) in &below.claims {
            if let Ok(index) = below.groups.binary_search_by_key(&code, |group| group.code) {
                let end = &mut below.ends[candidate as usize];
                *end = end.min(below.groups[index].weight);
            }
        }
        let weights = above.outcomes[group.range()].iter().map(|outcome| outcome.weight);
        Found { value: weights.zip(&below.ends).map(|(weight, end)| weight * end).sum(), complete }
    }
}
