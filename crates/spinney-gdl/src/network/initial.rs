//! The counters of the initial state.

use super::build::Placed;
use super::{Network, State};
use crate::simplify::Simplified;

/// The initial state: everything off, then settled, then the initial facts and a first move of each role on.
pub(super) fn start(network: &Network, placed: &[Placed], simplified: &Simplified) -> State {
    let mut state = State {
        facts: vec![0; simplified.facts.len().div_ceil(64)],
        outputs: vec![0; network.outputs as usize / 64],
        counters: Vec::with_capacity(placed.len()),
        looped: vec![false; network.recursion.len()],
        inner: vec![0; network.recursion.len()],
        ..State::default()
    };
    // Counters as if every input were off, negated ones too; then gates that are on by themselves flip.
    for (at, gate) in placed.iter().enumerate() {
        let inputs = gate.inputs.len() as i16;
        let negated = gate.inputs.iter().filter(|input| input.is_negated()).count() as i16;
        let counter = negated - if gate.is_and { inputs } else { 1 };
        state.counters.push(counter);
        if (at as u32) < network.recursion.first {
            if counter >= 0 {
                state.queue.push((at as u32) << 1 | 1);
                if (at as u32) < network.outputs {
                    state.outputs[at / 64] |= 1 << (at % 64);
                }
            }
        } else {
            state.touched.push((at as u32 - network.recursion.first) << 1);
        }
    }
    state.settle(network);
    let slots = if simplified.phases.is_some() { 1 } else { network.roles };
    for slot in 0..slots {
        let fits = |mv: usize| match &simplified.phases {
            Some(phases) => phases.real[mv],
            None => usize::from(network.moves[mv].0) == slot,
        };
        if let Some(first) = (0..network.moves.len()).find(|&mv| fits(mv)) {
            state.moves[slot] = first as u32;
            state.queue.push((network.first_move + first as u32) << 1 | 1);
        }
    }
    for (fact, _) in simplified.initial.iter().enumerate().filter(|(_, initial)| **initial) {
        state.facts[fact / 64] |= 1 << (fact % 64);
        state.queue.push((network.first_fact + fact as u32) << 1 | 1);
    }
    state.settle(network);
    if network.is_terminal(&state) {
        network.goals.evaluate(network, &mut state);
    }
    state
}
