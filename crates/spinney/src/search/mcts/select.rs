//! Selection: which child the simulation goes down to.
//!
//! Every rule is a value term and an exploration term ([`Terms`]); the child with the greatest sum is taken, ties are
//! broken by the generator. Sources: UCB1 and UCB1-Tuned, Auer et al. 2002; UCB-V, Audibert et al. 2009; SP-MCTS,
//! Schadd et al. 2008; PUCT, Rosin 2011 in the form of Silver et al. 2017; Thompson sampling, Bai et al. 2013;
//! α-AMAF and its relatives, Helmbold & Parker-Wood 2009; RAVE, Gelly & Silver 2007 and 2011; GRAVE, Cazenave 2015.

use super::tree::{Block, Field, Node, Sharing, Slot, Value, best_proven};
use std::sync::atomic::Ordering;

use super::amaf::{self, Reference};
use super::config::{RaveSchedule, Selection, Unvisited};
use super::context::Context;
use super::draws::gamma;
use super::sqrt_table::{INVERSE_ROOTS, ROOTS_OF_LOGS};
use crate::game::Game;
use crate::random::Random;

/// The two parts of a selection value, on shifted payoffs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Terms {
    pub(crate) value: f64,
    pub(crate) explore: f64,
}

/// What is known of a child: its own simulations, or those that AMAF counts for it.
struct Data {
    visits: f64,
    /// ln N: of the parent's visits, with those before its expansion, or of all AMAF updates of the children.
    log: f64,
    mean: f64,
    /// Where the sum of squares is.
    squares: Field,
}

/// The context of a selection rule at a node.
pub(crate) struct Chooser<'a, 't, G: Game> {
    context: &'a Context<'a, G>,
    block: &'a Block<'t, G::Move>,
    /// Whose choice it is.
    player: usize,
    visits: f64,
    log_visits: f64,
    width: f64,
    /// What an unvisited child counts for.
    urgency: f64,
    /// ln of all AMAF updates of the children.
    log_amaf: f64,
    reference: Reference<'a>,
}

impl<'a, 't, G: Game> Chooser<'a, 't, G> {
    /// Prepares the choice of `player` among the children of `node`.
    pub(crate) fn new(
        context: &'a Context<'a, G>,
        node: &Node<G::Move>,
        block: &'a Block<'t, G::Move>,
        player: usize,
        reference: Reference<'a>,
    ) -> Self {
        let config = context.config;
        let visits = f64::from(node.visits().max(1));
        let width = context.width();
        let low = context.shifted_low();
        let urgency = match config.unvisited {
            Unvisited::First => f64::INFINITY,
            Unvisited::Urgency(share) => low + share * width,
            Unvisited::Parent(less) if node.visits() > 0 => {
                context.plan.turn_value(node.mean(), node.mover(), player) - less * width
            }
            Unvisited::Parent(_) => f64::INFINITY,
        };
        let log_amaf = if config.amaf.explores() {
            let all: f64 = block.table(Field::AmafVisits).iter().map(Slot::get).sum();
            all.max(1.0).ln()
        } else {
            0.0
        };
        Chooser { context, block, player, visits, log_visits: visits.ln(), width, urgency, log_amaf, reference }
    }

    /// The child to visit. Only the first `opened` children take part.
    pub(crate) fn choose(&self, opened: usize, rng: &mut Random) -> usize {
        if self.context.config.select == Selection::Thompson {
            return self.argmax(opened, rng, |position, rng| self.thompson(position, rng));
        }
        self.argmax(opened, rng, |position, _| {
            let terms = self.terms(position);
            match self.is_article_opponent() {
                true => -(terms.value + terms.explore),
                false => terms.value + terms.explore,
            }
        })
    }

    /// The child with the greatest score. Proven children are passed over while there is another: nothing is learnt
    /// by visiting them.
    #[inline(always)]
    fn argmax(&self, opened: usize, rng: &mut Random, score: impl Fn(usize, &mut Random) -> f64) -> usize {
        let (mut best, mut best_score, mut ties) = (usize::MAX, f64::NEG_INFINITY, 0);
        for position in 0..opened {
            let child = &self.block.nodes[position];
            if self.context.plan.solver && child.is_proven() {
                continue;
            }
            let score = score(position, rng);
            if score > best_score {
                (best, best_score, ties) = (position, score, 1);
            } else if score == best_score {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = position;
                }
            }
        }
        if best == usize::MAX {
            best_proven(&self.block.nodes[..opened]).map_or(0, |(position, _)| position)
        } else {
            best
        }
    }

    /// The opponent's node under the article's rule, which takes the lowest value.
    pub(crate) fn is_article_opponent(&self) -> bool {
        self.context.config.select == Selection::Article && self.player != self.context.root_player
    }

    /// Value and exploration term of a child.
    pub(crate) fn terms(&self, position: usize) -> Terms {
        let child = &self.block.nodes[position];
        let own = self.own_terms(position, child);
        // An unvisited child that comes first stays first, whatever AMAF knows of it.
        if !self.context.plan.amaf || own.value == f64::INFINITY {
            return own;
        }
        let shared = amaf::shared_value(self.context.config.amaf, self.block, position, &self.reference);
        let Some((amaf_visits, amaf_mean)) = shared else { return own };
        let config = self.context.config;
        if !config.amaf.explores() {
            // What AMAF knows of an unvisited child is its value; its urgency is what is added for exploration.
            if let (0, Unvisited::Urgency(share)) = (child.visits(), config.unvisited) {
                return Terms { value: amaf_mean, explore: share * self.width };
            }
            let visits = match config.rave_schedule {
                RaveSchedule::KNode => self.visits,
                RaveSchedule::K | RaveSchedule::Mse => f64::from(child.visits()),
            };
            let weight = rave_weight(config.rave_schedule, config.rave_k, config.rave_bias, visits, amaf_visits);
            return Terms { value: (1.0 - weight) * own.value + weight * amaf_mean, explore: own.explore };
        }
        let data = Data { visits: amaf_visits, log: self.log_amaf, mean: amaf_mean, squares: Field::AmafSquares };
        let (alpha, explore) = (config.alpha, self.explore(position, &data));
        Terms {
            value: alpha * amaf_mean + (1.0 - alpha) * own.value,
            explore: alpha * explore + (1.0 - alpha) * own.explore,
        }
    }

    fn own_terms(&self, position: usize, child: &Node<G::Move>) -> Terms {
        let (config, c) = (self.context.config, self.context.plan.c);
        if child.visits() == 0 {
            let explore = match (config.select, config.unvisited) {
                (Selection::Puct, _) => c * self.width * self.prior(position) * self.visits.sqrt(),
                // As after one visit: a child below its parent's mean must still be tried at some time.
                (_, Unvisited::Parent(_)) => c * self.width * self.log_visits.sqrt(),
                _ => 0.0,
            };
            return Terms { value: self.urgency, explore };
        }
        let mean = child.mean();
        let value = if self.context.plan.backed { self.block.table(Field::Backed)[position].get() } else { mean };
        let visits = f64::from(child.visits());
        let data = Data { visits, log: self.log_visits, mean, squares: Field::Squares };
        let value = match config.select {
            Selection::Article => self.context.plan.turn_value(value, self.player, self.context.root_player),
            _ => value,
        };
        Terms { value, explore: self.explore(position, &data) }
    }

    /// The exploration term of a child with these data.
    #[inline(always)]
    fn explore(&self, position: usize, data: &Data) -> f64 {
        let (config, c) = (self.context.config, self.context.plan.c);
        let ratio = data.log / data.visits;
        match config.select {
            Selection::Ucb1 | Selection::Article => c * self.width * ratio.sqrt(),
            Selection::Ucb1Tuned => {
                let bound = self.variance(position, data) + (2.0 * ratio).sqrt();
                c * self.width * (ratio * bound.min(0.25)).sqrt()
            }
            Selection::UcbV => {
                let variance = self.variance(position, data);
                self.width * ((2.0 * variance * ratio).sqrt() + c * 3.0 * ratio)
            }
            Selection::SpMcts => {
                let variance = self.variance(position, data);
                let spread = (variance + config.sp_d / data.visits).sqrt();
                let best = self.block.table(Field::Best)[position].get() / self.width;
                self.width * (c * ratio.sqrt() + spread + config.sp_best * best)
            }
            Selection::Puct => c * self.width * self.prior(position) * self.visits.sqrt() / (1.0 + data.visits),
            Selection::Thompson => 0.0,
        }
    }

    /// The variance of normalised payoffs. The own mean of a proven child is its exact value; AMAF data stay as they are.
    fn variance(&self, position: usize, data: &Data) -> f64 {
        if data.squares == Field::Squares && self.block.nodes[position].is_proven() {
            return 0.0;
        }
        let squares = self.block.table(data.squares)[position].get() / data.visits;
        ((squares - data.mean * data.mean) / (self.width * self.width)).max(0.0)
    }

    fn prior(&self, position: usize) -> f64 {
        self.block.table(Field::Prior)[position].get()
    }

    /// A draw from Beta(1 + wins, 1 + losses) of normalised payoffs.
    fn thompson(&self, position: usize, rng: &mut Random) -> f64 {
        let child = &self.block.nodes[position];
        let sum = match child.value() {
            Value::Open(sum) => sum,
            Value::Proven(exact) => return exact,
        };
        if child.visits() == 0 && self.context.config.unvisited != Unvisited::First {
            return self.urgency;
        }
        let visits = f64::from(child.visits());
        let low = self.context.shifted_low();
        let wins = ((sum - low * visits) / self.width).clamp(0.0, visits);
        let (a, b) = (gamma(1.0 + wins, rng), gamma(1.0 + visits - wins, rng));
        low + self.width * a / (a + b)
    }
}

/// UCB1 without anything on top, the rule of most searches, in a loop of its own: half of the time of a search goes
/// into it, and it makes whole searches twice as fast as the way through [`Chooser::terms`].
///
/// The child that was taken last is compared first and usually stays the best, so that the branch predictor is right
/// and the processor runs ahead to the next level; proven children are searched for only where there are any. The first
/// of equals wins: the generator has put the children in random order.
#[inline(always)]
pub(crate) fn choose_ucb1<G: Game>(
    context: &Context<'_, G>,
    node: &Node<G::Move>,
    children: &[Node<G::Move>],
) -> usize {
    let factor = context.plan.c * context.width() * root_of_log(node.visits());
    if context.plan.solver && node.is_bounded() {
        return choose_ucb1_unproven(factor, children);
    }
    let last = node.last().min(children.len() - 1);
    let (mut best, mut best_score) = (last, ucb1(&children[last], factor));
    for (position, child) in children.iter().enumerate() {
        let score = ucb1(child, factor);
        if score > best_score {
            std::hint::cold_path();
            (best, best_score) = (position, score);
        }
    }
    if best != last {
        node.remember(best);
    }
    best
}

/// The same where some children are proven: they are passed over while there is another.
#[inline(never)]
fn choose_ucb1_unproven<M: Copy>(factor: f64, children: &[Node<M>]) -> usize {
    let (mut best, mut best_score) = (usize::MAX, f64::NEG_INFINITY);
    for (position, child) in children.iter().enumerate() {
        if child.is_proven() {
            continue;
        }
        let score = ucb1(child, factor);
        if score > best_score {
            std::hint::cold_path();
            (best, best_score) = (position, score);
        }
    }
    if best == usize::MAX { best_proven(children).map_or(0, |(position, _)| position) } else { best }
}

/// mean + c·√(ln N / n) as r·(sum·r + c·√(ln N)) with r = 1 / √n.
#[inline(always)]
fn ucb1<M: Copy>(child: &Node<M>, factor: f64) -> f64 {
    let r = inverse_root(child.visits());
    r * (child.open_sum() * r + factor)
}

/// 1 / √n in single precision.
#[inline(always)]
fn inverse_root(n: u32) -> f64 {
    f64::from(match INVERSE_ROOTS.get(n as usize) {
        Some(&root) => root,
        None => 1.0 / (n as f32).sqrt(),
    })
}

/// √(ln n), with ln 0 = 0; to seven digits from 1,024 on.
#[inline(always)]
fn root_of_log(n: u32) -> f64 {
    match ROOTS_OF_LOGS.get(n as usize) {
        Some(&root) => root,
        None => {
            // n = 2^shift · head + rest with a head of ten bits: ln n = shift · ln 2 + ln head + ln(1 + rest / …).
            let shift = 22 - n.leading_zeros();
            let head = n >> shift;
            let rest = f64::from(n - (head << shift)) / f64::from(head << shift);
            let root = ROOTS_OF_LOGS[head as usize];
            let log = f64::from(shift) * std::f64::consts::LN_2 + root * root + rest - 0.5 * rest * rest;
            log.sqrt()
        }
    }
}

/// The weight of AMAF beside `visits` simulations: the child's own, or those of its parent.
pub(crate) fn rave_weight(schedule: RaveSchedule, k: f64, bias: f64, visits: f64, amaf_visits: f64) -> f64 {
    match schedule {
        RaveSchedule::K | RaveSchedule::KNode => (k / (3.0 * visits + k)).sqrt(),
        RaveSchedule::Mse => amaf_visits / (visits + amaf_visits + 4.0 * visits * amaf_visits * bias * bias),
    }
}

/// The number of children that may be open at a node with this many visits.
pub(crate) fn widening_limit(k: f64, a: f64, visits: u32, total: usize) -> usize {
    let limit = (k * f64::from(visits.max(1)).powf(a)).ceil();
    if limit >= total as f64 { total } else { (limit as usize).max(1) }
}

/// The chance outcome with which a simulation continues, drawn by the exact weights.
pub(crate) fn draw_outcome<M: Copy>(block: &Block<'_, M>, rng: &mut Random) -> usize {
    let mut left = rng.unit();
    for (position, weight) in block.table(Field::Prior).iter().enumerate() {
        left -= f64::from_bits(weight.load(Ordering::Relaxed));
        if left < 0.0 {
            return position;
        }
    }
    block.nodes.len() - 1
}

/// Opens the next unvisited child, if the configuration lets one be opened, or chooses among the open ones.
pub(crate) fn open_or_choose<S: Sharing, G: Game>(
    context: &Context<'_, G>,
    node: &Node<G::Move>,
    block: &Block<'_, G::Move>,
    choose: impl FnOnce(usize) -> usize,
) -> usize {
    let config = context.config;
    let total = block.nodes.len();
    let most = match config.widen_k > 0.0 {
        true => widening_limit(config.widen_k, config.widen_a, node.visits(), total),
        false => total,
    };
    match context.tree.open_next::<S>(node, block, most) {
        Some(position) => position,
        None => choose(context.tree.opened(node, block)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_logarithm_is_close() {
        for n in (1..5_000).chain((1..1_000).map(|k| k * 4_294_967)).chain([u32::MAX, 1 << 31, (1 << 31) - 1]) {
            let exact = f64::from(n).ln().sqrt();
            assert!((root_of_log(n) - exact).abs() < 1e-8, "{n}");
        }
        assert_eq!(root_of_log(0), 0.0);
    }

    #[test]
    fn rave_weight_falls_from_one_to_nothing() {
        for schedule in [RaveSchedule::K, RaveSchedule::KNode, RaveSchedule::Mse] {
            let weight = |visits| rave_weight(schedule, 250.0, 0.1, visits, 100.0);
            assert_eq!(weight(0.0), 1.0);
            assert!(weight(10.0) > weight(1_000.0));
            assert!(weight(1e9) < 0.01);
        }
    }

    #[test]
    fn widening_opens_children_slowly() {
        assert_eq!(widening_limit(1.0, 0.5, 0, 30), 1);
        assert_eq!(widening_limit(1.0, 0.5, 100, 30), 10);
        assert_eq!(widening_limit(1.0, 0.5, 10_000, 30), 30);
    }
}
