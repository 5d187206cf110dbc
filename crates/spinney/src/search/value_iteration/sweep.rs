//! Strongly connected components, last first (Tarjan 1972), and the sweeps over each of them.

use super::graph::{Graph, Kind};
use crate::budget::Limit;

/// A component is given up after this many sweeps.
const MOST_SWEEPS: u32 = 1_000_000;
/// Positions between two checks of the budget.
const BETWEEN_LOOKS: usize = 4_096;

/// Bounds the value of every position. Ends early, with the bounds so far, if `stop` gives a reason.
pub(super) fn sweep(graph: &mut Graph, epsilon: f64, stop: impl Fn() -> Option<Limit>) -> Result<(), Limit> {
    let mut tarjan = Tarjan::new(graph.len());
    let mut worked = 0;
    let mut look = |work: usize| {
        worked += work;
        if worked < BETWEEN_LOOKS {
            return Ok(());
        }
        worked = 0;
        stop().map_or(Ok(()), Err)
    };
    tarjan.run(graph, |graph, component| converge(graph, component, epsilon, &mut look))
}

/// Sweeps one component until its bounds meet or stand still.
fn converge(
    graph: &mut Graph,
    component: &[u32],
    epsilon: f64,
    look: &mut impl FnMut(usize) -> Result<(), Limit>,
) -> Result<(), Limit> {
    if let &[node] = component
        && !graph.successors(node as usize).contains(&node)
    {
        look(1)?;
        (graph.low[node as usize], graph.high[node as usize]) = graph.backed_up(node as usize);
        return Ok(());
    }
    let close = epsilon * graph.width();
    // The uncertainty of a component that is due to unlisted positions cannot be swept away.
    for sweeps in 1..=MOST_SWEEPS {
        look(component.len())?;
        let (mut gap, mut change) = (0.0f64, 0.0f64);
        for &node in component {
            let node = node as usize;
            let (low, high) = graph.backed_up(node);
            change = change.max(low - graph.low[node]).max(graph.high[node] - high);
            gap = gap.max(high - low);
            (graph.low[node], graph.high[node]) = (low, high);
        }
        graph.sweeps = graph.sweeps.max(sweeps);
        // Half of it, so that differences of values within the component stay within it as well.
        if gap <= close / 2.0 || change <= close * 1e-6 {
            break;
        }
    }
    Ok(())
}

/// Tarjan's algorithm with a stack of its own instead of recursion.
struct Tarjan {
    /// The order of discovery from 1, 0 if not discovered, and `DONE` once the component is known.
    index: Vec<u32>,
    /// The least index that is reached from here within the component.
    reach: Vec<u32>,
    /// Positions whose component is not known yet.
    open: Vec<u32>,
    /// The path: a position and the number of its successors that have been visited.
    path: Vec<(u32, u32)>,
}

const DONE: u32 = u32::MAX;

impl Tarjan {
    fn new(nodes: usize) -> Self {
        Tarjan { index: vec![0; nodes], reach: vec![0; nodes], open: Vec::new(), path: Vec::new() }
    }

    /// Calls `visit` with every component that can be reached from the root, sinks first. Within a component a position
    /// comes after most of its successors.
    fn run(
        &mut self,
        graph: &mut Graph,
        mut visit: impl FnMut(&mut Graph, &[u32]) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let mut count = 0;
        let mut component = Vec::new();
        self.discover(0, &mut count);
        while let Some(&(node, looked)) = self.path.last() {
            let at = node as usize;
            if let Some(&next) = graph.successors(at).get(looked as usize) {
                let top = self.path.len() - 1;
                self.path[top].1 += 1;
                match self.index[next as usize] {
                    0 => self.discover(next, &mut count),
                    DONE => {}
                    index => self.reach[at] = self.reach[at].min(index),
                }
                continue;
            }
            self.path.pop();
            if let Some(&(parent, _)) = self.path.last() {
                self.reach[parent as usize] = self.reach[parent as usize].min(self.reach[at]);
            }
            if self.reach[at] == self.index[at] {
                component.clear();
                loop {
                    let member = self.open.pop().expect("a component ends with its first position");
                    self.index[member as usize] = DONE;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                debug_assert!(component.len() > 1 || graph.kind(at) != Kind::Open || graph.successors(at).is_empty());
                visit(graph, &component)?;
            }
        }
        Ok(())
    }

    fn discover(&mut self, node: u32, count: &mut u32) {
        *count += 1;
        self.index[node as usize] = *count;
        self.reach[node as usize] = *count;
        self.open.push(node);
        self.path.push((node, 0));
    }
}
