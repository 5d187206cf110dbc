//! Preparation of gates for the layout: removes constants, splits gates wider than a counter, and finds dependencies.

use crate::simplify::{Gate, Signal};

/// A counter cannot hold more inputs; wider gates are split.
const WIDEST: usize = 16_000;

/// A gate without constant inputs. Gates that depend on themselves may have such.
fn without_constants(gate: &Gate) -> Gate {
    let rest = |neutral: Signal| gate.inputs().iter().copied().filter(|&input| input != neutral).collect();
    match gate {
        Gate::And(inputs) if inputs.contains(&Signal::FALSE) => Gate::Or(Vec::new()),
        Gate::Or(inputs) if inputs.contains(&Signal::TRUE) => Gate::And(Vec::new()),
        Gate::And(_) => Gate::And(rest(Signal::TRUE)),
        Gate::Or(_) => Gate::Or(rest(Signal::FALSE)),
        gate => gate.clone(),
    }
}

/// Gates with very many inputs become trees.
pub(super) fn split_wide(gates: &[Gate]) -> Vec<Gate> {
    let mut result: Vec<Gate> = gates.iter().map(without_constants).collect();
    for gate in 0..gates.len() {
        while result[gate].inputs().len() > WIDEST {
            let is_and = matches!(result[gate], Gate::And(_));
            let make = |inputs: Vec<Signal>| if is_and { Gate::And(inputs) } else { Gate::Or(inputs) };
            let parts: Vec<Gate> = result[gate].inputs().chunks(WIDEST).map(|part| make(part.to_vec())).collect();
            let first = result.len() as u32;
            let signals = (first..first + parts.len() as u32).map(Signal::of).collect();
            result.extend(parts);
            result[gate] = make(signals);
        }
    }
    result
}

/// The gates that roots depend on, apart from those that are excepted.
pub(super) fn reach(gates: &[Gate], roots: impl Iterator<Item = u32>, except: &[bool]) -> Vec<bool> {
    let mut reached = vec![false; gates.len()];
    let mut left: Vec<u32> = roots.collect();
    while let Some(gate) = left.pop() {
        let skip = except.get(gate as usize).copied().unwrap_or(false);
        if !skip && !std::mem::replace(&mut reached[gate as usize], true) {
            left.extend(gates[gate as usize].inputs().iter().map(|input| input.gate()));
        }
    }
    reached
}
