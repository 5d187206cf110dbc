//! Grounding: the facts, moves and rule instances that can occur.
//!
//! Bottom-up and semi-naive: every round joins what the last one brought with what was there before, so that no
//! combination is visited twice. Relations that do not depend on the state are evaluated first, exactly, component by
//! component. All others form one fixpoint: `true` holds what `init` and `next` give, `does` what `legal` gives, and
//! negated atoms that depend on the state are taken to be possible either way. Every instance of a rule is written down
//! when it is found, with its static literals gone. `base` and `input` are not needed.

mod decompose;
mod demand;
mod fixpoint;
mod instances;
mod join;
mod merge;
mod plan;
mod tables;
mod unfold;
mod variables;

pub use instances::{Instance, Instances};

use serde::Serialize;

use crate::components::components;
use crate::limits::{Refusal, Watch};
use crate::program::{DOES, GOAL, INIT, LEGAL, Literal, NEXT, Program, ROLE, RelationId, TERMINAL, TRUE};
use crate::terms::{TermId, Terms};

use demand::Guided;
use fixpoint::Fixpoint;
use tables::Table;

/// The result of grounding.
#[derive(Debug)]
pub struct Grounding {
    /// How the rules were transformed.
    pub way: Way,
    /// The terms that occur.
    pub terms: Terms,
    /// The roles in the order of the rule sheet.
    pub roles: Vec<TermId>,
    /// Every atom that depends on the state and may hold.
    pub atoms: Vec<GroundAtom>,
    /// The facts of the initial state, as `true` atoms.
    pub initial: Vec<u32>,
    /// The ground rules.
    pub instances: Instances,
    /// For each mention of a negated atom the atom, or `None` if it can never hold.
    pub mentions: Vec<Option<u32>>,
    tables: Vec<Table>,
    /// The program as it was grounded: relations of atoms are those of this one.
    program: Program,
}

/// An atom by its relation and its row there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundAtom {
    /// The relation.
    pub relation: RelationId,
    row: u32,
}

impl Grounding {
    /// The arguments of an atom.
    pub fn arguments(&self, atom: u32) -> &[TermId] {
        let GroundAtom { relation, row } = self.atoms[atom as usize];
        self.tables[relation.index()].row(row)
    }

    /// An atom as GDL writes it.
    pub fn write(&self, atom: u32) -> String {
        let name = self.program.relation_name(self.atoms[atom as usize].relation);
        let arguments = self.arguments(atom);
        if arguments.is_empty() {
            return name.to_owned();
        }
        let mut out = format!("({name}");
        for &argument in arguments {
            out.push(' ');
            out.push_str(&self.terms.write(&self.program.symbols, argument));
        }
        out.push(')');
        out
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.terms.bytes()
            + self.instances.bytes()
            + self.tables.iter().map(Table::bytes).sum::<usize>()
            + self.atoms.len() * 8
            + self.mentions.len() * 8
    }
}

/// How rules are transformed before grounding: each mode gives fewer instances than the one before, and a deeper
/// network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Unchanged.
    Whole,
    /// Split into rules with fewer variables.
    Parts,
    /// Split, and derived only on demand.
    OnDemand,
}

impl Way {
    /// All modes, each with the number of rule instances above which the next is tried.
    pub const ALL: [(Way, u64); 3] = [(Way::Whole, 1_500_000), (Way::Parts, 4_000_000), (Way::OnDemand, u64::MAX)];
}

const STAGE: &str = "grounding";

/// Rules with more conditions are not grounded: the time to plan their joins is cubic in their number.
pub(crate) const LONGEST: usize = 250;

/// Grounds a program in a given mode, or in the first mode that is good enough; an error if a limit is reached.
pub fn ground(program: &Program, way: Option<Way>, watch: &Watch) -> Result<Grounding, Refusal> {
    if let Some(rule) = program.rules.iter().find(|rule| rule.body.len() > LONGEST) {
        let reason = format!("the rule in line {} has {} conditions, more than {LONGEST}", rule.line, rule.body.len());
        return Err(Refusal::Unfit { stage: STAGE, reason });
    }
    for (next, most) in Way::ALL.into_iter().filter(|(next, _)| way.is_none_or(|way| way == *next)) {
        let most = if way.is_some() { u64::MAX } else { most };
        let Guided { program, guides } = prepare(program, next, watch)?;
        if let Some(grounding) = ground_whole(&program, next, &guides, watch, most)? {
            return Ok(grounding);
        }
    }
    unreachable!("no number of instances is too many for the last way")
}

/// The transformed program.
fn prepare(program: &Program, way: Way, watch: &Watch) -> Result<Guided, Refusal> {
    let separate = decompose::separate(program, &static_relations(program), watch)?;
    if way == Way::Whole {
        return Ok(Guided { program: separate, guides: Vec::new() });
    }
    let merged = merge::merge(&separate);
    let unfolded = unfold::unfold(&merged, &static_relations(&merged));
    let parts = decompose::decompose(&unfolded, |_| true, watch)?;
    match way {
        Way::OnDemand => demand::guide(&parts, &static_relations(&parts), watch),
        _ => Ok(Guided { program: parts, guides: Vec::new() }),
    }
}

/// `None` if there are more than `most` instances. Guides are derived, but not recorded.
fn ground_whole(
    program: &Program,
    way: Way,
    guides: &[bool],
    watch: &Watch,
    most: u64,
) -> Result<Option<Grounding>, Refusal> {
    let needed = needed(program);
    let mut fixpoint = Fixpoint::new(program, guides, watch, most);
    let mut is_static = static_relations(program);
    guides.iter().zip(&mut is_static).for_each(|(guide, is_static)| *is_static &= !guide);
    for component in static_components(program, &needed, &is_static) {
        let members: Vec<RelationId> = component.into_iter().map(RelationId).collect();
        if !fixpoint.complete(&members)? {
            return Ok(None);
        }
    }
    let roles: Vec<TermId> = fixpoint.rows_of(ROLE).map(|row| row[0]).collect();
    if roles.is_empty() || roles.len() > spinney::game::MAX_PLAYERS {
        let reason = format!("{} roles; 1 to {} are possible", roles.len(), spinney::game::MAX_PLAYERS);
        return Err(Refusal::Unfit { stage: STAGE, reason });
    }
    let initial: Vec<TermId> = fixpoint.rows_of(INIT).map(|row| row[0]).collect();
    fixpoint.open(&roles);
    let initial: Vec<u32> = initial.into_iter().map(|fact| fixpoint.add(TRUE, &[fact])).collect();
    let dynamic: Vec<RelationId> = (0..program.relations.len() as u32)
        .map(RelationId)
        .filter(|&relation| {
            needed[relation.index()] && !is_static[relation.index()] && relation != TRUE && relation != DOES
        })
        .collect();
    if !fixpoint.run(&dynamic)? {
        return Ok(None);
    }
    Ok(Some(fixpoint.finish(way, roles, initial)))
}

/// The atoms of relations that do not depend on the state, as rows of arguments without gaps, by relation.
pub(crate) struct StaticAtoms {
    /// By relation: whether it does not depend on the state.
    pub(crate) is_static: Vec<bool>,
    /// By relation; empty for the others.
    pub(crate) rows: Vec<Vec<TermId>>,
    /// By relation: the number of atoms.
    pub(crate) counts: Vec<u32>,
    /// The terms in them.
    pub(crate) terms: Terms,
}

/// Evaluates those of the needed relations that do not depend on the state; all that they depend on are needed too.
/// `None` if there are more than `most` derivations.
pub(crate) fn static_atoms(
    program: &Program,
    needed: &[bool],
    watch: &Watch,
    most: u64,
) -> Result<Option<StaticAtoms>, Refusal> {
    let is_static = static_relations(program);
    let mut fixpoint = Fixpoint::new(program, &[], watch, most);
    for component in static_components(program, needed, &is_static) {
        let members: Vec<RelationId> = component.into_iter().map(RelationId).collect();
        if !fixpoint.complete(&members)? {
            return Ok(None);
        }
    }
    let relations = || (0..program.relations.len() as u32).map(RelationId);
    let rows = relations().map(|relation| fixpoint.rows_of(relation).flatten().copied().collect()).collect();
    let counts = relations().map(|relation| fixpoint.rows_of(relation).count() as u32).collect();
    Ok(Some(StaticAtoms { is_static, rows, counts, terms: fixpoint.into_terms() }))
}

/// By relation: whether it affects the game.
fn needed(program: &Program) -> Vec<bool> {
    reached(program, vec![ROLE, INIT, LEGAL, NEXT, GOAL, TERMINAL])
}

/// By relation: whether it is one of these, or one of these depends on it.
pub(crate) fn reached(program: &Program, from: Vec<RelationId>) -> Vec<bool> {
    let mut bodies: Vec<Vec<RelationId>> = vec![Vec::new(); program.relations.len()];
    for rule in &program.rules {
        for literal in &rule.body {
            if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
                bodies[rule.head.relation.index()].push(atom.relation);
            }
        }
    }
    let mut needed = vec![false; program.relations.len()];
    let mut left = from;
    while let Some(relation) = left.pop() {
        if !std::mem::replace(&mut needed[relation.index()], true) {
            left.extend_from_slice(&bodies[relation.index()]);
        }
    }
    needed
}

/// By relation: whether it is evaluated once. The relations that make up the game are not, even if they are the same in
/// all states.
fn static_relations(program: &Program) -> Vec<bool> {
    let mut is_static = vec![true; program.relations.len()];
    let mut readers: Vec<Vec<RelationId>> = vec![Vec::new(); program.relations.len()];
    for rule in &program.rules {
        for literal in &rule.body {
            if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
                readers[atom.relation.index()].push(rule.head.relation);
            }
        }
    }
    let mut left = vec![TRUE, DOES, NEXT, LEGAL, GOAL, TERMINAL];
    while let Some(relation) = left.pop() {
        if std::mem::replace(&mut is_static[relation.index()], false) {
            left.extend_from_slice(&readers[relation.index()]);
        }
    }
    // The checker rejects rule sheets in which these depend on the state.
    is_static[ROLE.index()] = true;
    is_static[INIT.index()] = true;
    is_static
}

/// The static relations that are needed, dependencies first.
fn static_components(program: &Program, needed: &[bool], is_static: &[bool]) -> Vec<Vec<u32>> {
    let wanted = |relation: RelationId| needed[relation.index()] && is_static[relation.index()];
    let mut depends: Vec<Vec<u32>> = vec![Vec::new(); program.relations.len()];
    for rule in program.rules.iter().filter(|rule| wanted(rule.head.relation)) {
        for literal in &rule.body {
            if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
                depends[rule.head.relation.index()].push(atom.relation.0);
            }
        }
    }
    for list in &mut depends {
        list.sort_unstable();
        list.dedup();
    }
    let mut found = components(program.relations.len(), |relation| &depends[relation]);
    found.retain(|component| component.iter().all(|&relation| wanted(RelationId(relation))));
    found
}
