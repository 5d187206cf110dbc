//! The report on the root. Best move, value, principal variation and candidates come from one state of the search: the
//! last completed iteration or, if the one after it got far enough before the budget ended, that one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::root::{Root, RootMove};
use super::table::{Bound, TO_THE_END};
use super::trace::{Event, Tracer};
use super::worker::{Found, Setting, Worker};
use crate::budget::Grace;
use crate::game::{Game, Moves, Turn};
use crate::report::{Candidate, Report};

/// The knowledge about the root in one state of the search.
#[derive(Clone, Debug)]
pub(super) struct Knowledge<M> {
    /// The moves, with values and bounds of one depth, or of none where they are proven.
    pub moves: Vec<RootMove<M>>,
    /// The index of the best move among them.
    pub best: usize,
    /// The value of the best move.
    pub value: f64,
    /// Whether no horizon had a part in that.
    pub complete: bool,
    /// The depth in decisions.
    pub depth: u32,
    /// The principal variation.
    pub line: Vec<M>,
}

impl<M: Copy + PartialEq> Root<M> {
    /// Puts the move that reached a value first, and gives it the value.
    pub(super) fn lead_with(&mut self, reached: Option<RootMove<M>>, found: Found) {
        let Some(reached) = reached else { return };
        let Some(place) = self.moves.iter().position(|entry| entry.mv == reached.mv) else { return };
        self.moves[..=place].rotate_right(1);
        let nodes = self.moves[0].nodes;
        let Found { value, complete } = found;
        self.moves[0] = RootMove { value, bound: Some(Bound::Exact), complete, nodes, ..reached };
    }

    /// The moves with the results of a search to `depth`, and what is proven. Everything else is out of date.
    fn moves_at(&self, depth: u32) -> Vec<RootMove<M>> {
        let up_to_date = |entry: &RootMove<M>| entry.depth == depth || entry.complete;
        let bound = |entry: &RootMove<M>| entry.bound.filter(|_| up_to_date(entry));
        self.moves.iter().map(|entry| RootMove { bound: bound(entry), ..entry.clone() }).collect()
    }

    /// The best move of an incomplete iteration, if there is one: the best of the exact values, provided that no move
    /// is known to be better, and that it is not a loss while others may be better.
    fn partial(&self, depth: u32, worst: f64) -> Option<Knowledge<M>> {
        let mut moves = self.moves_at(depth);
        let exact = (0..moves.len()).filter(|&place| moves[place].bound == Some(Bound::Exact));
        let best = exact.reduce(|best, place| if moves[place].value > moves[best].value { place } else { best })?;
        moves[..=best].rotate_right(1);
        let (best, others) = moves.split_first()?;
        let is_better = |entry: &RootMove<M>| entry.bound == Some(Bound::Lower) && entry.value > best.value;
        let is_no_better =
            |entry: &RootMove<M>| entry.value <= best.value && matches!(entry.bound, Some(Bound::Exact | Bound::Upper));
        if others.iter().any(is_better) || (best.value <= worst && !others.iter().all(is_no_better)) {
            return None;
        }
        let complete = best.complete && others.iter().all(|entry| entry.complete && is_no_better(entry));
        let (value, line) = (best.value, best.line.clone());
        Some(Knowledge { moves, best: 0, value, complete, depth, line })
    }
}

impl<M: Copy + PartialEq> Knowledge<M> {
    /// The best move.
    pub(super) fn answer(&self) -> M {
        self.moves[self.best].mv
    }
}

impl<G: Game, T: Tracer<Event<G::Move>>> Worker<'_, G, T> {
    /// An iteration was completed: its results replace the old ones. In a lost game the best move is the one that
    /// looked best before the loss was seen.
    pub(super) fn keep_finished(&self, root: &mut Root<G::Move>, depth: u32, found: Found) {
        let Found { value, complete } = found;
        let moves = root.moves_at(depth);
        if value > self.setting.low {
            root.hope = moves.first().map(|best| best.mv);
        }
        let hope = root.hope.filter(|_| value <= self.setting.low);
        let best = hope.and_then(|hope| moves.iter().position(|entry| entry.mv == hope)).unwrap_or(0);
        let mut line = moves[best].line.clone();
        self.extend_line(&mut line, depth, moves[best].complete);
        root.known = Some(Knowledge { moves, best, value, complete, depth, line });
    }

    /// An iteration was stopped after the best move of the last one: adopts its results, if they are consistent.
    pub(super) fn keep_partial(&self, root: &mut Root<G::Move>, depth: u32) {
        if let Some(mut partial) = root.partial(depth, self.setting.low) {
            let complete = partial.moves[partial.best].complete;
            self.extend_line(&mut partial.line, depth, complete);
            root.known = Some(partial);
        }
    }

    /// Extends a principal variation where the search took a value from the table: by the best moves in the table, up to
    /// the horizon of the search to `depth`. A value that is `complete` has no horizon.
    fn extend_line(&self, line: &mut Vec<G::Move>, depth: u32, complete: bool) {
        let horizon = if complete { u32::MAX } else { depth };
        extend_line(self.setting, &self.levels[0].state, line, horizon, &Grace::new(&self.meter, self.nodes));
    }
}

/// The maximum length of a reported principal variation.
const LONGEST_LINE: usize = 64;

fn extend_line<G: Game>(
    setting: &Setting<'_, G>,
    root: &G::State,
    line: &mut Vec<G::Move>,
    horizon: u32,
    grace: &Grace<'_>,
) {
    let (Some(table), false) = (setting.table, setting.config.merge || setting.many) else { return };
    let mut state = root.clone();
    for &mv in line.iter() {
        if grace.is_over() {
            return;
        }
        setting.game.play(&mut state, mv);
    }
    let mut moves = Moves::new();
    // Decisions to the horizon: what is beyond it had no part in the value.
    let mut left = horizon.saturating_sub(line.len() as u32);
    while left > 0 && line.len() < LONGEST_LINE && !grace.is_over() {
        moves.clear();
        let Turn::Player(_) = setting.game.turn(&state, &mut moves) else { return };
        if let (Some(tactics), true) = (setting.tactics(), setting.config.prune) {
            tactics.prune_dominated(&state, &mut moves);
        }
        if let [forced] = moves[..] {
            line.push(forced);
            setting.game.play(&mut state, forced);
            left = left.saturating_sub(1);
            continue;
        }
        let Some(entry) = table.probe(setting.table_key(&state, false)) else { return };
        let reliable = entry.bound == Bound::Exact || entry.depth == TO_THE_END;
        let Some(&mv) = entry.best.filter(|_| reliable).and_then(|best| moves.get(usize::from(best))) else { return };
        line.push(mv);
        setting.game.play(&mut state, mv);
        let searched = if entry.depth == TO_THE_END { u32::MAX } else { u32::from(entry.depth) };
        left = left.max(searched) - 1;
    }
}

/// The knowledge about the root: after a search with all its legal moves, or in the middle of one.
pub(super) fn report<G: Game>(setting: &Setting<'_, G>, root: &Root<G::Move>, legal: &[G::Move]) -> Report<G::Move> {
    let known = root.known.as_ref();
    let best = known.map(Knowledge::answer).or(root.moves.first().map(|first| first.mv));
    let bytes = setting.table.map_or(0, |table| table.bytes() as u64);
    let mut report = Report::new(best).with_candidates(candidates(root, legal, setting.exact)).with_size(
        0,
        bytes,
        known.map_or(0, |known| known.depth),
    );
    if let Some(known) = known {
        report.value = Some(known.value);
        report.proven = setting.exact && known.complete;
        report.pv.clone_from(&known.line);
    }
    report
}

/// Every legal move with its results. Moves that were pruned by the game's own knowledge are last. `exact` means that
/// values to the end of the game are values of the game itself.
fn candidates<M: Copy + Eq + Hash>(root: &Root<M>, legal: &[M], exact: bool) -> Vec<Candidate<M>> {
    let moves = root.known.as_ref().map_or(&root.moves[..], |known| &known.moves);
    // Nodes are counted to the end, whatever came of them.
    let nodes: FxHashMap<M, u64> = root.moves.iter().map(|entry| (entry.mv, entry.nodes)).collect();
    let of = |entry: &RootMove<M>| {
        let value = (entry.bound == Some(Bound::Exact)).then_some(entry.value);
        let at_most = (entry.bound == Some(Bound::Upper)).then_some(entry.value);
        let proven = exact && entry.complete;
        Candidate {
            visits: nodes[&entry.mv],
            mean: value,
            proven: value.filter(|_| proven),
            mean_at_most: at_most.filter(|_| !proven),
            proven_at_most: at_most.filter(|_| proven),
            ..Candidate::new(entry.mv)
        }
    };
    let pruned = legal.iter().filter(|mv| !nodes.contains_key(mv));
    moves.iter().map(of).chain(pruned.map(|&mv| Candidate::new(mv))).collect()
}
