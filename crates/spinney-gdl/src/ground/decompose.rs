//! Splits long rules: conditions that share a variable with each other but not with the head become a separate
//! relation, so that a join of many literals is not expanded.
//!
//! A variable that the head does not need is *eliminated*: the literals that mention it move to an auxiliary relation over
//! the other variables that they mention (variable elimination, as in bucket elimination and hypertree decompositions of
//! rules). Equal parts of different rules share their relation.

use rustc_hash::FxHashMap;

use crate::limits::{Refusal, Watch};
use crate::program::{Atom, Literal, Program, RelationId, Rule, Term};

use super::STAGE;
use super::variables::{Variables, of_atom, of_literal, renumber, renumber_rule, renumber_term};

/// The same program with the long rules of some relations split.
pub(super) fn decompose(
    program: &Program,
    some: impl Fn(RelationId) -> bool,
    watch: &Watch,
) -> Result<Program, Refusal> {
    rewrite(program, watch, |parts, rule| match some(rule.head.relation) {
        true => parts.take_apart(rule, watch),
        false => {
            parts.program.rules.push(rule);
            Ok(())
        }
    })
}

/// The same program with rules split only where conditions are independent of each other, so that all their
/// combinations would be enumerated.
pub(super) fn separate(program: &Program, is_static: &[bool], watch: &Watch) -> Result<Program, Refusal> {
    rewrite(program, watch, |parts, rule| {
        parts.separate(rule, is_static);
        Ok(())
    })
}

fn rewrite(
    program: &Program,
    watch: &Watch,
    mut each: impl FnMut(&mut Parts, Rule) -> Result<(), Refusal>,
) -> Result<Program, Refusal> {
    let mut parts = Parts { program: program.clone(), known: FxHashMap::default() };
    let rules = std::mem::take(&mut parts.program.rules);
    for (number, rule) in rules.into_iter().enumerate() {
        // Short rules take no time.
        if rule.body.len() > 50 || number % 64 == 0 {
            watch.check(STAGE, 0)?;
        }
        each(&mut parts, rule)?;
    }
    Ok(parts.program)
}

struct Parts {
    program: Program,
    /// Auxiliary relations by their literals, with variables numbered in order of occurrence, and arguments.
    known: FxHashMap<(Vec<Literal>, Vec<Term>), RelationId>,
}

impl Parts {
    fn separate(&mut self, mut rule: Rule, is_static: &[bool]) {
        let head = of_atom(&rule.head);
        let literals: Vec<Variables> = rule.body.iter().map(of_literal).collect();
        // Literals that share a variable which the head does not have belong together.
        let mut group: Vec<usize> = (0..literals.len()).collect();
        let inner: Vec<Variables> = literals.iter().map(|of| of.difference(&head).copied().collect()).collect();
        let mut first: FxHashMap<u32, usize> = FxHashMap::default();
        for (at, variables) in inner.iter().enumerate() {
            for &variable in variables {
                let (from, to) = (group[at], group[*first.entry(variable).or_insert(at)]);
                group.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
        }
        let mut numbers: Vec<usize> = group.clone();
        numbers.sort_unstable();
        numbers.dedup();
        let changing = |at: usize| {
            matches!(&rule.body[at], Literal::Holds(atom)
                if !is_static.get(atom.relation.index()).copied().unwrap_or(false) && !inner[at].is_empty())
        };
        let members = |number: usize| (0..literals.len()).filter(|&at| group[at] == number).collect::<Vec<_>>();
        let separable: Vec<Vec<usize>> = numbers
            .into_iter()
            .map(members)
            .filter(|members| members.iter().any(|&at| changing(at)) && is_safe(&rule.body, &literals, members))
            .collect();
        if separable.len() > 1 {
            let taken: Vec<usize> = separable.iter().flatten().copied().collect();
            let mut body: Vec<Literal> =
                (0..literals.len()).filter(|at| !taken.contains(at)).map(|at| rule.body[at].clone()).collect();
            for members in separable {
                let shared: Variables =
                    members.iter().flat_map(|&at| literals[at].intersection(&head).copied()).collect();
                let arguments: Vec<Term> = shared.into_iter().map(Term::Variable).collect();
                let part: Vec<Literal> = members.iter().map(|&at| rule.body[at].clone()).collect();
                let relation = self.relation_of(part, &arguments, rule.line);
                body.push(Literal::Holds(Atom { relation, arguments }));
            }
            rule.body = body;
        }
        self.add(rule);
    }

    /// Adds a rule with its variables renumbered.
    fn add(&mut self, mut rule: Rule) {
        renumber_rule(&mut rule);
        self.program.rules.push(rule);
    }

    fn take_apart(&mut self, mut rule: Rule, watch: &Watch) -> Result<(), Refusal> {
        let head = of_atom(&rule.head);
        loop {
            let literals: Vec<Variables> = rule.body.iter().map(of_literal).collect();
            let all: Variables = literals.iter().flatten().copied().collect();
            let candidate = |&variable: &u32| {
                let inner = part_of(&rule.body, &literals, variable)?;
                let mut shared: Variables = inner.iter().flat_map(|&at| literals[at].iter().copied()).collect();
                shared.remove(&variable);
                // Splitting pays only if the part is smaller than the rule.
                let smaller = shared.len() + 1 < all.len() && inner.len() < rule.body.len();
                smaller.then_some((shared.len(), inner.len(), variable, inner, shared))
            };
            let best = all.difference(&head).filter_map(candidate).min_by_key(|part| (part.0, part.1, part.2));
            if literals.len() > 50 {
                watch.check(STAGE, 0)?;
            }
            let Some((_, _, variable, inner, shared)) = best else { break };
            // Literals whose other variables occur nowhere else go with it.
            let outside = (0..literals.len()).filter(|at| !inner.contains(at));
            let keep: Variables = outside.flat_map(|at| &literals[at]).chain(&head).copied().collect();
            debug_assert!(!keep.contains(&variable), "an eliminated variable is not needed any more");
            let arguments: Vec<Term> = shared.intersection(&keep).map(|&variable| Term::Variable(variable)).collect();
            let (taken, left): (Vec<_>, Vec<_>) =
                std::mem::take(&mut rule.body).into_iter().enumerate().partition(|(at, _)| inner.contains(at));
            let taken: Vec<Literal> = taken.into_iter().map(|(_, literal)| literal).collect();
            rule.body = left.into_iter().map(|(_, literal)| literal).collect();
            let relation = self.relation_of(taken, &arguments, rule.line);
            rule.body.push(Literal::Holds(Atom { relation, arguments }));
        }
        self.add(rule);
        Ok(())
    }

    /// The auxiliary relation that holds for these arguments if the literals hold.
    fn relation_of(&mut self, mut body: Vec<Literal>, arguments: &[Term], line: u32) -> RelationId {
        let mut numbers = FxHashMap::default();
        body.iter_mut().for_each(|literal| renumber(literal, &mut numbers));
        let mut arguments = arguments.to_vec();
        arguments.iter_mut().for_each(|term| renumber_term(term, &mut numbers));
        if let Some(&known) = self.known.get(&(body.clone(), arguments.clone())) {
            return known;
        }
        let relation = self.program.add_auxiliary("part", arguments.len(), &body);
        self.known.insert((body.clone(), arguments.clone()), relation);
        let variables = numbers.len() as u32;
        self.program.rules.push(Rule { head: Atom { relation, arguments }, body, variables, line });
        relation
    }
}

/// The literals that mention a variable, and those that bind others of their variables without bringing in new ones; `None`
/// if some are still not bound.
fn part_of(body: &[Literal], literals: &[Variables], variable: u32) -> Option<Vec<usize>> {
    let mut part: Vec<usize> = (0..body.len()).filter(|&at| literals[at].contains(&variable)).collect();
    let variables: Variables = part.iter().flat_map(|&at| &literals[at]).copied().collect();
    let bound = bound_by(body, literals, &part);
    let helps = |&at: &usize| {
        matches!(body[at], Literal::Holds(_))
            && literals[at].is_subset(&variables)
            && !literals[at].is_subset(&bound)
            && !part.contains(&at)
    };
    let helpers: Vec<usize> = (0..body.len()).filter(helps).collect();
    part.extend(helpers);
    part.sort_unstable();
    is_safe(body, literals, &part).then_some(part)
}

/// Whether literals of a part bind all variables of the part.
fn is_safe(body: &[Literal], literals: &[Variables], part: &[usize]) -> bool {
    let bound = bound_by(body, literals, part);
    part.iter().all(|&at| literals[at].is_subset(&bound))
}

/// The variables that literals of a part bind.
fn bound_by(body: &[Literal], literals: &[Variables], part: &[usize]) -> Variables {
    let holds = |&&at: &&usize| matches!(body[at], Literal::Holds(_));
    part.iter().filter(holds).flat_map(|&at| &literals[at]).copied().collect()
}
