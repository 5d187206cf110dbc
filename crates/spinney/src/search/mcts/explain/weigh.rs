//! The input of the selection rule at a node: the terms of every child, and which of them it may choose.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::super::amaf::Reference;
use super::super::config::{Amaf, Selection, Unvisited};
use super::super::context::Context;
use super::super::inspect::{Stats, Viewpoint};
use super::super::select::{Chooser, widening_limit};
use super::super::tree::{Block, Field, Index, Kind, Node, ROOT, Slot};
use super::cycle::{Arm, Choice, Decider, Takes, Why};
use super::to_move;
use crate::game::{Game, Moves, Player};

/// Values that are closer than this share of the payoff range are considered equal: the search itself compares some of
/// them in single precision.
const TIE: f64 = 1e-6;

/// Which node GRAVE takes its statistics from, on the way down.
pub(super) struct Reading(Index);

impl Default for Reading {
    fn default() -> Self {
        Reading(ROOT)
    }
}

impl Reading {
    /// The reference at the next node of the path.
    pub(super) fn reference<'a, G: Game>(&mut self, context: &'a Context<'_, G>, index: Index) -> Reference<'a> {
        if context.config.amaf != Amaf::Grave {
            return Reference::Own;
        }
        if context.tree.node(index).visits() >= context.config.grave_ref {
            self.0 = index;
        }
        Reference::Ancestor(&context.shared.grave, self.0)
    }
}

/// A node before the choice.
pub(super) struct Look<M> {
    pub(super) player: Option<Player>,
    pub(super) arms: Vec<Arm<M>>,
    visits: u32,
    payoff_of: Player,
    takes: Takes,
    /// Unvisited children come first here.
    unvisited_first: bool,
}

impl<M: Copy + Eq + Hash> Look<M> {
    /// Reads the terms of all children of a node whose position is `state`; `None` if it has none.
    pub(super) fn at<G: Game<Move = M>>(
        context: &Context<'_, G>,
        index: Index,
        state: &G::State,
        reference: Reference<'_>,
    ) -> Option<Self> {
        let node = context.tree.node(index);
        let block = context.tree.children(node)?;
        let player = to_move(node, &block);
        let viewer = Viewpoint::of(context.config).viewer(&block.nodes[0], context.root_player);
        let takes = takes(context, node.kind(), player);
        let mut arms: Vec<Arm<M>> = block
            .nodes
            .iter()
            .map(|child| Arm {
                mv: child.mv(),
                stats: Stats::of(child, context.plan, viewer),
                value: None,
                exploration: None,
                uct: None,
                probability: None,
                eligible: true,
            })
            .collect();
        match player {
            Some(player) => fill_terms(context, node, &block, player, reference, &mut arms),
            None => {
                for (arm, weight) in arms.iter_mut().zip(block.table(Field::Prior)) {
                    arm.probability = Some(weight.get());
                }
            }
        }
        let unvisited_first = player.is_some() && mark_eligible(context, node, takes, &mut arms);
        let mut listed = Moves::new();
        context.game.turn(state, &mut listed);
        let places: FxHashMap<M, usize> = listed.iter().enumerate().map(|(place, &mv)| (mv, place)).collect();
        arms.sort_by_key(|arm| places.get(&arm.mv).copied());
        let payoff_of = Player(viewer as u8);
        Some(Look { player, arms, visits: node.visits(), payoff_of, takes, unvisited_first })
    }

    /// The choice that was made.
    pub(super) fn chosen(self, mv: M, depth: usize, fresh: bool, decider: Decider) -> Choice<M> {
        let chosen = self.arms.iter().position(|arm| arm.mv == mv).unwrap_or(0);
        let alone = self.arms.iter().filter(|arm| arm.eligible).count() == 1;
        let (why, by) = match self.takes {
            _ if !self.arms[chosen].eligible && decider == Decider::Script => (Why::Forced, Decider::Script),
            _ if self.unvisited_first => (Why::Unvisited, if alone { Decider::Rule } else { decider }),
            Takes::Draw => (Why::Drawn, decider),
            Takes::Highest if alone => (Why::Highest, Decider::Rule),
            Takes::Lowest if alone => (Why::Lowest, Decider::Rule),
            _ => (Why::Tie, decider),
        };
        Choice {
            depth,
            visits: self.visits,
            player: self.player,
            payoff_of: self.payoff_of,
            takes: self.takes,
            candidates: self.arms,
            chosen,
            why,
            by,
            fresh,
        }
    }
}

fn takes<G: Game>(context: &Context<'_, G>, kind: Kind, player: Option<Player>) -> Takes {
    let article = context.config.select == Selection::Article;
    match player {
        _ if kind == Kind::Chance || context.config.select == Selection::Thompson => Takes::Draw,
        Some(player) if article && player.index() != context.root_player => Takes::Lowest,
        _ => Takes::Highest,
    }
}

/// The terms of the rule, moved from the shifted scale of the tree to the game's unit.
fn fill_terms<G: Game>(
    context: &Context<'_, G>,
    node: &Node<G::Move>,
    block: &Block<'_, G::Move>,
    player: Player,
    reference: Reference<'_>,
    arms: &mut [Arm<G::Move>],
) {
    let chooser = Chooser::new(context, node, block, player.index(), reference);
    for (position, arm) in arms.iter_mut().enumerate() {
        let terms = chooser.terms(position);
        if !terms.value.is_finite() {
            continue;
        }
        arm.value = Some(terms.value + context.plan.low);
        if context.config.select != Selection::Thompson {
            arm.exploration = Some(terms.explore);
            arm.uct = Some(terms.value + context.plan.low + terms.explore);
        }
    }
}

/// Marks the children that the rule may choose; returns whether they are unvisited ones that come first.
fn mark_eligible<G: Game>(
    context: &Context<'_, G>,
    node: &Node<G::Move>,
    takes: Takes,
    arms: &mut [Arm<G::Move>],
) -> bool {
    let config = context.config;
    let visited = arms.iter().filter(|arm| arm.stats.visits > 0).count();
    let most = match config.widen_k > 0.0 {
        true => widening_limit(config.widen_k, config.widen_a, node.visits(), arms.len()),
        false => arms.len(),
    };
    let first = matches!(config.unvisited, Unvisited::First)
        || (matches!(config.unvisited, Unvisited::Parent(_)) && node.visits() == 0);
    if first && visited < most {
        arms.iter_mut().for_each(|arm| arm.eligible = arm.stats.visits == 0);
        return true;
    }
    let open = |arm: &Arm<G::Move>| !first || arm.stats.visits > 0;
    // Nothing is learnt from a proven child while there is another.
    let all_proven = !arms.iter().any(|arm| open(arm) && arm.stats.proven.is_none());
    let candidate =
        |arm: &Arm<G::Move>| open(arm) && (!context.plan.solver || all_proven || arm.stats.proven.is_none());
    let sign = if takes == Takes::Lowest { -1.0 } else { 1.0 };
    let score = |arm: &Arm<G::Move>| arm.uct.map(|uct| sign * uct);
    let best = arms.iter().filter(|arm| candidate(arm)).filter_map(score).fold(f64::NEG_INFINITY, f64::max);
    let margin = TIE * context.width().max(f64::MIN_POSITIVE);
    for arm in arms {
        let good = all_proven || takes == Takes::Draw || score(arm).is_some_and(|score| score >= best - margin);
        arm.eligible = candidate(arm) && good;
    }
    false
}
