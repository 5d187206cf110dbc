//! Simultaneous moves (joint turns): all players choose among their own moves without seeing the others' choices.
//!
//! The children of such a node are *arms*, one per player and move; the positions behind the joint moves hang in a
//! table beside the tree. Decoupled UCT runs the selection rule for each player on that player's arms. Regret matching
//! (Hart & Mas-Colell 2000; in tree search Lisý et al. 2013) plays each arm in proportion to the regret of not having
//! played it, and its *average* strategy approaches an equilibrium in two-player constant-sum games.

use super::amaf::Reference;
use super::config::JointRule;
use super::context::Context;
use super::select::Chooser;
use super::sharded::Sharded;
use super::tree::{Block, Children, Field, Index, Node, Slot, Together, Tree};
use crate::game::{Game, MAX_PLAYERS, Payoffs};
use crate::random::Random;

/// Share of uniformly random choices in regret matching.
const EXPLORATION: f64 = 0.1;

/// A joint move: each player's arm, as a position among all arms of the node.
pub(crate) type Arms = [u32; MAX_PLAYERS];

/// Positions behind joint moves: (node, joint move) to node.
#[derive(Default)]
pub(crate) struct JointTable(pub(crate) Sharded<(Index, Arms), Index>);

impl JointTable {
    /// The node behind a joint move, if it was reached before.
    pub(crate) fn get(&self, node: Index, joint: Arms) -> Option<Index> {
        self.0.piece(node.number()).get(&(node, joint)).copied()
    }

    fn get_or_add(&self, node: Index, joint: Arms, add: impl FnOnce() -> Option<Index>) -> Option<Index> {
        let mut table = self.0.piece(node.number());
        if let Some(&child) = table.get(&(node, joint)) {
            return Some(child);
        }
        let child = add()?;
        table.insert((node, joint), child);
        Some(child)
    }

    /// All joint moves of a node that were reached, with the nodes behind them.
    pub(crate) fn of_node(&self, node: Index) -> Vec<(Arms, Index)> {
        let table = self.0.piece(node.number());
        let mut found: Vec<_> =
            table.iter().filter(|((at, _), _)| *at == node).map(|(&(_, joint), &child)| (joint, child)).collect();
        found.sort_unstable();
        found
    }

    /// Adds an entry whose node is known.
    pub(crate) fn insert(&self, node: Index, joint: Arms, child: Index) {
        self.0.piece(node.number()).insert((node, joint), child);
    }
}

/// One joint choice of a simulation.
#[derive(Clone, Copy)]
pub(crate) struct Pick {
    /// The joint node.
    pub(crate) node: Index,
    /// The joint move.
    pub(crate) arms: Arms,
}

/// Where each player's arms lie among the children of a joint node.
pub(crate) struct Sections {
    ends: [usize; MAX_PLAYERS],
}

impl Sections {
    pub(crate) fn of<M: Copy>(block: &Block<'_, M>, players: usize) -> Self {
        let mut ends = [0; MAX_PLAYERS];
        for node in block.nodes {
            ends[node.mover()] += 1;
        }
        for player in 1..players {
            ends[player] += ends[player - 1];
        }
        Sections { ends }
    }

    pub(crate) fn range(&self, player: usize) -> (usize, usize) {
        (if player == 0 { 0 } else { self.ends[player - 1] }, self.ends[player])
    }
}

/// Chooses an arm for every player.
pub(crate) fn choose<G: Game>(
    context: &Context<'_, G>,
    index: Index,
    node: &Node<G::Move>,
    block: &Block<'_, G::Move>,
    rng: &mut Random,
) -> Pick {
    let sections = Sections::of(block, context.plan.players);
    let mut pick = Pick { node: index, arms: [0; MAX_PLAYERS] };
    for player in 0..context.plan.players {
        let (from, to) = sections.range(player);
        let position = match context.config.joint {
            _ if to - from == 1 => 0,
            JointRule::RegretMatching => draw_by_regret(block, from, to, rng),
            JointRule::Decoupled => {
                let arms = block.part(from, to);
                Chooser::new(context, node, &arms, player, Reference::Own).choose(to - from, rng)
            }
        };
        pick.arms[player] = (from + position) as u32;
    }
    pick
}

/// The node behind a joint move, added on the first visit; `None` if memory is used up.
pub(crate) fn child<G: Game>(context: &Context<'_, G>, block: &Block<'_, G::Move>, pick: &Pick) -> Option<Index> {
    let mv = block.nodes[pick.arms[0] as usize].mv();
    let add = || context.tree.add(1, |_| Node::new(mv, 0)).map(Children::first);
    context.shared.joint.get_or_add(pick.node, pick.arms, add)
}

/// The current strategy: in proportion to positive regret, or uniform without any.
fn strategy(block: &Block<'_, impl Copy>, from: usize, to: usize) -> Vec<f64> {
    let regrets = &block.table(Field::Regret)[from..to];
    let all: f64 = regrets.iter().map(|slot| slot.get().max(0.0)).sum();
    let uniform = 1.0 / (to - from) as f64;
    regrets.iter().map(|slot| if all > 0.0 { slot.get().max(0.0) / all } else { uniform }).collect()
}

fn draw_by_regret(block: &Block<'_, impl Copy>, from: usize, to: usize, rng: &mut Random) -> usize {
    if rng.unit() < EXPLORATION {
        return rng.below(to - from);
    }
    let mut left = rng.unit();
    let strategy = strategy(block, from, to);
    strategy
        .iter()
        .position(|weight| {
            left -= weight;
            left < 0.0
        })
        .unwrap_or(to - from - 1)
}

/// Adds a simulation to the arms of a joint node.
pub(crate) fn back_up<G: Game>(context: &Context<'_, G>, pick: &Pick, payoffs: &Payoffs) {
    let Some(block) = context.tree.children(context.tree.node(pick.node)) else { return };
    let sections = Sections::of(&block, context.plan.players);
    for (player, &payoff) in payoffs.iter().enumerate().take(context.plan.players) {
        let arm = &block.nodes[pick.arms[player] as usize];
        arm.add_visits::<Together>(1);
        arm.add_value::<Together>(payoff);
        if context.plan.squares {
            block.table(Field::Squares)[pick.arms[player] as usize].add::<Together>(payoff * payoff);
        }
        if context.config.joint == JointRule::RegretMatching {
            match_regret(context, &block, &sections, pick, player);
        }
    }
}

/// Regret of not having played each arm against what the others played, by the mean value behind it.
fn match_regret<G: Game>(
    context: &Context<'_, G>,
    block: &Block<'_, G::Move>,
    sections: &Sections,
    pick: &Pick,
    player: usize,
) {
    let (from, to) = sections.range(player);
    let value = |arm: usize| {
        let mut other = pick.arms;
        other[player] = arm as u32;
        let child = context.shared.joint.get(pick.node, other)?;
        let visits = context.tree.node(child).visits();
        (visits > 0).then(|| player_mean(context.tree, child, player, visits))
    };
    for (position, weight) in strategy(block, from, to).into_iter().enumerate() {
        block.table(Field::Strategy)[from + position].add::<Together>(weight);
    }
    let Some(played) = value(pick.arms[player] as usize) else { return };
    for arm in from..to {
        // An arm never tried against this counts as the best there is, so that it is tried.
        let foregone = value(arm).unwrap_or(context.shifted_low() + context.width());
        block.table(Field::Regret)[arm].add::<Together>(foregone - played);
    }
}

/// The mean shifted value of a node for one player.
fn player_mean<M: Copy>(tree: &Tree<M>, index: Index, player: usize, visits: u32) -> f64 {
    tree.slot_of_player(Field::PlayerSum, player, index).get() / f64::from(visits)
}

/// The average strategy of one player at a joint node.
pub(crate) fn average_strategy<M: Copy>(block: &Block<'_, M>, from: usize, to: usize) -> Vec<f64> {
    let slots = &block.table(Field::Strategy)[from..to];
    let all: f64 = slots.iter().map(Slot::get).sum();
    slots.iter().map(|slot| if all > 0.0 { slot.get() / all } else { 1.0 / (to - from) as f64 }).collect()
}
