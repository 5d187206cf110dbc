//! The answer: EQ over two levels of the tree, most visits, or the best mean.

use super::config::{Answer, Config};
use super::tree::{Kind, NONE, Node, ROOT, Scale, Tree};
use crate::game::Player;

/// One's own move at the root, and what is known of it.
pub(super) struct Rated<M> {
    pub(super) mv: M,
    pub(super) visits: u32,
    pub(super) mean: f64,
    /// Its EQ, where that decides.
    pub(super) eq: Option<f64>,
}

/// Every move of a player at the root, best first.
pub(super) fn rate<M: Copy + PartialEq>(
    tree: &Tree<M>,
    config: &Config,
    scale: Scale,
    player: Player,
) -> Vec<Rated<M>> {
    let root = &tree.nodes[ROOT as usize];
    let own = player.index();
    let mut rated: Vec<Rated<M>> = root
        .section(own)
        .map(|at| {
            let arm = &root.arms[at];
            let mean = if arm.visits == 0 { f64::NEG_INFINITY } else { arm.sum / f64::from(arm.visits) };
            let wanted = config.answer == Answer::Eq && arm.visits > 0;
            let eq = if wanted { of_arm(tree, root, own, at, config, scale) } else { None };
            Rated { mv: arm.mv, visits: arm.visits, mean, eq }
        })
        .collect();
    rated.sort_by(|a, b| {
        let by_eq = b.eq.unwrap_or(f64::NEG_INFINITY).total_cmp(&a.eq.unwrap_or(f64::NEG_INFINITY));
        let (by_visits, by_mean) = (b.visits.cmp(&a.visits), b.mean.total_cmp(&a.mean));
        match config.answer {
            Answer::Eq => by_eq.then(by_visits).then(by_mean),
            Answer::MostVisits => by_visits.then(by_mean),
            Answer::BestMean => by_mean.then(by_visits),
        }
    });
    rated
}

/// The EQ of a move: of the node behind it; where others move at the same time, the mean over the nodes behind it by
/// their visits.
fn of_arm<M: Copy + PartialEq>(
    tree: &Tree<M>,
    root: &Node<M>,
    own: usize,
    at: usize,
    config: &Config,
    scale: Scale,
) -> Option<f64> {
    let place = if root.kind == Kind::Joint { own } else { 0 };
    let behind = root.children().filter(|(picks, _)| picks[place] as usize == at);
    let (mut sum, mut visits) = (0.0, 0.0);
    for (_, child) in behind {
        let weight = f64::from(tree.nodes[child as usize].visits);
        sum += weight * eq(tree, child, own, config, scale);
        visits += weight;
    }
    (visits > 0.0).then(|| sum / visits)
}

/// The EQ of a node, on the scale of normalised payoffs.
fn eq<M: Copy + PartialEq>(tree: &Tree<M>, number: u32, own: usize, config: &Config, scale: Scale) -> f64 {
    let node = &tree.nodes[number as usize];
    let q = scale.of(node.mean(own));
    let behind = || {
        let children = node.children().map(|(_, child)| &tree.nodes[child as usize]);
        let known = children.filter(|child| child.visits >= config.eq_visits.max(1));
        known.map(|child| scale.of(child.mean(own)))
    };
    match node.kind {
        Kind::Over => return config.eq_terminal * q,
        // Chance is not in the slides: its outcomes are no choices.
        Kind::Chance => return q,
        Kind::One(_) | Kind::Joint => {}
    }
    let (ours, total) = (node.choices(own), node.joint_moves());
    let (Some(least), Some(most)) = (behind().reduce(f64::min), behind().reduce(f64::max)) else { return q };
    if ours == 1 {
        least
    } else if ours < total {
        (least + q) / 2.0
    } else {
        most
    }
}

/// The line of most visits.
pub(super) fn principal_variation<M: Copy + PartialEq>(tree: &Tree<M>, first: M, player: Player) -> Vec<M> {
    let root = &tree.nodes[ROOT as usize];
    if root.kind == Kind::Joint {
        return vec![first];
    }
    let mut line = vec![first];
    let start = root.section(player.index()).find(|&at| root.arms[at].mv == first);
    let mut node = start.map_or(NONE, |at| root.arms[at].child);
    while node != NONE && line.len() < tree.nodes.len() {
        let here = &tree.nodes[node as usize];
        let best = here.arms.iter().max_by_key(|arm| arm.visits).filter(|arm| arm.visits > 0);
        let (Kind::One(_), Some(arm)) = (here.kind, best) else { break };
        line.push(arm.mv);
        node = arm.child;
    }
    line
}
