//! Relations that are the same in every state but too large to be derived as a whole: each question about them is
//! answered when it is first asked, and the answers are kept for all later states. That is known as tabling.
//!
//! A component of mutually recursive relations is one [`Tabled`]. Its rules are rewritten for the call patterns that
//! occur, as the magic sets of [`demand`](super::demand) are, and evaluated semi-naively from the questions that are new.
//! Rules may ask about other such components, which are always earlier ones: hence their answers are complete at once,
//! also for negations.

use std::sync::Arc;

use super::demand::{Asking, Copy};
use super::join::{Evaluation, Work};
use super::lexicon::Reader;
use super::plan::{Build, Compiler, Place, Plan};
use super::tables::Table;
use super::views::Store;
use crate::limits::{Refusal, Watch};
use crate::program::{Literal, Program};
use crate::terms::TermId;

/// The size assumed of a relation that is not derived as a whole.
pub(super) const SIZE: usize = 1_000_000;

/// A question, before the values are known.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    /// The relation of the questions asked so far.
    asked: usize,
    /// The known arguments.
    key: Box<[Build]>,
}

impl Ask {
    /// The known arguments.
    pub(super) fn key(&self) -> &[Build] {
        &self.key
    }

    /// A question by its known arguments.
    pub(super) fn new(copy: Copy, key: Vec<Build>) -> Self {
        Ask { asked: copy.asked.index(), key: key.into() }
    }
}

/// A component that is derived on demand.
#[derive(Clone)]
pub(super) struct Tabled {
    /// The call patterns so far; `None` in a copy for play, where all are known.
    patterns: Option<Box<Patterns>>,
    /// All rules, each driven by the new rows of one of its conditions.
    plans: Arc<Vec<Plan>>,
    /// The questions asked and their answers.
    pub(super) store: Store,
    /// The number of rows that have driven each plan.
    seen: Vec<usize>,
    /// The question at which an evaluation was cut. If it is the next one as well, the evaluation continues; before any
    /// other the answers are forgotten, since those to questions in between may be incomplete.
    unfinished: Option<(usize, Vec<TermId>)>,
    work: Work,
}

#[derive(Clone)]
struct Patterns {
    program: Arc<Program>,
    places: Vec<Place>,
    asking: Asking,
}

impl Tabled {
    /// A component by its members and their rules. `places` says where the earlier relations are, and `sizes` how large.
    pub(super) fn new(
        program: &Arc<Program>,
        members: &[usize],
        rules: &[usize],
        places: &[Place],
        sizes: Vec<usize>,
    ) -> Self {
        let store = Store::new(program.relations.iter().map(|relation| relation.arity));
        let asking = Asking::new(program, members, rules, sizes);
        let patterns = Patterns { program: Arc::clone(program), places: places.to_vec(), asking };
        let (plans, seen) = (Arc::default(), Vec::new());
        Tabled { patterns: Some(Box::new(patterns)), plans, store, seen, unfinished: None, work: Work::default() }
    }

    /// The same without any answer.
    pub(super) fn empty_copy(&self) -> Self {
        let (plans, store) = (Arc::clone(&self.plans), self.store.empty_copy());
        Tabled { patterns: None, plans, store, seen: Vec::new(), unfinished: None, work: Work::default() }
    }

    /// Forgets all answers, and gives their memory back.
    pub(super) fn clear(&mut self) {
        self.store = self.store.empty_copy();
        self.seen.clear();
        self.unfinished = None;
    }

    /// The relations for a call pattern. Rules for it are compiled unless they are there.
    pub(super) fn pattern(
        &mut self,
        relation: usize,
        known: Vec<bool>,
        reader: &mut Reader<'_>,
        fixed: &mut Store,
        below: &mut [Tabled],
    ) -> Copy {
        let Some(patterns) = &mut self.patterns else { unreachable!("patterns are compiled before the game") };
        let Patterns { program, places, asking } = &mut **patterns;
        let (copy, rules) = asking.ask(program, relation, known);
        self.store.tables.extend(asking.arities().skip(self.store.tables.len()).map(Table::new));
        let whole = program.relations.len();
        let is_own = |relation: usize| relation >= whole;
        let place = |relation: usize| if is_own(relation) { Place::Own } else { places[relation] };
        let own = &mut self.store;
        let mut compiler = Compiler { reader, fixed, own, tabled: below, place: &place, is_open: &is_own };
        let plans = Arc::make_mut(&mut self.plans);
        for rule in &rules {
            for (at, literal) in rule.body.iter().enumerate() {
                if matches!(literal, Literal::Holds(atom) if is_own(atom.relation.index())) {
                    plans.push(compiler.compile(rule, Some(at)));
                }
            }
        }
        copy
    }
}

impl Evaluation<'_, '_> {
    /// Makes sure that the answers to a question about a component are complete. The values of the question are the row
    /// in the memory of this evaluation.
    pub(super) fn answer(&mut self, component: u32, ask: &Ask) -> Result<(), Refusal> {
        let (below, rest) = self.tabled.split_at_mut(component as usize);
        let Some(tabled) = rest.first_mut() else { return Ok(()) };
        let row: &[TermId] = &self.work.row;
        let is_same = |(asked, key): &(usize, Vec<TermId>)| *asked == ask.asked && key == row;
        if tabled.unfinished.as_ref().is_some_and(|cut| !is_same(cut)) {
            tabled.clear();
        }
        if !tabled.store.tables[ask.asked].insert(row) && tabled.unfinished.is_none() {
            return Ok(());
        }
        let Tabled { plans, store, seen, work, .. } = tabled;
        work.continue_from(self.work);
        let watch: &Watch = self.watch;
        let mut inner = Evaluation {
            reader: self.reader,
            fixed: self.fixed,
            own: store,
            tabled: below,
            work,
            watch,
            ticks: self.ticks,
        };
        let result = inner.exhaust(plans, seen);
        self.ticks = inner.ticks;
        self.work.continue_from(work);
        tabled.unfinished = result.is_err().then(|| (ask.asked, self.work.row.clone()));
        result
    }
}
