//! The facts of a state, for every game: those of the game, otherwise the characters of the position as text, each with
//! its place.

use rustc_hash::FxHashMap;

use crate::game::Game;
use crate::game::capabilities::{FactSet, FactShape, default_code};

/// What was learnt about facts by looking at them: their relations, and the features that they count for.
#[derive(Default)]
pub(super) struct FactBook {
    /// The entry of every fact that has been looked up.
    entries: FxHashMap<u32, Entry>,
    relations: FxHashMap<String, u32>,
    features: FxHashMap<(u32, u32, String), u32>,
    /// The number of features so far; those of relations come from the same numbers.
    next: u32,
    /// The facts of texts by number: field, place and character.
    texts: FxHashMap<u32, (u32, u32, char)>,
}

/// A fact that has been taken apart.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The number of its relation.
    pub(super) relation: u32,
    /// The features that it counts for: its relation, and each argument at its place.
    pub(super) features: Box<[u32]>,
    /// What it consists of.
    pub(super) shape: FactShape,
}

impl FactBook {
    /// Writes the facts of a state.
    pub(super) fn write<G: Game>(&mut self, game: &G, state: &G::State, facts: &mut FactSet) {
        let capabilities = game.capabilities();
        if let Some(capability) = capabilities.facts {
            return capability.facts(state, facts);
        }
        let list = facts.as_list();
        list.clear();
        let Some(notation) = capabilities.notation else { return };
        let text = notation.write_state(state);
        for (field, part) in text.split_whitespace().enumerate() {
            for (place, character) in part.chars().enumerate() {
                let parts = (field as u32, place as u32, character);
                let number = default_code(parts) as u32;
                self.texts.entry(number).or_insert(parts);
                list.push(number);
            }
        }
        list.sort_unstable();
        list.dedup();
    }

    /// The parts of a fact.
    pub(super) fn entry<G: Game>(&mut self, game: &G, fact: u32) -> &Entry {
        // The borrow of a found entry would last until the end of the function.
        if !self.entries.contains_key(&fact) {
            let shape = self.shape(game, fact);
            let entry = self.take_apart(shape);
            self.entries.insert(fact, entry);
        }
        &self.entries[&fact]
    }

    fn shape<G: Game>(&self, game: &G, fact: u32) -> FactShape {
        if let Some(facts) = game.capabilities().facts {
            return facts.shape(fact);
        }
        let (field, place, character) = self.texts.get(&fact).copied().unwrap_or((0, 0, ' '));
        FactShape { relation: field.to_string(), arguments: vec![place.to_string(), character.to_string()] }
    }

    fn take_apart(&mut self, shape: FactShape) -> Entry {
        let next = &mut self.next;
        let mut number = || {
            *next += 1;
            *next - 1
        };
        let relation = *self.relations.entry(shape.relation.clone()).or_insert_with(&mut number);
        let mut features = vec![relation];
        for (column, symbol) in shape.arguments.iter().enumerate() {
            let key = (relation, column as u32, symbol.clone());
            features.push(*self.features.entry(key).or_insert_with(&mut number));
        }
        Entry { relation, features: features.into(), shape }
    }

    /// The number of a relation that is known.
    #[cfg(test)]
    pub(super) fn relation(&self, name: &str) -> Option<u32> {
        self.relations.get(name).copied()
    }

    /// The number of a symbol in a column, counted from 0.
    #[cfg(test)]
    pub(super) fn feature(&self, relation: &str, column: u32, symbol: &str) -> Option<u32> {
        self.features.get(&(self.relation(relation)?, column, symbol.to_owned())).copied()
    }
}
