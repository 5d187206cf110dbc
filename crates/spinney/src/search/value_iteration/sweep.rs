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
    marks: Vec<Mark>,
    /// Positions that are finished, but whose component is not known yet, in the order in which they were finished.
    open: Vec<u32>,
    path: Vec<Visit>,
}

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Mark {
    /// The order of discovery from 1, 0 if not discovered, and `DONE` once the component is known.
    index: u32,
    /// The least index that is reached from here within the component.
    reach: u32,
}

/// A position on the path.
struct Visit {
    node: u32,
    /// The number of its successors that have been visited.
    looked: u32,
    /// The number of open positions when it was discovered.
    open: usize,
}

const DONE: u32 = u32::MAX;

impl Tarjan {
    fn new(nodes: usize) -> Self {
        Tarjan { marks: vec![Mark::default(); nodes], open: Vec::new(), path: Vec::new() }
    }

    /// Calls `visit` with every component that can be reached from the root, sinks first. Within a component a position
    /// comes after its successors, except for those on the way that led to it: values travel against all other moves in
    /// a single sweep.
    fn run(
        &mut self,
        graph: &mut Graph,
        mut visit: impl FnMut(&mut Graph, &[u32]) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        let mut count = 0;
        self.discover(0, &mut count);
        while let Some(top) = self.path.last_mut() {
            let at = top.node as usize;
            if let Some(&next) = graph.successors(at).get(top.looked as usize) {
                top.looked += 1;
                match self.marks[next as usize].index {
                    0 => self.discover(next, &mut count),
                    DONE => {}
                    index => self.marks[at].reach = self.marks[at].reach.min(index),
                }
                continue;
            }
            let Some(Visit { node, open, .. }) = self.path.pop() else { break };
            self.open.push(node);
            let Mark { index, reach } = self.marks[at];
            if let Some(parent) = self.path.last() {
                let parent = &mut self.marks[parent.node as usize];
                parent.reach = parent.reach.min(reach);
            }
            if reach == index {
                // What was finished since, and belongs to no component yet, belongs to this one.
                let component = &self.open[open..];
                component.iter().for_each(|&member| self.marks[member as usize].index = DONE);
                debug_assert!(component.len() > 1 || graph.kind(at) != Kind::Open || graph.successors(at).is_empty());
                visit(graph, component)?;
                self.open.truncate(open);
            }
        }
        Ok(())
    }

    fn discover(&mut self, node: u32, count: &mut u32) {
        *count += 1;
        self.marks[node as usize] = Mark { index: *count, reach: *count };
        self.path.push(Visit { node, looked: 0, open: self.open.len() });
    }
}
