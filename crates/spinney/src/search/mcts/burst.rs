//! Several simulations at once: threads that share a tree write to its upper nodes less often.

use super::context::Context;
use super::tree::{Block, Index, Kind, ROOT, Together};
use super::worker::Worker;
use crate::game::{Game, MAX_PLAYERS};

/// A burst passes nodes that have this many visits for each of its simulations.
const HOT: u32 = 128;

impl<G: Game> Worker<G> {
    /// Runs several simulations in a shared tree, all through the same nodes as far as these are visited very often.
    ///
    /// All threads meet in the upper nodes, and every write there takes the cache line away from the others. A burst
    /// writes to them twice instead of twice per simulation; the statistics that they lack are at most one part in
    /// [`HOT`]. Returns the number of simulations finished before the budget ended.
    pub(crate) fn burst(&mut self, context: &Context<'_, G>, count: u32) -> u32 {
        if !context.plan.bursts {
            return (0..count).take_while(|_| self.simulate::<Together>(context)).count() as u32;
        }
        let (state, index) = self.descend_while_hot(context, count);
        self.lead = self.path.len();
        self.gathered = [0.0; MAX_PLAYERS];
        let mut finished = 0;
        while finished < count {
            self.path.truncate(self.lead - 1);
            let start = self.copy(&state);
            let reached = self.descend_from::<Together>(context, start, index);
            if !self.conclude::<Together>(context, reached) {
                break;
            }
            finished += 1;
        }
        self.path.truncate(self.lead);
        self.lead = 0;
        for &index in &self.path {
            let node = context.tree.node(index);
            node.take_visits(count - finished);
            node.add_value::<Together>(self.gathered[node.mover()]);
        }
        finished
    }

    /// The way from the root through nodes with very many visits, which count `count` more. A node with a proven child
    /// ends it, since there every simulation has its own value, and so does one whose children were not all tried.
    fn descend_while_hot(&mut self, context: &Context<'_, G>, count: u32) -> (G::State, Index) {
        let mut state = context.root.clone();
        let mut index = ROOT;
        self.path.clear();
        loop {
            self.path.push(index);
            let node = context.tree.node(index);
            node.add_visits::<Together>(count);
            let is_hot = |block: &Block<'_, G::Move>| {
                let tried = context.config.widen_k > 0.0 || context.tree.opened(node, block) == block.nodes.len();
                let many = node.visits() >= HOT * count;
                many && tried && node.kind() == Kind::Choice && !node.is_bounded() && !node.is_proven()
            };
            let Some(block) = context.tree.children(node).filter(is_hot) else { return (state, index) };
            let position = self.choose::<Together>(context, node, &block, ROOT);
            context.game.play(&mut state, block.nodes[position].mv());
            index = block.index(position);
        }
    }
}
