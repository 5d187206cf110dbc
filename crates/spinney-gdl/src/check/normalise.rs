//! Transforms rules as written into rules whose bodies are plain conjunctions.
//!
//! A body with few alternatives is expanded to disjunctive normal form. In a body with many, each `or` becomes an
//! auxiliary relation, so that the number of rules is linear in the size of the rule sheet.

use rustc_hash::{FxHashMap, FxHashSet};

use super::formula::{Draft, Formula, alternatives_of_all};
use super::names::Names;
use super::problems::Problems;
use super::unify::{Substitution, TooLarge, may_be_equal};
use crate::limits::{Refusal, Watch};
use crate::program::{Atom, Literal, Rule, Term};

/// The maximum number of rules that one rule is expanded to.
const MOST_EXPANDED: usize = 8;

/// The state of the transformation.
pub(super) struct Normaliser<'n, 's> {
    pub(super) names: &'n mut Names,
    pub(super) problems: &'n mut Problems<'s>,
    rules: Vec<Rule>,
    seen: FxHashSet<(Atom, Vec<Literal>)>,
    /// The offset of the current rule.
    pub(super) at: usize,
}

/// Transforms the rules of a rule sheet.
pub(super) fn normalise(
    drafts: Vec<Draft>,
    names: &mut Names,
    problems: &mut Problems,
    watch: &Watch,
) -> Result<Vec<Rule>, Refusal> {
    let mut normaliser = Normaliser { names, problems, rules: Vec::new(), seen: FxHashSet::default(), at: 0 };
    for (number, draft) in drafts.into_iter().enumerate() {
        if number % 64 == 0 || draft.body.len() > 50 {
            watch.check("checking", 0)?;
        }
        normaliser.at = draft.at;
        normaliser.rule(draft.head, draft.body);
    }
    Ok(normaliser.rules)
}

impl Normaliser<'_, '_> {
    /// Transforms one safe rule.
    pub(super) fn rule(&mut self, mut head: Atom, body: Vec<Formula>) {
        let Some(mut body) = flatten(body) else { return };
        match solve(&mut head, &mut body) {
            Ok(true) => {}
            Ok(false) => return,
            Err(TooLarge) => {
                self.problems.error(self.at, "the terms that this rule declares equal are too large");
                return;
            }
        }
        if body.iter().any(|part| matches!(part, Formula::Distinct(left, right) if left == right)) {
            return;
        }
        body.retain(|part| !matches!(part, Formula::Distinct(left, right) if !may_be_equal(left, right)));
        let Some(choice) = body.iter().position(|part| matches!(part, Formula::Any(_))) else {
            self.emit(head, body);
            return;
        };
        if alternatives_of_all(&body) > MOST_EXPANDED {
            self.split(head, body);
            return;
        }
        let Formula::Any(alternatives) = body.remove(choice) else { return };
        for alternative in alternatives {
            let mut body = body.clone();
            body.insert(choice, alternative);
            self.rule(head.clone(), body);
        }
    }

    /// Gives up on a rule.
    pub(super) fn too_involved(&mut self) {
        self.problems.error(self.at, "the alternatives of this rule bind its variables in too involved a way");
    }

    /// Adds a rule, unless it is a duplicate or a tautology.
    fn emit(&mut self, mut head: Atom, body: Vec<Formula>) {
        let mut literals = Vec::with_capacity(body.len());
        for part in body {
            let literal = match part {
                Formula::Holds(atom, _) if atom == head => return,
                Formula::Holds(atom, _) => Literal::Holds(atom),
                Formula::Fails(atom, _) => Literal::Fails(atom),
                Formula::Distinct(left, right) => Literal::Distinct(left, right),
                Formula::Equal(..) | Formula::All(_) | Formula::Any(_) => continue,
            };
            literals.push(literal);
        }
        let mut known = FxHashSet::default();
        let fresh: Vec<bool> = literals.iter().map(|literal| known.insert(literal)).collect();
        let mut fresh = fresh.into_iter();
        literals.retain(|_| fresh.next().unwrap_or(true));
        let variables = renumber(&mut head, &mut literals);
        if !is_safe(&literals, variables) {
            return self.too_involved();
        }
        if self.seen.insert((head.clone(), literals.clone())) {
            let line = self.problems.source.line(self.at);
            self.rules.push(Rule { head, body: literals, variables, line });
        }
    }
}

/// Whether every variable occurs in a positive literal.
fn is_safe(body: &[Literal], variables: u32) -> bool {
    let mut bound = vec![false; variables as usize];
    for literal in body {
        if let Literal::Holds(atom) = literal {
            atom.variables(&mut |variable| bound[variable as usize] = true);
        }
    }
    bound.into_iter().all(|bound| bound)
}

/// Numbers the variables in the order they occur in, and counts them.
fn renumber(head: &mut Atom, body: &mut [Literal]) -> u32 {
    let mut numbers = FxHashMap::default();
    let mut rename = |terms: &mut [Term]| rename_variables(terms, &mut numbers);
    rename(&mut head.arguments);
    for literal in body {
        match literal {
            Literal::Holds(atom) | Literal::Fails(atom) => rename(&mut atom.arguments),
            Literal::Distinct(left, right) => {
                rename(std::slice::from_mut(left));
                rename(std::slice::from_mut(right));
            }
        }
    }
    numbers.len() as u32
}

fn rename_variables(terms: &mut [Term], numbers: &mut FxHashMap<u32, u32>) {
    for term in terms {
        match term {
            Term::Variable(variable) => {
                let next = numbers.len() as u32;
                *variable = *numbers.entry(*variable).or_insert(next);
            }
            Term::Constant(_) => {}
            Term::Function(_, arguments) => rename_variables(arguments, numbers),
        }
    }
}

/// Removes needless nesting. `All` remains in alternatives only, and `Any` has at least two alternatives. Nothing if the
/// body cannot hold.
fn flatten(body: Vec<Formula>) -> Option<Vec<Formula>> {
    let mut flat = Vec::with_capacity(body.len());
    // The remaining conditions, in reverse.
    let mut left: Vec<Formula> = body.into_iter().rev().collect();
    while let Some(part) = left.pop() {
        match part {
            Formula::All(parts) => left.extend(parts.into_iter().rev()),
            Formula::Any(parts) => {
                let mut alternatives = Vec::with_capacity(parts.len());
                collect_alternatives(parts, &mut alternatives);
                if alternatives.iter().any(|part| matches!(part, Formula::All(parts) if parts.is_empty())) {
                    continue;
                }
                if alternatives.len() <= 1 {
                    left.push(alternatives.pop()?);
                } else {
                    flat.push(Formula::Any(alternatives));
                }
            }
            literal => flat.push(literal),
        }
    }
    Some(flat)
}

fn collect_alternatives(parts: Vec<Formula>, alternatives: &mut Vec<Formula>) {
    for part in parts {
        match part {
            Formula::Any(parts) => collect_alternatives(parts, alternatives),
            part => alternatives.push(part),
        }
    }
}

/// Replaces the equalities of a body by their consequences. False if they cannot hold.
fn solve(head: &mut Atom, body: &mut Vec<Formula>) -> Result<bool, TooLarge> {
    if !body.iter().any(|part| matches!(part, Formula::Equal(..))) {
        return Ok(true);
    }
    let mut size = terms_size(&head.arguments);
    body.iter().for_each(|part| size += formula_size(part));
    let mut substitution = Substitution::new(1_000 + 4 * size);
    for part in body.iter() {
        if let Formula::Equal(left, right) = part
            && !substitution.unify(left, right)?
        {
            return Ok(false);
        }
    }
    body.retain(|part| !matches!(part, Formula::Equal(..)));
    for term in &mut head.arguments {
        substitution.apply(term)?;
    }
    for part in body {
        apply(&mut substitution, part)?;
    }
    Ok(true)
}

fn apply(substitution: &mut Substitution, formula: &mut Formula) -> Result<(), TooLarge> {
    match formula {
        Formula::Holds(atom, _) | Formula::Fails(atom, _) => {
            atom.arguments.iter_mut().try_for_each(|term| substitution.apply(term))
        }
        Formula::Distinct(left, right) | Formula::Equal(left, right) => {
            substitution.apply(left)?;
            substitution.apply(right)
        }
        Formula::All(parts) | Formula::Any(parts) => parts.iter_mut().try_for_each(|part| apply(substitution, part)),
    }
}

fn terms_size(terms: &[Term]) -> usize {
    terms.iter().map(|term| 1 + if let Term::Function(_, terms) = term { terms_size(terms) } else { 0 }).sum()
}

fn formula_size(formula: &Formula) -> usize {
    match formula {
        Formula::Holds(atom, _) | Formula::Fails(atom, _) => terms_size(&atom.arguments),
        Formula::Distinct(left, right) | Formula::Equal(left, right) => {
            terms_size(std::slice::from_ref(left)) + terms_size(std::slice::from_ref(right))
        }
        Formula::All(parts) | Formula::Any(parts) => parts.iter().map(formula_size).sum(),
    }
}
