//! Rewrites a program so that large relations are derived only on demand.
//!
//! Bottom-up evaluation derives whole relations, though rules often need only a few atoms: whether *this* square is
//! attacked, not which squares would be attacked if any piece were removed. Each large relation is replaced by copies,
//! one for each call pattern (which arguments are known, and for which of the queries legal, goal or next), each
//! guarded by a relation of the demanded arguments: the magic sets transformation. The demand is derived from the
//! conditions before a literal in its rule, in an order that binds as much as possible.
//!
//! With negation the rewritten program may no longer be stratified. Relations in such cycles stay whole.

use rustc_hash::FxHashMap;

use super::components::Components;
use crate::program::{
    Atom, DOES, Dependence, GOAL, LEGAL, Literal, NEXT, Program, Relation, RelationId, Rule, TERMINAL, TRUE, Term,
};

/// The query for which a relation is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Purpose {
    /// For a relation that is derived as a whole.
    Whole(bool),
    Legal,
    Goal,
    Next,
}

/// A call pattern of a relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    relation: usize,
    /// Which arguments are known.
    known: Vec<bool>,
    purpose: Purpose,
}

/// The relations created for a call pattern.
#[derive(Clone, Copy)]
pub(super) struct Copy {
    /// The atoms that were asked for.
    pub(super) atoms: RelationId,
    /// The known arguments of each question.
    pub(super) asked: RelationId,
}

struct Rewriter<'a> {
    program: &'a Program,
    large: &'a [bool],
    /// The number of atoms of a relation in a sample state.
    sizes: &'a [usize],
    relations: Vec<Relation>,
    /// The original of each new relation.
    origins: Vec<usize>,
    rules: Vec<Rule>,
    copies: FxHashMap<Question, Copy>,
    open: Vec<Question>,
}

/// The program with the relations that are `large` derived on demand; `None` if none of them can be.
pub(super) fn on_demand(program: &Program, mut large: Vec<bool>, sizes: &[usize]) -> Option<Program> {
    for keyword in [TRUE, DOES, LEGAL, TERMINAL, GOAL, NEXT] {
        large[keyword.index()] = false;
    }
    for (relation, large) in large.iter_mut().enumerate() {
        *large &= program.relations[relation].dependence != Dependence::Static;
    }
    // Every round that fails leaves one more relation whole.
    while large.contains(&true) {
        let (rewritten, origins) = rewrite(program, &large, sizes);
        let components = Components::new(&rewritten);
        let mut circles: Vec<usize> = Vec::new();
        for rule in &rewritten.rules {
            let own = components.of[rule.head.relation.index()];
            let negated = rule
                .body
                .iter()
                .any(|literal| matches!(literal, Literal::Fails(atom) if components.of[atom.relation.index()] == own));
            if negated {
                circles.push(own);
            }
        }
        if circles.is_empty() {
            return Some(rewritten);
        }
        for (relation, &origin) in origins.iter().enumerate().skip(program.relations.len()) {
            if circles.contains(&components.of[relation]) {
                large[origin] = false;
            }
        }
    }
    None
}

fn rewrite(program: &Program, large: &[bool], sizes: &[usize]) -> (Program, Vec<usize>) {
    let mut rewriter = Rewriter {
        program,
        large,
        sizes,
        relations: program.relations.clone(),
        origins: (0..program.relations.len()).collect(),
        rules: Vec::new(),
        copies: FxHashMap::default(),
        open: Vec::new(),
    };
    let mut rules_of: Vec<Vec<&Rule>> = vec![Vec::new(); program.relations.len()];
    for rule in &program.rules {
        let head = rule.head.relation;
        rules_of[head.index()].push(rule);
        let purpose = match head {
            LEGAL | TERMINAL => Purpose::Legal,
            GOAL => Purpose::Goal,
            NEXT => Purpose::Next,
            _ => Purpose::Whole(program.relations[head.index()].dependence == Dependence::Moves),
        };
        if program.relations[head.index()].dependence == Dependence::Static {
            rewriter.rules.push(rule.clone());
        } else if !large[head.index()] {
            rewriter.rule(rule, purpose, None);
        }
    }
    while let Some(question) = rewriter.open.pop() {
        for rule in &rules_of[question.relation] {
            rewriter.rule(rule, question.purpose, Some(&question));
        }
    }
    let Rewriter { relations, rules, origins, .. } = rewriter;
    (Program { symbols: program.symbols.clone(), relations, rules }, origins)
}

/// Rewrites the relations of one component for one call pattern after the other.
#[derive(Clone)]
pub(super) struct Asking {
    members: Vec<bool>,
    rules: Vec<usize>,
    sizes: Vec<usize>,
    relations: Vec<Relation>,
    copies: FxHashMap<Question, Copy>,
}

impl Asking {
    /// For these relations of a program, which have these rules.
    pub(super) fn new(program: &Program, members: &[usize], rules: &[usize], sizes: Vec<usize>) -> Self {
        let mut is_member = vec![false; program.relations.len()];
        members.iter().for_each(|&member| is_member[member] = true);
        let (rules, relations, copies) = (rules.to_vec(), program.relations.clone(), FxHashMap::default());
        Asking { members: is_member, rules, sizes, relations, copies }
    }

    /// The numbers of arguments of all relations: those of the program, and the copies.
    pub(super) fn arities(&self) -> impl Iterator<Item = usize> {
        self.relations.iter().map(|relation| relation.arity)
    }

    /// The relations for a call pattern, and the rules that it adds.
    pub(super) fn ask(&mut self, program: &Program, relation: usize, known: Vec<bool>) -> (Copy, Vec<Rule>) {
        let mut rewriter = Rewriter {
            program,
            large: &self.members,
            sizes: &self.sizes,
            relations: std::mem::take(&mut self.relations),
            origins: Vec::new(),
            rules: Vec::new(),
            copies: std::mem::take(&mut self.copies),
            open: Vec::new(),
        };
        let purpose = Purpose::Whole(false);
        let copy = rewriter.copy(Question { relation, known, purpose });
        while let Some(question) = rewriter.open.pop() {
            for &rule in &self.rules {
                let rule = &program.rules[rule];
                if rule.head.relation.index() == question.relation {
                    rewriter.rule(rule, purpose, Some(&question));
                }
            }
        }
        let rules = rewriter.rules;
        (self.relations, self.copies) = (rewriter.relations, rewriter.copies);
        (copy, rules)
    }
}

impl Rewriter<'_> {
    /// The relations for a call pattern, new or existing.
    fn copy(&mut self, question: Question) -> Copy {
        if let Some(&copy) = self.copies.get(&question) {
            return copy;
        }
        let origin = &self.program.relations[question.relation];
        let by_moves = match question.purpose {
            Purpose::Whole(by_moves) => by_moves,
            Purpose::Legal | Purpose::Goal => false,
            Purpose::Next => self.program.relations[NEXT.index()].dependence == Dependence::Moves,
        };
        let dependence = if by_moves { Dependence::Moves } else { origin.dependence };
        let atoms = Relation { dependence, ..origin.clone() };
        let asked = Relation { arity: question.known.iter().filter(|&&known| known).count(), ..atoms.clone() };
        let first = self.relations.len() as u32;
        self.relations.extend([atoms, asked]);
        self.origins.extend([question.relation; 2]);
        let copy = Copy { atoms: RelationId(first), asked: RelationId(first + 1) };
        self.copies.insert(question.clone(), copy);
        self.open.push(question);
        copy
    }

    /// Rewrites a rule: unchanged, or for a call pattern.
    fn rule(&mut self, rule: &Rule, purpose: Purpose, question: Option<&Question>) {
        let mut bound = vec![false; rule.variables as usize];
        let mut head = rule.head.clone();
        let mut body = Vec::new();
        if let Some(question) = question {
            let copy = self.copy(question.clone());
            let guard = asked(&rule.head, &question.known, copy.asked);
            bind(&guard, &mut bound);
            body.push(Literal::Holds(guard));
            head.relation = copy.atoms;
        }
        let mut left: Vec<&Literal> = rule.body.iter().collect();
        while let Some(next) = self.cheapest(&left, &bound) {
            let mut literal = left.remove(next).clone();
            if let Literal::Holds(atom) | Literal::Fails(atom) = &mut literal
                && self.large[atom.relation.index()]
            {
                let known: Vec<bool> = atom.arguments.iter().map(|term| term.is_bound(&bound)).collect();
                let copy = self.copy(Question { relation: atom.relation.index(), known: known.clone(), purpose });
                let demand = asked(atom, &known, copy.asked);
                // A demand that is already met need not be added again.
                if !body.contains(&Literal::Holds(demand.clone())) {
                    self.demand(demand, &body, rule);
                }
                atom.relation = copy.atoms;
            }
            if let Literal::Holds(atom) = &literal {
                bind(atom, &mut bound);
            }
            body.push(literal);
        }
        self.rules.push(Rule { head, body, variables: rule.variables, line: rule.line });
    }

    /// Adds a rule for the demand under some conditions. An overestimated demand is harmless, so conditions that are
    /// expensive, or that would create cycles through negation, are left out.
    fn demand(&mut self, head: Atom, conditions: &[Literal], rule: &Rule) {
        let whole = self.program.relations.len();
        let simple = |literal: &&Literal| !matches!(literal, Literal::Fails(atom) if atom.relation.index() >= whole);
        let body = conditions.iter().filter(simple).cloned().collect();
        self.rules.push(Rule { head, body, variables: rule.variables, line: rule.line });
    }

    /// Selects the next condition: tests first, demanded relations as late as possible.
    fn cheapest(&self, left: &[&Literal], bound: &[bool]) -> Option<usize> {
        let cost = |literal: &Literal| {
            let ready = literal.is_bound(bound);
            match literal {
                Literal::Distinct(..) => ready.then_some(-2.0),
                Literal::Fails(atom) => {
                    ready.then_some(if self.large[atom.relation.index()] { f64::MAX } else { -1.0 })
                }
                Literal::Holds(atom) => {
                    let relation = atom.relation.index();
                    let (mut known, mut all) = (0, 0);
                    atom.arguments.iter().for_each(|term| count(term, bound, &mut known, &mut all));
                    let free = 1.0 - f64::from(known) / f64::from(all.max(1));
                    let rows = (self.sizes[relation].max(8) as f64).powf(free);
                    Some(match (self.large[relation], ready) {
                        (false, true) => -1.0,
                        (false, false) => rows,
                        (true, true) => 3.0,
                        (true, false) => rows * 2.0 + 2.0,
                    })
                }
            }
        };
        let costs = left.iter().enumerate().filter_map(|(at, literal)| Some((cost(literal)?, at)));
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, at)| at)
    }
}

/// The atom of the demand.
fn asked(atom: &Atom, known: &[bool], relation: RelationId) -> Atom {
    let arguments = atom.arguments.iter().zip(known).filter(|(_, known)| **known).map(|(term, _)| term.clone());
    Atom { relation, arguments: arguments.collect() }
}

fn bind(atom: &Atom, bound: &mut [bool]) {
    let mut open: Vec<&Term> = atom.arguments.iter().collect();
    while let Some(term) = open.pop() {
        match term {
            Term::Variable(variable) => bound[*variable as usize] = true,
            Term::Constant(_) => {}
            Term::Function(_, arguments) => open.extend(arguments),
        }
    }
}

/// Counts the places of a term, and those whose value is known.
fn count(term: &Term, bound: &[bool], known: &mut u32, all: &mut u32) {
    match term {
        Term::Function(_, arguments) => arguments.iter().for_each(|argument| count(argument, bound, known, all)),
        Term::Constant(_) | Term::Variable(_) => {
            *all += 1;
            *known += u32::from(term.is_bound(bound));
        }
    }
}
