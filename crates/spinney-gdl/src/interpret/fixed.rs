//! The relations that are the same in every state, evaluated once.
//!
//! Facts may be many. What rules derive from them is limited: a component that takes more work than a counted share, or
//! more memory than there is, is [derived on demand](super::tabling) instead. So neither the time that is left nor the
//! speed of the machine decides which are.

use std::sync::Arc;

use super::components::{Component, Components};
use super::join::{Evaluation, Work};
use super::lexicon::{Lexicon, Reader};
use super::plan::Place;
use super::prepare::{Bench, compile};
use super::tables::Table;
use super::tabling::{self, Tabled};
use super::views::Store;
use crate::limits::{Refusal, Watch};
use crate::program::{
    Atom, Dependence, GOAL, INIT, KEYWORDS, LEGAL, Literal, NEXT, Program, ROLE, Relation, RelationId, Rule, TERMINAL,
    Term,
};
use crate::terms::TermId;

/// The work in rows that may be spent on all components, and on one of them: some tenths of a second each. The last ones
/// get half of what is left.
const WORK: u64 = 8_000_000;
const WORK_OF_ONE: u64 = 2_000_000;
/// The share of the time for those that may be derived on demand: the counted work is far less on most machines.
const TIME: f64 = 0.4;
/// Fewer facts of a relation are rules like the others.
const FEW: usize = 4;
/// The maximum number of components that are derived on demand: each may ask another one.
const MOST_TABLED: usize = 100;

/// What is the same in every state.
pub(super) struct Fixed {
    /// What is left to be evaluated: the rules of all other relations.
    pub(super) program: Arc<Program>,
    pub(super) lexicon: Lexicon,
    pub(super) store: Store,
    pub(super) tabled: Vec<Tabled>,
    /// Where each relation is; those that depend on the state are elsewhere.
    pub(super) places: Vec<Place>,
    /// The number of rows of each relation, as far as it is known.
    pub(super) sizes: Vec<usize>,
    pub(super) roles: Vec<TermId>,
    pub(super) init: Vec<TermId>,
}

/// What components that may be derived on demand can use.
struct Shares {
    /// Work in rows.
    left: u64,
    watch: Watch,
}

impl Clone for Fixed {
    fn clone(&self) -> Self {
        Fixed {
            program: Arc::clone(&self.program),
            lexicon: self.lexicon.copy(),
            store: self.store.clone(),
            tabled: self.tabled.clone(),
            places: self.places.clone(),
            sizes: self.sizes.clone(),
            roles: self.roles.clone(),
            init: self.init.clone(),
        }
    }
}

impl Fixed {
    /// Evaluates what the game needs of it; nothing that can be derived on demand, if `on_demand` is set.
    pub(super) fn new(program: &Program, on_demand: bool, watch: &Watch) -> Result<Self, Refusal> {
        let program = Arc::new(with_facts_apart(program));
        let relations = program.relations.len();
        let mut fixed = Fixed {
            lexicon: Lexicon::new(program.symbols.clone()),
            store: Store::new(program.relations.iter().map(|relation| relation.arity)),
            tabled: Vec::new(),
            places: vec![Place::Own; relations],
            sizes: vec![0; relations],
            roles: Vec::new(),
            init: Vec::new(),
            program: Arc::clone(&program),
        };
        let components = Components::new(&program);
        let mut own = Store::new(program.relations.iter().map(|relation| relation.arity));
        let mut work = Work::default();
        let mut shares = Shares { left: if on_demand { 0 } else { WORK }, watch: watch.part(TIME) };
        for number in components.needed(&[ROLE, INIT, LEGAL, TERMINAL, GOAL, NEXT]) {
            let component = &components.all[number];
            if component.dependence == Dependence::Static {
                fixed.add(component, &components.members(number), &mut own, &mut work, &mut shares, watch)?;
            }
        }
        let mut rest = (*program).clone();
        rest.rules.retain(|rule| program.relations[rule.head.relation.index()].dependence != Dependence::Static);
        fixed.program = Arc::new(rest);
        fixed.roles = fixed.constants(ROLE);
        fixed.init = fixed.constants(INIT);
        fixed.init.sort_unstable();
        Ok(fixed)
    }

    /// Evaluates a component whose dependencies are there.
    fn add(
        &mut self,
        component: &Component,
        members: &[usize],
        own: &mut Store,
        work: &mut Work,
        shares: &mut Shares,
        watch: &Watch,
    ) -> Result<(), Refusal> {
        let program = Arc::clone(&self.program);
        let rules = component.rules.iter().map(|&rule| &program.rules[rule]);
        if rules.clone().all(is_fact) {
            self.add_facts(rules, members, watch)?;
            return Ok(());
        }
        let needed_whole = [ROLE, INIT, LEGAL, TERMINAL, GOAL, NEXT];
        let is_optional = self.tabled.len() < MOST_TABLED
            && !members.iter().any(|&member| needed_whole.iter().any(|keyword| keyword.index() == member));
        let before = work.done;
        let share = WORK_OF_ONE.min(shares.left / 2);
        let watch = if is_optional { &shares.watch } else { watch };
        work.allow(if is_optional { before + share } else { u64::MAX });
        let places = &self.places;
        let mut reader = self.lexicon.reader();
        let (fixed, tabled) = (&mut self.store, &mut self.tabled[..]);
        let mut bench = Bench { program: &program, reader: &mut reader, fixed, own, tabled, places, watch };
        let mut derive = || {
            let compiled = compile(&mut bench, component)?;
            Evaluation::new(bench.reader, bench.fixed, bench.own, bench.tabled, work, watch).complete(&compiled)
        };
        let derived = if is_optional && share == 0 { None } else { Some(derive()) };
        drop(reader);
        let derived = match derived.transpose().map(|derived| derived.is_some()) {
            Err(Refusal::Memory { .. } | Refusal::Time { .. }) if is_optional => false,
            derived => derived?,
        };
        shares.left = shares.left.saturating_sub((work.done - before).min(share));
        own.forget_views();
        for &member in members {
            let empty = Table::new(program.relations[member].arity);
            let table = std::mem::replace(&mut own.tables[member], empty);
            if derived {
                self.sizes[member] = table.len();
                self.store.tables[member] = table;
                self.places[member] = Place::Fixed;
            } else {
                self.sizes[member] = tabling::SIZE;
            }
        }
        if !derived {
            let tabled = Tabled::new(&program, members, &component.rules, &self.places, self.sizes.clone());
            self.tabled.push(tabled);
            let place = Place::Tabled(self.tabled.len() as u32 - 1);
            members.iter().for_each(|&member| self.places[member] = place);
        }
        Ok(())
    }

    /// Adds relations that have no rules but facts.
    fn add_facts<'r>(
        &mut self,
        facts: impl Iterator<Item = &'r Rule>,
        members: &[usize],
        watch: &Watch,
    ) -> Result<(), Refusal> {
        let mut reader = self.lexicon.reader();
        let mut row = Vec::new();
        for (number, fact) in facts.enumerate() {
            if number % 1024 == 0 {
                watch.check("reading facts", self.store.bytes())?;
            }
            row.clear();
            row.extend(fact.head.arguments.iter().map(|term| ground(&mut reader, term)));
            self.store.tables[fact.head.relation.index()].insert(&row);
        }
        for &member in members {
            self.sizes[member] = self.store.tables[member].len();
            self.places[member] = Place::Fixed;
        }
        Ok(())
    }

    /// A size for every relation: of those that are derived on demand, what is assumed of them; of all others, this one.
    pub(super) fn assumed(&self, size: usize) -> Vec<usize> {
        let is_tabled = |place: &Place| matches!(place, Place::Tabled(_));
        self.places.iter().map(|place| if is_tabled(place) { tabling::SIZE } else { size }).collect()
    }

    /// The first arguments of a relation, in the order of the rule sheet.
    fn constants(&self, relation: RelationId) -> Vec<TermId> {
        let table = &self.store.tables[relation.index()];
        (0..table.len()).map(|row| table.row(row)[0]).collect()
    }
}

/// The program with the facts of each relation that also has rules, and is the same in every state, in a relation of
/// their own: facts are found by indices, and rules are tried one by one.
fn with_facts_apart(program: &Program) -> Program {
    let mut facts = vec![0; program.relations.len()];
    let mut has_rules = vec![false; program.relations.len()];
    for rule in &program.rules {
        let head = rule.head.relation.index();
        if is_fact(rule) { facts[head] += 1 } else { has_rules[head] = true }
    }
    let mut program = program.clone();
    let mut apart = vec![None; facts.len()];
    for relation in KEYWORDS.len()..facts.len() {
        let Relation { arity, dependence, .. } = program.relations[relation];
        if dependence == Dependence::Static && has_rules[relation] && facts[relation] >= FEW {
            let table = program.add_auxiliary("facts", arity, &[]);
            apart[relation] = Some(table);
            let arguments: Vec<Term> = (0..arity as u32).map(Term::Variable).collect();
            let head = Atom { relation: RelationId(relation as u32), arguments: arguments.clone() };
            let body = vec![Literal::Holds(Atom { relation: table, arguments })];
            program.rules.push(Rule { head, body, variables: arity as u32, line: 0 });
        }
    }
    for rule in program.rules.iter_mut().filter(|rule| is_fact(rule)) {
        if let Some(Some(table)) = apart.get(rule.head.relation.index()) {
            rule.head.relation = *table;
        }
    }
    program
}

/// A term without variables.
pub(super) fn ground(reader: &mut Reader<'_>, term: &Term) -> TermId {
    match term {
        Term::Constant(symbol) => reader.intern(*symbol, &[]),
        Term::Function(symbol, arguments) => {
            let arguments: Vec<TermId> = arguments.iter().map(|argument| ground(reader, argument)).collect();
            reader.intern(*symbol, &arguments)
        }
        Term::Variable(_) => unreachable!("the term is ground"),
    }
}

fn is_fact(rule: &Rule) -> bool {
    rule.body.is_empty()
}
