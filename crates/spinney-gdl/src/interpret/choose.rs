//! Chooses how the relations of a rule sheet that depend on the state are derived: as a whole, or on demand.
//!
//! The modes are tried in the first states of a game, and the cheapest is chosen. On demand is tried twice, because the
//! order of conditions, which determines the demand, may be better with or without the sizes of the relations. Cost is
//! counted in rows, not in seconds, so that the choice is the same on every machine. All trials have the same budget,
//! which grows until one of them succeeds. If the time for trials is up before that, everything is derived on demand:
//! there is always an interpreter, even if no state was ever tried.

use std::sync::Arc;

use super::fixed::Fixed;
use super::prepare::{Sample, Unready};
use super::{Interpreter, demand};
use crate::limits::{Limits, Refusal, Watch};
use crate::program::{Dependence, Program};

/// How relations are derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivation {
    /// Those that depend on the state in whichever way is cheaper in the first states of a game, and those that do not as
    /// a whole unless that takes much work.
    Chosen,
    /// As `Chosen`, but those that depend on the state as a whole.
    Whole,
    /// On demand wherever that is possible.
    OnDemand,
}

/// The first budget of a trial, in rows: some tenths of a second.
const BUDGET: u64 = 1_000_000;
/// The factor by which it grows.
const GROWTH: u64 = 8;
/// The number of steps that are tried.
const STEPS: usize = 12;
/// Relations with fewer rows are derived as a whole when there is a choice.
const SMALL: usize = 16;
/// The size assumed of a relation that has not been derived.
const UNKNOWN: usize = 100;
/// The share of the time that trials may take. The rest is for an interpreter without any, and for the initial state.
const TRIALS: f64 = 0.6;

/// An interpreter that has been tried.
struct Tried {
    interpreter: Interpreter,
    /// The work per step.
    cost: f64,
}

/// An interpreter with a given mode of derivation.
pub(super) fn choose(
    program: &Program,
    limits: Limits,
    derivation: Derivation,
    watch: &Watch,
) -> Result<Interpreter, Refusal> {
    let fixed = Fixed::new(program, derivation == Derivation::OnDemand, watch)?;
    let base = Arc::clone(&fixed.program);
    if derivation == Derivation::Whole {
        return Interpreter::build(base, fixed, limits, u64::MAX, watch, Sample::Whole)
            .map(Interpreter::after_trials)
            .map_err(|unready| unready.refusal);
    }
    match by_trials(&base, &fixed, limits, derivation, &watch.part(TRIALS)) {
        Some(interpreter) => Ok(interpreter),
        None => untried(base, fixed, limits, watch),
    }
}

/// The cheapest mode; `None` if none of them was good for the first states.
fn by_trials(
    base: &Arc<Program>,
    fixed: &Fixed,
    limits: Limits,
    derivation: Derivation,
    watch: &Watch,
) -> Option<Interpreter> {
    let mut budget = BUDGET;
    loop {
        let mut best = attempt(Arc::clone(base), fixed, limits, budget, watch);
        let sizes = match &best {
            Ok(whole) => whole.interpreter.prepared.sizes.clone(),
            Err(unready) => unready.sizes.clone(),
        };
        let mut hope = best.as_ref().is_err_and(is_of_budget);
        let mut forced = derivation == Derivation::OnDemand;
        for guided in [true, false] {
            if watch.check("interpreting", 0).is_err() {
                break;
            }
            let guide = guided.then_some(&sizes[..]);
            let Some(rewritten) = rewritten(base, fixed, guide, forced) else { continue };
            // It has costs that are not counted.
            let allowed = best.as_ref().map_or(f64::MAX, |best| if forced { f64::MAX } else { best.cost * 0.75 });
            match attempt(Arc::new(rewritten), fixed, limits, budget, watch) {
                Ok(tried) if tried.cost < allowed => {
                    best = Ok(tried);
                    forced = false;
                }
                Ok(_) => {}
                Err(unready) => hope |= is_of_budget(&unready),
            }
        }
        match best {
            Ok(best) => return Some(best.interpreter),
            Err(_) if !hope || watch.check("interpreting", 0).is_err() => return None,
            Err(_) => budget = budget.saturating_mul(GROWTH),
        }
    }
}

/// An interpreter of which no state has been tried: everything on demand, planned as far as a small sample goes.
fn untried(base: Arc<Program>, fixed: Fixed, limits: Limits, watch: &Watch) -> Result<Interpreter, Refusal> {
    let program = rewritten(&base, &fixed, None, true).map_or(base, Arc::new);
    Interpreter::build(program, fixed, limits, BUDGET, watch, Sample::AsFarAsItGoes)
        .map(Interpreter::after_trials)
        .map_err(|unready| unready.refusal)
}

/// The program on demand, guided by the sizes of its relations if they are given.
fn rewritten(base: &Program, fixed: &Fixed, guide: Option<&[usize]>, forced: bool) -> Option<Program> {
    let (large, sizes) = match guide {
        Some(sizes) => by_size(base, sizes, forced),
        None => (vec![true; fixed.sizes.len()], fixed.assumed(UNKNOWN)),
    };
    demand::on_demand(base, large, &sizes)
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

/// Plays the beginning of a game, deterministically.
fn attempt(program: Arc<Program>, fixed: &Fixed, limits: Limits, budget: u64, watch: &Watch) -> Result<Tried, Unready> {
    let interpreter = Interpreter::build(program, fixed.clone(), limits, budget, watch, Sample::Whole)?;
    match play(&interpreter, watch) {
        Ok(steps) => {
            let cost = interpreter.work() as f64 / (steps + 1) as f64;
            Ok(Tried { interpreter: interpreter.after_trials(), cost })
        }
        Err(refusal) => Err(Unready { refusal, sizes: interpreter.prepared.sizes }),
    }
}

/// Plays, and returns the number of steps. Where states take much work, fewer are enough for a comparison.
fn play(interpreter: &Interpreter, watch: &Watch) -> Result<usize, Refusal> {
    let mut position = interpreter.start()?;
    let mut played = 0;
    while played < STEPS && interpreter.work() < interpreter.budget / 4 {
        watch.check("interpreting", 0)?;
        let chosen = |role: usize| {
            let legal = position.legal(role);
            legal.get((played * 7 + role * 3 + 5) * 0x9e37 % legal.len().max(1)).copied()
        };
        let joint: Option<Vec<_>> = (0..interpreter.roles.len()).map(chosen).collect();
        let Some(joint) = joint.filter(|_| !position.is_terminal()) else { break };
        position = interpreter.next(&position, &joint)?;
        played += 1;
    }
    interpreter.goals(&position)?;
    Ok(played)
}
