//! Runs a plan: enumerates the bindings of a rule's variables that satisfy its steps.

use crate::terms::{TermId, Terms};

use super::plan::{Build, Match, Plan, Span, Step};
use super::tables::{Table, key_hash};

/// Where the rows of the last round begin and end, by relation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Round {
    /// Rows below are of earlier rounds.
    pub old: u32,
    /// Rows from here on belong to the next round.
    pub end: u32,
}

impl Round {
    fn span(self, span: Span) -> (u32, u32) {
        match span {
            Span::Old => (0, self.old),
            Span::New => (self.old, self.end),
            Span::All => (0, self.end),
        }
    }
}

/// The working state of a join.
#[derive(Debug, Default)]
pub(super) struct Join {
    /// The bindings of the variables.
    pub bound: Vec<TermId>,
    /// The rows that the literals matched.
    pub rows: Vec<u32>,
    cursors: Vec<Cursor>,
    scratch: Vec<TermId>,
    advances: u32,
}

/// The progress of a step.
#[derive(Clone, Copy, Debug)]
enum Cursor {
    /// Not begun.
    Fresh,
    /// Rows in this range are still to be visited.
    Rows(u32, u32),
    /// The chain continues here, down to this row.
    Chain(Option<u32>, u32),
    /// Exhausted.
    Done,
}

/// The shared input of every run of a plan.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    /// The terms.
    pub terms: &'a Terms,
    /// The tables by relation.
    pub tables: &'a [Table],
    /// The rounds by relation.
    pub rounds: &'a [Round],
}

impl Join {
    /// Prepares for a plan.
    pub(super) fn begin(&mut self, plan: &Plan) {
        self.bound.clear();
        self.bound.resize(plan.variables, TermId(0));
        self.rows.clear();
        self.rows.resize(plan.literals, 0);
        self.cursors.clear();
        self.cursors.push(Cursor::Fresh);
    }

    /// Advances to the next binding; `false` if there is none. Between two calls, tables and terms may only grow.
    /// happen.
    ///
    /// Calls `check` at intervals.
    pub(super) fn next<E>(
        &mut self,
        plan: &Plan,
        sources: Sources<'_>,
        check: impl Fn() -> Result<(), E>,
    ) -> Result<bool, E> {
        if plan.steps.is_empty() {
            return Ok(matches!(self.cursors.pop(), Some(Cursor::Fresh)));
        }
        while let Some(level) = self.cursors.len().checked_sub(1) {
            self.advances = self.advances.wrapping_add(1);
            if self.advances & 0xffff == 0 {
                check()?;
            }
            if !self.advance(level, &plan.steps[level], sources) {
                self.cursors.pop();
            } else if level + 1 == plan.steps.len() {
                return Ok(true);
            } else {
                self.cursors.push(Cursor::Fresh);
            }
        }
        Ok(false)
    }

    fn advance(&mut self, level: usize, step: &Step, sources: Sources<'_>) -> bool {
        let Sources { terms, tables, rounds } = sources;
        let cursor = self.cursors[level];
        match step {
            Step::Scan { relation, span, matches, literal } => {
                let table = &tables[relation.index()];
                let (mut row, end) = match cursor {
                    Cursor::Rows(row, end) => (row, end),
                    _ => rounds[relation.index()].span(*span),
                };
                while row < end {
                    if self.matches(matches, table.row(row), terms) {
                        self.rows[*literal as usize] = row;
                        self.cursors[level] = Cursor::Rows(row + 1, end);
                        return true;
                    }
                    row += 1;
                }
                false
            }
            Step::Lookup { relation, span, index, keys, matches, literal } => {
                let table = &tables[relation.index()];
                let index = *index as usize;
                let (mut at, from) = match cursor {
                    Cursor::Chain(at, from) => (at, from),
                    _ => {
                        let (from, end) = rounds[relation.index()].span(*span);
                        let mut hash = 0;
                        let known = self.with_terms(keys, terms, |keys| hash = key_hash(keys.iter().copied()));
                        (if known { table.chain(index, hash, end) } else { None }, from)
                    }
                };
                while let Some(row) = at {
                    if row < from {
                        return false;
                    }
                    at = table.chained(index, row);
                    if self.matches(matches, table.row(row), terms) {
                        self.rows[*literal as usize] = row;
                        self.cursors[level] = Cursor::Chain(at, from);
                        return true;
                    }
                }
                false
            }
            _ if matches!(cursor, Cursor::Done) => false,
            Step::Find { relation, span, arguments, literal } => {
                self.cursors[level] = Cursor::Done;
                let mut found = None;
                self.with_terms(arguments, terms, |row| found = tables[relation.index()].find(row));
                let (from, end) = rounds[relation.index()].span(*span);
                match found {
                    Some(row) if (from..end).contains(&row) => {
                        self.rows[*literal as usize] = row;
                        true
                    }
                    _ => false,
                }
            }
            Step::Distinct(a, b) => {
                self.cursors[level] = Cursor::Done;
                // A term that is not interned differs from every interned one. Two such terms are compared by their
                // parts.
                match (find(a, &self.bound, terms), find(b, &self.bound, terms)) {
                    (Some(a), Some(b)) => a != b,
                    (None, None) => !same(a, b, &self.bound, terms),
                    _ => true,
                }
            }
            Step::Absent { relation, arguments } => {
                self.cursors[level] = Cursor::Done;
                let mut found = None;
                self.with_terms(arguments, terms, |row| found = tables[relation.index()].find(row));
                found.is_none()
            }
        }
    }

    /// Calls `then` with the terms, if all of them exist.
    fn with_terms(&mut self, builds: &[Build], terms: &Terms, then: impl FnOnce(&[TermId])) -> bool {
        self.scratch.clear();
        for build in builds {
            match find(build, &self.bound, terms) {
                Some(term) => self.scratch.push(term),
                None => return false,
            }
        }
        then(&self.scratch);
        true
    }

    fn matches(&mut self, matches: &[Match], row: &[TermId], terms: &Terms) -> bool {
        matches.iter().zip(row).all(|(one, &term)| match_term(one, term, &mut self.bound, terms))
    }
}

fn match_term(one: &Match, term: TermId, bound: &mut [TermId], terms: &Terms) -> bool {
    match one {
        Match::Term(wanted) => *wanted == term,
        Match::Bound(variable) => bound[*variable as usize] == term,
        Match::Bind(variable) => {
            bound[*variable as usize] = term;
            true
        }
        Match::Function(symbol, inner) => {
            let arguments = terms.arguments(term);
            terms.symbol(term) == *symbol
                && arguments.len() == inner.len()
                && inner.iter().zip(arguments).all(|(one, &term)| match_term(one, term, bound, terms))
        }
    }
}

/// The term, if it is interned.
fn find(build: &Build, bound: &[TermId], terms: &Terms) -> Option<TermId> {
    match build {
        Build::Term(term) => Some(*term),
        Build::Variable(variable) => Some(bound[*variable as usize]),
        Build::Function(symbol, arguments) => {
            let arguments: Option<Vec<TermId>> =
                arguments.iter().map(|argument| find(argument, bound, terms)).collect();
            terms.find(*symbol, &arguments?)
        }
    }
}

/// Whether two terms that are not interned are equal.
fn same(a: &Build, b: &Build, bound: &[TermId], terms: &Terms) -> bool {
    match (find(a, bound, terms), find(b, bound, terms)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => match (a, b) {
            (Build::Function(f, a), Build::Function(g, b)) => {
                f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, bound, terms))
            }
            _ => false,
        },
        _ => false,
    }
}

/// The term, interned if necessary.
pub(super) fn build(build_of: &Build, bound: &[TermId], terms: &mut Terms) -> TermId {
    match build_of {
        Build::Term(term) => *term,
        Build::Variable(variable) => bound[*variable as usize],
        Build::Function(symbol, arguments) => {
            let arguments: Vec<TermId> = arguments.iter().map(|argument| build(argument, bound, terms)).collect();
            terms.intern(*symbol, &arguments)
        }
    }
}
