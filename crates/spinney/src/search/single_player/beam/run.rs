//! One beam from the start of a game to its end.

use rustc_hash::FxHashMap;

use super::super::{Findings, choices, play_out};
use super::Strata;
use crate::budget::{Limit, Pace};
use crate::evaluation::Evaluator;
use crate::evaluation::ranking::Ranking;
use crate::game::capabilities::{Patterns, ScoreBounds, Trace};
use crate::game::{Game, Moves, Player};
use crate::random::Random;
use crate::search::threads;

/// Positions that are kept for each that is expanded, before the best are chosen.
pub(super) const SLACK: usize = 4;

/// Positions of which the children are made at a time, by each thread.
const BLOCK: usize = 256;

/// How positions are rated.
pub(super) enum Rating<'r, G: Game> {
    /// By the best of some playouts by a policy.
    Playouts(u32, Option<usize>),
    /// By the game's evaluation.
    Evaluation(Evaluator<'r, G>),
    /// By what good lines to a goal have in common.
    Learnt(&'r dyn Patterns<State = G::State, Move = G::Move>, &'r Ranking, usize),
}

/// What all beams of a search have in common.
pub(super) struct Setting<'r, G: Game> {
    pub(super) game: &'r G,
    pub(super) score_bounds: &'r dyn ScoreBounds<State = G::State, Move = G::Move>,
    pub(super) rating: Rating<'r, G>,
    pub(super) strata: Strata,
    /// The game's rule for moves.
    pub(super) rule: usize,
    pub(super) threads: usize,
    pub(super) findings: &'r Findings<'r, G::Move>,
}

/// A position on the beam.
pub(super) struct Node<G: Game> {
    pub(super) state: G::State,
    /// How promising it is.
    rating: f64,
    /// The score that is already certain.
    so_far: f64,
    key: u64,
    /// The entry of its parent in the history, `usize::MAX` at the start, and the move from there.
    parent: usize,
    mv: Option<G::Move>,
    /// What the game remembers of the moves before, for learnt ratings.
    trace: Trace,
}

/// One beam.
pub(super) struct Run<'r, G: Game> {
    setting: &'r Setting<'r, G>,
    width: usize,
    /// Whether there were more positions than the beam width.
    pub(super) dropped: bool,
    /// Moves of the expanded positions, each with the entry before it.
    history: Vec<(usize, G::Move)>,
    /// For every stratum, a rating that is not enough: as many positions as the beam is wide have more. Known only for
    /// learnt ratings; a playout may improve the rating of a position found before.
    cuts: Vec<f64>,
}

impl<'r, G: Game> Run<'r, G> {
    pub(super) fn new(setting: &'r Setting<'r, G>, width: usize) -> Self {
        Run { setting, width, dropped: false, history: Vec::new(), cuts: Vec::new() }
    }

    /// Sends one beam through the game; `look` is shown the positions of every stratum before the best are chosen.
    /// Returns why the beam had to end before it was through.
    pub(super) fn go(
        &mut self,
        start: &G::State,
        rng: &mut Random,
        mut look: impl FnMut(usize, &[Node<G>], &mut Random),
    ) -> Option<Limit> {
        let start = Node {
            state: start.clone(),
            rating: 0.0,
            so_far: 0.0,
            key: 0,
            parent: usize::MAX,
            mv: None,
            trace: Trace::default(),
        };
        let mut at = self.stratum(0, &start.state);
        let mut strata: Vec<Vec<Node<G>>> = Vec::new();
        strata.resize_with(at + 1, Vec::new);
        strata[at].push(start);
        while at < strata.len() {
            let mut stratum = std::mem::take(&mut strata[at]);
            look(at, &stratum, rng);
            self.narrow(&mut stratum);
            for node in &mut stratum {
                if let Some(mv) = node.mv {
                    self.history.push((node.parent, mv));
                    node.parent = self.history.len() - 1;
                }
            }
            for block in stratum.chunks(BLOCK * self.setting.threads) {
                let children = match self.expand(block, rng) {
                    Ok(children) => children,
                    Err(limit) => return Some(limit),
                };
                for child in children {
                    let next = self.stratum(at + 1, &child.state);
                    if strata.len() <= next {
                        strata.resize_with(next + 1, Vec::new);
                    }
                    strata[next].push(child);
                    if strata[next].len() >= SLACK * self.width {
                        self.narrow(&mut strata[next]);
                        self.cut(next, &strata[next]);
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// The stratum of a position, which is `least` or more.
    fn stratum(&self, least: usize, state: &G::State) -> usize {
        match self.setting.strata {
            Strata::Moves => least,
            Strata::Stage => (self.setting.score_bounds.stage(state) as usize).max(least),
        }
    }

    /// Notes which rating is not enough for a stratum.
    fn cut(&mut self, stratum: usize, nodes: &[Node<G>]) {
        if matches!(self.setting.rating, Rating::Learnt(..)) && nodes.len() >= self.width {
            if self.cuts.len() <= stratum {
                self.cuts.resize(stratum + 1, f64::NEG_INFINITY);
            }
            self.cuts[stratum] = nodes.iter().map(|node| node.rating).fold(f64::INFINITY, f64::min);
        }
    }

    /// Leaves the most promising positions, each once.
    fn narrow(&mut self, nodes: &mut Vec<Node<G>>) {
        match self.setting.rating {
            Rating::Learnt(..) => keep_highest(nodes),
            _ => unite(nodes),
        }
        if nodes.len() > self.width {
            self.dropped = true;
            nodes.select_nth_unstable_by(self.width - 1, |a, b| b.rating.total_cmp(&a.rating));
            nodes.truncate(self.width);
        }
    }

    /// All children of some positions, rated; spread over the threads.
    fn expand(&self, nodes: &[Node<G>], rng: &mut Random) -> Result<Vec<Node<G>>, Limit> {
        let share = nodes.len().div_ceil(self.setting.threads).max(1);
        let mut parts: Vec<_> = nodes.chunks(share).map(|nodes| (nodes, rng.split(), Ok(Vec::new()))).collect();
        let findings = self.setting.findings;
        let work = |nodes: &[Node<G>], rng: &mut Random| {
            let (mut children, mut pace) = (Vec::new(), findings.pace());
            let mut expand = |node| match self.setting.rating {
                Rating::Learnt(patterns, ranking, goal) => {
                    self.expand_learnt(node, patterns, ranking, goal, &mut children, &mut pace)
                }
                _ => self.expand_one(node, &mut children, rng, &mut pace),
            };
            nodes.iter().try_for_each(&mut expand).map(|()| children)
        };
        threads::on_each(findings.meter(), &mut parts, |_, (nodes, rng, result)| *result = work(nodes, rng));
        let mut all = Vec::new();
        for (_, _, result) in parts {
            all.append(&mut result?);
        }
        Ok(all)
    }

    /// The children of a position by learnt ratings, without those that have no chance.
    fn expand_learnt(
        &self,
        node: &Node<G>,
        patterns: &dyn Patterns<State = G::State, Move = G::Move>,
        ranking: &Ranking,
        goal: usize,
        children: &mut Vec<Node<G>>,
        pace: &mut Pace,
    ) -> Result<(), Limit> {
        let can_move = patterns.rate_moves(goal, ranking, &node.state, &node.trace, &mut |mv, state, rating, trace| {
            let (rating, stratum) = (f64::from(rating), self.stratum(0, state));
            if self.cuts.get(stratum).is_none_or(|&cut| rating > cut) {
                children.push(Node { trace, ..self.child(node, mv, state.clone(), rating) });
            }
        });
        if !can_move {
            self.finish(node);
            return Ok(());
        }
        // All ratings together cost about as much as a playout.
        match self.setting.findings.claim(1).or_else(|| self.setting.findings.step(pace)) {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }

    fn expand_one(
        &self,
        node: &Node<G>,
        children: &mut Vec<Node<G>>,
        rng: &mut Random,
        pace: &mut Pace,
    ) -> Result<(), Limit> {
        let Setting { game, findings, rule, .. } = *self.setting;
        let mut moves = Moves::new();
        match game.capabilities().guided {
            Some(guided) => guided.offer(rule, &node.state, &mut moves),
            None => drop(choices(game, &node.state, &mut moves)),
        }
        if moves.is_empty() {
            self.finish(node);
            return Ok(());
        }
        for &mv in moves.iter() {
            let work = if let Rating::Playouts(count, _) = self.setting.rating { count.into() } else { 1 };
            if let Some(limit) = findings.claim(work).or_else(|| findings.step(pace)) {
                return Err(limit);
            }
            let mut state = node.state.clone();
            game.play(&mut state, mv);
            let rating = match &self.setting.rating {
                Rating::Playouts(count, policy) => self.play_outs(*count, *policy, node, mv, &state, rng, pace)?,
                Rating::Evaluation(evaluator) => self.judge(evaluator, node, mv, &state),
                Rating::Learnt(..) => unreachable!("expanded by expand_learnt"),
            };
            children.push(self.child(node, mv, state, rating));
        }
        Ok(())
    }

    fn child(&self, parent: &Node<G>, mv: G::Move, state: G::State, rating: f64) -> Node<G> {
        let score_bounds = self.setting.score_bounds;
        let (so_far, key) = (score_bounds.so_far(&state), score_bounds.rest_key(&state));
        Node { state, rating, so_far, key, parent: parent.parent, mv: Some(mv), trace: Trace::default() }
    }

    /// A finished game is a line found.
    fn finish(&self, node: &Node<G>) {
        let value = self.setting.game.payoff(&node.state, Player(0));
        self.setting.findings.offer(value, || self.line(node.parent));
    }

    /// The best value of some playouts; `Err` if the budget ended before it was known.
    #[allow(clippy::too_many_arguments)]
    fn play_outs(
        &self,
        count: u32,
        policy: Option<usize>,
        node: &Node<G>,
        mv: G::Move,
        state: &G::State,
        rng: &mut Random,
        pace: &mut Pace,
    ) -> Result<f64, Limit> {
        let Setting { game, findings, .. } = *self.setting;
        let mut best = f64::NEG_INFINITY;
        let mut recorded = Vec::new();
        for _ in 0..count {
            let mut end = state.clone();
            recorded.clear();
            play_out(game, policy, &mut end, rng, &mut recorded, findings, pace)?;
            let value = game.payoff(&end, Player(0));
            best = best.max(value);
            let line = || self.line(node.parent).into_iter().chain([mv]).chain(recorded.iter().map(|&(_, mv)| mv));
            findings.offer(value, line);
        }
        Ok(best)
    }

    /// The value of a position without playouts. A solved game is a line found, even if others look better.
    fn judge(&self, evaluator: &Evaluator<'_, G>, node: &Node<G>, mv: G::Move, state: &G::State) -> f64 {
        if !self.setting.score_bounds.is_solved(state) {
            return evaluator.value(state, Player(0));
        }
        let value = self.setting.game.payoff(state, Player(0));
        self.setting.findings.offer(value, || self.line(node.parent).into_iter().chain([mv]));
        value
    }

    /// The moves from the start to an entry of the history.
    fn line(&self, mut at: usize) -> Vec<G::Move> {
        let mut line = Vec::new();
        while let Some(&(before, mv)) = self.history.get(at) {
            line.push(mv);
            at = before;
        }
        line.reverse();
        line
    }
}

/// Of positions with the same future, leaves the one with the highest score, as good as the best of their playouts.
fn unite<G: Game>(nodes: &mut Vec<Node<G>>) {
    let mut best: FxHashMap<u64, (f64, f64)> = FxHashMap::default();
    for node in nodes.iter() {
        let rest = node.rating - node.so_far;
        let known = best.entry(node.key).or_insert((node.so_far, rest));
        *known = (known.0.max(node.so_far), known.1.max(rest));
    }
    nodes.retain_mut(|node| {
        let Some((so_far, rest)) = best.get(&node.key).filter(|(so_far, _)| node.so_far >= *so_far) else {
            return false;
        };
        node.rating = so_far + rest;
        best.remove(&node.key);
        true
    });
}

/// Of positions with the same future, leaves the one with the highest score, with its own rating.
fn keep_highest<G: Game>(nodes: &mut Vec<Node<G>>) {
    let mut best: FxHashMap<u64, f64> = FxHashMap::default();
    for node in nodes.iter() {
        let known = best.entry(node.key).or_insert(node.so_far);
        *known = known.max(node.so_far);
    }
    nodes.retain(|node| match best.get(&node.key) {
        Some(&so_far) if node.so_far >= so_far => {
            best.remove(&node.key);
            true
        }
        _ => false,
    });
}
