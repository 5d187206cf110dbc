//! The terms that all evaluations of one interpreter share.
//!
//! Evaluations read under a shared lock; the exclusive lock is taken only to add a term that no earlier state had.
//! Terms are never removed, so their numbers stay valid.

use std::cmp::Ordering;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::program::{Symbol, Symbols};
use crate::terms::{TermId, Terms};

/// Names and terms.
#[derive(Clone)]
pub(super) struct Words {
    pub(super) symbols: Symbols,
    pub(super) terms: Terms,
}

/// Names and terms behind a lock.
pub(super) struct Lexicon(RwLock<Words>);

impl Lexicon {
    /// The names of a rule sheet and no terms.
    pub(super) fn new(symbols: Symbols) -> Self {
        Lexicon(RwLock::new(Words { symbols, terms: Terms::new() }))
    }

    /// The same names and terms, for another interpreter.
    pub(super) fn copy(&self) -> Self {
        Lexicon(RwLock::new(self.shared().clone()))
    }

    fn shared(&self) -> RwLockReadGuard<'_, Words> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn exclusive(&self) -> RwLockWriteGuard<'_, Words> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Access for one evaluation. A thread must not hold two.
    pub(super) fn reader(&self) -> Reader<'_> {
        Reader { lexicon: self, guard: Some(self.shared()) }
    }

    /// A term as GDL writes it.
    pub(super) fn write(&self, term: TermId) -> String {
        let words = self.shared();
        words.terms.write(&words.symbols, term)
    }

    /// The ground term of a text, or `None` if the text is not a term.
    pub(super) fn read(&self, text: &str) -> Option<TermId> {
        let words = &mut *self.exclusive();
        // Terms read but not yet put into a list, and where the open lists begin among them.
        let mut read: Vec<TermId> = Vec::new();
        let mut open: Vec<(Option<Symbol>, usize)> = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            if open.is_empty() && !read.is_empty() {
                return None;
            }
            match first {
                '(' => {
                    if matches!(open.last(), Some((None, _))) {
                        return None;
                    }
                    open.push((None, read.len()));
                    rest = &rest[1..];
                }
                ')' => {
                    let (name, from) = open.pop()?;
                    let term = words.terms.intern(name?, &read[from..]);
                    read.truncate(from);
                    read.push(term);
                    rest = &rest[1..];
                }
                '?' => return None,
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len());
                    let symbol = words.symbols.intern(&rest[..end]);
                    match open.last_mut() {
                        Some((name @ None, _)) => *name = Some(symbol),
                        _ => read.push(words.terms.intern(symbol, &[])),
                    }
                    rest = &rest[end..];
                }
            }
            rest = rest.trim_start();
        }
        if open.is_empty() { read.pop() } else { None }
    }
}

/// Shared access to the terms for the duration of one evaluation.
pub(super) struct Reader<'a> {
    lexicon: &'a Lexicon,
    /// `None` only within [`Reader::add`].
    guard: Option<RwLockReadGuard<'a, Words>>,
}

impl Reader<'_> {
    /// The terms.
    #[inline]
    pub(super) fn terms(&self) -> &Terms {
        match &self.guard {
            Some(words) => &words.terms,
            None => unreachable!("the lock is given back before anything else is asked"),
        }
    }

    /// The number of a term, new or known.
    #[inline]
    pub(super) fn intern(&mut self, symbol: Symbol, arguments: &[TermId]) -> TermId {
        match self.terms().find(symbol, arguments) {
            Some(term) => term,
            None => self.add(symbol, arguments),
        }
    }

    #[cold]
    fn add(&mut self, symbol: Symbol, arguments: &[TermId]) -> TermId {
        self.guard = None;
        let term = self.lexicon.exclusive().terms.intern(symbol, arguments);
        self.guard = Some(self.lexicon.shared());
        term
    }
}

/// An order of terms that depends only on the rule sheet, not on when a term was added: by name, then by number of
/// arguments, then argument by argument.
pub(super) fn compare(terms: &Terms, left: TermId, right: TermId) -> Ordering {
    if left == right {
        return Ordering::Equal;
    }
    // The first pair of arguments that differ decides, so no backtracking is needed.
    let (mut left, mut right) = (left, right);
    loop {
        let (a, b) = (terms.arguments(left), terms.arguments(right));
        let heads = terms.symbol(left).cmp(&terms.symbol(right)).then(a.len().cmp(&b.len()));
        if heads != Ordering::Equal {
            return heads;
        }
        match a.iter().zip(b).find(|(a, b)| a != b) {
            Some((&a, &b)) => (left, right) = (a, b),
            None => return Ordering::Equal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_terms_or_refused() {
        let lexicon = Lexicon::new(Symbols::default());
        for text in ["a", "(f a b)", "(f (g a) b)", "(cell (pos 1 2) (pos 1 2))"] {
            let term = lexicon.read(text).expect(text);
            assert_eq!(lexicon.write(term), text);
        }
        assert_eq!(lexicon.read(" ( f(g a)b ) "), lexicon.read("(f (g a) b)"));
        assert_eq!(lexicon.read("(noop)"), lexicon.read("noop"));
        for text in ["", "a b", "(f a", "f)", "()", "((f) a)", "?x", "(f ?x)", "(f a) b"] {
            assert_eq!(lexicon.read(text), None, "{text}");
        }
    }

    #[test]
    fn the_order_of_terms_does_not_depend_on_when_they_appeared() {
        let lexicon = Lexicon::new(Symbols::default());
        let later = lexicon.read("(f b)").expect("a term");
        let a = lexicon.read("a").expect("a term");
        let former = lexicon.read("(f a)").expect("a term");
        let reader = lexicon.reader();
        assert_eq!(compare(reader.terms(), later, later), Ordering::Equal);
        assert_eq!(compare(reader.terms(), former, later), compare(reader.terms(), later, former).reverse());
        assert_ne!(compare(reader.terms(), a, later), Ordering::Equal);
    }
}
