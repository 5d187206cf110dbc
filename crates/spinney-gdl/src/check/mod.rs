//! Finds all errors in a GDL rule sheet, and compiles a valid one to a [`Program`].

mod alternatives;
mod formula;
mod graph;
mod loose;
mod names;
mod normalise;
mod problems;
mod restrictions;
mod safety;
mod specialise;
mod strata;
mod translate;
mod unify;

use names::Names;
use problems::Problems;

use crate::diagnostic::{Diagnostic, Severity};
use crate::program::Program;
use crate::read::read;

/// The result of [`check`].
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program, if there are no errors.
    pub program: Option<Program>,
    /// Errors and warnings in the order of the rule sheet.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// The errors alone.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The warnings alone.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning)
    }
}

/// Checks a rule sheet. All errors are reported in one pass, except that only the first syntax error (such as an
/// unbalanced parenthesis) is.
pub fn check(text: &str) -> Checked {
    let mut problems = Problems::new(text);
    let expressions = match read(text) {
        Ok(expressions) => expressions,
        Err(diagnostic) => return Checked { program: None, diagnostics: vec![diagnostic] },
    };
    if expressions.is_empty() {
        problems.error(0, "the sheet is empty");
        return Checked { program: None, diagnostics: problems.into_diagnostics() };
    }
    let mut names = Names::new();
    let mut drafts = translate::translate(&expressions, &mut names, &mut problems);
    restrictions::bind_roles(&mut drafts, &mut problems);
    let graph = restrictions::dependencies(&drafts, names.relations.len());
    let components = graph.components();
    restrictions::check_safety(&mut drafts, &graph, &names, &mut problems);
    restrictions::check_recursion(&drafts, &components, &names, &mut problems);
    restrictions::check_dependence(&graph, &names, &mut problems);
    restrictions::check_roles(&drafts, &mut problems);
    restrictions::check_presence(&drafts, &names, &mut problems);
    let cycles = restrictions::negative_cycles(&graph, &components, &names);
    if !cycles.is_empty() {
        match specialise::specialise(&drafts, &components, &mut names) {
            Some(special) => {
                drafts = special;
                cycles.into_iter().for_each(|(at, cycle)| {
                    problems.warning(at, format!("a cycle goes through a negation, though not for any atom: {cycle}"));
                });
            }
            None => cycles.into_iter().for_each(|(at, cycle)| {
                problems.error(at, format!("a cycle goes through a negation: {cycle}"));
            }),
        }
    }
    let mut program = None;
    if problems.errors() == 0 {
        let rules = normalise::normalise(drafts, &mut names, &mut problems);
        if problems.errors() == 0 {
            let mut made = Program { symbols: names.symbols, relations: names.relations, rules };
            strata::classify(&mut made);
            program = Some(made);
        }
    }
    Checked { program, diagnostics: problems.into_diagnostics() }
}
