//! The names of a rule sheet: its relations and functions, with their arities.

use rustc_hash::FxHashMap;

use super::problems::Problems;
use crate::program::{Dependence, KEYWORDS, Relation, RelationId, Symbol, Symbols};

/// Keywords that are not relations.
const CONNECTIVES: [&str; 4] = ["distinct", "not", "or", "<="];

/// The meaning of a name at the head of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `distinct`.
    Distinct,
    /// `not`.
    Not,
    /// `or`.
    Or,
    /// `<=`.
    If,
    /// A relation of the language.
    Keyword(RelationId),
    /// Any other name.
    Name,
}

impl Word {
    /// Keywords are case-insensitive.
    pub(super) fn of(name: &str) -> Word {
        if let Some(index) = KEYWORDS.iter().position(|(keyword, _)| keyword.eq_ignore_ascii_case(name)) {
            return Word::Keyword(RelationId(index as u32));
        }
        match CONNECTIVES.iter().position(|word| word.eq_ignore_ascii_case(name)) {
            Some(0) => Word::Distinct,
            Some(1) => Word::Not,
            Some(2) => Word::Or,
            Some(_) => Word::If,
            None => Word::Name,
        }
    }
}

/// Relations and functions found so far.
pub(super) struct Names {
    pub(super) symbols: Symbols,
    pub(super) relations: Vec<Relation>,
    /// The offset of the first mention of each relation.
    pub(super) first: Vec<usize>,
    by_name: FxHashMap<Symbol, RelationId>,
    /// The arity of each function, and the offset of its first mention.
    functions: FxHashMap<Symbol, (usize, usize)>,
}

impl Names {
    /// The relations of the language.
    pub(super) fn new() -> Self {
        let mut names = Names {
            symbols: Symbols::default(),
            relations: Vec::new(),
            first: Vec::new(),
            by_name: FxHashMap::default(),
            functions: FxHashMap::default(),
        };
        for (keyword, arity) in KEYWORDS {
            let symbol = names.symbols.intern(keyword);
            let id = names.add(symbol, arity, 0);
            names.by_name.insert(symbol, id);
        }
        names
    }

    fn add(&mut self, name: Symbol, arity: usize, at: usize) -> RelationId {
        let id = RelationId(self.relations.len() as u32);
        self.relations.push(Relation { name, arity, dependence: Dependence::Static, stratum: 0 });
        self.first.push(at);
        id
    }

    /// A new relation that no rule sheet can name: names in rule sheets have no blanks.
    pub(super) fn auxiliary(&mut self, kind: &str, arity: usize, at: usize) -> RelationId {
        let name = self.symbols.intern(&format!("{kind} {}", self.relations.len()));
        self.add(name, arity, at)
    }

    /// The relation of a name that is used with this number of arguments.
    pub(super) fn relation(&mut self, name: &str, arity: usize, at: usize, problems: &mut Problems) -> RelationId {
        if let Word::Keyword(id) = Word::of(name) {
            let (keyword, expected) = KEYWORDS[id.index()];
            if arity != expected {
                problems.error(at, format!("`{keyword}` takes {}, not {arity}", arguments(expected)));
            }
            return id;
        }
        let symbol = self.symbols.intern(name);
        let Some(&id) = self.by_name.get(&symbol) else {
            let id = self.add(symbol, arity, at);
            self.by_name.insert(symbol, id);
            return id;
        };
        let known = self.relations[id.index()].arity;
        if arity != known {
            let line = problems.source.line(self.first[id.index()]);
            problems
                .error(at, format!("the relation `{name}` has {} here, but {known} on line {line}", arguments(arity)));
        }
        id
    }

    /// The symbol of a function that is used with this number of arguments, at least one.
    pub(super) fn function(&mut self, name: &str, arity: usize, at: usize, problems: &mut Problems) -> Symbol {
        let symbol = self.symbols.intern(name);
        let (known, first) = *self.functions.entry(symbol).or_insert((arity, at));
        if arity != known {
            let line = problems.source.line(first);
            problems
                .error(at, format!("the function `{name}` has {} here, but {known} on line {line}", arguments(arity)));
        }
        symbol
    }

    /// The name of a relation.
    pub(super) fn name(&self, relation: RelationId) -> &str {
        self.symbols.name(self.relations[relation.index()].name)
    }
}

fn arguments(count: usize) -> String {
    match count {
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}
