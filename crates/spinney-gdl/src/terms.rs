//! Ground terms, each stored once: equal terms have equal numbers.

use rustc_hash::FxHashMap;

use crate::program::{Symbol, Symbols};

/// A ground term, as an index into [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

/// A set of ground terms. Arguments of a term have smaller numbers than the term.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The name of the constant or function.
    symbols: Vec<Symbol>,
    /// Where the arguments of each term begin; one more entry at the end.
    starts: Vec<u32>,
    arguments: Vec<TermId>,
    /// By hash of symbol and arguments; terms with equal hashes are chained by `next`.
    by_hash: FxHashMap<u64, TermId>,
    next: Vec<u32>,
}

const END: u32 = u32::MAX;

/// The maximum length of the text of a term, in bytes.
const LONGEST: usize = 16 << 20;

impl Terms {
    /// No term yet.
    pub fn new() -> Self {
        Terms { starts: vec![0], ..Terms::default() }
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.symbols.len() * 36 + self.arguments.len() * 4
    }

    /// The number of a term, new or existing. A constant has no arguments.
    pub fn intern(&mut self, symbol: Symbol, arguments: &[TermId]) -> TermId {
        let hash = hash(symbol, arguments);
        if let Some(known) = self.lookup(hash, symbol, arguments) {
            return known;
        }
        let id = TermId(self.symbols.len() as u32);
        self.symbols.push(symbol);
        self.arguments.extend_from_slice(arguments);
        self.starts.push(self.arguments.len() as u32);
        let chained = self.by_hash.insert(hash, id);
        self.next.push(chained.map_or(END, |id| id.0));
        id
    }

    /// The number of a term, if it exists.
    pub fn find(&self, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        self.lookup(hash(symbol, arguments), symbol, arguments)
    }

    fn lookup(&self, hash: u64, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        let mut at = self.by_hash.get(&hash)?.0;
        while at != END {
            let id = TermId(at);
            if self.symbol(id) == symbol && self.arguments(id) == arguments {
                return Some(id);
            }
            at = self.next[at as usize];
        }
        None
    }

    /// The name at the head of a term.
    #[inline]
    pub fn symbol(&self, term: TermId) -> Symbol {
        self.symbols[term.0 as usize]
    }

    /// The arguments of a term; none for a constant.
    #[inline]
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        let at = term.0 as usize;
        &self.arguments[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The term as GDL writes it: one space between tokens, none inside of parentheses. Terms may be nested as deep as
    /// memory allows; texts beyond some megabytes are cut, as a term whose parts are shared can be endless when written.
    pub fn write(&self, symbols: &Symbols, term: TermId) -> String {
        let mut out = String::new();
        // The remaining output: terms, and closing parentheses.
        let mut left = vec![Some(term)];
        while let Some(item) = left.pop() {
            if out.len() > LONGEST {
                out.push('…');
                break;
            }
            let Some(term) = item else {
                out.push(')');
                continue;
            };
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            let arguments = self.arguments(term);
            if arguments.is_empty() {
                symbols.write_constant(self.symbol(term), &mut out);
                continue;
            }
            out.push('(');
            left.push(None);
            left.extend(arguments.iter().rev().map(|&argument| Some(argument)));
            out.push_str(symbols.name(self.symbol(term)));
        }
        out
    }
}

#[inline]
fn hash(symbol: Symbol, arguments: &[TermId]) -> u64 {
    arguments
        .iter()
        .fold(u64::from(symbol.0) ^ 0x9e37_79b9_7f4a_7c15, |hash, argument| {
            (hash.rotate_left(5) ^ u64::from(argument.0)).wrapping_mul(0x517c_c1b7_2722_0a95)
        })
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
