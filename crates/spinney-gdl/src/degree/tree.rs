//! The trees of all goals as flat arrays. Equal queries are one node: the trees share them.

use crate::terms::TermId;

/// A stretch of an array.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    pub(super) first: u32,
    pub(super) end: u32,
}

impl Range {
    #[inline]
    pub(super) fn of<T>(self, all: &[T]) -> &[T] {
        &all[self.first as usize..self.end as usize]
    }
}

/// A query. Nodes come after those that they depend on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// The `or` of these instances.
    Or(Range),
    /// Whether one of these facts holds.
    Any(Range),
    /// Whether one of these nodes holds.
    Either(Range),
    /// An atom that depends on itself; the node of its loop gives it its value.
    Member(u32),
    /// All atoms of a loop.
    Loop(u32),
}

/// The `and` of the conditions of an instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Join {
    /// The number of conditions.
    pub(super) count: u32,
    /// How many of them always hold.
    pub(super) always: u32,
    /// Facts: twice the number, and 1 if it must not hold.
    pub(super) facts: Range,
    /// Nodes, likewise.
    pub(super) nodes: Range,
}

/// The rules of atoms that depend on one another.
#[derive(Clone, Debug)]
pub(super) struct Looped {
    /// The node of the first atom.
    pub(super) first: u32,
    pub(super) atoms: u32,
    /// The head, what must hold outside of the loop, and how many atoms of the loop must hold.
    pub(super) rules: Vec<(u32, Join, u32)>,
    /// Where the readers of each atom begin; one more entry at the end.
    pub(super) starts: Vec<u32>,
    /// Rules by atoms that they need.
    pub(super) readers: Vec<u32>,
    /// Pairs of atom and rule, until the loop is complete.
    pairs: Vec<(u32, u32)>,
}

impl Looped {
    pub(super) fn new(first: u32, atoms: u32) -> Self {
        Looped { first, atoms, rules: Vec::new(), starts: Vec::new(), readers: Vec::new(), pairs: Vec::new() }
    }

    /// Adds a rule that needs these atoms of the loop.
    pub(super) fn add(&mut self, head: u32, outside: Join, inner: &[u32]) {
        let number = self.rules.len() as u32;
        self.rules.push((head, outside, inner.len() as u32));
        self.pairs.extend(inner.iter().map(|&atom| (atom, number)));
    }

    pub(super) fn finish(mut self) -> Self {
        self.pairs.sort_unstable();
        let place = |atom: u32| self.pairs.partition_point(|&(other, _)| other < atom) as u32;
        self.starts = (0..=self.atoms).map(place).collect();
        self.readers = std::mem::take(&mut self.pairs).into_iter().map(|(_, rule)| rule).collect();
        self
    }
}

/// The nodes of all trees.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) joins: Vec<Join>,
    pub(super) loops: Vec<Looped>,
    /// The facts that are looked at.
    pub(super) facts: Vec<TermId>,
    /// Facts of joins and of nodes, by number.
    pub(super) fact_lists: Vec<u32>,
    pub(super) node_lists: Vec<u32>,
    /// Conditions that were left out, and those that negate the `or` of some rules.
    pub(super) left_out: usize,
    pub(super) negated: usize,
}

impl Tree {
    pub(super) fn store_facts(&mut self, facts: impl Iterator<Item = u32>) -> Range {
        let first = self.fact_lists.len() as u32;
        self.fact_lists.extend(facts);
        Range { first, end: self.fact_lists.len() as u32 }
    }

    pub(super) fn store_nodes(&mut self, nodes: &[u32]) -> Range {
        let first = self.node_lists.len() as u32;
        self.node_lists.extend_from_slice(nodes);
        Range { first, end: self.node_lists.len() as u32 }
    }

    pub(super) fn store(&mut self, count: u32, always: u32, facts: &[u32], nodes: &[u32]) -> Join {
        Join { count, always, facts: self.store_facts(facts.iter().copied()), nodes: self.store_nodes(nodes) }
    }

    /// The nodes that a node depends on, in order, itself included.
    pub(super) fn below(&self, root: u32) -> Vec<u32> {
        let mut seen = vec![false; self.nodes.len()];
        let mut left = vec![root];
        while let Some(node) = left.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            let mut add = |nodes: &[u32]| left.extend(nodes.iter().map(|node| node >> 1));
            match self.nodes[node as usize] {
                Node::Or(joins) => joins.of(&self.joins).iter().for_each(|join| add(join.nodes.of(&self.node_lists))),
                Node::Any(_) => {}
                Node::Either(nodes) => add(nodes.of(&self.node_lists)),
                Node::Member(looped) => left.push(looped),
                Node::Loop(number) => {
                    let rules = &self.loops[number as usize].rules;
                    rules.iter().for_each(|(_, join, _)| add(join.nodes.of(&self.node_lists)));
                }
            }
        }
        (0..self.nodes.len() as u32)
            .filter(|&node| seen[node as usize] && !matches!(self.nodes[node as usize], Node::Member(_)))
            .collect()
    }
}
