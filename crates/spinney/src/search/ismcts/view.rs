//! A view of the tree of one player, for inspection.

use super::solver::{LOST, WON};
use super::tree::{Edge, NOWHERE, Tree};
use crate::game::{PayoffRange, Player};
use crate::search::tree_view::{Stats, TreeLimits, TreeView, copy};

impl<M: Copy> Tree<M> {
    /// A copy of the tree of `owner` from its first root down. Edges are the owner's observations, so an edge may
    /// represent several moves. In a tree that is not `shared` by all players, moves that the owner only observes have
    /// visits but no values.
    pub(super) fn view(
        &self,
        owner: Player,
        shared: bool,
        range: Option<PayoffRange>,
        limits: &TreeLimits,
    ) -> TreeView<M> {
        let look = |edge: &Edge<M>| {
            let proven = range.and_then(|range| match edge.proof() {
                WON => Some(range.high),
                LOST => Some(range.low),
                _ => None,
            });
            let chosen = edge.mover().is_some_and(|mover| shared || mover == owner);
            let stats = Stats {
                visits: edge.visits,
                sum: edge.sum,
                mean: (edge.visits > 0 && chosen).then(|| edge.sum / f64::from(edge.visits)),
                proven,
            };
            let (mv, mover) = (Some(edge.mv), edge.mover());
            TreeView { mv, mover, payoff_of: mover.unwrap_or(owner), stats, children: Vec::new(), more: 0 }
        };
        let top = self.edges(0);
        let visits = top.iter().map(|edge| edge.visits).sum();
        let sum = top.iter().map(|edge| edge.sum).sum::<f64>();
        let mean = (visits > 0).then(|| sum / f64::from(visits));
        let stats = Stats { visits, sum, mean, proven: None };
        let root = TreeView { mv: None, mover: None, payoff_of: owner, stats, children: Vec::new(), more: 0 };
        copy(root, 0, limits, |node| match node {
            NOWHERE => Vec::new(),
            node => self.edges(node).iter().map(|edge| (look(edge), edge.child)).collect(),
        })
    }
}
