//! Equal positions: found by a class and a hash, compared in full.
//!
//! As in the slides, states are classified before they are compared: by the number of legal moves, of facts, of
//! relations that are not empty, and of facts in each relation. The hash of a relation is the sum of those of its facts,
//! so that their order does not matter.

use rustc_hash::FxHashMap;

use super::facts::FactBook;
use super::tree::{NONE, Node};
use crate::game::Game;
use crate::game::capabilities::FactSet;
use crate::random::{mix, mix_pair};

/// By what states are told apart before they are compared in full.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Class {
    legal: u32,
    facts: u32,
    relations: u32,
    /// The facts of every relation that has any.
    counts: Box<[(u32, u32)]>,
}

/// A position, and all nodes that have it.
#[derive(Clone, Debug)]
struct Position {
    class: Class,
    hash: u64,
    facts: FactSet,
    nodes: Vec<u32>,
}

/// Every position of a tree.
#[derive(Default)]
pub(super) struct Positions {
    by_hash: FxHashMap<u64, Vec<u32>>,
    positions: Vec<Position>,
    facts: FactSet,
    bytes: usize,
    /// The nodes that had a position that was known.
    pub(super) found: u64,
}

impl Positions {
    /// Describes a state: its class, its hash, and its facts in `self.facts`.
    fn describe<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        node: &Node<G::Move>,
        book: &mut FactBook,
    ) -> (Class, u64) {
        let mut facts = std::mem::take(&mut self.facts);
        book.write(game, state, &mut facts);
        let mut relations: Vec<(u32, u32)> = Vec::new();
        let mut hash = 0u64;
        facts.for_each(|fact| {
            let relation = book.entry(game, fact).relation;
            match relations.iter_mut().find(|(known, _)| *known == relation) {
                Some((_, count)) => *count += 1,
                None => relations.push((relation, 1)),
            }
            hash = hash.wrapping_add(mix(u64::from(fact)));
        });
        relations.sort_unstable();
        // The key knows what facts do not say, such as moves chosen and not yet made.
        let key = game.capabilities().key.map_or(0, |capability| capability.key(state));
        let class = Class {
            legal: node.arms.len() as u32,
            facts: relations.iter().map(|(_, count)| count).sum(),
            relations: relations.len() as u32,
            counts: relations.into(),
        };
        self.facts = facts;
        (class, mix_pair(hash, key))
    }

    /// The position of a state, known or new, and a node that has it already. A state without facts has none.
    pub(super) fn find<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        node: &Node<G::Move>,
        book: &mut FactBook,
    ) -> Option<(u32, Option<u32>)> {
        let (class, hash) = self.describe(game, state, node, book);
        if class.facts == 0 {
            return None;
        }
        let same = |&&at: &&u32| {
            let known = &self.positions[at as usize];
            known.class == class && known.facts == self.facts
        };
        if let Some(&at) = self.by_hash.get(&hash).and_then(|candidates| candidates.iter().find(same)) {
            return Some((at, self.positions[at as usize].nodes.first().copied()));
        }
        let facts = self.facts.clone();
        Some((self.keep(Position { class, hash, facts, nodes: Vec::new() }), None))
    }

    /// Adds a node to a position.
    pub(super) fn add(&mut self, position: u32, node: u32) {
        let nodes = &mut self.positions[position as usize].nodes;
        self.found += u64::from(!nodes.is_empty());
        nodes.push(node);
    }

    /// The nodes of a position.
    pub(super) fn nodes_of(&self, position: u32) -> &[u32] {
        &self.positions[position as usize].nodes
    }

    /// Whether a state has this position.
    pub(super) fn is<G: Game>(
        &self,
        position: u32,
        game: &G,
        state: &G::State,
        node: &Node<G::Move>,
        book: &mut FactBook,
    ) -> bool {
        let mut other = Positions::default();
        let (class, hash) = other.describe(game, state, node, book);
        let known = &self.positions[position as usize];
        (known.hash, &known.class, &known.facts) == (hash, &class, &other.facts)
    }

    /// Keeps the nodes that have a new number, under that, and drops positions without nodes. Returns the new number of
    /// every position.
    pub(super) fn renumber(&mut self, number: &[u32]) -> Vec<u32> {
        let old = std::mem::take(&mut self.positions);
        self.by_hash.clear();
        self.bytes = 0;
        let mut places = Vec::with_capacity(old.len());
        for mut position in old {
            position.nodes.retain_mut(|node| {
                *node = number[*node as usize];
                *node != NONE
            });
            if position.nodes.is_empty() {
                places.push(NONE);
            } else {
                places.push(self.positions.len() as u32);
                self.keep(position);
            }
        }
        places
    }

    fn keep(&mut self, position: Position) -> u32 {
        let at = self.positions.len() as u32;
        let facts = match &position.facts {
            FactSet::Bits(words) => words.len() * 8,
            FactSet::List(list) => list.len() * 4,
        };
        self.bytes += facts + position.class.counts.len() * 8 + size_of::<Position>() + 24;
        self.by_hash.entry(position.hash).or_default().push(at);
        self.positions.push(position);
        at
    }

    /// The memory used, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}
