//! Computes the evaluation order of the relations of a program, and their dependencies.

use super::graph::{Edge, Graph};
use crate::program::{DOES, Dependence, Literal, NEXT, Program, TRUE};

/// Fills in the dependence and the stratum of each relation. Negation must be stratified.
pub(super) fn classify(program: &mut Program) {
    let mut graph = Graph::new(program.relations.len());
    for rule in &program.rules {
        for literal in &rule.body {
            let (atom, negative) = match literal {
                Literal::Holds(atom) => (atom, false),
                Literal::Fails(atom) => (atom, true),
                Literal::Distinct(..) => continue,
            };
            graph.add(rule.head.relation.0, Edge { to: atom.relation.0, negative, at: 0 });
        }
    }
    let components = graph.components();
    program.relations[TRUE.index()].dependence = Dependence::State;
    program.relations[NEXT.index()].dependence = Dependence::State;
    program.relations[DOES.index()].dependence = Dependence::Moves;
    // Members of a component stand together, after everything they depend on.
    let same = |left: &u32, right: &u32| components.of[*left as usize] == components.of[*right as usize];
    for members in components.order.chunk_by(same) {
        let mut dependence = Dependence::Static;
        let mut stratum = 0;
        for &member in members {
            dependence = dependence.max(program.relations[member as usize].dependence);
            for edge in graph.edges(member) {
                let relation = &program.relations[edge.to as usize];
                dependence = dependence.max(relation.dependence);
                // Relations of this component still have stratum 0, and are not negated.
                stratum = stratum.max(relation.stratum + u32::from(edge.negative));
            }
        }
        for &member in members {
            let relation = &mut program.relations[member as usize];
            relation.dependence = dependence;
            relation.stratum = stratum;
        }
    }
}
