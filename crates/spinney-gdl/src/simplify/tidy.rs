//! The final cleanup: chains of gates with one reader are merged, and gates that no output needs are dropped.

use super::{Gate, Signal, Simplified};

/// Tidies a circuit whose facts are numbered as before constants were dropped: `kept` lists those that remain of `facts`.
pub(super) fn tidy(mut simplified: Simplified, kept: &[usize], facts: usize) -> Simplified {
    let gates = std::mem::take(&mut simplified.gates);
    let moves = simplified.moves.len();
    let mut readers = vec![0u32; gates.len()];
    let mut wanted: Vec<u32> = outputs(&simplified).map(Signal::gate).collect();
    for &gate in &wanted {
        readers[gate as usize] += 2; // an output is never merged into its reader
    }
    let mut reached = vec![false; gates.len()];
    while let Some(gate) = wanted.pop() {
        if std::mem::replace(&mut reached[gate as usize], true) {
            continue;
        }
        for input in gates[gate as usize].inputs() {
            readers[input.gate() as usize] += 1;
            wanted.push(input.gate());
        }
    }

    let inputs = 1 + facts + moves;
    let mut number = vec![u32::MAX; gates.len()];
    number[0] = 0;
    for (new, &old) in kept.iter().enumerate() {
        number[1 + old] = 1 + new as u32;
    }
    for mv in 0..moves {
        number[1 + facts + mv] = (1 + kept.len() + mv) as u32;
    }
    // A gate with one reader of a kind that can take over its inputs is removed.
    let mut merged: Vec<Gate> = vec![Gate::Never];
    merged.extend((0..kept.len() as u32).map(Gate::Fact));
    merged.extend((0..moves as u32).map(Gate::Does));
    let mut absorbed = vec![false; gates.len()];
    for (gate, contents) in gates.iter().enumerate().skip(inputs).filter(|&(gate, _)| reached[gate]) {
        for &input in contents.inputs() {
            let inner = input.gate() as usize;
            absorbed[inner] |=
                inner != gate && readers[inner] == 1 && fits(contents, &gates[inner], input.is_negated());
        }
    }
    let mut next = merged.len() as u32;
    for gate in (inputs..gates.len()).filter(|&gate| reached[gate]) {
        if !absorbed[gate] {
            number[gate] = next;
            next += 1;
        }
    }
    for gate in (inputs..gates.len()).filter(|&gate| reached[gate] && !absorbed[gate]) {
        let mut flat = Vec::new();
        let mut left: Vec<Signal> = gates[gate].inputs().to_vec();
        let mut steps = 0;
        while let Some(signal) = left.pop() {
            let inner = signal.gate() as usize;
            if absorbed[inner] && steps < gates.len() {
                steps += 1;
                left.extend(gates[inner].inputs().iter().map(|&s| if signal.is_negated() { !s } else { s }));
            } else {
                flat.push(Signal(number[inner] << 1 | (signal.0 & 1)));
            }
        }
        flat.sort_unstable();
        flat.dedup();
        merged.push(if matches!(gates[gate], Gate::And(_)) { Gate::And(flat) } else { Gate::Or(flat) });
    }
    let renumber = |signal: &mut Signal| *signal = Signal(number[signal.gate() as usize] << 1 | (signal.0 & 1));
    simplified.next.iter_mut().for_each(renumber);
    simplified.legal.iter_mut().for_each(renumber);
    renumber(&mut simplified.terminal);
    simplified.goals.iter_mut().flatten().for_each(|(_, signal)| renumber(signal));
    simplified.gates = merged;
    simplified
}

fn outputs(simplified: &Simplified) -> impl Iterator<Item = Signal> {
    let Simplified { next, legal, terminal, goals, .. } = simplified;
    next.iter().chain(legal).copied().chain([*terminal]).chain(goals.iter().flatten().map(|&(_, signal)| signal))
}

/// Whether the inputs of `inner` may take its place in `outer`: an `and` in an `and`, or a negated `or` in an `and`.
fn fits(outer: &Gate, inner: &Gate, negated: bool) -> bool {
    match (outer, inner) {
        (Gate::And(_), Gate::And(_)) | (Gate::Or(_), Gate::Or(_)) => !negated,
        (Gate::And(_), Gate::Or(_)) | (Gate::Or(_), Gate::And(_)) => negated,
        _ => false,
    }
}
