//! Finds all errors in a GDL rule sheet, and compiles a valid one to a [`Program`].

mod alternatives;
mod formula;
mod graph;
mod loose;
mod moveless;
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
use crate::limits::{Refusal, Watch};
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
    match check_within(text, &Watch::endless()) {
        Ok(checked) => checked,
        Err(_) => unreachable!("an endless watch does not end"),
    }
}

/// The same, unless the watch ends before it is done. The watch is looked at between the stages of the check, and between
/// rules.
pub fn check_within(text: &str, watch: &Watch) -> Result<Checked, Refusal> {
    const STAGE: &str = "checking";
    let mut problems = Problems::new(text);
    let expressions = match read(text) {
        Ok(expressions) => expressions,
        Err(diagnostic) => return Ok(Checked { program: None, diagnostics: vec![diagnostic] }),
    };
    if expressions.is_empty() {
        problems.error(0, "the sheet is empty");
        return Ok(Checked { program: None, diagnostics: problems.into_diagnostics() });
    }
    watch.check(STAGE, 0)?;
    let mut names = Names::new();
    let mut drafts = translate::translate(&expressions, &mut names, &mut problems);
    restrictions::bind_roles(&mut drafts, &mut problems);
    watch.check(STAGE, 0)?;
    let graph = restrictions::dependencies(&drafts, names.relations.len());
    let components = graph.components();
    restrictions::check_safety(&mut drafts, &graph, &names, &mut problems);
    watch.check(STAGE, 0)?;
    restrictions::check_recursion(&drafts, &components, &names, &mut problems);
    watch.check(STAGE, 0)?;
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
    watch.check(STAGE, 0)?;
    let mut program = None;
    if problems.errors() == 0 {
        let rules = normalise::normalise(drafts, &mut names, &mut problems, watch)?;
        if problems.errors() == 0 {
            let mut made = Program { symbols: names.symbols, relations: names.relations, rules };
            moveless::without_moves(&mut made);
            strata::classify(&mut made);
            program = Some(made);
        }
    }
    Ok(Checked { program, diagnostics: problems.into_diagnostics() })
}
