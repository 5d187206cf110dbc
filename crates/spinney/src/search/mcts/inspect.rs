//! A view of the tree for inspection, made from the search's own.

use serde::Serialize;

use super::config::{Config, Selection};
use super::context::Plan;
use super::tree::{Kind, Node, ROOT, Tree, Value};
use crate::game::Player;
pub use crate::search::tree_view::Stats;
use crate::search::tree_view::{TreeLimits, TreeView, copy};

impl Stats {
    /// The statistics of a node as `viewer` counts them.
    pub(crate) fn of<M: Copy>(node: &Node<M>, plan: &Plan, viewer: usize) -> Self {
        let n = f64::from(node.visits());
        let (exact, shifted) = match (node.value(), plan.pair_sum) {
            (Value::Proven(value), _) => {
                let value = plan.turn_value(value, node.mover(), viewer);
                (Some(value), value * n)
            }
            (Value::Open(sum), Some(pair)) if node.mover() != viewer => (None, pair * n - sum),
            (Value::Open(sum), _) => (None, sum),
        };
        let sum = shifted + plan.low * n;
        Stats {
            visits: node.visits(),
            sum,
            mean: (n > 0.0).then(|| sum / n),
            proven: exact.map(|value| value + plan.low),
        }
    }
}

/// Whose payoffs the sums of a tree are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewpoint {
    /// Those of the player to move at the root, everywhere.
    RootPlayer,
    /// At every node those of the player that moved there.
    Mover,
}

impl Viewpoint {
    /// How a configuration counts.
    pub fn of(config: &Config) -> Self {
        if config.select == Selection::Article { Viewpoint::RootPlayer } else { Viewpoint::Mover }
    }

    /// The player whose payoffs are shown at a node.
    pub(crate) fn viewer<M: Copy>(self, node: &Node<M>, root_player: usize) -> usize {
        match self {
            Viewpoint::RootPlayer => root_player,
            Viewpoint::Mover => node.mover(),
        }
    }
}

/// Copies what the limits allow.
pub(crate) fn view<M: Copy>(tree: &Tree<M>, plan: &Plan, config: &Config, limits: &TreeLimits) -> TreeView<M> {
    let root = tree.node(ROOT);
    let root_player = root.mover();
    let viewpoint = Viewpoint::of(config);
    let look = |node: &Node<M>, mv, mover| {
        let viewer = viewpoint.viewer(node, root_player);
        let stats = Stats::of(node, plan, viewer);
        TreeView { mv, mover, payoff_of: Player(viewer as u8), stats, children: Vec::new(), more: 0 }
    };
    copy(look(root, None, None), ROOT, limits, |index| {
        let node = tree.node(index);
        let Some(block) = tree.children(node) else { return Vec::new() };
        let child = |(position, child): (usize, &Node<M>)| {
            let mover = (node.kind() != Kind::Chance).then(|| Player(child.mover() as u8));
            (look(child, Some(child.mv()), mover), block.index(position))
        };
        block.nodes.iter().enumerate().map(child).collect()
    })
}
