//! Rule sheets whose `legal`, `goal` or `terminal` depend on `does`, which the language forbids.
//!
//! Servers play some of them all the same: they ask for legal moves, goals and the end in a state, before any move is
//! made, so that `does` never holds there. We do likewise. Relations that depend on `does` are copied for these queries,
//! without it.

use rustc_hash::FxHashMap;

use crate::program::{Atom, DOES, GOAL, LEGAL, Literal, Program, Relation, RelationId, Rule, TERMINAL};

const QUERIES: [RelationId; 3] = [LEGAL, GOAL, TERMINAL];

/// Makes the queries independent of `does`.
pub(super) fn without_moves(program: &mut Program) {
    let by_moves = depending_on_moves(program);
    if !QUERIES.iter().any(|query| by_moves[query.index()]) {
        return;
    }
    let mut rules_of: FxHashMap<RelationId, Vec<Rule>> = FxHashMap::default();
    for rule in program.rules.iter().filter(|rule| by_moves[rule.head.relation.index()]) {
        rules_of.entry(rule.head.relation).or_default().push(rule.clone());
    }
    program.rules.retain(|rule| !QUERIES.contains(&rule.head.relation) || !by_moves[rule.head.relation.index()]);
    // Each query stands for itself.
    let mut copies: FxHashMap<RelationId, RelationId> = QUERIES.iter().map(|&query| (query, query)).collect();
    let mut open: Vec<RelationId> = QUERIES.iter().copied().filter(|query| by_moves[query.index()]).collect();
    while let Some(relation) = open.pop() {
        for rule in rules_of.remove(&relation).unwrap_or_default() {
            let mut copy = |relation: RelationId| {
                if !by_moves[relation.index()] {
                    return relation;
                }
                *copies.entry(relation).or_insert_with(|| {
                    open.push(relation);
                    let name = format!("{} without moves", program.relation_name(relation));
                    let name = program.symbols.intern(&name);
                    program.relations.push(Relation { name, ..program.relations[relation.index()].clone() });
                    RelationId(program.relations.len() as u32 - 1)
                })
            };
            let Rule { head, body, variables, line } = rule;
            let Some(body) = body.into_iter().map(|literal| without(literal, &mut copy)).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let head = Atom { relation: copies[&relation], ..head };
            program.rules.push(Rule { head, body: body.into_iter().flatten().collect(), variables, line });
        }
    }
}

/// A condition where `does` never holds: `None` if it cannot hold, `Some(None)` if it always does.
fn without(literal: Literal, copy: &mut impl FnMut(RelationId) -> RelationId) -> Option<Option<Literal>> {
    let mut moved = |atom: Atom| Atom { relation: copy(atom.relation), ..atom };
    match literal {
        Literal::Holds(atom) if atom.relation == DOES => None,
        Literal::Fails(atom) if atom.relation == DOES => Some(None),
        Literal::Holds(atom) => Some(Some(Literal::Holds(moved(atom)))),
        Literal::Fails(atom) => Some(Some(Literal::Fails(moved(atom)))),
        Literal::Distinct(..) => Some(Some(literal)),
    }
}

fn depending_on_moves(program: &Program) -> Vec<bool> {
    let mut by_moves = vec![false; program.relations.len()];
    by_moves[DOES.index()] = true;
    let mut readers: Vec<Vec<RelationId>> = vec![Vec::new(); program.relations.len()];
    for rule in &program.rules {
        for literal in &rule.body {
            if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
                readers[atom.relation.index()].push(rule.head.relation);
            }
        }
    }
    let mut open = vec![DOES];
    while let Some(relation) = open.pop() {
        for &reader in &readers[relation.index()] {
            if !std::mem::replace(&mut by_moves[reader.index()], true) {
                open.push(reader);
            }
        }
    }
    by_moves
}
