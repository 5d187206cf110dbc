//! Runs plans: nested loops over the rows of views, without recursion and without allocation.

use spinney::budget::step_is_overdue;

use super::lexicon::Reader;
use super::plan::{Access, Build, Filter, Operand, Part, Place, Plan, Step};
use super::tables::Table;
use super::tabling::Tabled;
use super::views::{NONE, Store};
use crate::limits::{Refusal, Watch};
use crate::program::Symbol;
use crate::terms::{TermId, Terms};

const STAGE: &str = "interpreting";
/// The number of visited rows between checks of the limits.
const TICKS: u32 = 4096;

/// The plans of one component.
#[derive(Debug, Default)]
pub(super) struct Compiled {
    /// Rules that need no relation of the component.
    pub(super) exits: Vec<Plan>,
    /// Rules of the recursion, once for each condition on a relation of the component, driven by it.
    pub(super) loops: Vec<Plan>,
}

/// Memory for running plans.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// The values of variables.
    registers: Vec<TermId>,
    /// For each step the next row, and the end of a scan.
    cursors: Vec<(u32, u32)>,
    /// The arguments of an atom.
    pub(super) row: Vec<TermId>,
    /// The stack for building a term.
    stack: Vec<TermId>,
    /// The number of rows that have driven each plan of a recursion.
    seen: Vec<usize>,
    /// The number of rows visited or derived: a measure of the work done.
    pub(super) done: u64,
    /// The work limit, if there is one.
    most: Option<u64>,
}

impl Work {
    /// Memory with this work limit.
    pub(super) fn with_budget(budget: u64) -> Self {
        let mut work = Work::default();
        work.allow(budget);
        work
    }

    /// Sets the work limit, including the work already done; the maximum value means no limit.
    pub(super) fn allow(&mut self, budget: u64) {
        self.most = (budget != u64::MAX).then_some(budget);
    }

    /// Counts on from the work of another memory, with its limit.
    pub(super) fn continue_from(&mut self, other: &Work) {
        (self.done, self.most) = (other.done, other.most);
    }

    /// Whether the limit is exceeded.
    pub(super) fn is_exhausted(&self) -> bool {
        self.most.is_some_and(|most| self.done > most)
    }
}

/// One evaluation: its inputs, outputs and limits.
pub(super) struct Evaluation<'a, 'b> {
    pub(super) reader: &'a mut Reader<'b>,
    pub(super) fixed: &'a Store,
    pub(super) own: &'a mut Store,
    /// The components that are derived on demand.
    pub(super) tabled: &'a mut [Tabled],
    pub(super) work: &'a mut Work,
    pub(super) watch: &'a Watch,
    /// Rows left to visit before the limits are checked.
    pub(super) ticks: u32,
}

impl<'a, 'b> Evaluation<'a, 'b> {
    /// Begins.
    pub(super) fn new(
        reader: &'a mut Reader<'b>,
        fixed: &'a Store,
        own: &'a mut Store,
        tabled: &'a mut [Tabled],
        work: &'a mut Work,
        watch: &'a Watch,
    ) -> Self {
        Evaluation { reader, fixed, own, tabled, work, watch, ticks: TICKS }
    }

    /// Derives all consequences of the rules of a component, whose dependencies are complete.
    pub(super) fn complete(&mut self, compiled: &Compiled) -> Result<(), Refusal> {
        for plan in &compiled.exits {
            self.run(plan, 0, 0)?;
        }
        if compiled.loops.is_empty() {
            return Ok(());
        }
        let mut seen = std::mem::take(&mut self.work.seen);
        seen.clear();
        let result = self.exhaust(&compiled.loops, &mut seen);
        self.work.seen = seen;
        result
    }

    /// Runs plans until none has a new row to drive it. `seen` counts the rows that have driven each; after an error the
    /// work can be continued from there.
    pub(super) fn exhaust(&mut self, plans: &[Plan], seen: &mut Vec<usize>) -> Result<(), Refusal> {
        seen.resize(plans.len(), 0);
        let mut progress = true;
        while progress {
            progress = false;
            for (plan, seen) in plans.iter().zip(&mut *seen) {
                let view = plan.steps[0].view;
                self.own.follow_view(view, self.reader.terms());
                let (from, to) = (*seen, self.own.rows(view).len);
                if from < to {
                    self.run(plan, from as u32, to as u32)?;
                    *seen = to;
                    progress = true;
                }
            }
        }
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Refusal> {
        self.ticks = TICKS;
        if self.work.is_exhausted() {
            // Only trials have budgets, so no other caller sees this.
            return Err(Refusal::Time { stage: STAGE, seconds: 0.0 });
        }
        if step_is_overdue() {
            return Err(Refusal::Cut { stage: STAGE });
        }
        let tabled: usize = self.tabled.iter().map(|tabled| tabled.store.bytes()).sum();
        self.watch.check(STAGE, self.fixed.bytes() + self.own.bytes() + tabled + self.reader.terms().bytes())
    }

    /// Derives the consequences of one plan. The rows `from..to` drive it, if it is part of a recursion.
    fn run(&mut self, plan: &Plan, from: u32, to: u32) -> Result<(), Refusal> {
        if plan.enough == 0 && self.is_known(plan) {
            return Ok(());
        }
        if self.work.registers.len() < plan.variables {
            self.work.registers.resize(plan.variables, TermId(0));
        }
        if self.work.cursors.len() < plan.steps.len() {
            self.work.cursors.resize(plan.steps.len(), (0, 0));
        }
        if !passes(&plan.filters, self.reader, self.fixed, self.own, self.work) {
            return Ok(());
        }
        let Some(first) = plan.steps.first() else {
            self.emit(plan);
            return Ok(());
        };
        if matches!(first.access, Access::Range) {
            self.work.cursors[0] = (from, to);
        } else {
            self.open(first, 0)?;
        }
        let mut depth = 0;
        loop {
            if self.advance(&plan.steps[depth], depth)? {
                if depth + 1 < plan.steps.len() {
                    depth += 1;
                    self.open(&plan.steps[depth], depth)?;
                    continue;
                }
                self.emit(plan);
                if plan.enough == 0 {
                    return Ok(());
                }
                depth = plan.enough - 1;
            } else if depth == 0 {
                return Ok(());
            } else {
                depth -= 1;
            }
        }
    }

    /// Finds the first row of a step.
    fn open(&mut self, step: &Step, depth: usize) -> Result<(), Refusal> {
        if let (Some(ask), Place::Tabled(component)) = (&step.ask, step.place) {
            let Work { registers, row, stack, .. } = &mut *self.work;
            row.clear();
            for build in ask.key() {
                let term = make(build, self.reader, registers, stack);
                row.push(term);
            }
            self.answer(component, ask)?;
        }
        let terms = self.reader.terms();
        let store = match step.place {
            Place::Own => &mut *self.own,
            Place::Tabled(component) => &mut self.tabled[component as usize].store,
            Place::Fixed => {
                let Work { registers, row, cursors, .. } = &mut *self.work;
                cursors[depth] = first_row(self.fixed, step, registers, row);
                return Ok(());
            }
        };
        match step.access {
            Access::Probe { index, .. } => store.follow_index(index, terms),
            Access::Scan | Access::Range => store.follow_view(step.view, terms),
            Access::Test { .. } => {}
        }
        let Work { registers, row, cursors, .. } = &mut *self.work;
        cursors[depth] = first_row(store, step, registers, row);
        Ok(())
    }

    /// Advances to the next row of a step that passes its filters, and binds its variables.
    fn advance(&mut self, step: &Step, depth: usize) -> Result<bool, Refusal> {
        let (mut next, end) = self.work.cursors[depth];
        if matches!(step.access, Access::Test { .. }) {
            self.work.cursors[depth].0 = end;
            return Ok(next != end && passes(&step.filters, self.reader, self.fixed, self.own, self.work));
        }
        while next != end {
            if self.ticks == 0 {
                self.check()?;
            }
            self.ticks -= 1;
            self.work.done += 1;
            let store = match step.place {
                Place::Own => &*self.own,
                Place::Fixed => self.fixed,
                Place::Tabled(component) => &self.tabled[component as usize].store,
            };
            let row = store.rows(step.view).row(next);
            next = match step.access {
                Access::Probe { index, .. } => store.indices[index].before(next),
                _ => next + 1,
            };
            let registers = &mut self.work.registers;
            for &(column, variable) in &step.binds {
                registers[variable as usize] = row[column as usize];
            }
            if step.checks.iter().all(|&(column, operand)| row[column as usize] == value(operand, registers))
                && passes(&step.filters, self.reader, self.fixed, self.own, self.work)
            {
                self.work.cursors[depth].0 = next;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the head of a plan, which has no variables, is derived already.
    fn is_known(&mut self, plan: &Plan) -> bool {
        let Work { registers, row, stack, .. } = &mut *self.work;
        find_row(&plan.head, self.reader.terms(), registers, stack, row) && self.own.tables[plan.relation].contains(row)
    }

    fn emit(&mut self, plan: &Plan) {
        let Work { registers, row, stack, done, .. } = &mut *self.work;
        *done += 2;
        row.clear();
        for build in &plan.head {
            let term = make(build, self.reader, registers, stack);
            row.push(term);
        }
        self.own.tables[plan.relation].insert(row);
    }
}

/// The first row of a step, and the end of a scan. What the step reads is up to date.
#[inline]
fn first_row(store: &Store, step: &Step, registers: &[TermId], row: &mut Vec<TermId>) -> (u32, u32) {
    match &step.access {
        Access::Probe { index, key } => {
            row.clear();
            row.extend(key.iter().map(|&operand| value(operand, registers)));
            (store.last(*index, row), NONE)
        }
        Access::Scan | Access::Range => (0, store.rows(step.view).len as u32),
        // The question is still in the row: it leaves nothing open.
        Access::Test { answers, holds } => (0, u32::from(store.tables[*answers].contains(row) == *holds)),
    }
}

#[inline]
fn value(operand: Operand, registers: &[TermId]) -> TermId {
    match operand {
        Operand::Constant(term) => term,
        Operand::Variable(variable) => registers[variable as usize],
    }
}

#[inline]
fn passes(filters: &[Filter], reader: &mut Reader<'_>, fixed: &Store, own: &Store, work: &mut Work) -> bool {
    let Work { registers, row, stack, .. } = work;
    filters.iter().all(|filter| match filter {
        Filter::Atom { fixed: is_fixed, relation, arguments, holds } => {
            let table: &Table = if *is_fixed { &fixed.tables[*relation] } else { &own.tables[*relation] };
            let found =
                table.len() != 0 && find_row(arguments, reader.terms(), registers, stack, row) && table.contains(row);
            found == *holds
        }
        Filter::Distinct(a, b) => make(a, reader, registers, stack) != make(b, reader, registers, stack),
    })
}

/// Finds the arguments of an atom; not all may be terms that there are.
#[inline]
fn find_row(
    arguments: &[Build],
    terms: &Terms,
    registers: &[TermId],
    stack: &mut Vec<TermId>,
    row: &mut Vec<TermId>,
) -> bool {
    row.clear();
    for build in arguments {
        let known = |symbol, arguments: &[TermId]| terms.find(symbol, arguments);
        let Some(term) = assemble(build, registers, stack, known) else { return false };
        row.push(term);
    }
    true
}

/// Builds a term, interning it if necessary.
#[inline]
fn make(build: &Build, reader: &mut Reader<'_>, registers: &[TermId], stack: &mut Vec<TermId>) -> TermId {
    let intern = |symbol, arguments: &[TermId]| Some(reader.intern(symbol, arguments));
    assemble(build, registers, stack, intern).expect("every term can be interned")
}

/// Builds a term, innermost functions first; `None` if a function term is not interned.
#[inline(always)]
fn assemble(
    build: &Build,
    registers: &[TermId],
    stack: &mut Vec<TermId>,
    mut function: impl FnMut(Symbol, &[TermId]) -> Option<TermId>,
) -> Option<TermId> {
    let parts = match build {
        Build::Value(operand) => return Some(value(*operand, registers)),
        Build::Term(parts) => parts,
    };
    stack.clear();
    for part in parts {
        match *part {
            Part::Value(operand) => stack.push(value(operand, registers)),
            Part::Function(symbol, arity) => {
                let from = stack.len() - arity as usize;
                let term = function(symbol, &stack[from..])?;
                stack.truncate(from);
                stack.push(term);
            }
        }
    }
    Some(stack[0])
}
