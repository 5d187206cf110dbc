//! Unification of terms of a rule.

use rustc_hash::FxHashMap;

use crate::program::Term;
use crate::read::DEEPEST;

/// The solution is too large to be written down.
#[derive(Debug)]
pub(super) struct TooLarge;

/// The substitution for the variables of a rule.
pub(super) struct Substitution {
    bindings: FxHashMap<u32, Term>,
    /// The number of terms that may still be visited.
    budget: usize,
}

impl Substitution {
    /// The empty substitution.
    pub(super) fn new(budget: usize) -> Self {
        Substitution { bindings: FxHashMap::default(), budget }
    }

    fn step(&mut self, depth: usize) -> Result<(), TooLarge> {
        if depth > DEEPEST || self.budget == 0 {
            return Err(TooLarge);
        }
        self.budget -= 1;
        Ok(())
    }

    /// Follows a variable to a term or to a free variable.
    fn walk(&mut self, mut term: Term) -> Result<Term, TooLarge> {
        while let Term::Variable(variable) = term
            && let Some(next) = self.bindings.get(&variable)
        {
            term = next.clone();
            self.step(0)?;
        }
        Ok(term)
    }

    /// Unifies two terms. False if that is impossible.
    pub(super) fn unify(&mut self, left: &Term, right: &Term) -> Result<bool, TooLarge> {
        self.unify_at(left.clone(), right.clone(), 0)
    }

    fn unify_at(&mut self, left: Term, right: Term, depth: usize) -> Result<bool, TooLarge> {
        self.step(depth)?;
        let left = self.walk(left)?;
        let right = self.walk(right)?;
        match (left, right) {
            (Term::Variable(left), Term::Variable(right)) if left == right => Ok(true),
            (Term::Variable(variable), term) | (term, Term::Variable(variable)) => {
                if self.occurs(variable, &term, 0)? {
                    return Ok(false);
                }
                self.bindings.insert(variable, term);
                Ok(true)
            }
            (Term::Constant(left), Term::Constant(right)) => Ok(left == right),
            (Term::Function(left, ours), Term::Function(right, theirs)) => {
                if left != right || ours.len() != theirs.len() {
                    return Ok(false);
                }
                for (left, right) in ours.into_iter().zip(theirs) {
                    if !self.unify_at(left, right, depth + 1)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn occurs(&mut self, variable: u32, term: &Term, depth: usize) -> Result<bool, TooLarge> {
        self.step(depth)?;
        match self.walk(term.clone())? {
            Term::Variable(other) => Ok(other == variable),
            Term::Constant(_) => Ok(false),
            Term::Function(_, arguments) => {
                for argument in &arguments {
                    if self.occurs(variable, argument, depth + 1)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Applies the substitution to a term.
    pub(super) fn apply(&mut self, term: &mut Term) -> Result<(), TooLarge> {
        self.apply_at(term, 0)
    }

    fn apply_at(&mut self, term: &mut Term, depth: usize) -> Result<(), TooLarge> {
        self.step(depth)?;
        if let Term::Variable(_) = term {
            *term = self.walk(term.clone())?;
        }
        if let Term::Function(_, arguments) = term {
            for argument in arguments {
                self.apply_at(argument, depth + 1)?;
            }
        }
        Ok(())
    }
}

/// Whether two terms of a rule can be equal; true if in doubt.
pub(super) fn may_be_equal(left: &Term, right: &Term) -> bool {
    match (left, right) {
        (Term::Variable(_), _) | (_, Term::Variable(_)) => true,
        (Term::Constant(left), Term::Constant(right)) => left == right,
        (Term::Function(left, ours), Term::Function(right, theirs)) => {
            left == right
                && ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|(left, right)| may_be_equal(left, right))
        }
        _ => false,
    }
}
