//! Rules as written, with negation pushed down to atoms but `or` still in place.

use crate::program::{Atom, Term};

/// A condition of a rule. The numbers are byte offsets of atoms in the rule sheet.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    /// The atom holds.
    Holds(Atom, usize),
    /// The atom does not hold.
    Fails(Atom, usize),
    /// The terms differ.
    Distinct(Term, Term),
    /// The terms are equal, written `(not (distinct a b))`.
    Equal(Term, Term),
    /// All of them.
    All(Vec<Formula>),
    /// At least one of them.
    Any(Vec<Formula>),
}

/// A variable of a rule.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name with the `?`.
    pub(super) name: String,
    /// Where it first occurs.
    pub(super) at: usize,
}

/// A rule of the rule sheet.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The head.
    pub(super) head: Atom,
    /// The body.
    pub(super) body: Vec<Formula>,
    /// Its variables in the order of their numbers.
    pub(super) variables: Vec<Variable>,
    /// The byte offset of its beginning.
    pub(super) at: usize,
}

impl Formula {
    /// All of them. Cannot hold if one of them cannot.
    pub(super) fn all(parts: Vec<Formula>) -> Formula {
        if parts.iter().any(Formula::cannot_hold) { Formula::Any(Vec::new()) } else { Formula::All(parts) }
    }

    /// At least one of them. Those that cannot hold are left out.
    pub(super) fn any(mut parts: Vec<Formula>) -> Formula {
        parts.retain(|part| !part.cannot_hold());
        Formula::Any(parts)
    }

    fn cannot_hold(&self) -> bool {
        matches!(self, Formula::Any(parts) if parts.is_empty())
    }

    /// Calls `visit` with each variable, as often as it occurs.
    pub(super) fn variables(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Formula::Holds(atom, _) | Formula::Fails(atom, _) => atom.variables(visit),
            Formula::Distinct(left, right) | Formula::Equal(left, right) => {
                left.variables(visit);
                right.variables(visit);
            }
            Formula::All(parts) | Formula::Any(parts) => {
                for part in parts {
                    part.variables(visit);
                }
            }
        }
    }

    /// Calls `visit` with each atom, its polarity, and its offset.
    pub(super) fn atoms(&self, visit: &mut impl FnMut(&Atom, bool, usize)) {
        match self {
            Formula::Holds(atom, at) => visit(atom, true, *at),
            Formula::Fails(atom, at) => visit(atom, false, *at),
            Formula::Distinct(..) | Formula::Equal(..) => {}
            Formula::All(parts) | Formula::Any(parts) => {
                for part in parts {
                    part.atoms(visit);
                }
            }
        }
    }

    /// The number of conjunctions in disjunctive normal form.
    pub(super) fn alternatives(&self) -> usize {
        match self {
            Formula::All(parts) => alternatives_of_all(parts),
            Formula::Any(parts) => parts.iter().fold(0, |sum, part| sum.saturating_add(part.alternatives())),
            _ => 1,
        }
    }
}

/// The number of conjunctions of a body in disjunctive normal form.
pub(super) fn alternatives_of_all(parts: &[Formula]) -> usize {
    parts.iter().fold(1, |product, part| product.saturating_mul(part.alternatives()))
}
