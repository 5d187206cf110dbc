//! A view of a search tree: a copy of its most visited part with moves, visits and values in the game's unit.

use serde::Serialize;

use crate::game::{Game, Player};
use crate::search::claims::Claims;
use crate::search::sorting::sort_descending;

/// The statistics of a node, in the game's unit.
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
    /// Drops a proof that does not hold.
    pub(crate) fn claim(&mut self, claims: Claims) {
        self.proven = self.proven.filter(|&value| claims.allow(value));
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
    /// A size that a file can hold and a browser can show.
    fn default() -> Self {
        TreeLimits { depth: 64, children: 64, visits: 1, nodes: 10_000 }
    }
}

/// A node with its subtree. At simultaneous moves the children are the moves of each player, without what follows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeView<M> {
    /// The move that leads here; `None` at the root.
    #[serde(rename = "move")]
    pub mv: Option<M>,
    /// The player that made it; `None` at the root and for chance outcomes.
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
    /// The same tree; without proofs that do not hold, as [`Report::checked_by`](crate::report::Report::checked_by). Every
    /// search whose trees can claim proofs calls this as the last step.
    pub fn checked_by<G: Game>(mut self, game: &G) -> Self {
        match Claims::of(game) {
            Claims::All => {}
            claims => self.claim(claims),
        }
        self
    }

    fn claim(&mut self, claims: Claims) {
        self.stats.claim(claims);
        self.children.iter_mut().for_each(|child| child.claim(claims));
    }

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

/// A node on its way into a view: the place of its parent in the list, and its depth.
pub(crate) struct Found<M, I> {
    pub(crate) view: TreeView<M>,
    pub(crate) parent: usize,
    /// The node in its tree.
    pub(crate) index: I,
    pub(crate) depth: u32,
}

/// Copies the tree within the limits, level by level, so that a limit on all nodes cuts off the deepest. `children`
/// lists the children of a node and returns how many more have too few visits.
pub(crate) fn copy<M, I: Copy>(
    root: TreeView<M>,
    index: I,
    limits: &TreeLimits,
    mut children: impl FnMut(I) -> Vec<(TreeView<M>, I)>,
) -> TreeView<M> {
    let mut found = vec![Found { view: root, parent: 0, index, depth: 0 }];
    let mut at = 0;
    while at < found.len() {
        let (index, depth) = (found[at].index, found[at].depth);
        let mut below = children(index);
        let all = below.len();
        below.retain(|(view, _)| view.stats.visits >= limits.visits);
        sort_descending(&mut below, |(view, _)| view.stats.visits as f64);
        let room = limits.nodes.saturating_sub(found.len());
        below.truncate(if depth < limits.depth { limits.children.min(room) } else { 0 });
        found[at].view.more = all - below.len();
        found.extend(below.into_iter().map(|(view, index)| Found { view, parent: at, index, depth: depth + 1 }));
        at += 1;
    }
    assemble(found)
}

/// Hangs every node below its parent, which comes before it in the list.
fn assemble<M, I>(mut found: Vec<Found<M, I>>) -> TreeView<M> {
    loop {
        let Found { mut view, parent, .. } = found.pop().expect("the root is found first and taken last");
        view.children.reverse();
        match found.get_mut(parent) {
            Some(above) => above.view.children.push(view),
            None => return view,
        }
    }
}
