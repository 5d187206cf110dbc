//! Gates that depend on themselves within a step, such as connections on a board.
//!
//! Counters alone would let a cycle of gates support itself. Such gates therefore count the inputs from outside of
//! their cycle. When an input is added, its consequences are added too; when support is withdrawn, the whole component
//! is recomputed from its outside support.

use super::{Network, State};

/// All gates that depend on themselves.
#[derive(Debug, Default)]
pub(super) struct Recursion {
    /// Where the edges of each node to such gates begin; empty if there are no such gates.
    pub(super) starts: Vec<u32>,
    /// A gate, and whether the edge negates.
    pub(super) edges: Vec<u32>,
    /// The first such gate; the others follow, component by component.
    pub(super) first: u32,
    /// Where the gates of each component begin, counted from the first such gate; one more entry at the end.
    pub(super) components: Vec<u32>,
    /// By gate, counted from the first: its component.
    pub(super) component_of: Vec<u32>,
    /// Edges inside of components: where those of each gate begin, and the gates.
    pub(super) inner_starts: Vec<u32>,
    pub(super) inner_edges: Vec<u32>,
}

/// In `State::touched`: support was withdrawn.
const WITHDRAWN: u32 = 1;

impl Recursion {
    pub(super) fn is_empty(&self) -> bool {
        self.component_of.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.component_of.len()
    }

    /// A node flipped: its readers among these gates gain or lose support.
    #[inline]
    pub(super) fn support(&self, node: usize, delta: i16, state: &mut State) {
        for &edge in &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize] {
            let delta = if edge & 1 == 1 { -delta } else { delta };
            let gate = edge >> 1;
            state.counters[gate as usize] += delta;
            let at = gate - self.first;
            if delta < 0 {
                if state.looped[at as usize] {
                    state.touched.push(at << 1 | WITHDRAWN);
                }
            } else if !state.looped[at as usize] {
                state.touched.push(at << 1);
            }
        }
    }

    /// Updates all touched components, dependencies first.
    pub(super) fn settle(&self, network: &Network, state: &mut State) {
        while !state.touched.is_empty() {
            let component_of = |&touch: &u32| self.component_of[(touch >> 1) as usize];
            let component = state.touched.iter().map(component_of).min().expect("not empty");
            let mut here = Vec::new();
            state.touched.retain(|touch| {
                let now = component_of(touch) == component;
                if now {
                    here.push(*touch);
                }
                !now
            });
            if here.iter().any(|touch| touch & WITHDRAWN == WITHDRAWN) {
                self.renew(component, state);
            } else {
                self.extend(here.into_iter().map(|touch| touch >> 1).collect(), state);
            }
            state.propagate(network);
        }
    }

    /// Turns on the gates whose inputs are now sufficient, and their consequences.
    fn extend(&self, mut left: Vec<u32>, state: &mut State) {
        while let Some(at) = left.pop() {
            let gate = at as usize;
            if state.looped[gate] || state.counters[self.first as usize + gate] + state.inner[gate] < 0 {
                continue;
            }
            state.looped[gate] = true;
            state.queue.push((self.first + at) << 1 | 1);
            for &reader in &self.inner_edges[self.inner_starts[gate] as usize..self.inner_starts[gate + 1] as usize] {
                state.inner[reader as usize] += 1;
                left.push(reader);
            }
        }
    }

    /// Recomputes a component from its outside support, and records the differences.
    fn renew(&self, component: u32, state: &mut State) {
        let gates = self.components[component as usize]..self.components[component as usize + 1];
        let before: Vec<bool> = gates.clone().map(|at| state.looped[at as usize]).collect();
        for at in gates.clone() {
            state.looped[at as usize] = false;
            state.inner[at as usize] = 0;
        }
        let queued = state.queue.len();
        self.extend(gates.clone().collect(), state);
        state.queue.truncate(queued);
        for (at, before) in gates.zip(before) {
            if state.looped[at as usize] != before {
                state.queue.push((self.first + at) << 1 | u32::from(!before));
            }
        }
    }
}
