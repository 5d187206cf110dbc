//! Merges rules that differ in one condition: "threatened by a rook, from a square that …" and "threatened by a queen,
//! from a square that …" become "threatened by either, from a square that …".
//!
//! This reverts the expansion of an `or` by the checker, where the alternatives have the same variables. The common
//! part of the rules is then grounded once.

use rustc_hash::FxHashMap;

use crate::program::{Atom, Literal, Program, RelationId, Rule, Term};

use super::variables::{Variables, of_literal, renumber, renumber_term};

/// Longer rules are skipped: they would be compared once for each of their conditions.
const LONGEST: usize = 32;
/// Rules that differ in several `or`s are merged one `or` at a time.
const ROUNDS: usize = 4;

/// The same program with such rules merged.
pub(super) fn merge(program: &Program) -> Program {
    let mut merged = program.clone();
    let mut known = FxHashMap::default();
    for _ in 0..ROUNDS {
        let groups = groups(&merged.rules);
        if groups.is_empty() {
            break;
        }
        let mut rules: Vec<Option<Rule>> = std::mem::take(&mut merged.rules).into_iter().map(Some).collect();
        for (members, at) in groups {
            // A rule goes into one group per round.
            if members.iter().any(|&member| rules[member].is_none()) {
                continue;
            }
            let taken: Vec<Rule> = members.iter().filter_map(|&member| rules[member].take()).collect();
            let either = taken.iter().map(|rule| rule.body[at].clone()).collect();
            let mut rule = taken.into_iter().next().expect("a group has members");
            rule.body[at] = Literal::Holds(either_of(&mut merged, &mut known, either, rule.line));
            merged.rules.push(rule);
        }
        merged.rules.extend(rules.into_iter().flatten());
    }
    merged
}

/// Sets of rules that are equal except for the condition at one index, with the index, the largest set first.
fn groups(rules: &[Rule]) -> Vec<(Vec<usize>, usize)> {
    type Rest<'r> = (&'r Atom, &'r [Literal], &'r [Literal], Variables);
    let mut groups: FxHashMap<Rest<'_>, Vec<usize>> = FxHashMap::default();
    for (number, rule) in rules.iter().enumerate().filter(|(_, rule)| (2..=LONGEST).contains(&rule.body.len())) {
        for (at, literal) in rule.body.iter().enumerate().filter(|(_, literal)| matches!(literal, Literal::Holds(_))) {
            let rest = (&rule.head, &rule.body[..at], &rule.body[at + 1..], of_literal(literal));
            groups.entry(rest).or_default().push(number);
        }
    }
    let groups = groups.into_iter().filter(|(_, members)| members.len() > 1);
    let mut groups: Vec<_> = groups.map(|((_, before, ..), members)| (members, before.len())).collect();
    groups.sort_unstable_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
    groups
}

/// The atom that holds if one of these literals does, all of which mention the same variables.
fn either_of(
    program: &mut Program,
    known: &mut FxHashMap<Vec<Literal>, RelationId>,
    mut either: Vec<Literal>,
    line: u32,
) -> Atom {
    let arguments: Vec<Term> = of_literal(&either[0]).into_iter().map(Term::Variable).collect();
    let mut numbers = FxHashMap::default();
    let mut inner = arguments.clone();
    inner.iter_mut().for_each(|term| renumber_term(term, &mut numbers));
    either.iter_mut().for_each(|literal| renumber(literal, &mut numbers));
    if let Some(&relation) = known.get(&either) {
        return Atom { relation, arguments };
    }
    let relation = program.add_auxiliary("either", arguments.len(), &either);
    for literal in &either {
        let head = Atom { relation, arguments: inner.clone() };
        program.rules.push(Rule { head, body: vec![literal.clone()], variables: inner.len() as u32, line });
    }
    known.insert(either, relation);
    Atom { relation, arguments }
}
