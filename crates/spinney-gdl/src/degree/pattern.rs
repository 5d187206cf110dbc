//! Queries: atoms in which some places are free.

use crate::program::{Atom, RelationId, Symbol, Term};
use crate::terms::{TermId, Terms};

/// The value of a variable without a value.
pub(super) const UNBOUND: TermId = TermId(u32::MAX);

/// The arguments of an atom, or the values of free places or of variables.
pub(super) type Row = Box<[TermId]>;

/// A term with free places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pattern {
    /// This term.
    Is(TermId),
    /// Any term, the same one wherever the number is the same.
    Free(u32),
    /// A function of terms that are not all given.
    Of(Symbol, Box<[Pattern]>),
}

/// An atom with free places, which are numbered in the order they occur in: equal queries are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Query {
    pub(super) relation: RelationId,
    pub(super) arguments: Box<[Pattern]>,
}

impl Query {
    /// An atom of a rule under the values of its variables, and the variables that are free, by number.
    pub(super) fn of(atom: &Atom, values: &[TermId], terms: &mut Terms) -> (Query, Vec<u32>) {
        let mut free = Vec::new();
        let arguments = atom.arguments.iter().map(|term| pattern(term, values, terms, &mut free)).collect();
        (Query { relation: atom.relation, arguments }, free)
    }

    /// A query without free places.
    pub(super) fn ground(relation: RelationId, arguments: &[TermId]) -> Query {
        Query { relation, arguments: arguments.iter().map(|&term| Pattern::Is(term)).collect() }
    }

    /// The arguments, if all are given.
    pub(super) fn as_ground(&self) -> Option<Row> {
        let given = |pattern: &Pattern| match pattern {
            Pattern::Is(term) => Some(*term),
            _ => None,
        };
        self.arguments.iter().map(given).collect()
    }

    /// The values of the free places for an atom; `false` if it does not match.
    pub(super) fn matches(&self, row: &[TermId], terms: &Terms, free: &mut Vec<TermId>) -> bool {
        free.clear();
        self.arguments.iter().zip(row).all(|(pattern, &term)| pattern.matches(term, terms, free))
    }
}

impl Pattern {
    fn matches(&self, term: TermId, terms: &Terms, free: &mut Vec<TermId>) -> bool {
        match self {
            Pattern::Is(given) => *given == term,
            Pattern::Free(number) => match free.get(*number as usize) {
                Some(value) => *value == term,
                // The numbers are in the order of this walk.
                None => {
                    free.push(term);
                    true
                }
            },
            Pattern::Of(symbol, patterns) => {
                let arguments = terms.arguments(term);
                terms.symbol(term) == *symbol
                    && arguments.len() == patterns.len()
                    && patterns.iter().zip(arguments).all(|(pattern, &term)| pattern.matches(term, terms, free))
            }
        }
    }
}

fn pattern(term: &Term, values: &[TermId], terms: &mut Terms, free: &mut Vec<u32>) -> Pattern {
    match term {
        Term::Variable(variable) => match values[*variable as usize] {
            UNBOUND => {
                let number = free.iter().position(|known| known == variable).unwrap_or_else(|| {
                    free.push(*variable);
                    free.len() - 1
                });
                Pattern::Free(number as u32)
            }
            value => Pattern::Is(value),
        },
        Term::Constant(symbol) => Pattern::Is(terms.intern(*symbol, &[])),
        Term::Function(symbol, arguments) => {
            let patterns: Box<[Pattern]> =
                arguments.iter().map(|argument| pattern(argument, values, terms, free)).collect();
            let ground = Query { relation: RelationId(0), arguments: patterns };
            match ground.as_ground() {
                Some(arguments) => Pattern::Is(terms.intern(*symbol, &arguments)),
                None => Pattern::Of(*symbol, ground.arguments),
            }
        }
    }
}

/// A term of a rule whose variables all have values.
pub(super) fn build(term: &Term, values: &[TermId], terms: &mut Terms) -> TermId {
    match term {
        Term::Variable(variable) => values[*variable as usize],
        Term::Constant(symbol) => terms.intern(*symbol, &[]),
        Term::Function(symbol, arguments) => {
            let arguments: Vec<TermId> = arguments.iter().map(|argument| build(argument, values, terms)).collect();
            terms.intern(*symbol, &arguments)
        }
    }
}

/// Gives the variables of a rule's term the values that make it match a query; `false` if it cannot. Where the query
/// leaves a place free, so does the term.
pub(super) fn unify(term: &Term, pattern: &Pattern, values: &mut [TermId], terms: &Terms) -> bool {
    match (term, pattern) {
        (_, Pattern::Free(_)) => true,
        (Term::Variable(variable), Pattern::Is(given)) => {
            let value = &mut values[*variable as usize];
            if *value == UNBOUND {
                *value = *given;
            }
            *value == *given
        }
        // What the function's arguments are is checked when the variable has a value.
        (Term::Variable(_), Pattern::Of(..)) => true,
        (Term::Constant(symbol), Pattern::Is(given)) => {
            terms.symbol(*given) == *symbol && terms.arguments(*given).is_empty()
        }
        (Term::Constant(_), Pattern::Of(..)) => false,
        (Term::Function(symbol, arguments), Pattern::Is(given)) => {
            let given_arguments = terms.arguments(*given);
            terms.symbol(*given) == *symbol
                && given_arguments.len() == arguments.len()
                && arguments
                    .iter()
                    .zip(given_arguments)
                    .all(|(argument, &given)| unify(argument, &Pattern::Is(given), values, terms))
        }
        (Term::Function(symbol, arguments), Pattern::Of(name, patterns)) => {
            symbol == name
                && arguments.len() == patterns.len()
                && arguments.iter().zip(patterns).all(|(argument, pattern)| unify(argument, pattern, values, terms))
        }
    }
}

impl Pattern {
    /// The term in which the free places have these values.
    pub(super) fn fill(&self, free: &[TermId], terms: &mut Terms) -> TermId {
        match self {
            Pattern::Is(term) => *term,
            Pattern::Free(number) => free[*number as usize],
            Pattern::Of(symbol, patterns) => {
                let arguments: Vec<TermId> = patterns.iter().map(|pattern| pattern.fill(free, terms)).collect();
                terms.intern(*symbol, &arguments)
            }
        }
    }
}
