//! Computes the variables of a rule that are bound by a positive condition.

use rustc_hash::FxHashSet;

use super::formula::Formula;
use crate::program::{Atom, Term};

/// Chains of equalities longer than this are not followed to their ends.
const PASSES: usize = 100;

/// The variables of a rule that must be bound but are not: those of the head, and those of conditions that are negated
/// or compare terms. In ascending order.
pub(super) fn unsafe_variables(head: &Atom, body: &[Formula]) -> Vec<u32> {
    let mut found = Vec::new();
    let mut binder = Binder::new(|_: &Atom| true);
    binder.bind_body(body);
    let mut note = |bound: &FxHashSet<u32>, variable: u32| {
        if !bound.contains(&variable) {
            found.push(variable);
        }
    };
    head.variables(&mut |variable| note(&binder.bound, variable));
    binder.visit(body, &mut |formula, bound| {
        if !matches!(formula, Formula::Holds(..)) {
            formula.variables(&mut |variable| note(bound, variable));
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// Walks a body and keeps track of the bound variables.
pub(super) struct Binder<C> {
    /// Whether an atom binds its variables.
    counts: C,
    bound: FxHashSet<u32>,
    /// The bound variables in the order they were bound.
    trail: Vec<u32>,
}

impl<C: Fn(&Atom) -> bool> Binder<C> {
    /// Nothing is bound yet.
    pub(super) fn new(counts: C) -> Self {
        Binder { counts, bound: FxHashSet::default(), trail: Vec::new() }
    }

    fn bind_variable(&mut self, variable: u32) {
        if self.bound.insert(variable) {
            self.trail.push(variable);
        }
    }

    fn unbind_to(&mut self, length: usize) -> Vec<u32> {
        let unbound = self.trail.split_off(length);
        for &variable in &unbound {
            self.bound.remove(&variable);
        }
        unbound
    }

    /// Binds the variables that a whole body binds.
    pub(super) fn bind_body(&mut self, body: &[Formula]) {
        for _ in 0..PASSES {
            let before = self.trail.len();
            self.bind_all(body);
            if self.trail.len() == before {
                break;
            }
        }
    }

    fn bind_all(&mut self, parts: &[Formula]) {
        for part in parts {
            if let Formula::Holds(atom, _) = part
                && (self.counts)(atom)
            {
                atom.variables(&mut |variable| self.bind_variable(variable));
            }
        }
        self.bind_equal_parts(parts);
        for part in parts {
            match part {
                Formula::All(parts) => self.bind_all(parts),
                Formula::Any(parts) => self.bind_any(parts),
                _ => {}
            }
        }
        self.bind_equal_parts(parts);
    }

    fn bind_one(&mut self, part: &Formula) {
        self.bind_all(std::slice::from_ref(part));
    }

    /// Alternatives bind the variables that each of them binds.
    fn bind_any(&mut self, parts: &[Formula]) {
        let mark = self.trail.len();
        let Some((first, others)) = parts.split_first() else { return };
        self.bind_one(first);
        let mut common = self.unbind_to(mark);
        for part in others {
            if common.is_empty() {
                return;
            }
            self.bind_one(part);
            common.retain(|variable| self.bound.contains(variable));
            self.unbind_to(mark);
        }
        for variable in common {
            self.bind_variable(variable);
        }
    }

    fn bind_equal_parts(&mut self, parts: &[Formula]) {
        for _ in 0..PASSES {
            let before = self.trail.len();
            for part in parts {
                if let Formula::Equal(left, right) = part {
                    self.bind_equal(left, right);
                }
            }
            if self.trail.len() == before {
                break;
            }
        }
    }

    fn bind_equal(&mut self, left: &Term, right: &Term) {
        if let (Term::Function(_, left), Term::Function(_, right)) = (left, right) {
            for (left, right) in left.iter().zip(right) {
                self.bind_equal(left, right);
            }
        } else if self.is_bound(left) {
            right.variables(&mut |variable| self.bind_variable(variable));
        } else if self.is_bound(right) {
            left.variables(&mut |variable| self.bind_variable(variable));
        }
    }

    /// Whether a variable is bound.
    pub(super) fn is_variable_bound(&self, variable: u32) -> bool {
        self.bound.contains(&variable)
    }

    fn is_bound(&self, term: &Term) -> bool {
        term_is_bound(term, &self.bound)
    }

    /// Calls `visit` with each condition below `all` and `any`, and the variables bound there. The variables bound by
    /// the parts must be bound already.
    pub(super) fn visit(&mut self, parts: &[Formula], visit: &mut dyn FnMut(&Formula, &FxHashSet<u32>)) {
        for part in parts {
            match part {
                Formula::All(parts) => self.visit(parts, visit),
                Formula::Any(parts) => {
                    for part in parts {
                        let mark = self.trail.len();
                        self.bind_one(part);
                        self.visit(std::slice::from_ref(part), visit);
                        self.unbind_to(mark);
                    }
                }
                literal => visit(literal, &self.bound),
            }
        }
    }
}

/// Whether all variables of a term are bound.
pub(super) fn term_is_bound(term: &Term, bound: &FxHashSet<u32>) -> bool {
    let mut all = true;
    term.variables(&mut |variable| all &= bound.contains(&variable));
    all
}
