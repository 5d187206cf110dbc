//! Goals: gates that nothing else needs, evaluated on demand when the game is over.

use super::{Network, State};

/// The source of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// A fact.
    Fact(u32),
    /// A gate of the network.
    Gate(u32),
    /// A gate of the network that depends on itself.
    Looped(u32),
    /// A goal gate.
    Goal(u32),
    /// Always off.
    Never,
}

/// One input of a goal gate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input {
    pub(super) source: Source,
    pub(super) negated: bool,
}

impl Input {
    #[inline]
    fn is_on(self, state: &State) -> bool {
        let value = match self.source {
            Source::Fact(fact) => state.fact(fact),
            Source::Gate(gate) => state.counters[gate as usize] >= 0,
            Source::Looped(at) => state.looped[at as usize],
            Source::Goal(at) => state.values[at as usize],
            Source::Never => false,
        };
        value != self.negated
    }
}

/// The gates that only goals need.
#[derive(Debug, Default)]
pub(super) struct GoalGates {
    /// By gate, in an order in which inputs come first (except for cycles): whether it is an `and`, and where its
    /// inputs end.
    pub(super) gates: Vec<(bool, u32)>,
    pub(super) inputs: Vec<Input>,
    /// Stretches of gates that depend on themselves; these are evaluated until nothing changes.
    pub(super) cycles: Vec<(u32, u32)>,
    /// By role: values and their conditions.
    pub(super) values: Vec<Vec<(i16, Input)>>,
}

impl GoalGates {
    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(super) fn edges(&self) -> usize {
        self.inputs.len()
    }

    /// Evaluates the goals of all roles.
    pub(super) fn evaluate(&self, _: &Network, state: &mut State) {
        state.values.clear();
        state.values.resize(self.gates.len(), false);
        let mut done = 0;
        for &(first, end) in &self.cycles {
            self.pass(done, first, state);
            while self.pass(first, end, state) {}
            done = end;
        }
        self.pass(done, self.gates.len() as u32, state);
        for (role, values) in self.values.iter().enumerate() {
            let mut holding = values.iter().filter(|(_, input)| input.is_on(state)).map(|&(value, _)| value);
            let first = holding.next();
            let several = holding.next().is_some();
            state.goals[role] = if several { None } else { first };
        }
    }

    /// Evaluates a range of gates; returns whether any of them changed.
    fn pass(&self, first: u32, end: u32, state: &mut State) -> bool {
        let mut changed = false;
        let mut from = if first == 0 { 0 } else { self.gates[first as usize - 1].1 };
        for at in first as usize..end as usize {
            let (is_and, to) = self.gates[at];
            let inputs = &self.inputs[from as usize..to as usize];
            let value = if is_and {
                inputs.iter().all(|input| input.is_on(state))
            } else {
                inputs.iter().any(|input| input.is_on(state))
            };
            changed |= value != state.values[at];
            state.values[at] = value;
            from = to;
        }
        changed
    }
}
