//! Specialises atoms of a relation that depends on its own negation.
//!
//! `(<= (goal robot 0) (not (goal robot 100)))` is not stratified by relation, but it is by atom. Each negated atom
//! gets its own relation, which holds where the original one matches the atom.

use rustc_hash::FxHashMap;

use super::formula::{Draft, Formula};
use super::graph::Components;
use super::names::Names;
use super::restrictions::dependencies;
use super::unify::may_be_equal;
use crate::program::{Atom, RelationId, Term};

/// The maximum number of relations, and of rules, that are created.
const MOST_RELATIONS: usize = 1_000;
const MOST_RULES: usize = 10_000;

/// The rules with new relations in place of those that are negated in a cycle, if that removes all such cycles.
pub(super) fn specialise(drafts: &[Draft], components: &Components, names: &mut Names) -> Option<Vec<Draft>> {
    let cyclic =
        |draft: &Draft, atom: &Atom| components.of[draft.head.relation.index()] == components.of[atom.relation.index()];
    let mut made: FxHashMap<Atom, RelationId> = FxHashMap::default();
    let mut order = Vec::new();
    for draft in drafts {
        for part in &draft.body {
            part.atoms(&mut |atom, holds, at| {
                if !holds && cyclic(draft, atom) {
                    let pattern = pattern(atom);
                    made.entry(pattern.clone()).or_insert_with(|| {
                        let relation = names.auxiliary("not", atom.arguments.len(), at);
                        order.push((pattern, relation));
                        relation
                    });
                }
            });
        }
    }
    if order.len() > MOST_RELATIONS {
        return None;
    }
    let mut all = drafts.to_vec();
    for (atom, relation) in &order {
        for draft in drafts.iter().filter(|draft| may_match(&draft.head, atom)) {
            if all.len() >= drafts.len() + MOST_RULES {
                return None;
            }
            let mut copy = draft.clone();
            replace(&mut copy.body, &|atom| if cyclic(draft, atom) { made.get(&pattern(atom)).copied() } else { None });
            copy.head.relation = *relation;
            all.push(copy);
        }
    }
    for (draft, original) in all.iter_mut().zip(drafts) {
        let relation_of = |atom: &Atom| if cyclic(original, atom) { made.get(&pattern(atom)).copied() } else { None };
        replace(&mut draft.body, &relation_of);
    }
    let graph = dependencies(&all, names.relations.len());
    let components = graph.components();
    let negative = |from: u32| {
        graph
            .edges(from)
            .iter()
            .any(|edge| edge.negative && components.of[edge.to as usize] == components.of[from as usize])
    };
    (!(0..graph.len() as u32).any(negative)).then_some(all)
}

/// The atom with all its variables renamed to one.
fn pattern(atom: &Atom) -> Atom {
    fn blur(terms: &mut [Term]) {
        for term in terms {
            match term {
                Term::Variable(variable) => *variable = 0,
                Term::Constant(_) => {}
                Term::Function(_, arguments) => blur(arguments),
            }
        }
    }
    let mut pattern = atom.clone();
    blur(&mut pattern.arguments);
    pattern
}

fn may_match(head: &Atom, atom: &Atom) -> bool {
    head.relation == atom.relation
        && head.arguments.iter().zip(&atom.arguments).all(|(left, right)| may_be_equal(left, right))
}

fn replace(parts: &mut [Formula], relation_of: &impl Fn(&Atom) -> Option<RelationId>) {
    for part in parts {
        match part {
            Formula::Fails(atom, _) => atom.relation = relation_of(atom).unwrap_or(atom.relation),
            Formula::All(parts) | Formula::Any(parts) => replace(parts, relation_of),
            _ => {}
        }
    }
}
