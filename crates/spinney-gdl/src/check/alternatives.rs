//! Auxiliary relations for the `or`s of a rule that has too many alternatives for disjunctive normal form.

use rustc_hash::FxHashMap;

use super::formula::Formula;
use super::loose::Domains;
use super::normalise::Normaliser;
use super::safety::unsafe_variables;
use crate::program::{Atom, RelationId, Term};

/// Conditions that may be copied into the rules of an auxiliary relation to bind its variables.
#[derive(Default)]
pub(super) struct Providers {
    atoms: Vec<Atom>,
    /// The first atom of each variable.
    first: FxHashMap<u32, usize>,
}

impl Providers {
    /// Adds a condition.
    pub(super) fn add(&mut self, atom: &Atom) {
        let index = self.atoms.len();
        atom.variables(&mut |variable| {
            self.first.entry(variable).or_insert(index);
        });
        self.atoms.push(atom.clone());
    }

    /// Prepends conditions to a body until it is safe. `None` if they do not suffice.
    pub(super) fn complete(&self, head: &Atom, mut body: Vec<Formula>, at: usize) -> Option<Vec<Formula>> {
        let mut added = 0;
        loop {
            let missing = unsafe_variables(head, &body);
            if missing.is_empty() {
                return Some(body);
            }
            let provider = *missing.iter().find_map(|variable| self.first.get(variable))?;
            body.insert(added, Formula::Holds(self.atoms[provider].clone(), at));
            added += 1;
        }
    }
}

/// An `or` that is to become an auxiliary relation.
struct Choice {
    /// Its index in the body.
    place: usize,
    /// The variables that it shares with the rest of the rule.
    shared: Vec<u32>,
    alternatives: Vec<Formula>,
}

impl Normaliser<'_, '_> {
    /// Transforms a rule that is safe and flat into one rule in which auxiliary relations stand for the `or`s, and the
    /// rules of these.
    pub(super) fn split(&mut self, head: Atom, mut body: Vec<Formula>) {
        let domains = Domains::of(&body);
        let mut rules = Vec::new();
        let mut pending = Self::choices(&head, &mut body);
        let mut providers = Providers::default();
        for part in &body {
            if let Formula::Holds(atom, _) = part {
                providers.add(atom);
            }
        }
        if !self.bind_loose(domains, pending.iter().flat_map(|choice| &choice.shared), &mut providers, &mut rules) {
            return self.too_involved();
        }
        // A relation may have to wait for another one that binds its variables.
        while !pending.is_empty() {
            let before = pending.len();
            let mut waiting = Vec::new();
            for choice in pending {
                let arguments = choice.shared.iter().map(|&variable| Term::Variable(variable)).collect();
                // The relation itself is created only when it is certain to be needed.
                let mut head = Atom { relation: head.relation, arguments };
                let complete = |part: &Formula| providers.complete(&head, vec![part.clone()], self.at);
                let Some(bodies) = choice.alternatives.iter().map(complete).collect::<Option<Vec<_>>>() else {
                    waiting.push(choice);
                    continue;
                };
                head.relation = self.auxiliary(head.arguments.len());
                providers.add(&head);
                body[choice.place] = Formula::Holds(head.clone(), self.at);
                rules.extend(bodies.into_iter().map(|body| (head.clone(), body)));
            }
            pending = waiting;
            if pending.len() == before {
                return self.too_involved();
            }
        }
        self.rule(head, body);
        for (head, body) in rules {
            self.rule(head, body);
        }
    }

    /// A new auxiliary relation.
    pub(super) fn auxiliary(&mut self, arity: usize) -> RelationId {
        self.names.auxiliary("or", arity, self.at)
    }

    /// Removes the `or`s from a body, leaving conditions that always hold.
    fn choices(head: &Atom, body: &mut [Formula]) -> Vec<Choice> {
        let mut total: FxHashMap<u32, u32> = FxHashMap::default();
        let mut add = |variable| *total.entry(variable).or_default() += 1;
        head.variables(&mut add);
        body.iter().for_each(|part| part.variables(&mut add));
        let mut choices = Vec::new();
        for (place, part) in body.iter_mut().enumerate() {
            if !matches!(part, Formula::Any(_)) {
                continue;
            }
            let mut inside: FxHashMap<u32, u32> = FxHashMap::default();
            part.variables(&mut |variable| *inside.entry(variable).or_default() += 1);
            let mut shared: Vec<u32> = inside
                .into_iter()
                .filter(|(variable, count)| total.get(variable) > Some(count))
                .map(|(variable, _)| variable)
                .collect();
            shared.sort_unstable();
            if let Formula::Any(alternatives) = std::mem::replace(part, Formula::All(Vec::new())) {
                choices.push(Choice { place, shared, alternatives });
            }
        }
        choices
    }
}
