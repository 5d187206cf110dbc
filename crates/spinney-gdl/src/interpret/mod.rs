//! The fallback engine: interprets the rules of a rule sheet, state by state, bottom-up.
//!
//! It plays rule sheets that are too large to be grounded, and is the reference implementation for the engines that
//! ground. Only terms are kept between states: for each state the relations are derived from scratch by joins over
//! indexed tables, component by component, and only those that the query needs. Recursion is evaluated semi-naively.
//! Every call is subject to the [`Limits`] given at the beginning.

mod choose;
mod components;
mod demand;
mod fixed;
mod join;
mod lexicon;
mod plan;
mod prepare;
mod tables;
mod tabling;
mod views;

use std::sync::{Arc, Mutex, PoisonError};

pub use self::choose::Derivation;
use self::choose::choose;
use self::fixed::Fixed;
use self::join::{Evaluation, Work};
use self::lexicon::{Lexicon, Reader, compare};
use self::prepare::{Prepared, Sample, Unready, prepare};
use self::tabling::Tabled;
use self::views::Store;
use crate::limits::{Limits, Refusal, Watch};
use crate::program::{DOES, Dependence, GOAL, LEGAL, NEXT, Program, RelationId, TERMINAL, TRUE};
use crate::terms::{TermId, Terms};

/// The part of the memory limit beyond which answers that were kept for later states are forgotten.
const TABLED: usize = 4;
/// The work in rows between two looks at that memory.
const TIDY: u64 = 1 << 20;

/// A rule sheet that is interpreted.
pub struct Interpreter {
    /// The program as it is evaluated.
    program: Arc<Program>,
    limits: Limits,
    /// What ends every evaluation of a trial; later ones have the limits each for itself.
    trial: Option<Watch>,
    /// The number of rows that an evaluation may visit during a trial.
    budget: u64,
    lexicon: Lexicon,
    prepared: Prepared,
    roles: Vec<TermId>,
    init: Vec<TermId>,
    /// Memory of finished evaluations, the last one on top.
    pool: Mutex<Vec<Scratch>>,
}

/// A state of the game with its legal moves.
#[derive(Clone, Debug)]
pub struct Position {
    facts: Arc<[TermId]>,
    legal: Arc<[Vec<TermId>]>,
    terminal: bool,
}

impl Position {
    /// The true facts, in ascending order of the terms' numbers: equal states have equal lists.
    pub fn facts(&self) -> &[TermId] {
        &self.facts
    }

    /// The legal moves of a role, by its index in [`Interpreter::roles`], in an order that depends only on the rule
    /// rule sheet. In a terminal state there are none.
    pub fn legal(&self, role: usize) -> &[TermId] {
        &self.legal[role]
    }

    /// Whether the game is over.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }
}

/// Memory for one evaluation, and the results cached for the last state.
struct Scratch {
    own: Store,
    /// What is derived on demand and kept: it is the same in every state.
    tabled: Vec<Tabled>,
    work: Work,
    /// The work that was done when the memory was last looked at.
    tidied: u64,
    /// The components that are complete.
    done: Vec<bool>,
    facts: Option<Arc<[TermId]>>,
}

impl Scratch {
    /// Forgets what was kept for later states if it needs more memory than this. Looks only after some work.
    fn tidy(&mut self, most: usize) {
        if self.work.done < self.tidied + TIDY {
            return;
        }
        self.tidied = self.work.done;
        if self.tabled.iter().map(|tabled| tabled.store.bytes()).sum::<usize>() > most {
            self.tabled.iter_mut().for_each(Tabled::clear);
        }
    }
}

impl Interpreter {
    /// Evaluates the relations that are the same in every state and compiles the rules, within limits. The same limits
    /// apply to each later call.
    pub fn new(program: Arc<Program>, limits: Limits) -> Result<Self, Refusal> {
        Self::with(program, limits, Derivation::Chosen)
    }

    /// The same, prepared before the watch ends, together with the initial state.
    pub(crate) fn within(program: Arc<Program>, limits: Limits, watch: &Watch) -> Result<(Self, Position), Refusal> {
        let interpreter = choose(&program, limits, Derivation::Chosen, watch)?;
        let start = interpreter.position_within(interpreter.init.clone(), watch)?;
        Ok((interpreter, start))
    }

    /// The same, with a given mode of derivation.
    pub fn with(program: Arc<Program>, limits: Limits, derivation: Derivation) -> Result<Self, Refusal> {
        choose(&program, limits, derivation, &Watch::start(limits))
    }

    /// An interpreter of the program as it is, with a budget for each evaluation, in rows.
    fn build(
        program: Arc<Program>,
        mut fixed: Fixed,
        limits: Limits,
        budget: u64,
        watch: &Watch,
        sample: Sample,
    ) -> Result<Self, Unready> {
        let prepared = prepare(&program, &mut fixed, watch, budget, sample)?;
        let Fixed { lexicon, roles, init, .. } = fixed;
        let trial = Some(watch.clone());
        Ok(Interpreter { program, limits, trial, budget, lexicon, prepared, roles, init, pool: Mutex::default() })
    }

    /// The same without the limits of a trial.
    fn after_trials(self) -> Self {
        Interpreter { trial: None, budget: u64::MAX, ..self }
    }

    /// The work of all evaluations so far, except those in progress.
    fn work(&self) -> u64 {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|scratch| scratch.work.done).sum()
    }

    /// The roles in the order of the rule sheet.
    pub fn roles(&self) -> &[TermId] {
        &self.roles
    }

    /// The state in which the game begins.
    pub fn start(&self) -> Result<Position, Refusal> {
        self.position(self.init.clone())
    }

    /// The state in which these facts are true.
    pub fn position(&self, facts: Vec<TermId>) -> Result<Position, Refusal> {
        self.position_within(facts, &self.watch())
    }

    fn watch(&self) -> Watch {
        self.trial.clone().unwrap_or_else(|| Watch::start(self.limits))
    }

    fn position_within(&self, facts: Vec<TermId>, watch: &Watch) -> Result<Position, Refusal> {
        self.evaluate(None, |scratch, reader| self.describe(facts, scratch, reader, watch))
    }

    /// The state after a joint move: one move of each role, in the order of the roles. Legality is not checked.
    pub fn next(&self, position: &Position, joint: &[TermId]) -> Result<Position, Refusal> {
        if joint.len() != self.roles.len() {
            let reason = format!("{} moves for {} roles", joint.len(), self.roles.len());
            return Err(Refusal::Unfit { stage: "interpreting", reason });
        }
        let watch = self.watch();
        self.evaluate(Some(&position.facts), |scratch, reader| {
            self.forget_moves(scratch);
            for (&role, &chosen) in self.roles.iter().zip(joint) {
                scratch.own.tables[DOES.index()].insert(&[role, chosen]);
            }
            self.complete(&self.prepared.questions.next, scratch, reader, &watch)?;
            let next = self.table(NEXT, scratch);
            let facts = (0..next.len()).map(|row| next.row(row)[0]).collect();
            self.describe(facts, scratch, reader, &watch)
        })
    }

    /// All goal values of each role, which may be none or several.
    pub fn goals(&self, position: &Position) -> Result<Vec<Vec<TermId>>, Refusal> {
        let watch = self.watch();
        self.evaluate(Some(&position.facts), |scratch, reader| {
            self.complete(&self.prepared.questions.goal, scratch, reader, &watch)?;
            Ok(self.by_role(GOAL, scratch, reader.terms()))
        })
    }

    /// Evaluates something in a state, or in one that is still to be loaded. After an error nothing of the state is kept,
    /// but what is the same in every state is.
    fn evaluate<T>(
        &self,
        facts: Option<&Arc<[TermId]>>,
        work: impl FnOnce(&mut Scratch, &mut Reader<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut scratch = self.take(facts);
        let mut reader = self.lexicon.reader();
        let result = work(&mut scratch, &mut reader);
        drop(reader);
        if result.is_err() {
            scratch.facts = None;
        }
        self.give_back(scratch);
        result
    }

    /// A term as GDL writes it.
    pub fn write(&self, term: TermId) -> String {
        self.lexicon.write(term)
    }

    /// The ground term of a text, or `None` if it is not a term.
    pub fn read(&self, text: &str) -> Option<TermId> {
        self.lexicon.read(text)
    }

    /// A state with its terminal flag and legal moves.
    fn describe(
        &self,
        mut facts: Vec<TermId>,
        scratch: &mut Scratch,
        reader: &mut Reader<'_>,
        watch: &Watch,
    ) -> Result<Position, Refusal> {
        facts.sort_unstable();
        facts.dedup();
        let facts: Arc<[TermId]> = facts.into();
        load(scratch, &facts);
        self.complete(&self.prepared.questions.terminal, scratch, reader, watch)?;
        let terminal = self.table(TERMINAL, scratch).len() != 0;
        let legal = if terminal {
            vec![Vec::new(); self.roles.len()]
        } else {
            self.complete(&self.prepared.questions.legal, scratch, reader, watch)?;
            self.by_role(LEGAL, scratch, reader.terms())
        };
        Ok(Position { facts, legal: legal.into(), terminal })
    }

    /// Evaluates what is not yet complete of some components.
    fn complete(
        &self,
        components: &[usize],
        scratch: &mut Scratch,
        reader: &mut Reader<'_>,
        watch: &Watch,
    ) -> Result<(), Refusal> {
        let Scratch { own, tabled, work, done, .. } = scratch;
        let mut evaluation = Evaluation::new(reader, &self.prepared.fixed, own, tabled, work, watch);
        for &component in components {
            if !done[component] {
                evaluation.complete(&self.prepared.compiled[component])?;
                done[component] = true;
            }
        }
        Ok(())
    }

    /// The rows of a relation.
    fn table<'a>(&'a self, relation: RelationId, scratch: &'a Scratch) -> &'a tables::Table {
        let is_fixed = self.program.relations[relation.index()].dependence == Dependence::Static;
        let store = if is_fixed { &self.prepared.fixed } else { &scratch.own };
        &store.tables[relation.index()]
    }

    /// The second arguments of a relation by its first, which is a role.
    fn by_role(&self, relation: RelationId, scratch: &Scratch, terms: &Terms) -> Vec<Vec<TermId>> {
        let table = self.table(relation, scratch);
        let mut lists = vec![Vec::new(); self.roles.len()];
        for row in 0..table.len() {
            let row = table.row(row);
            if let Some(role) = self.roles.iter().position(|&role| role == row[0]) {
                lists[role].push(row[1]);
            }
        }
        for list in &mut lists {
            list.sort_unstable_by(|&a, &b| compare(terms, a, b));
        }
        lists
    }

    /// Memory for an evaluation, with the facts of a state loaded and, if possible, its cached results.
    fn take(&self, facts: Option<&Arc<[TermId]>>) -> Scratch {
        let taken = {
            let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
            let knows = |scratch: &Scratch| match (&scratch.facts, facts) {
                (Some(known), Some(facts)) => Arc::ptr_eq(known, facts),
                _ => false,
            };
            match pool.iter().rposition(knows) {
                Some(found) => Some(pool.remove(found)),
                None => pool.pop(),
            }
        };
        let mut scratch = taken.unwrap_or_else(|| Scratch {
            own: self.prepared.blank.empty_copy(),
            tabled: self.prepared.tabled.iter().map(Tabled::empty_copy).collect(),
            work: Work::default(),
            tidied: 0,
            done: vec![false; self.prepared.compiled.len()],
            facts: None,
        });
        scratch.work.allow(self.budget);
        scratch.tidy(self.limits.memory / TABLED);
        if let Some(facts) = facts
            && !scratch.facts.as_ref().is_some_and(|known| Arc::ptr_eq(known, facts))
        {
            load(&mut scratch, facts);
        }
        scratch
    }

    fn give_back(&self, scratch: Scratch) {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }

    /// Empties the relations that depend on moves.
    fn forget_moves(&self, scratch: &mut Scratch) {
        let relations = &self.program.relations;
        scratch.own.clear(|relation| relation == DOES.index() || relations[relation].dependence == Dependence::Moves);
        for (done, &by_moves) in scratch.done.iter_mut().zip(&self.prepared.by_moves) {
            *done &= !by_moves;
        }
    }
}

/// Empties all relations but `true`, which gets these facts.
fn load(scratch: &mut Scratch, facts: &Arc<[TermId]>) {
    scratch.own.clear(|_| true);
    scratch.done.fill(false);
    for &fact in facts.iter() {
        scratch.own.tables[TRUE.index()].insert(&[fact]);
    }
    scratch.facts = Some(Arc::clone(facts));
}
