//! The terms that can stand in each place of each relation: an over-approximation by columns.
//!
//! A column is the set of terms that one argument can be. A variable of a rule can be whatever all of its places in
//! conditions that hold allow; where it stands in the head, the column gets these terms. `true` has what `init` and
//! `next` have, `does` what `legal` has. Columns look into function terms, and the arguments of a function are columns
//! again. That is coarser than the reachable facts and cheaper by far, and it needs nothing but the rules.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Exceeded;
use super::pattern::{Pattern, Query};
use crate::program::{
    Atom, BASE, DOES, INIT, INPUT, LEGAL, Literal, NEXT, Program, RelationId, Rule, Symbol, TRUE, Term,
};
use crate::terms::{TermId, Terms};

/// A column, as an index.
pub(super) type ColumnId = u32;

/// The maximum of steps in computing the columns.
const MOST_WORK: u64 = 20_000_000;
/// The maximum nesting of terms.
const DEEPEST: u32 = 60;
/// The maximum number of terms that a column is written out to.
const MOST_TERMS: usize = 200_000;

#[derive(Default)]
struct Column {
    constants: Vec<Symbol>,
    known: FxHashSet<Symbol>,
    functions: Vec<(Symbol, Vec<ColumnId>)>,
    depth: u32,
}

/// The columns of all relations.
pub(super) struct Domains {
    columns: Vec<Column>,
    by_relation: Vec<Vec<ColumnId>>,
    /// By relation: some atom of it can hold.
    can_hold: Vec<bool>,
    listed: FxHashMap<ColumnId, Rc<[TermId]>>,
    work: u64,
}

impl Domains {
    /// The columns of a program; an error if its terms can grow without bound, or if there is too much to do.
    pub(super) fn of(program: &Program) -> Result<Self, Exceeded> {
        let mut domains = Domains {
            columns: Vec::new(),
            by_relation: Vec::new(),
            can_hold: vec![false; program.relations.len()],
            listed: FxHashMap::default(),
            work: 0,
        };
        for relation in &program.relations {
            let first = domains.columns.len() as u32;
            domains.columns.extend((0..relation.arity).map(|_| Column::default()));
            domains.by_relation.push((first..first + relation.arity as u32).collect());
        }
        let matters = |rule: &&Rule| rule.head.relation != BASE && rule.head.relation != INPUT;
        let (facts, rules): (Vec<&Rule>, Vec<&Rule>) =
            program.rules.iter().filter(matters).partition(|rule| rule.body.is_empty());
        for fact in facts {
            domains.apply(fact)?;
        }
        loop {
            let mut changed = false;
            for rule in &rules {
                changed |= domains.apply(rule)?;
            }
            for (from, to) in [(INIT, TRUE), (NEXT, TRUE), (LEGAL, DOES)] {
                changed |= domains.copy(from, to)?;
            }
            if !changed {
                return Ok(domains);
            }
        }
    }

    fn spend(&mut self, work: usize) -> Result<(), Exceeded> {
        self.work += work as u64;
        if self.work > MOST_WORK { Err(Exceeded::All) } else { Ok(()) }
    }

    fn copy(&mut self, from: RelationId, to: RelationId) -> Result<bool, Exceeded> {
        if !self.can_hold[from.index()] {
            return Ok(false);
        }
        let mut changed = !std::mem::replace(&mut self.can_hold[to.index()], true);
        for at in 0..self.by_relation[from.index()].len() {
            let (from, to) = (self.by_relation[from.index()][at], self.by_relation[to.index()][at]);
            changed |= self.merge(to, &[from])?;
        }
        Ok(changed)
    }

    /// Adds what a rule derives; whether that is anything new.
    fn apply(&mut self, rule: &Rule) -> Result<bool, Exceeded> {
        let mut places = vec![Vec::new(); rule.variables as usize];
        self.spend(1 + rule.body.len())?;
        for literal in &rule.body {
            if let Literal::Holds(atom) = literal
                && !(self.can_hold[atom.relation.index()] && self.place_all(atom, &mut places))
            {
                return Ok(false);
            }
        }
        if places.iter().any(|places| places.len() > 1 && !self.meet(places)) {
            return Ok(false);
        }
        let head = rule.head.relation.index();
        let mut changed = !std::mem::replace(&mut self.can_hold[head], true);
        for (at, term) in rule.head.arguments.iter().enumerate() {
            changed |= self.add(term, self.by_relation[head][at], &places)?;
        }
        Ok(changed)
    }

    /// Notes the columns of the variables of an atom; `false` if it cannot hold.
    fn place_all(&self, atom: &Atom, places: &mut [Vec<ColumnId>]) -> bool {
        let columns = &self.by_relation[atom.relation.index()];
        atom.arguments.iter().zip(columns).all(|(term, &column)| self.place(term, column, places))
    }

    fn place(&self, term: &Term, column: ColumnId, places: &mut [Vec<ColumnId>]) -> bool {
        match term {
            Term::Variable(variable) => {
                let places = &mut places[*variable as usize];
                if !places.contains(&column) {
                    places.push(column);
                }
                true
            }
            Term::Constant(symbol) => self.columns[column as usize].known.contains(symbol),
            Term::Function(symbol, arguments) => match self.function(column, *symbol) {
                Some(columns) => {
                    arguments.iter().zip(columns).all(|(argument, &column)| self.place(argument, column, places))
                }
                None => false,
            },
        }
    }

    fn function(&self, column: ColumnId, symbol: Symbol) -> Option<&[ColumnId]> {
        let functions = &self.columns[column as usize].functions;
        functions.iter().find(|(name, _)| *name == symbol).map(|(_, columns)| &columns[..])
    }

    /// The columns of the arguments of a function in a column, new or existing, and whether they are new.
    fn open(&mut self, column: ColumnId, symbol: Symbol, arity: usize) -> Result<(Vec<ColumnId>, bool), Exceeded> {
        if let Some(known) = self.function(column, symbol) {
            return Ok((known.to_vec(), false));
        }
        let depth = self.columns[column as usize].depth + 1;
        self.spend(arity)?;
        if depth > DEEPEST {
            return Err(Exceeded::All);
        }
        let first = self.columns.len() as u32;
        self.columns.extend((0..arity).map(|_| Column { depth, ..Column::default() }));
        let columns: Vec<ColumnId> = (first..first + arity as u32).collect();
        self.columns[column as usize].functions.push((symbol, columns.clone()));
        Ok((columns, true))
    }

    fn add_constant(&mut self, column: ColumnId, symbol: Symbol) -> bool {
        let column = &mut self.columns[column as usize];
        let new = column.known.insert(symbol);
        if new {
            column.constants.push(symbol);
        }
        new
    }

    fn add(&mut self, term: &Term, column: ColumnId, places: &[Vec<ColumnId>]) -> Result<bool, Exceeded> {
        match term {
            Term::Variable(variable) => self.merge(column, &places[*variable as usize]),
            Term::Constant(symbol) => Ok(self.add_constant(column, *symbol)),
            Term::Function(symbol, arguments) => {
                let (columns, mut changed) = self.open(column, *symbol, arguments.len())?;
                for (argument, column) in arguments.iter().zip(columns) {
                    changed |= self.add(argument, column, places)?;
                }
                Ok(changed)
            }
        }
    }

    /// Whether some term is in all of these columns.
    fn meet(&self, columns: &[ColumnId]) -> bool {
        let Some((&first, others)) = columns.split_first() else { return true };
        let first = &self.columns[first as usize];
        first.constants.iter().any(|symbol| self.all_know(others, *symbol))
            || first.functions.iter().any(|(symbol, columns)| {
                self.across(columns, others, *symbol)
                    .is_some_and(|across| across.iter().all(|columns| self.meet(columns)))
            })
    }

    fn all_know(&self, columns: &[ColumnId], symbol: Symbol) -> bool {
        columns.iter().all(|&column| self.columns[column as usize].known.contains(&symbol))
    }

    /// The columns of each argument of a function that all of these columns have.
    fn across(&self, columns: &[ColumnId], others: &[ColumnId], symbol: Symbol) -> Option<Vec<Vec<ColumnId>>> {
        let mut across: Vec<Vec<ColumnId>> = columns.iter().map(|&column| vec![column]).collect();
        for &other in others {
            let columns = self.function(other, symbol)?;
            across.iter_mut().zip(columns).for_each(|(list, &column)| list.push(column));
        }
        Some(across)
    }

    /// Adds the terms that are in all of these columns to another one.
    fn merge(&mut self, to: ColumnId, columns: &[ColumnId]) -> Result<bool, Exceeded> {
        let Some((&first, others)) = columns.split_first() else { return Ok(false) };
        if columns.contains(&to) {
            return Ok(false);
        }
        let mut changed = false;
        let constants = self.columns[first as usize].constants.len();
        self.spend(constants)?;
        for at in 0..constants {
            let symbol = self.columns[first as usize].constants[at];
            if self.all_know(others, symbol) {
                changed |= self.add_constant(to, symbol);
            }
        }
        for at in 0..self.columns[first as usize].functions.len() {
            let (symbol, columns) = &self.columns[first as usize].functions[at];
            let Some(across) = self.across(columns, others, *symbol) else { continue };
            if across.iter().all(|columns| self.meet(columns)) {
                let (to, new) = self.open(to, *symbol, across.len())?;
                changed |= new;
                for (to, columns) in to.into_iter().zip(across) {
                    changed |= self.merge(to, &columns)?;
                }
            }
        }
        Ok(changed)
    }

    /// The terms of an argument of a relation that are constants, in the order of the rule sheet.
    pub(super) fn constants(&self, relation: RelationId, argument: usize) -> &[Symbol] {
        &self.columns[self.by_relation[relation.index()][argument] as usize].constants
    }

    /// The columns of the free places of a query, by their numbers; `None` if no atom of it can hold.
    pub(super) fn open_places(&self, query: &Query, terms: &Terms) -> Option<Vec<Vec<ColumnId>>> {
        if !self.can_hold[query.relation.index()] {
            return None;
        }
        let mut places = Vec::new();
        let columns = &self.by_relation[query.relation.index()];
        let fits =
            query.arguments.iter().zip(columns).all(|(term, &column)| self.fits(term, column, terms, &mut places));
        (fits && places.iter().all(|places: &Vec<ColumnId>| places.len() <= 1 || self.meet(places))).then_some(places)
    }

    fn fits(&self, pattern: &Pattern, column: ColumnId, terms: &Terms, places: &mut Vec<Vec<ColumnId>>) -> bool {
        match pattern {
            Pattern::Is(term) => self.contains(column, *term, terms),
            Pattern::Free(number) => {
                let number = *number as usize;
                if places.len() <= number {
                    places.resize(number + 1, Vec::new());
                }
                places[number].push(column);
                true
            }
            Pattern::Of(symbol, arguments) => match self.function(column, *symbol) {
                Some(columns) => {
                    arguments.iter().zip(columns).all(|(argument, &column)| self.fits(argument, column, terms, places))
                }
                None => false,
            },
        }
    }

    fn contains(&self, column: ColumnId, term: TermId, terms: &Terms) -> bool {
        let arguments = terms.arguments(term);
        if arguments.is_empty() {
            return self.columns[column as usize].known.contains(&terms.symbol(term));
        }
        match self.function(column, terms.symbol(term)) {
            Some(columns) => {
                arguments.iter().zip(columns).all(|(&argument, &column)| self.contains(column, argument, terms))
            }
            None => false,
        }
    }

    /// About how many terms are in a column.
    pub(super) fn size(&self, column: ColumnId) -> f64 {
        let Column { constants, functions, .. } = &self.columns[column as usize];
        let of = |columns: &Vec<ColumnId>| columns.iter().map(|&column| self.size(column)).product::<f64>();
        constants.len() as f64 + functions.iter().map(|(_, columns)| of(columns)).sum::<f64>()
    }

    /// The terms that are in all of these columns.
    pub(super) fn list(&mut self, columns: &[ColumnId], terms: &mut Terms) -> Result<Vec<TermId>, Exceeded> {
        let Some((&first, others)) = columns.split_first() else { return Ok(Vec::new()) };
        let all = self.write_out(first, terms)?;
        let in_all = |term: &&TermId| others.iter().all(|&column| self.contains(column, **term, terms));
        Ok(all.iter().filter(in_all).copied().collect())
    }

    fn write_out(&mut self, column: ColumnId, terms: &mut Terms) -> Result<Rc<[TermId]>, Exceeded> {
        if let Some(known) = self.listed.get(&column) {
            return Ok(known.clone());
        }
        if self.size(column) > MOST_TERMS as f64 {
            return Err(Exceeded::Work);
        }
        let mut list: Vec<TermId> =
            self.columns[column as usize].constants.iter().map(|&symbol| terms.intern(symbol, &[])).collect();
        for at in 0..self.columns[column as usize].functions.len() {
            let (symbol, columns) = self.columns[column as usize].functions[at].clone();
            let mut lists = Vec::with_capacity(columns.len());
            for column in columns {
                lists.push(self.write_out(column, terms)?);
            }
            let lists: Vec<&[TermId]> = lists.iter().map(|list| &list[..]).collect();
            each_combination(&lists, |arguments| list.push(terms.intern(symbol, arguments)));
        }
        let list: Rc<[TermId]> = list.into();
        self.listed.insert(column, list.clone());
        Ok(list)
    }
}

/// Calls `visit` with every choice of one element per list; once if there are no lists.
pub(super) fn each_combination(lists: &[&[TermId]], mut visit: impl FnMut(&[TermId])) {
    if lists.iter().any(|list| list.is_empty()) {
        return;
    }
    let mut at = vec![0; lists.len()];
    let mut chosen: Vec<TermId> = lists.iter().map(|list| list[0]).collect();
    loop {
        visit(&chosen);
        let Some(turned) = (0..lists.len()).rev().find(|&place| at[place] + 1 < lists[place].len()) else { return };
        at[turned] += 1;
        at[turned + 1..].fill(0);
        for place in turned..lists.len() {
            chosen[place] = lists[place][at[place]];
        }
    }
}
