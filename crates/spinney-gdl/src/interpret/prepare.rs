//! One-time preparation of a rule sheet: compiles the rules that depend on the state.
//!
//! Components are compiled in order, each after its dependencies have been evaluated in a sample state: their sizes guide
//! the order of conditions.

use super::components::{Component, Components, relation_of};
use super::fixed::Fixed;
use super::join::{Compiled, Evaluation, Work};
use super::lexicon::Reader;
use super::plan::{Compiler, Place};
use super::tables::Table;
use super::tabling::Tabled;
use super::views::Store;
use crate::limits::{Refusal, Watch};
use crate::program::{DOES, Dependence, GOAL, LEGAL, Literal, NEXT, Program, RelationId, TERMINAL, TRUE};

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
    /// Those of them that are derived on demand, without rows.
    pub(super) tabled: Vec<Tabled>,
    /// Relations that depend on the state, without rows.
    pub(super) blank: Store,
    /// The plans of each component that depends on the state.
    pub(super) compiled: Vec<Compiled>,
    /// The components that depend on the moves, not only on the state.
    pub(super) by_moves: Vec<bool>,
    /// The number of rows of each relation in the sample state, or what is assumed.
    pub(super) sizes: Vec<usize>,
    pub(super) questions: Questions,
}

/// What to do with a sample state that takes more work than its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    /// Give up.
    Whole,
    /// Compile the rest without it.
    AsFarAsItGoes,
}

/// Why the preparation failed, and how far it got.
pub(super) struct Unready {
    pub(super) refusal: Refusal,
    /// The number of rows of each relation at that point.
    pub(super) sizes: Vec<usize>,
}

/// Prepares a program: the one that `fixed` was made of, or one that derives its relations differently. The sample state
/// has a budget of rows.
pub(super) fn prepare(
    program: &Program,
    fixed: &mut Fixed,
    watch: &Watch,
    budget: u64,
    sample: Sample,
) -> Result<Prepared, Unready> {
    let components = Components::new(program);
    let mut own = Store::new(program.relations.iter().map(|relation| relation.arity));
    fixed.init.iter().for_each(|&fact| _ = own.tables[TRUE.index()].insert(&[fact]));
    let mut work = Work::with_budget(budget);
    let compiled = compile_all(program, &components, fixed, &mut own, &mut work, watch, sample);
    let mut sizes: Vec<usize> = own.tables.iter().map(Table::len).collect();
    sizes.iter_mut().zip(&fixed.sizes).for_each(|(size, fixed)| *size += fixed);
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(refusal) => return Err(Unready { refusal, sizes }),
    };
    let varying = |relation: RelationId| {
        let mut needed = components.needed(&[relation]);
        needed.retain(|&number| components.all[number].dependence != Dependence::Static);
        needed
    };
    let questions =
        Questions { terminal: varying(TERMINAL), legal: varying(LEGAL), goal: varying(GOAL), next: varying(NEXT) };
    let by_moves = components.all.iter().map(|component| component.dependence == Dependence::Moves).collect();
    let tabled = fixed.tabled.iter().map(Tabled::empty_copy).collect();
    let store = std::mem::take(&mut fixed.store);
    Ok(Prepared { fixed: store, tabled, blank: own.empty_copy(), compiled, by_moves, sizes, questions })
}

/// Compiles and evaluates one component after the other.
fn compile_all(
    program: &Program,
    components: &Components,
    fixed: &mut Fixed,
    own: &mut Store,
    work: &mut Work,
    watch: &Watch,
    sample: Sample,
) -> Result<Vec<Compiled>, Refusal> {
    let mut compiled: Vec<Compiled> = Vec::new();
    compiled.resize_with(components.all.len(), Compiled::default);
    let needed = components.needed(&[LEGAL, TERMINAL, GOAL, NEXT]);
    let Fixed { lexicon, store, tabled, places, roles, .. } = fixed;
    let mut reader = lexicon.reader();
    let mut is_complete = true;
    for dependence in [Dependence::State, Dependence::Moves] {
        if dependence == Dependence::Moves {
            // Each role makes its first move.
            for &role in roles.iter() {
                let legal = if places[LEGAL.index()] == Place::Fixed { &*store } else { &*own };
                let legal = &legal.tables[LEGAL.index()];
                let row = (0..legal.len()).map(|row| legal.row(row)).find(|row| row[0] == role);
                if let Some(row) = row.map(<[_]>::to_vec) {
                    own.tables[DOES.index()].insert(&row);
                }
            }
        }
        for &number in needed.iter().filter(|&&number| components.all[number].dependence == dependence) {
            let mut bench = Bench { program, reader: &mut reader, fixed: store, own, tabled, places, watch };
            compiled[number] = compile(&mut bench, &components.all[number])?;
            if is_complete {
                let Bench { reader, fixed, own, tabled, .. } = bench;
                let done = Evaluation::new(reader, fixed, own, tabled, work, watch).complete(&compiled[number]);
                match done {
                    Err(_) if sample == Sample::AsFarAsItGoes && work.is_exhausted() => is_complete = false,
                    done => done?,
                }
            }
        }
    }
    Ok(compiled)
}

/// Where components are compiled.
pub(super) struct Bench<'a, 'b> {
    pub(super) program: &'a Program,
    pub(super) reader: &'a mut Reader<'b>,
    pub(super) fixed: &'a mut Store,
    pub(super) own: &'a mut Store,
    pub(super) tabled: &'a mut [Tabled],
    /// Where relations are; those beyond are among the own ones.
    pub(super) places: &'a [Place],
    pub(super) watch: &'a Watch,
}

/// Compiles a component.
pub(super) fn compile(bench: &mut Bench<'_, '_>, component: &Component) -> Result<Compiled, Refusal> {
    let Bench { program, reader, fixed, own, tabled, places, watch } = bench;
    let mut heads: Vec<usize> = component.rules.iter().map(|&rule| program.rules[rule].head.relation.index()).collect();
    heads.sort_unstable();
    heads.dedup();
    let is_open = |relation: usize| heads.binary_search(&relation).is_ok();
    let place = |relation: usize| places.get(relation).copied().unwrap_or(Place::Own);
    let mut compiled = Compiled::default();
    let mut compiler = Compiler { reader, fixed, own, tabled, place: &place, is_open: &is_open };
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
    Ok(compiled)
}
