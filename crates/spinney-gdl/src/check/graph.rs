//! The dependency graph of relations.

use std::collections::VecDeque;

use crate::components::components;

/// A relation's rule mentions another relation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The relation mentioned.
    pub(super) to: u32,
    /// Whether it is negated.
    pub(super) negative: bool,
    /// The offset of the mention.
    pub(super) at: usize,
}

/// A directed graph with the nodes 0, 1, …
pub(super) struct Graph {
    edges: Vec<Vec<Edge>>,
}

/// The strongly connected components of a graph. A component has a higher number than those it depends on.
pub(super) struct Components {
    /// The component of each node.
    pub(super) of: Vec<u32>,
    /// The nodes in the order of their components.
    pub(super) order: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Graph {
    /// A graph without edges.
    pub(super) fn new(nodes: usize) -> Self {
        Graph { edges: vec![Vec::new(); nodes] }
    }

    /// Adds an edge.
    pub(super) fn add(&mut self, from: u32, edge: Edge) {
        self.edges[from as usize].push(edge);
    }

    /// The edges of a node.
    pub(super) fn edges(&self, from: u32) -> &[Edge] {
        &self.edges[from as usize]
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// A shortest path as the edges taken; empty if `from` is `to`. Only nodes that `enter` allows are entered.
    pub(super) fn path(&self, from: u32, to: u32, enter: impl Fn(u32) -> bool) -> Option<Vec<Edge>> {
        let mut reached: Vec<Option<(u32, Edge)>> = vec![None; self.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            if node == to {
                let mut path = Vec::new();
                let mut node = to;
                while node != from
                    && let Some((before, edge)) = reached[node as usize]
                {
                    path.push(edge);
                    node = before;
                }
                path.reverse();
                return Some(path);
            }
            for &edge in self.edges(node) {
                if edge.to != from && reached[edge.to as usize].is_none() && enter(edge.to) {
                    reached[edge.to as usize] = Some((node, edge));
                    queue.push_back(edge.to);
                }
            }
        }
        None
    }

    /// The nodes that are reachable from a set.
    pub(super) fn reachable(&self, from: impl IntoIterator<Item = u32>) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut left: Vec<u32> = from.into_iter().collect();
        while let Some(node) = left.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                left.extend(self.edges(node).iter().map(|edge| edge.to));
            }
        }
        reached
    }

    /// Strongly connected components, each after those that it depends on.
    pub(super) fn components(&self) -> Components {
        let targets: Vec<Vec<u32>> =
            self.edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
        let mut of = vec![NONE; self.len()];
        let mut order = Vec::with_capacity(self.len());
        for (number, members) in components(self.len(), |node| &targets[node]).into_iter().enumerate() {
            members.iter().for_each(|&member| of[member as usize] = number as u32);
            order.extend(members);
        }
        Components { of, order }
    }
}
