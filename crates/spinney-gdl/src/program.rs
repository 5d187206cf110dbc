//! A GDL rule sheet as data: symbols, terms, relations and rules, after every shorthand of the language has been
//! unfolded.
//!
//! [`check`](crate::check) makes a [`Program`]; the grounder and the interpreter read it. Bodies are plain conjunctions:
//! `or` has become rules of auxiliary relations, negation stands in front of atoms only, and `(not (distinct a b))` has
//! been solved by substitution.

use rustc_hash::FxHashMap;

/// A name, as an index into [`Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

/// Every name of a rule sheet, each stored once.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    names: Vec<String>,
    by_name: FxHashMap<String, Symbol>,
    /// Names that stand for a term: whether in parentheses, and whether that was seen in the head of a rule.
    spellings: FxHashMap<Symbol, (bool, bool)>,
}

impl Symbols {
    /// The symbol of a name, new or existing.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.by_name.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), symbol);
        symbol
    }

    /// The symbol of a name, if it exists.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.by_name.get(name).copied()
    }

    /// Notes how a name that stands for a term is written. Heads of rules, from which facts and moves come, count more than
    /// conditions, and otherwise the first place does.
    pub(crate) fn spell(&mut self, symbol: Symbol, in_parentheses: bool, in_head: bool) {
        let known = self.spellings.entry(symbol).or_insert((in_parentheses, in_head));
        if in_head && !known.1 {
            *known = (in_parentheses, true);
        }
    }

    /// A name that stands for a term, in parentheses if the rule sheet writes it so: `noop`, or `(noop)`. The two are the
    /// same term.
    pub fn write_constant(&self, symbol: Symbol, out: &mut String) {
        let in_parentheses = self.spellings.get(&symbol).is_some_and(|&(in_parentheses, _)| in_parentheses);
        if in_parentheses {
            out.push('(');
        }
        out.push_str(self.name(symbol));
        if in_parentheses {
            out.push(')');
        }
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }
}

/// A term of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable, numbered within its rule from 0.
    Variable(u32),
    /// A name.
    Constant(Symbol),
    /// A function of terms.
    Function(Symbol, Vec<Term>),
}

/// A relation, as an index into [`Program::relations`]. The relations of the language come first, in the order of
/// [`KEYWORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelationId(pub u32);

impl RelationId {
    /// The index into per-relation arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// `(role R)`.
pub const ROLE: RelationId = RelationId(0);
/// `(init F)`.
pub const INIT: RelationId = RelationId(1);
/// `(true F)`.
pub const TRUE: RelationId = RelationId(2);
/// `(next F)`.
pub const NEXT: RelationId = RelationId(3);
/// `(legal R M)`.
pub const LEGAL: RelationId = RelationId(4);
/// `(does R M)`.
pub const DOES: RelationId = RelationId(5);
/// `(goal R N)`.
pub const GOAL: RelationId = RelationId(6);
/// `terminal`.
pub const TERMINAL: RelationId = RelationId(7);
/// `(base F)`.
pub const BASE: RelationId = RelationId(8);
/// `(input R M)`.
pub const INPUT: RelationId = RelationId(9);

/// Names and arities of the relations of the language, in the order of their ids.
pub const KEYWORDS: [(&str, usize); 10] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("next", 1),
    ("legal", 2),
    ("does", 2),
    ("goal", 2),
    ("terminal", 0),
    ("base", 1),
    ("input", 2),
];

/// The dependencies of a relation's atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dependence {
    /// On nothing: it is the same in every state. `role`, `init`, `base` and `input` are such.
    Static,
    /// On the facts of the state.
    State,
    /// On the facts of the state and the moves made.
    Moves,
}

/// A relation.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its name; for auxiliary relations (created from an `or`) one that no rule sheet can contain.
    pub name: Symbol,
    /// The number of arguments.
    pub arity: usize,
    /// What its atoms depend on.
    pub dependence: Dependence,
    /// Rules of a relation may be evaluated when all relations of lower strata are complete, and all that are negated
    /// are of lower strata. `true` and `does` are of stratum 0.
    pub stratum: u32,
}

/// A relation applied to terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The relation.
    pub relation: RelationId,
    /// As many terms as the relation has arguments.
    pub arguments: Vec<Term>,
}

/// A condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// The atom holds.
    Holds(Atom),
    /// The atom does not hold. Its variables are bound by literals that hold.
    Fails(Atom),
    /// The terms differ. Their variables are bound by literals that hold.
    Distinct(Term, Term),
}

impl Term {
    /// Calls `visit` with each variable, as often as it occurs.
    pub(crate) fn variables(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Term::Variable(variable) => visit(*variable),
            Term::Constant(_) => {}
            Term::Function(_, arguments) => arguments.iter().for_each(|argument| argument.variables(visit)),
        }
    }

    /// Whether all variables are bound; variables beyond the slice are not.
    pub(crate) fn is_bound(&self, bound: &[bool]) -> bool {
        match self {
            Term::Variable(variable) => bound.get(*variable as usize).copied().unwrap_or(false),
            Term::Constant(_) => true,
            Term::Function(_, arguments) => arguments.iter().all(|argument| argument.is_bound(bound)),
        }
    }

    /// Whether there are no variables.
    pub(crate) fn is_ground(&self) -> bool {
        self.is_bound(&[])
    }
}

impl Atom {
    /// Calls `visit` with each variable, as often as it occurs.
    pub(crate) fn variables(&self, visit: &mut impl FnMut(u32)) {
        self.arguments.iter().for_each(|argument| argument.variables(visit));
    }
}

impl Literal {
    /// Calls `visit` with each variable, as often as it occurs.
    pub(crate) fn variables(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => atom.variables(visit),
            Literal::Distinct(left, right) => {
                left.variables(visit);
                right.variables(visit);
            }
        }
    }

    /// Whether all variables are bound.
    pub(crate) fn is_bound(&self, bound: &[bool]) -> bool {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => atom.arguments.iter().all(|term| term.is_bound(bound)),
            Literal::Distinct(left, right) => left.is_bound(bound) && right.is_bound(bound),
        }
    }
}

/// A rule, or a fact if the body is empty. It is safe: every variable occurs in a positive literal.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The head.
    pub head: Atom,
    /// The conjunction of conditions.
    pub body: Vec<Literal>,
    /// The number of variables.
    pub variables: u32,
    /// The line of the rule sheet on which it begins, counted from 1.
    pub line: u32,
}

/// A checked rule sheet.
#[derive(Clone, Debug)]
pub struct Program {
    /// The names.
    pub symbols: Symbols,
    /// The relations; the first ones are those of [`KEYWORDS`].
    pub relations: Vec<Relation>,
    /// The rules in the order of the rule sheet, auxiliary ones after those that need them.
    pub rules: Vec<Rule>,
}

impl Program {
    /// Adds a relation that no rule sheet can name, for a rule with this body, and returns its number.
    pub(crate) fn add_auxiliary(&mut self, kind: &str, arity: usize, body: &[Literal]) -> RelationId {
        let of_literal = |literal: &Literal| match literal {
            Literal::Holds(atom) | Literal::Fails(atom) => Some(&self.relations[atom.relation.index()]),
            Literal::Distinct(..) => None,
        };
        let relations = || body.iter().filter_map(of_literal);
        let dependence = relations().map(|relation| relation.dependence).max().unwrap_or(Dependence::Static);
        let stratum = relations().map(|relation| relation.stratum).max().unwrap_or(0);
        let relation = RelationId(self.relations.len() as u32);
        // No rule sheet can contain a name with a blank.
        let name = self.symbols.intern(&format!("{kind} {}", relation.0));
        self.relations.push(Relation { name, arity, dependence, stratum });
        relation
    }

    /// The name of a relation.
    pub fn relation_name(&self, relation: RelationId) -> &str {
        self.symbols.name(self.relations[relation.index()].name)
    }

    /// A term as GDL writes it; variables are `?0`, `?1`, …
    pub fn write_term(&self, term: &Term, out: &mut String) {
        match term {
            Term::Variable(index) => {
                out.push('?');
                out.push_str(&index.to_string());
            }
            Term::Constant(symbol) => self.symbols.write_constant(*symbol, out),
            Term::Function(symbol, arguments) => self.write_list(self.symbols.name(*symbol), arguments, out),
        }
    }

    fn write_list(&self, name: &str, arguments: &[Term], out: &mut String) {
        out.push('(');
        out.push_str(name);
        for argument in arguments {
            out.push(' ');
            self.write_term(argument, out);
        }
        out.push(')');
    }

    /// An atom as GDL writes it.
    pub fn write_atom(&self, atom: &Atom, out: &mut String) {
        let name = self.relation_name(atom.relation);
        if atom.arguments.is_empty() { out.push_str(name) } else { self.write_list(name, &atom.arguments, out) }
    }

    /// A rule as GDL writes it, on one line.
    pub fn write_rule(&self, rule: &Rule) -> String {
        let mut out = String::new();
        if rule.body.is_empty() {
            self.write_atom(&rule.head, &mut out);
            return out;
        }
        out.push_str("(<= ");
        self.write_atom(&rule.head, &mut out);
        for literal in &rule.body {
            out.push(' ');
            match literal {
                Literal::Holds(atom) => self.write_atom(atom, &mut out),
                Literal::Fails(atom) => {
                    out.push_str("(not ");
                    self.write_atom(atom, &mut out);
                    out.push(')');
                }
                Literal::Distinct(left, right) => {
                    out.push_str("(distinct ");
                    self.write_term(left, &mut out);
                    out.push(' ');
                    self.write_term(right, &mut out);
                    out.push(')');
                }
            }
        }
        out.push(')');
        out
    }
}
