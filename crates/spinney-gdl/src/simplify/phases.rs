//! Phases: whose turn it is, proven from the rules.
//!
//! In most games some facts change independently of the moves: whose turn it is, the number of steps. Such *clocks* are
//! simulated on their own. If in every configuration of them exactly one role can have a choice, and each other role
//! has one and the same move, then the idle move needs no input of its own: it is made exactly when the role waits. And
//! of all other moves, of all roles together, exactly one is made in a step.

use rustc_hash::FxHashMap;

use super::{Gate, Signal, Simplified};

/// When each role waits, and its move while it waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phases {
    /// By role: facts each of which implies that the role waits. One of them holds whenever it does.
    pub waits: Vec<Vec<u32>>,
    /// By role: the move that it makes while it waits, if it ever does.
    pub idle: Vec<Option<u32>>,
    /// By move: whether it can be made by a role that does not wait.
    pub real: Vec<bool>,
}

/// Limits on the number of configurations, and on the work with them.
const CONFIGURATIONS: usize = 2_000;
const WORK: usize = 30_000_000;

/// A value that may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Off,
    On,
    Unknown,
}

impl Value {
    fn of(signal: Signal, values: &[Value]) -> Value {
        match (values[signal.gate() as usize], signal.is_negated()) {
            (Value::Unknown, _) => Value::Unknown,
            (Value::On, false) | (Value::Off, true) => Value::On,
            _ => Value::Off,
        }
    }
}

/// Searches for phases; `None` if none can be proven.
pub(super) fn find(simplified: &Simplified, clocks: &[bool]) -> Option<Phases> {
    let roles = simplified.goals.len();
    if roles < 2 {
        return None;
    }
    let configurations = run_clocks(simplified, clocks)?;
    let cone = Cone::of(simplified, simplified.legal.iter());
    let relevant: Vec<usize> = (0..clocks.len()).filter(|&fact| clocks[fact] && cone.reached[1 + fact]).collect();
    let mut seen: Vec<Vec<bool>> =
        configurations.iter().map(|on| relevant.iter().map(|&fact| on[fact]).collect()).collect();
    seen.sort_unstable();
    seen.dedup();
    if seen.len().saturating_mul(cone.work) > WORK {
        return None;
    }

    let mut idle: Vec<Option<u32>> = vec![None; roles];
    let mut real = vec![false; simplified.moves.len()];
    let mut active = Vec::with_capacity(seen.len());
    for configuration in &seen {
        let mut values = vec![Value::Unknown; simplified.gates.len()];
        for (&fact, &on) in relevant.iter().zip(configuration) {
            values[1 + fact] = if on { Value::On } else { Value::Off };
        }
        cone.evaluate(simplified, &mut values);
        let mut possible: Vec<Vec<u32>> = vec![Vec::new(); roles];
        for (mv, &(role, _)) in simplified.moves.iter().enumerate() {
            if Value::of(simplified.legal[mv], &values) != Value::Off {
                possible[usize::from(role)].push(mv as u32);
            }
        }
        if possible.iter().any(Vec::is_empty) {
            return None;
        }
        let mut choosers = (0..roles).filter(|&role| possible[role].len() > 1);
        let (Some(chooser), None) = (choosers.next(), choosers.next()) else { return None };
        possible[chooser].iter().for_each(|&mv| real[mv as usize] = true);
        for role in (0..roles).filter(|&role| role != chooser) {
            let mv = possible[role][0];
            // A move that may be illegal would leave the role without any.
            let certain = Value::of(simplified.legal[mv as usize], &values) == Value::On;
            if !certain || *idle[role].get_or_insert(mv) != mv {
                return None;
            }
        }
        active.push(chooser);
    }
    let waits = (0..roles).map(|role| waiting_facts(role, &relevant, &seen, &active)).collect::<Option<_>>()?;
    Some(Phases { waits, idle, real })
}

/// Facts that together imply that a role waits.
fn waiting_facts(role: usize, relevant: &[usize], seen: &[Vec<bool>], active: &[usize]) -> Option<Vec<u32>> {
    let waits = |at: usize| active[at] != role;
    let mut open: Vec<usize> = (0..seen.len()).filter(|&at| waits(at)).collect();
    let sure: Vec<usize> =
        (0..relevant.len()).filter(|&place| (0..seen.len()).all(|at| !seen[at][place] || waits(at))).collect();
    let mut chosen = Vec::new();
    while !open.is_empty() {
        let covers = |place: usize| open.iter().filter(|&&at| seen[at][place]).count();
        let best = sure.iter().copied().max_by_key(|&place| (covers(place), std::cmp::Reverse(place)))?;
        if covers(best) == 0 || chosen.len() == 4 {
            return None;
        }
        chosen.push(relevant[best] as u32);
        open.retain(|&at| !seen[at][best]);
    }
    Some(chosen)
}

/// Every configuration of the clocks, from the initial one on.
pub(super) fn run_clocks(simplified: &Simplified, clocks: &[bool]) -> Option<Vec<Vec<bool>>> {
    let ticking: Vec<usize> = (0..clocks.len()).filter(|&fact| clocks[fact]).collect();
    let cone = Cone::of(simplified, ticking.iter().map(|&fact| &simplified.next[fact]));
    let mut now: Vec<bool> = (0..clocks.len()).map(|fact| clocks[fact] && simplified.initial[fact]).collect();
    let mut known: FxHashMap<Vec<bool>, ()> = FxHashMap::default();
    let mut all = Vec::new();
    while known.insert(now.clone(), ()).is_none() {
        all.push(now.clone());
        if all.len() > CONFIGURATIONS || all.len() * cone.work > WORK {
            return None;
        }
        let mut values = vec![Value::Unknown; simplified.gates.len()];
        for &fact in &ticking {
            values[1 + fact] = if now[fact] { Value::On } else { Value::Off };
        }
        cone.evaluate(simplified, &mut values);
        for &fact in &ticking {
            now[fact] = match Value::of(simplified.next[fact], &values) {
                Value::On => true,
                Value::Off => false,
                Value::Unknown => return None,
            };
        }
    }
    Some(all)
}

/// The gates that some signals depend on, in an order in which inputs come first.
struct Cone {
    reached: Vec<bool>,
    gates: Vec<u32>,
    work: usize,
}

impl Cone {
    fn of<'a>(simplified: &Simplified, signals: impl Iterator<Item = &'a Signal>) -> Cone {
        let mut reached = vec![false; simplified.gates.len()];
        let mut left: Vec<u32> = signals.map(|signal| signal.gate()).collect();
        let mut gates = Vec::new();
        let mut work = 1;
        while let Some(gate) = left.pop() {
            if !std::mem::replace(&mut reached[gate as usize], true) {
                let inputs = simplified.gates[gate as usize].inputs();
                work += inputs.len();
                if !inputs.is_empty() {
                    gates.push(gate);
                }
                left.extend(inputs.iter().map(|input| input.gate()));
            }
        }
        // Gates are made after their inputs but for cycles, whose members stay unknown.
        gates.sort_unstable();
        Cone { reached, gates, work }
    }

    fn evaluate(&self, simplified: &Simplified, values: &mut [Value]) {
        values[0] = Value::Off;
        for &gate in &self.gates {
            let contents = &simplified.gates[gate as usize];
            let decisive = if matches!(contents, Gate::And(_)) { Value::Off } else { Value::On };
            let other = if decisive == Value::On { Value::Off } else { Value::On };
            let mut value = other;
            for &input in contents.inputs() {
                match Value::of(input, values) {
                    found if found == decisive => {
                        value = decisive;
                        break;
                    }
                    Value::Unknown => value = Value::Unknown,
                    _ => {}
                }
            }
            values[gate as usize] = value;
        }
    }
}
