//! The order in which relations can be evaluated: components of mutually recursive relations, each after those that it
//! needs.

use crate::components::components;
use crate::program::{Dependence, Literal, Program, RelationId};

/// Relations that need each other, or one relation.
#[derive(Debug)]
pub(super) struct Component {
    /// The greatest dependence of its relations.
    pub(super) dependence: Dependence,
    /// The rules of its relations, in the order of the rule sheet.
    pub(super) rules: Vec<usize>,
}

/// All components of a program.
#[derive(Debug)]
pub(super) struct Components {
    /// In an order in which they can be evaluated.
    pub(super) all: Vec<Component>,
    /// The component of each relation.
    pub(super) of: Vec<usize>,
    members: Vec<Vec<u32>>,
    /// The components that each needs directly, except itself.
    needs: Vec<Vec<usize>>,
}

/// The relation of a condition, unless it is `distinct`.
pub(super) fn relation_of(literal: &Literal) -> Option<RelationId> {
    match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => Some(atom.relation),
        Literal::Distinct(..) => None,
    }
}

impl Components {
    /// Finds the components.
    pub(super) fn new(program: &Program) -> Self {
        let count = program.relations.len();
        let mut rules_of = vec![Vec::new(); count];
        let mut needs_of: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (number, rule) in program.rules.iter().enumerate() {
            let head = rule.head.relation.index();
            rules_of[head].push(number);
            needs_of[head].extend(rule.body.iter().filter_map(relation_of).map(|relation| relation.0));
        }
        for needs in &mut needs_of {
            needs.sort_unstable();
            needs.dedup();
        }
        let members = components(count, |relation| &needs_of[relation]);
        let number = members.len();
        let mut of = vec![0; count];
        for (component, members) in members.iter().enumerate() {
            members.iter().for_each(|&relation| of[relation as usize] = component);
        }
        let mut all: Vec<Component> =
            (0..number).map(|_| Component { dependence: Dependence::Static, rules: Vec::new() }).collect();
        let mut needs = vec![Vec::new(); number];
        for relation in 0..count {
            let own = of[relation];
            all[own].dependence = all[own].dependence.max(program.relations[relation].dependence);
            all[own].rules.append(&mut rules_of[relation]);
            needs[own]
                .extend(needs_of[relation].iter().map(|&needed| of[needed as usize]).filter(|&needed| needed != own));
        }
        for component in &mut all {
            component.rules.sort_unstable();
        }
        Components { all, of, members, needs }
    }

    /// The relations of a component.
    pub(super) fn members(&self, component: usize) -> Vec<usize> {
        self.members[component].iter().map(|&relation| relation as usize).collect()
    }

    /// The components that some relations need, in the order of evaluation.
    pub(super) fn needed(&self, relations: &[RelationId]) -> Vec<usize> {
        let mut found = vec![false; self.all.len()];
        let mut open: Vec<usize> = relations.iter().map(|relation| self.of[relation.index()]).collect();
        while let Some(component) = open.pop() {
            if !std::mem::replace(&mut found[component], true) {
                open.extend(&self.needs[component]);
            }
        }
        (0..found.len()).filter(|&component| found[component]).collect()
    }
}
