//! Translates expressions to rules: resolves names and keywords, and pushes negation down to atoms.

use rustc_hash::FxHashMap;

use super::formula::{Draft, Formula, Variable};
use super::names::{Names, Word};
use super::problems::Problems;
use crate::program::{Atom, DOES, ROLE, TRUE, Term};
use crate::read::{Expression, Kind};

/// Translates all rules of a rule sheet. Those with syntax errors are left out.
pub(super) fn translate(expressions: &[Expression], names: &mut Names, problems: &mut Problems) -> Vec<Draft> {
    expressions
        .iter()
        .filter_map(|expression| {
            let mut translator =
                Translator { names, problems, variables: Vec::new(), by_name: FxHashMap::default(), in_head: false };
            let (head, body) = translator.rule(expression)?;
            Some(Draft { head, body, variables: translator.variables, at: expression.start })
        })
        .collect()
}

/// Translates one rule.
struct Translator<'t, 's> {
    names: &'t mut Names,
    problems: &'t mut Problems<'s>,
    variables: Vec<Variable>,
    by_name: FxHashMap<&'t str, u32>,
    /// Whether the head of a rule is being read.
    in_head: bool,
}

impl<'t> Translator<'t, '_> {
    fn rule(&mut self, expression: &'t Expression) -> Option<(Atom, Vec<Formula>)> {
        let (name, arguments) = self.split(expression)?;
        if Word::of(name) != Word::If {
            return Some((self.head(expression)?, Vec::new()));
        }
        let Some((head, conditions)) = arguments.split_first() else {
            self.problems.error(expression.start, "`<=` needs a head");
            return None;
        };
        let head = self.head(head);
        // All conditions are visited, so that all errors are found.
        let body: Vec<_> = conditions.iter().map(|condition| self.condition(condition, true)).collect();
        Some((head?, body.into_iter().collect::<Option<_>>()?))
    }

    /// The name at the front, and what follows. A name alone is a list of one.
    fn split(&mut self, expression: &'t Expression) -> Option<(&'t str, &'t [Expression])> {
        let (front, rest) = match &expression.kind {
            Kind::Name(_) => (expression, [].as_slice()),
            Kind::List(elements) => elements.split_first()?,
        };
        match front.name() {
            Some(name) if !front.is_variable() => Some((name, rest)),
            Some(name) => {
                self.problems.error(front.start, format!("the variable `{name}` stands where a name must stand"));
                None
            }
            None => {
                self.problems.error(front.start, "a list stands where a name must stand");
                None
            }
        }
    }

    fn head(&mut self, expression: &'t Expression) -> Option<Atom> {
        let (name, arguments) = self.split(expression)?;
        match Word::of(name) {
            Word::Keyword(id) if id != TRUE && id != DOES => {}
            Word::Name => {}
            _ => {
                let word = name.to_ascii_lowercase();
                self.problems.error(expression.start, format!("`{word}` cannot be the head of a rule"));
                return None;
            }
        }
        self.in_head = true;
        let atom = self.atom(name, arguments, expression.start);
        self.in_head = false;
        if atom.as_ref().is_some_and(|atom| atom.relation == ROLE) && arguments.iter().any(|role| role.list().is_some())
        {
            self.problems.warning(expression.start, "the name of this role is not a single word");
        }
        atom
    }

    /// A condition, or its negation.
    fn condition(&mut self, expression: &'t Expression, holds: bool) -> Option<Formula> {
        let (name, arguments) = self.split(expression)?;
        let at = expression.start;
        match Word::of(name) {
            Word::Not => {
                let [negated] = arguments else {
                    self.problems.error(at, format!("`not` takes 1 condition, not {}", arguments.len()));
                    return None;
                };
                self.condition(negated, !holds)
            }
            Word::Or => {
                let parts: Vec<_> = arguments.iter().map(|part| self.condition(part, holds)).collect();
                let parts = parts.into_iter().collect::<Option<_>>()?;
                Some(if holds { Formula::any(parts) } else { Formula::all(parts) })
            }
            Word::Distinct => {
                let [left, right] = arguments else {
                    self.problems.error(at, format!("`distinct` takes 2 terms, not {}", arguments.len()));
                    return None;
                };
                let (left, right) = (self.term(left), self.term(right));
                Some(if holds { Formula::Distinct(left?, right?) } else { Formula::Equal(left?, right?) })
            }
            Word::If => {
                self.problems.error(at, "`<=` cannot be a condition");
                None
            }
            Word::Keyword(_) | Word::Name => {
                let atom = self.atom(name, arguments, at)?;
                Some(if holds { Formula::Holds(atom, at) } else { Formula::Fails(atom, at) })
            }
        }
    }

    fn atom(&mut self, name: &str, arguments: &'t [Expression], at: usize) -> Option<Atom> {
        let relation = self.names.relation(name, arguments.len(), at, self.problems);
        Some(Atom { relation, arguments: self.terms(arguments)? })
    }

    fn terms(&mut self, expressions: &'t [Expression]) -> Option<Vec<Term>> {
        let terms: Vec<_> = expressions.iter().map(|expression| self.term(expression)).collect();
        terms.into_iter().collect()
    }

    fn term(&mut self, expression: &'t Expression) -> Option<Term> {
        if expression.is_variable() {
            return expression.name().map(|name| Term::Variable(self.variable(name, expression.start)));
        }
        let (name, arguments) = self.split(expression)?;
        if arguments.is_empty() {
            let symbol = self.names.symbols.intern(name);
            self.names.symbols.spell(symbol, expression.list().is_some(), self.in_head);
            return Some(Term::Constant(symbol));
        }
        let symbol = self.names.function(name, arguments.len(), expression.start, self.problems);
        Some(Term::Function(symbol, self.terms(arguments)?))
    }

    fn variable(&mut self, name: &'t str, at: usize) -> u32 {
        let next = self.variables.len() as u32;
        let number = *self.by_name.entry(name).or_insert(next);
        if number == next {
            self.variables.push(Variable { name: name.to_owned(), at });
        }
        number
    }
}
