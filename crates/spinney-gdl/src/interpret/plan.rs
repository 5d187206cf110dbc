//! Compiles rules: the order of the conditions, and how each finds its rows.
//!
//! The order is chosen greedily. Conditions whose variables are all bound are tested immediately; otherwise the
//! condition that is expected to yield the fewest rows comes next, by the sizes of the relations at compile time (for
//! relations that depend on the state, in a sample state).

use super::fixed::ground;
use super::lexicon::Reader;
use super::tabling::{self, Ask, Tabled};
use super::views::{Shape, Store};
use crate::program::{Atom, Literal, Rule, Symbol, Term};
use crate::terms::TermId;

/// Where the rows of a relation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Among the relations that are being evaluated.
    Own,
    /// Among the relations that are the same in every state.
    Fixed,
    /// In this component that is derived on demand.
    Tabled(u32),
}

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
    /// The atom is, or is not, among the rows of a relation. Its place is not derived on demand.
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
    /// No row is needed: the question, which leaves nothing open, has to have, or not to have, an answer in this relation.
    Test { answers: usize, holds: bool },
}

/// A condition that binds variables, and the filters that can be applied then.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Where the view is.
    pub(super) place: Place,
    /// What has to be asked before its rows are complete, if they are derived on demand.
    pub(super) ask: Option<Ask>,
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
    place: Place,
    ask: Option<Ask>,
    view: usize,
    leaves: Vec<Operand>,
}

/// Compiles plans, and creates the views and indices that they need.
pub(super) struct Compiler<'a, 'b> {
    pub(super) reader: &'a mut Reader<'b>,
    /// The relations that are complete and the same in every state.
    pub(super) fixed: &'a mut Store,
    /// The relations that are being evaluated.
    pub(super) own: &'a mut Store,
    /// The components that are derived on demand.
    pub(super) tabled: &'a mut [Tabled],
    /// Where a relation is.
    pub(super) place: &'a dyn Fn(usize) -> Place,
    /// Whether a relation is not yet complete.
    pub(super) is_open: &'a dyn Fn(usize) -> bool,
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
            let pattern = self.pattern(left.remove(driver), &bound);
            steps.push(self.step(pattern, &mut bound, true));
        }
        loop {
            let placed = steps.last_mut().map_or(&mut filters, |step| &mut step.filters);
            self.place_filters(&mut left, &bound, placed);
            if enough.is_none() && rule.head.arguments.iter().all(|term| term.is_bound(&bound)) {
                enough = Some(steps.len());
            }
            let Some(next) = self.cheapest(&left, &bound) else { break };
            let literal = left.remove(next);
            let step = match self.tabled_place(literal) {
                Some(component) if literal.is_bound(&bound) => self.test(literal, component),
                _ => {
                    let pattern = self.pattern(literal, &bound);
                    self.step(pattern, &mut bound, false)
                }
            };
            steps.push(step);
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
        let is_ready = |literal: &mut &Literal| literal.is_bound(bound) && self.tabled_place(literal).is_none();
        let ready: Vec<&Literal> = left.extract_if(.., is_ready).collect();
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
            placed.push(Filter::Atom { fixed: (self.place)(relation) == Place::Fixed, relation, arguments, holds });
        }
    }

    /// The component of the relation of a literal, if it is derived on demand.
    fn tabled_place(&self, literal: &Literal) -> Option<u32> {
        match literal {
            Literal::Holds(atom) | Literal::Fails(atom) => match (self.place)(atom.relation.index()) {
                Place::Tabled(component) => Some(component),
                Place::Own | Place::Fixed => None,
            },
            Literal::Distinct(..) => None,
        }
    }

    /// The condition that is expected to yield the fewest rows.
    fn cheapest(&mut self, left: &[&Literal], bound: &[bool]) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for (at, literal) in left.iter().enumerate() {
            let cost = match (self.tabled_place(literal), literal) {
                // The first answer may take long, later ones are there.
                (Some(_), Literal::Holds(_) | Literal::Fails(_)) if literal.is_bound(bound) => 1.5,
                (Some(_), Literal::Holds(atom)) => 2.0 * (tabling::SIZE as f64).powf(free_share(atom, bound)),
                (None, Literal::Holds(_)) => {
                    let pattern = self.pattern(literal, bound);
                    self.estimate(&pattern, bound)
                }
                _ => continue,
            };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// The expected number of matching rows when these variables are bound.
    fn estimate(&mut self, pattern: &Pattern, bound: &[bool]) -> f64 {
        let columns = key_columns(&pattern.leaves, bound);
        let free = 1.0 - columns.len() as f64 / pattern.leaves.len().max(1) as f64;
        let is_fixed = pattern.place == Place::Fixed;
        let store = if is_fixed { &mut *self.fixed } else { &mut *self.own };
        if (self.is_open)(store.views[pattern.view].relation) {
            return 30_f64.powf(free);
        }
        store.follow_view(pattern.view, self.reader.terms());
        let rows = store.rows(pattern.view).len;
        if rows == 0 {
            return if is_fixed { 0.0 } else { 8_f64.powf(free) };
        }
        if columns.is_empty() {
            return rows as f64;
        }
        rows as f64 / store.keys(pattern.view, columns) as f64
    }

    /// A step that only asks whether an atom holds.
    fn test(&mut self, literal: &Literal, component: u32) -> Step {
        let (atom, holds) = match literal {
            Literal::Holds(atom) => (atom, true),
            Literal::Fails(atom) => (atom, false),
            Literal::Distinct(..) => unreachable!("it has no relation"),
        };
        let (ask, answers) = self.question(atom, component, vec![true; atom.arguments.len()]);
        let (place, access) = (Place::Tabled(component), Access::Test { answers, holds });
        Step { place, ask: Some(ask), view: 0, access, binds: Vec::new(), checks: Vec::new(), filters: Vec::new() }
    }

    /// A question about a component, and the relation of its answers.
    fn question(&mut self, atom: &Atom, component: u32, known: Vec<bool>) -> (Ask, usize) {
        let known_terms = atom.arguments.iter().zip(&known).filter(|(_, known)| **known).map(|(term, _)| term);
        let key = known_terms.map(|term| self.build(term)).collect();
        let (below, rest) = self.tabled.split_at_mut(component as usize);
        let copy = rest[0].pattern(atom.relation.index(), known, self.reader, self.fixed, below);
        (Ask::new(copy, key), copy.atoms.index())
    }

    fn step(&mut self, pattern: Pattern, bound: &mut [bool], driver: bool) -> Step {
        let Pattern { place, ask, view, leaves } = pattern;
        let columns = key_columns(&leaves, bound);
        let access = if driver {
            Access::Range
        } else if columns.is_empty() {
            Access::Scan
        } else {
            let key = columns.iter().map(|&column| leaves[column as usize]).collect();
            Access::Probe { index: self.index(place, view, columns.clone()), key }
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
        Step { place, ask, view, access, binds, checks, filters: Vec::new() }
    }

    fn store(&mut self, place: Place) -> &mut Store {
        match place {
            Place::Own => self.own,
            Place::Fixed => self.fixed,
            Place::Tabled(component) => &mut self.tabled[component as usize].store,
        }
    }

    fn index(&mut self, place: Place, view: usize, columns: Vec<u32>) -> usize {
        let index = self.store(place).index(view, columns);
        if place == Place::Fixed {
            self.fixed.follow_index(index, self.reader.terms());
        }
        index
    }

    fn pattern(&mut self, literal: &Literal, bound: &[bool]) -> Pattern {
        let Literal::Holds(atom) = literal else {
            unreachable!("only what holds has rows");
        };
        let Atom { relation, arguments } = atom;
        let place = (self.place)(relation.index());
        let (ask, relation) = match place {
            Place::Tabled(component) => {
                let known = arguments.iter().map(|term| term.is_bound(bound)).collect();
                let (ask, answers) = self.question(atom, component, known);
                (Some(ask), answers)
            }
            Place::Own | Place::Fixed => (None, relation.index()),
        };
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
        let view = self.store(place).view(relation, shape);
        if place == Place::Fixed {
            self.fixed.follow_view(view, self.reader.terms());
        }
        Pattern { place, ask, view, leaves }
    }

    /// A variable or a ground term.
    fn operand(&mut self, term: &Term) -> Operand {
        match term {
            Term::Variable(variable) => Operand::Variable(*variable),
            Term::Constant(symbol) => Operand::Constant(self.reader.intern(*symbol, &[])),
            Term::Function(..) => Operand::Constant(ground(self.reader, term)),
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

/// The share of the arguments that is not known.
fn free_share(atom: &Atom, bound: &[bool]) -> f64 {
    let free = atom.arguments.iter().filter(|term| !term.is_bound(bound)).count();
    free as f64 / atom.arguments.len().max(1) as f64
}
