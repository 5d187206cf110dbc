//! The loop of [depth-first proof-number search](super::DfPn): a stack of positions with the numbers of their children.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::LONGEST_PATH;
use super::df_pn::{Count, DfPnConfig};
use super::numbers::{NEVER, Numbers, add};
use super::question::{Kind, Question, Rules, Seen, Sight, Work};
use super::table::Table;
use super::values::{Answer, Judged, Prover, Size};
use crate::budget::Limit;
use crate::game::{Game, Moves};

/// The depth of no ancestor: a result that holds on every path.
const NOWHERE: u32 = u32::MAX;

/// A child of a position under search.
struct Child<M> {
    mv: M,
    key: u64,
    numbers: Numbers,
    /// If refuted: the depth of the highest ancestor whose repetition the refutation leans on.
    leans_on: u32,
    effort: u64,
}

/// A position under search.
struct Frame<S> {
    state: S,
    key: u64,
    kind: Kind,
    /// Where its children begin.
    first: usize,
    /// The child that is being searched.
    chosen: usize,
    thresholds: Numbers,
    /// Positions visited when it was entered.
    entered: u64,
}

/// The combined numbers of the children of a position.
struct Total {
    numbers: Numbers,
    /// The best child, and by how much the next one is worse.
    best: usize,
    second: u32,
}

/// Answers questions by proof and disproof numbers.
pub(super) struct Numberer<S, M> {
    epsilon: f64,
    count: Count,
    pub table: Table,
    frames: Vec<Frame<S>>,
    children: Vec<Child<M>>,
    path: FxHashSet<u64>,
    repeated: bool,
    /// Some path was too long to be followed.
    cut: bool,
    depth: usize,
    moves: Moves<M>,
    replies: Moves<M>,
    order: Vec<(Reverse<i32>, usize)>,
}

impl<S: Clone + Send + Sync, M: Copy + PartialEq + Send + 'static> Numberer<S, M> {
    pub(super) fn new(config: &DfPnConfig) -> Self {
        Numberer {
            epsilon: config.epsilon,
            count: config.count,
            table: Table::default(),
            frames: Vec::new(),
            children: Vec::new(),
            path: FxHashSet::default(),
            repeated: false,
            cut: false,
            depth: 0,
            moves: Moves::new(),
            replies: Moves::new(),
            order: Vec::new(),
        }
    }

    /// A new search begins.
    pub(super) fn begin(&mut self, memory: usize) {
        self.table.begin(memory);
        self.depth = 0;
    }

    /// The combined numbers of the children of the frame at `depth`.
    fn total(&self, depth: usize) -> Total {
        let frame = &self.frames[depth];
        let children = &self.children[frame.first..];
        let (mut best, mut least, mut second) = (0, NEVER, NEVER);
        let (mut sum, mut greatest, mut open) = (0, 0, 0u32);
        for (index, child) in children.iter().enumerate() {
            let (one, all) = child.numbers.seen_by(frame.kind);
            if one < least {
                (best, second, least) = (index, least, one);
            } else {
                second = second.min(one);
            }
            sum = add(sum, all);
            greatest = greatest.max(all);
            open += u32::from(all > 0);
        }
        let all = match self.count {
            _ if least == 0 => NEVER,
            Count::Sum => sum,
            Count::Weak => add(greatest, open.saturating_sub(1)),
        };
        Total { numbers: Numbers::of(frame.kind, least, all), best, second }
    }

    /// The thresholds of the best child: it is searched until another child is better by enough, or its parent's
    /// thresholds are reached.
    fn thresholds(&self, frame: &Frame<S>, total: &Total) -> Numbers {
        let (limit_one, limit_all) = frame.thresholds.seen_by(frame.kind);
        let child = &self.children[frame.first + total.best];
        let (one, all) = child.numbers.seen_by(frame.kind);
        let (_, total_all) = total.numbers.seen_by(frame.kind);
        let patience = (f64::from(total.second) * (1.0 + self.epsilon)).min(f64::from(NEVER)) as u32;
        let next_one = limit_one.min(patience.max(total.second.saturating_add(1)));
        let next_all = match limit_all {
            NEVER => NEVER,
            limit => match self.count {
                Count::Sum => limit.saturating_sub(total_all - all.min(total_all)),
                // The others count one each.
                Count::Weak => {
                    let others = &self.children[frame.first..];
                    let open = others.iter().filter(|child| child.numbers.seen_by(frame.kind).1 > 0).count() as u32;
                    limit.saturating_sub(open.saturating_sub(1))
                }
            },
        };
        // A child must be allowed to get further than it is, or nothing would ever change.
        Numbers::of(frame.kind, next_one.max(one.saturating_add(1)), next_all.max(all.saturating_add(1)))
    }

    /// The ancestor that the refutation of the frame at `depth` depends on.
    fn leans_on(&self, depth: usize) -> u32 {
        let frame = &self.frames[depth];
        let refuted = self.children[frame.first..].iter().filter(|child| child.numbers.disproof == 0);
        let leans_on = refuted.map(|child| child.leans_on);
        let leans_on = match frame.kind {
            Kind::Or => leans_on.min(),
            // One of them is enough: the one that leans on least.
            Kind::And => leans_on.max(),
        };
        // To repeat the position itself is no way to prove it.
        leans_on.filter(|&ancestor| (ancestor as usize) < depth).unwrap_or(NOWHERE)
    }

    /// Leaves the topmost frame, writes its numbers into the table and into its parent.
    fn leave(&mut self, numbers: Numbers, question: &Question, rules_repeat: bool, nodes: u64) {
        let depth = self.frames.len() - 1;
        let refuted = numbers.disproof == 0;
        let leans_on = if refuted { self.leans_on(depth) } else { NOWHERE };
        let Some(frame) = self.frames.pop() else { return };
        self.children.truncate(frame.first);
        if rules_repeat {
            self.path.remove(&frame.key);
        }
        let effort = nodes - frame.entered;
        if leans_on == NOWHERE && !(refuted && depth == 0 && self.cut) {
            self.table.put(frame.key ^ question.salt, numbers, effort);
        }
        if let Some(parent) = self.frames.last() {
            let child = &mut self.children[parent.first + parent.chosen];
            child.numbers = numbers;
            child.leans_on = leans_on;
            child.effort += effort;
        }
    }
}

impl<S: Clone + Send + Sync, M: Copy + PartialEq + Send + 'static> Numberer<S, M> {
    /// Opens a position for search: lists its children with their numbers.
    #[allow(clippy::too_many_arguments)]
    fn enter<G: Game<State = S, Move = M>>(
        &mut self,
        rules: &Rules<'_, G>,
        question: &Question,
        state: S,
        key: u64,
        thresholds: Numbers,
        seen: &mut Seen,
        entered: u64,
        work: &mut Work<M>,
    ) -> Option<Numbers> {
        let kind = match rules.look(&state, question, &mut self.moves, seen) {
            Sight::Over(enough) => return Some(Numbers::decided(enough)),
            Sight::Open(kind) => kind,
        };
        if rules.repeats {
            self.path.insert(key);
        }
        let first = self.children.len();
        self.order.clear();
        let rank = |mv| Reverse(if rules.has_ranks() { rules.rank(&state, mv) } else { 0 });
        self.order.extend(self.moves.iter().enumerate().map(|(index, &mv)| (rank(mv), index)));
        if rules.has_ranks() {
            self.order.sort_unstable();
        }
        let depth = self.frames.len();
        let mut stopped = false;
        for place in 0..self.order.len() {
            let index = self.order[place].1;
            let mv = self.moves[index];
            stopped = stopped || place > 0 && work.step().is_err();
            if stopped {
                // The others are unknown and no longer needed.
                self.children.push(Child { mv, key: 0, numbers: Numbers::UNKNOWN, leans_on: NOWHERE, effort: 0 });
                continue;
            }
            let after = rules.after(&state, mv);
            let child_key = rules.key_after(key, index, &after);
            let (numbers, leans_on) = self.judge(rules, question, &after, child_key, depth, seen);
            self.children.push(Child { mv, key: child_key, numbers, leans_on, effort: 0 });
            let (one, _) = numbers.seen_by(kind);
            if one == 0 && depth > 0 {
                break;
            }
        }
        self.frames.push(Frame { state, key, kind, first, chosen: 0, thresholds, entered });
        self.depth = self.depth.max(self.frames.len());
        None
    }

    /// The numbers of a position before it is searched: from the table, or at first sight.
    fn judge<G: Game<State = S, Move = M>>(
        &mut self,
        rules: &Rules<'_, G>,
        question: &Question,
        state: &S,
        key: u64,
        depth: usize,
        seen: &mut Seen,
    ) -> (Numbers, u32) {
        if rules.repeats && self.path.contains(&key) {
            self.repeated = true;
            let at = self.frames.iter().position(|frame| frame.key == key).unwrap_or(depth);
            return (Numbers::REFUTED, at as u32);
        }
        if let Some(entry) = self.table.get(key ^ question.salt) {
            return (entry.numbers, NOWHERE);
        }
        match rules.look(state, question, &mut self.replies, seen) {
            Sight::Over(enough) => (Numbers::decided(enough), NOWHERE),
            Sight::Open(_) if depth + 1 >= LONGEST_PATH => {
                (self.repeated, self.cut) = (true, true);
                (Numbers::REFUTED, 0)
            }
            Sight::Open(kind) => (Numbers::fresh(kind, self.replies.len()), NOWHERE),
        }
    }

    /// Searches below the root until it is decided or the work has to end.
    fn run<G: Game<State = S, Move = M>>(
        &mut self,
        rules: &Rules<'_, G>,
        question: &Question,
        seen: &mut Seen,
        work: &mut Work<G::Move>,
    ) -> Option<Limit> {
        loop {
            // Children without results must not be looked up: they have no keys.
            if work.ended.is_some() {
                return work.ended;
            }
            let depth = self.frames.len() - 1;
            let total = self.total(depth);
            let frame = &self.frames[depth];
            let Numbers { proof, disproof } = total.numbers;
            if proof >= frame.thresholds.proof || disproof >= frame.thresholds.disproof {
                if depth == 0 {
                    return None;
                }
                self.leave(total.numbers, question, rules.repeats, work.nodes);
                continue;
            }
            let thresholds = self.thresholds(frame, &total);
            let child = &self.children[frame.first + total.best];
            let (mv, key, before) = (child.mv, child.key, child.numbers);
            let known = self.table.get(key ^ question.salt).map(|entry| entry.numbers);
            let known = known
                .filter(|now| *now != before && (now.proof >= thresholds.proof || now.disproof >= thresholds.disproof));
            if let Some(numbers) = known {
                // It was searched as the child of another position meanwhile.
                self.children[self.frames[depth].first + total.best].numbers = numbers;
                continue;
            }
            if let Err(limit) = work.spend() {
                return Some(limit);
            }
            let state = rules.after(&frame.state, mv);
            self.frames[depth].chosen = total.best;
            let decided = self.enter(rules, question, state, key, thresholds, seen, work.nodes - 1, work);
            if let Some(numbers) = decided {
                self.children[self.frames[depth].first + total.best].numbers = numbers;
            }
        }
    }
}

impl<G: Game> Prover<G> for Numberer<G::State, G::Move> {
    fn ask(
        &mut self,
        rules: &Rules<'_, G>,
        question: &Question,
        state: &G::State,
        seen: &mut Seen,
        work: &mut Work<G::Move>,
    ) -> Answer<G::Move> {
        self.frames.clear();
        self.children.clear();
        self.path.clear();
        if let Err(limit) = work.spend() {
            return Answer { numbers: Numbers::UNKNOWN, limit: Some(limit), moves: Vec::new() };
        }
        let thresholds = Numbers { proof: NEVER, disproof: NEVER };
        let root = rules.root_key(state);
        let entered = work.nodes;
        if let Some(numbers) = self.enter(rules, question, state.clone(), root, thresholds, seen, entered, work) {
            return Answer { numbers, limit: None, moves: Vec::new() };
        }
        let limit = self.run(rules, question, seen, work);
        // If the budget ended, the open frames pass their progress to their parents.
        while self.frames.len() > 1 {
            let total = self.total(self.frames.len() - 1);
            self.leave(total.numbers, question, rules.repeats, work.nodes);
        }
        let numbers = self.total(0).numbers;
        let judged = |child: &Child<G::Move>| Judged { mv: child.mv, numbers: child.numbers, effort: child.effort };
        let moves = self.children.iter().map(judged).collect();
        self.leave(numbers, question, rules.repeats, work.nodes);
        Answer { numbers, limit: limit.filter(|_| numbers.verdict().is_none()), moves }
    }

    fn known(&self, question: &Question, key: u64) -> Option<bool> {
        self.table.get(key ^ question.salt)?.numbers.verdict()
    }

    fn has_repeated(&self) -> bool {
        self.repeated
    }

    fn size(&self) -> Size {
        let stack = self.frames.capacity() * size_of::<Frame<G::State>>()
            + self.children.capacity() * size_of::<Child<G::Move>>();
        Size { nodes: self.table.len() as u64, bytes: (self.table.bytes() + stack) as u64, depth: self.depth as u32 }
    }
}
