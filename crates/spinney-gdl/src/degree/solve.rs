//! The ground instances of rules.
//!
//! An instance is an assignment of the shared variables of a rule for which the conditions that do not depend on the
//! state hold, and each of the others can hold. The order in which conditions bind variables does not matter for that;
//! the one with the fewest candidates comes first.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::domains::{ColumnId, Domains, each_combination};
use super::pattern::{Query, Row, UNBOUND, build, unify};
use super::recursion::{Loop, Member};
use super::relations::{Clause, Kind, Relations};
use super::statics::Statics;
use super::{Exceeded, MOST_WORK};
use crate::program::{Atom, Literal, RelationId};
use crate::terms::{TermId, Terms};

/// The deepest nesting of relations that depend on one another, with the conditions that bind variables on the way.
const DEEPEST: u32 = 500;

/// An instance of a rule.
#[derive(Debug)]
pub(super) struct Instance {
    /// The rule, among those of its relation.
    pub(super) clause: u32,
    /// The values of the variables; variables of a single condition have none.
    pub(super) values: Row,
    /// The arguments of the head.
    pub(super) head: Row,
}

/// Where a plan begins: a rule of a relation, and which of its variables have values.
type Start = (RelationId, u32, Box<[bool]>);

/// What is done with an assignment before it is extended further.
#[derive(Debug, Default)]
struct Level {
    /// Conditions whose shared variables have values by now.
    checks: Vec<usize>,
    /// The condition that gives more variables their values.
    binds: Option<usize>,
}

/// What all attempts share: nothing in it depends on what is left out.
pub(super) struct Ground {
    pub(super) terms: Terms,
    pub(super) statics: Statics,
    pub(super) domains: Domains,
}

/// Makes rules ground, within limits.
pub(super) struct Solver<'g> {
    pub(super) relations: &'g Relations,
    pub(super) ground: &'g mut Ground,
    known: FxHashMap<Query, Rc<[Instance]>>,
    /// By rule and which variables have values at the beginning.
    plans: FxHashMap<Start, Vec<Level>>,
    pub(super) loops: Vec<Rc<Loop>>,
    pub(super) members: FxHashMap<(RelationId, Row), Member>,
    /// By relation: the work that its rules have made.
    spent: Vec<u64>,
    work: u64,
    depth: u32,
}

impl<'g> Solver<'g> {
    pub(super) fn new(relations: &'g Relations, ground: &'g mut Ground) -> Self {
        Solver {
            relations,
            ground,
            known: FxHashMap::default(),
            plans: FxHashMap::default(),
            loops: Vec::new(),
            members: FxHashMap::default(),
            spent: vec![0; relations.kinds.len()],
            work: 0,
            depth: 0,
        }
    }

    /// Counts work that the rules of a relation make.
    pub(super) fn spend(&mut self, relation: RelationId, work: usize) -> Result<(), Exceeded> {
        self.spent[relation.index()] += work as u64;
        self.work += work as u64;
        if self.work > MOST_WORK { Err(Exceeded::Work) } else { Ok(()) }
    }

    /// The relation whose rules have made the most work.
    pub(super) fn most_expensive(&self) -> RelationId {
        let most = (0..self.spent.len()).rev().max_by_key(|&relation| self.spent[relation]);
        RelationId(most.unwrap_or(0) as u32)
    }

    /// One level deeper into the relations; the caller counts back.
    pub(super) fn descend(&mut self, relation: RelationId) -> Result<(), Exceeded> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(Exceeded::Relation(relation)) } else { Ok(()) }
    }

    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// The instances of the rules of a relation whose heads match a query.
    pub(super) fn instances(&mut self, query: &Query) -> Result<Rc<[Instance]>, Exceeded> {
        if let Some(known) = self.known.get(query) {
            return Ok(known.clone());
        }
        self.descend(query.relation)?;
        let relations = self.relations;
        let mut instances = Vec::new();
        for (number, clause) in relations.clauses[query.relation.index()].iter().enumerate() {
            for instance in self.solve(number as u32, clause, query)? {
                if self.all_can_hold(clause, &instance.values)? {
                    instances.push(instance);
                }
            }
        }
        self.ascend();
        let instances: Rc<[Instance]> = instances.into();
        self.known.insert(query.clone(), instances.clone());
        Ok(instances)
    }

    fn all_can_hold(&mut self, clause: &Clause, values: &[TermId]) -> Result<bool, Exceeded> {
        for literal in &clause.body {
            if let Literal::Holds(atom) = literal
                && self.relations.kind(atom.relation) != Kind::Static
            {
                let (query, _) = Query::of(atom, values, &mut self.ground.terms);
                if !self.can_hold(&query)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether an atom of a query can hold in any state, as far as is known.
    pub(super) fn can_hold(&mut self, query: &Query) -> Result<bool, Exceeded> {
        match self.relations.kind(query.relation) {
            Kind::Static => Ok(self.ground.statics.holds(query, &self.ground.terms)),
            Kind::True | Kind::LeftOut => Ok(self.ground.domains.open_places(query, &self.ground.terms).is_some()),
            Kind::Does => Ok(false),
            Kind::Derived => Ok(!self.instances(query)?.is_empty()),
            Kind::Recursive => {
                for arguments in self.atoms(query, query.relation)? {
                    if self.member(query.relation, &arguments)?.is_some() {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Every atom of a query, by the columns of its relation; the relation that asks pays for it.
    pub(super) fn atoms(&mut self, query: &Query, asking: RelationId) -> Result<Vec<Row>, Exceeded> {
        if let Some(arguments) = query.as_ground() {
            let fits = self.ground.domains.open_places(query, &self.ground.terms).is_some();
            return Ok(if fits { vec![arguments] } else { Vec::new() });
        }
        let Some(places) = self.ground.domains.open_places(query, &self.ground.terms) else { return Ok(Vec::new()) };
        let rows = self.combinations(asking, &places)?;
        let Ground { terms, .. } = self.ground;
        Ok(rows.iter().map(|row| query.arguments.iter().map(|pattern| pattern.fill(row, terms)).collect()).collect())
    }

    fn combinations(&mut self, relation: RelationId, places: &[Vec<ColumnId>]) -> Result<Vec<Row>, Exceeded> {
        let mut lists = Vec::with_capacity(places.len());
        for columns in places {
            lists.push(self.ground.domains.list(columns, &mut self.ground.terms)?);
        }
        let lists: Vec<&[TermId]> = lists.iter().map(|list| &list[..]).collect();
        let many = lists.iter().fold(1, |product: usize, list| product.saturating_mul(list.len()));
        self.spend(relation, many)?;
        let mut rows = Vec::with_capacity(many);
        each_combination(&lists, |row| rows.push(row.into()));
        Ok(rows)
    }

    /// The assignments of a rule whose head matches a query and for which all that is known without the state holds.
    pub(super) fn solve(&mut self, number: u32, clause: &Clause, query: &Query) -> Result<Vec<Instance>, Exceeded> {
        let mut values = vec![UNBOUND; clause.variables];
        let mut matches = clause.head.arguments.iter().zip(&query.arguments);
        if !matches.all(|(term, pattern)| unify(term, pattern, &mut values, &self.ground.terms)) {
            return Ok(Vec::new());
        }
        let bound = values.iter().map(|&value| value != UNBOUND).collect();
        let key = (clause.head.relation, number, bound);
        let mut plan = self.plans.remove(&key).unwrap_or_default();
        let mut found = Vec::new();
        self.extend(clause, &mut values, &mut plan, 0, &mut found)?;
        self.plans.insert(key, plan);
        let mut free = Vec::new();
        let mut instances = Vec::with_capacity(found.len());
        for values in found {
            let terms = &mut self.ground.terms;
            let head: Row = clause.head.arguments.iter().map(|term| build(term, &values, terms)).collect();
            if query.matches(&head, terms, &mut free) {
                instances.push(Instance { clause: number, values, head });
            }
        }
        Ok(instances)
    }

    /// Extends an assignment by the levels of a plan from this one on.
    fn extend(
        &mut self,
        clause: &Clause,
        values: &mut [TermId],
        plan: &mut Vec<Level>,
        level: usize,
        found: &mut Vec<Row>,
    ) -> Result<(), Exceeded> {
        self.spend(clause.head.relation, 1 + clause.body.len() / 8)?;
        if plan.len() == level {
            let next = self.plan(clause, values, plan);
            plan.push(next);
        }
        for at in 0..plan[level].checks.len() {
            if !self.may_hold(&clause.body[plan[level].checks[at]], values) {
                return Ok(());
            }
        }
        let Some(Literal::Holds(atom)) = plan[level].binds.map(|at| &clause.body[at]) else {
            found.push(values.into());
            return Ok(());
        };
        self.descend(clause.head.relation)?;
        let (variables, rows) = self.candidates(atom, clause, values)?;
        for row in rows {
            variables.iter().zip(&row).for_each(|(&variable, &value)| values[variable as usize] = value);
            self.extend(clause, values, plan, level + 1, found)?;
        }
        variables.iter().for_each(|&variable| values[variable as usize] = UNBOUND);
        self.ascend();
        Ok(())
    }

    /// The next level of a plan, chosen for these values: the order matters for speed only.
    fn plan(&mut self, clause: &Clause, values: &[TermId], plan: &[Level]) -> Level {
        let mut level = Level::default();
        let mut least = f64::INFINITY;
        let is_done = |at: usize| plan.iter().any(|level| level.checks.contains(&at) || level.binds == Some(at));
        for (at, literal) in clause.body.iter().enumerate().filter(|&(at, _)| !is_done(at)) {
            let mut open = false;
            literal.variables(&mut |variable| {
                open |= clause.shared[variable as usize] && values[variable as usize] == UNBOUND;
            });
            if !open {
                level.checks.push(at);
            } else if let Literal::Holds(atom) = literal {
                let cost = self.candidates_expected(atom, clause, values);
                if cost < least || level.binds.is_none() {
                    (level.binds, least) = (Some(at), cost);
                }
            }
        }
        level
    }

    /// Whether nothing that is known at once speaks against a condition whose shared variables have values.
    fn may_hold(&mut self, literal: &Literal, values: &[TermId]) -> bool {
        let Ground { terms, statics, domains } = self.ground;
        match literal {
            Literal::Distinct(left, right) => build(left, values, terms) != build(right, values, terms),
            Literal::Holds(atom) => {
                let (query, _) = Query::of(atom, values, terms);
                match self.relations.kind(atom.relation) {
                    Kind::Static => statics.holds(&query, terms),
                    _ => domains.open_places(&query, terms).is_some(),
                }
            }
            Literal::Fails(atom) => {
                let (query, _) = Query::of(atom, values, terms);
                self.relations.kind(atom.relation) != Kind::Static || !statics.holds(&query, terms)
            }
        }
    }

    /// About how many assignments a condition allows.
    fn candidates_expected(&mut self, atom: &Atom, clause: &Clause, values: &[TermId]) -> f64 {
        let Ground { terms, statics, domains } = self.ground;
        let (query, free) = Query::of(atom, values, terms);
        if self.relations.kind(atom.relation) == Kind::Static {
            return statics.candidates(&query).len() as f64;
        }
        let Some(places) = domains.open_places(&query, terms) else { return 0.0 };
        let wanted = free.iter().zip(&places).filter(|&(&variable, _)| clause.shared[variable as usize]);
        wanted.map(|(_, columns)| columns.first().map_or(1.0, |&column| domains.size(column))).product()
    }

    /// The assignments of the shared variables without values in a condition.
    fn candidates(
        &mut self,
        atom: &Atom,
        clause: &Clause,
        values: &[TermId],
    ) -> Result<(Vec<u32>, Vec<Row>), Exceeded> {
        let head = clause.head.relation;
        let (query, free) = Query::of(atom, values, &mut self.ground.terms);
        let is_wanted = |&number: &usize| clause.shared[free[number] as usize];
        let wanted: Vec<usize> = (0..free.len()).filter(is_wanted).collect();
        let variables = wanted.iter().map(|&number| free[number]).collect();
        let mut rows: Vec<Row> = Vec::new();
        let mut taken = Vec::new();
        let mut take = |taken: &[TermId]| rows.push(wanted.iter().map(|&number| taken[number]).collect());
        match self.relations.kind(atom.relation) {
            Kind::Static => {
                let candidates = self.ground.statics.candidates(&query);
                self.spend(head, candidates.len())?;
                let Ground { terms, statics, .. } = &*self.ground;
                for &row in candidates.iter() {
                    if query.matches(statics.row(query.relation, row), terms, &mut taken) {
                        take(&taken);
                    }
                }
            }
            Kind::Derived => {
                let instances = self.instances(&query)?;
                self.spend(head, instances.len())?;
                for instance in instances.iter() {
                    if query.matches(&instance.head, &self.ground.terms, &mut taken) {
                        take(&taken);
                    }
                }
            }
            Kind::True | Kind::Recursive | Kind::LeftOut => {
                let Some(places) = self.ground.domains.open_places(&query, &self.ground.terms) else {
                    return Ok((variables, rows));
                };
                let places: Vec<Vec<ColumnId>> = wanted.iter().map(|&number| places[number].clone()).collect();
                let rows = self.combinations(head, &places)?;
                return Ok((variables, rows));
            }
            Kind::Does => {}
        }
        let mut seen = FxHashSet::default();
        rows.retain(|row: &Row| seen.insert(row.clone()));
        Ok((variables, rows))
    }
}
