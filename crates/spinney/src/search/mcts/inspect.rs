//! The tree to look at: a copy of its most visited part with moves, visits and values in the game's unit.

use super::tree::{Index, Kind, Node, ROOT, Tree, Value};
use std::cmp::Reverse;

use serde::Serialize;

use super::config::{Config, Selection};
use super::context::Plan;
use crate::game::Player;

/// What a node knows, in the game's unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stats {
    /// Simulations through the node: n.
    pub visits: u32,
    /// The sum of their payoffs: v.
    pub sum: f64,
    /// v / n; `None` before the first visit.
    pub mean: Option<f64>,
    /// The exact value, if proven.
    pub proven: Option<f64>,
}

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
    /// At every node those of the player who moved there.
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

/// How much of a tree is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLimits {
    /// Moves below the root.
    pub depth: u32,
    /// Children of a node, the most visited first.
    pub children: usize,
    /// Visits that a node must have.
    pub visits: u32,
    /// Nodes in all, those nearest to the root first.
    pub nodes: usize,
}

impl Default for TreeLimits {
    /// What a file can hold and a browser can show.
    fn default() -> Self {
        TreeLimits { depth: 64, children: 64, visits: 1, nodes: 10_000 }
    }
}

/// A node with what is below it. Where several players move simultaneously, the children are the moves of each of them,
/// without what follows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeView<M> {
    /// The move that leads here; `None` at the root.
    #[serde(rename = "move")]
    pub mv: Option<M>,
    /// Who made it; `None` at the root and for chance.
    pub mover: Option<Player>,
    /// Whose payoffs the sum is made of.
    pub payoff_of: Player,
    /// Visits and value.
    #[serde(flatten)]
    pub stats: Stats,
    /// The children, most visited first.
    pub children: Vec<TreeView<M>>,
    /// Children that are left out by the limits.
    pub more: usize,
}

impl<M> TreeView<M> {
    /// The same tree with every move replaced, for front ends that speak notation. `f` is given the position before a
    /// move, and returns the new move and the position after it.
    pub fn map<S, T>(self, state: &S, f: &mut impl FnMut(&S, M) -> (T, S)) -> TreeView<T> {
        let (mv, after) = self.mv.map(|mv| f(state, mv)).unzip();
        let state = after.as_ref().unwrap_or(state);
        TreeView {
            mv,
            mover: self.mover,
            payoff_of: self.payoff_of,
            stats: self.stats,
            children: self.children.into_iter().map(|child| child.map(state, f)).collect(),
            more: self.more,
        }
    }

    /// The nodes of this view.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(TreeView::count).sum::<usize>()
    }
}

/// A node on its way into the view.
struct Found<M> {
    view: TreeView<M>,
    parent: usize,
    index: Index,
    depth: u32,
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
    // Level by level, so that a limit on all nodes cuts off what is deepest.
    let mut found = vec![Found { view: look(root, None, None), parent: 0, index: ROOT, depth: 0 }];
    let mut at = 0;
    while at < found.len() {
        let (index, depth) = (found[at].index, found[at].depth);
        let node = tree.node(index);
        if let Some(block) = tree.children(node) {
            let mut order: Vec<usize> =
                (0..block.nodes.len()).filter(|&p| block.nodes[p].visits() >= limits.visits).collect();
            order.sort_by_key(|&p| Reverse(block.nodes[p].visits()));
            let room = limits.nodes.saturating_sub(found.len());
            order.truncate(if depth < limits.depth { limits.children.min(room) } else { 0 });
            found[at].view.more = block.nodes.len() - order.len();
            for position in order {
                let child = &block.nodes[position];
                let mover = (node.kind() != Kind::Chance).then(|| Player(child.mover() as u8));
                let view = look(child, Some(child.mv()), mover);
                found.push(Found { view, parent: at, index: block.index(position), depth: depth + 1 });
            }
        }
        at += 1;
    }
    assemble(found)
}

/// Hangs every node below its parent, which comes before it in the list.
fn assemble<M>(mut found: Vec<Found<M>>) -> TreeView<M> {
    loop {
        let Found { mut view, parent, .. } = found.pop().expect("the root is found first and taken last");
        view.children.reverse();
        match found.get_mut(parent) {
            Some(above) => above.view.children.push(view),
            None => return view,
        }
    }
}
