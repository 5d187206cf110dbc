//! The structure of a game as shown by its circuit: latches, facts that change independently of the moves, and
//! independent parts of the game.

use super::{Gate, Signal, Simplified};

/// Facts by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Once true, always true.
    pub latches_on: Vec<u32>,
    /// Once false, always false.
    pub latches_off: Vec<u32>,
    /// Their values depend on no move: step counters, whose turn it is.
    pub clocks: Vec<u32>,
    /// Groups of facts that no rule and no move connects, apart from clocks. A single group means that the game does
    /// not decompose.
    pub factors: Vec<Vec<u32>>,
}

impl Structure {
    /// Reads the structure off a circuit.
    pub fn of(simplified: &Simplified) -> Self {
        let clocks = clocks(simplified);
        Structure {
            latches_on: latches(simplified, true),
            latches_off: latches(simplified, false),
            factors: factors(simplified, &clocks),
            clocks: (0..).zip(&clocks).filter(|(_, clock)| **clock).map(|(fact, _)| fact).collect(),
        }
    }
}

/// Facts whose next value is an `or` with themselves among the inputs, or an `and`.
fn latches(simplified: &Simplified, on: bool) -> Vec<u32> {
    let is_latch = |&fact: &u32| {
        let next = simplified.next[fact as usize];
        let own = Signal::of(1 + fact);
        match &simplified.gates[next.gate() as usize] {
            Gate::Or(inputs) => inputs.contains(&if next.is_negated() { !own } else { own }) && on != next.is_negated(),
            Gate::And(inputs) => {
                inputs.contains(&if next.is_negated() { !own } else { own }) && on == next.is_negated()
            }
            _ => next == if on { Signal::TRUE } else { Signal::FALSE },
        }
    };
    (0..simplified.facts.len() as u32).filter(is_latch).collect()
}

/// By fact: whether it is independent of moves and of facts that depend on moves.
pub(super) fn clocks(simplified: &Simplified) -> Vec<bool> {
    let facts = simplified.facts.len();
    // The reverse edges, from gates to their readers; a fact is read by the inputs of its next value.
    let mut moved = vec![false; simplified.gates.len()];
    let mut readers: Vec<Vec<u32>> = vec![Vec::new(); simplified.gates.len()];
    for (gate, contents) in simplified.gates.iter().enumerate() {
        contents.inputs().iter().for_each(|input| readers[input.gate() as usize].push(gate as u32));
    }
    for (fact, next) in simplified.next.iter().enumerate() {
        readers[next.gate() as usize].push(1 + fact as u32);
    }
    let mut left: Vec<u32> = (1 + facts as u32..(1 + facts + simplified.moves.len()) as u32).collect();
    while let Some(gate) = left.pop() {
        if !std::mem::replace(&mut moved[gate as usize], true) {
            left.extend_from_slice(&readers[gate as usize]);
        }
    }
    (0..facts).map(|fact| !moved[1 + fact]).collect()
}

/// Groups of facts that are connected by gates, by their next values or by the moves that they allow.
fn factors(simplified: &Simplified, clocks: &[bool]) -> Vec<Vec<u32>> {
    let facts = simplified.facts.len();
    let mut parent: Vec<u32> = (0..simplified.gates.len() as u32).collect();
    let is_clock = |gate: u32| gate == 0 || clocks.get(gate as usize - 1).copied().unwrap_or(false);
    // Consequences of moves connect, and so do the conditions of goals and of the terminal flag; but the last gate
    // before a goal or the terminal flag does not: it may combine several games that are played side by side.
    let mut wanted: Vec<u32> = simplified.next.iter().chain(&simplified.legal).map(|signal| signal.gate()).collect();
    let last = simplified.goals.iter().flatten().map(|&(_, signal)| signal).chain([simplified.terminal]);
    wanted.extend(last.flat_map(|signal| simplified.gates[signal.gate() as usize].inputs()).map(|input| input.gate()));
    let mut reached = vec![false; simplified.gates.len()];
    while let Some(gate) = wanted.pop() {
        if !std::mem::replace(&mut reached[gate as usize], true) {
            wanted.extend(simplified.gates[gate as usize].inputs().iter().map(|input| input.gate()));
        }
    }
    // A gate with only clocks as inputs is a clock.
    let mut quiet: Vec<bool> = (0..simplified.gates.len() as u32).map(is_clock).collect();
    for (gate, contents) in simplified.gates.iter().enumerate().skip(1 + facts) {
        let inputs = contents.inputs();
        quiet[gate] = !inputs.is_empty() && inputs.iter().all(|input| quiet[input.gate() as usize]);
    }
    let mut join = |a: u32, b: u32| {
        if !quiet[a as usize] && !quiet[b as usize] {
            let (a, b) = (find(&mut parent, a), find(&mut parent, b));
            parent[a as usize] = b;
        }
    };
    for (gate, contents) in simplified.gates.iter().enumerate().filter(|(gate, _)| reached[*gate]) {
        contents.inputs().iter().for_each(|input| join(gate as u32, input.gate()));
    }
    for (fact, next) in simplified.next.iter().enumerate() {
        join(1 + fact as u32, next.gate());
    }
    for (mv, legal) in simplified.legal.iter().enumerate() {
        join((1 + facts + mv) as u32, legal.gate());
    }
    let mut groups: std::collections::BTreeMap<u32, Vec<u32>> = std::collections::BTreeMap::new();
    for fact in (0..facts as u32).filter(|&fact| !clocks[fact as usize]) {
        groups.entry(find(&mut parent, 1 + fact)).or_default().push(fact);
    }
    let mut groups: Vec<Vec<u32>> = groups.into_values().collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
    groups
}

fn find(parent: &mut [u32], mut node: u32) -> u32 {
    while parent[node as usize] != node {
        parent[node as usize] = parent[parent[node as usize] as usize];
        node = parent[node as usize];
    }
    node
}
