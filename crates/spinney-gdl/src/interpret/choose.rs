//! Chooses how the relations of a rule sheet are derived: as a whole, or on demand.
//!
//! The modes are tried in the first states of a game, and the cheapest is chosen. On demand is tried twice, because the
//! order of conditions, which determines the demand, may be better with or without the sizes of the relations. Cost is
//! counted in rows, not in seconds, so that the choice is the same on every machine. All trials have the same budget,
//! which grows until one of them succeeds or the time is up.

use std::sync::Arc;

use super::components::relation_of;
use super::prepare::Unready;
use super::{Interpreter, demand};
use crate::limits::{Limits, Refusal, Watch};
use crate::program::{Dependence, INIT, Program, ROLE};

/// How relations that depend on the state are derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivation {
    /// Whichever is cheaper in the first states of a game.
    Chosen,
    /// As a whole.
    Whole,
    /// On demand.
    OnDemand,
}

/// The first budget of a trial, in rows: some tenths of a second.
const BUDGET: u64 = 1_000_000;
/// The factor by which it grows.
const GROWTH: u64 = 8;
/// The number of states that are tried.
const STATES: usize = 12;
/// Relations with fewer rows are derived as a whole when there is a choice.
const SMALL: usize = 16;
/// Relations with more rows, the same in every state, may be derived on demand.
const HUGE: usize = 50_000;
/// The size assumed of a relation that has not been derived.
const UNKNOWN: usize = 100;

/// An interpreter that has been tried.
struct Tried {
    interpreter: Interpreter,
    work: u64,
}

/// An interpreter with a given mode of derivation.
pub(super) fn choose(
    program: Arc<Program>,
    limits: Limits,
    derivation: Derivation,
    watch: &Watch,
) -> Result<Interpreter, Refusal> {
    if derivation == Derivation::Whole {
        return Interpreter::build(program, limits, u64::MAX, watch)
            .map(|interpreter| Interpreter { trial: None, ..interpreter })
            .map_err(|unready| unready.refusal);
    }
    let mut budget = BUDGET;
    loop {
        let mut best = attempt(Arc::clone(&program), limits, budget, watch);
        let (sizes, base) = match &best {
            Ok(whole) => (whole.interpreter.prepared.sizes.clone(), Some(Arc::clone(&program))),
            Err(unready) if unready.at_fixed => (unready.sizes.clone(), lifted(&program, &unready.sizes).map(Arc::new)),
            Err(unready) => (unready.sizes.clone(), Some(Arc::clone(&program))),
        };
        let mut hope = best.as_ref().is_err_and(is_of_budget);
        let mut forced = derivation == Derivation::OnDemand;
        for guided in [true, false] {
            let (Some(base), Ok(())) = (&base, watch.check("interpreting", 0)) else { break };
            let (large, sizes) = if guided {
                by_size(base, &sizes, forced)
            } else {
                (vec![true; sizes.len()], vec![UNKNOWN; sizes.len()])
            };
            let Some(rewritten) = demand::on_demand(base, large, &sizes) else { continue };
            let allowed = match &best {
                // It has costs that are not counted.
                Ok(best) if !forced => best.work / 4 * 3,
                _ => budget,
            };
            match attempt(Arc::new(rewritten), limits, allowed, watch) {
                Ok(tried) if tried.work < allowed => {
                    best = Ok(tried);
                    forced = false;
                }
                Ok(_) => {}
                Err(unready) => hope |= is_of_budget(&unready),
            }
        }
        match best {
            Ok(best) => return Ok(best.interpreter),
            Err(unready) if !hope => return Err(unready.refusal),
            Err(_) => {}
        }
        watch.check("interpreting", 0)?;
        budget = budget.saturating_mul(GROWTH);
    }
}

/// Which relations are large (or all, if forced), and sizes for all.
fn by_size(program: &Program, sizes: &[usize], forced: bool) -> (Vec<bool>, Vec<usize>) {
    let underived =
        |relation: usize| sizes[relation] == 0 && program.relations[relation].dependence != Dependence::Static;
    let large = |relation: usize| sizes[relation] >= SMALL || underived(relation) || forced;
    let size = |relation: usize| if underived(relation) { UNKNOWN } else { sizes[relation] };
    ((0..sizes.len()).map(large).collect(), (0..sizes.len()).map(size).collect())
}

/// Whether more time, or a larger budget, might have helped.
fn is_of_budget(unready: &Unready) -> bool {
    matches!(unready.refusal, Refusal::Time { .. })
}

/// The program with relations that are the same in every state, but too large to be derived as a whole, treated as
/// state-dependent, so that they can be derived on demand. `None` if they are needed initially.
fn lifted(program: &Program, sizes: &[usize]) -> Option<Program> {
    let mut lifted: Vec<bool> = vec![false; sizes.len()];
    for rule in program.rules.iter().filter(|rule| !rule.body.is_empty()) {
        let head = rule.head.relation.index();
        let is_static = program.relations[head].dependence == Dependence::Static;
        let is_first = [ROLE, INIT].contains(&rule.head.relation);
        lifted[head] |= is_static && !is_first && (sizes[head] == 0 || sizes[head] > HUGE);
    }
    // Dependents of a lifted relation are lifted.
    let mut changed = true;
    while changed {
        changed = false;
        for rule in &program.rules {
            let head = rule.head.relation.index();
            let needs = rule.body.iter().filter_map(relation_of).any(|relation| lifted[relation.index()]);
            if needs && !lifted[head] && program.relations[head].dependence == Dependence::Static {
                lifted[head] = true;
                changed = true;
            }
        }
    }
    if lifted[ROLE.index()] || lifted[INIT.index()] {
        return None;
    }
    let mut program = program.clone();
    for (relation, _) in program.relations.iter_mut().zip(lifted).filter(|(_, lifted)| *lifted) {
        relation.dependence = Dependence::State;
    }
    Some(program)
}

/// Plays the beginning of a game, deterministically.
fn attempt(program: Arc<Program>, limits: Limits, budget: u64, watch: &Watch) -> Result<Tried, Unready> {
    let mut interpreter = Interpreter::build(program, limits, budget, watch)?;
    match play(&interpreter, watch) {
        Ok(()) => {
            (interpreter.budget, interpreter.trial) = (u64::MAX, None);
            let work = interpreter.work();
            Ok(Tried { interpreter, work })
        }
        Err(refusal) => Err(Unready { refusal, sizes: interpreter.prepared.sizes, at_fixed: false }),
    }
}

fn play(interpreter: &Interpreter, watch: &Watch) -> Result<(), Refusal> {
    let mut position = interpreter.start()?;
    for state in 0..STATES {
        watch.check("interpreting", 0)?;
        let chosen = |role: usize| {
            let legal = position.legal(role);
            legal.get((state * 7 + role * 3 + 5) * 0x9e37 % legal.len().max(1)).copied()
        };
        let joint: Option<Vec<_>> = (0..interpreter.roles.len()).map(chosen).collect();
        let Some(joint) = joint.filter(|_| !position.is_terminal()) else { break };
        position = interpreter.next(&position, &joint)?;
    }
    interpreter.goals(&position).map(|_| ())
}
