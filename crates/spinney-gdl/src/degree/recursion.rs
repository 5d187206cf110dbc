//! Relations that depend on themselves: which of their atoms can hold, and by which instances.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Exceeded;
use super::pattern::{Query, Row};
use super::relations::Kind;
use super::solve::{Instance, Solver};
use crate::program::{Literal, RelationId};
use crate::terms::TermId;

/// An atom of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// The loop.
    pub(super) of: u32,
    /// The atom in it.
    pub(super) number: u32,
    can_hold: bool,
}

/// Atoms that may depend on one another, with all atoms of their relations that they depend on.
#[derive(Debug, Default)]
pub(super) struct Loop {
    pub(super) atoms: Vec<(RelationId, Row)>,
    /// The instances of the rules, each with the number of its head.
    pub(super) instances: Vec<(u32, Instance)>,
}

impl Solver<'_> {
    /// An atom of a relation that depends on itself, unless it can never hold.
    pub(super) fn member(&mut self, relation: RelationId, arguments: &[TermId]) -> Result<Option<Member>, Exceeded> {
        let key = (relation, arguments.into());
        if let Some(known) = self.members.get(&key) {
            return Ok(Some(*known).filter(|member| member.can_hold));
        }
        self.descend(relation)?;
        self.close(&key)?;
        self.ascend();
        Ok(self.members.get(&key).copied().filter(|member| member.can_hold))
    }

    /// Collects all atoms that an atom depends on and that are not yet in a loop.
    fn close(&mut self, start: &(RelationId, Row)) -> Result<(), Exceeded> {
        let relations = self.relations;
        let mut atoms = vec![start.clone()];
        let mut numbers: FxHashMap<(RelationId, Row), u32> = FxHashMap::default();
        numbers.insert(start.clone(), 0);
        let mut found: Vec<(u32, Instance, Vec<u32>)> = Vec::new();
        let mut next = 0;
        while next < atoms.len() {
            let (relation, arguments) = atoms[next].clone();
            let query = Query::ground(relation, &arguments);
            for (number, clause) in relations.clauses[relation.index()].iter().enumerate() {
                'instances: for instance in self.solve(number as u32, clause, &query)? {
                    let mut inner = Vec::new();
                    for literal in &clause.body {
                        let Literal::Holds(atom) = literal else { continue };
                        let kind = relations.kind(atom.relation);
                        if kind == Kind::Static {
                            continue;
                        }
                        let (query, _) = Query::of(atom, &instance.values, &mut self.ground.terms);
                        let within = kind == Kind::Recursive && relations.belong_together(relation, atom.relation);
                        match query.as_ground().filter(|_| within) {
                            Some(arguments) => {
                                let key = (atom.relation, arguments);
                                match self.members.get(&key) {
                                    Some(known) if !known.can_hold => continue 'instances,
                                    Some(_) => {}
                                    None => inner.push(*numbers.entry(key).or_insert_with_key(|key| {
                                        atoms.push(key.clone());
                                        atoms.len() as u32 - 1
                                    })),
                                }
                            }
                            None if !self.can_hold(&query)? => continue 'instances,
                            None => {}
                        }
                    }
                    found.push((next as u32, instance, inner));
                }
            }
            next += 1;
        }
        let can_hold = derivable(atoms.len(), &found);
        let of = self.loops.len() as u32;
        for (number, atom) in atoms.iter().enumerate() {
            let member = Member { of, number: number as u32, can_hold: can_hold[number] };
            self.members.insert(atom.clone(), member);
        }
        found.retain(|(_, _, inner)| inner.iter().all(|&atom| can_hold[atom as usize]));
        let instances = found.into_iter().map(|(head, instance, _)| (head, instance)).collect();
        self.loops.push(Rc::new(Loop { atoms, instances }));
        Ok(())
    }
}

/// The atoms that can be derived if everything outside of the loop is as it should be.
fn derivable(atoms: usize, instances: &[(u32, Instance, Vec<u32>)]) -> Vec<bool> {
    let mut readers = vec![Vec::new(); atoms];
    let mut missing: Vec<usize> = Vec::with_capacity(instances.len());
    let mut derived = vec![false; atoms];
    let mut left = Vec::new();
    for (number, (head, _, inner)) in instances.iter().enumerate() {
        inner.iter().for_each(|&atom| readers[atom as usize].push(number));
        missing.push(inner.len());
        if inner.is_empty() {
            left.push(*head);
        }
    }
    while let Some(atom) = left.pop() {
        if std::mem::replace(&mut derived[atom as usize], true) {
            continue;
        }
        for &reader in &readers[atom as usize] {
            missing[reader] -= 1;
            if missing[reader] == 0 {
                left.push(instances[reader].0);
            }
        }
    }
    derived
}
