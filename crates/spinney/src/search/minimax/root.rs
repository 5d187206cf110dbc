//! The root: every move with what is known of it, iterative deepening, and the three ways to use windows.

use super::config::{MAX_DEPTH, Values, Variant};
use super::descend::{Task, VOID};
use super::table::Bound;
use super::watch::{CutReason, Event, NodeKind, Watch};
use super::worker::{Found, Via, Window, Worker};
use crate::budget::Limit;
use crate::game::Game;

/// What the root shows is written down once in this many nodes: it costs about as much as a few of them.
const BETWEEN_STANDINGS: u64 = 4_096;

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub mv: M,
    /// The payoff after it by the last search that finished it.
    pub value: f64,
    /// How that relates to the true value; nothing before the first search.
    pub bound: Option<Bound>,
    pub complete: bool,
    /// Nodes below it, over all searches.
    pub nodes: u64,
    pub line: Vec<M>,
}

/// The root and what came of it.
pub(super) struct Root<M> {
    /// The best first.
    pub moves: Vec<RootMove<M>>,
    /// The value of the last search that finished, and its depth.
    pub value: Option<Found>,
    pub depth: u32,
    /// The best move of the last search in which the game was not yet lost.
    pub hope: Option<M>,
    pub ended_by: Limit,
}

impl<M: Copy + PartialEq> Root<M> {
    pub(super) fn new(moves: impl IntoIterator<Item = M>) -> Self {
        let unknown = |mv| RootMove { mv, value: 0.0, bound: None, complete: false, nodes: 0, line: vec![mv] };
        Root {
            moves: moves.into_iter().map(unknown).collect(),
            value: None,
            depth: 0,
            hope: None,
            ended_by: Limit::Finished,
        }
    }
}

impl<G: Game, W: Watch<G::Move>> Worker<'_, G, W> {
    /// Searches deeper and deeper until the budget ends, the depth is reached, or nothing is left to search.
    pub(super) fn deepen(&mut self, root: &mut Root<G::Move>, first: u32) {
        let config = self.setting.config;
        let last = config.depth.unwrap_or(MAX_DEPTH);
        let mut depth = if config.deepen { first.min(last) } else { last };
        loop {
            let found = self.search_to(root, depth);
            if let Some(limit) = self.stopped {
                root.ended_by = limit;
                return;
            }
            root.value = Some(found);
            root.depth = depth;
            if found.value > self.setting.low {
                root.hope = root.moves.first().map(|best| best.mv);
            }
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
        let Some(last) = root.value else { return self.search_window(root, depth, Window::OPEN) };
        if config.values == Values::All {
            return self.search_window(root, depth, Window::OPEN);
        }
        if config.search == Variant::MtdF {
            return self.search_null_windows(root, depth, last.value);
        }
        let width = config.aspiration * (self.setting.high - self.setting.low);
        if width > 0.0 && width.is_finite() {
            return self.search_around(root, depth, last.value, width);
        }
        self.search_window(root, depth, Window::OPEN)
    }

    /// Aspiration: a window around the last value, opened on the side where the search falls out of it.
    fn search_around(&mut self, root: &mut Root<G::Move>, depth: u32, guess: f64, width: f64) -> Found {
        let mut window = Window { alpha: guess - width, beta: guess + width };
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

    /// MTD(f): windows of nothing, each of which says on which side of it the value is.
    fn search_null_windows(&mut self, root: &mut Root<G::Move>, depth: u32, guess: f64) -> Found {
        let mut low = Found { value: f64::NEG_INFINITY, complete: false };
        let mut high = Found { value: f64::INFINITY, complete: false };
        let mut value = guess;
        loop {
            let beta = if value == low.value { value.next_up() } else { value };
            let found = self.search_window(root, depth, Window { alpha: beta.next_down(), beta });
            if self.stopped.is_some() {
                return VOID;
            }
            value = found.value;
            if value < beta {
                high = found
            } else {
                low = found
            }
            if low.value >= self.setting.high || high.value <= self.setting.low {
                return found;
            }
            if low.value >= high.value {
                return Found { value, complete: low.complete && high.complete };
            }
        }
    }

    /// All root moves within one window. Afterwards the best is the first, if the search was not stopped; if it was,
    /// the best of what was finished, provided that the old best was.
    fn search_window(&mut self, root: &mut Root<G::Move>, depth: u32, window: Window) -> Found {
        let setting = self.setting;
        let all = setting.config.values == Values::All;
        self.levels[0].seen.clear();
        if W::AWAKE {
            self.tell_enter(0, Via { mv: None, probability: None, probe: false }, NodeKind::Max, window);
        }
        let mut best = Found { value: f64::NEG_INFINITY, complete: true };
        let mut best_place = 0;
        let mut alpha = window.alpha;
        for place in 0..root.moves.len() {
            self.note_standing(root);
            let mv = root.moves[place].mv;
            self.play(0, mv);
            if setting.config.merge && !self.is_new(0) {
                continue;
            }
            let before = self.nodes;
            let below = Task { ply: 1, depth: depth - 1, spent: false, via: Via::player(mv) };
            let part = if all { window } else { Window { alpha, beta: window.beta } };
            let found = self.try_root_move(below, part, place == 0 || all);
            if self.stopped.is_some() {
                break;
            }
            self.note(root, place, found, part, before);
            best.complete &= found.complete;
            if found.value > best.value {
                best.value = found.value;
                best_place = place;
                alpha = alpha.max(found.value);
            }
            let done = found.value >= window.beta || found.value >= setting.high;
            if done && !all {
                best.complete = found.complete;
                self.tell_root_cut(root, place, found.value, window);
                break;
            }
        }
        root.moves[..=best_place].rotate_right(1);
        if self.stopped.is_none() {
            root.moves[1..].sort_by(|a, b| b.value.total_cmp(&a.value));
            self.tell_leave(0, best.value, window.bound(best.value));
        }
        best
    }

    /// Writes down from time to time what the root moves show, for a report that may be wanted in the middle of the next
    /// one.
    fn note_standing(&mut self, root: &Root<G::Move>) {
        if self.standing.is_none() || self.nodes - self.standing_at >= BETWEEN_STANDINGS {
            self.standing = Some(super::standing(self.setting, root));
            self.standing_at = self.nodes;
        }
    }

    fn try_root_move(&mut self, below: Task<G::Move>, part: Window, full: bool) -> Found {
        let above = part.alpha.next_up();
        if self.setting.config.search != Variant::AlphaBeta && !full && above < part.beta {
            let found = self.descend(below, Window { alpha: part.alpha, beta: above });
            if self.stopped.is_some() || found.value <= part.alpha || found.value >= part.beta {
                return found;
            }
        }
        self.descend(below, part)
    }

    /// Writes down what a search said of a root move.
    fn note(&self, root: &mut Root<G::Move>, place: usize, found: Found, window: Window, before: u64) {
        let entry = &mut root.moves[place];
        entry.value = found.value;
        entry.bound = Some(if found.value >= self.setting.high { Bound::Exact } else { window.bound(found.value) });
        entry.complete = found.complete;
        entry.nodes += self.nodes - before;
        if entry.bound == Some(Bound::Exact) {
            entry.line.clear();
            entry.line.push(entry.mv);
            entry.line.extend_from_slice(&self.levels[1].line);
        }
    }

    fn tell_root_cut(&mut self, root: &Root<G::Move>, place: usize, value: f64, window: Window) {
        if W::AWAKE && place + 1 < root.moves.len() {
            let skipped = root.moves[place + 1..].iter().map(|entry| entry.mv).collect();
            let best = value >= self.setting.high;
            let reason = if best { CutReason::BestPayoff } else { CutReason::Beta };
            let against = if best { self.setting.high } else { window.beta };
            self.watch.see(Event::Cut { ply: 0, reason, value, against, skipped });
        }
    }
}
