//! Compiles rules to join plans: the order of the literals, the index of each lookup, and the variables bound.

use crate::program::{Atom, Literal, RelationId, Rule, Symbol, Term};
use crate::terms::{TermId, Terms};

use super::tables::{Shape, Table};

/// A term to be built from bound variables.
#[derive(Clone, Debug)]
pub(super) enum Build {
    /// A ground term.
    Term(TermId),
    /// A bound variable.
    Variable(u32),
    /// A function of such terms.
    Function(Symbol, Box<[Build]>),
}

/// A pattern for a term of an atom.
#[derive(Clone, Debug)]
pub(super) enum Match {
    /// It must be this term.
    Term(TermId),
    /// It must be what the variable is bound to.
    Bound(u32),
    /// It is bound to the variable.
    Bind(u32),
    /// It must be such a function, with arguments that match.
    Function(Symbol, Box<[Match]>),
}

/// The rows of a table that are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Those of earlier rounds.
    Old,
    /// Those of the last round.
    New,
    /// Both.
    All,
}

/// One step of a plan.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Every row of a span that matches.
    Scan { relation: RelationId, span: Span, matches: Box<[Match]>, literal: u32 },
    /// Every row that an index finds and that matches.
    Lookup { relation: RelationId, span: Span, index: u32, keys: Box<[Build]>, matches: Box<[Match]>, literal: u32 },
    /// The one row that is bound already, if it is in the span.
    Find { relation: RelationId, span: Span, arguments: Box<[Build]>, literal: u32 },
    /// The terms differ.
    Distinct(Build, Build),
    /// No such atom: only for relations that are complete.
    Absent { relation: RelationId, arguments: Box<[Build]> },
}

/// A rule with one of its literals driving.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The relation of the head.
    pub head: RelationId,
    /// The arguments of the head.
    pub arguments: Box<[Build]>,
    /// Literals whose rows are recorded, by their number, with their relations.
    pub positive: Vec<(u32, RelationId)>,
    /// Negated atoms that are recorded.
    pub negative: Vec<(RelationId, Box<[Build]>)>,
    /// The number of variables.
    pub variables: usize,
    /// The number of literals.
    pub literals: usize,
}

/// Compiles plans for the rules of a program.
pub(super) struct Planner<'a> {
    /// Ground terms of rules are interned here.
    pub terms: &'a mut Terms,
    /// The tables that get the indices.
    pub tables: &'a mut [Table],
    /// By relation: its table is complete.
    pub complete: &'a [bool],
}

impl Planner<'_> {
    /// The plan of a rule in which `driver`, a positive literal of the body, reads the new rows; `None` for a rule that
    /// is evaluated once. Literals before the driver that are not complete read the old rows, so that every combination
    /// occurs once.
    pub(super) fn plan(&mut self, rule: &Rule, driver: Option<usize>) -> Plan {
        let mut bound = vec![false; rule.variables as usize];
        let mut left: Vec<usize> = (0..rule.body.len()).collect();
        let mut steps = Vec::new();
        if let Some(driver) = driver {
            let Literal::Holds(atom) = &rule.body[driver] else { unreachable!("drivers hold") };
            left.retain(|&literal| literal != driver);
            steps.push(self.scan(atom, Span::New, driver as u32, &mut bound));
        }
        let mut negative = Vec::new();
        loop {
            self.take_filters(rule, &bound, &mut left, &mut steps, &mut negative);
            let cheapest = left
                .iter()
                .filter_map(|&literal| match &rule.body[literal] {
                    Literal::Holds(atom) => Some((self.cost(atom, &bound), literal)),
                    _ => None,
                })
                .min_by(|a, b| a.partial_cmp(b).expect("costs are numbers"));
            let Some((_, literal)) = cheapest else { break };
            left.retain(|&other| other != literal);
            let Literal::Holds(atom) = &rule.body[literal] else { unreachable!("filtered above") };
            let span = match driver {
                Some(driver) if literal < driver && !self.complete[atom.relation.index()] => Span::Old,
                _ => Span::All,
            };
            steps.push(self.join(atom, span, literal as u32, &mut bound));
        }
        debug_assert!(left.is_empty(), "a safe rule has no literal left");
        let positive = rule
            .body
            .iter()
            .enumerate()
            .filter_map(|(number, literal)| match literal {
                Literal::Holds(atom) if !self.complete[atom.relation.index()] => Some((number as u32, atom.relation)),
                _ => None,
            })
            .collect();
        Plan {
            steps,
            head: rule.head.relation,
            arguments: self.build_all(&rule.head.arguments),
            positive,
            negative,
            variables: rule.variables as usize,
            literals: rule.body.len(),
        }
    }

    /// Conditions that bind nothing come as soon as their variables are bound.
    fn take_filters(
        &mut self,
        rule: &Rule,
        bound: &[bool],
        left: &mut Vec<usize>,
        steps: &mut Vec<Step>,
        negative: &mut Vec<(RelationId, Box<[Build]>)>,
    ) {
        left.retain(|&literal| match &rule.body[literal] {
            Literal::Holds(_) => true,
            Literal::Distinct(a, b) if a.is_bound(bound) && b.is_bound(bound) => {
                steps.push(Step::Distinct(self.build(a), self.build(b)));
                false
            }
            Literal::Fails(atom) if atom.arguments.iter().all(|term| term.is_bound(bound)) => {
                let arguments = self.build_all(&atom.arguments);
                if self.complete[atom.relation.index()] {
                    steps.push(Step::Absent { relation: atom.relation, arguments });
                } else {
                    negative.push((atom.relation, arguments));
                }
                false
            }
            _ => true,
        });
    }

    /// An estimate of the number of rows that a literal yields for one binding of the variables so far.
    fn cost(&mut self, atom: &Atom, bound: &[bool]) -> f64 {
        if atom.arguments.iter().all(|term| term.is_bound(bound)) {
            return 0.0;
        }
        let shape = shape_of(atom, bound);
        if self.complete[atom.relation.index()] {
            let table = &mut self.tables[atom.relation.index()];
            let index = table.index(&shape);
            table.refresh(self.terms);
            return table.rows_per_key(index);
        }
        let places = places(&atom.arguments).max(1) as f64;
        // Relations of unknown size are assumed to be of medium size.
        1000f64.powf(1.0 - shape.keys.len() as f64 / places)
    }

    fn scan(&mut self, atom: &Atom, span: Span, literal: u32, bound: &mut [bool]) -> Step {
        let matches = self.match_all(&atom.arguments, bound);
        Step::Scan { relation: atom.relation, span, matches, literal }
    }

    fn join(&mut self, atom: &Atom, span: Span, literal: u32, bound: &mut [bool]) -> Step {
        let relation = atom.relation;
        if atom.arguments.iter().all(|term| term.is_bound(bound)) {
            return Step::Find { relation, span, arguments: self.build_all(&atom.arguments), literal };
        }
        let shape = shape_of(atom, bound);
        if shape.keys.is_empty() && shape.functions.is_empty() {
            return self.scan(atom, span, literal, bound);
        }
        let index = self.tables[relation.index()].index(&shape) as u32;
        let mut keys = Vec::new();
        for argument in &atom.arguments {
            self.collect_keys(argument, bound, &mut keys);
        }
        let matches = self.match_all(&atom.arguments, bound);
        Step::Lookup { relation, span, index, keys: keys.into(), matches, literal }
    }

    /// The terms in the places that [`shape_of`] takes for keys, in the same order.
    fn collect_keys(&mut self, term: &Term, bound: &[bool], keys: &mut Vec<Build>) {
        if term.is_bound(bound) {
            keys.push(self.build(term));
        } else if let Term::Function(_, arguments) = term {
            for argument in arguments {
                self.collect_keys(argument, bound, keys);
            }
        }
    }

    fn build_all(&mut self, terms: &[Term]) -> Box<[Build]> {
        terms.iter().map(|term| self.build(term)).collect()
    }

    fn build(&mut self, term: &Term) -> Build {
        match term {
            Term::Variable(variable) => Build::Variable(*variable),
            Term::Constant(symbol) => Build::Term(self.terms.intern(*symbol, &[])),
            Term::Function(symbol, arguments) => {
                let arguments = self.build_all(arguments);
                let ground: Option<Vec<TermId>> = arguments
                    .iter()
                    .map(|argument| if let Build::Term(term) = argument { Some(*term) } else { None })
                    .collect();
                match ground {
                    Some(ground) => Build::Term(self.terms.intern(*symbol, &ground)),
                    None => Build::Function(*symbol, arguments),
                }
            }
        }
    }

    fn match_all(&mut self, terms: &[Term], bound: &mut [bool]) -> Box<[Match]> {
        terms.iter().map(|term| self.match_one(term, bound)).collect()
    }

    fn match_one(&mut self, term: &Term, bound: &mut [bool]) -> Match {
        match term {
            Term::Variable(variable) => {
                let known = std::mem::replace(&mut bound[*variable as usize], true);
                if known { Match::Bound(*variable) } else { Match::Bind(*variable) }
            }
            Term::Constant(_) => match self.build(term) {
                Build::Term(term) => Match::Term(term),
                _ => unreachable!("constants are ground"),
            },
            Term::Function(symbol, arguments) => match self.build(term) {
                Build::Term(term) => Match::Term(term),
                _ => Match::Function(*symbol, self.match_all(arguments, bound)),
            },
        }
    }
}

/// How many places of an atom hold no function.
fn places(terms: &[Term]) -> usize {
    let count = |term: &Term| if let Term::Function(_, arguments) = term { places(arguments) } else { 1 };
    terms.iter().map(count).sum()
}

/// The indexable places of an atom when these variables are bound.
fn shape_of(atom: &Atom, bound: &[bool]) -> Shape {
    fn walk(term: &Term, bound: &[bool], path: &mut Vec<u32>, shape: &mut Shape) {
        if term.is_bound(bound) {
            shape.keys.push(path.clone());
        } else if let Term::Function(symbol, arguments) = term {
            shape.functions.push((path.clone(), *symbol, arguments.len()));
            for (place, argument) in arguments.iter().enumerate() {
                path.push(place as u32);
                walk(argument, bound, path, shape);
                path.pop();
            }
        }
    }
    let mut shape = Shape::default();
    for (place, argument) in atom.arguments.iter().enumerate() {
        walk(argument, bound, &mut vec![place as u32], &mut shape);
    }
    shape
}
