//! The root: every move with its results, iterative deepening, and the three ways to use windows.

use super::config::{MAX_DEPTH, Values, Variant};
use super::descend::{Task, VOID};
use super::knowledge::{self, Knowledge};
use super::table::Bound;
use super::trace::{CutReason, Event, NodeKind, Tracer, Via};
use super::worker::{Found, Window, Worker};
use crate::budget::Limit;
use crate::game::Game;
use crate::search::sorting::sort_descending;

/// The root's results are recorded once in this many nodes: it costs about as much as a few of them.
const BETWEEN_STANDINGS: u64 = 4_096;

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub mv: M,
    /// The payoff after it by the last search that finished it.
    pub value: f64,
    /// How that relates to the true value; nothing if no search that counts has finished it.
    pub bound: Option<Bound>,
    /// Whether no horizon had a part in the value or bound.
    pub complete: bool,
    /// The depth of the search that finished it last.
    pub depth: u32,
    /// Nodes below it, over all searches.
    pub nodes: u64,
    /// The move and the expected continuation.
    pub line: Vec<M>,
}

/// The root during a search, and its results.
pub(super) struct Root<M> {
    /// The best first.
    pub moves: Vec<RootMove<M>>,
    /// The last state of the search that holds together: what reports are made from.
    pub known: Option<Knowledge<M>>,
    /// The best move of the last iteration in which the game was not yet lost.
    pub hope: Option<M>,
    /// Whether the search under way has an exact value for the move that it began with.
    first_done: bool,
    pub ended_by: Limit,
}

impl<M: Copy + PartialEq> Root<M> {
    pub(super) fn new(moves: impl IntoIterator<Item = M>) -> Self {
        let unknown =
            |mv| RootMove { mv, value: 0.0, bound: None, complete: false, depth: 0, nodes: 0, line: vec![mv] };
        Root {
            moves: moves.into_iter().map(unknown).collect(),
            known: None,
            hope: None,
            first_done: false,
            ended_by: Limit::Finished,
        }
    }
}

impl<G: Game, T: Tracer<Event<G::Move>>> Worker<'_, G, T> {
    /// Searches deeper and deeper until the budget ends, the depth is reached, or nothing is left to search.
    pub(super) fn deepen(&mut self, root: &mut Root<G::Move>, first: u32) {
        let config = self.setting.config;
        let last = config.depth.unwrap_or(MAX_DEPTH);
        let mut depth = if config.deepen { first.min(last) } else { last };
        loop {
            root.first_done = false;
            let found = self.search_to(root, depth);
            if let Some(limit) = self.stopped {
                root.ended_by = limit;
                if root.first_done {
                    self.keep_partial(root, depth);
                }
                return;
            }
            self.keep_finished(root, depth, found);
            if found.complete {
                root.ended_by = Limit::Finished;
                return;
            }
            if depth >= last {
                root.ended_by = Limit::Depth;
                return;
            }
            depth += 1;
            self.history.fade();
        }
    }

    /// One search to a depth, by the windows of the configuration.
    fn search_to(&mut self, root: &mut Root<G::Move>, depth: u32) -> Found {
        let config = self.setting.config;
        self.iteration = depth;
        let Some(last) = root.known.as_ref().map(|known| known.value) else {
            return self.search_window(root, depth, Window::OPEN);
        };
        if config.values == Values::All {
            return self.search_window(root, depth, Window::OPEN);
        }
        if config.search == Variant::MtdF {
            return self.search_null_windows(root, depth, last);
        }
        let width = config.aspiration * (self.setting.high - self.setting.low);
        if width > 0.0 && width.is_finite() {
            return self.search_around(root, depth, last, width);
        }
        self.search_window(root, depth, Window::OPEN)
    }

    /// Aspiration: a window around the last value, widened on the side where the search fails.
    fn search_around(&mut self, root: &mut Root<G::Move>, depth: u32, centre: f64, width: f64) -> Found {
        let mut window = Window { alpha: centre - width, beta: centre + width };
        loop {
            let found = self.search_window(root, depth, window);
            match window.bound(found.value) {
                _ if self.stopped.is_some() => return VOID,
                Bound::Exact => return found,
                Bound::Lower if found.value >= self.setting.high => return found,
                Bound::Upper if found.value <= self.setting.low => return found,
                Bound::Lower => window.beta = f64::INFINITY,
                Bound::Upper => window.alpha = f64::NEG_INFINITY,
            }
        }
    }

    /// MTD(f): null windows, each of which bounds the value on one side. Afterwards the first move is the one that
    /// reached the value, and has it. Means at chance turns are rounded, so that a window between neighbouring numbers
    /// asks for more than they can say, and around zero for ever: with chance it is as wide as `grain`.
    fn search_null_windows(&mut self, root: &mut Root<G::Move>, depth: u32, first: f64) -> Found {
        let mut low = Found { value: f64::NEG_INFINITY, complete: false };
        let mut high = Found { value: f64::INFINITY, complete: false };
        let mut reached: Option<RootMove<G::Move>> = None;
        let mut value = first;
        let grain = self.setting.grain;
        loop {
            let beta = if value == low.value { (value + grain).max(value.next_up()) } else { value };
            let window = Window { alpha: (beta - grain).min(beta.next_down()), beta };
            let found = self.search_window(root, depth, window);
            if self.stopped.is_some() {
                return VOID;
            }
            value = found.value;
            if window.bound(value) == Bound::Exact {
                return found;
            }
            if value < beta {
                high = found
            } else {
                low = found;
                reached = root.moves.first().cloned();
            }
            if low.value >= self.setting.high || high.value <= self.setting.low {
                return found;
            }
            if low.value >= high.value {
                let found = Found { value, complete: low.complete && high.complete };
                root.lead_with(reached, found);
                return found;
            }
        }
    }

    /// All root moves within one window. Afterwards the best is the first, unless the search was stopped.
    fn search_window(&mut self, root: &mut Root<G::Move>, depth: u32, window: Window) -> Found {
        let setting = self.setting;
        root.first_done = false;
        let all = setting.config.values == Values::All;
        self.levels[0].seen.clear();
        self.reach_by(|| Via::ROOT);
        self.trace_enter(0, NodeKind::Max, window);
        let mut best = Found { value: f64::NEG_INFINITY, complete: true };
        let mut best_place = 0;
        let mut alpha = window.alpha;
        for place in 0..root.moves.len() {
            self.note_standing(root);
            // The line of the last iteration may have been followed up to the deadline.
            self.stopped = self.stopped.or_else(|| self.meter.interrupted());
            if self.stopped.is_some() {
                break;
            }
            let mv = root.moves[place].mv;
            self.play(0, mv);
            if setting.config.merge && !self.is_new(0) {
                continue;
            }
            let before = self.nodes;
            let mut below = Task { ply: 1, depth: depth - 1, spent: false };
            if setting.selective {
                below.depth += self.select(0, depth, mv, 1).unwrap_or(0);
            }
            let part = if all { window } else { Window { alpha, beta: window.beta } };
            let found = self.try_root_move(below, mv, part, place == 0 || all);
            if self.stopped.is_some() {
                break;
            }
            self.note(root, place, depth, found, part, before);
            best.complete &= found.complete;
            if found.value > best.value {
                best.value = found.value;
                best_place = place;
                alpha = alpha.max(found.value);
            }
            let done = found.value >= window.beta || found.value >= setting.high;
            if done && !all {
                best.complete = found.complete;
                self.trace_root_cut(root, place, found.value, window);
                break;
            }
        }
        if self.stopped.is_none() {
            root.moves[..=best_place].rotate_right(1);
            sort_descending(&mut root.moves[1..], |entry| entry.value);
            self.trace_leave(0, best.value, window.bound(best.value));
        }
        best
    }

    /// Records the results of the root moves at intervals, for a report that may be requested in the middle of the next
    /// one.
    fn note_standing(&mut self, root: &Root<G::Move>) {
        if self.standing.is_none() || self.nodes - self.standing_at >= BETWEEN_STANDINGS {
            self.standing = Some(knowledge::report(self.setting, root, &[]));
            self.standing_at = self.nodes;
        }
    }

    fn try_root_move(&mut self, below: Task, mv: G::Move, part: Window, full: bool) -> Found {
        let above = part.alpha.next_up();
        if self.setting.config.search != Variant::AlphaBeta && !full && above < part.beta {
            self.reach_by_move(1, mv);
            let found = self.descend(below, Window { alpha: part.alpha, beta: above });
            if self.stopped.is_some() || found.value <= part.alpha || found.value >= part.beta {
                return found;
            }
        }
        self.reach_by_move(1, mv);
        self.descend(below, part)
    }

    /// Records the result of a root move.
    fn note(&self, root: &mut Root<G::Move>, place: usize, depth: u32, found: Found, window: Window, before: u64) {
        let setting = self.setting;
        // No value exceeds the best payoff of the game, nor is below the worst; unless the window lies beyond.
        let extreme = (found.value >= setting.high && window.alpha < setting.high)
            || (found.value <= setting.low && window.beta > setting.low);
        let bound = if extreme { Bound::Exact } else { window.bound(found.value) };
        let entry = &mut root.moves[place];
        (entry.value, entry.bound, entry.complete) = (found.value, Some(bound), found.complete);
        entry.depth = depth;
        entry.nodes += self.nodes - before;
        entry.line.truncate(1);
        entry.line.extend_from_slice(&self.levels[1].line);
        root.first_done |= place == 0 && bound == Bound::Exact;
    }

    fn trace_root_cut(&mut self, root: &Root<G::Move>, place: usize, value: f64, window: Window) {
        if T::ENABLED && place + 1 < root.moves.len() {
            let skipped = root.moves[place + 1..].iter().map(|entry| entry.mv).collect();
            let best = value >= self.setting.high;
            let reason = if best { CutReason::BestPayoff } else { CutReason::Beta };
            let against = if best { self.setting.high } else { window.beta };
            self.tracer.record(Event::Cut { ply: 0, reason, value, against, skipped });
        }
    }
}
