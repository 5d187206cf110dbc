//! Ground instances become nodes.

use rustc_hash::FxHashMap;

use super::pattern::Query;
use super::relations::Kind;
use super::solve::{Instance, Solver};
use super::tree::{Looped, Node, Range, Tree};
use super::{Exceeded, MOST_NODES};
use crate::program::{Literal, RelationId};
use crate::terms::TermId;

/// What a condition comes to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// It can never hold.
    Never,
    /// It is too large.
    LeftOut,
    /// A fact of the state, by its number in the tree.
    Fact(u32),
    /// A node.
    Node(u32),
}

/// Builds the nodes of a tree.
pub(super) struct Builder<'s, 'g> {
    pub(super) solver: &'s mut Solver<'g>,
    pub(super) tree: Tree,
    known: FxHashMap<Query, Part>,
    facts: FxHashMap<TermId, u32>,
    /// By loop: its first member among the nodes.
    loops: FxHashMap<u32, u32>,
}

/// The conditions of an instance.
#[derive(Default)]
struct Conditions {
    count: u32,
    always: u32,
    facts: Vec<u32>,
    nodes: Vec<u32>,
    /// All that depends on the state is left out.
    unknown: bool,
}

impl<'s, 'g> Builder<'s, 'g> {
    pub(super) fn new(solver: &'s mut Solver<'g>) -> Self {
        Builder {
            solver,
            tree: Tree::default(),
            known: FxHashMap::default(),
            facts: FxHashMap::default(),
            loops: FxHashMap::default(),
        }
    }

    /// The node of a query: the `or` of the instances of all rules whose heads match.
    pub(super) fn part(&mut self, query: &Query, asking: RelationId) -> Result<Part, Exceeded> {
        if let Some(&known) = self.known.get(query) {
            return Ok(known);
        }
        self.solver.descend(query.relation)?;
        let part = match self.solver.relations.kind(query.relation) {
            Kind::LeftOut => Part::LeftOut,
            Kind::True => self.facts(query, asking)?,
            Kind::Derived => self.rules(query)?,
            Kind::Recursive => self.members(query, asking)?,
            Kind::Static | Kind::Does => Part::Never,
        };
        self.solver.ascend();
        self.known.insert(query.clone(), part);
        Ok(part)
    }

    fn add(&mut self, relation: RelationId, node: Node) -> Result<Part, Exceeded> {
        self.solver.spend(relation, 2)?;
        if self.tree.nodes.len() + self.tree.joins.len() > MOST_NODES {
            return Err(Exceeded::Work);
        }
        self.tree.nodes.push(node);
        Ok(Part::Node(self.tree.nodes.len() as u32 - 1))
    }

    fn fact(&mut self, term: TermId) -> u32 {
        let facts = &mut self.tree.facts;
        *self.facts.entry(term).or_insert_with(|| {
            facts.push(term);
            facts.len() as u32 - 1
        })
    }

    /// A query for facts of the state.
    fn facts(&mut self, query: &Query, asking: RelationId) -> Result<Part, Exceeded> {
        let terms: Vec<TermId> = self.solver.atoms(query, asking)?.iter().map(|arguments| arguments[0]).collect();
        let numbers: Vec<u32> = terms.into_iter().map(|term| self.fact(term)).collect();
        match numbers[..] {
            [] => Ok(Part::Never),
            [one] => Ok(Part::Fact(one)),
            _ => {
                let range = self.tree.store_facts(numbers.iter().map(|fact| fact << 1));
                self.add(asking, Node::Any(range))
            }
        }
    }

    fn rules(&mut self, query: &Query) -> Result<Part, Exceeded> {
        let instances = self.solver.instances(query)?;
        if instances.is_empty() {
            return Ok(Part::Never);
        }
        let mut joins = Vec::with_capacity(instances.len());
        for instance in instances.iter() {
            let conditions = self.conditions(query.relation, instance, None)?.0;
            // Where all that depends on the state is left out, nothing is known.
            if !conditions.unknown {
                joins.push(self.tree.store(conditions.count, conditions.always, &conditions.facts, &conditions.nodes));
            }
        }
        self.solver.spend(query.relation, 2 * joins.len())?;
        if joins.is_empty() {
            return Ok(Part::LeftOut);
        }
        let first = self.tree.joins.len() as u32;
        self.tree.joins.extend(joins);
        let range = Range { first, end: self.tree.joins.len() as u32 };
        self.add(query.relation, Node::Or(range))
    }

    /// The conditions of an instance, and which atoms of a loop are among them.
    fn conditions(
        &mut self,
        relation: RelationId,
        instance: &Instance,
        within: Option<u32>,
    ) -> Result<(Conditions, Vec<u32>), Exceeded> {
        let relations = self.solver.relations;
        let clause = &relations.clauses[relation.index()][instance.clause as usize];
        let mut conditions = Conditions::default();
        let mut inner = Vec::new();
        let mut left_out = 0;
        if clause.body.is_empty() {
            (conditions.count, conditions.always) = (1, 1);
        }
        for literal in &clause.body {
            let (atom, negated) = match literal {
                Literal::Holds(atom) => (atom, false),
                Literal::Fails(atom) => (atom, true),
                Literal::Distinct(..) => {
                    conditions.count += 1;
                    conditions.always += 1;
                    continue;
                }
            };
            conditions.count += 1;
            if relations.kind(atom.relation) == Kind::Static {
                conditions.always += 1;
                continue;
            }
            let (query, _) = Query::of(atom, &instance.values, &mut self.solver.ground.terms);
            if let Some(member) = self.solver.members.get(&(query.relation, query.as_ground().unwrap_or_default()))
                && within == Some(member.of)
            {
                inner.push(member.number);
                continue;
            }
            match self.part(&query, relation)? {
                Part::Never => conditions.always += u32::from(negated),
                Part::LeftOut => {
                    conditions.count -= 1;
                    left_out += 1;
                }
                Part::Fact(fact) => conditions.facts.push(fact << 1 | u32::from(negated)),
                Part::Node(node) => {
                    if negated && matches!(self.tree.nodes[node as usize], Node::Or(_)) {
                        self.tree.negated += 1;
                    }
                    conditions.nodes.push(node << 1 | u32::from(negated));
                }
            }
        }
        self.tree.left_out += left_out;
        conditions.unknown = left_out > 0 && conditions.facts.is_empty() && conditions.nodes.is_empty();
        Ok((conditions, inner))
    }

    /// A query for atoms of a relation that depends on itself.
    fn members(&mut self, query: &Query, asking: RelationId) -> Result<Part, Exceeded> {
        let mut nodes = Vec::new();
        for arguments in self.solver.atoms(query, asking)? {
            if let Some(member) = self.solver.member(query.relation, &arguments)? {
                let first = self.close(member.of)?;
                nodes.push((first + member.number) << 1);
            }
        }
        match nodes[..] {
            [] => Ok(Part::Never),
            [one] => Ok(Part::Node(one >> 1)),
            _ => {
                let range = self.tree.store_nodes(&nodes);
                self.add(asking, Node::Either(range))
            }
        }
    }

    /// The first node of a loop.
    fn close(&mut self, number: u32) -> Result<u32, Exceeded> {
        if let Some(&first) = self.loops.get(&number) {
            return Ok(first);
        }
        let looped = self.solver.loops[number as usize].clone();
        let mut rules = Vec::with_capacity(looped.instances.len());
        for (head, instance) in &looped.instances {
            let (relation, _) = looped.atoms[*head as usize];
            let (conditions, inner) = self.conditions(relation, instance, Some(number))?;
            rules.push((*head, conditions, inner));
            self.solver.spend(relation, 2)?;
        }
        let first = self.tree.nodes.len() as u32;
        let count = looped.atoms.len() as u32;
        for (relation, _) in &looped.atoms {
            self.add(*relation, Node::Member(first + count))?;
        }
        let mut made = Looped::new(first, count);
        for (head, conditions, inner) in rules {
            let join = self.tree.store(
                conditions.count - inner.len() as u32,
                conditions.always,
                &conditions.facts,
                &conditions.nodes,
            );
            made.add(head, join, &inner);
        }
        let place = self.tree.loops.len() as u32;
        self.tree.loops.push(made.finish());
        self.add(looped.atoms[0].0, Node::Loop(place))?;
        self.loops.insert(number, first);
        Ok(first)
    }
}
