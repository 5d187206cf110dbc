//! One-time preparation of a rule sheet: evaluates the relations that are the same in every state, and compiles all
//! rules.
//!
//! Components are compiled in order, each after its dependencies have been evaluated: their sizes guide the order of
//! conditions. For relations that depend on the state this is done in a sample state.

use super::components::{Component, Components, relation_of};
use super::join::{Compiled, Evaluation, Work};
use super::lexicon::Lexicon;
use super::plan::{Compiler, Names};
use super::tables::Table;
use super::views::Store;
use crate::limits::{Refusal, Watch};
use crate::program::{DOES, Dependence, GOAL, INIT, LEGAL, Literal, NEXT, Program, ROLE, RelationId, TERMINAL, TRUE};
use crate::terms::TermId;

/// The components to evaluate for a query.
#[derive(Debug)]
pub(super) struct Questions {
    pub(super) terminal: Vec<usize>,
    pub(super) legal: Vec<usize>,
    pub(super) goal: Vec<usize>,
    pub(super) next: Vec<usize>,
}

/// A prepared rule sheet.
pub(super) struct Prepared {
    /// Relations that are the same in every state.
    pub(super) fixed: Store,
    /// Those that are not, without rows.
    pub(super) blank: Store,
    /// The plans of each component that depends on the state.
    pub(super) compiled: Vec<Compiled>,
    /// The components that depend on the moves, not only on the state.
    pub(super) by_moves: Vec<bool>,
    /// The number of rows of each relation in the sample state.
    pub(super) sizes: Vec<usize>,
    pub(super) questions: Questions,
}

/// A prepared program, with its roles and the facts of the initial state.
type Ready = (Prepared, Vec<TermId>, Vec<TermId>);

/// Why the preparation failed, and how far it got.
pub(super) struct Unready {
    pub(super) refusal: Refusal,
    /// The number of rows of each relation at that point.
    pub(super) sizes: Vec<usize>,
    /// Whether it failed at the relations that are the same in every state.
    pub(super) at_fixed: bool,
}

/// The factor between the work limits of the one-time preparation and of a state.
const ONCE: u64 = 8;

/// Prepares a program. The sample state has a budget of rows, the relations that are the same in every state a larger
/// one.
pub(super) fn prepare(program: &Program, lexicon: &Lexicon, watch: &Watch, budget: u64) -> Result<Ready, Unready> {
    let preparation = Preparation::new(program, lexicon, watch, budget)?;
    let roles = preparation.constants(ROLE);
    let mut init = preparation.constants(INIT);
    init.sort_unstable();
    let prepared = preparation.finish(&roles, &init, watch, budget)?;
    Ok((prepared, roles, init))
}

/// The parts of a rule sheet during preparation.
struct Preparation<'a> {
    program: &'a Program,
    lexicon: &'a Lexicon,
    components: Components,
    questions: Questions,
    fixed: Store,
    names: Names,
}

impl<'a> Preparation<'a> {
    /// Evaluates the relations that are the same in every state.
    fn new(program: &'a Program, lexicon: &'a Lexicon, watch: &Watch, budget: u64) -> Result<Self, Unready> {
        let components = Components::new(program);
        let mut fixed = Store::new(program.relations.iter().map(|relation| relation.arity));
        let mut names = Names::default();
        let mut nothing = Store::default();
        let mut work = Work::with_budget(budget.saturating_mul(ONCE));
        for number in components.needed(&[ROLE, INIT, LEGAL, TERMINAL, GOAL, NEXT]) {
            let component = &components.all[number];
            if component.dependence == Dependence::Static {
                let (nowhere, own) = (&mut nothing, &mut fixed);
                evaluate_sample(program, component, lexicon, watch, nowhere, own, &mut names, &mut work, &|_| false)
                    .map_err(|refusal| Unready { refusal, sizes: sizes(&fixed), at_fixed: true })?;
            }
        }
        let varying = |relations: &[_]| {
            let mut needed = components.needed(relations);
            needed.retain(|&number| components.all[number].dependence != Dependence::Static);
            needed
        };
        let questions = Questions {
            terminal: varying(&[TERMINAL]),
            legal: varying(&[LEGAL]),
            goal: varying(&[GOAL]),
            next: varying(&[NEXT]),
        };
        Ok(Preparation { program, lexicon, components, questions, fixed, names: Names::default() })
    }

    /// The first arguments of a relation that is the same in every state, in the order of the rule sheet.
    fn constants(&self, relation: RelationId) -> Vec<TermId> {
        let table = &self.fixed.tables[relation.index()];
        (0..table.len()).map(|row| table.row(row)[0]).collect()
    }

    /// Compiles the rules that depend on the state, guided by a sample state.
    fn finish(mut self, roles: &[TermId], facts: &[TermId], watch: &Watch, budget: u64) -> Result<Prepared, Unready> {
        let mut own = Store::new(self.program.relations.iter().map(|relation| relation.arity));
        facts.iter().for_each(|&fact| _ = own.tables[TRUE.index()].insert(&[fact]));
        let mut work = Work::with_budget(budget);
        let compiled = self.compile(roles, &mut own, &mut work, watch);
        let sizes = sizes(&own).iter().zip(sizes(&self.fixed)).map(|(own, fixed)| own + fixed).collect();
        match compiled {
            Ok(compiled) => {
                let components = self.components.all.iter();
                let by_moves = components.map(|component| component.dependence == Dependence::Moves).collect();
                let blank = own.empty_copy();
                Ok(Prepared { fixed: self.fixed, blank, compiled, by_moves, sizes, questions: self.questions })
            }
            Err(refusal) => Err(Unready { refusal, sizes, at_fixed: false }),
        }
    }

    /// Compiles and evaluates one component after the other.
    fn compile(
        &mut self,
        roles: &[TermId],
        own: &mut Store,
        work: &mut Work,
        watch: &Watch,
    ) -> Result<Vec<Compiled>, Refusal> {
        let program = self.program;
        let is_fixed = |relation: usize| program.relations[relation].dependence == Dependence::Static;
        let mut compiled: Vec<Compiled> = Vec::new();
        compiled.resize_with(self.components.all.len(), Compiled::default);
        let needed = self.components.needed(&[LEGAL, TERMINAL, GOAL, NEXT]);
        for dependence in [Dependence::State, Dependence::Moves] {
            if dependence == Dependence::Moves {
                // Each role makes its first move.
                for &role in roles {
                    let legal = if is_fixed(LEGAL.index()) { &self.fixed } else { &*own };
                    let legal = &legal.tables[LEGAL.index()];
                    let row = (0..legal.len()).map(|row| legal.row(row)).find(|row| row[0] == role);
                    if let Some(row) = row.map(<[_]>::to_vec) {
                        own.tables[DOES.index()].insert(&row);
                    }
                }
            }
            for &number in &needed {
                let component = &self.components.all[number];
                if component.dependence == dependence {
                    let (fixed, names) = (&mut self.fixed, &mut self.names);
                    compiled[number] =
                        evaluate_sample(program, component, self.lexicon, watch, fixed, own, names, work, &is_fixed)?;
                }
            }
        }
        Ok(compiled)
    }
}

fn sizes(store: &Store) -> Vec<usize> {
    store.tables.iter().map(Table::len).collect()
}

/// Compiles a component and evaluates it.
#[expect(clippy::too_many_arguments, reason = "one place for both kinds of relations")]
fn evaluate_sample(
    program: &Program,
    component: &Component,
    lexicon: &Lexicon,
    watch: &Watch,
    fixed: &mut Store,
    own: &mut Store,
    names: &mut Names,
    work: &mut Work,
    is_fixed: &dyn Fn(usize) -> bool,
) -> Result<Compiled, Refusal> {
    let mut heads: Vec<usize> = component.rules.iter().map(|&rule| program.rules[rule].head.relation.index()).collect();
    heads.sort_unstable();
    heads.dedup();
    let is_open = |relation: usize| heads.binary_search(&relation).is_ok();
    let mut reader = lexicon.reader();
    let mut compiled = Compiled::default();
    let mut compiler = Compiler { reader: &mut reader, fixed, own, names, is_fixed, is_open: &is_open };
    for (number, &rule) in component.rules.iter().enumerate() {
        let rule = &program.rules[rule];
        if rule.body.len() > 50 || number % 64 == 0 {
            watch.check("compiling rules", 0)?;
        }
        let mut recursive = false;
        for (at, literal) in rule.body.iter().enumerate() {
            let positive = matches!(literal, Literal::Holds(_));
            if positive && relation_of(literal).is_some_and(|relation| is_open(relation.index())) {
                compiled.loops.push(compiler.compile(rule, Some(at)));
                recursive = true;
            }
        }
        if !recursive {
            compiled.exits.push(compiler.compile(rule, None));
        }
    }
    Evaluation::new(&mut reader, fixed, own, work, watch).complete(&compiled)?;
    Ok(compiled)
}
