//! The values of a tree in a state.
//!
//! Facts are bits of words, and the facts that a join looks at are masks over them, so that a line of a board is often one
//! word. Sums count facts as whole numbers first and add the nodes in the order of the rules: both engines get the very
//! same values.

use std::cell::RefCell;

use spinney::game::capabilities::Degree;

use super::tree::{Join, Looped, Node, Range, Tree};

/// The place of a fact in an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It never holds.
    Never,
    /// It holds in every state.
    Always,
    /// A bit of the engine's words.
    Bit(u32),
}

/// Some bits of a word, which must be on, or off.
#[derive(Clone, Copy, Debug)]
struct Mask {
    word: u32,
    negated: bool,
    bits: u64,
}

impl Mask {
    #[inline]
    fn holding(self, words: &[u64]) -> u64 {
        let word = words[self.word as usize];
        (if self.negated { !word } else { word }) & self.bits
    }
}

/// A tree for the facts of an engine.
#[derive(Debug)]
pub(super) struct Evaluator {
    nodes: Vec<Node>,
    joins: Vec<Join>,
    loops: Vec<Looped>,
    masks: Vec<Mask>,
    node_lists: Vec<u32>,
    /// The number of words of facts that are read.
    words: usize,
}

/// Values of nodes.
#[derive(Default)]
struct Scratch {
    goal: Vec<f64>,
    tie_break: Vec<f64>,
    /// Whether the query of a node holds, which negations keep from being the same as a degree of 1.
    holds: Vec<bool>,
    missing: Vec<u32>,
    left: Vec<u32>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Evaluator {
    /// Lays out a tree, given the place of each of its facts.
    pub(super) fn new(tree: Tree, places: &[Place]) -> Self {
        let Tree { nodes, joins, loops, fact_lists, node_lists, .. } = tree;
        let mut layout = Layout { places, lists: fact_lists, masks: Vec::new() };
        let joins = joins.into_iter().map(|join| layout.join(join)).collect();
        let loops = loops.into_iter().map(|mut looped| {
            looped.rules.iter_mut().for_each(|(_, join, _)| *join = layout.join(*join));
            looped
        });
        let loops = loops.collect();
        let nodes = nodes.into_iter().map(|node| match node {
            Node::Any(facts) => layout.any(facts),
            node => node,
        });
        let nodes = nodes.collect();
        let masks = layout.masks;
        let words = masks.iter().map(|mask| mask.word as usize + 1).max().unwrap_or(0);
        Evaluator { nodes, joins, loops, masks, node_lists, words }
    }

    /// The number of words of facts that are read.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The memory used, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.joins.len() * size_of::<Join>()
            + self.masks.len() * size_of::<Mask>()
            + self.node_lists.len() * 4
            + self.loops.iter().map(|looped| looped.rules.len() * 40 + looped.readers.len() * 4).sum::<usize>()
    }

    /// The degree of the last of these nodes, which lie in the order of evaluation.
    pub(super) fn degree(&self, order: &[u32], words: &[u64]) -> Degree {
        SCRATCH.with_borrow_mut(|scratch| {
            if scratch.goal.len() < self.nodes.len() {
                scratch.goal.resize(self.nodes.len(), 0.0);
                scratch.tie_break.resize(self.nodes.len(), 0.0);
                scratch.holds.resize(self.nodes.len(), false);
            }
            for &node in order {
                // Only loops ask whether queries hold.
                if self.loops.is_empty() {
                    self.evaluate::<false>(node as usize, words, scratch);
                } else {
                    self.evaluate::<true>(node as usize, words, scratch);
                }
            }
            let root = order.last().map_or(0, |&root| root as usize);
            Degree { goal: scratch.goal[root], tie_break: scratch.tie_break[root] }
        })
    }

    #[inline(always)]
    fn evaluate<const HOLDS: bool>(&self, node: usize, words: &[u64], scratch: &mut Scratch) {
        match self.nodes[node] {
            Node::Or(joins) => {
                let (mut greatest, mut sum, mut any) = (0.0f64, 0.0, false);
                let joins = joins.of(&self.joins);
                for join in joins {
                    let mut facts = join.always;
                    for mask in join.facts.of(&self.masks) {
                        facts += mask.holding(words).count_ones();
                    }
                    let (mut goal, mut tie_break) = (f64::from(facts), f64::from(facts));
                    let mut holding = facts;
                    for &input in join.nodes.of(&self.node_lists) {
                        let (at, negated) = (input as usize >> 1, input & 1 == 1);
                        let (one, other) = (scratch.goal[at], scratch.tie_break[at]);
                        goal += if negated { 1.0 - one } else { one };
                        tie_break += if negated { 1.0 - other } else { other };
                        if HOLDS {
                            holding += u32::from(scratch.holds[at] != negated);
                        }
                    }
                    let count = f64::from(join.count);
                    greatest = greatest.max(goal / count);
                    sum += tie_break / count;
                    any |= holding == join.count;
                }
                scratch.goal[node] = greatest;
                scratch.tie_break[node] = sum / joins.len() as f64;
                if HOLDS {
                    scratch.holds[node] = any;
                }
            }
            Node::Any(masks) => scratch.set(node, masks.of(&self.masks).iter().any(|mask| mask.holding(words) != 0)),
            Node::Either(nodes) => {
                let nodes = nodes.of(&self.node_lists);
                scratch.set(node, nodes.iter().any(|&node| scratch.holds[node as usize >> 1]));
            }
            Node::Member(_) => {}
            Node::Loop(number) => self.derive(&self.loops[number as usize], words, scratch),
        }
    }

    /// Gives the atoms of a loop their values: the least that the rules allow.
    fn derive(&self, looped: &Looped, words: &[u64], scratch: &mut Scratch) {
        let first = looped.first as usize;
        (first..first + looped.atoms as usize).for_each(|node| scratch.set(node, false));
        scratch.missing.clear();
        scratch.left.clear();
        for &(head, join, inner) in &looped.rules {
            if !self.holds(&join, words, &scratch.holds) {
                scratch.missing.push(u32::MAX);
                continue;
            }
            scratch.missing.push(inner);
            if inner == 0 {
                scratch.left.push(head);
            }
        }
        while let Some(atom) = scratch.left.pop() {
            let node = first + atom as usize;
            if scratch.holds[node] {
                continue;
            }
            scratch.set(node, true);
            let readers = Range { first: looped.starts[atom as usize], end: looped.starts[atom as usize + 1] };
            for &reader in readers.of(&looped.readers) {
                let missing = &mut scratch.missing[reader as usize];
                if *missing != u32::MAX {
                    *missing -= 1;
                    if *missing == 0 {
                        scratch.left.push(looped.rules[reader as usize].0);
                    }
                }
            }
        }
    }

    #[inline]
    fn holds(&self, join: &Join, words: &[u64], holds: &[bool]) -> bool {
        let mut holding = join.always;
        for mask in join.facts.of(&self.masks) {
            holding += mask.holding(words).count_ones();
        }
        let nodes = join.nodes.of(&self.node_lists);
        holding as usize + nodes.len() >= join.count as usize
            && nodes.iter().all(|&input| holds[input as usize >> 1] != (input & 1 == 1))
    }
}

impl Scratch {
    #[inline]
    fn set(&mut self, node: usize, holds: bool) {
        (self.goal[node], self.tie_break[node]) = if holds { (1.0, 1.0) } else { (0.0, 0.0) };
        self.holds[node] = holds;
    }
}

/// Lists of facts to masks.
struct Layout<'p> {
    places: &'p [Place],
    lists: Vec<u32>,
    masks: Vec<Mask>,
}

impl Layout<'_> {
    fn join(&mut self, join: Join) -> Join {
        let first = self.masks.len();
        let mut always = join.always;
        for at in join.facts.first..join.facts.end {
            let (fact, negated) = (self.lists[at as usize] >> 1, self.lists[at as usize] & 1 == 1);
            match self.places[fact as usize] {
                Place::Never => always += u32::from(negated),
                Place::Always => always += u32::from(!negated),
                Place::Bit(bit) => self.add(first, bit, negated, true),
            }
        }
        Join { always, facts: Range { first: first as u32, end: self.masks.len() as u32 }, ..join }
    }

    fn any(&mut self, facts: Range) -> Node {
        let first = self.masks.len();
        for at in facts.first..facts.end {
            match self.places[self.lists[at as usize] as usize >> 1] {
                Place::Never => {}
                Place::Bit(bit) => self.add(first, bit, false, false),
                Place::Always => {
                    // A bit is on or it is off.
                    self.masks.truncate(first);
                    let mask = Mask { word: 0, negated: false, bits: u64::MAX };
                    self.masks.extend([mask, Mask { negated: true, ..mask }]);
                    break;
                }
            }
        }
        Node::Any(Range { first: first as u32, end: self.masks.len() as u32 })
    }

    /// Adds a bit to the masks from `first` on. Where bits are counted, one that is there already counts again.
    fn add(&mut self, first: usize, bit: u32, negated: bool, counted: bool) {
        let (word, bits) = (bit / 64, 1 << (bit % 64));
        let fits =
            |mask: &&mut Mask| mask.word == word && mask.negated == negated && !(counted && mask.bits & bits != 0);
        match self.masks[first..].iter_mut().find(fits) {
            Some(mask) => mask.bits |= bits,
            None => self.masks.push(Mask { word, negated, bits }),
        }
    }
}
