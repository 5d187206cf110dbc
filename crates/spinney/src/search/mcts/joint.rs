//! Joint turns: every player chooses among his own moves without seeing the others' choices.
//!
//! The children of such a node are *arms*, one per player and move; the positions behind the joint moves hang in a
//! table beside the tree. Decoupled UCT lets each player run the selection rule on his arms. Regret matching
//! (Hart & Mas-Colell 2000; in tree search Lisý et al. 2013) plays each arm in proportion to the regret of not having
//! played it, and its *average* strategy approaches an equilibrium in two-player constant-sum games.

use super::amaf::Reference;
use super::config::JointRule;
use super::core::Core;
use super::node::{Node, Sharing, Slot};
use super::select::Chooser;
use super::sharded::Sharded;
use super::tree::{Block, Field, Tree};
use crate::game::{Game, MAX_PLAYERS, Payoffs};
use crate::random::Random;

/// Share of uniformly random choices in regret matching.
const EXPLORATION: f64 = 0.1;

/// Positions behind joint moves: (node, joint move) to node.
#[derive(Default)]
pub(crate) struct JointTable(pub(crate) Sharded<(u32, u64), u32>);

impl JointTable {
    /// The node behind a joint move, if it was reached before.
    pub(crate) fn get(&self, node: u32, joint: u64) -> Option<u32> {
        self.0.piece(u64::from(node)).get(&(node, joint)).copied()
    }

    fn get_or_add(&self, node: u32, joint: u64, add: impl FnOnce() -> Option<u32>) -> Option<u32> {
        let mut table = self.0.piece(u64::from(node));
        if let Some(&child) = table.get(&(node, joint)) {
            return Some(child);
        }
        let child = add()?;
        table.insert((node, joint), child);
        Some(child)
    }

    /// All joint moves of a node that were reached, with the nodes behind them.
    pub(crate) fn of_node(&self, node: u32) -> Vec<(u64, u32)> {
        let table = self.0.piece(u64::from(node));
        let mut found: Vec<_> =
            table.iter().filter(|((at, _), _)| *at == node).map(|(&(_, joint), &child)| (joint, child)).collect();
        found.sort_unstable();
        found
    }

    /// Adds an entry whose node is known.
    pub(crate) fn insert(&self, node: u32, joint: u64, child: u32) {
        self.0.piece(u64::from(node)).insert((node, joint), child);
    }
}

/// One joint choice of a simulation.
#[derive(Clone, Copy)]
pub(crate) struct Pick {
    /// The joint node.
    pub(crate) node: u32,
    /// Each player's arm, as a position among all arms of the node.
    pub(crate) arms: [u16; MAX_PLAYERS],
}

impl Pick {
    /// The joint move as one number: every player's position within his own arms, in mixed radix.
    pub(crate) fn code(&self, sections: &Sections) -> u64 {
        let mut code = 0u64;
        for player in 0..sections.players {
            let (from, to) = sections.range(player);
            code = code.wrapping_mul((to - from) as u64).wrapping_add(u64::from(self.arms[player]) - from as u64);
        }
        code
    }
}

/// Where each player's arms lie among the children of a joint node.
pub(crate) struct Sections {
    ends: [usize; MAX_PLAYERS],
    players: usize,
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
        Sections { ends, players }
    }

    pub(crate) fn range(&self, player: usize) -> (usize, usize) {
        (if player == 0 { 0 } else { self.ends[player - 1] }, self.ends[player])
    }
}

/// Chooses an arm for every player.
pub(crate) fn choose<G: Game>(
    core: &Core<'_, G>,
    index: u32,
    node: &Node<G::Move>,
    block: &Block<'_, G::Move>,
    simulations: u64,
    rng: &mut Random,
) -> Pick {
    let sections = Sections::of(block, core.plan.players);
    let mut pick = Pick { node: index, arms: [0; MAX_PLAYERS] };
    for player in 0..core.plan.players {
        let (from, to) = sections.range(player);
        let position = match core.config.joint {
            _ if to - from == 1 => 0,
            JointRule::RegretMatching => draw_by_regret(block, from, to, rng),
            JointRule::Decoupled => {
                let arms = core.tree.block(block.first + from as u32, to - from);
                Chooser::new(core, node, &arms, player, simulations, Reference::Own).choose(to - from, rng)
            }
        };
        pick.arms[player] = (from + position) as u16;
    }
    pick
}

/// The node behind a joint move, added on the first visit; `None` if memory is used up.
pub(crate) fn child<G: Game>(core: &Core<'_, G>, block: &Block<'_, G::Move>, pick: &Pick) -> Option<u32> {
    let code = pick.code(&Sections::of(block, core.plan.players));
    let mv = block.nodes[usize::from(pick.arms[0])].mv();
    core.shared.joint.get_or_add(pick.node, code, || core.tree.add(1, |_| Node::new(mv, 0)))
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
pub(crate) fn back_up<S: Sharing, G: Game>(core: &Core<'_, G>, pick: &Pick, payoffs: &Payoffs) {
    let node = core.tree.node(pick.node);
    let block = core.tree.children(node, node.first());
    let sections = Sections::of(&block, core.plan.players);
    for (player, &payoff) in payoffs.iter().enumerate().take(core.plan.players) {
        let arm = &block.nodes[usize::from(pick.arms[player])];
        arm.add_visits::<S>(1);
        arm.add_value::<S>(payoff);
        if core.plan.squares {
            block.table(Field::Squares)[usize::from(pick.arms[player])].add::<S>(payoff * payoff);
        }
        if core.config.joint == JointRule::RegretMatching {
            match_regret::<S, G>(core, &block, &sections, pick, player);
        }
    }
}

/// Regret of not having played each arm against what the others played, by the mean value behind it.
fn match_regret<S: Sharing, G: Game>(
    core: &Core<'_, G>,
    block: &Block<'_, G::Move>,
    sections: &Sections,
    pick: &Pick,
    player: usize,
) {
    let (from, to) = sections.range(player);
    let value = |arm: usize| {
        let mut other = *pick;
        other.arms[player] = arm as u16;
        let child = core.shared.joint.get(pick.node, other.code(sections))?;
        let visits = core.tree.node(child).visits();
        (visits > 0).then(|| player_mean(core.tree, child, player, visits))
    };
    for (position, weight) in strategy(block, from, to).into_iter().enumerate() {
        block.table(Field::Strategy)[from + position].add::<S>(weight);
    }
    let Some(played) = value(usize::from(pick.arms[player])) else { return };
    for arm in from..to {
        // An arm never tried against this counts as the best there is, so that it is tried.
        let foregone = value(arm).unwrap_or(core.shifted_low() + core.width());
        block.table(Field::Regret)[arm].add::<S>(foregone - played);
    }
}

/// The mean shifted value of a node for one player.
fn player_mean<M: Copy>(tree: &Tree<M>, index: u32, player: usize, visits: u32) -> f64 {
    tree.slot_of_player(Field::PlayerSum, player, index).get() / f64::from(visits)
}

/// The average strategy of one player at a joint node.
pub(crate) fn average_strategy<M: Copy>(block: &Block<'_, M>, from: usize, to: usize) -> Vec<f64> {
    let slots = &block.table(Field::Strategy)[from..to];
    let all: f64 = slots.iter().map(Slot::get).sum();
    slots.iter().map(|slot| if all > 0.0 { slot.get() / all } else { 1.0 / (to - from) as f64 }).collect()
}
