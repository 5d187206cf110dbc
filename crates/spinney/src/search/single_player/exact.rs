//! Exhaustive search for a better line: depth first, pruning what cannot beat the best known line and positions that
//! were searched before with at least the same score. It proves small games, and improves the end of a line of large
//! ones.

use rustc_hash::FxHashMap;

use super::findings::Findings;
use crate::budget::{Meter, Pace};
use crate::game::capabilities::ScoreBounds;
use crate::game::{Game, Moves, Player, Turn};

/// Positions that are remembered at most.
const MOST_SEEN: usize = 1 << 21;

/// This many lines count as one simulation: most differ from the one before by their last moves only.
const LINES: u64 = 64;

/// An exhaustive search below some position.
pub(crate) struct Exact<'e, G: Game> {
    game: &'e G,
    score_bounds: &'e dyn ScoreBounds<State = G::State, Move = G::Move>,
    findings: &'e Findings<'e, G::Move>,
    meter: &'e Meter,
    /// Lines that were followed to their end, or given up.
    lines: u64,
    /// The score with which a position was searched, by the key of its rest.
    seen: FxHashMap<u64, f64>,
    path: Vec<G::Move>,
    pace: Pace,
}

impl<'e, G: Game> Exact<'e, G> {
    /// A search that ends with the findings or this meter; `None` for games without score bounds.
    pub(crate) fn new(game: &'e G, findings: &'e Findings<'e, G::Move>, meter: &'e Meter) -> Option<Self> {
        let score_bounds = game.capabilities().score_bounds?;
        let (seen, path, pace) = (FxHashMap::default(), Vec::new(), findings.pace());
        Some(Exact { game, score_bounds, findings, meter, lines: 0, seen, path, pace })
    }

    /// Searches everything below a position to which `path` has led. Returns whether it came to an end.
    pub(crate) fn below(&mut self, state: &G::State, path: &[G::Move]) -> bool {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.search(state)
    }

    fn search(&mut self, state: &G::State) -> bool {
        let mut moves = Moves::new();
        if self.game.turn(state, &mut moves) == Turn::Over {
            self.findings.offer(self.game.payoff(state, Player(0)), || self.path.iter().copied());
            return self.count();
        }
        if self.score_bounds.at_most(state) <= self.findings.best() {
            return self.count();
        }
        let in_hand = self.score_bounds.so_far(state);
        let before = self.seen.entry(self.score_bounds.rest_key(state)).or_insert(f64::NEG_INFINITY);
        if *before >= in_hand {
            return self.count();
        }
        *before = in_hand;
        if self.seen.len() >= MOST_SEEN {
            return false;
        }
        for &mv in moves.iter() {
            if !self.may_go_on() {
                return false;
            }
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            self.path.push(mv);
            let whole = self.search(&next);
            self.path.pop();
            if !whole {
                return false;
            }
        }
        true
    }

    /// Counts a step; returns whether the search may continue.
    fn may_go_on(&mut self) -> bool {
        self.findings.step(&mut self.pace).is_none()
    }

    /// Counts a line; returns whether the search may continue.
    fn count(&mut self) -> bool {
        self.lines += 1;
        !self.lines.is_multiple_of(LINES)
            || self.findings.claim(1).is_none() && self.meter.exceeded(self.lines / LINES).is_none()
    }
}

/// Searches the end of the best line exhaustively, from the last move backwards as far as the meter allows.
pub(crate) fn polish<G: Game>(game: &G, start: &G::State, findings: &Findings<'_, G::Move>, meter: &Meter) {
    let Some(mut exact) = Exact::new(game, findings, meter) else { return };
    let mut left_out = 1;
    loop {
        let line = findings.line();
        let Some(kept) = line.len().checked_sub(left_out) else { return };
        let mut state = start.clone();
        for &mv in &line[..kept] {
            if !exact.may_go_on() {
                return;
            }
            game.play(&mut state, mv);
        }
        let before = findings.best();
        if !exact.below(&state, &line[..kept]) {
            return;
        }
        // A line that is better may be longer; its end is searched again.
        left_out = if findings.best() > before { 1 } else { left_out + 1 };
    }
}
