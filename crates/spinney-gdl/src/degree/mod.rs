//! How nearly a goal is reached: approximate goal evaluation (AGE), as in MiNI-Player.
//!
//! For each role the rules with its highest payoff are a tree of `or` and `and`: a condition is a query, the `or` of all
//! rules of its relation; a rule is the `and` of its conditions. Two values are computed from the leaves up.
//!
//! | node | AgVal, the degree | TbVal, which decides between equal degrees |
//! | --- | --- | --- |
//! | `and` | mean of the conditions | mean of the conditions |
//! | negated condition | 1 − value | 1 − value |
//! | `or`, leaf | 1 if the query holds for some assignment, otherwise 0 | the same |
//! | `or`, inner | greatest of the children | mean of the children |
//!
//! The source leaves several things open. Our readings:
//!
//! - **Highest payoff.** The greatest number that a `goal` rule can give the role, by the columns of its value.
//! - **Ground.** The children of an `or` are the ground instances of the rules whose heads match the query. An instance
//!   is an assignment of the rule's variables, except those that occur in a single condition only: these stay free in the
//!   query of that condition, which holds if it does for some value.
//! - **Instances that cannot hold** do not exist: those with a condition that fails whatever the state is, and those with
//!   a condition of which no atom can hold. Which can is taken from the rules alone ([`domains`]), so that both engines
//!   see the same tree. Conditions that hold in every state, `distinct` among them, are children of value 1.
//! - **Leaves** are facts of the state and atoms of relations that depend on themselves; these are true or false.
//! - **`or` in a rule** is unfolded as everywhere: into several rules, or into a relation of its own.
//! - **Too large.** If a tree exceeds the limits, the relation whose rules cost most is left out: its conditions do not
//!   count in any mean, and whatever depends on itself and needs it is left out too. That is repeated some times.
//!
//! The limits are counted in steps of work, so that the tree does not depend on how fast the machine is.

mod build;
mod domains;
mod evaluate;
mod pattern;
mod recursion;
mod relations;
mod solve;
mod statics;
mod tree;

use std::cmp::Reverse;
use std::time::Duration;

use serde::Serialize;
use spinney::game::capabilities::Degree;

pub(crate) use self::evaluate::Place;

use self::build::{Builder, Part};
use self::domains::Domains;
use self::evaluate::Evaluator;
use self::pattern::Query;
use self::relations::Relations;
use self::solve::{Ground, Solver};
use self::statics::Statics;
use self::tree::Tree;
use crate::ground::{LONGEST, reached, static_atoms};
use crate::limits::{Limits, Watch};
use crate::program::{GOAL, Program, ROLE, RelationId, Rule, Symbol, Term};
use crate::terms::TermId;

/// The maximum number of nodes, instances included.
const MOST_NODES: usize = 200_000;
/// The maximum number of steps of one attempt.
const MOST_WORK: u64 = 1_000_000;
/// The maximum number of attempts; each leaves out one relation more.
const ATTEMPTS: usize = 8;
/// The maximum number of derivations of static atoms.
const MOST_STATIC: u64 = 2_000_000;

/// The time for them, should few derivations take long: the one limit in time.
const STATIC_TIME: Duration = Duration::from_secs(5);

/// What exceeded the limits.
#[derive(Clone, Copy, Debug)]
enum Exceeded {
    /// The work of all rules together.
    Work,
    /// A relation that is too deep below the goals.
    Relation(RelationId),
    /// Something that no relation can be blamed for.
    All,
}

/// The trees of the goals of a rule sheet: how large they are, and what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DegreeReport {
    /// By role: the highest payoff, whose rules are the tree; `None` if there is no tree.
    pub goals: Vec<Option<i32>>,
    /// Queries and instances, equal queries once.
    pub nodes: usize,
    /// Facts that are looked at.
    pub facts: usize,
    /// Atoms that depend on themselves.
    pub recursive: usize,
    /// Conditions that negate the `or` of some rules. Where there are none, and nothing is left out, the degree of a
    /// goal that is reached is 1.
    pub negated: usize,
    /// Relations that are left out as too large.
    pub left_out: Vec<String>,
    /// The conditions that do not count because of that.
    pub conditions_left_out: usize,
    /// Memory, in bytes.
    pub bytes: usize,
}

/// The trees of the goals of a rule sheet.
#[derive(Debug)]
pub(crate) struct Degrees {
    evaluator: Evaluator,
    /// By role: the nodes in the order of evaluation, the root last; none if there is no tree.
    orders: Vec<Vec<u32>>,
    report: DegreeReport,
}

impl Degrees {
    /// Builds the trees of these roles. `place` finds a fact, given as GDL writes it.
    pub(crate) fn build(program: &Program, roles: &[String], place: impl Fn(&str) -> Place) -> Degrees {
        let mut prepared = prepare(program);
        let Grown { tree, roots, left_out } = match &mut prepared {
            Some(prepared) => grow(program, roles, prepared),
            None => Grown::nothing(roles.len(), Vec::new()),
        };
        let write = |&fact: &TermId| {
            let Prepared(ground, ..) = prepared.as_ref()?;
            Some(place(&ground.terms.write(&program.symbols, fact)))
        };
        let places: Vec<Place> = tree.facts.iter().filter_map(write).collect();
        let orders: Vec<Vec<u32>> =
            roots.iter().map(|root| root.map_or(Vec::new(), |(_, node)| tree.below(node))).collect();
        let mut report = DegreeReport {
            goals: roots.iter().map(|root| root.map(|(value, _)| value)).collect(),
            nodes: tree.nodes.len() + tree.joins.len(),
            facts: tree.facts.len(),
            recursive: tree.loops.iter().map(|looped| looped.atoms as usize).sum(),
            negated: tree.negated,
            left_out,
            conditions_left_out: tree.left_out,
            bytes: 0,
        };
        let evaluator = Evaluator::new(tree, &places);
        report.bytes = evaluator.bytes() + orders.iter().map(|order| order.len() * 4).sum::<usize>();
        Degrees { evaluator, orders, report }
    }

    /// How large the trees are.
    pub(crate) fn report(&self) -> &DegreeReport {
        &self.report
    }

    /// How many words of facts [`Self::degree`] reads.
    pub(crate) fn words(&self) -> usize {
        self.evaluator.words()
    }

    /// The degree to which a role has reached its highest goal; 0 if it has no tree.
    #[inline]
    pub(crate) fn degree(&self, role: usize, words: &[u64]) -> Degree {
        match self.orders.get(role) {
            Some(order) if !order.is_empty() => self.evaluator.degree(order, words),
            _ => Degree::default(),
        }
    }
}

/// Whether some goal has a number for a value, as far as can be seen at a glance.
pub(crate) fn may_have_degrees(program: &Program) -> bool {
    let mut goals = program.rules.iter().filter(|rule| rule.head.relation == GOAL);
    goals.any(|rule| match rule.head.arguments.get(1) {
        Some(Term::Constant(value)) => number(program, *value).is_some(),
        Some(Term::Variable(_)) => true,
        _ => false,
    })
}

fn number(program: &Program, value: Symbol) -> Option<i32> {
    program.symbols.name(value).parse().ok()
}

/// What does not depend on what is left out; the relations that goals need, and which of them are static.
struct Prepared(Ground, Vec<bool>, Vec<bool>);

fn prepare(program: &Program) -> Option<Prepared> {
    let needed = reached(program, vec![ROLE, GOAL]);
    let too_long = |rule: &Rule| needed[rule.head.relation.index()] && rule.body.len() > LONGEST;
    if program.rules.iter().any(too_long) {
        return None;
    }
    let watch = Watch::start(Limits { time: STATIC_TIME, memory: 1 << 30 });
    let atoms = static_atoms(program, &needed, &watch, MOST_STATIC).ok()??;
    let domains = Domains::of(program).ok()?;
    let statics = Statics::new(atoms.rows, atoms.counts);
    Some(Prepared(Ground { terms: atoms.terms, statics, domains }, needed, atoms.is_static))
}

/// The trees of all roles.
struct Grown {
    tree: Tree,
    /// By role: the highest payoff and its node.
    roots: Vec<Option<(i32, u32)>>,
    left_out: Vec<String>,
}

impl Grown {
    /// No tree for any role.
    fn nothing(roles: usize, left_out: Vec<String>) -> Self {
        Grown { tree: Tree::default(), roots: vec![None; roles], left_out }
    }
}

/// Builds all trees, leaving out more relations until they fit.
fn grow(program: &Program, roles: &[String], prepared: &mut Prepared) -> Grown {
    let Prepared(ground, needed, is_static) = prepared;
    let mut relations = Relations::of(program, needed, is_static);
    let mut left_out = Vec::new();
    let roles = roles_of(program, roles, ground);
    let values = values(program, ground);
    for _ in 0..ATTEMPTS {
        let mut solver = Solver::new(&relations, ground);
        let blamed = match attempt(&mut solver, &roles, &values) {
            Ok((tree, roots)) => return Grown { tree, roots, left_out },
            Err(Exceeded::Work) => solver.most_expensive(),
            Err(Exceeded::Relation(relation)) => relation,
            Err(Exceeded::All) => break,
        };
        left_out.push(program.relation_name(blamed).to_owned());
        if !relations.leave_out(blamed) {
            break;
        }
    }
    Grown::nothing(roles.len(), left_out)
}

fn roles_of(program: &Program, roles: &[String], ground: &Ground) -> Vec<Option<TermId>> {
    let by_text = |role: &String| {
        let mut rows = ground.statics.rows(ROLE);
        rows.find(|row| ground.terms.write(&program.symbols, row[0]) == *role).map(|row| row[0])
    };
    roles.iter().map(by_text).collect()
}

/// The numbers that may be the values of goals, the greatest first.
fn values(program: &Program, ground: &mut Ground) -> Vec<(i32, TermId)> {
    let numbers = ground.domains.constants(GOAL, 1).iter();
    let mut values: Vec<(i32, Symbol)> =
        numbers.filter_map(|&symbol| Some((number(program, symbol)?, symbol))).collect();
    values.sort_by_key(|&(value, _)| Reverse(value));
    let terms = &mut ground.terms;
    values.into_iter().map(|(value, symbol)| (value, terms.intern(symbol, &[]))).collect()
}

type Roots = Vec<Option<(i32, u32)>>;

fn attempt(
    solver: &mut Solver<'_>,
    roles: &[Option<TermId>],
    values: &[(i32, TermId)],
) -> Result<(Tree, Roots), Exceeded> {
    let mut builder = Builder::new(solver);
    let mut roots = vec![None; roles.len()];
    for (role, root) in roles.iter().zip(&mut roots) {
        let Some(role) = role else { continue };
        for &(value, term) in values {
            match builder.part(&Query::ground(GOAL, &[*role, term]), GOAL)? {
                Part::Node(node) => *root = Some((value, node)),
                Part::Never => continue,
                Part::LeftOut | Part::Fact(_) => {}
            }
            break;
        }
    }
    Ok((builder.tree, roots))
}
