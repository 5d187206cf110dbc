//! Replaces conditions like "these squares differ" by their definitions, with one rule for each alternative.
//!
//! A rule sheet says that two squares differ if their columns or their rows do. As a table that is nearly every pair of
//! squares, and it ties all four coordinates together. Replaced by "the columns differ" in one rule and "the rows
//! differ" in another, it lets `decompose` handle the coordinates one by one: a rule over three pairs of squares
//! shrinks to parts over a few single coordinates.

use rustc_hash::FxHashSet;

use crate::program::{Atom, Literal, Program, Rule, Term};

/// The maximum number of rules that one rule is expanded to.
const MOST: usize = 16;

/// The same program with loose static relations replaced by their definitions in positive conditions.
pub(super) fn unfold(program: &Program, is_static: &[bool]) -> Program {
    let mut definitions: Vec<Vec<&Rule>> = vec![Vec::new(); program.relations.len()];
    for rule in &program.rules {
        definitions[rule.head.relation.index()].push(rule);
    }
    for (relation, rules) in definitions.iter_mut().enumerate() {
        if !is_static[relation] || !rules.iter().all(|rule| is_loose(rule)) {
            rules.clear();
        }
    }
    let mut unfolded = program.clone();
    unfolded.rules = program.rules.iter().flat_map(|rule| unfold_rule(rule, &definitions)).collect();
    unfolded
}

/// Whether a rule only states that pairs of its variables, from domains of single variables, differ.
fn is_loose(rule: &Rule) -> bool {
    let head = &rule.head.arguments;
    let is_variable = |term: &Term| matches!(term, Term::Variable(_));
    let variables: FxHashSet<&Term> = head.iter().filter(|term| is_variable(term)).collect();
    // All its variables, and nothing else, make up the head, each once.
    let free = variables.len() == head.len() && variables.len() == rule.variables as usize;
    let sets_apart = rule.body.iter().any(|literal| matches!(literal, Literal::Distinct(..)));
    free && head.len() > 2
        && sets_apart
        && rule.body.iter().all(|literal| match literal {
            Literal::Holds(atom) => atom.arguments.len() == 1 && is_variable(&atom.arguments[0]),
            Literal::Distinct(left, right) => is_variable(left) && is_variable(right),
            Literal::Fails(_) => false,
        })
}

fn unfold_rule(rule: &Rule, definitions: &[Vec<&Rule>]) -> Vec<Rule> {
    let mut bodies: Vec<Vec<Literal>> = vec![Vec::new()];
    for literal in &rule.body {
        let meanings = match literal {
            Literal::Holds(atom) => definitions[atom.relation.index()].as_slice(),
            _ => &[],
        };
        if meanings.is_empty() || bodies.len() * meanings.len() > MOST {
            bodies.iter_mut().for_each(|body| body.push(literal.clone()));
            continue;
        }
        let Literal::Holds(atom) = literal else { continue };
        bodies = bodies
            .iter()
            .flat_map(|body| meanings.iter().map(|meaning| [body.clone(), applied(meaning, atom)].concat()))
            .collect();
    }
    let with = |body: Vec<Literal>| {
        let mut known = FxHashSet::default();
        let body = body.into_iter().filter(|literal| known.insert(literal.clone())).collect();
        Rule { body, ..rule.clone() }
    };
    bodies.into_iter().map(with).collect()
}

/// The body of a loose rule for the arguments of an atom.
fn applied(rule: &Rule, atom: &Atom) -> Vec<Literal> {
    let value = |term: &Term| {
        let place = rule.head.arguments.iter().position(|argument| argument == term);
        atom.arguments[place.expect("a loose rule has no variables besides those of its head")].clone()
    };
    let literal = |literal: &Literal| match literal {
        Literal::Holds(of) => {
            let arguments = of.arguments.iter().map(value).collect();
            Literal::Holds(Atom { relation: of.relation, arguments })
        }
        Literal::Fails(of) => Literal::Fails(of.clone()),
        Literal::Distinct(left, right) => Literal::Distinct(value(left), value(right)),
    };
    rule.body.iter().map(literal).collect()
}
