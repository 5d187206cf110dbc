//! Compiles rules: the order of the conditions, and how each finds its rows.
//!
//! The order is chosen greedily. Conditions whose variables are all bound are tested immediately; otherwise the
//! condition that is expected to yield the fewest rows comes next, by the sizes of the relations at compile time (for
//! relations that depend on the state, in a sample state).

use rustc_hash::{FxHashMap, FxHashSet};

use super::lexicon::Reader;
use super::views::{Shape, Store};
use crate::program::{Atom, Literal, Rule, Symbol, Term};
use crate::terms::TermId;

/// A value that is known when it is needed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    Constant(TermId),
    Variable(u32),
}

/// One step of building a function term, in postfix order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Value(Operand),
    /// Builds a term from this many values.
    Function(Symbol, u32),
}

/// How to build a term.
#[derive(Clone, Debug)]
pub(super) enum Build {
    Value(Operand),
    Term(Box<[Part]>),
}

/// A condition on bound variables.
#[derive(Clone, Debug)]
pub(super) enum Filter {
    /// The atom is, or is not, among the rows of a relation.
    Atom { fixed: bool, relation: usize, arguments: Vec<Build>, holds: bool },
    /// The terms differ.
    Distinct(Build, Build),
}

/// How the rows of a step are found.
#[derive(Clone, Debug)]
pub(super) enum Access {
    /// All rows of the view.
    Scan,
    /// The new rows of the view: those that drive a rule within a recursion.
    Range,
    /// The rows with these values in the columns of an index.
    Probe { index: usize, key: Vec<Operand> },
}

/// A condition that binds variables, and the filters that can be applied then.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Whether the view belongs to the relations that are the same in every state.
    pub(super) fixed: bool,
    pub(super) view: usize,
    pub(super) access: Access,
    /// Columns that bind variables.
    pub(super) binds: Vec<(u32, u32)>,
    /// Columns to be compared after that.
    pub(super) checks: Vec<(u32, Operand)>,
    pub(super) filters: Vec<Filter>,
}

/// A compiled rule.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) relation: usize,
    pub(super) head: Vec<Build>,
    pub(super) variables: usize,
    /// Filters without variables.
    pub(super) filters: Vec<Filter>,
    pub(super) steps: Vec<Step>,
    /// The number of steps after which the head is known: later ones need only one solution.
    pub(super) enough: usize,
}

/// A literal as a view with operands for the columns.
struct Pattern {
    fixed: bool,
    view: usize,
    leaves: Vec<Operand>,
}

type Key = (bool, usize, Vec<u32>);

/// Compiles plans, and creates the views and indices that they need.
pub(super) struct Compiler<'a, 'b> {
    pub(super) reader: &'a mut Reader<'b>,
    /// The relations that are complete and the same in every state.
    pub(super) fixed: &'a mut Store,
    /// The relations that are being evaluated.
    pub(super) own: &'a mut Store,
    pub(super) names: &'a mut Names,
    /// Whether a relation belongs to `fixed`.
    pub(super) is_fixed: &'a dyn Fn(usize) -> bool,
    /// Whether a relation is not yet complete.
    pub(super) is_open: &'a dyn Fn(usize) -> bool,
}

/// The existing views and indices, with statistics.
#[derive(Default)]
pub(super) struct Names {
    views: FxHashMap<(bool, usize, Shape), usize>,
    indices: FxHashMap<Key, usize>,
    /// Numbers of different keys by view and columns.
    keys: FxHashMap<Key, usize>,
}

impl Compiler<'_, '_> {
    /// The plan of a rule; with `driver`, it is driven by the new rows of that condition.
    pub(super) fn compile(&mut self, rule: &Rule, driver: Option<usize>) -> Plan {
        let mut bound = vec![false; rule.variables as usize];
        let mut left: Vec<&Literal> = rule.body.iter().collect();
        let mut steps: Vec<Step> = Vec::new();
        let mut filters = Vec::new();
        let mut enough = None;
        if let Some(driver) = driver {
            let pattern = self.pattern(left.remove(driver));
            steps.push(self.step(pattern, &mut bound, true));
        }
        loop {
            let placed = steps.last_mut().map_or(&mut filters, |step| &mut step.filters);
            self.place_filters(&mut left, &bound, placed);
            if enough.is_none() && rule.head.arguments.iter().all(|term| term.is_bound(&bound)) {
                enough = Some(steps.len());
            }
            let Some(next) = self.cheapest(&left, &bound) else { break };
            let pattern = self.pattern(left.remove(next));
            steps.push(self.step(pattern, &mut bound, false));
        }
        debug_assert!(left.is_empty(), "the rule is safe");
        Plan {
            relation: rule.head.relation.index(),
            head: rule.head.arguments.iter().map(|term| self.build(term)).collect(),
            variables: rule.variables as usize,
            filters,
            enough: enough.unwrap_or(steps.len()),
            steps,
        }
    }

    fn place_filters(&mut self, left: &mut Vec<&Literal>, bound: &[bool], placed: &mut Vec<Filter>) {
        let ready: Vec<&Literal> = left.extract_if(.., |literal| literal.is_bound(bound)).collect();
        // Comparisons are cheaper than searches.
        for literal in &ready {
            if let Literal::Distinct(a, b) = literal {
                placed.push(Filter::Distinct(self.build(a), self.build(b)));
            }
        }
        for literal in &ready {
            let (atom, holds) = match literal {
                Literal::Holds(atom) => (atom, true),
                Literal::Fails(atom) => (atom, false),
                Literal::Distinct(..) => continue,
            };
            let relation = atom.relation.index();
            let arguments = atom.arguments.iter().map(|term| self.build(term)).collect();
            placed.push(Filter::Atom { fixed: (self.is_fixed)(relation), relation, arguments, holds });
        }
    }

    /// The condition that is expected to yield the fewest rows.
    fn cheapest(&mut self, left: &[&Literal], bound: &[bool]) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (at, literal) in left.iter().enumerate() {
            if let Literal::Holds(_) = literal {
                let pattern = self.pattern(literal);
                let cost = self.estimate(&pattern, bound);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, at));
                }
            }
        }
        best.map(|(_, at)| at)
    }

    /// The expected number of matching rows when these variables are bound.
    fn estimate(&mut self, pattern: &Pattern, bound: &[bool]) -> f64 {
        let columns = key_columns(&pattern.leaves, bound);
        let free = 1.0 - columns.len() as f64 / pattern.leaves.len().max(1) as f64;
        let store = if pattern.fixed { &mut *self.fixed } else { &mut *self.own };
        if (self.is_open)(store.views[pattern.view].relation) {
            return 30_f64.powf(free);
        }
        store.follow_view(pattern.view, self.reader.terms());
        let rows = store.rows(pattern.view);
        if rows.len == 0 {
            return if pattern.fixed { 0.0 } else { 8_f64.powf(free) };
        }
        if columns.is_empty() {
            return rows.len as f64;
        }
        let keys =
            self.names.keys.entry((pattern.fixed, pattern.view, columns)).or_insert_with_key(|(_, _, columns)| {
                let key = |row| columns.iter().map(|&column| rows.row(row)[column as usize]).collect::<Vec<_>>();
                (0..rows.len as u32).map(key).collect::<FxHashSet<_>>().len()
            });
        rows.len as f64 / *keys as f64
    }

    fn step(&mut self, pattern: Pattern, bound: &mut [bool], driver: bool) -> Step {
        let Pattern { fixed, view, leaves } = pattern;
        let columns = key_columns(&leaves, bound);
        let access = if driver {
            Access::Range
        } else if columns.is_empty() {
            Access::Scan
        } else {
            let key = columns.iter().map(|&column| leaves[column as usize]).collect();
            Access::Probe { index: self.index(fixed, view, columns.clone()), key }
        };
        let (mut binds, mut checks) = (Vec::new(), Vec::new());
        for (column, &leaf) in leaves.iter().enumerate() {
            let column = column as u32;
            match leaf {
                Operand::Variable(variable) if !bound[variable as usize] => {
                    bound[variable as usize] = true;
                    binds.push((column, variable));
                }
                _ if driver || !columns.contains(&column) => checks.push((column, leaf)),
                _ => {}
            }
        }
        Step { fixed, view, access, binds, checks, filters: Vec::new() }
    }

    fn index(&mut self, fixed: bool, view: usize, columns: Vec<u32>) -> usize {
        let store = if fixed { &mut *self.fixed } else { &mut *self.own };
        let index = *self
            .names
            .indices
            .entry((fixed, view, columns))
            .or_insert_with_key(|(_, _, columns)| store.add_index(view, columns.clone()));
        if fixed {
            store.follow_index(index, self.reader.terms());
        }
        index
    }

    fn pattern(&mut self, literal: &Literal) -> Pattern {
        let Literal::Holds(Atom { relation, arguments }) = literal else {
            unreachable!("only what holds has rows");
        };
        let relation = relation.index();
        let mut places: Vec<&Term> = arguments.iter().collect();
        let mut shape = Shape { functions: Vec::new(), columns: Vec::new() };
        let mut leaves = Vec::new();
        let mut at = 0;
        while at < places.len() {
            let term = places[at];
            match term {
                Term::Function(symbol, arguments) if !term.is_ground() => {
                    shape.functions.push((at as u32, *symbol, arguments.len() as u32));
                    places.extend(arguments);
                }
                _ => {
                    shape.columns.push(at as u32);
                    leaves.push(self.operand(term));
                }
            }
            at += 1;
        }
        let fixed = (self.is_fixed)(relation);
        let store = if fixed { &mut *self.fixed } else { &mut *self.own };
        let view = *self
            .names
            .views
            .entry((fixed, relation, shape))
            .or_insert_with_key(|(_, _, shape)| store.add_view(relation, shape.clone()));
        if fixed {
            store.follow_view(view, self.reader.terms());
        }
        Pattern { fixed, view, leaves }
    }

    /// A variable or a ground term.
    fn operand(&mut self, term: &Term) -> Operand {
        match term {
            Term::Variable(variable) => Operand::Variable(*variable),
            Term::Constant(symbol) => Operand::Constant(self.reader.intern(*symbol, &[])),
            Term::Function(symbol, arguments) => {
                let arguments: Vec<TermId> = arguments
                    .iter()
                    .map(|argument| match self.operand(argument) {
                        Operand::Constant(term) => term,
                        Operand::Variable(_) => unreachable!("the term is ground"),
                    })
                    .collect();
                Operand::Constant(self.reader.intern(*symbol, &arguments))
            }
        }
    }

    fn build(&mut self, term: &Term) -> Build {
        if matches!(term, Term::Function(..)) && !term.is_ground() {
            let mut parts = Vec::new();
            self.parts(term, &mut parts);
            return Build::Term(parts.into_boxed_slice());
        }
        Build::Value(self.operand(term))
    }

    fn parts(&mut self, term: &Term, parts: &mut Vec<Part>) {
        match term {
            Term::Function(symbol, arguments) if !term.is_ground() => {
                arguments.iter().for_each(|argument| self.parts(argument, parts));
                parts.push(Part::Function(*symbol, arguments.len() as u32));
            }
            _ => parts.push(Part::Value(self.operand(term))),
        }
    }
}

/// The columns whose values are known.
fn key_columns(leaves: &[Operand], bound: &[bool]) -> Vec<u32> {
    let known = |leaf: &Operand| match leaf {
        Operand::Constant(_) => true,
        Operand::Variable(variable) => bound[*variable as usize],
    };
    (0..leaves.len() as u32).filter(|&column| known(&leaves[column as usize])).collect()
}
