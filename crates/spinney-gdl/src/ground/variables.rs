//! Sets of variables, and numbers for them.

use rustc_hash::FxHashMap;

use crate::program::{Atom, Literal, Rule, Term};

/// A set of variables of one rule.
pub(super) type Variables = std::collections::BTreeSet<u32>;

/// The variables of an atom.
pub(super) fn of_atom(atom: &Atom) -> Variables {
    let mut variables = Variables::new();
    atom.variables(&mut |variable| variables.extend([variable]));
    variables
}

/// The variables of a literal.
pub(super) fn of_literal(literal: &Literal) -> Variables {
    let mut variables = Variables::new();
    literal.variables(&mut |variable| variables.extend([variable]));
    variables
}

/// Renumbers the variables of a rule, in the order of their occurrence.
pub(super) fn renumber_rule(rule: &mut Rule) {
    let mut numbers = FxHashMap::default();
    renumber_atom(&mut rule.head, &mut numbers);
    rule.body.iter_mut().for_each(|literal| renumber(literal, &mut numbers));
    rule.variables = numbers.len() as u32;
}

/// Renumbers the variables of a literal by a map; new ones get the next number.
pub(super) fn renumber(literal: &mut Literal, numbers: &mut FxHashMap<u32, u32>) {
    match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => renumber_atom(atom, numbers),
        Literal::Distinct(left, right) => {
            renumber_term(left, numbers);
            renumber_term(right, numbers);
        }
    }
}

fn renumber_atom(atom: &mut Atom, numbers: &mut FxHashMap<u32, u32>) {
    atom.arguments.iter_mut().for_each(|term| renumber_term(term, numbers));
}

/// The same for a term.
pub(super) fn renumber_term(term: &mut Term, numbers: &mut FxHashMap<u32, u32>) {
    match term {
        Term::Variable(variable) => {
            let next = numbers.len() as u32;
            *variable = *numbers.entry(*variable).or_insert(next);
        }
        Term::Constant(_) => {}
        Term::Function(_, arguments) => arguments.iter_mut().for_each(|term| renumber_term(term, numbers)),
    }
}
