//! Demand: only atoms that some rule needs are derived ("magic sets").
//!
//! Bottom-up evaluation derives a relation as a whole, even if only a few atoms are needed: of a relation that counts
//! from any number, only the count from 0. Here each relation gets a *guide*, a relation over those of its arguments
//! that are known wherever it is used. Its rules fire only for the rows of the guide, and every use of the relation
//! adds a rule that derives the guide. Guides steer the grounding and do not become gates.

use crate::limits::{Refusal, Watch};
use crate::program::{Atom, KEYWORDS, Literal, Program, RelationId, Rule};

use super::STAGE;
use super::decompose::decompose;

/// A program with guides.
pub(super) struct Guided {
    /// The program.
    pub(super) program: Program,
    /// By relation: it is a guide.
    pub(super) guides: Vec<bool>,
}

/// Which arguments of each relation are known wherever it is used: `None` for relations without a guide.
type Known = Vec<Option<Vec<bool>>>;

/// The same program with guides for the relations that depend on the state.
pub(super) fn guide(program: &Program, is_static: &[bool], watch: &Watch) -> Result<Guided, Refusal> {
    let mut known: Known = (program.relations.iter().enumerate())
        .map(|(relation, of)| (relation >= KEYWORDS.len() && !is_static[relation]).then(|| vec![true; of.arity]))
        .collect();
    // The known arguments shrink until every use agrees. A relation without known arguments has no guide, which changes
    // the order of the uses.
    while shrink(program, &mut known, is_static, watch)? {
        for places in &mut known {
            if places.as_ref().is_some_and(|places| !places.contains(&true) && !places.is_empty()) {
                *places = None;
            }
        }
    }
    rewrite(program, &known, is_static, watch)
}

/// Removes the arguments that are not known in some use; `false` if there are none.
fn shrink(program: &Program, known: &mut Known, is_static: &[bool], watch: &Watch) -> Result<bool, Refusal> {
    let mut changed = false;
    for (number, rule) in program.rules.iter().enumerate() {
        if rule.body.len() > 50 || number % 64 == 0 {
            watch.check(STAGE, 0)?;
        }
        for (at, bound) in uses(rule, known, is_static) {
            let (Literal::Holds(atom) | Literal::Fails(atom)) = &rule.body[at] else { continue };
            let Some(places) = &mut known[atom.relation.index()] else { continue };
            for (place, term) in places.iter_mut().zip(&atom.arguments) {
                changed |= *place && !term.is_bound(&bound);
                *place &= term.is_bound(&bound);
            }
        }
    }
    Ok(changed)
}

fn rewrite(program: &Program, known: &Known, is_static: &[bool], watch: &Watch) -> Result<Guided, Refusal> {
    let mut result = program.clone();
    result.rules.clear();
    let mut guide_of: Vec<Option<RelationId>> = vec![None; program.relations.len()];
    for (relation, places) in known.iter().enumerate() {
        let Some(places) = places else { continue };
        let arity = places.iter().filter(|known| **known).count();
        guide_of[relation] = Some(result.add_auxiliary("guide", arity, &[]));
    }
    let ask = |atom: &Atom| {
        let relation = guide_of[atom.relation.index()]?;
        let places = known[atom.relation.index()].as_ref()?;
        let arguments = atom.arguments.iter().zip(places).filter(|(_, known)| **known).map(|(term, _)| term.clone());
        Some(Atom { relation, arguments: arguments.collect() })
    };
    for rule in &program.rules {
        let mut body: Vec<Literal> = ask(&rule.head).map(Literal::Holds).into_iter().collect();
        let own = body.len();
        body.extend(rule.body.iter().cloned());
        result.rules.push(Rule { body: body.clone(), ..rule.clone() });
        // The demand depends on the literals before it in the order of the uses.
        let order: Vec<usize> = uses(rule, known, is_static).into_iter().map(|(at, _)| at).collect();
        for (number, &at) in order.iter().enumerate() {
            let (Literal::Holds(atom) | Literal::Fails(atom)) = &rule.body[at] else { continue };
            let Some(asked) = ask(atom) else { continue };
            let before = order[..number].iter().map(|&before| &rule.body[before]);
            let reason = before.filter(|literal| !matches!(literal, Literal::Fails(_))).cloned();
            let body: Vec<Literal> = body[..own].iter().cloned().chain(reason).collect();
            if !body.contains(&Literal::Holds(asked.clone())) {
                result.rules.push(needed_part(Rule { head: asked, body, ..rule.clone() }));
            }
        }
    }
    // The demand is often a projection of a large join.
    let result = decompose(&result, |relation| relation.index() >= program.relations.len(), watch)?;
    let guides = (0..result.relations.len()).map(|relation| relation >= program.relations.len()).collect();
    Ok(Guided { program: result, guides })
}

/// Drops literals that are unrelated to the head of a guide's rule: the demand may grow, never shrink.
fn needed_part(mut rule: Rule) -> Rule {
    let mut wanted = vec![false; rule.variables as usize];
    rule.head.variables(&mut |variable| wanted[variable as usize] = true);
    let mut kept = vec![false; rule.body.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, literal) in rule.body.iter().enumerate().filter(|(_, literal)| matches!(literal, Literal::Holds(_))) {
            if !kept[at] && mentions(literal, &wanted) {
                kept[at] = true;
                changed = true;
                literal.variables(&mut |variable| wanted[variable as usize] = true);
            }
        }
    }
    let mut bound = vec![false; rule.variables as usize];
    for (literal, _) in rule.body.iter().zip(&kept).filter(|(_, kept)| **kept) {
        literal.variables(&mut |variable| bound[variable as usize] = true);
    }
    for (at, literal) in rule.body.iter().enumerate() {
        kept[at] |= matches!(literal, Literal::Distinct(..)) && literal.is_bound(&bound);
    }
    let mut kept = kept.into_iter();
    rule.body.retain(|_| kept.next().unwrap_or(false));
    rule
}

/// The literals of a rule in an order in which each has many known arguments, and the variables bound before each of
/// them.
fn uses(rule: &Rule, known: &Known, is_static: &[bool]) -> Vec<(usize, Vec<bool>)> {
    let mut bound = vec![false; rule.variables as usize];
    if let Some(places) = &known[rule.head.relation.index()] {
        for (term, _) in rule.head.arguments.iter().zip(places).filter(|(_, known)| **known) {
            term.variables(&mut |variable| bound[variable as usize] = true);
        }
    }
    let mut left: Vec<usize> = (0..rule.body.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let score = |&at: &usize| match &rule.body[at] {
            Literal::Holds(atom) => {
                let arity = atom.arguments.len();
                let known_here = atom.arguments.iter().map(|term| term.is_bound(&bound));
                let share = known_here.clone().filter(|known| *known).count() * 1000 / arity.max(1);
                let touches = mentions(&rule.body[at], &bound) || arity == 0;
                let places = known[atom.relation.index()].as_ref();
                // Here it would have fewer known arguments than elsewhere.
                let loses =
                    places.is_some_and(|places| places.iter().zip(known_here).any(|(place, known)| *place && !known));
                match (touches, places.is_some(), loses) {
                    (true, false, _) => Some((5, share + if is_static[atom.relation.index()] { 100 } else { 0 })),
                    (true, true, false) => Some((4, share)),
                    // A scan of a small relation is cheaper than a lookup in a large one.
                    (true, true, true) => Some((3, 1000 / (arity + 1))),
                    (false, false, _) => Some((2, share)),
                    (false, true, _) => Some((1, 1000 / (arity + 1))),
                }
            }
            // Conditions come when all their variables are bound, and negated ones last, so that they are needed only
            // where all the rest holds.
            literal => {
                literal.is_bound(&bound).then_some((if matches!(literal, Literal::Fails(_)) { 0 } else { 6 }, 0))
            }
        };
        let best = left.iter().filter_map(|at| Some((score(at)?, std::cmp::Reverse(*at)))).max();
        let Some((_, std::cmp::Reverse(at))) = best else { break };
        left.retain(|&other| other != at);
        order.push((at, bound.clone()));
        if matches!(rule.body[at], Literal::Holds(_)) {
            rule.body[at].variables(&mut |variable| bound[variable as usize] = true);
        }
    }
    order
}

fn mentions(literal: &Literal, marked: &[bool]) -> bool {
    let mut found = false;
    literal.variables(&mut |variable| found |= marked[variable as usize]);
    found
}
